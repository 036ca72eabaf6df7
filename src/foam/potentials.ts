// Where air gets into a liquid: three numbers per particle, and the limits between which each counts. [IAAT12 §3] O(pairs).

import type { Surroundings } from './liquid.ts';

/** What is known of every particle of the liquid. */
export interface Potentials {
  /** Weighted speeds at which neighbors come closer, m/s. */
  readonly trappedAir: Float64Array;
  /** Weighted turn of the normals around crests that run on; 0 for particles inside. */
  readonly waveCrest: Float64Array;
  /** J */
  readonly energy: Float64Array;
}

/** From where on a potential counts, and from where on it counts in full. */
export interface Limit {
  readonly low: number;
  readonly high: number;
}

export interface Limits {
  readonly trappedAir: Limit;
  readonly waveCrest: Limit;
  readonly energy: Limit;
}

export const NO_LIMITS: Limits = {
  trappedAir: { low: 0, high: 0 },
  waveCrest: { low: 0, high: 0 },
  energy: { low: 0, high: 0 },
};

/** The upper limit is this part of the particles of the wildest frame so far. */
const PERCENTILE = 0.99;
/** The lower limits over the upper ones, as those that the paper chose: 5/20, 2/8 and 5/50. [IAAT12 §4] */
const LOWER = { trappedAir: 0.25, waveCrest: 0.25, energy: 0.1 } as const;
/** Particles whose neighbors are off to one side by more than this, over the reach, are at the surface: 0.3 on a plane, 0 inside. */
const AT_SURFACE = 0.15;
/** A crest counts where it moves along its normal: cosine of the largest angle between. [IAAT12 §3] */
const RUNS_ON = 0.6;
/** Trapped air needs so many times the speed of a fall over the reach: a quarter of the weights of a full neighborhood. */
const FALLS = 5;

/** Measures the potentials of a frame. */
export function measurePotentials(around: Surroundings): Potentials {
  const { liquid } = around,
    { count, velocity, mass } = liquid,
    normals = measureNormals(around),
    found = {
      trappedAir: new Float64Array(count),
      waveCrest: new Float64Array(count),
      energy: new Float64Array(count),
    };
  for (let i = 0; i < count; i++) {
    const [vx, vy, vz] = [velocity[3 * i]!, velocity[3 * i + 1]!, velocity[3 * i + 2]!],
      square = vx * vx + vy * vy + vz * vz;
    found.energy[i] = 0.5 * mass[i]! * square; // [IAAT12 §3]
    found.trappedAir[i] = trappedAirAt(around, i);
    const [nx, ny, nz] = [normals[3 * i]!, normals[3 * i + 1]!, normals[3 * i + 2]!],
      forward = vx * nx + vy * ny + vz * nz;
    if (forward > 0 && forward >= RUNS_ON * Math.sqrt(square)) found.waveCrest[i] = crestAt(around, normals, i);
  }
  return found;
}

/** Σ |v_ij| (1 − v̂_ij · x̂_ij) W, W = 1 − r/R: 2 for neighbors that come straight on, 0 for those that leave. [IAAT12 §3] */
function trappedAirAt(around: Surroundings, i: number): number {
  const { reach, liquid } = around,
    { position: p, velocity: v, share } = liquid;
  let sum = 0;
  around.around(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!, (j, r, dx, dy, dz) => {
    if (j === i || r === 0) return;
    const ux = v[3 * i]! - v[3 * j]!,
      uy = v[3 * i + 1]! - v[3 * j + 1]!,
      uz = v[3 * i + 2]! - v[3 * j + 2]!;
    const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
    sum += share[j]! * (speed - (ux * dx + uy * dy + uz * dz) / r) * (1 - r / reach);
  });
  return sum;
}

/** Unit normals of the particles at the surface, outward; zero for the others. */
function measureNormals(around: Surroundings): Float64Array {
  const { reach, liquid } = around,
    { count, position: p, share } = liquid,
    normals = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    let [x, y, z, weight] = [0, 0, 0, 0];
    around.around(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!, (j, r, dx, dy, dz) => {
      const w = share[j]! * (1 - r / reach);
      x += w * dx;
      y += w * dy;
      z += w * dz;
      weight += w;
    });
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > AT_SURFACE * reach * weight) normals.set([x / length, y / length, z / length], 3 * i);
  }
  return normals;
}

/** Σ (1 − n_i · n_j) W over the neighbors at the surface that are behind: those of a convex place. [IAAT12 §3] */
function crestAt(around: Surroundings, normals: Float64Array, i: number): number {
  const { reach, liquid } = around,
    { position: p, share } = liquid,
    [nx, ny, nz] = [normals[3 * i]!, normals[3 * i + 1]!, normals[3 * i + 2]!];
  let sum = 0;
  around.around(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!, (j, r, dx, dy, dz) => {
    const [mx, my, mz] = [normals[3 * j]!, normals[3 * j + 1]!, normals[3 * j + 2]!],
      isSurface = mx !== 0 || my !== 0 || mz !== 0,
      isBehind = dx * nx + dy * ny + dz * nz > 0; // (x_j − x_i) · n_i < 0
    if (j !== i && isSurface && isBehind) sum += share[j]! * (1 - nx * mx - ny * my - nz * mz) * (1 - r / reach);
  });
  return sum;
}

/**
 * The limits after one more frame: the upper ones are the percentile of this frame, or what they were if that was more. Water that
 * hardly moves makes no foam: energies below that of a fall over the reach never count, nor do neighbors that close in more slowly than such a
 * fall.
 * @param gravity m/s²
 */
export function raiseLimits(before: Limits, found: Potentials, around: Surroundings, gravity: number): Limits {
  const { liquid, reach } = around,
    typical = liquid.mass.toSorted()[liquid.count >> 1] ?? 0,
    fall = gravity * reach;
  const raised = (name: keyof Limits, least: number): Limit => {
    const high = Math.max(before[name].high, percentileOf(found[name]));
    return { low: Math.max(LOWER[name] * high, least), high };
  };
  return {
    trappedAir: raised('trappedAir', FALLS * Math.sqrt(2 * fall)),
    waveCrest: raised('waveCrest', 0),
    energy: raised('energy', typical * fall),
  };
}

function percentileOf(values: Float64Array): number {
  return values.toSorted()[Math.floor(PERCENTILE * (values.length - 1))] ?? 0;
}

/** How much of its limits a potential has: 0 to 1. [IAAT12 §3] */
export function portionOf(value: number, { low, high }: Limit): number {
  if (!(value > low) || !(high > low)) return 0;
  return value < high ? (value - low) / (high - low) : 1;
}
