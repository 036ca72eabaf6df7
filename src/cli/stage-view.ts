// What a command shows while it makes something of frames: lines of JSON for programs, progress for people.

import type { StageEvent, StageName } from '../make/events.ts';
import type { Context } from './context.ts';
import { print, say, sayProblems } from './context.ts';
import { formatBytes, formatSeconds, plural } from './format.ts';
import type { StopReason } from './io.ts';
import { Progress } from './progress.ts';
import type { View } from './watch.ts';

/** The view of stages, one after the other, that the flags ask for. */
export function makeStageView(context: Context): View<StageEvent> {
  return context.json ? new JsonView(context) : new TextView(context);
}

class JsonView implements View<StageEvent> {
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  show(event: StageEvent): void {
    const line = lineOf(event);
    if (line) print(this.context, JSON.stringify(line));
  }

  stopping(): void {}
  end(): void {}
}

/** Exactly the fields of the contract; undefined for what has no line. */
function lineOf(told: StageEvent): object | undefined {
  const { event, stage } = told;
  if (event === 'warning') {
    const { stage: _, ...warning } = told;
    return warning;
  }
  if (event === 'done' && stage === 'write') return told;
  if (event === 'start' && stage !== 'write') {
    const { version, scene, output, frames, threads } = told;
    return { event, stage, version, scene, output, frames, threads };
  }
  if (event === 'frame' && told.made) {
    const { made: _made, done: _done, ...line } = told;
    return line;
  }
  return event === 'done' ? told : undefined;
}

type Told<Event extends StageEvent['event']> = Extract<StageEvent, { readonly event: Event }>;
type Start = Extract<Told<'start'>, { readonly stage: StageName }>;
type Done = Extract<Told<'done'>, { readonly stage: StageName }>;

class TextView implements View<StageEvent> {
  private readonly context: Context;
  private progress: Progress | undefined;
  private stage: Start | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  show(told: StageEvent): void {
    const { event } = told;
    if (event === 'start') this.begin(told);
    else if (event === 'frame') this.add(told);
    else if (event === 'pass') this.progress!.skip(told.done);
    else if (event === 'done') this.finish(told);
    else if (event === 'warning') sayProblems(this.context, [told]);
    else if (event === 'wait' && (told.stage === 'mesh' || told.stage === 'foam'))
      this.aside(() => this.tell('Waiting for the run to simulate more frames.'));
    else this.tell(remarkOf(told));
  }

  stopping(reason: StopReason): void {
    if (reason === 'EPIPE' || !this.stage) return;
    const again = reason === 'SIGINT' ? 'Ctrl-C again' : 'The same signal again';
    this.aside(() => say(this.context, `Finishing the current work. ${again} to stop now.`));
  }

  end(): void {
    this.progress?.end();
  }

  private begin(start: Told<'start'>): void {
    if (start.stage === 'write') {
      this.stage = undefined;
      if (start.kind === 'video' || start.kind === 'animation') this.tell(`Writing ${start.output}.`);
      return;
    }
    const { context } = this,
      { makes, scene, output, frames, kept, threads } = start;
    this.stage = start;
    this.progress = new Progress(context.io, context.colors, context.quiet);
    if (frames > 0 && kept >= frames) return;
    const rest = kept > 0 ? `, ${kept} already ${kept === 1 ? 'exists' : 'exist'}` : '';
    this.tell(`${scene}: ${plural(frames, makes)}${rest}, ${plural(threads, 'thread')}, into ${output}`);
    this.progress.start({ noun: makes, total: frames, from: kept, threads });
  }

  private add({ made, done, bytes, elements, wallSeconds }: Told<'frame'>): void {
    if (!made) {
      this.progress!.skip(done);
      return;
    }
    const details = [...(elements === undefined ? [] : [plural(elements, 'triangle')]), formatBytes(bytes)];
    this.progress!.step({ at: done, details, seconds: wallSeconds });
  }

  private finish(done: Told<'done'>): void {
    this.progress?.end();
    if (done.stage !== 'write') this.tell(summaryOf(done, this.stage!));
    else if (done.interrupted) this.tell('Stopped; the pictures are kept. Run the same command to continue.');
  }

  private tell(text: string): void {
    if (text !== '' && !this.context.quiet) say(this.context, text);
  }

  /** Says something without leaving half a line of progress behind. */
  private aside(speak: () => void): void {
    this.progress?.clear();
    speak();
    this.progress?.redraw();
  }
}

/** What is worth a line of its own; empty if nothing is. */
function remarkOf(told: Told<'output' | 'wait' | 'pieces' | 'others'>): string {
  if (told.event === 'wait') return 'Waiting for the run to simulate all frames.';
  if (told.event === 'pieces') return `Looking for the pieces of ${plural(told.frames, 'frame')}.`;
  if (told.event === 'output')
    return told.fallback ? 'There is no ffmpeg on this machine: making an animated picture instead of a video.' : '';
  const { files, output } = told,
    which = files.length <= 3 ? files.join(', ') : `${files.slice(0, 2).join(', ')} and others`;
  return `${output} also has ${plural(files.length, 'file')} of other settings: ${which}.`;
}

/** What has happened. */
function summaryOf({ frames, made, wallSeconds, interrupted }: Done, { makes, frames: total }: Start): string {
  if (interrupted) return `Stopped with ${frames} of ${plural(total, makes)}. Run the same command to continue.`;
  if (made === 0) return `Already made: ${plural(frames, makes)}.`;
  return `Done: ${plural(frames, makes)} in ${formatSeconds(wallSeconds)}.`;
}
