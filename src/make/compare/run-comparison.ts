// Runs a scene as it is written and again without adaptivity, one after the other, and measures both alike. Only `advance` counts as time;
// a short run of both beforehand has their code compiled, so that it does not count against the one that comes first.

import { performance } from 'node:perf_hooks';
import { estimateCost, requireFrames, requireMemory } from '../../cache/cost.ts';
import { loadTrigonometry, type SceneFile } from '../../cache/scene-file.ts';
import { type Problem, ThixoError } from '../../problem.ts';
import { DEFAULT_LIMITS, type Limits } from '../../scene/limits.ts';
import type { Scene, SceneInput } from '../../scene/schema.ts';
import { surfaceOptions } from '../../surface/surface-options.ts';
import { Surfacer } from '../../surface/surfacer.ts';
import type { FrameFailed } from '../../world/report.ts';
import { World } from '../../world/world.ts';
import { usage } from '../usage.ts';
import { type Comparison, compareRuns, type FrameSample, type RunName } from './comparison.ts';
import { columnsOf, measureProfile } from './profile.ts';
import { sampleFrame } from './sample-frame.ts';

/** What a comparison says while it runs. */
export type CompareEvent =
  | (Problem & { readonly event: 'warning' })
  | {
      readonly event: 'start';
      readonly run: RunName;
      /** Title of the scene. */
      readonly scene: string;
      readonly frames: number;
      /** Particles at the start. */
      readonly particles: number;
      readonly threads: number;
    }
  | {
      readonly event: 'frame';
      readonly run: RunName;
      readonly frame: number;
      readonly particles: number;
      readonly steps: number;
      /** Wall-clock time of simulating it, s. */
      readonly seconds: number;
    };

/** How to compare. */
export interface CompareOptions {
  /** Frames to simulate; default: the scene's duration. */
  readonly frames?: number | undefined;
  /** Default 1. */
  readonly threads?: number;
  readonly limits?: Limits;
  /** How long the warm-up of each run goes on at most, ms; default 1000. */
  readonly warmUp?: number;
  /** A clock, ms. */
  readonly now?: () => number;
  onEvent?(event: CompareEvent): void;
  /** Asked after every frame: whether to stop. */
  shouldStop?(): boolean;
}

/** A comparison, also one that was stopped: then it has the frames that both runs have done. */
export interface CompareResult extends Comparison {
  readonly scene: string;
  readonly interrupted: boolean;
}

/** Frames of the warm-up at most, and how long it goes on at most unless another time is given, ms. */
const WARM_UP = { frames: 200, milliseconds: 1000 };

/**
 * Simulates a scene with and without adaptivity. Throws a ThixoError if the scene has none, or if a run goes wrong.
 * @example const { speedup, profileError } = await runComparison(await loadScene('scenes/my-scene'), { frames: 50 });
 */
export async function runComparison(source: SceneFile, options: CompareOptions = {}): Promise<CompareResult> {
  const { scene, input, title } = source;
  if (!scene.adaptivity) throw notAdaptive(title, scene);
  const frames = options.frames ?? Math.round(scene.duration * scene.frameRate);
  const limits = options.limits ?? DEFAULT_LIMITS;
  requireFrames(frames, limits);
  requireMemory(estimateCost(scene, frames, await loadTrigonometry()), limits);
  const { adaptivity: _, ...standard } = input;
  const comparer = new Comparer(title, frames, options, await Surfacer.create());
  try {
    await comparer.warmUp([input, standard]);
    const samples = {
      adaptive: await comparer.run('adaptive', input),
      standard: await comparer.run('standard', standard),
    };
    const interrupted = Math.min(samples.adaptive.length, samples.standard.length) < frames;
    return { scene: title, interrupted, ...compareRuns(samples.adaptive, samples.standard) };
  } finally {
    comparer.dispose();
  }
}

class Comparer {
  private readonly title: string;
  private readonly frames: number;
  private readonly options: CompareOptions;
  private readonly surfacer: Surfacer;
  private readonly now: () => number;

  constructor(title: string, frames: number, options: CompareOptions, surfacer: Surfacer) {
    this.title = title;
    this.frames = frames;
    this.options = options;
    this.surfacer = surfacer;
    this.now = options.now ?? (() => performance.now());
  }

  /** Runs the first frames of worlds that are thrown away. */
  async warmUp(scenes: readonly SceneInput[]): Promise<void> {
    const { warmUp = WARM_UP.milliseconds } = this.options;
    for (const scene of scenes) {
      const world = await this.build(scene),
        began = this.now();
      try {
        for (let frame = 0; frame < Math.min(this.frames, WARM_UP.frames); frame++) {
          if (await this.shouldStop()) break;
          if (!world.advance().ok || this.now() - began > warmUp) break;
        }
      } finally {
        world.dispose();
      }
    }
  }

  /** Every frame of a run, as far as it got before it was asked to stop. */
  async run(run: RunName, scene: SceneInput): Promise<FrameSample[]> {
    const samples: FrameSample[] = [];
    if (await this.shouldStop()) return samples;
    const world = await this.build(scene);
    try {
      this.announce(run, world);
      while (world.frame < this.frames && !(await this.shouldStop())) samples.push(this.advance(run, world));
    } finally {
      world.dispose();
    }
    return samples;
  }

  dispose(): void {
    this.surfacer.dispose();
  }

  private async build(scene: SceneInput): Promise<World> {
    const { threads = 1, limits = DEFAULT_LIMITS } = this.options;
    return World.create(scene, { threads, limits });
  }

  private announce(run: RunName, world: World): void {
    const { title, frames, options } = this;
    options.onEvent?.({
      ...{ event: 'start', run, scene: title, frames },
      ...{ particles: world.fields.count, threads: world.threads },
    });
    if (run === 'adaptive') for (const warning of world.warnings) options.onEvent?.({ event: 'warning', ...warning });
  }

  private advance(run: RunName, world: World): FrameSample {
    const timeBy = world.timeWork(() => this.now() / 1000),
      cpuBefore = process.cpuUsage(),
      began = this.now(),
      report = world.advance(),
      seconds = (this.now() - began) / 1000,
      cpu = process.cpuUsage(cpuBefore),
      cpuSeconds = (cpu.user + cpu.system) / 1e6;
    if (!report.ok) throw wentWrong(run, report);
    const mesh = this.surfacer.build(world.fields, surfaceOptions(world.scene));
    const profile = measureProfile(mesh, columnsOf(world.scene));
    const { frame, particles, steps } = report;
    this.options.onEvent?.({ event: 'frame', run, frame, particles, steps, seconds });
    return sampleFrame(world, report, { seconds, cpuSeconds, timeBy, profile });
  }

  /** Lets signals have their turn, then asks. */
  private async shouldStop(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.options.shouldStop?.() ?? false;
  }
}

function notAdaptive(title: string, { substances }: Scene): ThixoError {
  const globules = Object.entries(substances).find(([, { model }]) => model === 'globules');
  const hint = globules
    ? `It cannot have it: "${globules[0]}" is made of globules, which neither split nor merge.`
    : 'Switch it on with --set adaptivity.detail=1, or write "adaptivity": {} into the scene.';
  return new ThixoError([usage(`${title} has no adaptivity: there is nothing to compare.`, hint)]);
}

function wentWrong(run: RunName, { problem }: FrameFailed): ThixoError {
  const { message } = problem;
  return new ThixoError([{ ...problem, message: `The ${run} run went wrong. ${message}` }]);
}
