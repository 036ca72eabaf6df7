// World: the public façade. A scene comes in, frames come out; it never prints, never reads a clock, never touches the disk.

import { measureBodies } from '../diagnose/body-ledger.ts';
import { type Divergence, explainLeaving } from '../diagnose/inspect.ts';
import { type Ledger, type Measurement, measureLedger } from '../diagnose/ledger.ts';
import { type Problem, ThixoError } from '../problem.ts';
import type { Communicator } from '../ranks/communicator.ts';
import type { Limits } from '../scene/limits.ts';
import { completeLimits, requireMemoryBytes, requireNames, requireThreads } from '../scene/options.ts';
import { parseScene } from '../scene/parse-scene.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import type { ModuleSource } from '../threads/module.ts';
import { Stopwatch, type WorkTimes } from '../threads/work-times.ts';
import { type BuildOptions, buildSimulation } from './build.ts';
import { kindOfChange } from './change-kind.ts';
import { type DiagnoseOptions, diagnose } from './diagnose.ts';
import { EventBoard, type WorldEvents } from './events.ts';
import { advanceFrame } from './frame.ts';
import type { ChangeKind } from './kind-of-pointer.ts';
import { frameParts, type PartBytes, stateParts } from './parts.ts';
import { type LiveFields, PublishedFields, type WorldFields } from './published-fields.ts';
import { giveOrder } from './rank-orders.ts';
import { RankedWorld } from './ranked-world.ts';
import type { FrameReport } from './report.ts';
import type { Simulation } from './simulation.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { capture, hashOf, headerOf, restore, savedHeader } from './state.ts';
import { amend, rewind } from './turn.ts';

