// A thread that makes frames.

import { parentPort, workerData } from 'node:worker_threads';
import { answerRequests } from './answer-requests.ts';
import type { Request, ThreadData } from './frame-message.ts';

const answerer = answerRequests(workerData as ThreadData);
parentPort!.on('message', (request: Request) => {
  void answerer.answer(request, (answer) => parentPort!.postMessage(answer));
});
