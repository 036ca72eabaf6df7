// Baking: a scene becomes a cache, frame after frame, and goes on where it stopped. What is committed is never simulated differently:
// frames between a checkpoint and the end of the cache are simulated again and must give the same hashes.

import { performance } from 'node:perf_hooks';
import type { FrameRecord } from '../frames/frame-record.ts';
import type { Problem } from '../problem.ts';
import type { Communicator } from '../ranks/communicator.ts';
import type { Limits } from '../scene/limits.ts';
import { completeLimits, requireNames, requireThreads } from '../scene/options.ts';
import type { PartBytes } from '../world/parts.ts';
import type { FrameFailed, FrameTally } from '../world/report.ts';
import type { World } from '../world/world.ts';
import type { Cache } from './cache.ts';
import { type CacheWriter, dropEmptyFolders, prepareFolder } from './cache-writer.ts';
import { type Cost, estimateCost, requireDisk, requireFrames, requireMemory } from './cost.ts';
import { Disk } from './disk.ts';
import { type Files, realFiles } from './files.ts';
import type { LockSystem } from './lock-system.ts';
import { openRun, type Run } from './open-run.ts';
import { frameFilesOf, particlesPerFile, stateFilesOf } from './parts.ts';
import { NO_PULSE, type Pulse } from './pulse.ts';
import type { BakeEvent } from './records.ts';
import { takeLock } from './run-lock.ts';
import { loadTrigonometry, type SceneFile } from './scene-file.ts';
import { version } from './version.ts';
import { requireSameHash } from './world-at.ts';

/** How to bake. Nothing of it changes a frame. */
export interface BakeOptions {
  /** Frames to simulate; default: the scene's duration. */
  readonly frames?: number;
  /** Default 1. */
  readonly threads?: number;
  /** Forget the frames that are there and start again. */
  readonly fresh?: boolean;
  /** Begin with the frames of another cache up to this one, without copying them. */
  readonly branch?: { readonly cache: string; readonly frame: number };
  /** Frames between checkpoints, 0 for only when asked to stop; default: the scene's, else 10 frames or a minute, whichever is first. */
  readonly checkpointEvery?: number;
  readonly limits?: Partial<Limits> | undefined;
  /** The processes that share the world; this one is rank 0 and leads them. */
  readonly ranks?: Communicator | undefined;
  /** The disk; default: the real one. */
  readonly files?: Files;
  /** What the lock knows of the system; default: the real one. */
  readonly lockSystem?: LockSystem;
  /** A clock, ms. */
  readonly now?: () => number;
  /** Gets signs of life; default: nobody. */
  readonly pulse?: Pulse;
  onEvent?(event: BakeEvent): void;
  /** Asked after every frame: whether to save and stop. */
  shouldStop?(): boolean;
}

const NAMES: Readonly<Record<keyof Required<BakeOptions>, true>> = {
  ...{ frames: true, threads: true, fresh: true, branch: true, checkpointEvery: true, limits: true, ranks: true },
  ...{ files: true, lockSystem: true, now: true, pulse: true, onEvent: true, shouldStop: true },
};

/** How a bake ended. */
export interface BakeResult {
  readonly outcome: 'done' | 'interrupted' | 'diverged';
  /** Last committed frame. */
  readonly frame: number;
  /** Hash of its state. */
  readonly hash: string;
}

/** Without a wish: a checkpoint after so many frames, or after so much work. */
const INTERVAL = { frames: 10, milliseconds: 60_000 };

/**
 * Simulates a scene into a cache folder, or goes on with it. Throws a ThixoError when it cannot; every committed frame is safe then.
 * @example await bake(await loadScene('scenes/dam-break'), 'out/dam-break', { threads: 2 });
 */
