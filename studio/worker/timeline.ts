// A run of the studio: a live world that follows the text. Strokes are inputs of the live world; what the page changes otherwise comes as a
// whole scene, and frames before the change stay.

import { LiveWorld, type World, type WorldOptions } from '../../src/index.ts';
import type { Stroke as LiveStroke } from '../../src/live/stroke.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import type { FrameReport } from '../../src/world/report.ts';
import { roundedPoint, type Stroke, type StrokeInput } from '../model/strokes.ts';
import { validUntil } from '../model/valid-until.ts';
import { at, isRecord } from '../model/value.ts';
import { beginStroke } from './begin-stroke.ts';

export interface TimelineOptions extends WorldOptions {
  readonly preview: boolean;
  /** Bytes of saved states. */
  readonly budget: number;
}

export class Timeline {
  /** The last frame that was simulated since the scene changed. */
  simulated = 0;
  private readonly options: TimelineOptions;
  private live: LiveWorld;
  private held: StrokeInput | undefined;
  private stroke: LiveStroke | undefined;

  private constructor(live: LiveWorld, options: TimelineOptions) {
    this.live = live;
    this.options = options;
  }

  static async open(written: unknown, options: TimelineOptions): Promise<Timeline> {
    return new Timeline(await create(written, options), options);
  }

  /** The scene as written, with the content of its files and every stroke so far. */
  get written(): unknown {
    return this.live.scene;
  }

  get world(): World {
    return this.live.world;
  }

  get ring(): LiveWorld['snapshots'] {
    return this.live.snapshots;
  }

  get frame(): number {
    return this.live.frame;
  }

  get frameCount(): number {
    return this.world.frameCount;
  }

  /** Whether a stroke lasts: its end is not in the text of the page yet. */
  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** Simulates one frame, with the stroke as it is now. Throws what is wrong with the stroke; it is then forgotten. */
  advance(): FrameReport {
    try {
      if (this.held) this.record(this.held);
      const report = this.live.advance();
      if (report.ok) this.simulated = Math.max(this.simulated, this.frame);
      return report;
    } catch (error) {
      this.held = this.stroke = undefined;
      throw error;
    }
  }

  /** Where the pointer is that holds a tool; the first time the stroke begins with the next frame. */
  hold(input: StrokeInput): void {
    this.held = input;
  }

  /** The tool is let go; returns what was written into the scene. An obstacle that was put down stays where it was left. */
  release(): Stroke | undefined {
    const { stroke, held } = this;
    this.held = this.stroke = undefined;
    if (!stroke || !held) return undefined;
    if (held.tool !== 'obstacle') stroke.end();
    const [, list, index] = stroke.pointer.split('/');
    return { list, item: at(this.written, [list!, Number(index)]) } as Stroke;
  }

  /**
   * Takes a changed scene. Frames before the change stay; returns the last that does, or nothing if the scene is the same. Throws what is wrong
   * with it, and then nothing has changed.
   */
  async update(written: unknown): Promise<number | undefined> {
    if (JSON.stringify(written) === JSON.stringify(this.written)) return undefined;
    // Parts of a scene begin with the first frame that begins at their time or later.
    const last = Math.floor(validUntil(this.written, written) * this.world.scene.frameRate + 1e-6);
    if (last === 0 || !this.canAmend(written, last)) await this.reopen(written);
    this.simulated = Math.min(this.simulated, Math.max(last, this.frame));
    return last;
  }

  /** Goes to the last saved state at or before a frame, unless the world is nearer to it already. */
  rewind(frame: number): void {
    this.live.rewind(frame);
  }

  dispose(): void {
    this.live.dispose();
  }

  /** Goes on with a changed scene, unless it changes what is already there. */
  private canAmend(written: unknown, last: number): boolean {
    try {
      this.live.amend(written as SceneInput, last);
      return true;
    } catch (error) {
      if (isFixed(error)) return false;
      throw error;
    }
  }

  /** Writes where the tool goes in the next frame. */
  private record(held: StrokeInput): void {
    this.stroke ??= beginStroke(this.live, held);
    this.stroke.moveTo(roundedPoint(held));
    this.simulated = this.frame;
  }

  private async reopen(written: unknown): Promise<void> {
    const live = await create(written, this.options);
    this.live.dispose();
    this.live = live;
  }
}

function create(written: unknown, { budget, ...options }: TimelineOptions): Promise<LiveWorld> {
  return LiveWorld.create(written as SceneInput, { ...options, snapshotBytes: budget });
}

/** Whether the scene changes what a state already holds. */
function isFixed(error: unknown): boolean {
  return isRecord(error) && Array.isArray(error.problems) && error.problems.some(({ code }) => code === 'BRANCH_FIXED');
}
