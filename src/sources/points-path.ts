// Places of particles in time, as a designed motion leaves them: frames at even times, smooth between.

import { fromBase64, toBase64 } from '../shapes/base64.ts';
import type { PointsPath } from './source.ts';

/** Frames of a path. */
export interface ReadPath {
  readonly frameRate: number;
  readonly count: number;
  readonly frames: number;
  /** x, y, z of every particle, frame after frame, m. */
  readonly places: Float32Array;
}

/** Packs frames of places, m. */
export function packPath(frameRate: number, frames: readonly ArrayLike<number>[]): PointsPath {
  const places = Float32Array.from(frames.flatMap((frame) => Array.from(frame)));
  return { frameRate, packed: toBase64(new Uint8Array(places.buffer)) };
}

/** The frames of a path of so many particles; undefined if it does not hold whole ones. */
export function readPath({ frameRate, packed }: PointsPath, count: number): ReadPath | undefined {
  const bytes = fromBase64(packed);
  if (!bytes || bytes.length === 0 || bytes.length % (12 * count) !== 0) return undefined;
  const places = new Float32Array(bytes.slice().buffer);
  if (places.some((x) => !Number.isFinite(x))) return undefined;
  return { frameRate, count, frames: bytes.length / (12 * count), places };
}

/**
 * Writes the place (m) and the velocity (m/s) of particle `n` at a time (s): cubics through the frames, with the slopes of their neighbors. It rests
 * before the first frame and after the last.
 */
export function pathInto(place: Float64Array, velocity: Float64Array, path: ReadPath, n: number, time: number): void {
  const { frameRate, count, frames, places } = path,
    last = frames - 1,
    at = Math.min(Math.max(time * frameRate, 0), last),
    k = Math.min(Math.floor(at), Math.max(last - 1, 0)),
    s = at - k,
    moves = time >= 0 && time * frameRate <= last;
  for (let a = 0; a < 3; a++) {
    const x = (frame: number) => places[3 * (count * Math.min(Math.max(frame, 0), last) + n) + a]!,
      [p, q] = [x(k), x(k + 1)],
      begin = k > 0 ? 0.5 * (q - x(k - 1)) : q - p,
      end = k + 2 <= last ? 0.5 * (x(k + 2) - p) : q - p,
      // p + s b + s²(3(q − p) − 2b − e) + s³(2(p − q) + b + e)
      c = 3 * (q - p) - 2 * begin - end,
      d = 2 * (p - q) + begin + end;
    place[a] = p + s * (begin + s * (c + s * d));
    velocity[a] = moves ? frameRate * (begin + s * (2 * c + 3 * s * d)) : 0;
  }
}
