// What `animate` and `deform` show while they work: lines of JSON for programs, progress for people.

import type { AnimateEvent } from '../make/animate-design.ts';
import type { DeformEvent } from '../make/deform-design.ts';
import { type Context, print, say, sayProblems } from './context.ts';
import { formatSeconds, number, plural, shortNumber } from './format.ts';
import type { StopReason } from './io.ts';
import { Progress } from './progress.ts';
import type { View } from './watch.ts';

/** The view of a motion that the flags ask for; `output` is the path of the cache as people know it. */
export function makeAnimateView(context: Context, output: string): View<AnimateEvent> {
  return context.json ? lines(context) : new AnimateView(context, output);
}

/** The view of a shape that is pulled: it takes too short a time for more than a line. */
export function makeDeformView(context: Context): View<DeformEvent> {
  return context.json ? lines(context) : { show: () => {}, stopping: () => {}, end: () => {} };
}

function lines<Event>(context: Context): View<Event> {
  return { show: (event) => print(context, JSON.stringify(event)), stopping: () => {}, end: () => {} };
}

type Told<Name extends AnimateEvent['event']> = Extract<AnimateEvent, { readonly event: Name }>;

class AnimateView implements View<AnimateEvent> {
  private readonly context: Context;
  private readonly output: string;
  private readonly progress: Progress;
  private start: Told<'start'> | undefined;
  private wrote = false;

  constructor(context: Context, output: string) {
    this.context = context;
    this.output = output;
    this.progress = new Progress(context.io, context.colors, context.quiet);
  }

  show(told: AnimateEvent): void {
    if (told.event === 'start') this.begin(told);
    else if (told.event === 'solved') this.solved(told);
    else if (told.event === 'warning') sayProblems(this.context, [told]);
    else if (told.event === 'frame') {
      this.wrote = true;
      this.progress.step({ at: told.frame, details: [`hash ${told.hash.slice(0, 4)}…`], seconds: told.wallSeconds });
    } else if (told.event === 'done') this.finish(told);
  }

  stopping(reason: StopReason): void {
    this.tell(`Stopping. ${reason === 'SIGINT' ? 'Ctrl-C again' : 'The same signal again'} to stop at once.`);
  }

  end(): void {
    this.progress.end();
  }

  private begin(start: Told<'start'>): void {
    const { scene, particles, frames, committed } = start;
    this.start = start;
    this.tell(`${scene}: ${plural(particles, 'particle')}, ${plural(frames, 'frame')}, into ${this.output}`);
    if (committed > 0 && committed < frames) this.tell(`Resuming after frame ${committed}.`);
  }

  private solved({ frames, iterations, miss, volumeChange, strain }: Told<'solved'>): void {
    const [low, high] = volumeChange.map((part) => `${number(Number((100 * part).toPrecision(2)))} %`),
      volume = low === high ? `by ${low}` : `between ${low} and ${high}`;
    this.tell(
      `Solved with ${plural(frames.length, 'frame')} in time, in ${plural(iterations, 'step')}. Keyframes are missed by ${shortNumber(miss)} m at most; the volume changes ${volume}, the strain is ${shortNumber(strain)} at most.`,
    );
    this.progress.start({ noun: 'frame', total: this.start!.frames, from: this.start!.from });
  }

  private finish({ frame, hash, time, wallSeconds, interrupted }: Told<'done'>): void {
    this.progress.end();
    const frames = this.start?.frames ?? frame;
    if (interrupted && frame < 0) this.tell('Stopped before the motion was solved. Nothing was written.');
    else if (interrupted) this.tell(`Saved up to frame ${frame} of ${frames}. Run the same command to continue.`);
    else if (!this.wrote) this.tell(`Already complete: frame ${frame}, hash ${hash}. --fresh makes it again.`);
    else
      this.tell(
        `Done: ${number(time)} s of motion in ${formatSeconds(wallSeconds)}. Hash ${hash}.\nTo see it: thixo render ${this.output}`,
      );
  }

  private tell(text: string): void {
    if (!this.context.quiet) say(this.context, text);
  }
}
