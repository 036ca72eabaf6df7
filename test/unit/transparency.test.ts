// Weights around a crack: the reference of visibility and transparency, and the code of the engine against it.

import { describe, expect, test } from 'vitest';
import { EXACT_TRIGONOMETRY } from '../../src/shapes/exact-trigonometry.ts';
import { ENDED, RESTS, RUNS } from '../../src/substances/elastic/cracks/crack-lists.ts';
import { Cutter, KAPPA } from '../../src/substances/elastic/cracks/cutter.ts';
import { linkNodes, type ReferenceNodes } from '../../src/substances/elastic/gradients.ts';
import { Dice } from '../helpers/dice.ts';
import { either } from '../helpers/elastic-shapes.ts';
import {
  crossing,
  type Seen,
  seenPart,
  shapeFunctions,
  shapeFunctionsOf,
  type Vec2,
  weight,
  weightAt,
} from '../reference/transparency.ts';

const seen = (kappa: number): Seen => ({ crack: { mouth: [0, -10], front: [0, 0] }, h: 1.8, spacing: 1, kappa });

const square: Vec2[] = Array.from({ length: 121 }, (_, k) => [(k % 11) - 5.5, Math.floor(k / 11) - 5.3]);

test('what does not cross is seen as without a crack', () => {
  expect(crossing(seen(1).crack, [-1, 0.1], [1, 0.1])).toBeUndefined();
  expect(weight(seen(0.7), [-0.5, 0.1], [0.5, 0.1])).toBe(weightAt(1 / 1.8));
});

test('visibility jumps at the front, transparency does not', () => {
  const beside = (kappa: number, y: number) => weight(seen(kappa), [-0.5, y], [0.5, y]);
  expect(beside(0, 1e-9)).toBeGreaterThan(0.3);
  expect(beside(0, -1e-9)).toBe(0);
  expect(Math.abs(beside(0.7, 1e-9) - beside(0.7, -1e-9))).toBeLessThan(1e-12);
});

test('half a support apart, nothing is seen beyond 0.707 κ_c of the spacing from the front', () => {
  const at = (y: number) => weight(seen(0.7), [-0.45, y], [0.45, y]); // r/h = 0.5
  const end = -0.7 * Math.SQRT1_2;
  expect(at(end + 1e-6)).toBeGreaterThan(0);
  expect(at(end - 1e-6)).toBe(0);
});

test('weights only fall while the front runs on', () => {
  let before = 1;
  for (let front = 1; front > -3; front -= 0.1) {
    const w = weight({ ...seen(0.7), crack: { mouth: [0, 10], front: [0, front] } }, [-0.4, 0.2], [0.5, -0.1]);
    expect(w).toBeLessThanOrEqual(before);
    before = w;
  }
  expect(before).toBe(0);
});

test('shape functions are exact for linear functions on either side', () => {
  for (const x of [
    [-0.3, -2.2],
    [0.2, -2.2],
    [0.1, 0.4],
  ] as const) {
    const phi = shapeFunctions(seen(0.7), x, square),
      sum = (f: (y: Vec2) => number) => phi.reduce((all, w, j) => all + w * f(square[j]!), 0);
    expect(sum(() => 1)).toBeCloseTo(1, 12);
    expect(sum((y) => 3 * y[0] - 2 * y[1])).toBeCloseTo(3 * x[0] - 2 * x[1], 11);
  }
});

test('a sample beside the crack sees about half as many as one in the open', () => {
  const open = seenPart(seen(0), [3.5, 2.7], square),
    beside = seenPart(seen(0), [0.5, -2.3], square),
    through = seenPart(seen(0.7), [0.5, -0.3], square);
  expect(open).toBe(8);
  expect(beside).toBe(5);
  expect(through).toBeGreaterThan(seenPart(seen(0), [0.5, -0.3], square));
});