declare global {
  // So that the types of the package can be read with a library of TypeScript that is older than `using`.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** How a world is run. None of it changes the result. */
export interface WorldOptions extends ModuleSource {
  /** Threads to use; default 1. More than the machine has is allowed. One is used where memory cannot be shared. */
  readonly threads?: number | undefined;
  /**
   * How much the scene may ask for; default, also of each that is left out: the limits of `thixo --limits`.
   * @example { limits: { particles: 5e6 } }
   */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Imports the package that finds the contacts of rigid bodies. Node needs no help; pages do, unless an import map has its name.
   * @example { rapier: () => import('@dimforge/rapier3d-deterministic-compat') }
   */
  readonly rapier?: (() => Promise<unknown>) | undefined;
  /**
   * The processes that share this world: what `joinRanks` of `thixo/mpi` gives. Every one of them makes the same calls in the same order.
   * Rank 0 has the fields of all particles, the others those of their own.
   * @example { ranks: await joinRanks() }
   */
  readonly ranks?: Communicator | undefined;
}

/**
 * A simulated world.
 * @example
 * const world = await World.create({
 *   substances: { water: { preset: 'desbrun-1999' } },
 *   bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.5, 1, 0.5] } }, spacing: 0.05 }],
 *   obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
 * });
 * world.advance();
 * console.log(world.fields.position, world.ledger().kineticEnergy);
 * world.dispose();
 */
export class World {
  private readonly simulation: Simulation;
  private readonly settings: BuildOptions;
  private published: PublishedFields;
  private readonly board = new EventBoard();
  private backup = new Uint8Array(0);
  private disposed = false;
  private readonly ranked: RankedWorld | undefined;

  private constructor(simulation: Simulation, settings: BuildOptions, ranked?: RankedWorld) {
    this.simulation = simulation;
    this.settings = settings;
    this.ranked = ranked;
    const { set, script, bodies } = this.shown;
    this.published = new PublishedFields(set, script.scene, bodies);
  }

  /** The simulation whose particles are shown: on rank 0 of a world that is spread, the one of all. */
  private get shown(): Simulation {
    return this.ranked?.whole ?? this.simulation;
  }

  /** Builds the world of a scene. Throws a ThixoError that lists every problem of the scene. */
  static async create(scene: SceneInput, options: WorldOptions = {}): Promise<World> {
    const settings = checked(options),
      { ranks } = options;
    if (!ranks) return new World(await buildSimulation(scene, settings), settings);
    giveOrder(ranks, { order: 'create', scene });
    return World.ofRanks(await RankedWorld.create(scene, settings, ranks), settings);
  }

  /**
   * The world of a simulation that was built apart, such as one with a mover.
   * @internal
   */
  static of(simulation: Simulation): World {
    return new World(simulation, { threads: 1 });
  }

  private static ofRanks(ranked: RankedWorld, settings: BuildOptions): World {
    return new World(ranked.own, settings, ranked);
  }

  /** Builds a world from a snapshot; it goes on exactly as the one the snapshot was taken of. On ranks it is that of rank 0. */
  static restore(snapshot: Snapshot, options: WorldOptions = {}): Promise<World> {
    return World.from(snapshot, undefined, options);
  }

  /**
   * Builds a world from a snapshot that goes on with another scene: other substance parameters, obstacles, forces, later emitters. Throws a
   * ThixoError (BRANCH_FIXED) where the scene changes what is already there, such as bodies, frame rate or the order of substances.
   * @example const stiffer = await World.branch(world.snapshot(), { ...scene, gravity: [0, -1.6, 0] });
   */
  static branch(snapshot: Snapshot, scene: SceneInput, options: WorldOptions = {}): Promise<World> {
    return World.from(snapshot, scene ?? (null as never), options);
  }

  /**
   * What a rank does whose rank 0 restores a snapshot, or branches off it.
   * @internal
   */
  static follow(scene: SceneInput | undefined, options: WorldOptions): Promise<World> {
    return World.from(new Uint8Array(0), scene, options);
  }

  private static async from(snapshot: Snapshot, scene: SceneInput | undefined, options: WorldOptions): Promise<World> {
    const settings = checked(options),
      { ranks } = options;
    if (!ranks) return new World(await restore(snapshot, settings, scene), settings);
    giveOrder(ranks, { order: 'restore', scene });
    return World.ofRanks(await RankedWorld.restore(snapshot, settings, ranks, scene), settings);
  }

  /** The scene with the defaults of the format filled in; a substance keeps the name of its preset. Read-only. */
  get scene(): Scene {
    return this.simulation.script.scene;
  }

  /** Frames done. */
  get frame(): number {
    return this.simulation.frame;
  }

  /** Simulated time, s. */
  get time(): number {
    return this.simulation.frame / this.simulation.scene.frameRate;
  }

  /** Frames of the whole scene. */
  get frameCount(): number {
    const { duration, frameRate } = this.scene;
    return Math.round(duration * frameRate);
  }

  /** Threads in use. */
  get threads(): number {
    return this.simulation.set.team.threads;
  }

  /** Particles, on whatever rank. */
  get particles(): number {
    return this.simulation.set.everywhere;
  }

  /** Bytes of memory in use per particle. */
  get bytesPerParticle(): number {
    return this.simulation.set.bytesPerParticle;
  }

  /** Warnings about the scene, found while building the world. */
  get warnings(): readonly Problem[] {
    return this.simulation.warnings;
  }

  /**
   * The particles, in order of id; copies for reading, valid until the next advance, which throws FIELDS_WRITTEN if one was written into.
   * @example geometry.setAttribute('position', new BufferAttribute(world.fields.position, 3));
   */
  get fields(): LiveFields {
    this.requireAlive();
    this.ranked?.gather();
    if (this.published.set !== this.shown.set) this.renewFields();
    return this.published.views;
  }

  /**
   * Simulates one frame. If the numbers go wrong the world stays at the last good frame and the report says why.
   * @example const { ok, problem } = world.advance(); if (!ok) console.log(problem.message, problem.hint);
   */
  advance(): FrameReport {
    this.requireAlive();
    this.published.requireUntouched();
    const { stopwatch } = this.simulation.set.team;
    stopwatch?.start();
    this.order('advance');
    const before = capture(this.simulation, this.backup);
    this.backup = before.buffer;
    this.published.invalidate();
    this.simulation.finding = undefined;
    const outcome = this.tryFrame(before.putBack);
    if (!outcome.ok) before.putBack();
    this.renewFields();
    stopwatch?.stop();
    this.announce(outcome);
    this.board.rethrow();
    return outcome;
  }

  /**
   * Why the last frame failed: tries the cures of the likely causes on copies of this world, and names the first one that lets the run go
   * on, with its value as `fix`. Takes up to about ten seconds of work; the world stays as it is. Undefined if the last frame went well.
   * @example if (!world.advance().ok) { const { message, fix } = (await world.diagnose())!; console.log(message, fix); }
   */
  async diagnose(options: DiagnoseOptions = {}): Promise<Divergence | undefined> {
    this.requireAlive();
    const { settings, threads } = this,
      { finding } = this.simulation;
    this.ranked?.gather();
    if (this.ranked) return finding?.problem;
    const { simulation } = this;
    return finding && diagnose(simulation, finding, { ...settings, ...options, threads });
  }

  /**
   * Goes on with another scene, as World.branch does from a snapshot of this frame, bit for bit; threads and memory stay, so it takes
   * milliseconds. Throws a ThixoError where the scene has problems (SCENE_…) or changes what is already there (BRANCH_FIXED); the world
   * then stays as it is.
   * @example world.amend({ ...scene, forces: [{ grab: { center: [0, 0.2, 0], radius: 0.1, from: world.time } }] });
   */
  amend(scene: SceneInput): void {
    this.requireAlive();
    this.ranked?.refuse('amended', 'branch');
    amend(this.simulation, parseScene(scene, this.simulation.set.team.wasm, this.settings.limits));
    this.renewFields();
  }

  /**
   * What going on with another scene would mean: only another picture, a branch that `amend` can make, or a new start. Throws what is wrong
   * with the scene.
   * @example world.kindOfChange({ ...scene, frameRate: 50 }) // 'restart'
   */
  kindOfChange(scene: SceneInput): ChangeKind {
    const { frame, simulation, settings } = this,
      { wasm } = simulation.set.team;
    return kindOfChange(this.scene, parseScene(scene, wasm, settings.limits), frame, wasm);
  }

  /**
   * Goes to the state of a snapshot, as World.restore does, or with a scene as World.branch does; threads and memory stay.
   * @example const before = world.snapshot(); world.advance(); world.rewind(before);
   */
  rewind(snapshot: Uint8Array, scene?: SceneInput): void {
    this.requireAlive();
    this.ranked?.refuse('rewound', 'restore');
    const opened = openSnapshot(snapshot),
      parsed = parseScene(scene ?? opened.header.scene, this.simulation.set.team.wasm, this.settings.limits);
    rewind(this.simulation, opened, parsed, scene !== undefined);
    this.renewFields();
  }

  /** Mass, momenta, energies and their accounts. */
  ledger(): Ledger {
    this.requireAlive();
    const { simulation, frame, time } = this,
      measured = this.ranked ? this.ranked.measure() : measure(simulation),
      { bodies, scene } = simulation;
    const carried = bodies && { bodies: measureBodies(bodies.mover.bodies, bodies.states, scene) };
    return { frame, time, ...measured, ...carried };
  }

  /**
   * The whole state as bytes, for World.restore.
   * @example const twin = await World.restore(world.snapshot());
   */
  snapshot(): Uint8Array {
    this.requireAlive();
    this.ranked?.gather();
    return capture(this.shown).encode();
  }

  /** 64 bits over the whole state, as 16 hexadecimal digits: equal on every machine and for any number of threads. */
  hash(): string {
    this.requireAlive();
    return this.ranked ? this.ranked.hash() : hashOf(this.simulation);
  }

  /**
   * The frame as files: as one if it has no more than `most` particles, else in parts by id, which follow each other. On ranks they come out on rank 0,
   * and the frame is not collected anywhere.
   * @internal
   */
  frameParts(most: number, encode: (part: WorldFields) => Uint8Array): Iterable<PartBytes> {
    this.requireAlive();
    if (this.ranked) return this.ranked.frameParts(most, encode);
    return frameParts(this.fields, this.simulation.set.nextId, most, encode);
  }

  /**
   * The state as files: as one if there are no more than `most` particles, else in parts, for World.restore. As for frames.
   * @internal
   */
  stateParts(most: number, encode: (snapshot: Uint8Array) => Uint8Array): Iterable<PartBytes> {
    this.requireAlive();
    const { simulation: s } = this;
    if (this.ranked) return this.ranked.stateParts(most, encode);
    return stateParts(s, savedHeader(s, headerOf(s)), most, encode);
  }

  /**
   * Calls `handler` after every frame in which the event happened; returns a function that stops it.
   * @example const stop = world.on('removed', ({ ids }) => console.log(ids.length, 'particles left'));
   */
  on<K extends keyof WorldEvents>(name: K, handler: (event: WorldEvents[K]) => void): () => void {
    return this.board.on(name, handler);
  }

  /**
   * For profiling: adds the time that `advance` spends on each kind of work to what is returned, which starts at zero. The clock is read around
   * every pass; results do not change.
   * @example const times = world.timeWork(() => performance.now()); world.advance(); console.log(times.search, times.forces);
   */
  timeWork(clock: () => number): WorkTimes {
    this.requireAlive();
    const stopwatch = new Stopwatch(clock);
    this.simulation.set.team.stopwatch = stopwatch;
    return stopwatch.times;
  }

  /** Ends the threads; the memory goes with the world. It must not be used afterwards; calling this twice does no harm. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.order('dispose');
    this.backup = new Uint8Array(0);
    this.simulation.bodies?.beginFrame();
    this.simulation.set.team.stop();
    this.ranked?.whole?.set.team.stop();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Tells the ranks that this one leads to do the same. */
  private order(order: 'advance' | 'dispose'): void {
    giveOrder(this.ranked?.comm, { order });
    this.ranked?.forget();
  }

  /** The particles of a changed scene may have moved to other arrays. */
  private renewFields(): void {
    const { set, script, bodies } = this.shown;
    if (this.published.set !== set) this.published = new PublishedFields(set, script.scene, bodies);
    else this.published.invalidate();
  }

  /** A frame, or the report why it failed; whatever else is thrown leaves the world as it was before. */
  private tryFrame(putBack: () => void): FrameReport {
    try {
      return advanceFrame(this.simulation);
    } catch (error) {
      const strayed = error instanceof ThixoError ? error.problems.find((p) => p.code === 'LEFT_DOMAIN') : undefined;
      if (!strayed) {
        this.ranked?.lose();
        putBack();
        throw error;
      }
      const { frame, time, simulation } = this,
        finding = simulation.inspect(
          (s) => explainLeaving(s, 'strayed', strayed),
          time,
          () => true,
        )!;
      simulation.finding = finding;
      return {
        ok: false,
        frame,
        time,
        steps: 0,
        dt: { min: 0, max: 0 },
        criterion: 'none',
        evaluations: 0,
        splits: 0,
        merges: 0,
        particles: this.simulation.set.everywhere,
        problem: finding.problem,
      };
    }
  }

  private announce(outcome: FrameReport): void {
    const { simulation, board } = this,
      { frame } = outcome;
    const { added, removed } = simulation.books.takeNews();
    if (!outcome.ok) {
      board.emit('diverged', outcome.problem);
      return;
    }
    if (added > 0) board.emit('added', { count: added, frame });
    if (removed.length > 0) board.emit('removed', { ids: removed, frame });
    board.emit('frame', outcome);
  }

  private requireAlive(): void {
    if (this.disposed) throw new Error('This world has been disposed of.');
  }
}

/** What the particles of a simulation carry. */
function measure({ set, substances, scene, engine, books }: Simulation): Measurement {
  const { dimension } = scene;
  const { memory, neighbors } = engine;
  return measureLedger({ set, substances, dimension, box: neighbors.box }, scene, books.account, memory);
}

/** The options with their defaults; throws a ThixoError for what is none. */
function checked(options: WorldOptions): BuildOptions {
  requireNames(options, ['threads', 'limits', 'rapier', 'wasmUrl', 'workerUrl', 'memoryBytes', 'ranks']);
  const { threads = 1, limits, rapier, wasmUrl, workerUrl, memoryBytes } = options;
  requireThreads(threads);
  requireMemoryBytes(memoryBytes);
  return { threads, limits: completeLimits(limits), rapier, wasmUrl, workerUrl, memoryBytes };
}
