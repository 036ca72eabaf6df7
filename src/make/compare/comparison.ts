// What comes of comparing an adaptive run with a standard one: per frame, and as a whole.

import type { Triple } from '../../diagnose/ledger.ts';
import { WORK_KINDS, type WorkTimes } from '../../threads/work-times.ts';
import { type Profile, profileDifference } from './profile.ts';

/** The two runs of a comparison: the scene as written, and without adaptivity, at the finest level. */
export type RunName = 'adaptive' | 'standard';

/** A value of each run. */
export type Pair = Readonly<Record<RunName, number>>;

/** What is kept of a frame of one run. */
export interface FrameSample {
  readonly frame: number;
  /** Simulated time, s. */
  readonly time: number;
  /** Wall-clock time of simulating it, s. */
  readonly seconds: number;
  /** The same as time of the processor, s: what is left of it on a machine that does other things too. */
  readonly cpuSeconds: number;
  /** The wall-clock time by kind of work, s. */
  readonly timeBy: WorkTimes;
  /** Force evaluations in it, summed over particles. */
  readonly evaluations: number;
  /** Particles at its end. */
  readonly particles: number;
  readonly steps: number;
  readonly splits: number;
  readonly merges: number;
  /** m */
  readonly centerOfMass: Readonly<Triple>;
  /** Diagonal of the bounds of all particles, m. */
  readonly size: number;
  /** Sum of m/ρ, m³ (m² in 2D). */
  readonly volume: number;
  readonly profile: Profile;
}

/** How far the adaptive run is from the standard one. */
export interface Errors {
  /** Distance of the centers of mass over the size of the standard run's body. */
  readonly centerOfMassError: number;
  /** Mean difference of the thickness along gravity, in fine spacings. */
  readonly profileError: number;
  /** Difference of the volumes over that of the standard run. */
  readonly volumeError: number;
}

/** A frame of both runs. */
export interface ComparedFrame extends Errors {
  readonly frame: number;
  /** Simulated time, s. */
  readonly time: number;
  /** Wall-clock time of the standard run over that of the adaptive one. */
  readonly speedup: number;
  readonly seconds: Pair;
  readonly cpuSeconds: Pair;
  readonly evaluations: Pair;
  readonly particles: Pair;
  readonly steps: Pair;
  /** Of the adaptive run. */
  readonly splits: number;
  readonly merges: number;
}

/** The whole comparison: sums, means for `particles` and `profileError`, and the largest of the other errors. */
export interface Comparison extends Errors {
  readonly speedup: number;
  /** Time of the processor of the standard run over that of the adaptive one. */
  readonly cpuSpeedup: number;
  /** Evaluations of the standard run over those of the adaptive one. */
  readonly evaluationRatio: number;
  readonly particles: Pair;
  readonly seconds: Pair;
  readonly cpuSeconds: Pair;
  readonly evaluations: Pair;
  readonly steps: Pair;
  /** Wall-clock time by kind of work, s. */
  readonly timeBy: Readonly<Record<RunName, WorkTimes>>;
  readonly splits: number;
  readonly merges: number;
  readonly frames: readonly ComparedFrame[];
}

/** Errors up to which an adaptive run is as good as a standard one. */
export const TARGETS: Errors = { centerOfMassError: 0.02, profileError: 1, volumeError: 0.01 };

/** What is measured of both runs and added up. */
type Measured = 'seconds' | 'cpuSeconds' | 'evaluations' | 'particles' | 'steps';

/** Compares those frames that both runs have. */
export function compareRuns(adaptive: readonly FrameSample[], standard: readonly FrameSample[]): Comparison {
  const both = Math.min(adaptive.length, standard.length);
  const frames = adaptive.slice(0, both).map((sample, k) => compareFrames(sample, standard[k]!));
  const seconds = sumOf(frames, 'seconds'),
    cpuSeconds = sumOf(frames, 'cpuSeconds'),
    evaluations = sumOf(frames, 'evaluations'),
    particles = sumOf(frames, 'particles');
  const count = Math.max(1, frames.length);
  return {
    speedup: ratio(seconds.standard, seconds.adaptive),
    cpuSpeedup: ratio(cpuSeconds.standard, cpuSeconds.adaptive),
    evaluationRatio: ratio(evaluations.standard, evaluations.adaptive),
    particles: { adaptive: particles.adaptive / count, standard: particles.standard / count },
    centerOfMassError: Math.max(0, ...frames.map((frame) => frame.centerOfMassError)),
    profileError: frames.reduce((sum, frame) => sum + frame.profileError, 0) / count,
    volumeError: Math.max(0, ...frames.map((frame) => frame.volumeError)),
    seconds,
    cpuSeconds,
    evaluations,
    steps: sumOf(frames, 'steps'),
    timeBy: { adaptive: sumOfTimes(adaptive.slice(0, both)), standard: sumOfTimes(standard.slice(0, both)) },
    splits: frames.reduce((sum, frame) => sum + frame.splits, 0),
    merges: frames.reduce((sum, frame) => sum + frame.merges, 0),
    frames,
  };
}

function compareFrames(adaptive: FrameSample, standard: FrameSample): ComparedFrame {
  const pair = (key: Measured): Pair => ({
    adaptive: adaptive[key],
    standard: standard[key],
  });
  const { frame, time, splits, merges } = adaptive;
  return {
    ...{ frame, time, speedup: ratio(standard.seconds, adaptive.seconds) },
    ...{ seconds: pair('seconds'), cpuSeconds: pair('cpuSeconds') },
    ...{ evaluations: pair('evaluations'), particles: pair('particles') },
    ...{ steps: pair('steps'), splits, merges },
    centerOfMassError: centerDistance(adaptive, standard),
    profileError: profileDifference(adaptive.profile, standard.profile),
    volumeError: Math.abs(part(adaptive.volume - standard.volume, standard.volume)),
  };
}

/** Distance of the centers of mass over the size of the standard body, which is never taken for less than a particle. */
function centerDistance(adaptive: FrameSample, standard: FrameSample): number {
  if (adaptive.particles === 0 || standard.particles === 0) return adaptive.particles === standard.particles ? 0 : 1;
  const [a, b] = [adaptive.centerOfMass, standard.centerOfMass],
    distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return distance / Math.max(standard.size, standard.profile.columns.width);
}

function sumOf(frames: readonly ComparedFrame[], key: Measured): Pair {
  const sum = (run: RunName): number => frames.reduce((total, frame) => total + frame[key][run], 0);
  return { adaptive: sum('adaptive'), standard: sum('standard') };
}

function sumOfTimes(samples: readonly FrameSample[]): WorkTimes {
  const sums = WORK_KINDS.map((kind) => [kind, samples.reduce((total, { timeBy }) => total + timeBy[kind], 0)]);
  return Object.fromEntries(sums) as WorkTimes;
}

/** How many times more; 1 where there is nothing to compare. */
function ratio(standard: number, adaptive: number): number {
  return adaptive > 0 ? standard / adaptive : 1;
}

/** A part of the whole; all of it where the whole is nothing. */
function part(x: number, whole: number): number {
  return x === 0 ? 0 : whole > 0 ? x / whole : 1;
}
