// Regular arrangements of particles in a box: HCP and cubic in 3D, hexagonal and square in 2D. The lattice is centered in the
// box so that it gets the whole number of rows and layers nearest to its size, each at least a quarter of a pitch inside; a box
// of n pitches gets exactly n, whatever the rounding of its corners.

import type { Vec3 } from '../shapes/shape.ts';
import type { LatticeName, SpaceDimension } from './source.ts';

/** A rectangle of space with faces along the axes, m. */
export interface Region {
  readonly min: Vec3;
  readonly max: Vec3;
}

/**
 * An infinite lattice: site (i, j, k) is at pitch · (i + rowShift·((j+k) mod 2), j + layerShift·(k mod 2), k). [card §4]
 * In 2D there is one layer, k = 0.
 */
export interface Lattice {
  readonly dimension: SpaceDimension;
  /** Distances between sites of a row, rows of a layer, and layers, m. */
  readonly pitch: Vec3;
  /** Shift of every other row along x, in pitches. */
  readonly rowShift: number;
  /** Shift of every other layer along y, in pitches. */
  readonly layerShift: number;
}

/** A block of sites that fits a box. */
export interface LatticeBlock {
  readonly lattice: Lattice;
  /** Position of site (0, 0, 0), m. */
  readonly origin: Vec3;
  /** Sites per row, rows per layer, layers. */
  readonly counts: Vec3;
}

/** Distance of the rows of a hexagonal layer over the spacing, √3/2. */
export const ROW_PITCH = Math.sqrt(3) / 2;
/** Distance of the layers of close-packed spheres over the spacing, √(2/3). */
export const LAYER_PITCH = Math.sqrt(2 / 3);

/** A size this close (in pitches) to half-way between two counts gets the lower one, on every machine and in every place. */
const TIE = 1e-6;

/** The lattice a body gets when it names none. */
export function defaultLattice(dimension: SpaceDimension): LatticeName {
  return dimension === 3 ? 'hcp' : 'hexagonal';
}

/** Whether a lattice exists in a dimension. */
export function latticeFits(name: LatticeName, dimension: SpaceDimension): boolean {
  return name === 'cubic' || name === defaultLattice(dimension);
}

/** The lattice whose nearest neighbors are `spacing` (m) apart. */
export function makeLattice(name: LatticeName, dimension: SpaceDimension, spacing: number): Lattice {
  const a = spacing;
  switch (name) {
    case 'cubic':
      return { dimension, pitch: [a, a, a], rowShift: 0, layerShift: 0 };
    case 'hexagonal':
      return { dimension, pitch: [a, a * ROW_PITCH, a], rowShift: 1 / 2, layerShift: 0 };
    case 'hcp':
      return { dimension, pitch: [a, a * ROW_PITCH, a * LAYER_PITCH], rowShift: 1 / 2, layerShift: 1 / 3 };
  }
}

/** Space per particle: a³ (cubic), a³/√2 (HCP), m³; in 2D a² (square), a²√3/2 (hexagonal), m². [card §4] */
export function volumePerParticle({ dimension, pitch }: Lattice): number {
  return pitch[0] * pitch[1] * (dimension === 3 ? pitch[2] : 1);
}

/** The block of sites that represents a box; no sites if the box is smaller than half a pitch on some axis. */
export function fitLattice(lattice: Lattice, { min, max }: Region): LatticeBlock {
  const { pitch, rowShift, layerShift, dimension } = lattice;
  const count = (axis: 0 | 1 | 2): number => Math.max(0, Math.ceil((max[axis] - min[axis]) / pitch[axis] - 0.5 - TIE));
  const counts: Vec3 = [count(0), count(1), dimension === 3 ? count(2) : 1];
  const first = (axis: 0 | 1 | 2, shift: number): number =>
    (min[axis] + max[axis]) / 2 + pitch[axis] * (0.5 - shift / 2 - counts[axis] / 2);
  return { lattice, counts, origin: [first(0, rowShift), first(1, layerShift), dimension === 3 ? first(2, 0) : 0] };
}

/** Number of sites of a block. */
export function siteCount({ counts }: LatticeBlock): number {
  return counts[0] * counts[1] * counts[2];
}

/** A position, m. */
export interface Site {
  x: number;
  y: number;
  z: number;
}

/** Puts the position of site number n into `out`; sites are numbered row by row and layer by layer. */
export function siteAt({ lattice, origin, counts }: LatticeBlock, n: number, out: Site): void {
  const { pitch, rowShift, layerShift } = lattice;
  const row = Math.floor(n / counts[0]);
  const k = Math.floor(row / counts[1]);
  const j = row - k * counts[1];
  out.x = origin[0] + pitch[0] * (n - row * counts[0] + rowShift * ((j + k) % 2));
  out.y = origin[1] + pitch[1] * (j + layerShift * (k % 2));
  out.z = origin[2] + pitch[2] * k;
}

/** Calls `visit` with every site of a block, row by row and layer by layer, until it answers false. */
export function visitSites(block: LatticeBlock, visit: (x: number, y: number, z: number) => boolean): void {
  const site: Site = { x: 0, y: 0, z: 0 };
  const count = siteCount(block);
  for (let n = 0; n < count; n++) {
    siteAt(block, n, site);
    if (!visit(site.x, site.y, site.z)) return;
  }
}
