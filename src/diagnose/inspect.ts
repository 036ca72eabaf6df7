// The blow-up detective: looks at the extremes of every step, and when numbers go wrong names the particle, the likely cause and
// the setting to change. Wrong numbers are data, not exceptions: the step is not committed and the report says why.

import type { Cause } from '../engine/family.ts';
import { maxOverChunks } from '../engine/reports.ts';
import type { StepLimit } from '../engine/step-limit.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { below } from '../pointer.ts';
import { type Fix, type Problem, problem } from '../problem.ts';
import { familyOf } from '../substances/families.ts';
import type { Substance } from '../substances/substance.ts';
import * as at from '../wasm/layout.ts';
import { likelyCauses } from './causes.ts';
import type { Failure, Suspects, Suspicion, Symptom } from './suspicion.ts';

export type { Suspects, Suspicion, Symptom } from './suspicion.ts';

/** Why a frame was not committed. */
export interface Divergence extends Problem {
  readonly symptom: Symptom;
  /** Id of the particle it showed at; −1 if none in particular. */
  readonly particle: number;
  /** Where that particle was, m. */
  readonly position: readonly [number, number, number];
  /** When, s. */
  readonly time: number;
  /** Other causes that may be meant, the likeliest first. */
  readonly others: readonly Cause[];
  /** Changes that `World.diagnose` has tried, in this order; the last one helped if there is a `fix`. */
  readonly tried?: readonly Trial[];
}

/** A change of the scene that was tried. */
export interface Trial extends Fix {
  /** Whether the run went on with it; null if that would have taken too long to find out. */
  readonly helped: boolean | null;
}

/** What is known of a failure without trying anything. */
export interface Finding {
  readonly problem: Divergence;
  /** What it was chosen from, the likeliest first. */
  readonly suspicions: readonly Suspicion[];
}

/** Density over rest density beyond which nothing sensible is left. */
const DENSITY_LOW = 0.02;
const DENSITY_HIGH = 20;
/** Speed over the speed of sound beyond which nothing sensible is left. */
const SPEED_LIMIT = 1000;
/** dt √(|a|/h) beyond which a push came that the step was not made for. The step control aims at λ₂ = 0.5, at most 1; lively scenes
 * stay below 0.2, supersonic hits reach 1.05, instabilities pass 1.3. */
const PUSH_LIMIT = 1.2;
/** Other causes that are named. */
const OTHERS = 3;

/** Whether something is wrong with the last step, of a world that is spread over ranks: all of them see the same. */
export function isTroubled({ set, substances }: Suspects): boolean {
  const low = substances.some(mayThin) ? 0 : DENSITY_LOW,
    extreme = (slot: number) => set.part!.extreme(slot);
  return (
    set.everywhere > 0 &&
    (extreme(at.REPORT_BAD) >= 0 ||
      !(extreme(at.REPORT_DENSITY_LOW) >= low && extreme(at.REPORT_DENSITY_HIGH) <= DENSITY_HIGH) ||
      extreme(at.REPORT_SPEED) > SPEED_LIMIT * extreme(at.REPORT_SOUND) ||
      extreme(at.REPORT_PUSH) > PUSH_LIMIT)
  );
}

/** Looks at the last step; undefined when all is well. */
export function inspectStep(s: Suspects): Finding | undefined {
  const { set } = s,
    bad = badParticle(set);
  if (bad >= 0) return explain(s, { symptom: 'non-finite', index: bad });
  const off = densityOffender(set, s.substances.some(mayThin) ? 0 : DENSITY_LOW);
  if (off >= 0) return explain(s, { symptom: 'density', index: off });
  if (maxOverChunks(set, at.REPORT_SPEED) > SPEED_LIMIT * maxOverChunks(set, at.REPORT_SOUND))
    return explain(s, { symptom: 'speed', index: fastest(set) });
  if (maxOverChunks(set, at.REPORT_PUSH) > PUSH_LIMIT)
    return explain(s, { symptom: 'acceleration', index: mostPushed(set) });
  return undefined;
}

/** Looks at the particles before their first step, with the accelerations that they start with; undefined when all are numbers. */
export function inspectStart(s: Suspects): Divergence | undefined {
  const { set, substances } = s,
    fields = ['position', 'velocity', 'density', 'acceleration'].map((name) => set.f64(name)),
    bad = fields.map((field) => field.findIndex((x) => !Number.isFinite(x)) / (field.length / set.count)),
    index = Math.floor(Math.max(...bad));
  if (!(index >= 0)) return undefined;
  const { name } = substances[set.u32('substance')[index]!]!,
    cause: Cause = {
      code: 'UNSTABLE',
      pointer: below('/substances', name),
      message: `The forces at the start are too large to be computed: a particle of "${name}" has no finite acceleration.`,
      hint: 'Check the density of the bodies, the stiffness of the substance, and the units of both.',
    };
  return described(s, { symptom: 'non-finite', index }, cause, []);
}

/** A failure whose cause is not known here. */
function unexplained(message: string, hint: string): Finding {
  return {
    problem: {
      ...problem('UNSTABLE', '', message, hint),
      ...{ symptom: 'step', particle: -1, position: [0, 0, 0], time: 0, others: [] },
    },
    suspicions: [],
  };
}

/** What ranks know of a failure that rank 0 explains. */
export const ELSEWHERE = unexplained('The simulation became unstable; rank 0 says why.', 'See what rank 0 says.');

/** Of a world on ranks with more particles than one process can look at. */
export const TOO_LARGE = unexplained(
  'The simulation became unstable. It has too many particles to look for the cause.',
  'Run it with a larger spacing, in one process: then the cause is named.',
);

function mayThin(p: Substance): boolean {
  return familyOf(p).mayThin?.(p) ?? false;
}

