// Spin of eddies against double precision, and what it must keep: momentum, angular momentum, a body that turns as one, and energy that only
// falls. [ADR 69]

import { describe, expect, it } from 'vitest';
import { Eddies, type Eddying } from '../../src/substances/sph/eddies/eddies.ts';
import { startSmoothed } from '../../src/substances/sph/step.ts';
import { imbalance } from '../helpers/balance.ts';
import { cloud, reordered, restored, shuffled } from '../helpers/clouds.ts';
import { byId, evaluate, loadEngine, relativeError } from '../helpers/engine.ts';
import { cubicLattice, randomStream, stateOf } from '../reference/arrangements.ts';
import { cross, dissipation, type EddyMaterial, eddyRates } from '../reference/eddies.ts';
import { material, type State, vectorAt } from '../reference/sph.ts';

const SEED = 11;
/** The second has no spin: its particles take part as neighbors. */
const EDDIES: readonly EddyMaterial[] = [
  { restDensity: 1000, transfer: 0.3, inertia: 2e-3, viscosity: 0.05 },
  { restDensity: 700, transfer: 0, inertia: 1, viscosity: 0 },
];
const LIQUIDS = EDDIES.map(({ restDensity }) => material({ restDensity, stiffness: 1e-3 }));
/** Those of the particles that spin alone. */
const ALONE = [EDDIES[0]!];

interface Rates {
  readonly acceleration: Float64Array;
  readonly spinRate: Float64Array;
}

/** What the passes say of spins ω, without what they say without spin. */
async function ratesOf(
  s: State,
  spin: Float64Array,
  eddies: readonly EddyMaterial[] = ALONE,
  threads = 1,
): Promise<Rates> {
  const liquids = LIQUIDS.slice(0, eddies.length),
    plain = await evaluate(s, liquids),
    { set, smoothed } = await loadEngine(s, liquids, { features: ['eddies'], threads }),
    lightest = Math.min(...eddies.map(({ restDensity }) => restDensity));
  const own = eddies.flatMap((e, index): Eddying[] =>
    e.transfer > 0 ? [{ ...e, index, finest: 0.05, heavier: e.restDensity / lightest }] : [],
  );
  smoothed.guests.push(new Eddies(smoothed, own));
  const ids = set.u32('id'),
    spins = set.f64('eddySpin');
  ids.forEach((id, i) => {
    spins.set(spin.subarray(3 * id, 3 * id + 3), 3 * i);
  });
  startSmoothed(smoothed);
  const rates = {
    acceleration: byId(set, 'acceleration').map((a, k) => a - plain.acceleration[k]!),
    spinRate: byId(set, 'eddyTurn'),
  };
  set.team.stop();
  return rates;
}

/** Spins of any direction the space has; none where a material has none. */
function randomSpins(s: State, eddies: readonly EddyMaterial[] = ALONE): Float64Array {
  const random = randomStream(SEED + 1),
    spin = new Float64Array(3 * s.mass.length);
  s.mass.forEach((_, i) => {
    for (let a = s.dimension === 2 ? 2 : 0; a < 3; a++)
      spin[3 * i + a] = eddies[s.material[i]!]!.transfer > 0 ? 20 * (random() - 0.5) : 0;
  });
  return spin;
}

const sum = (s: State, of: (i: number) => number): number => s.mass.reduce((all, _, i) => all + of(i), 0);
const dot = (a: Float64Array, b: Float64Array, i: number): number =>
  [0, 1, 2].reduce((all, c) => all + a[3 * i + c]! * b[3 * i + c]!, 0);

describe.each([
  { kernel: 'dc', dimension: 2, periodic: true },
  { kernel: 'dc', dimension: 3, periodic: false },
  { kernel: 'wendland-c2', dimension: 2, periodic: false },
  { kernel: 'cubic-spline', dimension: 3, periodic: true },
] as const)('spin with $kernel in $dimension D, periodic $periodic', (settings) => {
  const s = cloud({ ...settings, arrangement: 'lattice', contrast: 1.3, materials: 2, seed: SEED }),
    spin = randomSpins(s, EDDIES);

  it('acts as the equations say, on neighbors of another substance too', async () => {
    const found = await ratesOf(s, spin, EDDIES),
      wanted = eddyRates(s, EDDIES, spin);
    expect(relativeError(found.acceleration, wanted.acceleration)).toBeLessThan(2e-4); // a difference of two sums in single precision
    expect(relativeError(found.spinRate, wanted.spinRate)).toBeLessThan(1e-5);
  });

  it('keeps momentum to the bit, and does not depend on the order of particles', async () => {
    const order = shuffled(s.mass.length, randomStream(SEED)),
      one = await ratesOf(s, spin, EDDIES),
      other = await ratesOf(
        reordered(s, order),
        Float64Array.from(order.flatMap((i) => [...vectorAt(spin, i)])),
        EDDIES,
      );
    expect(imbalance(s, one.acceleration)).toBeLessThan(1e-12);
    expect(relativeError(restored(other.spinRate, order), one.spinRate)).toBeLessThan(1e-5);
  });
});

