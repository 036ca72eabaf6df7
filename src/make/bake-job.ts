// A bake as data: what `run` was asked for, and what comes back. The job is done in a thread of its own.

import type { BakeOptions, BakeResult } from '../cache/bake.ts';
import { SharedPulse } from '../cache/pulse.ts';
import type { BakeEvent } from '../cache/records.ts';
import type { Problem } from '../problem.ts';
import type { Communicator } from '../ranks/communicator.ts';
import { postOutcome, type WorkMessage } from './work.ts';

/** What to bake. */
export interface BakeJob {
  readonly scene: string;
  readonly output: string;
  /** Assignments `path=value`. */
  readonly set: readonly string[];
  /** Limits as given: `particles=5e6,memory=8e9`. */
  readonly limits?: string | undefined;
  /** Whether the finest level is left out. */
  readonly preview?: boolean;
  /** Whether this process is one of several that share the world. */
  readonly ranks?: 'mpi' | undefined;
  readonly options: Omit<BakeOptions, 'onEvent' | 'shouldStop' | 'files' | 'now' | 'limits' | 'pulse' | 'ranks'>;
}

/** What the thread of a bake sends. */
export type BakeMessage = WorkMessage<BakeEvent, BakeResult>;

/** Does the job. `stop[0]` becomes 1 when it should save and stop; the words behind it get signs of life. Never throws: what goes wrong is the last message. */
export function doBakeJob(job: BakeJob, stop: Int32Array, post: (message: BakeMessage) => void): Promise<void> {
  const onEvent = (event: BakeEvent): void => post({ kind: 'event', event });
  return postOutcome(() => (job.ranks ? bakeOnRanks(job, stop, onEvent) : bakeScene(job, stop, onEvent)), post);
}

/** The same on several processes: rank 0 bakes, the others do what it says. */
async function bakeOnRanks(job: BakeJob, stop: Int32Array, onEvent: (event: BakeEvent) => void): Promise<BakeResult> {
  const [{ joinRanks }, { leadRanks, followBake }] = await Promise.all([
    import('../mpi/join-ranks.ts'),
    import('./bake-ranks.ts'),
  ]);
  const comm = await joinRanks();
  comm.leads = true;
  if (comm.rank > 0) return followBake(comm, job, stop, onEvent);
  return leadRanks(comm, (shouldStop) => bakeScene(job, stop, onEvent, comm, shouldStop), stop);
}

async function bakeScene(
  job: BakeJob,
  stop: Int32Array,
  onEvent: (event: BakeEvent) => void,
  ranks?: Communicator,
  shouldStop = () => Atomics.load(stop, 0) === 1,
): Promise<BakeResult> {
  const [{ bake }, { loadScene }, { parseLimits, DEFAULT_LIMITS }, { mapProblems, placeProblem, withPlaces }, preview] =
    await Promise.all([
      import('../cache/bake.ts'),
      import('../cache/scene-file.ts'),
      import('../scene/limits.ts'),
      import('./place-problems.ts'),
      import('../scene/preview-scene.ts'),
    ]);
  const { preview: isPreview = false, set } = job,
    pulse = new SharedPulse(stop);
  const limits = job.limits === undefined ? DEFAULT_LIMITS : parseLimits(job.limits);
  const explained = <P extends Problem>(p: P): P => (isPreview ? preview.previewProblem(p) : p);
  return mapProblems(explained, async () => {
    pulse.enter('reading the scene');
    const source = await loadScene(job.scene, { set, limits, preview: isPreview });
    const text = { path: source.path, set, limits };
    const tell = (event: BakeEvent): void => onEvent('pointer' in event ? placeProblem(explained(event), text) : event);
    const options = {
      ...job.options,
      limits,
      pulse,
      onEvent: (event: BakeEvent) => {
        tell(event);
        if (event.event !== 'start' || !isPreview) return;
        for (const warning of preview.previewWarnings(source.scene)) tell({ event: 'warning', ...warning });
      },
      shouldStop,
      ...(ranks && { ranks }),
    };
    return withPlaces(text, () => bake(source, job.output, options));
  });
}
