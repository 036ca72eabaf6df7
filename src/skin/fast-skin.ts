// A skin in the memory of the WASM module, in single precision: for players and for skins of many vertices. The pass is assembly/skin/deform.ts.

import type { ModuleSource } from '../threads/module.ts';
import { Team } from '../threads/team.ts';
import { ARENA } from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';
import type { BoundSkin } from './bind-skin.ts';
import {
  AT_MOVES,
  AT_REST,
  AT_SHAPE,
  AT_STARTS,
  AT_WEIGHTS,
  BLOCK_VERTICES,
  EXACT,
  MOVE_BYTES,
  PASS_DEFORM,
  REST_BYTES,
  VERTICES,
  WEIGHT_BYTES,
} from './layout.ts';

/** Options of a fast skin. */
export interface FastSkinOptions extends ModuleSource {
  /**
   * Threads that share the vertices. Any number gives the same bits. Default: 1.
   * @example { threads: 2 }
   */
  readonly threads?: number;
}

export class FastSkin {
  readonly skin: BoundSkin;
  readonly #memory: SharedMemory;
  readonly #team: Team;
  readonly #at: { readonly starts: number; readonly weights: number; readonly moves: number; readonly rest: number };
  readonly #shape: number;

  private constructor(skin: BoundSkin, memory: SharedMemory, team: Team) {
    this.skin = skin;
    this.#memory = memory;
    this.#team = team;
    const vertices = skin.mesh.positions.length / 3,
      starts = ARENA,
      rest = aligned(starts + 4 * (vertices + 1)),
      weights = aligned(rest + REST_BYTES * vertices),
      moves = aligned(weights + WEIGHT_BYTES * skin.particles.length);
    this.#at = { starts, rest, weights, moves };
    this.#shape = aligned(moves + MOVE_BYTES * skin.particleCount);
    memory.ensure(this.#shape + 24 * vertices);
    this.#fill(vertices);
    memory.setInt(VERTICES, vertices);
    memory.setInt(EXACT, skin.normals === 'exact' ? 1 : 0);
    memory.setInt(AT_STARTS, starts);
    memory.setInt(AT_WEIGHTS, weights);
    memory.setInt(AT_MOVES, moves);
    memory.setInt(AT_REST, rest);
    memory.setInt(AT_SHAPE, this.#shape);
  }

  /**
   * Makes a skin ready.
   * @example const fast = await FastSkin.create(bindSkin(mesh, particles)); const { positions } = fast.deform(world.fields.position);
   */
  static async create(skin: BoundSkin, { threads = 1, ...source }: FastSkinOptions = {}): Promise<FastSkin> {
    const memory = new SharedMemory(2 * ARENA);
    return new FastSkin(skin, memory, await Team.start(memory, threads, source));
  }

  /** Positions and normals where the particles are now (x, y, z, m). Both are views that the next call writes anew; nothing is allocated but they. */
  deform(present: ArrayLike<number>): { readonly positions: Float32Array; readonly normals: Float32Array } {
    const { f32 } = this.#memory,
      { reference, particleCount, mesh } = this.skin,
      vertices = mesh.positions.length / 3;
    for (let i = 0, to = this.#at.moves >> 2; i < 3 * particleCount; i += 3, to += 4) {
      f32[to] = present[i]! - reference[i]!;
      f32[to + 1] = present[i + 1]! - reference[i + 1]!;
      f32[to + 2] = present[i + 2]! - reference[i + 2]!;
    }
    this.#team.run(PASS_DEFORM, Math.ceil(vertices / BLOCK_VERTICES));
    const first = this.#shape >> 2;
    return {
      positions: f32.subarray(first, first + 3 * vertices),
      normals: f32.subarray(first + 3 * vertices, first + 6 * vertices),
    };
  }

  /** Stops the threads. The skin must not be used afterwards. */
  dispose(): void {
    this.#team.stop();
  }

  #fill(vertices: number): void {
    const { f32, u32 } = this.#memory,
      { mesh, starts, particles, values, slopes, directions } = this.skin,
      at = this.#at;
    u32.set(starts, at.starts >> 2);
    for (let v = 0; v < vertices; v++) {
      const row = (at.rest + REST_BYTES * v) >> 2;
      for (let a = 0; a < 3; a++) {
        f32[row + a] = mesh.positions[3 * v + a]!;
        f32[row + 4 + a] = directions[6 * v + a]!;
        f32[row + 8 + a] = directions[6 * v + 3 + a]!;
      }
    }
    for (let n = 0; n < particles.length; n++) {
      const row = (at.weights + WEIGHT_BYTES * n) >> 2;
      u32[row] = MOVE_BYTES * particles[n]!;
      f32[row + 1] = values[n]!;
      f32[row + 2] = slopes[2 * n]!;
      f32[row + 3] = slopes[2 * n + 1]!;
    }
  }
}

const aligned = (at: number): number => Math.ceil(at / 64) * 64;