describe('the reference', () => {
  it.each([2, 3] as const)('is the derivative of the dissipation in %dD', (dimension) => {
    const s = cloud({
        ...({
          dimension,
          kernel: 'dc',
          periodic: false,
          arrangement: 'lattice',
          contrast: 1,
          materials: 1,
          seed: SEED,
        } as const),
      }),
      spin = randomSpins(s),
      still = ALONE.map((m) => ({ ...m, viscosity: 0 })),
      { acceleration, spinRate } = eddyRates(s, still, spin);
    const slope = (a: Float64Array, k: number): number => {
      const at = a[k]!,
        R = [1e-2, -1e-2].map((e) => {
          a[k] = at + e;
          return dissipation(s, still, spin);
        });
      a[k] = at;
      return (R[0]! - R[1]!) / 2e-2; // R is quadratic: exact
    };
    for (const i of [0, 7, 40, 91]) {
      const a = dimension === 3 ? i % 3 : i % 2,
        w = dimension === 3 ? i % 3 : 2,
        scale = s.mass[i]!;
      expect(-slope(s.velocity, 3 * i + a) / scale / acceleration[3 * i + a]!).toBeCloseTo(1, 5);
      expect(-slope(spin, 3 * i + w) / (scale * still[0]!.inertia) / spinRate[3 * i + w]!).toBeCloseTo(1, 5);
    }
  });
});

/** Particles at random places, all alike, in open space. */
function looseCloud(dimension: 2 | 3): State {
  return cloud({
    dimension,
    kernel: 'dc',
    periodic: false,
    arrangement: 'random',
    contrast: 1,
    materials: 1,
    seed: SEED,
  });
}

describe.each([2, 3] as const)('a cloud in %dD', (dimension) => {
  const s = looseCloud(dimension),
    spin = randomSpins(s),
    { inertia, transfer } = ALONE[0]!;

  it('keeps its angular momentum, that of orbits and spin together', async () => {
    const { acceleration, spinRate } = await ratesOf(s, spin),
      total = [0, 0, 0],
      orbits = [0, 0, 0];
    s.mass.forEach((m, i) => {
      cross(vectorAt(s.position, i), vectorAt(acceleration, i)).forEach((L, a) => {
        orbits[a]! += m * L;
        total[a]! += m * (L + inertia * spinRate[3 * i + a]!);
      });
    });
    expect(Math.hypot(...total) / Math.hypot(...orbits)).toBeLessThan(1e-4);
  });

  it('loses the energy that slipping costs, and no other', async () => {
    const still = ALONE.map((m) => ({ ...m, viscosity: 0 })),
      { acceleration, spinRate } = await ratesOf(s, spin, still),
      power = sum(s, (i) => s.mass[i]! * (dot(s.velocity, acceleration, i) + inertia * dot(spin, spinRate, i)));
    expect(transfer).toBeGreaterThan(0);
    expect(power / (-2 * dissipation(s, still, spin))).toBeCloseTo(1, 4);
    const spread = await ratesOf(s, spin),
      more = sum(s, (i) => s.mass[i]! * inertia * dot(spin, spread.spinRate, i)),
      less = sum(s, (i) => s.mass[i]! * inertia * dot(spin, spinRate, i));
    expect(more).toBeLessThan(less); // what spreads is lost, too
    const net = [0, 0, 0].map((_, a) =>
      sum(s, (i) => s.mass[i]! * (spread.spinRate[3 * i + a]! - spinRate[3 * i + a]!)),
    );
    const scale = sum(s, (i) => s.mass[i]! * Math.abs(spread.spinRate[3 * i + 2]! - spinRate[3 * i + 2]!));
    expect(Math.hypot(...net) / scale).toBeLessThan(1e-5); // it only moves
  });

  it('feels nothing where it turns as one body, at its surface too', async () => {
    const turn = dimension === 2 ? ([0, 0, 3] as const) : ([1, -2, 3] as const),
      rigid: State = { ...s, velocity: s.velocity.slice() },
      along = spin.slice();
    s.mass.forEach((_, i) => {
      rigid.velocity.set(cross(turn, vectorAt(s.position, i)), 3 * i);
      along.set(turn, 3 * i);
    });
    const felt = await ratesOf(rigid, along),
      stirred = await ratesOf(rigid, new Float64Array(along.length)),
      size = (a: Float64Array) => Math.max(...a.map(Math.abs));
    expect(size(felt.acceleration) / size(stirred.acceleration)).toBeLessThan(1e-4);
    expect(size(felt.spinRate) / size(stirred.spinRate)).toBeLessThan(1e-5);
  });
});

describe('the limit of the step', () => {
  /** Largest rate at which velocities fall, over ν_t/h²: the engine's own forces, applied again and again. */
  async function sharpest(s: State): Promise<number> {
    const spin = new Float64Array(3 * s.mass.length),
      heavy = [{ ...ALONE[0]!, transfer: 1, inertia: 1e9, viscosity: 0 }],
      h = s.smoothingLength[0]!;
    let rate = 0;
    for (let round = 0; round < 12; round++) {
      const { acceleration } = await ratesOf(s, spin, heavy);
      rate = -sum(s, (i) => dot(s.velocity, acceleration, i)) / sum(s, (i) => dot(s.velocity, s.velocity, i));
      const length = Math.sqrt(sum(s, (i) => dot(acceleration, acceleration, i)));
      s.velocity.set(acceleration.map((a) => -a / length));
    }
    return rate * h * h;
  }

  it.each([2, 3] as const)('is right on a lattice in %dD, and holds in a random cloud', async (dimension) => {
    const side = dimension === 2 ? 14 : 7,
      random = randomStream(SEED),
      lattice = stateOf({
        ...{ dimension, positions: cubicLattice([side, side, dimension === 3 ? side : 1], 1 / side) },
        ...{ mass: 1000 / side ** dimension, density: 1000, smoothingLength: 1.35 / side },
        velocity: () => [random() - 0.5, random() - 0.5, dimension === 3 ? random() - 0.5 : 0],
      }),
      onLattice = await sharpest(lattice);
    expect(onLattice).toBeLessThan(4); // SHARPEST: what is taken away in a step is not more than is there
    expect(onLattice).toBeGreaterThan(2); // twice the step would swing
    expect(await sharpest({ ...looseCloud(dimension) })).toBeLessThan(8); // where it swings, it still falls: a rate of 2 over the step is stable
  });
});
