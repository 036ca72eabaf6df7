// Pieces of a substance: equal to a search over all pairs, whatever the order of particles, sizes and box.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PieceFields, piecesOf, World, withPieces } from '../../src/index.ts';
import { labelPieces, type PiecePoints } from '../../src/particles/label-pieces.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** Written from the definition: spread from the smallest id over all pairs that are near enough; then sort. */
function reference({ count, positions, distances, substances, ids, period = [0, 0, 0] }: PiecePoints): number[] {
  const near = (i: number, j: number): boolean => {
    let square = 0;
    for (let a = 0; a < 3; a++) {
      const d = Math.abs(positions[3 * i + a]! - positions[3 * j + a]!);
      const shifted = period[a]! > 0 ? Math.min(d, Math.abs(d - period[a]!)) : d;
      square += shifted ** 2;
    }
    return substances[i] === substances[j] && Math.sqrt(square) < (1.5 * (distances[i]! + distances[j]!)) / 2;
  };
  const all = Array.from({ length: count }, (_, i) => i).sort((i, j) => ids[i]! - ids[j]!);
  const free = new Set(all);
  const groups: number[][] = [];
  for (const first of all) {
    if (!free.delete(first)) continue;
    const group = [first];
    for (const i of group) for (const j of free) if (near(i, j) && free.delete(j)) group.push(j);
    groups.push(group);
  }
  groups.sort((a, b) => b.length - a.length); // stable: of one size the smallest id is first
  const labels = new Array<number>(count);
  for (const [label, group] of groups.entries()) for (const i of group) labels[i] = label;
  return labels;
}

const clouds = fc
  .record({
    count: fc.integer({ min: 0, max: 120 }),
    flat: fc.boolean(),
    /** Largest over smallest particle. */
    contrast: fc.constantFrom(1, 1.3, 2, 7, 60),
    /** Edge of the cloud over the distance at rest. */
    extent: fc.constantFrom(1, 3, 6, 15, 40),
    substances: fc.integer({ min: 1, max: 3 }),
    periodic: fc.constantFrom([false, false, false], [true, false, false], [true, true, true], [false, true, true]),
    seed: fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 480, maxLength: 480 }),
  })
  .map(({ count, flat, contrast, extent, substances, periodic, seed }): PiecePoints => {
    const next = (k: number) => seed[k % seed.length]!;
    return {
      count,
      positions: Float32Array.from({ length: 3 * count }, (_, k) => (flat && k % 3 === 2 ? 0 : extent * next(k) - 2)),
      distances: Float64Array.from({ length: count }, (_, i) => contrast ** -next(3 * i + 1)),
      substances: Uint32Array.from({ length: count }, (_, i) => Math.floor(substances * next(2 * i + 2))),
      ids: Uint32Array.from({ length: count }, (_, i) => 7 * i + 3),
      origin: [-2, -2, -2],
      period: periodic.map((is, a) => (is && !(flat && a === 2) ? extent : 0)),
    };
  });

