// Cuts as geometry: crossings of segments with facets, their grid, cells, and links that are cut.

import { describe, expect, test } from 'vitest';
import { EXACT_TRIGONOMETRY } from '../../src/shapes/exact-trigonometry.ts';
import { crossesSegment, crossesTriangle } from '../../src/substances/elastic/cracks/crossing.ts';
import { Cutter } from '../../src/substances/elastic/cracks/cutter.ts';
import { FacetGrid } from '../../src/substances/elastic/cracks/facet-grid.ts';
import { Fit, linkNodes, type ReferenceNodes } from '../../src/substances/elastic/gradients.ts';
import { Dice } from '../helpers/dice.ts';
import { block, either } from '../helpers/elastic-shapes.ts';

type Point = readonly [number, number, number];
const crosses = (facet: readonly number[], p: Point, q: Point) => crossesTriangle(facet, 0, ...p, ...q);

describe('crossings', () => {
  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  test.each<[string, Point, Point, boolean]>([
    ['through the middle', [0.3, 0.3, -1], [0.3, 0.3, 1], true],
    ['the other way', [0.3, 0.3, 1], [0.3, 0.3, -1], true],
    ['too short', [0.3, 0.3, 1], [0.3, 0.3, 0.1], false],
    ['beside it', [0.8, 0.8, -1], [0.8, 0.8, 1], false],
    ['aslant past an edge', [-0.1, 0.5, -1], [-0.1, 0.6, 1], false],
    ['within its plane', [-1, 0.3, 0], [1, 0.3, 0], false],
    ['through an edge', [0.5, 0, -1], [0.5, 0, 1], true],
    ['through a corner', [1, 0, -1], [1, 0, 1], true],
    ['from a point on it to the front', [0.3, 0.3, 0], [0.3, 0.3, 1], false],
    ['from a point on it to the back', [0.3, 0.3, 0], [0.3, 0.3, -1], true],
  ])('%s', (_, p, q, expected) => {
    expect(crosses(triangle, p, q)).toBe(expected);
    expect(crosses(triangle, q, p)).toBe(expected);
  });

  test('nothing slips between two triangles that share an edge, or past a corner of many', () => {
    const dice = new Dice(3),
      at = (): [number, number, number] => [either(dice), either(dice), either(dice)];
    for (let trial = 0; trial < 2000; trial++) {
      const [a, b] = [at(), at()],
        ring = Array.from({ length: 5 }, (_, k): Point => {
          const angle = (2 * Math.PI * k) / 5;
          return [Math.cos(angle), Math.sin(angle), 0.2 * either(dice)];
        }),
        part = dice.bits() / 2 ** 32,
        on = [0, 1, 2].map((k) => a[k]! + part * (b[k]! - a[k]!)), // on the shared edge, as exactly as numbers are
        v = at(),
        ends = [-1, 1].map((side) => on.map((x, k) => x + side * v[k]!)) as [number[], number[]],
        [p, q] = ends as unknown as [Point, Point];
      const [c, d] = [at(), at()];
      // Two triangles on both sides of the edge, as seen along v.
      const side = (x: Point) => {
        const e = b.map((y, k) => y - a[k]!),
          n = [0, 1, 2].map((k) => e[(k + 1) % 3]! * v[(k + 2) % 3]! - e[(k + 2) % 3]! * v[(k + 1) % 3]!);
        return n.reduce((sum, y, k) => sum + y * (x[k]! - a[k]!), 0);
      };
      const slant = Math.abs(side(c)) < 1e-3 || Math.abs(side(d)) < 1e-3 || side(c) * side(d) > 0;
      if (!slant) expect(crosses([...a, ...b, ...c], p, q) || crosses([...b, ...a, ...d], p, q)).toBe(true);
      const w: Point = [0.3 * v[0]!, 0.3 * v[1]!, 1],
        fan = ring.map((point, k) => [0, 0, 0, ...point, ...ring[(k + 1) % 5]!]);
      expect(fan.some((facet) => crosses(facet, [-w[0], -w[1], -1], w))).toBe(true);
    }
  });

  test('in the plane', () => {
    const across = (p: Point, q: Point) => crossesSegment([0, 0, 0, 1, 0, 0], 0, p[0], p[1], q[0], q[1]);
    expect(across([0.5, -1, 0], [0.5, 1, 0])).toBe(true);
    expect(across([1, -1, 0], [1, 1, 0])).toBe(true); // through its end, where another one may begin
    expect(across([1.001, -1, 0], [1.001, 1, 0])).toBe(false);
    expect(across([0.5, 0.1, 0], [0.5, 1, 0])).toBe(false);
    expect(across([0.5, 0, 0], [0.5, 1, 0])).not.toBe(across([0.5, 0, 0], [0.5, -1, 0]));
  });
});

