// Where and how a function works, and who is told of it.

import type { StageEvent } from './events.ts';

/** What functions of this part have at hand instead of the process. */
export interface Surroundings {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Where ffmpeg is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly threads: number;
  /** Aborted when the work should come to an end. */
  readonly signal: AbortSignal;
  /** Whether work that no longer moves is ended with STALLED. */
  readonly stopIfStuck: boolean;
  /** A clock, ms. */
  now(): number;
  tell(event: StageEvent): void;
}
