// What holds the bodies of a scene up at the start: cells of particles that stand on an obstacle, that hang over, and that touch nothing.
// Everything is from the particles where they start; a cell is a little larger than a particle.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';

/** Edge of a cell over the largest spacing: neighbors of every lattice are in cells that touch. */
const CELL = 1.5;
/** Cells along each axis that a key has room for. */
const SIDE = 1 << 17;

/** How much of a body hangs, in meters. */
export interface Hang {
  /** Whether some of it is not joined to anything that stands. */
  readonly falls: boolean;
  /** How far it reaches over from what stands. */
  readonly reach: number;
  /** How thick it is there, along gravity, at most. */
  readonly thickness: number;
}

interface Cell {
  /** The body that it belongs to; of several, the last. */
  readonly body: number;
  touches: boolean;
  /** Steps to the next cell that stands; −1 for none. */
  steps: number;
}

/**
 * How the bodies hang, in their order. `ends` is where the particles of each end, `up` a unit vector against gravity, `spacing` the largest (m).
 */
export function findHangs(
  set: ParticleSet,
  obstacles: number,
  ends: readonly number[],
  up: readonly number[],
  spacing: number,
): Hang[] {
  const edge = CELL * spacing,
    cells = fillCells(set, obstacles, ends, framed(up), edge);
  letStand(cells);
  reachOut(cells);
  const hangs = ends.map(() => ({ falls: false, reach: 0, thickness: 0 }));
  for (const [key, { body, steps }] of cells) {
    const hang = hangs[body]!;
    if (steps < 0) hang.falls = true;
    if (steps <= 0) continue;
    hang.reach = Math.max(hang.reach, steps * edge);
    hang.thickness = Math.max(hang.thickness, runOf(cells, key) * edge);
  }
  return hangs;
}

/** Two unit vectors across a third, and that. */
function framed([x, y, z]: readonly number[]): number[][] {
  const up = [x!, y!, z!],
    other = Math.abs(y!) > 0.5 ? [1, 0, 0] : [0, 1, 0],
    a = cross(up, other),
    length = Math.sqrt(a[0]! * a[0]! + a[1]! * a[1]! + a[2]! * a[2]!),
    across = a.map((value) => value / length);
  return [across, cross(up, across), up];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

/** Keys count cells: up by 1, across by SIDE and by SIDE². */
function fillCells(
  set: ParticleSet,
  obstacles: number,
  ends: readonly number[],
  frame: readonly number[][],
  edge: number,
): Map<number, Cell> {
  const cells = new Map<number, Cell>(),
    x = set.f64('position'),
    lengths = set.f64('smoothingLength');
  let body = 0;
  for (let i = 0; i < set.count; i++) {
    while (i >= ends[body]! && body < ends.length - 1) body++;
    const place = frame.map(
      (axis) =>
        Math.floor((axis[0]! * x[3 * i]! + axis[1]! * x[3 * i + 1]! + axis[2]! * x[3 * i + 2]!) / edge) + SIDE / 2,
    );
    const key = (place[0]! * SIDE + place[1]!) * SIDE + place[2]!,
      cell = cells.get(key) ?? { body, touches: false, steps: -1 };
    cells.set(key, cell);
    cell.touches ||= touches(set, obstacles, i, 2 * lengths[i]!);
  }
  return cells;
}

/** Whether particle i feels an obstacle: whether one is within its support. */
function touches(set: ParticleSet, obstacles: number, i: number, support: number): boolean {
  const records = set.shared.u32[at.OBSTACLES >> 2]!,
    point = set.address('position') + 24 * i;
  for (let k = 0; k < obstacles; k++) if (set.team.wasm.obstacleDistance(records, k, point, 0) < support) return true;
  return false;
}

/** What touches an obstacle stands, and so does what is above or below it without a gap. */
function letStand(cells: ReadonlyMap<number, Cell>): void {
  for (const [key, { touches }] of cells) {
    if (!touches) continue;
    for (const way of [1, -1]) {
      for (let next = key, cell = cells.get(next); cell && (cell.steps < 0 || next === key); cell = cells.get(next)) {
        cell.steps = 0;
        next += way;
      }
    }
  }
}

/** Counts the steps from what stands to all that is joined to it. */
function reachOut(cells: ReadonlyMap<number, Cell>): void {
  let front = [...cells.keys()].filter((key) => cells.get(key)!.steps === 0);
  for (let steps = 1; front.length > 0; steps++) {
    const next: number[] = [];
    for (const key of front) {
      for (let n = 0; n < 27; n++) {
        const near = key + ((Math.floor(n / 9) - 1) * SIDE + ((Math.floor(n / 3) % 3) - 1)) * SIDE + (n % 3) - 1,
          cell = cells.get(near);
        if (!cell || cell.steps >= 0) continue;
        cell.steps = steps;
        next.push(near);
      }
    }
    front = next;
  }
}

/** How many cells that hang are in line along gravity. */
function runOf(cells: ReadonlyMap<number, Cell>, key: number): number {
  let low = key,
    high = key;
  while ((cells.get(low - 1)?.steps ?? 0) > 0) low--;
  while ((cells.get(high + 1)?.steps ?? 0) > 0) high++;
  return high - low + 1;
}
