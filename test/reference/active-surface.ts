// The active implicit surface of DC99 §6 in double precision on a dense grid, straight from card §7 with the signs of X9 and X10.
// Slow and plain: every node looks at every surface point near it. The field is a function, so no particles are needed.

import type { Vec3 } from './sph.ts';

/** Half the width of the band, voxels. */
const BAND = 3;
const SWEEPS = 3;
const STEPS_BETWEEN_SWEEPS = 10;

/** f = clamp(φ/3Δx, −1, 1) on the nodes of a box, x fastest; φ is the distance to the surface, positive inside. */
export interface ActiveGrid {
  readonly dimension: 2 | 3;
  /** Nodes along x, y, z; 1 along z in 2D. */
  readonly counts: Vec3;
  /** Δx, m. */
  readonly voxel: number;
  /** The first node, m. */
  readonly origin: Vec3;
  f: Float64Array;
  time: number;
  steps: number;
}

/** F = α (ρ/ρ₀ − iso) + β κ + γ (V₀ − V)/V₀, the outward speed of the surface. [card §7] */
export interface ActiveTerms {
  /** α, m/s */
  readonly tracking: number;
  /** β, m²/s */
  readonly tension: number;
  /** γ, m/s */
  readonly volume: number;
  /** ρ/ρ₀ at a point and a time. */
  readonly field: (x: Vec3, time: number) => number;
  readonly level: number;
  /** How fast the field moves, m/s: a surface at rest must not sleep through a step in which the field runs away. */
  readonly fieldSpeed?: number;
  /** V₀, m³ */
  readonly restVolume?: number;
  /** Largest part of a voxel that the surface moves in a step; 0.5/d on the card. */
  readonly courant?: number;
  /** Whether the speed at a node is that of the closest surface point (the default) or of the field at the node itself. */
  readonly extend?: boolean;
  /** Whether f is made a distance again every ten steps; default true. */
  readonly reinitialize?: boolean;
}

/** A grid over a cube (a square in 2D) around the origin, with the surface where `distance` is 0. */
export function activeGrid(
  dimension: 2 | 3,
  halfWidth: number,
  voxel: number,
  distance: (x: Vec3) => number,
): ActiveGrid {
  const n = Math.round(halfWidth / voxel),
    counts: Vec3 = [2 * n + 1, 2 * n + 1, dimension === 3 ? 2 * n + 1 : 1],
    origin: Vec3 = [-n * voxel, -n * voxel, dimension === 3 ? -n * voxel : 0];
  const grid = { dimension, counts, voxel, origin, f: new Float64Array(0), time: 0, steps: 0 };
  grid.f = Float64Array.from({ length: counts[0] * counts[1] * counts[2] }, (_, at) =>
    clamp(distance(nodePosition(grid, at)) / (BAND * voxel), 1),
  );
  return grid;
}

/** Moves the surface for `duration` seconds in steps of its own; returns how many. */
export function advanceActive(grid: ActiveGrid, terms: ActiveTerms, duration: number): number {
  const end = grid.time + duration,
    first = grid.steps;
  while (end - grid.time > 1e-12 * end) stepActive(grid, terms, end);
  grid.time = end;
  return grid.steps - first;
}

/** One step, not beyond `end`. */
function stepActive(grid: ActiveGrid, terms: ActiveTerms, end: number): void {
  const { dimension: d, voxel, f } = grid,
    { tension } = terms;
  const speed = nodeSpeeds(grid, terms),
    fastest = speed.reduce((most, F) => (Number.isNaN(F) ? most : Math.max(most, Math.abs(F))), terms.fieldSpeed ?? 0);
  const courant = ((terms.courant ?? 0.5 / d) * voxel) / fastest,
    viscous = (0.8 * voxel * voxel) / (2 * d * tension);
  const dt = Math.min(end - grid.time, courant, viscous);
  grid.f = f.map((value, at) => {
    const F = speed[at]!;
    if (Number.isNaN(F)) return value;
    const pull = tension === 0 ? 0 : tension * curvatureTerm(grid, at);
    return clamp(value + dt * (upwind(grid, at, F) + pull), 1);
  });
  grid.time += dt;
  grid.steps++;
  if (terms.reinitialize !== false && grid.steps % STEPS_BETWEEN_SWEEPS === 0) reinitialize(grid, SWEEPS);
}

/** α (ρ/ρ₀ − iso) + γ (V₀ − V)/V₀ at the nodes of the band and those beside it; NaN elsewhere. */
function nodeSpeeds(grid: ActiveGrid, terms: ActiveTerms): Float64Array {
  const { tracking, volume, level, field, restVolume = 1 } = terms;
  const swell = volume === 0 ? 0 : (volume * (restVolume - volumeOf(grid))) / restVolume;
  const speedAt = (x: Vec3): number => tracking * (field(x, grid.time) - level) + swell;
  const nearest = tracking === 0 ? () => grid.origin : closestCrossing(grid);
  const speeds = new Map<Vec3, number>();
  return grid.f.map((_, at) => {
    if (!isActive(grid, at)) return Number.NaN;
    if (terms.extend === false) return speedAt(nodePosition(grid, at));
    const x = nearest(at);
    if (!x) return Number.NaN;
    if (!speeds.has(x)) speeds.set(x, speedAt(x));
    return speeds.get(x)!;
  });
}