describe('pieces', () => {
  it('are those of a search over all pairs', fuzzed, () => {
    holds(
      fc.property(clouds, (points) => {
        const { piece, particles } = labelPieces(points);
        expect([...piece]).toEqual(reference(points));
        expect([...particles]).toEqual(
          Array.from(particles, (_, label) => piece.reduce((sum, p) => sum + Number(p === label), 0)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('do not depend on the order of particles', fuzzed, () => {
    holds(
      fc.property(clouds, fc.infiniteStream(fc.nat()), (points, stream) => {
        const { count } = points;
        const keys = Array.from({ length: count }, () => stream.next().value!);
        const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => keys[i]! - keys[j]! || i - j);
        const of = (values: ArrayLike<number>) => order.map((i) => values[i]!);
        const { piece } = labelPieces(points);
        const shuffled = labelPieces({
          ...points,
          positions: order.flatMap((i) => [0, 1, 2].map((a) => points.positions[3 * i + a]!)),
          distances: of(points.distances),
          substances: of(points.substances),
          ids: of(points.ids),
        });
        expect([...shuffled.piece]).toEqual(of(piece));
      }),
      { numRuns: 60 },
    );
  });

  const row = (xs: readonly number[], more: Partial<PiecePoints> = {}): number[] => [
    ...labelPieces({
      count: xs.length,
      positions: xs.flatMap((x) => [x, 0, 0]),
      distances: xs.map(() => 1),
      substances: xs.map(() => 0),
      ids: xs.map((_, i) => i),
      ...more,
    }).piece,
  ];

  it('end where neighbors are 1.5 distances apart', () => {
    expect(row([0, 1.4999])).toEqual([0, 0]);
    expect(row([0, 1.5])).toEqual([0, 1]);
    expect(row([0, 2.2], { distances: [2, 1] })).toEqual([0, 0]); // 1.5 · (2 + 1)/2 = 2.25
    expect(row([0, 2.3], { distances: [2, 1] })).toEqual([0, 1]);
  });

  it('join every pair that is near enough, wherever it lies in the cells', fuzzed, () => {
    const unit = fc.double({ min: -1, max: 1, noNaN: true }),
      vector = fc.tuple(unit, unit, unit).filter((v) => Math.hypot(...v) > 0.1),
      place = fc.double({ min: -50, max: 50, noNaN: true });
    holds(
      fc.property(fc.tuple(place, place, place), vector, fc.constantFrom(1.49, 1.51), (from, way, reach) => {
        const to = from.map((x, a) => x + (reach * way[a]!) / Math.hypot(...way));
        expect(row([0, 0], { positions: [...from, ...to] })).toEqual(reach < 1.5 ? [0, 0] : [0, 1]);
      }),
      { numRuns: 300 },
    );
  });

  it('are numbered by particles, then by the smallest id', () => {
    expect(row([0, 10, 11, 20, 21, 30])).toEqual([2, 0, 0, 1, 1, 3]);
    expect(row([0, 10, 11, 20, 21, 30], { ids: [9, 8, 7, 6, 5, 4] })).toEqual([3, 1, 1, 0, 0, 2]);
  });

  it('go through the ends of a periodic box, also of one that is hardly larger than a particle', () => {
    expect(row([0.2, 5, 9.5])).toEqual([0, 1, 2]);
    expect(row([0.2, 5, 9.5], { period: [10, 0, 0] })).toEqual([0, 1, 0]);
    expect(row([0.2, 5, 10.2 - 1.5], { period: [10, 0, 0] })).toEqual([0, 1, 2]);
    expect(row([0.1, 1.7], { period: [2, 0, 0] })).toEqual([0, 0]);
  });

  it('are single particles where a size or a place is no number', () => {
    const distances = [1, 0, Number.NaN, Number.POSITIVE_INFINITY, 1, 1];
    expect(row([0, 0, 0, 0, Number.NaN, 0.5], { distances })).toEqual([0, 1, 2, 3, 4, 0]);
    expect(row([])).toEqual([]);
  });
});

describe('pieces of a world', () => {
  const block = (x: number, size: number, substance = 'water') => ({
    substance,
    shape: { box: { min: [x, 0, 0] as const, max: [x + size, 0.2, 0.2] as const } },
    spacing: 0.05,
    lattice: 'cubic' as const,
  });
  const scene = {
    substances: { water: {}, oil: { preset: 'oil' as const, stiffness: 1, smoothing: 1.3 } },
    gravity: [0, 0, 0] as const,
    bodies: [block(0, 0.2), block(0.5, 0.4), block(0.9, 0.1)],
  };

  it('are a field, renewed with every frame', async () => {
    const moving = {
      ...scene,
      bodies: [block(0, 0.2), { ...block(0.2, 0.1), velocity: [6, 0, 0] as const }],
      frameRate: 20,
    };
    using world = await World.create(moving);
    const { fields } = world;
    expect(new Set(fields.piece)).toEqual(new Set([0]));
    expect(world.advance().ok).toBe(true);
    expect(fields.piece).toHaveLength(fields.count);
    expect(new Set(fields.piece)).toEqual(new Set([0, 1]));
    expect(fields.piece[0]).toBe(0);
    expect(fields.piece.at(-1)).toBe(1);
  });

  it('are those of the same frame elsewhere', async () => {
    using world = await World.create(scene);
    const { count, position, mass, substance, id } = world.fields;
    const frame = {
      count,
      position: position.slice(),
      mass: mass.slice(),
      substance: substance.slice(),
      id: id.slice(),
    };
    const { piece, particles } = piecesOf(world.scene, frame);
    expect(piece).toEqual(world.fields.piece);
    expect([...particles]).toEqual([160, 64]);
    expect(withPieces(world.scene, frame).piece).toEqual(piece);
    const without: PieceFields = { ...frame, piece: undefined };
    expect(withPieces(world.scene, without).piece).toEqual(piece);
    expect(withPieces(world.scene, world.fields)).toBe(world.fields);
  });

  it('end at another substance', async () => {
    using world = await World.create({ ...scene, bodies: [block(0, 0.2), block(0.2, 0.1, 'oil')] });
    expect([...piecesOf(world.scene, world.fields).particles]).toEqual([64, 32]);
  });

  it('are found among globules of many sizes', async () => {
    for (const dimension of [2, 3] as const) {
      const bar = (x: number) => ({
        substance: 'sand',
        shape: { box: { min: [x, 0, 0] as const, max: [x + 0.4, 0.2, dimension === 3 ? 0.2 : 0] as const } },
        spacing: 0.05,
      });
      using world = await World.create({
        ...{ dimension, gravity: [0, 0, 0] },
        substances: { sand: { model: 'globules', kind: 'powder', radiusVariation: 0.2 } },
        bodies: [bar(0), bar(0.41), bar(-0.55)],
      });
      const { particles } = piecesOf(world.scene, world.fields);
      expect(particles).toHaveLength(2); // gaps of 0.01 and 0.15 between the boxes
      expect(particles[0]).toBe(2 * particles[1]!);
    }
  });

  it('go through the ends of a periodic domain', async () => {
    const halves = { ...scene, bodies: [block(0, 0.2), block(0.8, 0.2)] };
    const domain = { min: [0, -1, -1] as const, max: [1, 1, 1] as const };
    for (const [periodic, pieces] of [
      [[true, false, false], 1],
      [[false, false, false], 2],
    ] as const) {
      using world = await World.create({ ...halves, domain: { ...domain, periodic } });
      expect(piecesOf(world.scene, world.fields).particles).toHaveLength(pieces);
    }
  });

  it('know the packing of a plane', async () => {
    // Space of one particle 0.05²: in a close packing 1.0746 · 0.05 apart, so that 0.0806 is the limit.
    for (const [gap, pieces] of [
      [0.08, 1],
      [0.082, 2],
    ] as const) {
      const body = (x: number) => ({
        substance: 'water',
        shape: { box: { min: [x, 0, 0] as const, max: [x + 0.2, 0.2, 0] as const } },
        spacing: 0.05,
        lattice: 'cubic' as const,
      });
      using world = await World.create({
        ...scene,
        dimension: 2,
        bodies: [body(0), body(0.2 + gap - 0.05)],
      });
      expect(piecesOf(world.scene, world.fields).particles).toHaveLength(pieces);
    }
  });
});
