// A world that listens: obstacles, grips, jets, heat and parameters are changed while it runs, and every input is written into its scene as
// an object with times. Inputs take effect at the beginning of a frame, and what is past never changes; so a run of the recorded scene from
// the start repeats the session bit for bit. [ADR 48]

import { problem, ThixoError } from '../problem.ts';
import { previewScene } from '../scene/preview-scene.ts';
import type { SceneInput } from '../scene/schema.ts';
import type { FrameReport } from '../world/report.ts';
import { World, type WorldOptions } from '../world/world.ts';
import { type InputList, Recording } from './recording.ts';
import { SnapshotRing } from './snapshot-ring.ts';
import { Stroke } from './stroke.ts';

export { type Place, Stroke } from './stroke.ts';

type Vec3 = readonly [number, number, number];
type Item<K extends InputList> = NonNullable<SceneInput[K]>[number];
/** Everything but its times and its motion. */
type Still<T> = Omit<T, 'from' | 'to' | 'motion'>;
type ForceInput = Item<'forces'>;
type GrabInput = Extract<ForceInput, { grab: unknown }>['grab'];
type PushInput = Extract<ForceInput, { push: unknown }>['push'];

/** How a live world is run. Only `preview` changes the result. */
export interface LiveOptions extends WorldOptions {
  /** Bytes for the snapshots that `seek` goes back to; default 256 MB. */
  readonly snapshotBytes?: number | undefined;
  /** Simulates coarser particles, as `thixo run --preview` does; what is recorded stays as it was said. */
  readonly preview?: boolean | undefined;
}

/** Forces of the frame that begins; without `from`, `to` and `motion`. */
export type ForceMaker = (world: World) => readonly ForceInput[];

/** A function that says forces, and what it said last. */
interface Maker {
  readonly make: ForceMaker;
  text: string;
  strokes: readonly Stroke[];
}

/**
 * A world that can be touched while it runs.
 * @example
 * const live = await LiveWorld.create(scene);
 * const grip = live.grab([0, 0.2, 0], { radius: 0.1 });
 * for (let k = 0; k < 10; k++) { grip.moveTo([0, 0.2 + 0.02 * k, 0]); live.advance(); }
 * grip.end();
 * const again = await World.create(live.scene); // runs with the same hashes
 */
export class LiveWorld {
  readonly world: World;
  /** Snapshots of the frames so far. */
  readonly snapshots: SnapshotRing;
  private readonly recording: Recording;
  private readonly preview: boolean;
  private readonly makers = new Set<Maker>();

  private constructor(world: World, scene: SceneInput, { snapshotBytes, preview = false }: LiveOptions) {
    this.world = world;
    this.recording = new Recording(scene);
    this.preview = preview;
    this.snapshots = new SnapshotRing(snapshotBytes === undefined ? {} : { bytes: snapshotBytes });
    this.snapshots.offer(0, () => world.snapshot());
  }

  /** Builds the world of a scene. */
  static async create(scene: SceneInput, options: LiveOptions = {}): Promise<LiveWorld> {
    const { snapshotBytes: _, preview = false, ...rest } = options;
    return new LiveWorld(await World.create(simulated(scene, preview), rest), scene, options);
  }

  /** The scene with everything that was done so far; as plain data, for a file. */
  get scene(): SceneInput {
    return this.recording.scene;
  }

  get frame(): number {
    return this.world.frame;
  }

  /** Takes the inputs, and simulates one frame. Throws a ThixoError if an input is wrong; it is then forgotten. */
  advance(): FrameReport {
    this.makeForces();
    this.apply();
    const report = this.world.advance();
    if (report.ok) this.snapshots.offer(this.world.frame, () => this.world.snapshot());
    return report;
  }

  /** Goes to a frame: back by a snapshot and on by simulating. What was recorded stays, and happens again. */
  seek(frame: number): FrameReport | undefined {
    this.rewind(frame);
    let report: FrameReport | undefined;
    while (this.frame < frame) {
      report = this.world.advance();
      if (!report.ok) return report;
      this.snapshots.offer(this.frame, () => this.world.snapshot());
    }
    return report;
  }

  /** Goes to the last snapshot that is not later than a frame, unless the world is nearer to it already. */
  rewind(frame: number): void {
    this.apply();
    const kept = this.snapshots.before(frame);
    if (frame < this.frame || (kept && kept.frame > this.frame))
      this.world.rewind(kept!.snapshot, simulated(this.scene, this.preview));
  }

  /** Grips what is near a point (m); the stroke moves it. */
  grab(center: Vec3, settings: Omit<Still<GrabInput>, 'center'>): Stroke {
    return this.begin('forces', { ...settings, center }, 'grab');
  }

  /** Pushes what is near a center, until the stroke ends. */
  push(settings: Still<PushInput>): Stroke {
    return this.begin('forces', settings, 'push');
  }

  /** Adds a force field, until the stroke ends. */
  addForce(force: ForceInput): Stroke {
    const [kind, settings] = Object.entries(force)[0] ?? ['', {}];
    return this.begin('forces', settings as object, kind);
  }