test.each([2, 3] as const)('in %iD the grid of facets answers as all of them one by one do', (dimension) => {
  const dice = new Dice(5),
    places = Float64Array.from({ length: 300 }, (_, k) => (k % 3 < dimension ? either(dice) : 0)),
    grid = new FacetGrid(dimension, places, 0.2);
  for (let facet = 0; facet < 60; facet++) {
    const size = [0.1, 0.5, 4][facet % 3]!,
      center = [2 * either(dice), 2 * either(dice), dimension === 3 ? 2 * either(dice) : 0],
      corners = Array.from({ length: 9 }, (_, k) => (k % 3 < dimension ? center[k % 3]! + size * either(dice) : 0));
    grid.add(corners, 0, -1, 0);
  }
  let hits = 0;
  for (let i = 0; i < 100; i++)
    for (let j = 0; j < i; j++) {
      const [p, q] = [places.subarray(3 * i, 3 * i + 3), places.subarray(3 * j, 3 * j + 3)],
        ends = [p[0]!, p[1]!, p[2]!, q[0]!, q[1]!, q[2]!] as const,
        plain = Array.from({ length: grid.count }, (_, f) => grid.crossesFacet(f, ...ends)).some(Boolean);
      expect(grid.crosses(0, ...ends)).toBe(plain);
      hits += Number(plain);
    }
  expect(hits).toBeGreaterThan(500);
  expect(hits).toBeLessThan(4900);
});

const nodesOf = (jitter: number, isMls: boolean): ReferenceNodes => {
  const { reference } = block([5, 5, 5], { jitter }),
    count = reference.length / 3;
  return {
    ...{ count, dimension: 3, places: reference, reaches: new Float64Array(count).fill(0.18) },
    ...{ bodies: new Uint32Array(count), isMls: new Uint8Array(count).fill(Number(isMls)) },
  };
};

describe.each([true, false])('links that are cut, mls: %s', (isMls) => {
  const nodes = nodesOf(0.1, isMls),
    isCut = (i: number, j: number) => nodes.places[3 * i]! > 0.25 !== nodes.places[3 * j]! > 0.25,
    whole = linkNodes(nodes),
    links = linkNodes(nodes, { isCut });

  test('stay in the list, without a gradient from either end', () => {
    expect(links.to).toEqual(whole.to);
    let cut = 0;
    for (let i = 0; i < nodes.count; i++)
      for (let l = links.begins[i]!; l < links.begins[i + 1]!; l++) {
        const g = links.g.subarray(3 * l, 3 * l + 3);
        expect(links.cut![l] === 1).toBe(isCut(i, links.to[l]!));
        if (links.cut![l]) for (const x of g) expect(Math.abs(x)).toBe(0);
        cut += links.cut![l]!;
      }
    expect(cut).toBeGreaterThan(100);
  });

  test('are those of each half alone', () => {
    const half = Array.from({ length: nodes.count }, (_, i) => i).filter((i) => nodes.places[3 * i]! > 0.25),
      alone = linkNodes({
        ...nodes,
        ...{
          count: half.length,
          places: Float64Array.from(half.flatMap((i) => [...nodes.places.subarray(3 * i, 3 * i + 3)])),
        },
      });
    half.forEach((i, n) => {
      const own: number[] = [];
      for (let l = links.begins[i]!; l < links.begins[i + 1]!; l++)
        if (!links.cut![l]) own.push(...links.g.subarray(3 * l, 3 * l + 3));
      expect(own).toEqual([...alone.g.subarray(3 * alone.begins[n]!, 3 * alone.begins[n + 1]!)]);
    });
  });

  test('found one by one are the same bits as all at once', () => {
    const later = { ...whole, g: whole.g.slice(), cut: new Uint8Array(whole.to.length) },
      touched = new Set<number>(),
      fit = new Fit(3);
    for (let i = 0; i < nodes.count; i++)
      for (let l = later.begins[i]!; l < later.begins[i + 1]!; l++)
        if (isCut(i, later.to[l]!)) {
          later.cut[l] = 1;
          touched.add(i);
        }
    for (const i of touched) fit.node(nodes, later, i);
    expect(Buffer.from(later.g.buffer)).toEqual(Buffer.from(links.g.buffer));
  });
});

