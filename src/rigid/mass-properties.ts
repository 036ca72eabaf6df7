// Mass, center and inertia of rigid bodies, from closed forms of solids and from the triangles of closed meshes. In 2D per meter of depth.

import { BOX, CAPSULE, CYLINDER, MESH, PLANE, SPHERE } from '../shapes/kinds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Solid } from '../shapes/solid.ts';
import { meshMoments } from './mesh-moments.ts';

export interface MassProperties {
  /** kg (kg/m in 2D) */
  readonly mass: number;
  /** m */
  readonly center: Vec3;
  /** About the center, row by row, kg·m². In 2D that about z stands for all axes: nothing turns about another. */
  readonly inertia: readonly number[];
}

/** Volume (m³; m² in 2D), and the inertia of each kg along and across an axis, m². */
interface Round {
  readonly volume: number;
  readonly along: number;
  readonly across: number;
}

/** Mass properties of a solid with a density (kg/m³). A plane has no end, and so a mass that is infinite. */
export function massProperties(solid: Solid, density: number): MassProperties {
  const { kind, center, dimension } = solid;
  if (kind === PLANE) return { mass: Number.POSITIVE_INFINITY, center, inertia: diagonal(1, 1, 1) };
  if (kind === MESH) return ofMesh(solid, density);
  if (dimension === 2) {
    const { area, perMass } = flatMoments(solid),
      mass = density * area,
      turning = mass * perMass;
    return { mass, center, inertia: diagonal(turning, turning, turning) };
  }
  if (kind === BOX) return ofBox(solid, density);
  const { volume, along, across } = roundMoments(solid),
    mass = density * volume,
    axis: Vec3 = kind === SPHERE ? [0, 1, 0] : solid.vector;
  const inertia = Array.from({ length: 9 }, (_, n) => {
    const [a, b] = [Math.floor(n / 3), n % 3];
    return mass * ((a === b ? across : 0) + (along - across) * axis[a]! * axis[b]!);
  });
  return { mass, center, inertia };
}

function ofBox({ vector: [a, b, c], rotation, center }: Solid, density: number): MassProperties {
  const mass = 8 * density * a * b * c,
    third = mass / 3,
    local = diagonal(third * (b * b + c * c), third * (a * a + c * c), third * (a * a + b * b));
  return { mass, center, inertia: turned(local, rotation) };
}

function ofMesh({ triangles, center }: Solid, density: number): MassProperties {
  const { volume, center: local, inertia } = meshMoments(triangles!);
  return {
    mass: density * volume,
    center: [center[0] + local[0], center[1] + local[1], center[2] + local[2]],
    inertia: inertia.map((x) => density * x),
  };
}

function roundMoments({ kind, radius: r, halfLength: h }: Solid): Round {
  const ball = (4 / 3) * Math.PI * r * r * r,
    tube = 2 * Math.PI * r * r * h;
  if (kind === SPHERE) return { volume: ball, along: 0.4 * r * r, across: 0.4 * r * r };
  const tubeAcross = (r * r) / 4 + (h * h) / 3;
  if (kind === CYLINDER) return { volume: tube, along: (r * r) / 2, across: tubeAcross };
  // A capsule: a tube and two halves of a ball, whose centers are 3r/8 away from its ends.
  const volume = ball + tube;
  return {
    volume,
    along: (tube * 0.5 * r * r + ball * 0.4 * r * r) / volume,
    across: (tube * tubeAcross + ball * (0.4 * r * r + h * h + 0.75 * h * r)) / volume,
  };
}

/** Area (m²) of what a solid is in the plane, and its moment about z for each kg, m². */
function flatMoments({ kind, vector, radius: r, halfLength: h }: Solid): { area: number; perMass: number } {
  if (kind === BOX) {
    const [a, b] = vector;
    return { area: 4 * a * b, perMass: (a * a + b * b) / 3 };
  }
  const disc = Math.PI * r * r;
  if (kind === SPHERE || h === Number.POSITIVE_INFINITY) return { area: disc, perMass: 0.5 * r * r };
  const strip = 4 * h * r,
    stripMoment = (h * h + r * r) / 3;
  if (kind !== CAPSULE) return { area: strip, perMass: stripMoment };
  const area = strip + disc,
    ends = 0.5 * r * r + h * h + (8 * h * r) / (3 * Math.PI); // half discs, whose centers are 4r/3π away
  return { area, perMass: (strip * stripMoment + disc * ends) / area };
}

/** One body of several parts. Where parts overlap their masses add up. */
export function joinMasses(parts: readonly MassProperties[]): MassProperties {
  if (parts.length === 1) return parts[0]!;
  const mass = parts.reduce((sum, part) => sum + part.mass, 0),
    center = [0, 1, 2].map((a) => parts.reduce((sum, part) => sum + part.mass * part.center[a]!, 0) / mass),
    inertia: number[] = new Array(9).fill(0);
  for (const part of parts) {
    const d = [0, 1, 2].map((a) => part.center[a]! - center[a]!),
      square = d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!;
    for (let n = 0; n < 9; n++) {
      const [a, b] = [Math.floor(n / 3), n % 3];
      inertia[n]! += part.inertia[n]! + part.mass * ((a === b ? square : 0) - d[a]! * d[b]!); // Steiner
    }
  }
  return { mass, center: center as unknown as Vec3, inertia };
}

/** The same body with another mass (kg). */
export function withMass({ mass: before, center, inertia }: MassProperties, mass: number): MassProperties {
  return { mass, center, inertia: inertia.map((x) => (x * mass) / before) };
}

/** In 2D only the moment about z counts. */
export function flattened({ mass, center, inertia }: MassProperties): MassProperties {
  const turning = inertia[8]!;
  return { mass, center, inertia: diagonal(turning, turning, turning) };
}

function diagonal(x: number, y: number, z: number): number[] {
  return [x, 0, 0, 0, y, 0, 0, 0, z];
}

/** R I Rᵀ */
export function turned(inertia: ArrayLike<number>, r: ArrayLike<number>): number[] {
  const half = product(r, inertia);
  return Array.from({ length: 9 }, (_, n) => {
    const [a, b] = [Math.floor(n / 3), n % 3];
    return half[3 * a]! * r[3 * b]! + half[3 * a + 1]! * r[3 * b + 1]! + half[3 * a + 2]! * r[3 * b + 2]!;
  });
}

function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from({ length: 9 }, (_, n) => {
    const [row, column] = [3 * Math.floor(n / 3), n % 3];
    return a[row]! * b[column]! + a[row + 1]! * b[3 + column]! + a[row + 2]! * b[6 + column]!;
  });
}