  /** Adds a solid, such as a finger or a knife. */
  addObstacle(obstacle: Still<Item<'obstacles'>>): Stroke {
    return this.begin('obstacles', obstacle);
  }

  /** Takes an obstacle of the scene in hand, by its number: from now on the stroke moves it. */
  holdObstacle(index: number): Stroke {
    const held = this.recording.entry('obstacles', index);
    if (!held || held.motion !== undefined)
      throw refusal(`/obstacles/${index}`, held ? 'It has a motion of its own.' : 'There is no such obstacle.');
    const { from: _, to: _to, swell: _swell, ...rest } = held;
    this.recording.set('obstacles', index, { ...held, to: this.time });
    return this.begin('obstacles', { ...rest, swell: 0 });
  }

  /** Lets substance flow in, until the stroke ends. */
  pour(emitter: Still<Item<'emitters'>>): Stroke {
    return this.begin('emitters', emitter);
  }

  /** Stops an emitter of the scene, by its number. */
  stopEmitter(index: number): void {
    const emitter = this.recording.entry('emitters', index);
    if (!emitter) throw refusal(`/emitters/${index}`, 'There is no such emitter.');
    this.recording.set('emitters', index, { ...emitter, to: Math.max(this.time, emitter.from ?? 0) });
  }

  /** Removes what is inside a shape, until the stroke ends. */
  erase(sink: Still<Item<'sinks'>>): Stroke {
    return this.begin('sinks', sink);
  }

  /** Heats or cools a region, until the stroke ends. */
  heat(region: Still<Item<'heatRegions'>>): Stroke {
    return this.begin('heatRegions', region);
  }

  /** Adds an amount of substance, as far as there is room for it. */
  addBody(body: Omit<Item<'bodies'>, 'from'>): void {
    this.recording.add('bodies', { ...body, from: this.time });
  }

  /** Adds particles at places (m), with velocities (m/s) if they have any. */
  addParticles(substance: string, spacing: number, positions: readonly Vec3[], velocities?: readonly Vec3[]): void {
    const points = { positions, ...(velocities && { velocities }) };
    this.addBody({ substance, spacing, shape: { points } } as never);
  }

  /** Gives a parameter another value from now on, by its JSON pointer. */
  set(pointer: string, value: unknown): void {
    this.recording.change(this.time, pointer, value);
  }

  /** Lets a function say the forces of every frame; returns a function that stops it. What it says is recorded. */
  forceEachFrame(make: ForceMaker): () => void {
    const maker: Maker = { make, text: '', strokes: [] };
    this.makers.add(maker);
    return () => {
      for (const stroke of maker.strokes) stroke.end();
      this.makers.delete(maker);
    };
  }

  /**
   * Goes on with another scene, with what was recorded or without it. `last` is the frame up to which it runs as the present one does: if that is
   * past, the world goes back to the last snapshot before it. Throws what is wrong with the scene, and then nothing has changed.
   */
  amend(scene: SceneInput, last: number = this.frame): void {
    const input = simulated(scene, this.preview);
    if (last >= this.frame) this.world.amend(input);
    else this.world.rewind(this.snapshots.before(last)!.snapshot, input);
    this.recording.replace(scene);
    this.snapshots.dropAfter(last);
  }

  dispose(): void {
    this.world.dispose();
  }

  /** When inputs of now take effect, s: with the frame that comes, but not before the first has been simulated. */
  private get time(): number {
    return this.effective / this.world.scene.frameRate;
  }

  private get effective(): number {
    return Math.max(1, this.frame);
  }

  private begin(list: Exclude<InputList, 'bodies'>, settings: object, kind?: string): Stroke {
    const index = this.recording.add(list, {});
    return new Stroke(this.recording, { list, index, kind }, settings, () => ({
      frame: this.effective,
      frameRate: this.world.scene.frameRate,
    }));
  }

  private makeForces(): void {
    if (this.frame === 0) return;
    for (const maker of this.makers) {
      const forces = maker.make(this.world),
        text = JSON.stringify(forces);
      if (text === maker.text) continue;
      for (const stroke of maker.strokes) stroke.end();
      maker.text = text;
      maker.strokes = forces.map((force) => this.addForce(force));
    }
  }

  /** Lets the world go on with what was recorded. */
  private apply(): void {
    if (!this.recording.isNew) return;
    try {
      this.world.amend(simulated(this.scene, this.preview));
    } catch (error) {
      this.recording.forget();
      throw error;
    }
    this.recording.keep();
    this.snapshots.dropAfter(this.frame);
  }
}

/** A scene as the world has it. */
function simulated(scene: SceneInput, preview: boolean): SceneInput {
  return preview ? (previewScene(scene) as SceneInput) : scene;
}

function refusal(pointer: string, message: string): ThixoError {
  return new ThixoError([problem('BRANCH_FIXED', pointer, message, 'Choose another, or add one.')]);
}
