// The ghosts of a world in memory: by obstacle, each sorted into cells of its local frame, so that what is near a particle are a few runs.
// Nothing here changes while the world runs but the states of the ghosts (assembly/ghosts).

import * as at from '../../wasm/layout.ts';
import type { SharedMemory } from '../../wasm/memory.ts';
import type { ObstacleGhosts } from './prepare-ghosts.ts';

/** Cells of the grid of an obstacle at most, for each of its ghosts and at all. */
const CELLS_PER_GHOST = 4;
const FEW_CELLS = 4096;
/** Vectors of four are read from any ghost on. */
const PADDING = 4;

/** The grid of the ghosts of one obstacle. */
interface GhostGrid {
  readonly low: readonly [number, number, number];
  /** Edge of a cell, m. */
  readonly cell: number;
  readonly size: readonly [number, number, number];
  /** Ghosts in the order of their cells. */
  readonly order: readonly number[];
  /** The first ghost of each cell, among those of this obstacle, and behind the last cell their number. */
  readonly starts: Uint32Array;
}

export interface PackedGhosts {
  readonly all: readonly ObstacleGhosts[];
  readonly grids: readonly GhostGrid[];
  readonly count: number;
  /** Room that they take. */
  readonly bytes: number;
  readonly substances: number;
}

/**
 * Sorts the ghosts of obstacles.
 * @param reach the largest support radius, m
 * @param substances how many the scene has: a ghost has a pressure for each
 */
export function packGhosts(all: readonly ObstacleGhosts[], reach: number, substances: number): PackedGhosts {
  const present = all.filter(({ volumes }) => volumes.length > 0),
    grids = present.map((ghosts) => gridOf(ghosts, reach)),
    count = present.reduce((sum, { volumes }) => sum + volumes.length, 0),
    starts = grids.reduce((sum, grid) => sum + lined(grid.starts.byteLength), 0),
    arrays = 8 + substances, // x, y, z, normals, V and N, and pressures
    bytes =
      lined(present.length * at.GHOST_HEAD_BYTES) +
      starts +
      arrays * lined(4 * (count + PADDING)) +
      lined(count * at.GHOST_STATE_BYTES) +
      lined(8 * count);
  return { all: present, grids, count, bytes: bytes + 64, substances };
}

/** Sorts the ghosts of one obstacle into cells of at least `reach`. */
function gridOf({ positions, volumes }: ObstacleGhosts, reach: number): GhostGrid {
  const low: [number, number, number] = [0, 1, 2].map((a) => extreme(positions, a, Math.min)) as typeof low,
    high = [0, 1, 2].map((a) => extreme(positions, a, Math.max)),
    most = Math.max(FEW_CELLS, CELLS_PER_GHOST * volumes.length),
    along = (a: number, cell: number) => Math.floor((high[a]! - low[a]!) / cell) + 1;
  let cell = reach;
  while (along(0, cell) * along(1, cell) * along(2, cell) > most) cell *= 1.25;
  const size: [number, number, number] = [along(0, cell), along(1, cell), along(2, cell)],
    indexOf = (k: number, a: number) => Math.floor((positions[3 * k + a]! - low[a]!) / cell),
    cells = volumes.map((_, k) => (indexOf(k, 2) * size[1] + indexOf(k, 1)) * size[0] + indexOf(k, 0)),
    order = volumes.map((_, k) => k).sort((k, l) => cells[k]! - cells[l]! || k - l),
    starts = new Uint32Array(size[0] * size[1] * size[2] + 1);
  for (const c of cells) starts[c + 1]!++;
  for (let c = 1; c < starts.length; c++) starts[c]! += starts[c - 1]!;
  return { low, cell, size, order, starts };
}

function extreme(positions: readonly number[], axis: number, pick: (a: number, b: number) => number): number {
  let value = positions[axis]!;
  for (let n = axis; n < positions.length; n += 3) value = pick(value, positions[n]!);
  return value;
}

/** Bytes up to the next cache line. */
function lined(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}

/**
 * Writes the ghosts from an address on, a multiple of 64, all at rest density.
 * @param unit of the volumes of pair passes, m³
 */
export function placeGhosts(packed: PackedGhosts, shared: SharedMemory, address: number, unit: number): void {
  const { all, grids, count, substances } = packed;
  let next = address;
  const take = (bytes: number) => {
    const begin = next;
    next += lined(bytes);
    return begin;
  };
  const heads = take(all.length * at.GHOST_HEAD_BYTES),
    floats = () => take(4 * (count + PADDING)),
    places = [floats(), floats(), floats()],
    normals = [floats(), floats(), floats()],
    [V, N] = [floats(), floats()],
    pressures = Array.from({ length: substances }, floats),
    states = take(count * at.GHOST_STATE_BYTES),
    sums = take(8 * count);
  const { f32, f64, u32 } = shared;
  f32.fill(0, address >> 2, states >> 2);
  f32.fill(1, N! >> 2, (N! >> 2) + count + PADDING);
  let ghost = 0;
  all.forEach((ghosts, n) => {
    const grid = grids[n]!,
      head = heads + n * at.GHOST_HEAD_BYTES,
      starts = take(grid.starts.byteLength);
    u32.set(grid.starts, starts >> 2);
    shared.setVector(head + at.GHOST_HEAD_LOW, grid.low);
    shared.setReal(head + at.GHOST_HEAD_SCALE, 1 / grid.cell);
    u32.set(grid.size, (head + at.GHOST_HEAD_SIZE) >> 2);
    shared.setInt(head + at.GHOST_HEAD_STARTS, starts);
    shared.setInt(head + at.GHOST_HEAD_FIRST, ghost);
    shared.setInt(head + at.GHOST_HEAD_OBSTACLE, ghosts.obstacle);
    for (const k of grid.order) {
      for (let a = 0; a < 3; a++) {
        f32[(places[a]! >> 2) + ghost] = ghosts.positions[3 * k + a]!;
        f32[(normals[a]! >> 2) + ghost] = ghosts.normals[3 * k + a]!;
      }
      f32[(V! >> 2) + ghost] = ghosts.volumes[k]! / unit;
      f64[(sums >> 3) + ghost] = ghosts.sums[k]!;
      ghost++;
    }
  });
  const slots: [slot: number, value: number][] = [
    [at.GHOST_HEADS, heads],
    [at.GHOST_HEAD_COUNT, all.length],
    [at.GHOST_COUNT, count],
    [at.AT_GHOST_X, places[0]!],
    [at.AT_GHOST_Y, places[1]!],
    [at.AT_GHOST_Z, places[2]!],
    [at.AT_GHOST_NORMAL_X, normals[0]!],
    [at.AT_GHOST_NORMAL_Y, normals[1]!],
    [at.AT_GHOST_NORMAL_Z, normals[2]!],
    [at.AT_GHOST_VOLUME, V!],
    [at.AT_GHOST_COMPRESSION, N!],
    [at.AT_GHOST_PRESSURE, pressures[0] ?? 0],
    [at.GHOST_PRESSURE_BYTES, lined(4 * (count + PADDING))],
    [at.AT_GHOST_STATE, states],
    [at.AT_GHOST_SUM, sums],
  ];
  for (const [slot, value] of slots) shared.setInt(slot, value);
}
