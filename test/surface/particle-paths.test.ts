// Particles on their way from frame to frame: matched by id, faded when they come or go, and never carried through a leap.

import { describe, expect, it } from 'vitest';
import { PATH_COMES, PATH_GOES, PATH_STAYS } from '../../src/surface/active-layout.ts';
import type { ActiveState } from '../../src/surface/active-state.ts';
import { type FrameParticles, NO_PARTICLES, pathsBetween, standing } from '../../src/surface/particle-paths.ts';
import { rebased } from '../../src/surface/rebase.ts';

/** id, x, velocity along x; radius 4 voxels, gain 0.5. */
type Row = readonly [id: number, x: number, velocity: number];

const frame = (...particles: readonly Row[]): FrameParticles => ({
  ids: Uint32Array.from(particles, ([id]) => id),
  rows: Float32Array.from(particles.flatMap(([, x, v]) => [x, 0, 0, 4, 0.5, v, 0, 0])),
});

/** Start, end, gains and kind of every way. */
const waysOf = (before: FrameParticles, now: FrameParticles, time = 1) => {
  const { rows, count } = pathsBetween(before, now, time);
  return Array.from({ length: count }, (_, k) => {
    const at = 12 * k;
    return { from: rows[at], to: rows[at + 4], gains: [rows[at + 8], rows[at + 9]], kind: rows[at + 10] };
  });
};

describe('ways', () => {
  it('lead from where a particle was to where it is', () => {
    const ways = waysOf(frame([1, 10, 2], [5, 30, 0]), frame([1, 12, 2], [5, 30, 0]));
    expect(ways).toEqual([
      { from: 10, to: 12, gains: [0.5, 0.5], kind: PATH_STAYS },
      { from: 30, to: 30, gains: [0.5, 0.5], kind: PATH_STAYS },
    ]);
    expect(pathsBetween(frame([1, 10, 2]), frame([1, 13, 2]), 0.5).fastest).toBe(6);
  });

  it('of particles that replace others begin where those were', () => {
    const ways = waysOf(frame([1, 10, 2]), frame([7, 13, 2], [8, 11, 2]));
    expect(ways).toEqual([
      { from: 11, to: 13, gains: [0, 0.5], kind: PATH_COMES },
      { from: 9, to: 11, gains: [0, 0.5], kind: PATH_COMES },
      { from: 10, to: 12, gains: [0.5, 0], kind: PATH_GOES },
    ]);
  });

  it('of particles that flow in are none: they appear where they are', () => {
    const ways = waysOf(frame([1, 10, 2], [2, 99, 0]), frame([1, 12, 2], [9, 30, 5]));
    expect(ways[1]).toEqual({ from: 30, to: 30, gains: [0, 0.5], kind: PATH_COMES });
    expect(ways[2]).toEqual({ from: 99, to: 99, gains: [0.5, 0], kind: PATH_GOES });
  });

  it('do not lead through the wall of a periodic domain', () => {
    const ways = waysOf(frame([1, 98, 3]), frame([1, 1, 3]));
    expect(ways.map(({ kind }) => kind)).toEqual([PATH_COMES, PATH_GOES]);
    expect(ways[1]).toMatchObject({ from: 98, to: 101 });
  });

  it('know all, some and no particles', () => {
    const three = frame([3, 1, 0], [4, 50, 0], [9, 99, 0]);
    expect(waysOf(NO_PARTICLES, three).map(({ kind }) => kind)).toEqual([PATH_COMES, PATH_COMES, PATH_COMES]);
    expect(waysOf(three, NO_PARTICLES).map(({ kind }) => kind)).toEqual([PATH_GOES, PATH_GOES, PATH_GOES]);
    expect(waysOf(three, frame([4, 50, 0])).map(({ kind }) => kind)).toEqual([PATH_STAYS, PATH_GOES, PATH_GOES]);
    expect(standing(three)).toMatchObject({ count: 3, fastest: 0 });
    expect(standing(NO_PARTICLES)).toMatchObject({ count: 0, fastest: 0 });
  });
});

describe('a new base', () => {
  const state: ActiveState = {
    grid: { voxel: 0.1, base: [16, 0, -8] },
    steps: 3,
    hidden: 0,
    keys: BigUint64Array.of((15n << 60n) | (524290n << 40n) | (524288n << 20n) | 524287n),
    values: new Float32Array(512),
    particles: frame([1, 5000, 0]),
  };

  it('leaves every block and particle where it is', () => {
    const moved = rebased(state, [5016, 1, -8], 3);
    expect(moved.grid!.base).toEqual([5016, 0, -8]);
    expect(moved.keys[0]! - state.keys[0]!).toBe(-625n << 40n);
    expect(moved.particles.rows[0]! + moved.grid!.base[0]!).toBe(5000 + 16);
  });

  it('is not needed nearby', () => {
    expect(rebased(state, [4000, 10, 10], 3)).toBe(state);
  });
});
