// What an adaptive world has beside its particles: the clock of the frame, the finest masses, and how it adapts. [DC99 §4-5]

import { adaptParticles } from '../adaptivity/adapt.ts';
import type { Account } from '../diagnose/ledger.ts';
import type { Engine } from '../engine/engine.ts';
import type { Scheme } from '../engine/scheme.ts';
import type { AdaptivitySettings, Scene } from '../scene/schema.ts';
import type { Jet } from '../sources/emitter.ts';
import { defaultLattice, makeLattice, volumePerParticle } from '../sources/lattice.ts';
import { type Smoothed, smoothedOf } from '../substances/sph/smoothed.ts';
import { fillingDensity, type Substance } from '../substances/substance.ts';
import * as layout from '../wasm/layout.ts';
import { powerOfTwo } from './power-of-two.ts';

/** The state of adaptivity between ticks. */
export interface Adaptive {
  readonly smoothed: Smoothed;
  readonly dimension: 2 | 3;
  readonly maxParticles: number;
  readonly settings: AdaptivitySettings;
  /** Of a frame. */
  readonly ticks: number;
  /** All particles meet every so many ticks. */
  readonly checkEvery: number;
  /** Whether particles have their own steps. */
  readonly individual: boolean;
  /** Mass of the finest particle of each substance, kg. */
  readonly finest: readonly number[];
}

/** Particles meet at least this often in a frame, as a level of steps: 2³ = 8 times. */
const LEAST_LEVEL = 3;
/** More often with fast emitters, but no more than this. */
const MOST_LEVEL = 10;

/** Sets an adaptive world up: the clock and the step criteria that the passes read. */
export function createAdaptive(
  settings: AdaptivitySettings,
  scene: Scene,
  engine: Engine,
  scheme: Scheme,
  finest: readonly number[],
  jets: readonly Jet[],
  obstaclesMove: boolean,
): Adaptive {
  const smoothed = smoothedOf(engine),
    { shared } = smoothed.set,
    ticks = powerOfTwo(scene.time.maxStepsPerFrame),
    least = leastLevel(scene, settings.individualSteps ? 1 : (scene.time.stepsPerFrame ?? 1), jets, ticks);
  smoothed.levels.least = least;
  shared.setInt(layout.INDIVIDUAL, Number(scheme.kind === 'individual'));
  shared.setInt(layout.TICKS, ticks);
  shared.setInt(layout.LEVEL_LEAST, least);
  shared.setReal(layout.TICK_SECONDS, 1 / scene.frameRate / ticks);
  shared.setReal(layout.COURANT, scene.time.courant);
  shared.setReal(layout.ACCELERATION_FACTOR, scene.time.acceleration);
  shared.setReal(layout.DIVERGENCE_FACTOR, scene.time.divergence);
  return {
    smoothed,
    dimension: scene.dimension,
    maxParticles: scene.maxParticles,
    settings,
    ticks,
    checkEvery: ticks >> least,
    // what moves must meet all particles at the same times
    individual: settings.individualSteps && !obstaclesMove && !smoothed.exchangesVelocity,
    finest,
  };
}

/** So many meetings that no emitter gets late by more than a layer. */
function leastLevel({ frameRate }: Scene, steps: number, jets: readonly Jet[], ticks: number): number {
  const interval = jets.reduce((least, jet) => Math.min(least, jet.interval), Number.POSITIVE_INFINITY);
  let level = 0;
  while (
    1 << level < ticks &&
    (level < LEAST_LEVEL || 1 << level < steps || (level < MOST_LEVEL && interval * frameRate * (1 << level) < 1))
  )
    level++;
  return level;
}

/** Mass of the finest particle of each substance, kg: that of the smallest spacing of its bodies and emitters. */
export function finestMasses(scene: Scene, substances: readonly Substance[], jets: readonly Jet[]): number[] {
  const { dimension } = scene,
    masses = substances.map((p) => finestOf(p));
  substances.forEach(({ melted }, k) => {
    const melt = substances.findIndex(({ name }) => name === melted);
    if (melt >= 0) masses[k] = masses[melt] = Math.min(masses[k]!, masses[melt]!); // a particle keeps its mass when it melts
  });
  return masses.map((finest) => (Number.isFinite(finest) ? finest : 1));

  function finestOf(p: Substance): number {
    const { name } = p;
    let finest = Number.POSITIVE_INFINITY;
    for (const { substance, lattice, spacing, density } of scene.bodies) {
      if (substance !== name) continue;
      const sites = makeLattice(lattice ?? defaultLattice(dimension), dimension, spacing);
      finest = Math.min(finest, fillingDensity(p, density) * volumePerParticle(sites));
    }
    scene.emitters.forEach(({ substance }, k) => {
      if (substance === name) for (const { mass } of jets[k]!.layers) finest = Math.min(finest, mass);
    });
    return finest;
  }
}

/** Splits and merges particles that all stand at a tick of the frame; true if anything changed. New particles wait to be evaluated. */
export function adapt(
  { smoothed, settings, finest, dimension, maxParticles, checkEvery }: Adaptive,
  tick: number,
  frame: number,
  { adaptations }: Account,
  starting = false,
): boolean {
  const { set, neighbors } = smoothed,
    room = maxParticles - set.count,
    once = set.has('flow') || set.has('implicitPressure');
  set.shared.setReal(layout.SINCE_CHECK, starting ? 0 : set.shared.real(layout.TICK_SECONDS) * checkEvery);
  if (once) neighbors.invalidate(); // each pair is listed once: to adapt, every particle needs all of its neighbors
  const done = adaptParticles({ smoothed, settings, finest, dimension, frame, tick, room, starting });
  if (once) neighbors.invalidate();
  adaptations.splits += done.splits;
  adaptations.merges += done.merges;
  adaptations.energyLost += done.energyLost;
  for (let a = 0; a < 3; a++) adaptations.spinLost[a]! += done.spinLost[a]!;
  return done.splits + done.merges > 0;
}
