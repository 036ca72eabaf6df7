// The active implicit surface of DC99 §6: a level of a field f that lives on a band of voxels around it and moves after the particles.
//   follow: particles on their way → speeds on the surface → move f → (every ten steps) make f a distance again      [card §7]
// Three things are ours: one surface point per voxel, a speed limit of tracking, and new surface where substance appears from nowhere.

import { cubeRoot } from '../math/roots.ts';
import { meshVolume } from '../meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import type { ModuleSource } from '../threads/module.ts';
import type { WorldFields } from '../world/published-fields.ts';
import * as at from './active-layout.ts';
import { ActiveMemory, type MeasuredSpeeds } from './active-memory.ts';
import { type ActiveSpeeds, activeSpeeds } from './active-speeds.ts';
import { type ActiveState, decodeActive, encodeActive, NO_STATE } from './active-state.ts';
import * as base from './layout.ts';
import { type FrameParticles, PARTICLE_ROW, type ParticlePaths, pathsBetween, standing } from './particle-paths.ts';
import { type ParticleSizes, sizesOf } from './particle-sizes.ts';
import { rebased } from './rebase.ts';
import { emptyMesh, gridAround, SurfaceEngine, type VoxelGrid } from './surface-engine.ts';
import { type SurfaceOptions, surfaceOptions } from './surface-options.ts';

/** Largest part of a voxel that the surface or a particle moves in a step; smooth fronts are stable up to 1/√d = 0.58. */
const COURANT = 0.5;
/** Moves until speeds are measured again: the surface or a particle moves a voxel. */
const MOVES = 2;
/** Part of its way to the level that tracking goes until speeds are measured again. */
const SETTLE = 0.7;
/** Part of the largest stable step of tension. */
const TENSION_STEP = 0.8;
const STEPS_BETWEEN_SWEEPS = 10;
const SWEEPS = 3;
/** Sweeps that make a distance of a field whose slope is only roughly known, half a voxel each. */
const FIRST_SWEEPS = 12;
/** Field per spacing at a flat surface [card §7: 0.5 and 0.4 lie 0.50 and 0.7 spacings outside]. */
const FLAT_SLOPE = 0.5;
/** Part of the volume that the mesh of a frame may lack before it is made again. */
const MISSING = 0.006;
/** Shortest time between two frames, s. */
const SHORTEST = 1e-9;
/** New surface where the field is off by more than this while f says more than three voxels. */
const EXCESS = 0.05;

/** How an active surface is run. */
export interface ActiveSurfaceOptions extends ModuleSource {
  /** Threads to use; default 1. The surface does not depend on it. */
  readonly threads?: number;
  /** Whether surface is made where substance appears out of its reach; default true. */
  readonly renew?: boolean;
}

export class ActiveSurface {
  private readonly engine: SurfaceEngine;
  private readonly memory: ActiveMemory;
  private readonly options: SurfaceOptions;
  private readonly given: Scene['surface']['active'];
  private readonly renew: boolean;
  private state: ActiveState = NO_STATE;

  private constructor(engine: SurfaceEngine, scene: Scene, renew: boolean) {
    this.engine = engine;
    this.memory = new ActiveMemory(engine);
    this.options = surfaceOptions(scene);
    this.given = scene.surface.active;
    this.renew = renew;
  }

  /**
   * Makes an active surface for a scene; it keeps its memory and threads until it is disposed of.
   * @example
   * const surface = await ActiveSurface.create(world.scene);
   * for (; world.frame < world.frameCount; world.advance()) show(surface.advance(world.fields, 1 / world.scene.frameRate));
   */
  static async create(scene: Scene, options: ActiveSurfaceOptions = {}): Promise<ActiveSurface> {
    const { threads = 1, renew = true, ...source } = options;
    return new ActiveSurface(await SurfaceEngine.create(threads, source), scene, renew);
  }

