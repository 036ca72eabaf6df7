// Where several particles become one: how round they are, and what the one has. Mass, center of mass, momentum and volume stay;
// the motion of the members within the cluster is lost and reported. Cost: linear in the members. [DC99 §4.2, card §5]

/** Particles of a set, by their indices. */
export interface Members {
  readonly dimension: 2 | 3;
  /** x y z of every particle of the set, m. */
  readonly position: ArrayLike<number>;
  /** x y z of every particle of the set, m/s. */
  readonly velocity: ArrayLike<number>;
  /** kg */
  readonly mass: ArrayLike<number>;
  /** kg/m³, in 2D kg/m². */
  readonly density: ArrayLike<number>;
  /** The members: indices into these arrays. */
  readonly indices: ArrayLike<number>;
  /** How many of the indices count. */
  readonly count: number;
}

/** The particle that takes the place of its members, and what was lost. */
export interface Merged {
  /** m */
  readonly x: number;
  /** m */
  readonly y: number;
  /** m */
  readonly z: number;
  /** m/s */
  readonly vx: number;
  /** m/s */
  readonly vy: number;
  /** m/s */
  readonly vz: number;
  /** kg */
  readonly mass: number;
  /** kg/m³, in 2D kg/m². */
  readonly density: number;
  /** Lost: ½ Σ m |v − v̄|², J. */
  readonly kineticEnergy: number;
  /** Lost: Σ m (x − x̃) × (v − v̄), N·m·s. */
  readonly spin: [number, number, number];
}

/** Particles of a set with no more than their places and masses. */
export type Places = Pick<Members, 'dimension' | 'position' | 'mass' | 'indices' | 'count'>;

/**
 * How round a cluster is: det(I)/(tr(I)/3)³ of its inertia matrix I = tr(C) − C about its center of mass, C = Σ m (x−x̃)(x−x̃)ᵀ; in
 * 2D det(C)/(tr(C)/2)². 1 for a ball, a disc in 2D and a single point; 27/32 for a disc in 3D, 0 for a line. [DC99 eq. 14, X4]
 */
export function sphericity(m: Places): number {
  const [x, y, z] = centerOf(m);
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let k = 0; k < m.count; k++) {
    const i = m.indices[k]!;
    const weight = m.mass[i]!;
    const dx = m.position[3 * i]! - x;
    const dy = m.position[3 * i + 1]! - y;
    const dz = m.position[3 * i + 2]! - z;
    xx += weight * dx * dx;
    yy += weight * dy * dy;
    zz += weight * dz * dz;
    xy += weight * dx * dy;
    xz += weight * dx * dz;
    yz += weight * dy * dz;
  }
  return m.dimension === 2 ? roundnessOf(xx, yy, xy) : inertiaRatio(xx, yy, zz, xy, xz, yz);
}

/** Moments below this are those of a point: their squares are too small for numbers to tell a shape. */
const POINT = 1e-290;

/** det(C)/(tr(C)/2)² of a symmetric 2×2 matrix; 1 for the matrix of a point. */
export function roundnessOf(xx: number, yy: number, xy: number): number {
  const half = (xx + yy) / 2;
  return half > POINT ? (xx / half) * (yy / half) - (xy / half) * (xy / half) : 1;
}

/** det(I)/(tr(I)/3)³ of I = tr(C) − C, C symmetric; 1 for the matrix of a point. */
export function inertiaRatio(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): number {
  const trace = xx + yy + zz;
  if (!(trace > POINT)) return 1;
  const a = (yy + zz) / trace;
  const b = (xx + zz) / trace;
  const c = (xx + yy) / trace;
  const [p, q, r] = [xy / trace, xz / trace, yz / trace];
  const det = a * b * c - 2 * p * q * r - a * r * r - b * q * q - c * p * p;
  return det * 3.375; // (tr(I)/3)³ = (2 tr(C)/3)³
}

/** Center of mass, m; summed as differences to the first member, so that far from the origin nothing is lost. */
function centerOf({ position, mass, indices, count }: Places): [number, number, number] {
  const first = 3 * indices[0]!;
  const sum = [0, 0, 0];
  let total = 0;
  for (let k = 0; k < count; k++) {
    const i = indices[k]!;
    total += mass[i]!;
    for (let c = 0; c < 3; c++) sum[c]! += mass[i]! * (position[3 * i + c]! - position[first + c]!);
  }
  return [
    position[first]! + sum[0]! / total,
    position[first + 1]! + sum[1]! / total,
    position[first + 2]! + sum[2]! / total,
  ];
}

/**
 * The particle that a cluster becomes: m = Σm, x̃ = Σmx/m, v̄ = Σmv/m, ρ = m/Σ(m/ρ). [card §5]
 * @example
 * const one = mergeParticles({ dimension: 3, position, velocity, mass, density, indices: [4, 7, 9], count: 3 });
 */
export function mergeParticles(m: Members): Merged {
  const { position, velocity, mass, density, indices, count } = m;
  const [x, y, z] = centerOf(m);
  const [vx, vy, vz] = centerOf({ ...m, position: velocity });
  let total = 0;
  let volume = 0;
  let kineticEnergy = 0;
  const spin: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const i = indices[k]!;
    const weight = mass[i]!;
    const [dx, dy, dz] = [position[3 * i]! - x, position[3 * i + 1]! - y, position[3 * i + 2]! - z];
    const [du, dv, dw] = [velocity[3 * i]! - vx, velocity[3 * i + 1]! - vy, velocity[3 * i + 2]! - vz];
    total += weight;
    volume += weight / density[i]!;
    kineticEnergy += (weight / 2) * (du * du + dv * dv + dw * dw);
    spin[0] += weight * (dy * dw - dz * dv);
    spin[1] += weight * (dz * du - dx * dw);
    spin[2] += weight * (dx * dv - dy * du);
  }
  return { x, y, z, vx, vy, vz, mass: total, density: total / volume, kineticEnergy, spin };
}
