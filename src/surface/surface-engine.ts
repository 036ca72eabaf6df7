// The machine behind every surface: the field χ(x) = Σ V W(x − x_j) on a sparse band of voxels, and its level as a closed mesh.
//   bins → blocks (→ fit kernels → bins → blocks) → classify → evaluate until the surface is closed → count → number → emit        [card §7, §21]
// The kernel is poly6 with 2.7 spacings; with level 0.5 the surface lies half a spacing outside the last layer.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { ModuleSource } from '../threads/module.ts';
import { Team } from '../threads/team.ts';
import * as wasm from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';
import type { WorldFields } from '../world/published-fields.ts';
import * as at from './layout.ts';
import { sizesOf } from './particle-sizes.ts';
import { SurfaceMemory } from './surface-memory.ts';
import type { SurfaceOptions } from './surface-options.ts';
import { fieldRows, vertexFields } from './vertex-fields.ts';

/** Support radius over the spacing of the particles. */
const SUPPORT = 2.7;
/** Field of a lone particle of rest volume at its center: the kernel's height, 4/(π 2.7²) and 315/(64 π 2.7³). */
const LONE_FIELD = { 2: 4 / (Math.PI * SUPPORT * SUPPORT), 3: 315 / (64 * Math.PI * SUPPORT * SUPPORT * SUPPORT) };
/**
 * What the field must be at a particle, over the level, so that the surface around it holds its volume: a lone ball of radius 0.62
 * spacings (disc 0.564), and a sheet one spacing thick (a line in 2D); in between it is interpolated.
 */
const THIN_FIELD = { 2: { lone: 1.1434, slope: 0.0523 }, 3: { lone: 1.1763, slope: 0.0692 } };
/** Farthest that a particle may be from the origin, voxels: an f32 still has eight values in a voxel there. Farther ones are left out. */
const FARTHEST = 1 << 20;
/** Most that voxels are enlarged by where a whole substance is too far from the origin for them. */
const COARSEST = 16;

/** The voxels of a surface: their edge, m, and the node that lengths are counted from, in voxels. */
export interface VoxelGrid {
  readonly voxel: number;
  readonly base: readonly number[];
}

export class SurfaceEngine {
  readonly team: Team;
  readonly shared: SharedMemory;
  readonly memory: SurfaceMemory;

  private constructor(team: Team, shared: SharedMemory) {
    this.team = team;
    this.shared = shared;
    this.memory = new SurfaceMemory(shared, team.threads);
  }

  /** Starts the threads. */
  static async create(threads: number, source?: ModuleSource): Promise<SurfaceEngine> {
    const shared = new SharedMemory(2 * wasm.ARENA, source?.memoryBytes);
    return new SurfaceEngine(await Team.start(shared, threads, source), shared);
  }

