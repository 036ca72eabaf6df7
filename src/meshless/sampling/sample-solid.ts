// A solid filled with a given, small number of samples: spread by farthest points, then moved to the middles of their regions, with all
// distances measured within the solid, so that two fingers side by side stay two fingers. [AW09 §8.1]
// Cost: about 2 ms per sample, most of it for the ways. Uses + − × ÷ and roots only: the same everywhere.

import { rootOf } from '../../math/roots.ts';
import { problem, ThixoError } from '../../problem.ts';
import { randomUnit } from '../../random/random.ts';
import { boundsOf, measureOf } from '../../shapes/bounds.ts';
import { closedMesh } from '../../shapes/closed-mesh.ts';
import { PLANE } from '../../shapes/kinds.ts';
import type { Solid } from '../../shapes/solid.ts';
import type { TriangleSet } from '../../shapes/triangle-set.ts';
import { cellsAround, InsideGrid, MOST_CELLS } from './inside-grid.ts';
import { type Neighborhoods, neighborhoodsOf } from './neighborhoods.ts';
import { ShortestWays } from './shortest-ways.ts';

/** How a solid is sampled. */
export interface SamplingOptions {
  /** How many samples; 60 to 1,000 are usual. */
  readonly count: number;
  /** Another seed gives a different, equally good set. Unsigned 32-bit; default 1. */
  readonly seed?: number | undefined;
}

/** Samples of a solid. */
export interface ShapeSamples extends Neighborhoods {
  readonly dimension: 2 | 3;
  readonly count: number;
  /** x, y, z of each, m; z is 0 in 2D. */
  readonly positions: Float64Array;
  /** Volume of each, m³ (m² in 2D). In order they add up to `volume` exactly. */
  readonly volumes: Float64Array;
  /** Volume of the solid, m³ (m² in 2D). */
  readonly volume: number;
}

/** Voxels for each sample. */
const VOXELS_EACH = 48;
/** Rounds in which samples move to the middles of their regions: further ones hardly change anything. */
const ROUNDS = 8;
/** Part by which voxels may miss the volume before they are made smaller: a thin part may have slipped through. */
const ROUGH = 0.25;
/** Part by which the volume of shells may differ from that of the voxels before they count as overlapping. */
const OVERLAP = 0.05;
/** How many times finer voxels are that measure the volume of such shells. */
const FINER = 4;
const MOST_SAMPLES = 100_000;
/** The stream of random numbers: apart from those of `STREAMS`. */
const STREAM = 0xe000_0000;

/**
 * Fills a solid with samples.
 * @example const { positions, volumes, neighbors } = sampleSolid(solidOf({ sphere: { center: [0, 0, 0], radius: 1 } }, trig), { count: 200 });
 */
export function sampleSolid(solid: Solid, { count, seed = 1 }: SamplingOptions): ShapeSamples {
  requireSolid(solid, count);
  const grid = gridFor(solid, count),
    ways = new ShortestWays(grid);
  const places = spread(grid, ways, count, seed);
  for (let round = 0; round < ROUNDS; round++) center(grid, ways, places);
  const volumes = regionVolumes(grid, ways, places, solid);
  return {
    dimension: solid.dimension,
    count,
    positions: places.positions,
    ...volumes,
    ...neighborhoodsOf(ways, places.voxels, places.positions),
  };
}

/** Where samples are. */
interface Places {
  /** The voxel of each. */
  readonly voxels: number[];
  /** x, y, z of each, m. */
  readonly positions: Float64Array;
}

function requireSolid(solid: Solid, count: number): void {
  const refuse = (message: string, hint: string): never => {
    throw new ThixoError([problem('SAMPLES_INVALID', '', message, hint)]);
  };
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST_SAMPLES)) {
    refuse(`${count} samples are asked for.`, `Give a whole number from 1 to ${MOST_SAMPLES}.`);
  }
  if (solid.kind === PLANE) refuse('A plane has no end.', 'Give a shape with a volume, such as a box.');
  if (solid.triangles && !isShell(solid) && !closedMesh(solid.triangles)) {
    const message = 'The mesh is open, so it has no inside that could be filled.';
    throw new ThixoError([
      problem('MESH_OPEN', '', message, 'Close it in a modeling program, and make all triangles look outward.'),
    ]);
  }
}

const isShell = ({ triangles, radius }: Solid): boolean => triangles !== undefined && radius > 0;

/** Voxels small enough for so many samples, and for the thinnest parts to hang together. */
function gridFor(solid: Solid, count: number): InsideGrid {
  const volume = measureOf(solid),
    pieces = solid.triangles ? countPieces(solid.triangles) : 1;
  let voxel = rootOf(volume / (VOXELS_EACH * count), solid.dimension);
  for (; cellsAround(solid, voxel) <= MOST_CELLS; voxel /= 2) {
    const grid = new InsideGrid(solid, voxel),
      found = grid.count * cellVolume(grid),
      isRough = Math.abs(found - volume) > ROUGH * volume && !isShell(solid),
      // Shells that overlap have more volume than there is room inside.
      isOverlapping = pieces > 1 && 4 * grid.count > VOXELS_EACH * count;
    if (grid.count >= count && (!isRough || isOverlapping) && (isShell(solid) || grid.countParts() <= pieces))
      return grid;
  }
  const { min, max } = boundsOf(solid),
    longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
    message = `The shape is too thin: voxels that fill it would be below ${(2 * voxel).toPrecision(2)} m, and it is ${longest.toPrecision(3)} m long.`;
  throw new ThixoError([problem('SAMPLES_INVALID', '', message, 'Make it thicker or shorter, or cut it into parts.')]);
}