/** Whether a node can change in this step: it is in the band or beside it. */
function isActive(grid: ActiveGrid, at: number): boolean {
  if (Math.abs(grid.f[at]!) < 1) return true;
  for (let axis = 0; axis < grid.dimension; axis++)
    if (Math.abs(neighbor(grid, at, axis, -1)) < 1 || Math.abs(neighbor(grid, at, axis, 1)) < 1) return true;
  return false;
}

/** Where the edges of the grid pass through the surface, by linear interpolation; stored with the lower node. */
export function crossings(grid: ActiveGrid): { readonly at: number; readonly axis: number; readonly x: Vec3 }[] {
  const { dimension, voxel, f } = grid,
    found: { at: number; axis: number; x: Vec3 }[] = [];
  for (let at = 0; at < f.length; at++) {
    for (let axis = 0; axis < dimension; axis++) {
      const here = f[at]!,
        there = neighbor(grid, at, axis, 1);
      if (here > 0 === there > 0) continue;
      const x = nodePosition(grid, at).map((c, a) => c + (a === axis ? (voxel * here) / (here - there) : 0));
      found.push({ at, axis, x: x as unknown as Vec3 });
    }
  }
  return found;
}

/** The surface point closest to a node; the first of several. Searches as far as the node's own distance and two voxels. */
function closestCrossing(grid: ActiveGrid): (at: number) => Vec3 | undefined {
  const { counts, voxel, f } = grid;
  const byNode: Vec3[][] = [];
  for (const { at, x } of crossings(grid)) byNode[at] = [...(byNode[at] ?? []), x];
  return (at) => {
    const x = nodePosition(grid, at),
      [i, j, k] = nodeIndex(grid, at),
      reach = Math.floor(BAND * Math.abs(f[at]!)) + 2;
    let best: Vec3 | undefined,
      least = (reach * voxel) ** 2;
    for (let c = Math.max(0, k - reach); c <= Math.min(counts[2] - 1, k + reach); c++)
      for (let b = Math.max(0, j - reach); b <= Math.min(counts[1] - 1, j + reach); b++)
        for (let a = Math.max(0, i - reach); a <= Math.min(counts[0] - 1, i + reach); a++)
          for (const y of byNode[a + counts[0] * (b + counts[1] * c)] ?? []) {
            const distance = (x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2 + (x[2] - y[2]) ** 2;
            if (distance < least) [best, least] = [y, distance];
          }
    return best;
  };
}

/** F|∇f| with differences from the side the surface comes from. */
function upwind(grid: ActiveGrid, at: number, F: number): number {
  const { voxel, f } = grid,
    sign = F > 0 ? 1 : -1;
  let sum = 0;
  for (let axis = 0; axis < grid.dimension; axis++) {
    const backward = (f[at]! - neighbor(grid, at, axis, -1)) / voxel,
      forward = (neighbor(grid, at, axis, 1) - f[at]!) / voxel;
    sum += Math.min(sign * backward, 0) ** 2 + Math.max(sign * forward, 0) ** 2;
  }
  return F * Math.sqrt(sum);
}

/** κ|∇f| by central differences; |κ| at most (d − 1)/Δx. */
function curvatureTerm(grid: ActiveGrid, at: number): number {
  const { dimension: d, voxel, f } = grid;
  const first: number[] = [],
    second: number[] = [];
  for (let a = 0; a < d; a++) {
    const below = neighbor(grid, at, a, -1),
      above = neighbor(grid, at, a, 1);
    first.push((above - below) / (2 * voxel));
    second.push((above - 2 * f[at]! + below) / voxel ** 2);
  }
  const square = first.reduce((sum, slope) => sum + slope * slope, 1e-12);
  let numerator = 0;
  for (let a = 0; a < d; a++) {
    for (let b = 0; b < d; b++) {
      if (a === b) continue;
      numerator += second[a]! * first[b]! ** 2 - first[a]! * first[b]! * mixed(grid, at, a, b);
    }
  }
  return clamp(numerator / square ** 1.5, (d - 1) / voxel) * Math.sqrt(square);
}

/** ∂²f/∂a∂b. */
function mixed(grid: ActiveGrid, at: number, a: number, b: number): number {
  const corner = (da: number, db: number): number => {
    const to = step(grid, at, a, da);
    return to === undefined ? -1 : neighbor(grid, to, b, db);
  };
  return (corner(1, 1) - corner(1, -1) - corner(-1, 1) + corner(-1, -1)) / (4 * grid.voxel ** 2);
}

/**
 * Makes f a distance again: f_t = S (1 − |∇f|), Godunov, in units of Δx. Nodes beside the surface go to φ/|∇φ| instead, or every sweep
 * would draw the surface inward: a shrinking circle lost 2 % of its radius. [RS00]
 */
export function reinitialize(grid: ActiveGrid, sweeps: number): void {
  const start = { ...grid, f: grid.f };
  const target = start.f.map((_, at) => distanceBeside(start, at));
  for (let sweep = 0; sweep < sweeps; sweep++) {
    grid.f = grid.f.map((value, at) => {
      if (!isActive(grid, at)) return value;
      const goal = target[at]!;
      if (!Number.isNaN(goal)) return clamp(value + 0.5 * (goal - value), 1);
      const phi0 = BAND * start.f[at]!,
        S = phi0 / Math.sqrt(phi0 * phi0 + 1);
      return clamp(value + (0.5 * S * (1 - BAND * grid.voxel * godunov(grid, at, Math.sign(S)))) / BAND, 1);
    });
  }
}

/** f of a node beside the surface if it were at the distance φ/|∇φ|; NaN elsewhere. */
function distanceBeside(grid: ActiveGrid, at: number): number {
  const { dimension, f } = grid,
    here = f[at]!;
  let central = 0,
    steepest = 0,
    beside = false;
  for (let axis = 0; axis < dimension; axis++) {
    const below = neighbor(grid, at, axis, -1),
      above = neighbor(grid, at, axis, 1);
    if (here > 0 !== below > 0 || here > 0 !== above > 0) beside = true;
    central += ((above - below) / 2) ** 2;
    steepest = Math.max(steepest, Math.abs(above - here), Math.abs(here - below));
  }
  return beside ? here / Math.max(Math.sqrt(central), steepest) / BAND : Number.NaN;
}

/** |∇f| with differences from the side of the surface. */
function godunov(grid: ActiveGrid, at: number, sign: number): number {
  const { voxel, f } = grid;
  let sum = 0;
  for (let axis = 0; axis < grid.dimension; axis++) {
    const backward = (sign * (f[at]! - neighbor(grid, at, axis, -1))) / voxel,
      forward = (sign * (neighbor(grid, at, axis, 1) - f[at]!)) / voxel;
    sum += Math.max(Math.max(backward, 0) ** 2, Math.min(forward, 0) ** 2);
  }
  return Math.sqrt(sum);
}

/** V, m³ (m² in 2D): a node stands for a voxel, filled by ½ + φ/Δx. */
export function volumeOf({ dimension, voxel, f }: ActiveGrid): number {
  return f.reduce((sum, value) => sum + 0.5 + clamp(BAND * value, 0.5), 0) * voxel ** dimension;
}

/** |∇φ| at the surface points, by central differences at the nodes beside each, interpolated. */
export function slopesAtSurface(grid: ActiveGrid): number[] {
  const { dimension, voxel, f } = grid;
  const slope = (at: number): number => {
    let sum = 0;
    for (let a = 0; a < dimension; a++)
      sum += ((neighbor(grid, at, a, 1) - neighbor(grid, at, a, -1)) / (2 * voxel)) ** 2;
    return BAND * voxel * Math.sqrt(sum);
  };
  return crossings(grid).map(({ at, axis }) => {
    const to = step(grid, at, axis, 1)!,
      t = f[at]! / (f[at]! - f[to]!);
    return (1 - t) * slope(at) + t * slope(to);
  });
}

/** Mean distance of the surface points from the origin. */
export function meanRadius(grid: ActiveGrid): number {
  const points = crossings(grid);
  return points.reduce((sum, { x }) => sum + Math.hypot(...x), 0) / points.length;
}

function clamp(value: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, value));
}

function nodeIndex({ counts }: ActiveGrid, at: number): Vec3 {
  return [at % counts[0], Math.floor(at / counts[0]) % counts[1], Math.floor(at / (counts[0] * counts[1]))];
}

function nodePosition(grid: ActiveGrid, at: number): Vec3 {
  const [i, j, k] = nodeIndex(grid, at),
    { origin, voxel } = grid;
  return [origin[0] + i * voxel, origin[1] + j * voxel, origin[2] + k * voxel];
}

/** The node `by` further along an axis, if there is one. */
function step(grid: ActiveGrid, at: number, axis: number, by: number): number | undefined {
  const { counts } = grid,
    index = nodeIndex(grid, at)[axis]! + by;
  if (index < 0 || index >= counts[axis]!) return undefined;
  return at + by * (axis === 0 ? 1 : axis === 1 ? counts[0] : counts[0] * counts[1]);
}

/** f at the node `by` further along an axis; −1 beyond the grid. */
function neighbor(grid: ActiveGrid, at: number, axis: number, by: number): number {
  const to = step(grid, at, axis, by);
  return to === undefined ? -1 : grid.f[to]!;
}
