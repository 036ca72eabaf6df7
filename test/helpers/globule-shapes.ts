// How globules lie: their bonds, the distance of two shapes, the slope of a heap, the level of a surface.

import type { World } from '../../src/index.ts';

/** Pairs of globules nearer than a distance (m), as "i j". */
export function pairsWithin(position: ArrayLike<number>, distance: number): Set<string> {
  const found = new Set<string>(),
    n = position.length / 3;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const D = Math.hypot(...[0, 1, 2].map((a) => position[3 * i + a]! - position[3 * j + a]!));
      if (D < distance) found.add(`${i} ${j}`);
    }
  }
  return found;
}

/** Part of the pairs of one set that are in another. */
export function keptPart(before: Set<string>, after: Set<string>): number {
  return [...before].filter((pair) => after.has(pair)).length / before.size;
}

/** Root mean square of the distances of points (m) to where they were, after the best turn about z and shift. 2D. */
export function shapeDistance(before: ArrayLike<number>, after: ArrayLike<number>): number {
  const n = before.length / 3,
    middle = (p: ArrayLike<number>, a: number) => Array.from(p).reduce((s, x, k) => (k % 3 === a ? s + x : s), 0) / n,
    [bx, by, ax, ay] = [middle(before, 0), middle(before, 1), middle(after, 0), middle(after, 1)];
  let dot = 0,
    cross = 0;
  const each = (visit: (x: number, y: number, u: number, v: number) => void) => {
    for (let i = 0; i < n; i++)
      visit(before[3 * i]! - bx, before[3 * i + 1]! - by, after[3 * i]! - ax, after[3 * i + 1]! - ay);
  };
  each((x, y, u, v) => {
    dot += x * u + y * v;
    cross += x * v - y * u;
  });
  const angle = Math.atan2(cross, dot);
  let squares = 0;
  each((x, y, u, v) => {
    const [tx, ty] = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
    squares += (tx - u) ** 2 + (ty - v) ** 2;
  });
  return Math.sqrt(squares / n);
}

/** Root mean square of the distances of points (m) to their middle. */
export function spreadOf(position: ArrayLike<number>): number {
  const n = position.length / 3,
    all = Array.from(position),
    middle = [0, 1, 2].map((a) => all.reduce((s, x, k) => (k % 3 === a ? s + x : s), 0) / n);
  return Math.sqrt(all.reduce((s, x, k) => s + (x - middle[k % 3]!) ** 2, 0) / n);
}

/** The highest center (m) in every strip of a width (m) along x, with the middle of the strip. */
export function topsOf({ fields }: World, width: number): { x: number; y: number }[] {
  const tops = new Map<number, number>();
  for (let i = 0; i < fields.count; i++) {
    const strip = Math.floor(fields.position[3 * i]! / width);
    tops.set(strip, Math.max(tops.get(strip) ?? -Infinity, fields.position[3 * i + 1]!));
  }
  return [...tops].sort(([a], [b]) => a - b).map(([strip, y]) => ({ x: (strip + 0.5) * width, y }));
}

/** Angle of repose of a heap about x = 0, °: that of lines through its flanks, from a layer above the floor (m) up. */
export function angleOfRepose(world: World, spacing: number): number {
  const tops = topsOf(world, 1.5 * spacing).filter(({ y }) => y > 1.5 * spacing);
  const slope = (side: number): number => {
    const flank = tops.filter(({ x }) => side * x > 0),
      n = flank.length,
      mean = { x: flank.reduce((s, { x }) => s + x, 0) / n, y: flank.reduce((s, { y }) => s + y, 0) / n };
    return (
      (-side * flank.reduce((s, { x, y }) => s + (x - mean.x) * (y - mean.y), 0)) /
      flank.reduce((s, { x }) => s + (x - mean.x) ** 2, 0)
    );
  };
  return (Math.atan((slope(1) + slope(-1)) / 2) * 180) / Math.PI;
}

/** Slope of a heap on the floor y = 0, degrees: that of the triangle whose center is as high, and which spreads as far. 2D. */
export function heapSlope({ fields: { count, position } }: World): number {
  const mean = (of: (i: number) => number) =>
      Array.from({ length: count }, (_, i) => of(i)).reduce((s, x) => s + x, 0) / count,
    middle = mean((i) => position[3 * i]!),
    height = mean((i) => position[3 * i + 1]!),
    spread = Math.sqrt(mean((i) => (position[3 * i]! - middle) ** 2));
  return (Math.atan((3 * height) / (Math.sqrt(6) * spread)) * 180) / Math.PI;
}
