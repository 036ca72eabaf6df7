// The ways of particles from one frame to the next, matched by id. Those that come or go fade in or out, on a straight way of their own speed.

import { PATH_BYTES, PATH_COMES, PATH_GOES, PATH_STAYS } from './active-layout.ts';

/** Numbers per particle: x, y, z, support radius (voxels), gain, velocity (voxels/s). */
export const PARTICLE_ROW = 8;
const PATH_ROW = PATH_BYTES >> 2;

/** The particles of a frame as the surface sees them, in ascending order of id. */
export interface FrameParticles {
  readonly ids: Uint32Array;
  /** PARTICLE_ROW numbers each. */
  readonly rows: Float32Array;
}

/** Ways from frame to frame. */
export interface ParticlePaths {
  /** PATH_BYTES each: first the particles of the new frame in their order, then those that are gone. */
  readonly rows: Float32Array;
  readonly count: number;
  /** Largest speed, voxels/s. */
  readonly fastest: number;
}

export const NO_PARTICLES: FrameParticles = { ids: new Uint32Array(0), rows: new Float32Array(0) };

/** Ways of particles that stand still. */
export function standing(now: FrameParticles): ParticlePaths {
  return pathsBetween(now, now, 1);
}

/** Matches two frames that are `time` s apart. */
export function pathsBetween(before: FrameParticles, now: FrameParticles, time: number): ParticlePaths {
  const rows = new Float32Array(PATH_ROW * (before.ids.length + now.ids.length)),
    gone: number[] = [];
  let fastest = 0,
    old = 0;
  const note = (path: number): void => {
    const dx = rows[path + 4]! - rows[path]!,
      dy = rows[path + 5]! - rows[path + 1]!,
      dz = rows[path + 6]! - rows[path + 2]!;
    fastest = Math.max(fastest, Math.sqrt(dx * dx + dy * dy + dz * dz) / time);
  };
  for (let i = 0; i < now.ids.length; i++) {
    for (; old < before.ids.length && before.ids[old]! < now.ids[i]!; old++) gone.push(old);
    const known = old < before.ids.length && before.ids[old] === now.ids[i],
      stays = known && !leaps(before.rows, old, now.rows, i, time),
      path = PATH_ROW * i;
    if (known && !stays) gone.push(old);
    if (stays) writeEnd(rows, path, before.rows, old, 0);
    else writeEnd(rows, path, now.rows, i, -time);
    writeEnd(rows, path + 4, now.rows, i, 0);
    rows[path + 8] = stays ? before.rows[PARTICLE_ROW * old + 4]! : 0;
    rows[path + 9] = now.rows[PARTICLE_ROW * i + 4]!;
    rows[path + 10] = stays ? PATH_STAYS : PATH_COMES;
    note(path);
    if (known) old++;
  }
  for (; old < before.ids.length; old++) gone.push(old);
  gone.forEach((from, k) => {
    const path = PATH_ROW * (now.ids.length + k);
    writeEnd(rows, path, before.rows, from, 0);
    writeEnd(rows, path + 4, before.rows, from, time);
    rows[path + 8] = before.rows[PARTICLE_ROW * from + 4]!;
    rows[path + 10] = PATH_GOES;
    note(path);
  });
  const count = now.ids.length + gone.length;
  return { rows: rows.subarray(0, PATH_ROW * count), count, fastest };
}

/** Place and radius of a particle at one end of its way, `time` s from where its row says. */
function writeEnd(to: Float32Array, at: number, rows: Float32Array, particle: number, time: number): void {
  const row = PARTICLE_ROW * particle;
  for (let a = 0; a < 3; a++) to[at + a] = rows[row + a]! + time * rows[row + 5 + a]!;
  to[at + 3] = rows[row + 3]!;
}

/** Whether a particle has gone farther than its speed explains: through the wall of a periodic domain, say. */
function leaps(before: Float32Array, i: number, now: Float32Array, j: number, time: number): boolean {
  const a = PARTICLE_ROW * i,
    b = PARTICLE_ROW * j;
  const way = lengthOf(now[b]! - before[a]!, now[b + 1]! - before[a + 1]!, now[b + 2]! - before[a + 2]!);
  const speed = Math.max(
    lengthOf(before[a + 5]!, before[a + 6]!, before[a + 7]!),
    lengthOf(now[b + 5]!, now[b + 6]!, now[b + 7]!),
  );
  return way > 2 * speed * time + 4 * now[b + 3]!;
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
