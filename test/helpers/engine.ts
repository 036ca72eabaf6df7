// The passes without a world around them: particles of a reference state in a ParticleSet of their own.

import { createEngine } from '../../src/engine/engine.ts';
import type { PeriodicBox } from '../../src/neighbors/neighbors.ts';
import type { Feature } from '../../src/particles/fields.ts';
import { ParticleSet } from '../../src/particles/particle-set.ts';
import { DEFAULTS } from '../../src/substances/sph/defaults.ts';
import { sph } from '../../src/substances/sph/family.ts';
import type { SphParameters } from '../../src/substances/sph/parameters.ts';
import { schemeOf } from '../../src/substances/sph/schemes.ts';
import { type Smoothed, smoothedOn } from '../../src/substances/sph/smoothed.ts';
import { startSmoothed, stepSmoothed } from '../../src/substances/sph/step.ts';
import { writeSubstance } from '../../src/substances/sph/tables.ts';
import { Team } from '../../src/threads/team.ts';
import { ARENA } from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';
import { type Material, restVolumes, type State, type Vec3 } from '../reference/sph.ts';

export interface Engine {
  readonly set: ParticleSet;
  readonly smoothed: Smoothed;
}

export interface EngineOptions {
  readonly threads?: number;
  /** What the particles of the world have beside the usual. */
  readonly features?: readonly Feature[];
  /** What the reference materials do not know. */
  readonly extra?: Partial<SphParameters>;
  /** Lower corner of the periodic box, m. */
  readonly boxMin?: Vec3;
}

/** An empty set with its own memory and threads. */
export async function emptySet(threads = 1, features: readonly Feature[] = []): Promise<ParticleSet> {
  const shared = new SharedMemory(2 * ARENA);
  return new ParticleSet(shared, await Team.start(shared, threads), 64, features);
}

const TIME = { courant: 0.3, acceleration: 0.5, divergence: 0.02, viscositySolver: 'auto' } as const;

/** Prepares the passes for smoothed substances in a set of its own, without a scene; the scheme's shares of a step are those of the predictor or of flow. */
export function createSmoothed(
  set: ParticleSet,
  substances: readonly SphParameters[],
  dimension: 2 | 3,
  box: PeriodicBox,
  pairUnit: number,
): Smoothed {
  const engine = createEngine({
    ...{ set, substances, dimension, box, pairUnit, time: TIME, memory: {}, lists: [] },
    ...sph.lead(substances),
    largestSmoothing: Math.max(...substances.map(({ smoothing }) => smoothing)),
    countsNeighbors: set.hasHeat || sph.countsNeighbors(substances),
  });
  substances.forEach((p, index) => {
    writeSubstance(engine, p, index, 0);
  });
  const smoothed = smoothedOn(engine, substances);
  schemeOf(smoothed);
  return smoothed;
}

/** Particle i of the state gets id i. Nothing is evaluated yet. */
export async function loadEngine(
  s: State,
  materials: readonly Material[],
  options: EngineOptions = {},
): Promise<Engine> {
  const { threads = 1, features, extra = {}, boxMin = [0, 0, 0] } = options;
  const set = await emptySet(threads, features);
  const substances = materials.map((m) => parametersOf(m, s.kernel, extra));
  const box = { min: boxMin, period: s.period };
  const smoothed = createSmoothed(set, substances, s.dimension as 2 | 3, box, meanVolume(s, materials));
  addParticles(set, s);
  return { set, smoothed };
}

/** Mean volume at rest, m³; 1 without particles. */
export function meanVolume(s: State, materials: readonly Material[]): number {
  return restVolumes(s, materials).reduce((sum, V) => sum + V, 0) / s.mass.length || 1;
}

/** Accelerations, rates, densities and XSPH velocities of a state as the passes see them. */
export async function evaluate(
  s: State,
  materials: readonly Material[],
  options: EngineOptions = {},
): Promise<Evaluation> {
  const { set, smoothed } = await loadEngine(s, materials, options);
  startSmoothed(smoothed);
  if (smoothed.shepardInterval > 0) stepSmoothed(smoothed, 0);
  const result = {
    acceleration: byId(set, 'acceleration'),
    densityRate: byId(set, 'densityRate'),
    density: byId(set, 'density'),
    drift: byId(set, 'drift'),
  };
  set.team.stop();
  return result;
}

export type Evaluation = Readonly<Record<'acceleration' | 'densityRate' | 'density' | 'drift', Float64Array>>;

/** The parameters of a reference material; smoothing 1.35 and continuity unless `extra` says otherwise. */
export function parametersOf(m: Material, kernel: State['kernel'], extra: Partial<SphParameters> = {}): SphParameters {
  return {
    ...DEFAULTS,
    model: 'sph',
    name: 'test',
    kernel,
    smoothing: 1.35,
    density: 'continuity',
    shepardInterval: 0,
    xsphStored: false,
    viscositySoundSpeed: Math.sqrt(m.stiffness),
    ...m,
    ...extra,
  };
}

/** Queues the particles of a state and applies the queue. */
export function addParticles(set: ParticleSet, s: State): void {
  for (let i = 0; i < s.mass.length; i++) {
    set.add({
      position: s.position.subarray(3 * i, 3 * i + 3),
      velocity: s.velocity.subarray(3 * i, 3 * i + 3),
      density: s.density[i]!,
      mass: s.mass[i]!,
      smoothingLength: s.smoothingLength[i]!,
      substance: s.material[i]!,
    });
  }
  set.applyEdits();
}

type RealField = Parameters<ParticleSet['f64']>[0];

/** A copy of a field in order of id, without gaps. */
export function byId(set: ParticleSet, name: RealField): Float64Array {
  const values = set.f64(name);
  const components = set.count > 0 ? values.length / set.count : 1;
  const ids = set.u32('id');
  const order = Array.from(ids, (_, i) => i).sort((a, b) => ids[a]! - ids[b]!);
  return Float64Array.from(order.flatMap((i) => [...values.subarray(components * i, components * (i + 1))]));
}

/** Largest deviation over the root mean square of what is expected. */
export function relativeError(actual: Float64Array, expected: Float64Array): number {
  let largest = 0;
  let squares = 0;
  for (let k = 0; k < expected.length; k++) {
    const deviation = Math.abs(actual[k]! - expected[k]!);
    largest = Math.max(largest, deviation); // NaN stays
    squares += expected[k]! ** 2;
  }
  return largest / Math.sqrt(squares / expected.length);
}
