// Progress on stderr: one line that is redrawn in a terminal, a plain line now and then elsewhere.

import type { Colors } from 'picocolors/types.js';
import { formatSeconds } from './format.ts';
import { type Io, mayRedraw } from './io.ts';
import { CLEAR_LINE } from './printable.ts';

/** What is going to be made. */
export interface Plan {
  /** What each of them is called. */
  readonly noun: string;
  readonly total: number;
  /** The last one that is already there. */
  readonly from: number;
  /** Threads that each make one at a time; default 1. */
  readonly threads?: number;
}

/** One of them is there. */
export interface Step {
  /** Its number, or how many there are now. */
  readonly at: number;
  /** What else to say, the most important first. */
  readonly details: readonly string[];
  /** How long it took, s; undefined if it was no work. */
  readonly seconds: number | undefined;
}

/** Steps of a thread whose times the forecast is made from. */
const REMEMBERED = 10;
/** Plain lines of the whole. */
const PLAIN_LINES = 10;
/** Or one after this time, ms. */
const PLAIN_PATIENCE = 30_000;
/** A terminal is redrawn this often, ms, so that the forecast runs down during a long frame. */
const TICK = 1000;
/** Where the terminal does not say how wide it is. */
const DEFAULT_WIDTH = 80;

export class Progress {
  private readonly io: Io;
  private readonly colors: Colors;
  private readonly quiet: boolean;
  private readonly redraws: boolean;
  private plan: Plan = { noun: '', total: 0, from: 0 };
  private last: Step | undefined;
  private lastAt = 0;
  private saidAt = 0;
  private saidStep = 0;
  private readonly times: number[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(io: Io, colors: Colors, quiet: boolean) {
    this.io = io;
    this.colors = colors;
    this.quiet = quiet;
    this.redraws = mayRedraw(io.stderr, io.env);
  }

  /** The first one is in work. */
  start(plan: Plan): void {
    this.plan = plan;
    this.saidStep = plan.from;
    this.lastAt = this.io.now();
    this.saidAt = this.lastAt;
    if (!this.redraws || this.quiet) return;
    this.timer = setInterval(() => this.redraw(), TICK);
    this.timer.unref();
  }

  /** One is done. */
  step(step: Step): void {
    const now = this.io.now();
    this.remember(step, now);
    this.last = step;
    this.lastAt = now;
    if (this.quiet) return;
    if (this.redraws) this.redraw();
    else if (this.isDue(step.at, now)) this.sayPlain(now);
  }

  /** One was there already: nothing to say of it in a log. */
  skip(at: number): void {
    this.last = { at, details: [], seconds: undefined };
    this.lastAt = this.io.now();
    this.redraw();
  }

  /** Draws the line as it is now. */
  redraw(): void {
    if (!this.redraws || this.quiet || !this.last) return;
    const width = (this.io.stderr.columns || DEFAULT_WIDTH) - 1;
    const [head, ...rest] = fitting(this.parts(), width);
    this.io.stderr.write(`${CLEAR_LINE}${this.colors.cyan(head!)}${rest.map((part) => `  ${part}`).join('')}`);
  }

  /** Takes the line away, so that something else can be said. */
  clear(): void {
    if (this.redraws && !this.quiet && this.last) this.io.stderr.write(CLEAR_LINE);
  }

  /** Leaves the last line standing. */
  end(): void {
    clearInterval(this.timer);
    if (this.redraws && !this.quiet && this.last) this.io.stderr.write('\n');
    this.last = undefined;
  }

  /** Before the first one, others that were there may have been made again: its own time counts. */
  private remember({ seconds }: Step, now: number): void {
    if (seconds === undefined) return;
    this.times.push(this.last ? (now - this.lastAt) / 1000 : seconds / this.threads);
    if (this.times.length > REMEMBERED * this.threads) this.times.shift();
  }

  private sayPlain(now: number): void {
    this.saidAt = now;
    this.saidStep = this.last!.at;
    this.io.stderr.write(`${this.parts().join('  ')}\n`);
  }

  /** Whether a plain log shows this one: every tenth of the whole, or after a while; the last one always. */
  private isDue(at: number, now: number): boolean {
    const { total } = this.plan,
      tenth = (n: number): number => Math.floor((n * PLAIN_LINES) / total);
    return at >= total || tenth(at) > tenth(this.saidStep) || now - this.saidAt >= PLAIN_PATIENCE;
  }

  /** The line in parts, the most important first. */
  private parts(): string[] {
    const { at, details } = this.last!,
      { noun, total } = this.plan;
    const whole = String(total),
      percent = at >= total ? 100 : Math.floor((100 * at) / total);
    const parts = [`${noun} ${String(at).padStart(whole.length)}/${whole}`, `${String(percent).padStart(3)} %`];
    if (at < total && this.times.length > 0) parts.push(`ETA ${formatSeconds(this.secondsLeft(total - at))}`);
    return [...parts, ...details];
  }

  /** Forecast from the last ones, less what the one in work has already taken, s. */
  private secondsLeft(steps: number): number {
    const usual = this.usualTime(),
      inWork = Math.min(usual, (this.io.now() - this.lastAt) / 1000);
    return Math.max(0, usual * steps - inWork);
  }

  /** Between two of them, s: the median, or the mean where several threads finish theirs at about the same time. */
  private usualTime(): number {
    const { times } = this;
    if (this.threads > 1) return times.reduce((sum, time) => sum + time, 0) / times.length;
    return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
  }

  private get threads(): number {
    return this.plan.threads ?? 1;
  }
}

/** As many of the parts, two spaces apart, as fit into a width; the first one cut if need be. */
function fitting(parts: readonly string[], width: number): string[] {
  const kept: string[] = [];
  let used = 0;
  for (const part of parts) {
    const needed = part.length + (kept.length === 0 ? 0 : 2);
    if (used + needed > width) break;
    kept.push(part);
    used += needed;
  }
  return kept.length > 0 ? kept : [parts[0]!.slice(0, Math.max(0, width))];
}