const cellVolume = ({ voxel, dimension }: InsideGrid): number => voxel * voxel * (dimension === 3 ? voxel : 1);

/** Farthest points: each sample is put where the way to all others is longest. */
function spread(grid: InsideGrid, ways: ShortestWays, count: number, seed: number): Places {
  const voxels = [Math.floor(randomUnit(seed, STREAM, 0) * grid.count)];
  ways.search(voxels);
  while (voxels.length < count) {
    let farthest = 0;
    for (let v = 1; v < grid.count; v++) if (ways.lengths[v]! > ways.lengths[farthest]!) farthest = v;
    voxels.push(farthest);
    ways.addStart(farthest);
  }
  const positions = new Float64Array(3 * count);
  for (const [n, v] of voxels.entries()) positions.set(grid.middles.subarray(3 * v, 3 * v + 3), 3 * n);
  return { voxels, positions };
}

/** Moves every sample to the middle of what is nearest to it, or as near to it as its region has a voxel. */
function center(grid: InsideGrid, ways: ShortestWays, { voxels, positions }: Places): void {
  const count = voxels.length,
    sums = new Float64Array(4 * count),
    { middles } = grid,
    { origins } = ways;
  ways.search(voxels, positions);
  for (let v = 0; v < grid.count; v++) {
    const n = 4 * origins[v]!;
    for (let a = 0; a < 3; a++) sums[n + a]! += middles[3 * v + a]!;
    sums[n + 3]!++;
  }
  for (let n = 0; n < count; n++)
    for (let a = 0; a < 3; a++) positions[3 * n + a] = sums[4 * n + a]! / sums[4 * n + 3]!;
  const isApart = new Uint8Array(count),
    nearest = new Float64Array(count).fill(Infinity);
  for (let n = 0; n < count; n++) {
    const v = grid.voxelAt(positions[3 * n]!, positions[3 * n + 1]!, positions[3 * n + 2]!);
    if (v >= 0 && origins[v] === n) voxels[n] = v;
    else isApart[n] = 1;
  }
  for (let v = 0; v < grid.count; v++) {
    const n = origins[v]!;
    if (!isApart[n]) continue;
    let square = 0;
    for (let a = 0; a < 3; a++)
      square += (middles[3 * v + a]! - positions[3 * n + a]!) * (middles[3 * v + a]! - positions[3 * n + a]!);
    if (square >= nearest[n]!) continue;
    nearest[n] = square;
    voxels[n] = v;
  }
  for (let n = 0; n < count; n++) {
    if (isApart[n]) positions.set(middles.subarray(3 * voxels[n]!, 3 * voxels[n]! + 3), 3 * n);
  }
}

/** The volumes of the regions. The last one takes what rounding left, so that the sum is exact. */
function regionVolumes(
  grid: InsideGrid,
  ways: ShortestWays,
  { voxels, positions }: Places,
  solid: Solid,
): Pick<ShapeSamples, 'volumes' | 'volume'> {
  const volumes = new Float64Array(voxels.length),
    volume = volumeOf(solid, grid);
  ways.search(voxels, positions);
  for (let v = 0; v < grid.count; v++) volumes[ways.origins[v]!]!++;
  let sum = 0;
  for (let n = 0; n < volumes.length - 1; n++) {
    volumes[n]! *= volume / grid.count;
    sum += volumes[n]!;
  }
  volumes[volumes.length - 1] = volume - sum;
  return { volumes, volume };
}

/** The volume of a solid; that of voxels, finer ones if there is room, if it is a mesh of shells that overlap. */
function volumeOf(solid: Solid, grid: InsideGrid): number {
  const exact = measureOf(solid);
  if (isShell(solid)) return grid.count * cellVolume(grid);
  if (!solid.triangles || countPieces(solid.triangles) === 1) return exact;
  const fine = grid.voxel / FINER,
    voxels = cellsAround(solid, fine) > MOST_CELLS ? grid : new InsideGrid(solid, fine),
    found = voxels.count * cellVolume(voxels);
  return Math.abs(found - exact) > OVERLAP * exact ? found : exact;
}

/** Parts of a mesh that hang together by their vertices. */
function countPieces({ positions, triangles }: TriangleSet): number {
  const parent = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]!]!;
      v = parent[v]!;
    }
    return v;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const a = root(triangles[t]!);
    parent[root(triangles[t + 1]!)] = a;
    parent[root(triangles[t + 2]!)] = a;
  }
  return new Set(Array.from(triangles, root)).size;
}
