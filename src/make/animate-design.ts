// From a design to a cache: its motion is solved, then sampled frame by frame. Render, export and players read the frames as those of a simulation.

import { performance } from 'node:perf_hooks';
import type { BakeEvent } from '../cache/records.ts';
import { version } from '../cache/version.ts';
import type { MotionDesign, MotionReport } from '../design/motion-design.ts';
import { solidOfDesign } from '../modeling/design-scene.ts';
import { designedFields, nodeRows } from '../modeling/designed-fields.ts';
import { type Problem, problem } from '../problem.ts';
import { requirePath } from '../scene/options.ts';
import { framesOf } from '../scene/parse-design.ts';
import { bindSkin } from '../skin/bind-skin.ts';
import { skinMeshOf } from '../surface/scene-skins.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { type DesignCache, openDesignCache } from './design-cache.ts';
import { type DesignInput, type DesignOptions, withDesign } from './design-input.ts';
import { withProblems } from './failure.ts';
import { type OptionNames, requireOptions, requireWhole } from './options.ts';
import { pathFrom } from './path-from.ts';
import { usualCache } from './usual-output.ts';

/** What is told while a motion is made: as of a run, with how far the search is, and what it found. */
export type AnimateEvent =
  | BakeEvent
  | {
      readonly event: 'solve';
      /** Steps so far. */
      readonly iterations: number;
      readonly energy: number;
      /** Frames in time that are unknown. */
      readonly frames: number;
    }
  | (MotionReport & { readonly event: 'solved' });

/** How to make a motion. */
export interface AnimateOptions extends DesignOptions {
  /**
   * Folder of the cache. Default: `out/` and the name of the design.
   * @example { output: 'out/jump' }
   */
  readonly output?: string | undefined;
  /**
   * The last frame to write. Default: that of the last keyframe.
   * @example { frames: 10 }
   */
  readonly frames?: number | undefined;
  /**
   * Throw away the frames that are there and start again. Default: false, it goes on.
   * @example { fresh: true }
   */
  readonly fresh?: boolean | undefined;
  /**
   * Told of what happens, in order. Default: nobody is.
   * @example { onEvent: (e) => e.event === 'frame' && console.log(e.frame) }
   */
  onEvent?(event: AnimateEvent): void;
}

/** How it ended. */
export interface AnimateResult {
  readonly outcome: 'done' | 'interrupted';
  /** Folder of the cache, as the caller knows it. */
  readonly output: string;
  /** Last committed frame. */
  readonly frame: number;
  /** Hash of its particles. */
  readonly hash: string;
  /** Numbers of the motion; undefined if nothing was left to solve, or it was stopped before. */
  readonly report: MotionReport | undefined;
}

const NAMES: OptionNames<AnimateOptions> = {
  ...{ set: true, limits: true, output: true, frames: true, fresh: true, signal: true, cwd: true, onEvent: true },
};

/** Vertices that are looked at for obstacles. */
const MOST_LOOKED_AT = 2000;
/** Times in every interval at which they are. */
const LOOKS = 20;
/** Part of the size of the shape by which a motion may miss a keyframe or touch an obstacle without a warning. */
const INEXACT = 1e-3;

/**
 * Solves the motion of a design and writes its frames into a cache, or goes on with it.
 * @example const { output } = await animateDesign('designs/jump', { frames: 50 });
 */
export async function animateDesign(design: string, options: AnimateOptions = {}): Promise<AnimateResult> {
  return withProblems(async () => {
    requirePath('design', design);
    requireOptions(options, NAMES);
    requireWhole('frames', options.frames, 0);
    const { cwd = process.cwd() } = options,
      output = options.output ?? usualCache(design, false, cwd);
    return withDesign(design, options, (input) => animate(input, output, pathFrom(cwd, output), options));
  });
}

async function animate(
  input: DesignInput,
  output: string,
  folder: string,
  options: AnimateOptions,
): Promise<AnimateResult> {
  const { design } = input.file,
    whole = framesOf(design),
    frames = Math.min(options.frames ?? whole, 1e9),
    scene = await input.sceneOf(whole / design.frameRate),
    motion = input.open.motion(),
    cache = await openDesignCache(input.file, scene, folder, options.fresh === true);
  try {
    return await new Animation(input, motion, cache, { ...options, frames, output }).run();
  } finally {
    cache.close();
  }
}

class Animation {
  private readonly input: DesignInput;
  private readonly motion: MotionDesign;
  private readonly cache: DesignCache;
  private readonly options: AnimateOptions & { readonly frames: number; readonly output: string };
  private readonly began = performance.now();

  constructor(input: DesignInput, motion: MotionDesign, cache: DesignCache, options: Animation['options']) {
    this.input = input;
    this.motion = motion;
    this.cache = cache;
    this.options = options;
  }

