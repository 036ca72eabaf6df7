// How long lists serve: the bound of how much closer neighbors have come, against all pairs, in flows that are hard on it.

import { describe, expect, it } from 'vitest';
import { drift } from '../../src/engine/move.ts';
import { planRegions } from '../../src/neighbors/plan-regions.ts';
import * as at from '../../src/wasm/layout.ts';
import { engineOf, listedPairs, points, truePairs } from '../helpers/pairs.ts';
import { cubicLattice, randomPoints, randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';

const SEED = 11;
const PERIOD: Vec3 = [1, 0.7, 0.8];
const H = 0.05;
const DT = 0.001;
const STEPS = 20;

const CLOUD = randomPoints(500, 3, randomStream(SEED)).map(([x, y, z]): Vec3 => [x, 0.7 * y, 0.8 * z]);

type Flow = (x: number, y: number, z: number) => Vec3;
const random = randomStream(SEED + 1);
const FLOWS: Readonly<Record<string, Flow>> = {
  rest: () => [0, 0, 0],
  'all together': () => [3, -2, 1],
  'stretching and turning': (x, y, z) => [y - 0.3, z - 0.4, x - 0.5],
  'a jet': (_, y, z) => [Math.hypot(y - 0.3, z - 0.4) < 0.1 ? 1 : 0, 0, 0],
  'a collision': (x) => [x < 0.5 ? 1 : -1, 0, 0],
  'any way': () => [random() - 0.5, random() - 0.5, random() - 0.5],
};

/** A cloud with lists, moving at constant velocities; `after` is told the displacements by id after each step. */
async function follow(
  flow: Flow,
  periodic: boolean,
  sizes: number,
  after: (s: Followed) => void,
  cloud = CLOUD,
): Promise<void> {
  const next = randomStream(SEED + 2),
    period: Vec3 = periodic ? PERIOD : [0, 0, 0],
    { set, smoothed } = await engineOf(
      points(cloud, () => H * sizes ** next(), period),
      1,
    ),
    { neighbors, booking } = smoothed;
  neighbors.findPairs();
  const x = set.f64('position').slice(),
    v = set.f64('velocity');
  for (let i = 0; i < set.count; i++) v.set(flow(x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!), 3 * i);
  set.shared.setReal(at.STEP, DT);
  const reach = set.shared.real(at.MOVED_REACH);
  let fastest = 0,
    anywhere = 0;
  for (let i = 0; i < set.count; i++) {
    for (let j = i + 1; j < set.count; j++) {
      const apart = distance(v, i, j, [0, 0, 0]);
      anywhere = Math.max(anywhere, apart);
      if (distance(x, i, j, period) <= reach) fastest = Math.max(fastest, apart);
    }
  }
  for (let step = 1; step <= STEPS && !neighbors.stale; step++) {
    drift(smoothed, at.PASS_DRIFT_PREDICTOR, booking);
    const bound = set.team.wasm.measureApproach(set.chunks);
    after({
      bound,
      most: fastest * DT * step,
      anywhere: anywhere * DT * step,
      stale: neighbors.stale,
      missing: missingPairs,
    });
  }
  set.team.stop();

  function missingPairs(): number {
    const listed = new Set(listedPairs(set, neighbors).keys);
    return truePairs(set, period).filter((key) => !listed.has(key)).length;
  }
}

interface Followed {
  readonly bound: number;
  /** How much two neighbors have moved against each other at most, m. */
  readonly most: number;
  /** And any two particles. */
  readonly anywhere: number;
  readonly stale: boolean;
  missing(): number;
}

function distance(x: Float64Array, i: number, j: number, period: Vec3): number {
  return Math.hypot(
    ...[0, 1, 2].map((a) => {
      const d = x[3 * i + a]! - x[3 * j + a]!,
        L = period[a]!;
      return L > 0 ? d - L * Math.round(d / L) : d;
    }),
  );
}

describe.each(Object.entries(FLOWS))('%s', (_, flow) => {
  it.each([
    ['unbounded', false, 1],
    ['periodic', true, 1],
    ['sizes 3 : 1', false, 3],
  ])(
    '%s: no two neighbors have moved farther against each other, and no pair is missing',
    async (_name, periodic, sizes) => {
      await follow(flow, periodic, sizes, ({ most, bound, stale, missing }) => {
        expect(bound).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        if (!stale) expect(missing()).toBe(0);
      });
    },
  );
});

it('knows that neighbors move alike, however fast others are', async () => {
  const parts: number[] = [],
    note = ({ bound, anywhere }: Followed) => parts.push(bound / anywhere);
  await follow((x, y) => [x, -y, 0], false, 1, note, cubicLattice([60, 5, 5], 0.04));
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) expect(part).toBeLessThan(0.5);
});

it('sees neighbors run into each other wherever they are', async () => {
  const { set, smoothed } = await engineOf(points(cubicLattice([60, 4, 4], 0.04), 0.03), 1),
    { neighbors, booking } = smoothed;
  set.shared.setReal(at.STEP, 1e-6);
  for (let k = 1; k < 60; k++) {
    neighbors.findPairs();
    const x = set.f64('position'),
      v = set.f64('velocity');
    for (let i = 0; i < set.count; i++) v[3 * i] = x[3 * i]! < 0.04 * (k - 0.5) ? 1 : -1;
    drift(smoothed, at.PASS_DRIFT_PREDICTOR, booking);
    expect(set.team.wasm.measureApproach(set.chunks)).toBeGreaterThanOrEqual(2e-6 * (1 - 1e-9));
  }
  set.team.stop();
});

describe('regions', () => {
  const plan = (max: Vec3, period: Vec3, reach: number) =>
    planRegions({ maxRegions: 2048, min: [0, 0, 0], max, period, periodMin: [-1, -1, -1], reach });

  it('cover the particles, not smaller than they should be', () => {
    const { counts, inverseSize, min, ring } = plan([1, 2, 0], [0, 0, 0], 0.1);
    expect(counts).toEqual([8, 16, 1]);
    expect(inverseSize).toEqual([8, 8, 0]);
    expect([min, ring]).toEqual([
      [0, 0, 0],
      [false, false, false],
    ]);
  });

  it('divide a period', () => {
    const { counts, inverseSize, min, ring } = plan([1, 1, 1], [3, 0, 0], 0.8);
    expect(counts).toEqual([3, 1, 1]);
    expect([inverseSize[0], min[0], ring[0]]).toEqual([1, -1, true]);
  });

  it.each([1e-9, 1e-300, 0, Number.NaN])('are never too many: reach %s', (reach) => {
    const { counts } = plan([1, 1, 1], [0, 0, 0], reach);
    expect(counts.reduce((a, b) => a * b, 1)).toBeLessThanOrEqual(2048);
    expect(Math.max(...counts)).toBeLessThanOrEqual(at.MAX_REGIONS_ALONG);
  });
});
