// What the outside sees of the particles: f32 copies in order of id, made when first asked for after a frame.

import type { SimulatedPoses } from '../obstacles/pose-source.ts';
import type { FieldRow, TableFields } from '../particles/fields.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { problem, ThixoError } from '../problem.ts';
import { publishedFields } from '../substances/known-fields.ts';
import type { Bodies } from './bodies.ts';
import { type PieceScene, piecesOf } from './pieces.ts';
import { IdRanking } from './rank-ids.ts';

/** Read-only views of the particles, one entry (or x, y, z) per particle in ascending order of id. Valid until the next advance. */
export interface WorldFields extends TableFields {
  /** Particles. */
  readonly count: number;
  /** Where the obstacles are whose pose is simulated, in worlds that have any. */
  readonly poses?: SimulatedPoses | undefined;
}

/** The fields of a running world. */
export interface LiveFields extends WorldFields {
  readonly piece: Uint32Array;
  readonly pressure: Float32Array;
  /**
   * A field by its name, also one that only some family of substances has; undefined where these particles do not have it.
   * @example const temperature = world.fields.get('temperature'); // K
   */
  get(name: string): Float32Array | Uint32Array | undefined;
}

/** Makes the copies of a world, each when it is first asked for. */
export class PublishedFields {
  readonly set: ParticleSet;
  private readonly scene: PieceScene;
  private readonly rows: ReadonlyMap<string, FieldRow>;
  private readonly buffers = new Map<string, Float32Array | Uint32Array>();
  private readonly fresh = new Set<string>();
  /** What was handed out, with its checksum: copies are for reading. */
  private readonly given = new Map<string, { readonly view: Float32Array | Uint32Array; readonly sum: number }>();
  private readonly ranking = new IdRanking();
  /** What users see: a property for every field that these particles have. */
  readonly views: LiveFields;

  constructor(set: ParticleSet, scene: PieceScene, bodies?: Bodies) {
    this.set = set;
    this.scene = scene;
    this.rows = new Map(publishedFields(set.rows).map((row) => [row.name, row]));
    this.views = this.makeViews(bodies);
  }

  /** A field by its name. */
  get(name: string): Float32Array | Uint32Array | undefined {
    const view = this.find(name);
    if (view && !this.given.has(name)) this.given.set(name, { view, sum: sumOf(view) });
    return view;
  }

  /** Throws FIELDS_WRITTEN if somebody has written into what was handed out; says so once. */
  requireUntouched(): void {
    const touched = [...this.given].filter(([, { view, sum }]) => sumOf(view) !== sum).map(([name]) => name);
    if (touched.length === 0) return;
    this.invalidate();
    const message = `Something was written into world.fields.${touched.join(' and world.fields.')}: these are copies, and it has no effect.`,
      hint = 'Copy a field before you change it. Use LiveWorld to push, pour and grab.';
    throw new ThixoError([problem('FIELDS_WRITTEN', '', message, hint)]);
  }

  private find(name: string): Float32Array | Uint32Array | undefined {
    if (name === 'piece') return this.piece();
    if (name === 'pressure') return this.pressure();
    if (name === 'part') return this.part();
    const row = this.rows.get(name);
    return row && (row.type === 'f64' ? this.real(name, row.components) : this.whole(name));
  }

  private makeViews(bodies: Bodies | undefined): LiveFields {
    const views = { get: (name: string) => this.get(name) };
    Object.defineProperty(views, 'count', { get: () => this.set.count });
    for (const name of [...this.rows.keys(), 'piece', 'pressure', ...(this.set.parts ? ['part'] : [])])
      Object.defineProperty(views, name, { get: () => this.get(name) });
    if (bodies) Object.defineProperty(views, 'poses', { get: () => bodies.poses() });
    return views as LiveFields;
  }

  private piece(): Uint32Array {
    const out = this.buffer('piece', this.set.count, Uint32Array);
    if (!this.isFresh('piece')) out.set(piecesOf(this.scene, this.views).piece);
    return out;
  }

  private part(): Uint32Array | undefined {
    const { parts, count } = this.set;
    if (!parts) return undefined;
    const out = this.buffer('part', count, Uint32Array);
    if (!this.isFresh('part')) this.copyInto(out, parts(), 1);
    return out;
  }

  /** The particles have changed: copies are made again when asked for. */
  invalidate(): void {
    this.fresh.clear();
    this.given.clear();
  }

  private pressure(): Float32Array {
    const out = this.buffer('pressure', this.set.count, Float32Array);
    if (!this.isFresh('pressure')) this.copyInto(out, this.set.measurePressure(), 1);
    return out;
  }

  private real(name: string, components: 1 | 3): Float32Array {
    const out = this.buffer(name, this.set.count * components, Float32Array);
    if (!this.isFresh(name)) this.copyInto(out, this.set.f64(name), components);
    return out;
  }

  /** Copies numbers of the sorted particles into the order of ids. */
  private copyInto(out: Float32Array | Uint32Array, source: Float64Array | Uint32Array, components: 1 | 3): void {
    const { rank } = this.ranking;
    for (let i = 0; i < this.set.count; i++) {
      const to = components * rank[i]!,
        from = components * i;
      for (let a = 0; a < components; a++) out[to + a] = source[from + a]!;
    }
  }

  private whole(name: string): Uint32Array {
    const n = this.set.count,
      out = this.buffer(name, n, Uint32Array);
    if (!this.isFresh(name)) {
      const source = this.set.u32(name),
        { rank } = this.ranking;
      for (let i = 0; i < n; i++) out[rank[i]!] = source[i]!;
    }
    return out;
  }

  /** Whether a field is up to date; marks it so, and ranks the particles if this is the first field after a change. */
  private isFresh(name: string): boolean {
    if (this.fresh.size === 0) this.ranking.update(this.set.u32('id'), this.set.count, this.set.nextId);
    if (this.fresh.has(name)) return true;
    this.fresh.add(name);
    return false;
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

/** A sum over all bits of a field; order counts. */
function sumOf(view: Float32Array | Uint32Array): number {
  const words = new Uint32Array(view.buffer, view.byteOffset, view.length);
  let sum = 0;
  for (let k = 0; k < words.length; k++) sum = Math.imul(sum ^ words[k]!, 0x01000193);
  return sum;
}
