// The side of a thread that makes frames: a job, then one request after the other. It never throws: what goes wrong is the answer.

import { type Answer, failedAnswer, type Request, type ThreadData } from './frame-message.ts';
import type { FrameMaker } from './job.ts';
import { startJob } from './start-job.ts';

/** A thread's work. */
export interface RequestAnswerer {
  answer(request: Request, post: (answer: Answer) => void): Promise<void>;
  dispose(): void;
}

/** Gets ready for the requests of a job. */
export function answerRequests({ job, stop }: ThreadData): RequestAnswerer {
  const flag = new Int32Array(stop);
  let maker: FrameMaker | undefined;
  const work = async (request: Request, post: (answer: Answer) => void): Promise<Answer> => {
    if (request.kind === 'frame') {
      maker ??= await startJob(job);
      return { kind: 'made', made: await maker.make(request.task) };
    }
    if (job.kind !== 'export') throw new Error('Thixo bug: only exports have sequences');
    const { writeSequence } = await import('./export-frames.ts');
    const bytes = await writeSequence(job, request.tasks, request.path, {
      onFrame: (frame) => post({ kind: 'frame', frame }),
      shouldStop: () => Atomics.load(flag, 0) === 1,
    });
    return { kind: 'written', bytes };
  };
  return {
    answer: async (request, post) => post(await work(request, post).catch(failedAnswer)),
    dispose: () => maker?.dispose(),
  };
}