export async function bake(source: SceneFile, output: string, options: BakeOptions = {}): Promise<BakeResult> {
  requireNames(options, Object.keys(NAMES));
  requireThreads(options.threads);
  const { files = realFiles, pulse = NO_PULSE } = options,
    limits = completeLimits(options.limits),
    disk = new Disk(files);
  const frames = options.frames ?? Math.round(source.scene.duration * source.scene.frameRate);
  requireFrames(frames, limits);
  const cost = estimateCost(source.scene, frames, await loadTrigonometry(), options.ranks?.size);
  requireMemory(cost, limits);
  prepareFolder(disk, output);
  pulse.enter('waiting for the lock of the cache');
  const lock = await takeLock(disk, output, options.lockSystem);
  const early: Problem[] = [];
  let run: Run | undefined;
  try {
    pulse.enter('opening the cache and building the world');
    const world = { threads: options.threads ?? 1, limits, ...(options.ranks && { ranks: options.ranks }) };
    const warn = (warning: Problem): void => void early.push(warning);
    const requireRoom = (left: number) => requireDisk(cost, { left, frames }, disk, output, limits);
    run = await openRun(source, output, frames, { ...options, files, lock, requireRoom, warn, world });
    return await new Baker(source, output, frames, options, run).run(cost, early);
  } finally {
    run?.world?.dispose();
    run?.writer.close();
    lock.release();
    if (!run) dropEmptyFolders(disk, output);
  }
}

class Baker {
  private readonly source: SceneFile;
  private readonly output: string;
  private readonly frames: number;
  private readonly options: BakeOptions;
  private readonly cache: Cache | undefined;
  private readonly writer: CacheWriter;
  private readonly world: World | undefined;
  private readonly now: () => number;
  private readonly pulse: Pulse;
  private readonly began: number;
  private lastCheckpoint: { frame: number; at: number };

  constructor(source: SceneFile, output: string, frames: number, options: BakeOptions, run: Run) {
    this.source = source;
    this.output = output;
    this.frames = frames;
    this.options = options;
    this.cache = run.cache;
    this.writer = run.writer;
    this.world = run.world;
    this.now = options.now ?? (() => performance.now());
    this.pulse = options.pulse ?? NO_PULSE;
    this.began = this.now();
    this.lastCheckpoint = { frame: run.world?.frame ?? 0, at: this.began };
  }

  async run(cost: Cost, warnings: readonly Problem[]): Promise<BakeResult> {
    const { world } = this;
    this.announceStart(cost);
    for (const warning of warnings) this.emit({ event: 'warning', ...warning });
    if (!world) return this.end('done', this.committed, this.cache!.frameLines.at(-1)!.hash);
    for (const warning of world.warnings) this.emit({ event: 'warning', ...warning });
    if (world.frame === 0) this.commit(world, { steps: 0, dt: { min: 0, max: 0 }, criterion: 'none' }, this.began);
    else requireSameHash(this.cache!, world);
    if (this.options.pulse) world.timeWork(() => this.beat()); // a clock that is looked at around every pass
    while (world.frame < this.frames) {
      await breathe();
      if (this.options.shouldStop?.()) return this.interrupted(world);
      this.pulse.enter('simulating', world.frame + 1);
      const from = this.now(),
        report = world.advance();
      if (!report.ok) return await this.diverged(world, report);
      this.commit(world, report, from);
    }
    if (this.options.checkpointEvery !== 0) this.checkpoint(world);
    return this.end('done', world.frame, world.hash());
  }

  private get particlesPerFile(): number {
    return particlesPerFile(this.source.scene);
  }

  /** Last frame that was committed when the run began; −1 if none. */
  private get committed(): number {
    return (this.cache?.frameLines.length ?? 0) - 1;
  }

  /** A new frame is written, an old one compared. */
  private commit(
    world: World,
    { steps, dt, criterion }: Pick<FrameTally, 'steps' | 'dt' | 'criterion'>,
    from: number,
  ): void {
    if (world.frame <= this.committed) {
      requireSameHash(this.cache!, world);
      return;
    }
    this.pulse.enter('writing', world.frame);
    const record = recordOf(world, (this.now() - from) / 1000),
      work = { steps, dt, criterion };
    const bytes = this.writer.commitFrame(this.beating(frameFilesOf(world, this.particlesPerFile)), record, work);
    this.emit({ event: 'frame', ...record, ...work, bytes });
    if (this.isCheckpointDue(world.frame)) this.checkpoint(world);
  }

