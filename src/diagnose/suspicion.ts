// A suspicion: something in a scene that is far from usual, how far, and what might cure it. Which of them is right is found by trying.

import type { Cause } from '../engine/family.ts';
import type { StepLimit } from '../engine/step-limit.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import type { Fix } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { Substance } from '../substances/substance.ts';

/** What the detective needs to know of a world. */
export interface Suspects {
  readonly set: ParticleSet;
  readonly scene: Scene;
  readonly substances: readonly Substance[];
  readonly frame: number;
  readonly time: number;
  /** Smallest distance between two particles at the start over their size. */
  readonly startGap: number;
  /** Whether particles of the bodies stood in obstacles. */
  readonly startedInside: boolean;
  /** Obstacles whose pose is simulated, by their numbers. */
  readonly simulated: ReadonlySet<number>;
}

/** What was seen. */
export type Symptom = 'non-finite' | 'density' | 'speed' | 'acceleration' | 'step' | 'strayed' | 'left';

/** How a step failed. */
export interface Failure {
  readonly symptom: Symptom;
  /** Index of the particle it showed at; −1: none in particular. */
  readonly index: number;
  /** What asked for a step that is too small. */
  readonly limit?: Readonly<StepLimit>;
}

/** A cause that may be the right one. */
export interface Suspicion extends Cause {
  /** How many times what is usual; the largest is asked first. Below 1 nothing is odd, but the cure is worth a try. */
  readonly excess: number;
  /** Changes that may help, the mildest first. */
  readonly cures: readonly Fix[];
}

/** A number as people write it: three digits. */
export function round3(x: number): number {
  return Number(x.toPrecision(3));
}

/** A vector times a factor, in numbers as people write them. */
export function scaled(v: readonly number[], factor: number): number[] {
  return v.map((x) => (x === 0 ? 0 : round3(x * factor)));
}

export function lengthOf(v: ArrayLike<number>): number {
  return Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!);
}
