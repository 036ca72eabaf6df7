// The detective at work: a cause is named when its cure was tried. The failing frame and a few more are simulated again, in memory, with one
// value of the scene changed, until one of the changes lets the run go on. Bounded in particle-steps, not by a clock, so that the same
// failure gets the same answer everywhere. [docs/adr/0036-causes-that-were-tried.md]

import type { Divergence, Finding, Suspicion, Trial } from '../diagnose/inspect.ts';
import { assignmentOf, withValue } from '../pointer.ts';
import { type Fix, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { type BuildOptions, buildSimulation } from './build.ts';
import { advanceFrame } from './frame.ts';
import { powerOfTwo } from './power-of-two.ts';
import type { Simulation } from './simulation.ts';
import { capture, restore } from './state.ts';

/** How much to try. */
export interface DiagnoseOptions {
  /**
   * Force evaluations of single particles that all trials together may take, 300 more for every step. Default: 20 million, about ten seconds
   * of one core, or a twentieth of what the run has taken so far, if that is more.
   */
  readonly particleSteps?: number;
  /** Asked before every trial: whether to stop trying. */
  shouldStop?(): boolean;
}

/** How trials are run. */
export type TrialSettings = DiagnoseOptions & BuildOptions;

const PARTICLE_STEPS = 2e7;
/** Part of what a run has taken that may be spent on finding out why it failed. */
const SHARE = 0.05;
/** Frames beyond the failing one that a cure must bring: so many, and a third of those before. */
const FRAMES = 4;
/** A step costs as much as this many particles beside its own. */
const OVERHEAD = 300;
/** A start from frame 0 must leave room for so many trials. */
const STARTS = 4;
/** A frame may not take fewer steps than this in a trial, or it would say nothing. */
const LEAST_STEPS = 16;
const MOST_TRIALS = 30;
/** A value that is so many times what is usual is odd for certain. */
const FAR = 10;
/** A world with more particles is not copied. */
const MOST_PARTICLES = PARTICLE_STEPS / LEAST_STEPS;

/** What trials may take after a run that has taken so many evaluations. */
export function budgetAfter(evaluations: number): number {
  return Math.max(PARTICLE_STEPS, SHARE * evaluations);
}

/** Tries the cures of a failure; the simulation stays as it is, at its last good frame. */
export async function diagnose(s: Simulation, finding: Finding, settings: TrialSettings): Promise<Divergence> {
  const attempt = new Attempt(s, settings),
    tried: Trial[] = [];
  for (const suspicion of finding.suspicions) {
    for (const fix of suspicion.cures) {
      if (tried.length >= MOST_TRIALS || !attempt.canGoOn) break;
      const helped = await attempt.run(fix);
      tried.push({ ...fix, helped });
      if (helped) return cured(finding, namedInstead(finding, suspicion, tried), fix, tried);
    }
  }
  return notCured(finding, tried);
}

/**
 * The cause to name when a cure has helped. Where it is a last resort, such as smaller steps, and something far from usual could not be tried,
 * that is the cause, and the cure only puts the failure off.
 */
function namedInstead({ suspicions }: Finding, suspicion: Suspicion, tried: readonly Trial[]): Suspicion {
  if (suspicion.excess >= 1) return suspicion;
  const isOpen = ({ cures }: Suspicion) =>
    cures.length > 0 && cures.every((fix) => tried.some((t) => t.pointer === fix.pointer && t.helped === null));
  return suspicions.find((one) => one.excess >= FAR && isOpen(one)) ?? suspicion;
}

/** The problem whose cure helped. */
function cured({ problem, suspicions }: Finding, suspicion: Suspicion, fix: Fix, tried: readonly Trial[]): Divergence {
  const { code, pointer, message, hint } = suspicion,
    others = suspicions.filter((other) => other !== suspicion).map(causeOf);
  return {
    ...problem,
    ...{ code, pointer, message, fix, tried },
    hint: `With ${assignmentOf(fix)} the run goes on; this was tried. ${hint}`,
    others: others.slice(0, problem.others.length),
  };
}

/** The likeliest cause that was not refuted. */
function notCured({ problem, suspicions }: Finding, tried: readonly Trial[]): Divergence {
  const isRefuted = ({ cures }: Suspicion) =>
    cures.length > 0 &&
    cures.every((fix) => tried.some((t) => t.pointer === fix.pointer && t.value === fix.value && t.helped === false));
  const left = suspicions.filter((one) => !isRefuted(one)),
    first = left[0] ?? suspicions[0],
    failed = tried.filter(({ helped }) => helped === false).length,
    note = failed === 0 ? '' : ` ${failed === 1 ? 'One change was' : `${failed} changes were`} tried, and none helped.`;
  if (!first) return { ...problem, tried };
  const { code, pointer, message, hint } = first,
    own = suspicions[0] === first ? problem : { ...problem, code, pointer, message, hint };
  return { ...own, hint: `${own.hint}${note}`, tried, others: left.slice(1, 4).map(causeOf) };
}

function causeOf({ code, pointer, message, hint }: Suspicion): Divergence['others'][number] {
  return { code, pointer, message, hint };
}

/** What a simulation has taken so far, in evaluations of particles. */
function costOf({ books, engine }: Simulation): number {
  return books.account.evaluations + OVERHEAD * engine.steps;
}

/** Trials of one failure, with what is left to spend on them. */
class Attempt {
  private readonly s: Simulation;
  private readonly settings: TrialSettings;
  private readonly fromStart: boolean;
  private left: number;
  private snapshot: Uint8Array | undefined;

  constructor(s: Simulation, settings: TrialSettings) {
    this.s = s;
    this.settings = settings;
    this.left = settings.particleSteps ?? budgetAfter(s.books.account.evaluations);
    this.fromStart = costOf(s) * STARTS <= this.left;
  }

  /** Whether there is enough left for a trial that says something. Bodies that a mover moves cannot be built again. */
  get canGoOn(): boolean {
    const { s, settings, left } = this;
    if (s.bodies || s.set.count > MOST_PARTICLES) return false;
    return left >= LEAST_STEPS * (s.set.count + OVERHEAD) && !settings.shouldStop?.();
  }

  /** Whether the run goes on with a change; null if that cannot be found out. */
  async run(fix: Fix): Promise<boolean | null> {
    const { s } = this,
      changed = withValue(s.script.scene, fix.pointer, fix.value);
    let trial: Simulation | undefined;
    try {
      const scene = this.bounded(changed);
      trial = this.fromStart ? await buildSimulation(scene, this.settings) : await this.branch(scene);
      return this.advance(trial, changed);
    } catch (error) {
      if (error instanceof ThixoError) return error.problems.some(({ code }) => code === 'BRANCH_FIXED') ? null : false;
      throw error;
    } finally {
      trial?.set.team.stop();
    }
  }

  private branch(scene: Scene): Promise<Simulation> {
    this.snapshot ??= capture(this.s).encode();
    return restore(this.snapshot, this.settings, scene);
  }

  /** The scene with frames that cannot take more than what is left. */
  private bounded(scene: Scene): Scene {
    const { left, s } = this,
      affordable = powerOfTwo(Math.max(LEAST_STEPS, left / (s.set.count + OVERHEAD) / 2)),
      maxStepsPerFrame = Math.min(scene.time.maxStepsPerFrame, affordable);
    return { ...scene, time: { ...scene.time, maxStepsPerFrame } };
  }

  private advance(trial: Simulation, { frameRate, time }: Scene): boolean | null {
    const { s } = this,
      begun = frameRate === s.scene.frameRate ? s.frame : 0,
      until = begun + 1 + Math.max(FRAMES, Math.floor(begun / 3)),
      isCut = trial.scene.time.maxStepsPerFrame < time.maxStepsPerFrame;
    let spent = this.fromStart ? 0 : costOf(trial);
    while (trial.frame < until) {
      const { ok, problem } = advanceFrame(trial),
        now = costOf(trial);
      this.left -= now - spent;
      spent = now;
      if (!ok) return isCut && problem?.symptom === 'step' ? null : false;
      if (this.left <= 0) return trial.frame > begun ? true : null;
    }
    return true;
  }
}
