// Frames in several files: which they are, and how they become one again. [ADR 65]

import { fieldValues, frameFields } from '../substances/known-fields.ts';
import type { FrameFields } from './frame-file.ts';
import type { Committed, CommittedFile } from './manifest-line.ts';

/** A file with its path. */
export interface PlacedFile extends CommittedFile {
  readonly path: string;
}

/** The files of what was committed under a path: that one, or `frames/000012-00000.frame` and so on. */
export function filesOf(path: string, { bytes, sha256, parts }: Committed): PlacedFile[] {
  if (!parts) return [{ path, bytes, sha256 }];
  return parts.map((part, k) => ({ path: partPath(path, k), bytes: part.bytes, sha256: part.sha256 }));
}

/** Path of a part. */
export function partPath(path: string, part: number): string {
  const dot = path.lastIndexOf('.');
  return `${path.slice(0, dot)}-${String(part).padStart(5, '0')}${path.slice(dot)}`;
}

/** The particles of parts that follow each other, as those of one frame. */
export function joinFrames(parts: readonly FrameFields[]): FrameFields {
  const [first] = parts as [FrameFields];
  if (parts.length === 1) return first;
  const joined = frameFields().flatMap(({ name }) => {
    const values = parts.flatMap((part) => fieldValues(part, name) ?? []);
    return values.length === parts.length ? [[name, concatenate(values)] as const] : [];
  });
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return { ...first, ...Object.fromEntries(joined), count };
}

function concatenate(values: readonly (Float32Array | Uint32Array)[]): Float32Array | Uint32Array {
  const length = values.reduce((sum, some) => sum + some.length, 0),
    out = values[0] instanceof Uint32Array ? new Uint32Array(length) : new Float32Array(length);
  let at = 0;
  for (const some of values) {
    out.set(some, at);
    at += some.length;
  }
  return out;
}
