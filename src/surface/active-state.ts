// What an active surface carries from frame to frame, and its bytes: everything that decides how it goes on.
//   "THIXOACT" | version u32 | header bytes u32 | checksum u32 | header (JSON, UTF-8) | keys | values | ids | rows

import { problem, ThixoError } from '../problem.ts';
import { type FrameParticles, NO_PARTICLES, PARTICLE_ROW } from './particle-paths.ts';
import type { VoxelGrid } from './surface-engine.ts';

const MAGIC = 'THIXOACT';
const VERSION = 1;
const PREFIX = 20;

/** f on the blocks of the band, and the particles it was last fitted to. */
export interface ActiveState {
  /** None before there are particles. */
  readonly grid: VoxelGrid | undefined;
  /** Steps done. */
  readonly steps: number;
  /** Volume of the last mesh beyond that of the voxels, voxels: wanted volumes are those of meshes. */
  readonly hidden: number;
  /** Keys of the blocks: those with values in their order, then those inside. */
  readonly keys: BigUint64Array;
  /** Values of the blocks that have them. */
  readonly values: Float32Array;
  readonly particles: FrameParticles;
}

export const NO_STATE: ActiveState = {
  grid: undefined,
  steps: 0,
  hidden: 0,
  keys: new BigUint64Array(0),
  values: new Float32Array(0),
  particles: NO_PARTICLES,
};

interface Header {
  /** The settings it belongs to. */
  readonly settings: string;
  readonly grid: VoxelGrid | null;
  readonly steps: number;
  readonly hidden: number;
  readonly keys: number;
  readonly values: number;
  readonly particles: number;
}

/** Writes a state; `settings` are those that f depends on. */
export function encodeActive(state: ActiveState, settings: string): Uint8Array {
  const { grid, steps, hidden, keys, values, particles } = state;
  const header: Header = {
    settings,
    grid: grid ?? null,
    steps,
    hidden,
    keys: keys.length,
    values: values.length,
    particles: particles.ids.length,
  };
  const parts = [
    new TextEncoder().encode(JSON.stringify(header)),
    ...[keys, values, particles.ids, particles.rows].map(bytesOf),
  ];
  const bytes = new Uint8Array(PREFIX + parts.reduce((sum, part) => sum + part.length, 0));
  let next = PREFIX;
  for (const part of parts) {
    bytes.set(part, next);
    next += part.length;
  }
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, parts[0]!.length, true);
  view.setUint32(16, checksum(bytes), true);
  return bytes;
}

/** Reads a state; throws SNAPSHOT_INVALID if it is damaged or belongs to other settings. */
export function decodeActive(bytes: Uint8Array, settings: string): ActiveState {
  const read = readActive(bytes);
  if (read.settings !== settings) throw invalid('The snapshot belongs to other surface settings.');
  return read.state;
}

/** Reads a state and the settings it belongs to; throws SNAPSHOT_INVALID if it is damaged. */
export function readActive(bytes: Uint8Array): { readonly state: ActiveState; readonly settings: string } {
  if (bytes.length < PREFIX || new TextDecoder().decode(bytes.slice(0, 8)) !== MAGIC)
    throw invalid('This is not the snapshot of an active surface.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8, true) !== VERSION) throw invalid('The snapshot is from another version of this program.');
  const end = PREFIX + view.getUint32(12, true);
  if (end > bytes.length || checksum(bytes) !== view.getUint32(16, true)) throw invalid('The snapshot is damaged.');
  const header = JSON.parse(new TextDecoder().decode(bytes.slice(PREFIX, end))) as Header,
    { grid, steps, hidden, settings } = header;
  let next = end;
  const take = (length: number): ArrayBuffer => {
    const part = Uint8Array.from(bytes.subarray(next, next + length)); // a copy, also of a Node Buffer: arrays need their own alignment
    next += length;
    return part.buffer;
  };
  const keys = new BigUint64Array(take(8 * header.keys)),
    values = new Float32Array(take(4 * header.values)),
    ids = new Uint32Array(take(4 * header.particles)),
    rows = new Float32Array(take(4 * PARTICLE_ROW * header.particles));
  return { state: { grid: grid ?? undefined, steps, hidden, keys, values, particles: { ids, rows } }, settings };
}

function bytesOf(numbers: BigUint64Array | Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** FNV-1a over words of 32 bits from the length of the header on, without itself; what is left over counts byte by byte. */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = Math.imul(0x811c9dc5 ^ view.getUint32(12, true), 0x01000193),
    k = PREFIX;
  for (; k + 4 <= bytes.length; k += 4) hash = Math.imul(hash ^ view.getUint32(k, true), 0x01000193);
  for (; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k]!, 0x01000193);
  return hash >>> 0;
}

function invalid(message: string): ThixoError {
  return new ThixoError([problem('SNAPSHOT_INVALID', '', message, 'Make the surface again from its first frame.')]);
}
