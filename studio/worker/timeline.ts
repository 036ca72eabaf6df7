// A run that can be touched, changed and rewound. The world sees only what the scene says: a stroke is written into the scene at the
// beginning of a frame, and only then simulated. So the scene, run again by anybody, gives the same frames bit for bit.

import { World, type WorldOptions } from '../../src/index.ts';
import { SnapshotRing } from '../../src/live/snapshot-ring.ts';
import { previewScene } from '../../src/scene/preview-scene.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import type { FrameReport } from '../../src/world/report.ts';
import { beginStroke, endStroke, extendStroke, type Stroke, type StrokeInput } from '../model/strokes.ts';
import { validUntil } from '../model/valid-until.ts';
import { isRecord } from '../model/value.ts';

export interface TimelineOptions extends WorldOptions {
  readonly preview: boolean;
  /** Bytes of saved states. */
  readonly budget: number;
}

export class Timeline {
  /** The scene as written, with the content of its files. */
  written: unknown;
  /** The last frame that was simulated since the scene changed. */
  simulated = 0;
  readonly ring: SnapshotRing;
  private readonly options: TimelineOptions;
  private current: World;
  private held: StrokeInput | undefined;
  private stroke: Stroke | undefined;

  private constructor(world: World, written: unknown, options: TimelineOptions) {
    this.current = world;
    this.written = written;
    this.options = options;
    this.ring = new SnapshotRing({ bytes: options.budget });
    this.keep();
  }

  static async open(written: unknown, options: TimelineOptions): Promise<Timeline> {
    return new Timeline(await World.create(inputOf(written, options), worldOptions(options)), written, options);
  }

  get world(): World {
    return this.current;
  }

  get frame(): number {
    return this.current.frame;
  }

  get frameCount(): number {
    return this.current.frameCount;
  }

  /** Frame and beginning of the stroke that lasts, if one does. */
  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** Simulates one frame, with the stroke as it is now. */
  async advance(): Promise<FrameReport> {
    if (this.held) await this.record(this.held);
    const report = this.current.advance();
    if (report.ok) {
      this.keep();
      this.simulated = Math.max(this.simulated, this.frame);
    }
    return report;
  }

  /** Where the pointer is that holds a tool; the first time the stroke begins with the next frame. */
  hold(input: StrokeInput): void {
    this.held = input;
  }

  /** The tool is let go; returns what was written into the scene. */
  async release(): Promise<Stroke | undefined> {
    const { stroke, held } = this;
    this.held = undefined;
    this.stroke = undefined;
    if (!stroke || !held) return undefined;
    const ended = endStroke(stroke, held.tool, this.timeOf(this.frame));
    await this.amend(withStroke(this.written, stroke, ended));
    return ended;
  }

  /**
   * Takes a changed scene. Frames before the change stay; returns the frame up to which they do. Throws what is wrong with the scene, and then
   * nothing has changed.
   */
  async update(written: unknown): Promise<number> {
    if (JSON.stringify(written) === JSON.stringify(this.written)) return this.simulated;
    // Parts of a scene begin with the first frame that begins at their time or later.
    const last = Math.floor(validUntil(this.written, written) * this.rate + 1e-6);
    if (this.frame === 0 || last < this.frame || !this.canAmend(written)) await this.reopen(last, written);
    this.written = written;
    this.simulated = Math.min(this.simulated, Math.max(last, this.frame));
    this.ring.dropAfter(last);
    this.keep();
    return last;
  }

  /** Goes to the last saved state at or before a frame, unless the world is nearer to it already. */
  async rewind(frame: number): Promise<void> {
    const from = this.ring.before(frame);
    if (this.frame <= frame && (!from || from.frame <= this.frame)) return;
    if (from) this.current.rewind(from.snapshot, inputOf(this.written, this.options));
    else await this.reopen(0, this.written);
  }

  dispose(): void {
    this.current.dispose();
  }

  /** Goes on with a changed scene, unless it changes what is already there. */
  private canAmend(written: unknown): boolean {
    try {
      this.current.amend(inputOf(written, this.options));
      return true;
    } catch (error) {
      if (isFixed(error)) return false;
      throw error;
    }
  }

  private get rate(): number {
    return this.current.scene.frameRate;
  }

  private timeOf(frame: number): number {
    return frame / this.rate;
  }

  private keep(): void {
    this.ring.offer(this.frame, () => this.current.snapshot());
  }

  /** Writes where the tool goes in the next frame. */
  private async record(held: StrokeInput): Promise<void> {
    const before = this.stroke,
      begun = before ?? beginStroke(held, this.timeOf(this.frame)),
      now = extendStroke(begun, held, this.timeOf(this.frame + 1));
    await this.amend(before ? withStroke(this.written, before, now) : withNew(this.written, now));
    this.stroke = now;
    this.ring.dropAfter(this.frame);
    this.simulated = this.frame;
  }

  /** At the start the world of a changed scene is simply made: nothing is there yet that would have to stay. */
  private async amend(written: unknown): Promise<void> {
    if (this.frame === 0) await this.reopen(0, written);
    else this.current.amend(inputOf(written, this.options));
    this.written = written;
  }

  /** The nearest state from which the changed scene can go on; else its start. */
  private async reopen(last: number, written: unknown): Promise<void> {
    const from = this.ring.before(last);
    if (from && last > 0) {
      try {
        this.current.rewind(from.snapshot, inputOf(written, this.options));
        return;
      } catch (error) {
        if (!isFixed(error)) throw error;
      }
    }
    const world = await World.create(inputOf(written, this.options), worldOptions(this.options));
    this.current.dispose();
    this.current = world;
    this.ring.dropAfter(-1);
  }
}

function worldOptions({ threads, limits, wasmUrl, workerUrl, memoryBytes }: TimelineOptions): WorldOptions {
  return { threads, limits, wasmUrl, workerUrl, memoryBytes };
}

function inputOf(written: unknown, { preview }: TimelineOptions): SceneInput {
  return (preview ? previewScene(written) : written) as SceneInput;
}

/** Whether the scene changes what a state already holds. */
function isFixed(error: unknown): boolean {
  return isRecord(error) && Array.isArray(error.problems) && error.problems.some(({ code }) => code === 'BRANCH_FIXED');
}

function withNew(written: unknown, { list, item }: Stroke): unknown {
  const scene = written as Record<string, unknown>;
  return { ...scene, [list]: [...((scene[list] as unknown[]) ?? []), item] };
}

/** The stroke is always the last of its list while it lasts. */
function withStroke(written: unknown, before: Stroke, { item }: Stroke): unknown {
  const scene = written as Record<string, unknown>;
  return { ...scene, [before.list]: [...(scene[before.list] as unknown[]).slice(0, -1), item] };
}
