// Progress on stderr: one line that is redrawn in a terminal, a plain line now and then elsewhere.

import type { Colors } from 'picocolors/types.js';
import type { BakeEvent } from '../cache/records.ts';
import { formatSeconds, plural, shortCount, shortNumber } from './format.ts';
import { type Io, mayRedraw } from './io.ts';

type Start = Extract<BakeEvent, { event: 'start' }>;
type Frame = Extract<BakeEvent, { event: 'frame' }>;

/** Frames whose median time the forecast is made from. */
const REMEMBERED = 10;
/** Plain lines of a whole run. */
const PLAIN_LINES = 10;
/** Or one after this time, ms. */
const PLAIN_PATIENCE = 30_000;
/** A terminal is redrawn this often, ms, so that the forecast runs down during a long frame. */
const TICK = 1000;
const CLEAR_LINE = '\r\u001b[K';
/** Where the terminal does not say how wide it is. */
const DEFAULT_WIDTH = 80;

export class Progress {
  private readonly io: Io;
  private readonly colors: Colors;
  private readonly quiet: boolean;
  private readonly redraws: boolean;
  private frames = 0;
  private last: Frame | undefined;
  private lastAt = 0;
  private saidAt = 0;
  private saidFrame = 0;
  private readonly times: number[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(io: Io, colors: Colors, quiet: boolean) {
    this.io = io;
    this.colors = colors;
    this.quiet = quiet;
    this.redraws = mayRedraw(io.stderr, io.env);
  }

  /** The first frame is in work. */
  start({ frames, from }: Start): void {
    this.frames = frames;
    this.saidFrame = from;
    this.lastAt = this.io.now();
    this.saidAt = this.lastAt;
    if (!this.redraws || this.quiet) return;
    this.timer = setInterval(() => this.redraw(), TICK);
    this.timer.unref();
  }

  /** A frame is done. */
  frame(frame: Frame): void {
    const now = this.io.now();
    this.remember(frame, now);
    this.last = frame;
    this.lastAt = now;
    if (this.quiet) return;
    if (this.redraws) this.redraw();
    else if (this.isDue(frame.frame, now)) this.sayPlain(now);
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

  /** Frame 0 is no work; before the first one, frames that were there may have been simulated again. */
  private remember({ frame, wallSeconds }: Frame, now: number): void {
    if (frame === 0) return;
    this.times.push(this.last ? (now - this.lastAt) / 1000 : wallSeconds);
    if (this.times.length > REMEMBERED) this.times.shift();
  }

  private sayPlain(now: number): void {
    this.saidAt = now;
    this.saidFrame = this.last!.frame;
    this.io.stderr.write(`${this.parts().join('  ')}\n`);
  }

  /** Whether a plain log shows this frame: every tenth of the run, or after a while; the last one always. */
  private isDue(frame: number, now: number): boolean {
    const tenth = (n: number): number => Math.floor((n * PLAIN_LINES) / this.frames);
    return frame >= this.frames || tenth(frame) > tenth(this.saidFrame) || now - this.saidAt >= PLAIN_PATIENCE;
  }

  /** The line in parts, the most important first. */
  private parts(): string[] {
    const { frame, particles, steps, dt, criterion, hash } = this.last!;
    const whole = String(this.frames),
      percent = frame >= this.frames ? 100 : Math.floor((100 * frame) / this.frames);
    const parts = [`frame ${String(frame).padStart(whole.length)}/${whole}`, `${String(percent).padStart(3)} %`];
    if (frame < this.frames && this.times.length > 0)
      parts.push(`ETA ${formatSeconds(this.secondsLeft(this.frames - frame))}`);
    parts.push(`${shortCount(particles)} particles`);
    if (frame === 0) return [...parts, `hash ${hash.slice(0, 4)}…`];
    parts.push(plural(steps, 'step'));
    parts.push(
      `dt ${shortNumber(dt.min)} s${criterion === 'none' ? '' : ` (${criterion})`}`,
      `hash ${hash.slice(0, 4)}…`,
    );
    return parts;
  }

  /** Forecast from the median of the last frames, less what the frame in work has already taken, s. */
  private secondsLeft(frames: number): number {
    const sorted = [...this.times].sort((a, b) => a - b),
      median = sorted[sorted.length >> 1] ?? 0;
    const inWork = Math.min(median, (this.io.now() - this.lastAt) / 1000);
    return Math.max(0, median * frames - inWork);
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