describe('cutters', () => {
  const { places, count } = nodesOf(0.1, true),
    nodes = { dimension: 3, starts: places, bodies: new Uint32Array(count), reach: 0.18 } as const;

  test('cells part space by the nearest of their centers', () => {
    const cells = { min: [0, 0, 0], max: [0.4, 0.4, 0.4], count: 7, seed: 3 } as const,
      cutter = new Cutter(nodes, [{ shape: { cells } }], EXACT_TRIGONOMETRY),
      cellOf = new Map<number, number>();
    // Being uncut is being in one cell: transitive, with as many classes as cells that hold particles.
    for (let i = 0; i < count; i++) {
      const first = [...cellOf.keys()].find((j) => cellOf.get(j) === j && !cutter.isCut(j, i));
      cellOf.set(i, first ?? i);
    }
    const classes = new Set(cellOf.values());
    expect(classes.size).toBeGreaterThan(3);
    expect(classes.size).toBeLessThanOrEqual(7);
    for (let i = 0; i < count; i++)
      for (let j = 0; j < i; j++) expect(cutter.isCut(j, i)).toBe(cellOf.get(i) !== cellOf.get(j));
  });

  test('a cut of one body leaves others alone', () => {
    const shape = { plane: { point: [0.25, 0, 0], normal: [1, 0, 0] } } as const,
      [left, right] = [places.findIndex((x, k) => k % 3 === 0 && x < 0.2) / 3, count - 1];
    for (const [body, expected] of [
      [0, true],
      [1, false],
      [undefined, true],
    ] as const)
      expect(new Cutter(nodes, [{ shape, body }], EXACT_TRIGONOMETRY).isCut(left, right)).toBe(expected);
  });

  test('a disc cuts what is behind it, and not beside it', () => {
    const disc = { center: [0.25, 0.2, 0.2], normal: [1, 0, 0], radius: 0.1 } as const,
      cutter = new Cutter(nodes, [{ shape: { disc } }], EXACT_TRIGONOMETRY);
    let checked = 0;
    for (let i = 0; i < count; i++)
      for (let j = 0; j < i; j++) {
        const [p, q] = [places.subarray(3 * i, 3 * i + 3), places.subarray(3 * j, 3 * j + 3)],
          t = (0.25 - p[0]!) / (q[0]! - p[0]!),
          radius = Math.hypot(p[1]! + t * (q[1]! - p[1]!) - 0.2, p[2]! + t * (q[2]! - p[2]!) - 0.2);
        if (Math.abs(radius - 0.1) < 0.001) continue; // the disc is a polygon
        expect(cutter.isCut(j, i)).toBe(t > 0 && t < 1 && radius < 0.1);
        checked++;
      }
    expect(checked).toBeGreaterThan(7000);
  });
});
