// The ways of particles from one frame to the next, matched by id. Particles that come fade in, particles that go fade out. Those that
// replace others do so on a straight way of their own speed; those that flow in stay where they are found: a jet does not leave its nozzle.

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
  const { stays, gone } = match(before, now, time),
    count = now.ids.length + gone.length,
    rows = new Float32Array(PATH_ROW * count),
    replaces = nearAny(before.rows, gone);
  for (let i = 0; i < now.ids.length; i++) {
    const path = PATH_ROW * i,
      old = stays[i]!,
      known = old >= 0;
    if (known) writeEnd(rows, path, before.rows, old, 0);
    else writeEnd(rows, path, now.rows, i, replaces(now.rows, i) ? -time : 0);
    writeEnd(rows, path + 4, now.rows, i, 0);
    rows[path + 8] = known ? before.rows[PARTICLE_ROW * old + 4]! : 0;
    rows[path + 9] = now.rows[PARTICLE_ROW * i + 4]!;
    rows[path + 10] = known ? PATH_STAYS : PATH_COMES;
  }
  gone.forEach((from, k) => {
    const path = PATH_ROW * (now.ids.length + k);
    writeEnd(rows, path, before.rows, from, 0);
    writeEnd(rows, path + 4, before.rows, from, time);
    rows[path + 8] = before.rows[PARTICLE_ROW * from + 4]!;
    rows[path + 10] = PATH_GOES;
  });
  return { rows, count, fastest: longest(rows) / time };
}

/** For every particle of the new frame where it was in the old one, or −1, and those that are gone. */
function match(before: FrameParticles, now: FrameParticles, time: number): { stays: Int32Array; gone: number[] } {
  const stays = new Int32Array(now.ids.length).fill(-1),
    gone: number[] = [];
  let old = 0;
  for (let i = 0; i < now.ids.length; i++) {
    for (; old < before.ids.length && before.ids[old]! < now.ids[i]!; old++) gone.push(old);
    if (before.ids[old] !== now.ids[i]) continue;
    if (leaps(before.rows, old, now.rows, i, time)) gone.push(old);
    else stays[i] = old;
    old++;
  }
  for (; old < before.ids.length; old++) gone.push(old);
  return { stays, gone };
}

/** Whether a particle is within the support of one of `those` particles, found by cells of the largest support. */
function nearAny(rows: Float32Array, those: readonly number[]): (of: Float32Array, particle: number) => boolean {
  const size = those.reduce((most, i) => Math.max(most, rows[PARTICLE_ROW * i + 3]!), 1),
    cells = new Map<string, number[]>();
  const cellOf = (of: Float32Array, i: number): number[] =>
    [0, 1, 2].map((a) => Math.floor(of[PARTICLE_ROW * i + a]! / size));
  for (const i of those) {
    const key = cellOf(rows, i).join();
    cells.set(key, [...(cells.get(key) ?? []), i]);
  }
  return (of, particle) => {
    if (those.length === 0) return false;
    const [x = 0, y = 0, z = 0] = cellOf(of, particle);
    for (let k = 0; k < 27; k++) {
      const near = cells.get(`${x + (k % 3) - 1},${y + (Math.floor(k / 3) % 3) - 1},${z + Math.floor(k / 9) - 1}`);
      if (near?.some((i) => apart(rows, i, of, particle) < rows[PARTICLE_ROW * i + 3]!)) return true;
    }
    return false;
  };
}

/** Largest distance between the ends of a way. */
function longest(rows: Float32Array): number {
  let most = 0;
  for (let path = 0; path < rows.length; path += PATH_ROW)
    most = Math.max(
      most,
      lengthOf(rows[path + 4]! - rows[path]!, rows[path + 5]! - rows[path + 1]!, rows[path + 6]! - rows[path + 2]!),
    );
  return most;
}

/** Distance of a particle from one of another frame. */
function apart(one: Float32Array, i: number, other: Float32Array, j: number): number {
  const [a, b] = [PARTICLE_ROW * i, PARTICLE_ROW * j];
  return lengthOf(one[a]! - other[b]!, one[a + 1]! - other[b + 1]!, one[a + 2]! - other[b + 2]!);
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
  const speed = Math.max(
    lengthOf(before[a + 5]!, before[a + 6]!, before[a + 7]!),
    lengthOf(now[b + 5]!, now[b + 6]!, now[b + 7]!),
  );
  return apart(before, i, now, j) > 2 * speed * time + 4 * now[b + 3]!;
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