  /** Copies the particles into the memory, in voxels of the grid (by default one that suits them); returns how many there are. */
  place(fields: WorldFields, options: SurfaceOptions, sizes = sizesOf(fields, options), grid?: VoxelGrid): number {
    const { dimension, level } = options,
      { memory, shared } = this;
    memory.beginFrame(fields.count);
    const { volumes, spacings, smallest } = sizes;
    const { voxel, base } = grid ?? gridAround(fields, options.voxel * smallest);
    const rows = memory.particles,
      height = LONE_FIELD[dimension];
    let count = 0;
    for (let i = 0; i < fields.count; i++) {
      const x = fields.position[3 * i]! / voxel,
        y = fields.position[3 * i + 1]! / voxel,
        z = dimension === 2 ? 0 : fields.position[3 * i + 2]! / voxel;
      if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < FARTHEST) || !(spacings[i]! > 0)) continue;
      const row = (at.PARTICLE_BYTES >> 2) * count;
      rows[row] = onNode(x - base[0]!);
      rows[row + 1] = onNode(y - base[1]!);
      rows[row + 2] = dimension === 2 ? 0 : onNode(z - base[2]!);
      rows[row + 3] = (SUPPORT * spacings[i]!) / voxel;
      rows[row + 4] = height * volumes[i]!;
      rows[row + 5] = rows[row + 3]!;
      memory.source[count++] = i;
    }
    memory.setParticles(count, dimension === 2 ? 1 : at.BLOCK_NODES, fieldRows(fields));
    shared.setReal(at.LEVEL, level);
    shared.setReal(at.VOXEL, voxel);
    shared.setVector(at.BASE, dimension === 2 ? [base[0]!, base[1]!, 0] : base);
    shared.setReal(at.GAIN_LONE, level * THIN_FIELD[dimension].lone);
    shared.setReal(at.GAIN_SLOPE, level * THIN_FIELD[dimension].slope);
    shared.setReal(at.GAIN_FIELD, height);
    return count;
  }

  /** Evaluates the field on the blocks that the surface runs through. `fitted`: kernels follow how particles stand. */
  evaluate(fitted = false): void {
    const { memory, shared } = this,
      { wasm } = this.team;
    let blocks = this.findBlocks();
    if (fitted) {
      this.run(at.PASS_FIT, blocks);
      shared.setInt(at.FITTED, 1);
      memory.layScratch(shared.int(at.PARTICLES));
      blocks = this.findBlocks();
    }
    this.run(at.PASS_CLASSIFY, blocks);
    memory.useNextGains();
    for (let done = 0, end = wasm.listNewBlocks(); end > done; ) {
      memory.layValues(end);
      shared.setInt(at.FIRST_PLACE, done);
      this.run(at.PASS_EVALUATE, end - done);
      [done, end] = [end, wasm.activateNeighbors(done)];
    }
  }

  /** Sorts the particles into bins, and lists the blocks that they reach; returns how many. */
  private findBlocks(): number {
    const { memory } = this,
      { wasm } = this.team;
    memory.layBins();
    wasm.binParticles(false);
    for (let room = memory.guessBlocks(); ; room *= 2) {
      memory.layBlocks(room);
      const blocks = wasm.collectBlocks();
      if (blocks >= 0) return blocks;
    }
  }

  /** The surface through the values of the blocks. `finish` runs when the vertices are there, before they are read. */
  polygonize(fields: WorldFields, options: SurfaceOptions, finish?: (places: number) => void): SurfaceMesh {
    const { memory, shared } = this,
      places = shared.int(at.WORK);
    memory.layCounts(places);
    this.run(at.PASS_COUNT, places);
    this.team.wasm.numberVertices();
    const vertices = shared.int(at.VERTICES),
      elements = shared.int(at.ELEMENTS);
    memory.layMesh(vertices, elements, options.dimension);
    this.run(at.PASS_EMIT, places);
    finish?.(places);
    const { positions, normals, corners, nearest, sums } = memory.readMesh(vertices, elements, options.dimension);
    return {
      dimension: options.dimension,
      positions,
      normals,
      elements: corners,
      fields: vertexFields(fields, nearest, sums),
    };
  }

  /** Runs a surface pass on all threads. */
  run(pass: number, tasks: number): void {
    this.team.run(pass, tasks);
  }

  /** Stops the threads. */
  dispose(): void {
    this.team.stop();
  }
}

/** A coordinate so little below 0 that f32 cannot tell it from 0 in the block below: it belongs to the block above, like 0 itself. */
function onNode(x: number): number {
  return x < 0 && x > -1e-6 ? 0 : x;
}

/** A surface of nothing. */
export function emptyMesh(dimension: 2 | 3): SurfaceMesh {
  const none = new Float32Array(0);
  return { dimension, positions: none, normals: none, elements: new Uint32Array(0), fields: {} };
}

/** A grid with its base in the middle of the particles. `finest` is its voxel, m, unless that is too fine to be told apart there. */
export function gridAround(fields: WorldFields, finest: number): VoxelGrid {
  const middle = middleOf(fields),
    resolved = (2 * Math.max(...middle.map(Math.abs))) / FARTHEST,
    voxel = Math.max(finest, Math.min(resolved, COARSEST * finest));
  return { voxel, base: middle.map((x) => Math.floor(x / voxel)) };
}

/** A point in the middle of the particles that a few strays cannot move: the median of a sample, m. */
function middleOf({ position, count }: WorldFields): number[] {
  const stride = Math.max(1, Math.floor(count / 1001));
  return [0, 1, 2].map((axis) => {
    const sample: number[] = [];
    for (let i = 0; i < count; i += stride)
      if (Number.isFinite(position[3 * i + axis])) sample.push(position[3 * i + axis]!);
    return sample.sort((a, b) => a - b)[sample.length >> 1] ?? 0;
  });
}