  async run(): Promise<AnimateResult> {
    const { cache, options } = this,
      { frames } = options,
      { committed, damaged } = cache;
    this.announce();
    if (committed >= frames && damaged.length === 0) return this.end('done', committed, cache.hash, undefined);
    const report = await this.solve();
    if (!report) return this.end('interrupted', committed, cache.hash, undefined);
    this.tell({ event: 'solved', ...report });
    for (const warning of this.input.file.places(await this.inexactness(report)))
      this.tell({ event: 'warning', ...warning });
    cache.begin((frame) => this.fieldsAt(frame));
    let [last, hash] = [committed, cache.hash];
    for (let frame = committed + 1; frame <= frames; frame++) {
      await breathe();
      if (options.signal?.aborted) return this.end('interrupted', last, hash, report);
      const { bytes, ...record } = cache.commit(frame, this.fieldsAt(frame));
      this.tell({ event: 'frame', ...record, steps: 0, dt: { min: 0, max: 0 }, criterion: 'none', bytes });
      [last, hash] = [frame, record.hash];
    }
    return this.end('done', last, hash, report);
  }

  /** Solves step by step, so that signals are answered; undefined if it was asked to stop. */
  private async solve(): Promise<MotionReport | undefined> {
    const steps = this.motion.steps(this.input.open.motionSolve);
    for (let iterations = 1; ; iterations++) {
      const { done, value } = steps.next();
      if (done) return value;
      this.tell({ event: 'solve', iterations, energy: value.energy, frames: this.motion.frames.length });
      await breathe();
      if (this.options.signal?.aborted) return undefined;
    }
  }

  private fieldsAt(frame: number): WorldFields {
    const { field } = this.input.matter,
      time = frame / this.input.file.design.frameRate,
      rows = nodeRows(field.count),
      positions = this.motion.movedRows(rows, field.positions, time),
      velocities = this.motion.velocityRows(rows, field.positions, time);
    return designedFields(this.input.matter, positions, velocities);
  }

  /** What the motion does not do as it was asked. */
  private async inexactness({ miss, converged, frames }: MotionReport): Promise<Problem[]> {
    const { size } = this.input.matter.field,
      found: Problem[] = [],
      warn = (pointer: string, message: string, hint: string): void =>
        void found.push({ ...problem('DESIGN_INEXACT', pointer, message, hint), severity: 'warning' });
    if (miss > INEXACT * size)
      warn(
        '/keyframes',
        `A keyframe is missed by ${shown(miss)} m.`,
        'Raise weights.keyframes, or give it a pose that the shape can take.',
      );
    const depth = await this.depth();
    if (depth > INEXACT * size) {
      const hint = `Raise frames.most above ${frames.length}, radius or weights.obstacles, and keep keyframes out of obstacles.`;
      warn('/obstacles', `The shape gets ${shown(depth)} m into an obstacle.`, hint);
    }
    if (!converged)
      warn(
        '/keyframes',
        'The search stopped before its end.',
        'The motion can be used. Fewer frames.most converge sooner.',
      );
    return found;
  }

  /** How deep vertices of the skin, evenly chosen, get into obstacles, m. */
  private async depth(): Promise<number> {
    const { design } = this.input.file;
    if (design.obstacles.length === 0) return 0;
    const scene = await this.input.sceneOf(0),
      { positions } = skinMeshOf(scene.bodies[0]!, await loadTrigonometry()),
      count = positions.length / 3,
      each = Math.ceil(count / MOST_LOOKED_AT);
    const some = positions.filter((_, k) => Math.floor(k / 3) % each === 0),
      mesh = { positions: some, normals: new Float64Array(some.length), triangles: new Uint32Array() },
      skin = bindSkin(mesh, this.input.matter.field.positions, { normals: 'cheap', solid: solidOfDesign(design) });
    const { starts, particles, values } = skin,
      rows = { starts: Int32Array.from(starts), particles: Int32Array.from(particles), values };
    return this.motion.penetrationRows(rows, some, LOOKS);
  }

  private announce(): void {
    const { input, cache, options } = this,
      { committed } = cache,
      { frames, output } = options,
      { count } = input.matter.field,
      unknowns = 3 * count * input.file.design.frames.most;
    this.tell({
      ...{ event: 'start', version: version(), scene: input.file.title, output, frames },
      ...{ committed: Math.max(0, committed), from: committed, particles: count, threads: 1 },
      ...{ memoryBytes: 15e7 + 8 * 60 * unknowns, diskBytes: (frames + 1) * (1200 + 40 * count) },
    });
  }

  private end(
    outcome: AnimateResult['outcome'],
    frame: number,
    hash: string,
    report: MotionReport | undefined,
  ): AnimateResult {
    const { output } = this.options,
      time = Math.max(0, frame) / this.input.file.design.frameRate,
      wallSeconds = (performance.now() - this.began) / 1000,
      interrupted = outcome === 'interrupted';
    this.tell({ event: 'done', frame, time, hash, output, wallSeconds, interrupted, diverged: false });
    return { outcome, output, frame, hash, report };
  }

  private tell(event: AnimateEvent): void {
    this.options.onEvent?.(event);
  }
}

const shown = (length: number): string => Number(length.toPrecision(2)).toString();

/** Lets signals have their turn. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
