// What `run` shows while it runs: lines of JSON for programs, progress for people.

import type { BakeEvent } from '../cache/records.ts';
import type { Context } from './context.ts';
import { print, say, sayProblems } from './context.ts';
import { formatBytes, formatSeconds, number, plural, shortCount, shortNumber } from './format.ts';
import type { StopReason } from './io.ts';
import { type Plan, Progress, type Step } from './progress.ts';
import type { View } from './watch.ts';

/** The view of a run that the flags ask for; `output` is the path of the cache as people know it. */
export function makeRunView(context: Context, output: string): View<BakeEvent> {
  return context.json ? new JsonView(context) : new TextView(context, output);
}

/** Says that it is only a preview. */
export function sayPreview(context: Context): void {
  if (!context.quiet && !context.json)
    say(context, 'Preview: the finest level is left out. For the real run, use the same command without --preview.');
}

class JsonView implements View<BakeEvent> {
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  show(event: BakeEvent): void {
    print(this.context, JSON.stringify(event));
  }

  stopping(): void {}
  end(): void {}
}

type Start = Extract<BakeEvent, { event: 'start' }>;
type Frame = Extract<BakeEvent, { event: 'frame' }>;
type Done = Extract<BakeEvent, { event: 'done' }>;

class TextView implements View<BakeEvent> {
  private readonly context: Context;
  private readonly output: string;
  private readonly progress: Progress;
  private start: Start | undefined;
  /** The frame in work. */
  private frame = 0;
  /** Whether a frame was written. */
  private wrote = false;

  constructor(context: Context, output: string) {
    this.context = context;
    this.output = output;
    this.progress = new Progress(context.io, context.colors, context.quiet);
  }

  show(event: BakeEvent): void {
    if (event.event === 'start') this.begin(event);
    else if (event.event === 'frame') {
      this.frame = event.frame + 1;
      this.wrote = true;
      this.progress.step(stepOf(event));
    } else if (event.event === 'warning') this.aside(() => sayProblems(this.context, [event]));
    else if (event.event === 'diverged') this.aside(() => sayProblems(this.context, [event]));
    else if (event.event === 'done') this.finish(event);
  }

  stopping(reason: StopReason): void {
    const what = `Finishing ${this.start ? this.inWork(this.start) : 'the frame'}, then saving.`;
    this.aside(() =>
      say(this.context, `${what} ${reason === 'SIGINT' ? 'Ctrl-C again' : 'The same signal again'} to stop now.`),
    );
  }

  end(): void {
    this.progress.end();
  }

  private begin(start: Start): void {
    this.start = start;
    this.frame = start.from + 1;
    this.tell(planOf(start, this.output).join('\n'));
    if (start.committed < start.frames) this.progress.start(runPlan(start));
  }

  private inWork({ committed }: Start): string {
    return this.frame > committed ? `frame ${this.frame}` : 'the frame';
  }

  private finish(done: Done): void {
    this.progress.end();
    this.tell(summaryOf(done, this.start, this.output, this.wrote));
  }

  private tell(text: string): void {
    if (!this.context.quiet) say(this.context, text);
  }

  /** Says something without leaving half a line of progress behind. */
  private aside(speak: () => void): void {
    this.progress.clear();
    speak();
    this.progress.redraw();
  }
}

/** The frames of a run as progress sees them. */
export function runPlan({ frames, from }: Start): Plan {
  return { noun: 'frame', total: frames, from };
}

/** A frame of a run as progress sees it; frame 0 is no work. */
export function stepOf({ frame, particles, steps, dt, criterion, hash, wallSeconds }: Frame): Step {
  const work = [plural(steps, 'step'), `dt ${shortNumber(dt.min)} s${criterion === 'none' ? '' : ` (${criterion})`}`];
  return {
    at: frame,
    details: [`${shortCount(particles)} particles`, ...(frame === 0 ? [] : work), `hash ${hash.slice(0, 4)}…`],
    seconds: frame === 0 ? undefined : wallSeconds,
  };
}

/** What is about to happen. */
function planOf(start: Start, output: string): string[] {
  const { scene, particles, frames, threads, ranks = 1, committed, from, memoryBytes, diskBytes } = start;
  const workers =
    ranks > 1
      ? `${ranks} ranks of ${plural(threads, 'thread')}, `
      : threads > 0
        ? `${plural(threads, 'thread')}, `
        : '';
  const lines = [
    `${scene}: ${particles > 0 ? plural(particles, 'particle') : 'no particles yet'}, ${plural(frames, 'frame')}, ${workers}into ${output}`,
  ];
  if (committed >= frames) return lines;
  lines.push(
    `About ${formatBytes(memoryBytes)} of memory${ranks > 1 ? ' for each rank' : ''} and ${formatBytes(diskBytes)} of disk.`,
  );
  if (committed > 0) {
    const state = from === committed ? '' : `, from the saved state of frame ${from}`;
    lines.push(`Resuming after frame ${committed}${state}.`);
  }
  return lines;
}

/** What has happened. */
function summaryOf(done: Done, start: Start | undefined, output: string, wrote: boolean): string {
  const { frame, time, hash, wallSeconds, interrupted, diverged } = done;
  const frames = start?.frames ?? frame;
  if (interrupted) return `Saved at frame ${frame} of ${frames}. Run the same command to continue.`;
  if (diverged) return `${frame === 0 ? 'Frame 0 is' : `Frames 0 to ${frame} are`} kept in ${output}.`;
  if (!wrote) return `Already complete: frame ${frame}, hash ${hash}. --fresh simulates it again.`;
  return `Done: ${number(time)} s simulated in ${formatSeconds(wallSeconds)}. State hash ${hash}.`;
}
