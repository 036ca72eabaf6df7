// Foam of a frame as a file. It can always be made again: a file that is damaged does not count, and nobody is told. What it holds is all
// that the foam of the next frame starts from, to the bit.

import type { FoamState } from '../foam/foam.ts';
import type { FoamParticles } from '../foam/foam-particles.ts';
import type { Limits } from '../foam/potentials.ts';
import { type FileKind, joinPacked, readHeader } from '../frames/packed-file.ts';
import { LARGEST_RATIO } from '../frames/planes.ts';
import { pack, unpack } from './blocks.ts';
import { digest } from './disk.ts';

const FOAM_KIND: FileKind = { magic: 'THIXOFOM', version: 1, name: 'foam' };

/** The arrays of a file in their order, and numbers per particle. */
const ARRAYS = [
  ['position', 3],
  ['velocity', 3],
  ['kind', 1],
  ['age', 1],
  ['life', 1],
  ['radius', 1],
] as const;

/** What the foam of a frame was made of. */
export interface FoamOrigin {
  /** Settings and all frames up to this one. */
  readonly key: string;
  /** SHA-256 of the frame alone, hexadecimal. */
  readonly source: string;
}

interface FoamHeader extends FoamOrigin {
  readonly count: number;
  readonly limits: Limits;
  /** Packed bytes of each array. */
  readonly bytes: readonly number[];
}

/** Writes foam; the same foam always gives the same bytes. */
export function encodeFoam({ particles, limits }: FoamState, { key, source }: FoamOrigin): Uint8Array {
  const packed = ARRAYS.map(([name, components]) => pack(bytesOf(particles[name]), 4 * components));
  const header: FoamHeader = { key, source, count: particles.count, limits, bytes: packed.map(({ length }) => length) };
  return joinPacked(FOAM_KIND, { ...header, sha256: checksum(header, Buffer.concat(packed)) }, packed);
}

/** Reads foam; undefined if a bit of the file is not what was written. */
export function decodeFoam(file: Uint8Array): (FoamState & FoamOrigin) | undefined {
  try {
    const { header, end } = readHeader(file, '', FOAM_KIND),
      { sha256, ...content } = header as FoamHeader & { sha256: string },
      { key, source, count, limits, bytes } = content;
    if (checksum(content, file.subarray(end)) !== sha256) return undefined;
    if (!Number.isSafeInteger(count) || count > LARGEST_RATIO * file.length) return undefined;
    let at = end;
    const arrays = ARRAYS.map(([name, components], k) => {
      at += bytes[k]!;
      const block = unpack(file.subarray(at - bytes[k]!, at), 4 * components * count, 4 * components)!;
      return [name, name === 'kind' ? new Uint32Array(block.buffer) : new Float32Array(block.buffer)];
    });
    return { key, source, limits, particles: { count, ...Object.fromEntries(arrays) } as FoamParticles };
  } catch {
    return undefined;
  }
}

function checksum({ key, source, count, limits, bytes }: FoamHeader, packed: Uint8Array): string {
  return digest(`${JSON.stringify([key, source, count, limits, bytes])} ${digest(packed)}`);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