  /** Lets the surface follow the particles to a new frame, `seconds` after the last one; the first frame starts it, whatever the time. */
  advance(fields: WorldFields, seconds: number): SurfaceMesh {
    const { engine, options } = this,
      starts = this.state.particles.ids.length === 0,
      time = starts ? 1 : Math.max(seconds, SHORTEST),
      sizes = sizesOf(fields, options);
    const grid = this.gridFor(fields, sizes);
    if (!grid || engine.place(fields, options, sizes, grid) === 0) {
      this.state = { ...NO_STATE, grid: this.state.grid };
      return emptyMesh(options.dimension);
    }
    engine.evaluate();
    const now = this.readParticles(fields, grid.voxel),
      paths = starts ? standing(now) : pathsBetween(this.state.particles, now, time);
    this.memory.load(this.state);
    this.memory.setPaths(paths);
    engine.shared.setReal(at.FIELD_SLOPE, FLAT_SLOPE * options.voxel);
    const speeds = activeSpeeds(this.given, paths.fastest * grid.voxel, grid.voxel / options.voxel, time);
    const cell = grid.voxel * grid.voxel * (options.dimension === 3 ? grid.voxel : 1),
      wanted = sizes.total / cell;
    const steps = starts ? this.start() : this.follow(paths, speeds, wanted - this.state.hidden, time, grid.voxel);
    this.moveParticles(1, paths.count);
    let mesh = this.polygonize(fields),
      volume = meshVolume(mesh) / cell;
    if (speeds.volume > 0 && Math.abs(volume / wanted - 1) > MISSING) {
      const swelling = starts ? Number.MAX_VALUE : speeds.volume / grid.voxel;
      this.settle(this.swellOf(swelling, wanted, wanted - volume, 0, time) * time);
      mesh = this.polygonize(fields);
      volume = meshVolume(mesh) / cell;
    }
    const hidden = volume - engine.team.wasm.bandVolume();
    this.state = { grid, steps: this.state.steps + steps, hidden, particles: now, ...this.memory.save() };
    return mesh;
  }

  /** All that decides how the surface goes on, as bytes. */
  snapshot(): Uint8Array {
    return encodeActive(this.state, this.settings());
  }

  /** Goes on from a snapshot, bit for bit as the surface that it was taken of. Throws SNAPSHOT_INVALID. */
  restore(bytes: Uint8Array): void {
    this.state = decodeActive(bytes, this.settings());
  }

  /** Stops the threads. */
  dispose(): void {
    this.engine.dispose();
  }

  private settings(): string {
    const { dimension, voxel, level, field } = this.options;
    return JSON.stringify({ dimension, voxel, level, field });
  }

  /** The grid of the first frame with particles, moved along by whole blocks when they go far. */
  private gridFor(fields: WorldFields, { smallest }: ParticleSizes): VoxelGrid | undefined {
    const { grid } = this.state;
    if (!grid)
      return smallest < Number.POSITIVE_INFINITY ? gridAround(fields, this.options.voxel * smallest) : undefined;
    this.state = rebased(this.state, gridAround(fields, grid.voxel).base, this.options.dimension);
    return this.state.grid;
  }

  /** The particles of this frame as the engine has placed and weighted them. */
  private readParticles({ id, velocity }: WorldFields, voxel: number): FrameParticles {
    const { shared, memory } = this.engine,
      count = shared.int(base.PARTICLES),
      placed = memory.particles,
      gains = memory.floats(base.AT_GAIN, count),
      order = (shared.int(base.AT_SOURCE) >>> 0) / 4;
    const ids = new Uint32Array(count),
      rows = new Float32Array(PARTICLE_ROW * count);
    for (let k = 0; k < count; k++) {
      const source = memory.source[k]!,
        from = (base.PARTICLE_BYTES >> 2) * k,
        to = PARTICLE_ROW * k;
      ids[k] = id[source]!;
      for (let a = 0; a < 4; a++) rows[to + a] = placed[from + a]!;
      for (let a = 0; a < 3; a++) rows[to + 5 + a] = velocity[3 * source + a]! / voxel;
    }
    for (let place = 0; place < count; place++) rows[PARTICLE_ROW * shared.u32[order + place]! + 4] = gains[place]!;
    return { ids, rows };
  }

  /** The first surface: the level of the field. */
  private start(): number {
    this.seed(0);
    this.makeDistance(FIRST_SWEEPS);
    return 0;
  }

