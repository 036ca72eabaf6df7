// A bake on several processes: rank 0 writes the cache and tells the others what to simulate.

import type { BakeResult } from '../cache/bake.ts';
import { encodeCheckpoint } from '../cache/checkpoint-file.ts';
import { encodeFrame } from '../cache/frame-file.ts';
import { SharedPulse } from '../cache/pulse.ts';
import type { BakeEvent } from '../cache/records.ts';
import { version } from '../cache/version.ts';
import { problem, ThixoError } from '../problem.ts';
import { type Communicator, largest } from '../ranks/communicator.ts';
import { DEFAULT_LIMITS, parseLimits } from '../scene/limits.ts';
import { followRanks } from '../world/follow-ranks.ts';
import { giveOrder } from '../world/rank-orders.ts';

/** What a rank that follows must know of the job. */
export interface FollowJob {
  readonly scene: string;
  readonly output: string;
  readonly limits?: string | undefined;
  readonly options: { readonly threads?: number };
}

/** How a run ends that has failed. */
const FAILED = 'failed';

/** How long a rank that has failed leaves the word to rank 0, which may have failed alike, ms. The first that ends takes all with it. */
const COURTESY = 1000;

/**
 * Bakes on rank 0; whatever comes of it, the others hear of the end. If it fails amid what all do together nobody listens: then its exit code ends
 * all, which is for the launcher.
 */
export async function leadRanks(
  comm: Communicator,
  bake: (shouldStop: () => boolean) => Promise<BakeResult>,
  stop: Int32Array,
): Promise<BakeResult> {
  let outcome: string = FAILED;
  const shouldStop = (): boolean => {
    giveOrder(comm, { order: 'ask whether to stop' });
    return largest(comm, Number(Atomics.load(stop, 0) === 1)) > 0;
  };
  try {
    const result = await bake(shouldStop);
    outcome = result.outcome;
    return result;
  } finally {
    giveOrder(comm, { order: 'end', outcome });
    if (!comm.isLost) comm.leave();
  }
}

/** Follows rank 0 to the end. */
export async function followBake(
  comm: Communicator,
  job: FollowJob,
  stop: Int32Array,
  onEvent: (event: BakeEvent) => void,
): Promise<BakeResult> {
  const pulse = new SharedPulse(stop),
    limits = job.limits === undefined ? DEFAULT_LIMITS : parseLimits(job.limits),
    none = { frames: 0, committed: 0, from: 0, particles: 0, memoryBytes: 0, diskBytes: 0 };
  const { output, scene, options } = job,
    { threads = 1 } = options;
  onEvent({ event: 'start', version: version(), scene, output, threads, ...none });
  const ended = await followRanks(
    comm,
    { threads, limits },
    {
      shouldStop: () => Atomics.load(stop, 0) === 1,
      beat: () => pulse.beat(),
      encodeFrame,
      encodeState: encodeCheckpoint,
    },
  ).catch(afterRank0);
  comm.leave();
  if (ended === FAILED) {
    const hint = 'See what rank 0 says.';
    throw new ThixoError([problem('RANK_ENDED', '', 'Rank 0 has ended the run.', hint)]);
  }
  return { outcome: ended as BakeResult['outcome'], frame: 0, hash: '' };
}

/** Throws the error once rank 0 had time to say its own. */
async function afterRank0(error: unknown): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, COURTESY));
  throw error;
}
