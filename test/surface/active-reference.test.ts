// The dense reference of the active surface against exact solutions: V14, V15 and V16 of the card, volume, separation and merging.

import { describe, expect, it } from 'vitest';
import {
  type ActiveTerms,
  activeGrid,
  advanceActive,
  crossings,
  meanRadius,
  slopesAtSurface,
  volumeOf,
} from '../reference/active-surface.ts';
import type { Vec3 } from '../reference/sph.ts';

const STILL: ActiveTerms = { tracking: 0, tension: 0, volume: 0, field: () => 0, level: 0 };
const radius = (x: Vec3): number => Math.hypot(...x);
const ball =
  (R: number, center: Vec3 = [0, 0, 0]) =>
  (x: Vec3): number =>
    R - Math.hypot(x[0] - center[0], x[1] - center[1], x[2] - center[2]);

describe('the reference of the active surface', () => {
  it('grows towards the level from inside and shrinks towards it from outside (V14)', () => {
    const terms: ActiveTerms = { ...STILL, tracking: 1, field: (x) => 1 - radius(x), level: 0.4 };
    const grown = activeGrid(2, 0.8, 0.025, ball(0.4)),
      shrunk = activeGrid(2, 0.9, 0.025, ball(0.75));
    advanceActive(grown, terms, 0.75);
    advanceActive(shrunk, terms, 0.75);
    expect(meanRadius(grown)).toBeCloseTo(0.6 - 0.2 * Math.exp(-0.75), 2.5);
    expect(meanRadius(shrunk)).toBeCloseTo(0.6 + 0.15 * Math.exp(-0.75), 2);
  });

  it('grows alike in 3D', () => {
    const grid = activeGrid(3, 0.65, 0.065, ball(0.4));
    advanceActive(grid, { ...STILL, tracking: 1, field: (x) => 1 - radius(x), level: 0.4 }, 0.5);
    expect(meanRadius(grid)).toBeCloseTo(0.6 - 0.2 * Math.exp(-0.5), 2);
  });

  it('shrinks under tension as R² = R₀² − 2(d − 1)βt (V15)', () => {
    const circle = activeGrid(2, 0.8, 0.05, ball(0.6)),
      sphere = activeGrid(3, 0.75, 0.075, ball(0.6));
    advanceActive(circle, { ...STILL, tension: 0.05 }, 1.5);
    advanceActive(sphere, { ...STILL, tension: 0.05 }, 1);
    expect(meanRadius(circle) / Math.sqrt(0.36 - 2 * 0.05 * 1.5)).toBeCloseTo(1, 2);
    expect(Math.abs(meanRadius(sphere) / Math.sqrt(0.36 - 4 * 0.05) - 1)).toBeLessThan(0.02);
  });

  it('rests where tracking and tension balance', () => {
    // 1 − R − 0.4 = 0.01/R
    const grid = activeGrid(2, 0.76, 0.04, ball(0.58));
    advanceActive(grid, { ...STILL, tracking: 1, tension: 0.01, field: (x) => 1 - radius(x), level: 0.4 }, 3);
    expect(meanRadius(grid)).toBeCloseTo(0.3 + Math.sqrt(0.09 - 0.01), 2);
  });

  it('stays a distance at the surface, because the speed comes from there (V16)', () => {
    const gauss = (x: Vec3, at: number): number => Math.exp(-((x[0] - at) ** 2 + x[1] ** 2) / 0.08);
    const field = (x: Vec3): number => gauss(x, 0.3) + gauss(x, -0.3);
    const slopes = (change: Partial<ActiveTerms>): number[] => {
      const grid = activeGrid(2, 1, 0.025, ball(0.4));
      advanceActive(grid, { ...STILL, tracking: 1, field, level: 0.3, ...change }, 3);
      expect(Math.max(...crossings(grid).map(({ x }) => Math.abs(field(x) - 0.3)))).toBeLessThan(0.03);
      return slopesAtSurface(grid);
    };
    const extended = slopes({});
    expect(Math.min(...extended)).toBeGreaterThan(0.85);
    expect(Math.max(...extended)).toBeLessThan(1.2);
    expect(Math.max(...slopes({ extend: false, reinitialize: false }))).toBeGreaterThan(2);
  });

  it('goes to the volume it is given', () => {
    const grid = activeGrid(2, 0.8, 0.025, ball(0.4)),
      restVolume = Math.PI * 0.25;
    expect(volumeOf(grid) / (Math.PI * 0.16)).toBeCloseTo(1, 2);
    advanceActive(grid, { ...STILL, volume: 1, restVolume }, 1);
    expect(volumeOf(grid) / restVolume).toBeCloseTo(1, 2);
    expect(meanRadius(grid)).toBeCloseTo(0.5, 2);
  });

  it('lags a moving front by U/(α |∂(ρ/ρ₀)/∂n|)', () => {
    const grid = activeGrid(2, 1, 0.04, (x) => -0.5 - x[0]),
      speed = 0.5;
    const terms: ActiveTerms = {
      ...STILL,
      tracking: 4,
      field: (x, t) => 0.5 - 2 * (x[0] + 0.5 - speed * t),
      level: 0.5,
    };
    advanceActive(grid, terms, 1.5);
    const front = crossings(grid).filter(({ x }) => Math.abs(x[1]) < 0.5);
    const mean = front.reduce((sum, { x }) => sum + x[0], 0) / front.length;
    expect(-0.5 + speed * grid.time - mean).toBeCloseTo(speed / (4 * 2), 2);
  });

  it('separates and merges with the field', () => {
    const apart = (time: number): number => Math.min(time, 0.6, 2 - time);
    const field = (x: Vec3, time: number): number =>
      1 - Math.min(radius([x[0] - apart(time), x[1], 0]), radius([x[0] + apart(time), x[1], 0]));
    const terms: ActiveTerms = { ...STILL, tracking: 8, field, fieldSpeed: 1, level: 0.7 };
    const grid = activeGrid(2, 1, 0.05, ball(0.3));
    const inside = (): boolean => grid.f[(grid.f.length - 1) / 2]! > 0;
    advanceActive(grid, terms, 1);
    expect(inside()).toBe(false);
    expect(volumeOf(grid)).toBeCloseTo(2 * Math.PI * 0.09, 1);
    advanceActive(grid, terms, 0.9);
    expect(inside()).toBe(true);
  });
});
