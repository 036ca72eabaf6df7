// What the outside sees of the particles: f32 copies in order of id, made when first asked for after a frame.

import type { ParticleSet } from '../particles/particle-set.ts';
import { type PieceScene, piecesOf } from './pieces.ts';

/** Read-only views of the particles, one entry (or x, y, z) per particle in ascending order of id. Valid until the next advance. */
export interface WorldFields {
  /** Particles. */
  readonly count: number;
  /** Centers, m. */
  readonly position: Float32Array;
  /** m/s */
  readonly velocity: Float32Array;
  /** kg/m³ */
  readonly density: Float32Array;
  /** kg */
  readonly mass: Float32Array;
  /** Smoothing length h, m; the support radius is 2h. */
  readonly smoothingLength: Float32Array;
  /** Stable ids. */
  readonly id: Uint32Array;
  /** Index into the scene's substances. */
  readonly substance: Uint32Array;
  /** In adaptive worlds: the id that a particle was split off, or that it was merged around; 0xffffffff for none. */
  readonly parent?: Uint32Array | undefined;
  /** K, in worlds with heat. */
  readonly temperature?: Float32Array | undefined;
  /** Pa·s at the last evaluation, in worlds whose viscosity depends on the flow or is solved for. */
  readonly viscosity?: Float32Array | undefined;
  /**
   * Number of the piece that the particle belongs to: 0 is the one with the most particles. Every world has it; for frames of a cache see
   * `piecesOf`.
   */
  readonly piece?: Uint32Array | undefined;
}

type F32Name = 'position' | 'velocity' | 'density' | 'mass' | 'smoothingLength' | 'temperature' | 'viscosity';
type U32Name = 'id' | 'substance' | 'parent';

export class PublishedFields implements WorldFields {
  private readonly set: ParticleSet;
  private readonly scene: PieceScene;
  private readonly buffers = new Map<string, Float32Array | Uint32Array>();
  private readonly fresh = new Set<string>();
  private rank = new Uint32Array(0);
  private slots = new Uint32Array(0);

  constructor(set: ParticleSet, scene: PieceScene) {
    this.set = set;
    this.scene = scene;
  }

  get count(): number {
    return this.set.count;
  }
  get position(): Float32Array {
    return this.real('position', 3);
  }
  get velocity(): Float32Array {
    return this.real('velocity', 3);
  }
  get density(): Float32Array {
    return this.real('density', 1);
  }
  get mass(): Float32Array {
    return this.real('mass', 1);
  }
  get smoothingLength(): Float32Array {
    return this.real('smoothingLength', 1);
  }
  get id(): Uint32Array {
    return this.whole('id');
  }
  get substance(): Uint32Array {
    return this.whole('substance');
  }
  get parent(): Uint32Array | undefined {
    return this.set.adaptive ? this.whole('parent') : undefined;
  }

  get temperature(): Float32Array | undefined {
    return this.set.hasHeat ? this.real('temperature', 1) : undefined;
  }
  get viscosity(): Float32Array | undefined {
    return this.set.has('flow') ? this.real('viscosity', 1) : undefined;
  }
  get piece(): Uint32Array {
    const out = this.buffer('piece', this.set.count, Uint32Array);
    if (!this.isFresh('piece')) out.set(piecesOf(this.scene, this).piece);
    return out;
  }

  /** The particles have changed: copies are made again when asked for. */
  invalidate(): void {
    this.fresh.clear();
  }

  private real(name: F32Name, components: 1 | 3): Float32Array {
    const n = this.set.count,
      out = this.buffer(name, n * components, Float32Array);
    if (!this.isFresh(name)) {
      const source = this.set.f64(name),
        { rank } = this;
      for (let i = 0; i < n; i++) {
        const to = components * rank[i]!,
          from = components * i;
        for (let a = 0; a < components; a++) out[to + a] = source[from + a]!;
      }
    }
    return out;
  }

  private whole(name: U32Name): Uint32Array {
    const n = this.set.count,
      out = this.buffer(name, n, Uint32Array);
    if (!this.isFresh(name)) {
      const source = this.set.u32(name);
      for (let i = 0; i < n; i++) out[this.rank[i]!] = source[i]!;
    }
    return out;
  }

  /** Whether a field is up to date; marks it so, and ranks the particles if this is the first field after a change. */
  private isFresh(name: string): boolean {
    if (this.fresh.size === 0) this.rankById();
    if (this.fresh.has(name)) return true;
    this.fresh.add(name);
    return false;
  }

  /** Place of each particle in the order of ids. */
  private rankById(): void {
    const { count, nextId } = this.set,
      ids = this.set.u32('id');
    if (this.rank.length < count) this.rank = new Uint32Array(Math.ceil(count * 1.5));
    if (count === nextId) {
      this.rank.set(ids);
      return;
    }
    if (this.slots.length < nextId) this.slots = new Uint32Array(Math.ceil(nextId * 1.5));
    this.slots.fill(0, 0, nextId);
    for (let i = 0; i < count; i++) this.slots[ids[i]!] = 1;
    let place = 0;
    for (let id = 0; id < nextId; id++) {
      const alive = this.slots[id]!;
      this.slots[id] = place;
      place += alive;
    }
    for (let i = 0; i < count; i++) this.rank[i] = this.slots[ids[i]!]!;
  }

  private buffer<T extends Float32Array | Uint32Array>(name: string, length: number, Type: new (n: number) => T): T {
    let buffer = this.buffers.get(name) as T | undefined;
    if (!buffer || buffer.length < length) {
      buffer = new Type(Math.ceil(length * 1.5));
      this.buffers.set(name, buffer);
    }
    return buffer.subarray(0, length) as T;
  }
}