  /** Moves the surface through the time between two frames; returns how many steps it took. */
  private follow(paths: ParticlePaths, speeds: ActiveSpeeds, wanted: number, time: number, voxel: number): number {
    const { engine, memory } = this,
      { shared } = engine,
      d = this.options.dimension;
    const tension = speeds.tension / (voxel * voxel),
      [tracking, limit, swelling] = [speeds.tracking, speeds.limit, speeds.volume].map((v) => v / voxel) as [
        number,
        number,
        number,
      ];
    shared.setInt(at.TRACKS, tracking > 0 ? 1 : 0);
    shared.setInt(at.BENDS, tension > 0 ? 1 : 0);
    shared.setReal(at.TRACKING, tracking);
    shared.setReal(at.SPEED_LIMIT, limit);
    shared.setReal(at.TENSION, tension);
    engine.run(at.PASS_AROUND, memory.places);
    engine.run(at.PASS_SURVEY, memory.places);
    this.grow();
    const settling = (tracking * FLAT_SLOPE * this.options.voxel) / SETTLE,
      slowest = Math.max(paths.fastest / COURANT, (2 * d * tension) / TENSION_STEP, MOVES * settling);
    let steps = 0,
      stretch = Math.min(time, MOVES / slowest);
    for (let left = time; left > 0; ) {
      this.moveParticles(Math.min(1, 1 - (left - 0.5 * stretch) / time), paths.count);
      const { low, high, mean } = this.measureSpeeds(tracking),
        swell = Math.max(
          -limit,
          Math.min(limit, this.swellOf(swelling, wanted, wanted - engine.team.wasm.bandVolume(), mean, stretch)),
        ),
        fastest = Math.max(high + swell, -low - swell);
      const stretches = Math.max(1, Math.ceil((left * Math.max(slowest, fastest / COURANT)) / MOVES));
      stretch = left / stretches;
      shared.setReal(at.SWELL, swell);
      shared.setReal(at.STEP_TIME, stretch / MOVES);
      for (let k = 0; k < MOVES; k++) {
        this.rewrite(at.PASS_MOVE);
        steps++;
        if ((this.state.steps + steps) % STEPS_BETWEEN_SWEEPS === 0) this.makeDistance(SWEEPS);
      }
      left = stretches > 1 ? left - stretch : 0;
    }
    if (this.renew && tracking > 0 && this.seed(EXCESS) > 0) {
      this.makeDistance(FIRST_SWEEPS);
      this.settle(this.swellOf(swelling, wanted, wanted - engine.team.wasm.bandVolume(), 0, time) * time);
    }
    return steps;
  }

  private polygonize(fields: WorldFields): SurfaceMesh {
    const { engine } = this;
    return engine.polygonize(fields, this.options, (places) => engine.run(at.PASS_NORMALS, places));
  }

  /** Moves the whole surface outward, by half a voxel at most: the mesh of thin gaps and new pieces has another volume than their voxels. */
  private settle(voxels: number): void {
    const { shared } = this.engine;
    shared.setInt(at.TRACKS, 0);
    shared.setInt(at.BENDS, 0);
    shared.setReal(at.SWELL, Math.max(-0.5, Math.min(0.5, voxels)));
    shared.setReal(at.STEP_TIME, 1);
    this.measureSpeeds(0);
    this.rewrite(at.PASS_MOVE);
  }

  /** Measures the speeds on the surface and brings them to the nodes around it. */
  private measureSpeeds(tracking: number): MeasuredSpeeds {
    const { engine, memory } = this;
    if (tracking > 0) engine.run(at.PASS_SPEEDS, memory.places);
    engine.run(at.PASS_EXTEND, memory.places);
    return tracking > 0 ? memory.speeds() : { low: 0, high: 0, mean: 0 };
  }

  /** γ (V₀ − V)/V₀, voxels/s, but not more than brings back the whole volume before it is measured again. */
  private swellOf(swelling: number, wanted: number, missing: number, tracking: number, time: number): number {
    const most = missing / (Math.max(1, this.engine.team.wasm.bandArea()) * time) - tracking;
    if (!(wanted > 0) || missing * most <= 0) return 0;
    const swell = (swelling * missing) / wanted;
    return missing > 0 ? Math.min(most, swell) : Math.max(most, swell);
  }

  /** Puts the particles where they are after a part of the frame, and bins them. */
  private moveParticles(part: number, count: number): void {
    const { shared, team } = this.engine;
    shared.setReal(at.FRAME_PART, part);
    shared.setReal(at.FADE_IN, cubeRoot(part));
    shared.setReal(at.FADE_OUT, cubeRoot(1 - part));
    this.engine.run(at.PASS_MOVE_PARTICLES, Math.ceil(count / at.PATH_CHUNK));
    this.memory.clearBins();
    team.wasm.binParticles(true);
  }

  /** Runs a pass that leaves a new f, and lets the band follow it. */
  private rewrite(pass: number): void {
    this.engine.run(pass, this.memory.places);
    this.memory.swap();
    this.grow();
  }

  private grow(): void {
    const before = this.memory.places;
    while (!this.engine.team.wasm.growBand()) this.memory.enlarge();
    if (this.memory.places > before) this.engine.run(at.PASS_AROUND, this.memory.places);
  }

  /** New surface where f and the field contradict each other; returns how many blocks have changed. */
  private seed(excess: number): number {
    let changed = 0;
    for (;;) {
      const more = this.engine.team.wasm.seedBand(excess);
      if (more >= 0) {
        this.engine.run(at.PASS_AROUND, this.memory.places);
        return changed + more;
      }
      changed++;
      this.memory.enlarge();
    }
  }

  private makeDistance(sweeps: number): void {
    this.engine.run(at.PASS_GOALS, this.memory.places);
    for (let sweep = 0; sweep < sweeps; sweep++) this.rewrite(at.PASS_DISTANCE);
  }
}
