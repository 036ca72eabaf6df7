// All pairs of points that are close to each other, without the engine: points are sorted into the cells of a hash table. For measuring
// and reading, not for steps. Linear cost; the order of pairs depends on the order of points.

type Period = readonly [number, number, number];

/**
 * Calls `visit` once for every two points that are closer than `reach` (m), with their distance (m).
 * @param position x, y, z of every point, m
 * @param period of each axis, m; 0 where it does not wrap
 * @example eachNearPair(new Float64Array([0, 0, 0, 0.1, 0, 0]), 0.2, [0, 0, 0], (i, j, D) => console.log(i, j, D)); // 1 0 0.1
 */
export function eachNearPair(
  position: ArrayLike<number>,
  reach: number,
  period: Period,
  visit: (i: number, j: number, D: number) => void,
): void {
  const count = position.length / 3,
    grid = sortIntoCells(position, count, reach, period),
    { cells, starts, order, mask, counts } = grid;
  const steps = counts.map((n) => (n === 1 ? [0] : n === 2 ? [0, 1] : [-1, 0, 1]));
  for (let i = 0; i < count; i++) {
    for (const dz of steps[2]!) {
      for (const dy of steps[1]!) {
        for (const dx of steps[0]!) {
          const x = wrapped(cells[3 * i]! + dx, counts[0]!),
            y = wrapped(cells[3 * i + 1]! + dy, counts[1]!),
            z = wrapped(cells[3 * i + 2]! + dz, counts[2]!),
            bucket = hash(x, y, z) & mask;
          for (let k = starts[bucket]!; k < starts[bucket + 1]!; k++) {
            const j = order[k]!;
            if (j >= i || cells[3 * j] !== x || cells[3 * j + 1] !== y || cells[3 * j + 2] !== z) continue;
            const D = distance(position, i, j, period);
            if (D < reach) visit(i, j, D);
          }
        }
      }
    }
  }
}

interface Cells {
  /** Cell of every point. */
  readonly cells: Int32Array;
  /** Where the points of a bucket begin in the order. */
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
  /** Buckets less one. */
  readonly mask: number;
  /** Cells along each axis that wraps; else 0. */
  readonly counts: readonly number[];
}

function sortIntoCells(position: ArrayLike<number>, count: number, reach: number, period: Period): Cells {
  const counts = period.map((p) => (p > 0 ? Math.max(1, Math.floor(p / reach)) : 0)),
    sides = period.map((p, a) => (p > 0 ? p / counts[a]! : reach));
  let mask = 1;
  while (mask < 2 * count) mask *= 2;
  mask--;
  const cells = new Int32Array(3 * count),
    starts = new Uint32Array(mask + 2),
    order = new Uint32Array(count);
  const bucketOf = (i: number): number => hash(cells[3 * i]!, cells[3 * i + 1]!, cells[3 * i + 2]!) & mask;
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < 3; a++) cells[3 * i + a] = wrapped(Math.floor(position[3 * i + a]! / sides[a]!), counts[a]!);
    starts[bucketOf(i) + 1]!++;
  }
  for (let b = 0; b <= mask; b++) starts[b + 1]! += starts[b]!;
  const next = starts.slice();
  for (let i = 0; i < count; i++) order[next[bucketOf(i)]!++] = i;
  return { cells, starts, order, mask, counts };
}

/** Cell c on an axis of n cells that wraps, or as it is. */
function wrapped(c: number, n: number): number {
  return n > 0 ? ((c % n) + n) % n : c | 0;
}

function hash(x: number, y: number, z: number): number {
  return Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
}

/** Distance of two points, to the nearest image where an axis wraps, m. */
function distance(position: ArrayLike<number>, i: number, j: number, period: Period): number {
  let square = 0;
  for (let a = 0; a < 3; a++) {
    const d = position[3 * i + a]! - position[3 * j + a]!,
      nearest = period[a]! > 0 ? d - period[a]! * Math.round(d / period[a]!) : d;
    square += nearest * nearest;
  }
  return Math.sqrt(square);
}
