// What is shown while jobs are done: progress for people, one event per line for programs.

import type { FarmEvent } from '../make/farm/run-batch.ts';
import { type Context, print, say, sayProblems } from './context.ts';
import { plural } from './format.ts';
import type { StopReason } from './io.ts';
import { Progress } from './progress.ts';
import type { View } from './watch.ts';

/** Shows jobs. */
export class FarmView implements View<FarmEvent> {
  private readonly context: Context;
  private progress: Progress | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  show(event: FarmEvent): void {
    const { context } = this;
    if (context.json) print(context, JSON.stringify(event));
    else if (event.event === 'start') this.begin(event);
    else if (event.event === 'note') {
      if (!context.quiet) this.aside(() => say(context, event.note));
    } else if (event.event === 'job') {
      const { problem, exit, label, done, seconds, host } = event;
      if (exit !== 0 && problem) {
        const message = `${label}: ${problem.message}`;
        this.aside(() => sayProblems(context, [{ ...problem, message, severity: 'warning' }]));
      }
      this.progress?.step({ at: done, details: [label, host], seconds });
    }
  }

  /** It was asked to stop and will. */
  stopping(reason: StopReason): void {
    const again = reason === 'SIGINT' ? 'Ctrl-C again' : 'The same signal again';
    if (!this.context.json)
      this.aside(() =>
        say(this.context, `Finishing the frames in work. ${again} to stop now. The same command continues.`),
      );
  }

  /** Nothing more will come. */
  end(): void {
    this.progress?.end();
  }

  private begin({ scene, noun, jobs, kept, on, folder }: Extract<FarmEvent, { event: 'start' }>): void {
    const { context } = this,
      there = kept > 0 ? `, ${kept} of them over` : '';
    if (!context.quiet) say(context, `${scene}: ${plural(jobs, noun)}${there}, ${on}, in ${folder}`);
    this.progress = new Progress(context.io, context.colors, context.quiet);
    this.progress.start({ noun, total: jobs, from: kept });
  }

  /** Says something without leaving half a line of progress behind. */
  private aside(speak: () => void): void {
    this.progress?.clear();
    speak();
    this.progress?.redraw();
  }
}
