// How a scene will be computed, before its first step: sound, steps, time, and how thick its substances really are.

import { loadTrigonometry } from '../cache/scene-file.ts';
import type { Numerics } from '../engine/family.ts';
import { rootOf } from '../math/roots.ts';
import type { Scene } from '../scene/schema.ts';
import { defaultLattice, makeLattice, volumePerParticle } from '../sources/lattice.ts';
import { familyOf } from '../substances/families.ts';
import { preparedSubstances, type Substance, smoothingOf } from '../substances/substance.ts';
import { formatSeconds, number, plural } from './format.ts';

/** A substance with its name and what it is at the spacing of the scene. */
export interface NamedNumerics extends Numerics {
  readonly name: string;
  readonly model: string;
}

/** What is expected of a run. */
export interface SceneNumerics {
  readonly substances: readonly NamedNumerics[];
  /** Steps of a frame in which nothing is faster than the scene was made for; 0 if nothing is known. */
  readonly stepsPerFrame: number;
  /** Time of a whole run on one thread, about, s; 0 if nothing is known. */
  readonly seconds: number;
}

/**
 * Sound, viscosities, steps and time of a scene that was found right.
 * @param particles in the mean of the run
 */
export async function numericsOfScene(scene: Scene, particles: number): Promise<SceneNumerics> {
  const prepared = preparedSubstances(scene, await loadTrigonometry()),
    halves = scene.adaptivity?.individualSteps || prepared.some((p) => familyOf(p).swings);
  const substances = prepared.flatMap((p) => {
    const numerics = familyOf(p).numerics?.(p, finestLength(p, scene), scene);
    return numerics && Number.isFinite(numerics.step) ? [{ name: p.name, model: p.model, ...numerics }] : [];
  });
  if (substances.length === 0) return { substances, stepsPerFrame: 0, seconds: 0 };
  const step = Math.min(...substances.map((p) => p.step)),
    needed = Math.max(1, 1 / (scene.frameRate * step)),
    stepsPerFrame = Math.ceil(halves ? 2 ** Math.ceil(Math.log2(needed)) : needed),
    nanoseconds = timeOf(substances);
  const frames = Math.round(scene.duration * scene.frameRate);
  return { substances, stepsPerFrame, seconds: particles * frames * stepsPerFrame * nanoseconds * 1e-9 };
}

/** Of a particle and a step, ns: every family has its passes over all pairs. */
function timeOf(substances: readonly NamedNumerics[]): number {
  const slowest = new Map<string, number>();
  for (const { model, nanoseconds } of substances) slowest.set(model, Math.max(nanoseconds, slowest.get(model) ?? 0));
  return [...slowest.values()].reduce((sum, ns) => sum + ns, 0);
}

/** The same in words, one line for the run and one for each substance. */
export function numericsLines({ substances, stepsPerFrame, seconds }: SceneNumerics): string[] {
  if (stepsPerFrame === 0) return [];
  return [
    `About ${plural(stepsPerFrame, 'step')} per frame; ${formatSeconds(seconds)} on one thread.`,
    ...substances.map(({ name, soundSpeed, viscosity, artificialViscosity }) => {
      const dominates = artificialViscosity > viscosity ? ', which dominates: use a smaller spacing if it matters' : '';
      return `${name}: speed of sound ${number(soundSpeed)} m/s, viscosity ${number(viscosity)} Pa·s, artificial viscosity ${number(artificialViscosity)} Pa·s${dominates}.`;
    }),
  ];
}

/** h of the finest particles of a substance, m. */
function finestLength(p: Substance, { bodies, emitters, dimension }: Scene): number {
  let finest = Number.POSITIVE_INFINITY;
  for (const source of [...bodies, ...emitters]) {
    if (source.substance !== p.name) continue;
    const lattice = ('lattice' in source ? source.lattice : undefined) ?? defaultLattice(dimension);
    finest = Math.min(finest, volumePerParticle(makeLattice(lattice, dimension, source.spacing)));
  }
  return smoothingOf(p, dimension) * rootOf(finest, dimension);
}
