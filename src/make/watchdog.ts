// Notices work that no longer moves. It looks from outside, because who is stuck cannot say so.

import { performance } from 'node:perf_hooks';
import { type Problem, problem, type Severity } from '../problem.ts';

/** A look at work: how many signs of life there were, and what it is at. */
export interface Sign {
  readonly count: number;
  readonly doing: string;
  /** How many times longer than `patience` this may take without a sign; once if left out. */
  readonly slowness?: number;
}

/** What is watched, and the clocks. */
export interface Watched {
  /** Undefined while there is nothing to do. */
  sign(): Sign | undefined;
  /** A clock that never goes back, ms. */
  now(): number;
  /** Processor time that the process has taken, ms. */
  processorTime(): number;
  /** Without a sign for so long it is said to be stuck, ms; or for 50 times what is usual between two, if that is longer. */
  readonly patience: number;
}

/** Work that does not move. */
export interface Stall {
  readonly doing: string;
  readonly seconds: number;
  /** Share of one core that the process has used since the last sign. */
  readonly share: number;
}

export const PATIENCE = 30_000;
const TIMES_USUAL = 50;
/** Pauses that are remembered. */
const REMEMBERED = 51;
/** Looks within the patience. */
const LOOKS = 30;

export class Watchdog {
  private readonly watched: Watched;
  private readonly pauses: number[] = [];
  private count = -1;
  private since = 0;
  private processorSince = 0;
  private told = false;

  constructor(watched: Watched) {
    this.watched = watched;
  }

  /** Looks once; answers a stall the first time that it is seen. */
  look(): Stall | undefined {
    const { watched } = this,
      now = watched.now(),
      sign = watched.sign();
    if (!sign || sign.count !== this.count) {
      if (sign && this.count >= 0 && sign.count > this.count)
        this.remember((now - this.since) / (sign.count - this.count));
      this.count = sign?.count ?? -1;
      this.since = now;
      this.processorSince = watched.processorTime();
      this.told = false;
      return undefined;
    }
    const quiet = now - this.since;
    const { slowness = 1 } = sign;
    if (this.told || quiet < Math.max(slowness * watched.patience, TIMES_USUAL * this.usual())) return undefined;
    this.told = true;
    const share = (watched.processorTime() - this.processorSince) / quiet;
    return { doing: sign.doing, seconds: quiet / 1000, share };
  }

  private remember(pause: number): void {
    this.pauses.push(pause);
    if (this.pauses.length > REMEMBERED) this.pauses.shift();
  }

  /** The median, ms. */
  private usual(): number {
    return [...this.pauses].sort((a, b) => a - b)[this.pauses.length >> 1] ?? 0;
  }
}

/** Watches work until the returned function is called. */
export function watchOver(
  sign: Watched['sign'],
  onStall: (stall: Stall) => void,
  patience: number = PATIENCE,
): () => void {
  const processorTime = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const dog = new Watchdog({ sign, now: () => performance.now(), processorTime, patience });
  const timer = setInterval(() => {
    const stall = dog.look();
    if (stall) onStall(stall);
  }, patience / LOOKS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Below this share of a core a process does not compute. */
const IDLE = 0.2;

/** What to say of it. */
export function stalled({ doing, seconds, share }: Stall, severity: Severity): Problem {
  const message = `Nothing has moved for ${Math.round(seconds)} s while ${doing}; the process uses ${Math.round(100 * share)} % of a core.`;
  const cause =
    share < IDLE
      ? 'It waits for something: a disk that does not answer, another process, or a thread that is gone.'
      : 'It computes, so it may only be slow.';
  const end = 'Every frame that was written is safe, and the same command goes on after it.';
  const hint = severity === 'warning' ? `${cause} Ctrl-C twice stops it. ${end}` : `${cause} ${end}`;
  return { ...problem('STALLED', '', message, hint), severity };
}
