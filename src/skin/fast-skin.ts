// A skin in the memory of the WASM module, in single precision: for players and for skins of many vertices. The pass is assembly/skin/deform.ts.

import { instantiate, loadModule, type ModuleSource, type WasmExports } from '../threads/module.ts';
import { ARENA } from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';
import type { BoundSkin } from './bind-skin.ts';

/** Bytes of a displacement, of a weight and of the rest of a vertex. */
const MOVE = 16;
const WEIGHT = 16;
const REST = 48;

export class FastSkin {
  readonly skin: BoundSkin;
  readonly #memory: SharedMemory;
  readonly #wasm: WasmExports;
  readonly #at: {
    readonly starts: number;
    readonly weights: number;
    readonly moves: number;
    readonly rest: number;
    readonly out: number;
  };

  private constructor(skin: BoundSkin, memory: SharedMemory, wasm: WasmExports) {
    this.skin = skin;
    this.#memory = memory;
    this.#wasm = wasm;
    const vertices = skin.mesh.positions.length / 3,
      starts = ARENA,
      rest = aligned(starts + 4 * (vertices + 1)),
      weights = aligned(rest + REST * vertices),
      moves = aligned(weights + WEIGHT * skin.particles.length),
      out = aligned(moves + MOVE * skin.particleCount);
    this.#at = { starts, rest, weights, moves, out };
    memory.ensure(out + 24 * vertices);
    this.#fill(vertices);
  }

  /**
   * Makes a skin ready.
   * @example const fast = await FastSkin.create(bindSkin(mesh, particles)); const { positions } = fast.deform(world.fields.position);
   */
  static async create(skin: BoundSkin, { wasmUrl }: ModuleSource = {}): Promise<FastSkin> {
    const memory = new SharedMemory(2 * ARENA);
    return new FastSkin(skin, memory, await instantiate(await loadModule(wasmUrl), memory.memory));
  }

  /** Positions and normals where the particles are now (x, y, z, m). Both are views that the next call writes anew; nothing is allocated but they. */
  deform(present: ArrayLike<number>): { readonly positions: Float32Array; readonly normals: Float32Array } {
    const { f32 } = this.#memory,
      { reference, particleCount, mesh } = this.skin,
      { starts, weights, moves, rest, out } = this.#at,
      vertices = mesh.positions.length / 3;
    for (let i = 0, to = moves >> 2; i < 3 * particleCount; i += 3, to += 4) {
      f32[to] = present[i]! - reference[i]!;
      f32[to + 1] = present[i + 1]! - reference[i + 1]!;
      f32[to + 2] = present[i + 2]! - reference[i + 2]!;
    }
    this.#wasm.deformSkin(vertices, starts, weights, moves, rest, out, this.skin.normals === 'exact');
    const first = out >> 2;
    return {
      positions: f32.subarray(first, first + 3 * vertices),
      normals: f32.subarray(first + 3 * vertices, first + 6 * vertices),
    };
  }

  #fill(vertices: number): void {
    const { f32, u32 } = this.#memory,
      { mesh, starts, particles, values, slopes, directions } = this.skin,
      at = this.#at;
    u32.set(starts, at.starts >> 2);
    for (let v = 0; v < vertices; v++) {
      const row = (at.rest + REST * v) >> 2;
      for (let a = 0; a < 3; a++) {
        f32[row + a] = mesh.positions[3 * v + a]!;
        f32[row + 4 + a] = directions[6 * v + a]!;
        f32[row + 8 + a] = directions[6 * v + 3 + a]!;
      }
    }
    for (let n = 0; n < particles.length; n++) {
      const row = (at.weights + WEIGHT * n) >> 2;
      u32[row] = MOVE * particles[n]!;
      f32[row + 1] = values[n]!;
      f32[row + 2] = slopes[2 * n]!;
      f32[row + 3] = slopes[2 * n + 1]!;
    }
  }
}

const aligned = (at: number): number => Math.ceil(at / 64) * 64;