  private isCheckpointDue(frame: number): boolean {
    const wish = this.options.checkpointEvery ?? this.source.scene.output?.checkpointEvery;
    if (wish !== undefined) return wish > 0 && frame > 0 && frame % wish === 0;
    const { frame: last, at } = this.lastCheckpoint;
    return frame - last >= INTERVAL.frames || (frame > 0 && this.now() - at >= INTERVAL.milliseconds);
  }

  /** Saves the whole state, unless this frame's is saved. */
  private checkpoint(world: World): void {
    const { frame } = world;
    if (frame <= this.lastCheckpoint.frame) return;
    this.pulse.enter('saving the state of', frame);
    const bytes = this.writer.commitCheckpoint(frame, this.beating(stateFilesOf(world, this.particlesPerFile)));
    this.lastCheckpoint = { frame, at: this.now() };
    this.emit({ event: 'checkpoint', frame, bytes });
  }

  private interrupted(world: World): BakeResult {
    const { committed } = this;
    if (world.frame < committed) return this.end('interrupted', committed, this.cache!.frameLines[committed]!.hash);
    this.checkpoint(world);
    return this.end('interrupted', world.frame, world.hash());
  }

  /** Saves the last good frame first: finding the cause takes a while. */
  private async diverged(world: World, report: FrameFailed): Promise<BakeResult> {
    const { frame } = world,
      { shouldStop } = this.options;
    this.checkpoint(world);
    this.pulse.enter('looking for the cause of the failure after', frame);
    const problem =
      (await world.diagnose({ shouldStop: () => this.beat() === 0 && shouldStop?.() === true })) ?? report.problem;
    this.writer.add({ kind: 'diverged', frame, problem });
    this.emit({ event: 'diverged', frame, ...problem });
    return this.end('diverged', frame, world.hash());
  }

  private announceStart({ memoryBytes, diskBytes }: Cost): void {
    const { source, output, frames, world } = this;
    this.emit({
      event: 'start',
      version: version(),
      scene: source.title,
      output,
      frames,
      committed: Math.max(0, this.committed),
      from: world?.frame ?? this.committed,
      particles: world?.particles ?? this.cache!.frameLines.at(-1)!.particles,
      threads: world?.threads ?? this.options.threads ?? 1,
      ...(this.options.ranks && { ranks: this.options.ranks.size }),
      memoryBytes,
      diskBytes,
    });
  }

  private end(outcome: BakeResult['outcome'], frame: number, hash: string): BakeResult {
    const { source, output } = this;
    this.emit({
      event: 'done',
      frame,
      time: frame / source.scene.frameRate,
      hash,
      output,
      wallSeconds: (this.now() - this.began) / 1000,
      interrupted: outcome === 'interrupted',
      diverged: outcome === 'diverged',
    });
    return { outcome, frame, hash };
  }

  /** Files, with a sign of life before each. */
  private *beating(files: Iterable<PartBytes>): Generator<PartBytes> {
    for (const file of files) {
      this.beat();
      yield file;
    }
  }

  /** A sign of life, and a time that stands still. */
  private beat(): number {
    this.pulse.beat();
    return 0;
  }

  private emit(event: BakeEvent): void {
    this.options.onEvent?.(event);
  }
}

/** Lets signals and timers have their turn between two frames. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function recordOf(world: World, wallSeconds: number): FrameRecord {
  const { frame, time, particles, mass, momentum, angularMomentum, kineticEnergy, centerOfMass, ...rest } =
    world.ledger();
  const { bounds, density, speedMax, temperature, account } = rest;
  return {
    ...{ frame, time, particles, mass, momentum, angularMomentum, kineticEnergy, centerOfMass },
    ...{ bounds, density, speedMax, temperature },
    evaluations: account.evaluations,
    wallSeconds,
    hash: world.hash(),
  };
}
