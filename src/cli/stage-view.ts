// What a command shows while it makes something of frames: lines of JSON for programs, progress for people.

import { version } from '../cache/version.ts';
import type { Made } from '../make/frame-jobs/job.ts';
import { type Problem, problem } from '../problem.ts';
import { type Context, print, say, sayProblems } from './context.ts';
import { formatBytes, formatSeconds, plural } from './format.ts';
import type { StopReason } from './io.ts';
import { Progress } from './progress.ts';

/** A part of the work. */
export interface Stage {
  /** Its name in events. */
  readonly stage: 'mesh' | 'render' | 'export';
  /** What is made of every frame. */
  readonly noun: 'surface' | 'picture' | 'file' | 'frame';
  /** Title of the scene. */
  readonly scene: string;
  /** Where it goes, as the user knows it. */
  readonly output: string;
  /** How many there will be. */
  readonly total: number;
  /** Those of them that are known to be there. */
  readonly kept: number;
  readonly threads: number;
}

/** Shows a stage. */
export class StageView {
  private readonly context: Context;
  private readonly stage: Stage;
  private readonly progress: Progress;
  private readonly began: number;
  private made = 0;
  private kept: number;

  constructor(context: Context, stage: Stage) {
    this.context = context;
    this.stage = stage;
    this.kept = stage.kept;
    this.progress = new Progress(context.io, context.colors, context.quiet || context.json);
    this.began = context.io.now();
    const { noun, total, output, scene } = stage,
      threads = Math.max(1, Math.min(stage.threads, total - stage.kept));
    this.event('start', { version: version(), scene, output, frames: total, threads });
    if (this.isComplete) return;
    const rest = stage.kept > 0 ? `, ${stage.kept} of them are there` : '';
    this.tell(`${scene}: ${plural(total, noun)}${rest}, ${plural(threads, 'thread')}, into ${output}`);
    this.progress.start({ noun, total, from: this.kept, threads });
  }

  /** There is one more. */
  add({ made, frame, time, file, bytes, elements, wallSeconds }: Made): void {
    if (!made) {
      this.kept++;
      this.progress.skip(this.done);
      return;
    }
    this.made++;
    const more = elements === undefined ? {} : { elements };
    this.event('frame', { frame, time, file, bytes, ...more, wallSeconds });
    const details = [...(elements === undefined ? [] : [plural(elements, 'triangle')]), formatBytes(bytes)];
    this.progress.step({ at: this.done, details, seconds: wallSeconds });
  }

  /** A frame has gone into the one file of all. */
  pass(): void {
    this.made = (this.made % this.stage.total) + 1; // a format may go through the frames several times
    this.progress.skip(this.made);
  }

  /** There is nothing to do until a run has simulated more. */
  wait(): void {
    this.aside(() => this.tell('Waiting for the run to simulate more frames.'));
  }

  /** It was asked to stop and will. */
  stopping(reason: StopReason): void {
    if (reason === 'EPIPE' || this.context.json) return;
    const again = reason === 'SIGINT' ? 'Ctrl-C again' : 'The same signal again';
    this.aside(() => say(this.context, `Finishing what is in work. ${again} to stop now.`));
  }

  /** Nothing more will come; `frames` are there now, all of them unless it was interrupted. */
  end(interrupted: boolean): void {
    this.progress.end();
    const { noun, total, output } = this.stage,
      wallSeconds = (this.context.io.now() - this.began) / 1000;
    this.event('done', { output, frames: this.done, made: this.made, wallSeconds, interrupted });
    if (interrupted) this.tell(`Stopped with ${this.done} of ${plural(total, noun)}. Run the same command to go on.`);
    else if (this.made === 0) this.tell(`Already there: ${plural(this.done, noun)}.`);
    else this.tell(`Done: ${plural(this.done, noun)} in ${formatSeconds(wallSeconds)}.`);
  }

  /** Something failed. */
  fail(): void {
    this.progress.end();
  }

  private get done(): number {
    return this.kept + this.made;
  }

  private get isComplete(): boolean {
    return this.stage.total > 0 && this.stage.kept >= this.stage.total;
  }

  private event(event: string, fields: object): void {
    if (this.context.json) print(this.context, JSON.stringify({ event, stage: this.stage.stage, ...fields }));
  }

  private tell(text: string): void {
    if (!this.context.quiet && !this.context.json) say(this.context, text);
  }

  /** Says something without leaving half a line of progress behind. */
  private aside(speak: () => void): void {
    this.progress.clear();
    speak();
    this.progress.redraw();
  }
}

/** Tells a warning: an event for programs, text for people. */
export function warn(context: Context, warning: Problem): void {
  if (context.json) print(context, JSON.stringify({ event: 'warning', ...warning }));
  else sayProblems(context, [warning]);
}

/** The warning that a cache ends before its scene does. */
export function endsEarly(name: string, last: number, wanted: number): Problem {
  const message = `${name} has the frames 0 to ${last} of ${wanted}, and no run is simulating the rest.`;
  const hint = 'Go on with `thixo run`, then run this command again: it does what is missing.';
  return { ...problem('CACHE_NO_FRAME', '', message, hint), severity: 'warning' };
}
