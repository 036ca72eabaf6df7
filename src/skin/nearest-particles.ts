// The particles that each vertex of a skin follows: the nearest ones, by the length of the way within the body where its shape is known, so
// that the skin of a finger does not follow the finger beside it. [AW09 §8.1]

import { cellsAround, InsideGrid, MOST_CELLS } from '../meshless/sampling/inside-grid.ts';
import { ShortestWays } from '../meshless/sampling/shortest-ways.ts';
import { KdTree } from '../meshless/search/kd-tree.ts';
import type { Solid } from '../shapes/solid.ts';

/** Some particles and how far they are. */
export interface NearParticles {
  readonly particles: readonly number[];
  /** m */
  readonly distances: readonly number[];
}

/** Finds the nearest particles of places. */
export type NearestParticles = (x: number, y: number, z: number, count: number) => NearParticles;

/** Voxels between neighboring particles. */
const VOXELS = 3;
/** How far outside of the body a place may be to belong to a voxel, over the spacing. */
const OUTSIDE = 4;
/** Candidates for each particle that is wanted: the order by voxels is not quite that of the places in them. */
const CANDIDATES = 1.5;

/**
 * A search among particles.
 * @param solid the shape that they fill; without it, and where it is convex, distances are those in space
 * @param spacing between neighboring particles, m
 */
export function nearestParticles(positions: Float64Array, solid: Solid | undefined, spacing: number): NearestParticles {
  const inSpace = nearestInSpace(positions);
  const voxel = spacing / VOXELS;
  if (!solid?.triangles || cellsAround(solid, voxel) > MOST_CELLS) return inSpace;
  const within = new NearestWithin(positions, new InsideGrid(solid, voxel), OUTSIDE * spacing);
  return (x, y, z, count) => within.find(x, y, z, count) ?? inSpace(x, y, z, count);
}

function nearestInSpace(positions: Float64Array): NearestParticles {
  const tree = new KdTree(3, positions);
  return (x, y, z, count) => {
    const particles = tree.nearest([x, y, z], count);
    return { particles, distances: particles.map((i) => distance(positions, i, x, y, z)) };
  };
}

/** What can be reached from a voxel. */
interface Around {
  readonly particles: readonly number[];
  /** Length of the way from the middle of the voxel, m; −1 if it is straight. */
  readonly ways: readonly number[];
}

class NearestWithin {
  readonly #positions: Float64Array;
  readonly #grid: InsideGrid;
  readonly #ways: ShortestWays;
  readonly #reach: number;
  readonly #particlesAt = new Map<number, number[]>();
  /** What was found from a voxel, for the next vertex in it. */
  readonly #known = new Map<number, Around>();

  constructor(positions: Float64Array, grid: InsideGrid, reach: number) {
    this.#positions = positions;
    this.#grid = grid;
    this.#ways = new ShortestWays(grid);
    this.#reach = reach;
    for (let i = 0; 3 * i < positions.length; i++) {
      const v = this.#voxelOf(positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!);
      if (v < 0) continue;
      const there = this.#particlesAt.get(v);
      if (there) there.push(i);
      else this.#particlesAt.set(v, [i]);
    }
  }

  /** The nearest particles of a place; undefined if it is far from the body. */
  find(x: number, y: number, z: number, count: number): NearParticles | undefined {
    const v = this.#voxelOf(x, y, z);
    if (v < 0) return undefined;
    const { particles, ways } = this.#around(v, count),
      m = this.#grid.middles,
      toMiddle = Math.sqrt(
        (m[3 * v]! - x) * (m[3 * v]! - x) +
          (m[3 * v + 1]! - y) * (m[3 * v + 1]! - y) +
          (m[3 * v + 2]! - z) * (m[3 * v + 2]! - z),
      );
    const near = particles.map((i, n) => {
      const straight = distance(this.#positions, i, x, y, z);
      return { i, distance: ways[n]! < 0 ? straight : Math.max(straight, ways[n]! + toMiddle) };
    });
    near.sort((a, b) => a.distance - b.distance || a.i - b.i);
    const kept = near.slice(0, count);
    return { particles: kept.map(({ i }) => i), distances: kept.map((each) => each.distance) };
  }

  #voxelOf(x: number, y: number, z: number): number {
    const v = this.#grid.voxelAt(x, y, z);
    return v >= 0 ? v : this.#grid.nearestVoxel(x, y, z, this.#reach);
  }

  #around(v: number, count: number): Around {
    const enough = Math.ceil(CANDIDATES * count),
      known = this.#known.get(v);
    if (known && known.particles.length >= enough) return known;
    const particles: number[] = [],
      ways: number[] = [];
    this.#ways.search([v], undefined, (w) => {
      for (const i of this.#particlesAt.get(w) ?? []) {
        particles.push(i);
        ways.push(this.#ways.isStraight(w) ? -1 : this.#ways.lengths[w]!);
      }
      return particles.length >= enough;
    });
    const found = { particles, ways };
    this.#known.set(v, found);
    return found;
  }
}

function distance(p: Float64Array, i: number, x: number, y: number, z: number): number {
  const dx = p[3 * i]! - x,
    dy = p[3 * i + 1]! - y,
    dz = p[3 * i + 2]! - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