/** The step would have to be smaller than the scene allows. */
export function explainSmallStep(s: Suspects, limit: StepLimit): Finding {
  return explain(s, { symptom: 'step', index: bindingParticle(s.set, limit), limit: { ...limit } });
}

/** A particle left the domain of a scene that wants to stop then, or is too far away to be resolved. */
export function explainLeaving(s: Suspects, symptom: 'left' | 'strayed', found?: Problem): Finding {
  const index = symptom === 'left' ? firstOutside(s) : farthest(s.set);
  if (symptom === 'strayed') {
    const speed = lengthAt(s.set.f64('velocity'), index);
    if (!Number.isFinite(speed + lengthAt(s.set.f64('position'), index)))
      return explain(s, { symptom: 'non-finite', index });
    if (speed > SPEED_LIMIT * soundOf(s, index)) return explain(s, { symptom: 'speed', index });
  }
  const finding = explain(s, { symptom, index });
  return found ? { ...finding, problem: { ...finding.problem, message: found.message, hint: found.hint } } : finding;
}

function explain(s: Suspects, failure: Failure): Finding {
  const suspicions = likelyCauses(s, failure),
    [first = UNKNOWN, ...rest] = suspicions.map(causeOf);
  return { problem: described(s, failure, first, rest.slice(0, OTHERS)), suspicions };
}

/** A cause with what was seen, and where. */
function described(
  { set, time }: Suspects,
  { symptom, index }: Failure,
  cause: Cause,
  others: readonly Cause[],
): Divergence {
  const known = index >= 0 && index < set.count,
    position = set.f64('position');
  return {
    ...problem(cause.code, cause.pointer, cause.message, cause.hint),
    symptom,
    particle: known ? set.u32('id')[index]! : -1,
    position: known ? [position[3 * index]!, position[3 * index + 1]!, position[3 * index + 2]!] : [0, 0, 0],
    time,
    others,
  };
}

function causeOf({ code, pointer, message, hint }: Suspicion): Cause {
  return { code, pointer, message, hint };
}

/** What is said when there is nothing at all to suspect: a world without substances. */
const UNKNOWN: Cause = {
  code: 'UNSTABLE',
  pointer: '/time/courant',
  message: 'The simulation became unstable.',
  hint: 'Lower time.courant.',
};

function report(set: ParticleSet, chunk: number, slot: number): number {
  return set.shared.f64[(set.shared.u32[at.AT_CHUNK_REPORT >> 2]! + chunk * at.REPORT_BYTES + slot) >>> 3]!;
}

/** Index of a particle that the kick found non-finite, or −1. */
function badParticle(set: ParticleSet): number {
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    if (report(set, chunk, at.REPORT_BAD) >= 0) return report(set, chunk, at.REPORT_BAD);
  }
  return -1;
}

function densityOffender(set: ParticleSet, low: number): number {
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    const fine =
      report(set, chunk, at.REPORT_DENSITY_LOW) >= low && report(set, chunk, at.REPORT_DENSITY_HIGH) <= DENSITY_HIGH;
    if (!fine) return report(set, chunk, at.REPORT_DENSEST);
  }
  return -1;
}

function fastest(set: ParticleSet): number {
  let best = -1,
    speed = -1;
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    if (report(set, chunk, at.REPORT_SPEED) > speed) {
      speed = report(set, chunk, at.REPORT_SPEED);
      best = report(set, chunk, at.REPORT_FASTEST);
    }
  }
  return best;
}

/** The particle that asks for the smallest step. */
function bindingParticle(set: ParticleSet, { criterion }: StepLimit): number {
  if (criterion === 'acceleration') return mostPushed(set);
  if (criterion !== 'divergence') return fastest(set);
  const rate = set.f64('densityRate'),
    density = set.f64('density');
  return indexOfLargest(set.count, (i) => Math.abs(rate[i]! / density[i]!));
}

/** The particle of the largest |a|/h. */
function mostPushed(set: ParticleSet): number {
  const acceleration = set.f64('acceleration'),
    h = set.f64('smoothingLength');
  return indexOfLargest(set.count, (i) => lengthAt(acceleration, i) / h[i]!);
}

/** The particle farthest from the one in the middle of the order, which the search measures from. */
function farthest(set: ParticleSet): number {
  const position = set.f64('position'),
    middle = position.slice(3 * (set.count >> 1), 3 * (set.count >> 1) + 3);
  return indexOfLargest(set.count, (i) => lengthAt(position, i, middle));
}

function firstOutside({ set, scene }: Suspects): number {
  const { min, max, periodic } = scene.domain!,
    position = set.f64('position');
  const axes = [0, 1, 2].filter((a) => a < scene.dimension && !periodic[a]);
  for (let i = 0; i < set.count; i++) {
    if (axes.some((a) => position[3 * i + a]! < min[a]! || position[3 * i + a]! > max[a]!)) return i;
  }
  return -1;
}

function soundOf({ set, substances }: Suspects, index: number): number {
  return Math.sqrt(substances[set.u32('substance')[index]!]!.stiffness);
}

/** Length of vector i of an array, counted from `origin`. */
function lengthAt(vectors: Float64Array, i: number, origin: ArrayLike<number> = [0, 0, 0]): number {
  let square = 0;
  for (let a = 0; a < 3; a++) square += (vectors[3 * i + a]! - origin[a]!) * (vectors[3 * i + a]! - origin[a]!);
  return Math.sqrt(square);
}

/** Where `value` is largest; what is not a number counts as the largest of all. */
function indexOfLargest(count: number, value: (index: number) => number): number {
  let best = -1,
    largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const v = value(i);
    if (Number.isNaN(v)) return i;
    if (v > largest) [best, largest] = [i, v];
  }
  return best;
}