describe('the engine', () => {
  const [h, spacing] = [1.8, 1],
    dice = new Dice(4),
    places = Float64Array.from({ length: 3 * 121 }, (_, k) => {
      const n = Math.floor(k / 3);
      return k % 3 === 2 ? 0 : (k % 3 === 0 ? n % 11 : Math.floor(n / 11)) - 5.4 + 0.1 * either(dice);
    }),
    count = places.length / 3,
    nodesWith = (isMls: boolean): ReferenceNodes => ({
      ...{ count, dimension: 2, places, reaches: new Float64Array(count).fill(h) },
      ...{ bodies: new Uint32Array(count), isMls: new Uint8Array(count).fill(Number(isMls)) },
    }),
    at = (i: number): Vec2 => [places[3 * i]!, places[3 * i + 1]!];

  /** What cuts along x = 0, up to y: a slit from −9, whose lower end is out of reach. */
  function cutterUpTo(y: number, ...fronts: number[][]): Cutter {
    const nodes = { dimension: 2, starts: places, bodies: new Uint32Array(count), reach: h } as const,
      disc = { center: [0, 0.5 * (y - 9), 0], normal: [1, 0, 0], radius: 0.5 * (y + 9) } as const,
      fading = new Float64Array(count).fill(KAPPA * spacing),
      cutter = new Cutter({ ...nodes, fading }, [{ shape: { disc } }], EXACT_TRIGONOMETRY);
    cutter.seeFronts(fronts.flat());
    return cutter;
  }
  const frontAt = (y: number, runs = RESTS as number, crack = -1, body = 0) => [crack, body, runs, 0, y, 0, 0, 1, 0];

  test('weights of all pairs are those of the reference', () => {
    let [between, cut] = [0, 0];
    for (const y of [-0.3, -0.1, 0, 0.2, 0.4]) {
      const cutter = cutterUpTo(y, frontAt(y)),
        { begins, to, ...links } = linkNodes(nodesWith(true), {
          isCut: () => false,
          veilOf: (i, j) => cutter.veilOf(i, j),
        }),
        view = { ...seen(KAPPA), crack: { mouth: [0, -9], front: [0, y] } } as const;
      for (let i = 0; i < count; i++)
        for (let l = begins[i]!; l < begins[i + 1]!; l++) {
          const j = to[l]!,
            r = Math.hypot(at(j)[0] - at(i)[0], at(j)[1] - at(i)[1]) / h,
            expected = weight(view, at(i), at(j));
          expect(links.cut![l] ? 0 : weightAt(r + links.veil![l]!)).toBeCloseTo(expected, 11);
          expect(links.cut![l] === 1).toBe(expected === 0);
          between += Number(links.veil![l]! > 1e-3 && !links.cut![l]);
          cut += links.cut![l]!;
        }
    }
    expect(between).toBeGreaterThan(6);
    expect(cut).toBeGreaterThan(100);
  });

  test.each<[string, number[][]]>([
    ['none', []],
    ['one that has ended', [frontAt(0, ENDED)]],
    ['one of another crack', [frontAt(0, RUNS, 3)]],
    ['one in another body', [frontAt(0, RUNS, -1, 1)]],
  ])('with %s as front it hides as visibility does', (_, fronts) => {
    const cutter = cutterUpTo(0, ...fronts);
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) expect(cutter.veilOf(i, j)).toBe(Number(cutter.isCut(i, j)));
  });

  test.each([true, false])('gradients are exact for linear fields on either side, mls: %s', (isMls) => {
    const cutter = cutterUpTo(0, frontAt(0)),
      { begins, to, g, flat } = linkNodes(nodesWith(isMls), {
        isCut: () => false,
        veilOf: (i, j) => cutter.veilOf(i, j),
      });
    expect(flat.length).toBeLessThan(4);
    for (let i = 0; i < count; i++) {
      if (flat.includes(i)) continue;
      const slope = [0, 0];
      for (let l = begins[i]!; l < begins[i + 1]!; l++)
        for (let a = 0; a < 2; a++)
          slope[a]! += (3 * (at(to[l]!)[0] - at(i)[0]) - 2 * (at(to[l]!)[1] - at(i)[1])) * g[3 * l + a]!;
      expect(slope[0]).toBeCloseTo(3, 10);
      expect(slope[1]).toBeCloseTo(-2, 10);
    }
  });

  test('gradients of shape functions are the slopes of those of the reference, with the crack as it is seen from the node', () => {
    const cutter = cutterUpTo(0, frontAt(0)),
      { begins, to, g, veil, cut } = linkNodes(nodesWith(true), {
        isCut: () => false,
        veilOf: (i, j) => cutter.veilOf(i, j),
      }),
      isSeenThrough = (l: number) => veil![l]! > 1e-3 && !cut![l],
      i = Array.from({ length: count }, (_, n) => n).find((n) =>
        Array.from({ length: begins[n + 1]! - begins[n]! }, (_, k) => begins[n]! + k).some(isSeenThrough),
      )!,
      near = Array.from(to.subarray(begins[i]!, begins[i + 1]!)),
      all = [i, ...near],
      samples = all.map(at),
      lengthened = [0, ...veil!.subarray(begins[i]!, begins[i + 1]!)],
      hidden = [0, ...cut!.subarray(begins[i]!, begins[i + 1]!)],
      phi = (x: Vec2) => shapeFunctionsOf(x, samples, h, (k, r) => (hidden[k] ? 0 : weightAt(r / h + lengthened[k]!))),
      e = 1e-5;
    for (let a = 0; a < 2; a++) {
      const moved = (way: number): Vec2 => [at(i)[0] + (a === 0 ? way : 0), at(i)[1] + (a === 1 ? way : 0)],
        [up, down] = [phi(moved(e)), phi(moved(-e))];
      near.forEach((_, k) => {
        expect(g[3 * (begins[i]! + k) + a]).toBeCloseTo((up[k + 1]! - down[k + 1]!) / (2 * e), 6);
      });
    }
  });
});
