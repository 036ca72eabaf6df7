// A thread that makes frames, seen from the one that plans. Run from the sources (tests, tsx) the work stays in the calling thread,
// because Node cannot start a thread from TypeScript.

import { Worker } from 'node:worker_threads';
import { ThixoError } from '../../problem.ts';
import type { ErrorData } from '../failure.ts';
import { answerRequests } from './answer-requests.ts';
import type { Answer, Request, ThreadData } from './frame-message.ts';

/** A thread. It answers one request at a time. */
export interface FrameThread {
  /** The last answer; throws what was thrown in the thread. `onFrame` hears of the frames of a sequence. */
  ask(request: Request, onFrame?: (frame: number) => void): Promise<Answer>;
  /** Ends the thread, whatever it does. */
  end(): Promise<void>;
}

const fromSources = import.meta.url.endsWith('.ts');

/** Starts a thread for a job. `script` is its code; tests bring their own. */
export function startThread(
  data: ThreadData,
  script: URL | undefined = fromSources ? undefined : new URL('./frame-worker.js', import.meta.url),
): FrameThread {
  return script ? ownThread(script, data) : callingThread(data);
}

function callingThread(data: ThreadData): FrameThread {
  const answerer = answerRequests(data);
  return {
    ask: async (request, onFrame) => {
      await new Promise((resolve) => setImmediate(resolve)); // signals and timers have their turn
      let last: Answer | undefined;
      await answerer.answer(request, (answer) => {
        if (answer.kind === 'frame') onFrame?.(answer.frame);
        last = answer;
      });
      return resultOf(last!);
    },
    end: async () => answerer.dispose(),
  };
}

function ownThread(script: URL, workerData: ThreadData): FrameThread {
  const worker = new Worker(script, { workerData, execArgv: [] });
  let listener: { onAnswer(answer: Answer): void; onDeath(error: Error): void } | undefined;
  let death: Error | undefined;
  const die = (error: Error): void => {
    death ??= error;
    listener?.onDeath(death);
  };
  worker.on('message', (answer: Answer) => listener?.onAnswer(answer));
  worker.on('error', die);
  worker.on('exit', (code) => die(new Error(`A thread ended with code ${code} and no result.`)));
  return {
    ask: (request, onFrame) =>
      new Promise<Answer>((resolve, reject) => {
        if (death) reject(death);
        listener = {
          onAnswer: (answer) => (answer.kind === 'frame' ? onFrame?.(answer.frame) : resolve(answer)),
          onDeath: reject,
        };
        worker.postMessage(request);
      }).then(resultOf),
    end: async () => void (await worker.terminate()),
  };
}

/** The answer; throws what it says went wrong. */
function resultOf(answer: Answer): Answer {
  if (answer.kind === 'problems') throw new ThixoError(answer.problems);
  if (answer.kind === 'error') throw revive(answer.error);
  return answer;
}

/** The error that was thrown in the thread, with its own stack. */
function revive({ message, ...rest }: ErrorData): Error {
  return Object.assign(new Error(message), rest);
}
