// What `compare` shows while it runs: progress for people, nothing for programs, whose result comes at the end.

import type { CompareEvent } from '../../make/compare/run-comparison.ts';
import { type Context, say, sayProblems } from '../context.ts';
import { plural, shortCount } from '../format.ts';
import type { StopReason } from '../io.ts';
import { Progress } from '../progress.ts';
import type { View } from '../watch.ts';

/** Shows a comparison. */
export class CompareView implements View<CompareEvent> {
  private readonly context: Context;
  private progress: Progress | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  show(event: CompareEvent): void {
    if (event.event === 'start') this.begin(event);
    else if (event.event === 'warning') this.aside(() => this.context.json || sayProblems(this.context, [event]));
    else {
      const { frame, particles, steps, seconds } = event;
      const details = [`${shortCount(particles)} particles`, plural(steps, 'step')];
      this.progress!.step({ at: frame, details, seconds });
    }
  }

  /** It was asked to stop and will, after the frame. */
  stopping(reason: StopReason): void {
    const again = reason === 'SIGINT' ? 'Ctrl-C again' : 'The same signal again';
    if (!this.context.json) this.aside(() => say(this.context, `Finishing the frame. ${again} to stop now.`));
  }

  /** Nothing more will come. */
  end(): void {
    this.progress?.end();
  }

  private begin({ run, scene, frames, particles, threads }: Extract<CompareEvent, { event: 'start' }>): void {
    const { context } = this,
      isSilent = context.quiet || context.json;
    this.progress?.end();
    const what = run === 'adaptive' ? 'as written' : 'standard, all particles at the finest level';
    if (!isSilent)
      say(
        context,
        `${scene}, ${what}: ${plural(particles, 'particle')}, ${plural(frames, 'frame')}, ${plural(threads, 'thread')}`,
      );
    this.progress = new Progress(context.io, context.colors, isSilent);
    this.progress.start({ noun: `${run} frame`, total: frames, from: 0 });
  }

  /** Says something without leaving half a line of progress behind. */
  private aside(speak: () => void): void {
    this.progress?.clear();
    speak();
    this.progress?.redraw();
  }
}
