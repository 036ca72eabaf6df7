// Plans the grid for the particles at hand: which axis runs how, how many levels, how many cells. Pure arithmetic, no memory.
// One level per octave of the smoothing length, so that a few large particles do not slow the small ones; all levels are cut by
// the same slabs along the slow axis. Long axes become rings, so that one stray particle costs nothing: cells far apart may share
// a number, and the distance test sorts them out.

import { MAX_LEVELS } from '../wasm/layout.ts';

/** What the plan depends on. */
export interface GridInput {
  /** Corners of the particles, m. */
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
  /** Smallest and largest support radius 2h, m. */
  readonly minSupport: number;
  readonly maxSupport: number;
  /** List radius over support radius. */
  readonly listFactor: number;
  /** Added to every list radius, m. */
  readonly slack: number;
  /** Period of each axis, m; 0 where it does not wrap. */
  readonly period: ArrayLike<number>;
  /** Lower corner of the periodic box, m. */
  readonly periodMin: ArrayLike<number>;
  readonly maxCells: number;
  readonly maxSlabs: number;
}

/** Cells of one level along the fast, middle and slow axis. */
export interface GridLevel {
  readonly cells: readonly [number, number, number];
  readonly inverseSize: readonly [number, number, number];
  readonly ring: readonly [boolean, boolean, boolean];
  /** Number of the level's first cell inside a slab. */
  readonly first: number;
}

export interface GridPlan {
  /** Fast, middle and slow axis: 0 x, 1 y, 2 z. */
  readonly axes: readonly [number, number, number];
  /** Lower corner, m, by x, y, z. */
  readonly min: readonly [number, number, number];
  readonly levels: readonly GridLevel[];
  readonly slabs: number;
  readonly slabRing: boolean;
  readonly cellsPerSlab: number;
}

/** Cells are a little larger than the list radius, so that rounding never hides a neighbor. */
const MARGIN = 1.001;
/** Cells per list radius along fast, middle and slow axis: half cells along the run save candidates. */
const DIVISIONS = [2, 1, 1] as const;
/** Fewest cells of a ring that was shortened: a stencil must not meet itself. */
const SHORTEST_RING = [6, 4, 4] as const;
/** More cells along an axis than anyone keeps: where counting starts when an extent over a cell size is no number to halve. */
const MOST_CELLS = 0x10000000000000; // 2⁵²

/** Plans the grid. */
export function planGrid(input: GridInput): GridPlan {
  let levelCount = countLevels(input);
  const largest = (input.maxSupport * input.listFactor + input.slack * (1 << (levelCount - 1))) * MARGIN;
  const axes = orderAxes(input);
  const base = axes.map((axis, k) => planAxis(input, axis, largest / DIVISIONS[k]!)) as [Axis, Axis, Axis];
  while (base[2].cells > input.maxSlabs) base[2] = shorten(input, axes[2], base[2]);
  while (cellsOf(base, levelCount) > input.maxCells) {
    const k = longest(base);
    if (base[k]!.cells >= 2 * SHORTEST_RING[k]!) base[k] = shorten(input, axes[k]!, base[k]!);
    else levelCount--;
  }
  const levels = planLevels(levelCount, base);
  const last = levels[levels.length - 1]!;
  const min = [0, 1, 2].map((axis) => (input.period[axis]! > 0 ? input.periodMin[axis]! : input.min[axis]!));
  return {
    axes,
    min: min as [number, number, number],
    levels,
    slabs: base[2].cells,
    slabRing: base[2].ring,
    cellsPerSlab: last.first + last.cells[0] * last.cells[1] * (1 << (levels.length - 1)),
  };
}

/** Cells of all levels together. */
function cellsOf([fast, middle, slow]: readonly [Axis, Axis, Axis], levels: number): number {
  let cells = 0;
  for (let l = 0; l < levels; l++) cells += fast.cells * middle.cells * slow.cells * (1 << l) * (1 << l) * (1 << l);
  return cells;
}

/** The axis with the most cells over its shortest ring. */
function longest(base: readonly Axis[]): number {
  const excess = base.map((axis, k) => axis.cells / SHORTEST_RING[k]!);
  return excess.indexOf(Math.max(...excess));
}

interface Axis {
  readonly cells: number;
  readonly size: number;
  readonly ring: boolean;
}

/** Octaves between the smallest and the largest support. */
function countLevels({ minSupport, maxSupport }: GridInput): number {
  let levels = 1;
  for (let support = maxSupport / 2; minSupport <= support && levels < MAX_LEVELS; support /= 2) levels++;
  return levels;
}

/** The longest axis is slow (many slabs for many threads), the shortest in the middle (in 2D: z). */
function orderAxes({ min, max, period }: GridInput): [number, number, number] {
  const extent = (a: number) => (period[a]! > 0 ? period[a]! : max[a]! - min[a]!);
  const byExtent = [0, 1, 2].sort((a, b) => extent(b) - extent(a) || a - b);
  return [byExtent[1]!, byExtent[2]!, byExtent[0]!];
}

function planAxis({ min, max, period }: GridInput, axis: number, size: number): Axis {
  if (period[axis]! > 0) {
    const cells = Math.max(1, wholeCells(period[axis]! / size));
    return { cells, size: period[axis]! / cells, ring: true };
  }
  return { cells: wholeCells((max[axis]! - min[axis]!) / size) + 1, size, ring: false };
}

/** Whole cells in an extent; a number, whatever the extent. */
function wholeCells(extent: number): number {
  return extent < MOST_CELLS ? Math.floor(extent) : MOST_CELLS;
}

/** Half the cells: larger ones on a periodic axis, a ring of the same size elsewhere. All levels share the ring, so that a cell of
 * one level is above the same cells of another wherever it stands for. */
function shorten({ period }: GridInput, axis: number, { cells, size }: Axis): Axis {
  const half = Math.ceil(cells / 2);
  return { cells: half, size: period[axis]! > 0 ? period[axis]! / half : size, ring: true };
}

function planLevels(count: number, [fast, middle, slow]: readonly [Axis, Axis, Axis]): GridLevel[] {
  const levels: GridLevel[] = [];
  let first = 0;
  for (let l = 0; l < count; l++) {
    const scale = 1 << l;
    levels.push({
      cells: [fast.cells * scale, middle.cells * scale, slow.cells * scale],
      inverseSize: [scale / fast.size, scale / middle.size, scale / slow.size],
      ring: [fast.ring, middle.ring, slow.ring],
      first,
    });
    first += fast.cells * middle.cells * scale * scale * scale;
  }
  return levels;
}
