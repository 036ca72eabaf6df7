// The edges of containers: found where normals jump, drawn once, hidden by what is in front.

import { describe, expect, it } from 'vitest';
import { edgeCoverage, sharpEdges } from '../../src/render/container-edges.ts';
import type { Drawable } from '../../src/render/drawable.ts';
import { projectPoint } from '../../src/render/projection.ts';
import { rasterTarget } from '../../src/render/raster-target.ts';
import { frontProjection, meshOf } from '../helpers/pictures.ts';

const box = meshOf({ box: { min: [-1, -1, -1], max: [1, 1, 1] } });

describe('sharp edges', () => {
  it('are the 12 of a box, the two rims of a cylinder, and none of a sphere or a capsule', () => {
    expect(sharpEdges(box)).toHaveLength(12);
    expect(sharpEdges(meshOf({ cylinder: { from: [0, 0, 0], to: [0, 1, 0], radius: 1 } }))).toHaveLength(128);
    expect(sharpEdges(meshOf({ sphere: { center: [0, 0, 0], radius: 1 } }))).toHaveLength(0);
    expect(sharpEdges(meshOf({ capsule: { from: [0, 0, 0], to: [0, 1, 0], radius: 1 } }))).toHaveLength(0);
  });

  it('of a box run along its axes', () => {
    for (const [a, b] of sharpEdges(box)) {
      const apart = [0, 1, 2].map((k) => Math.abs(box.positions[3 * a + k]! - box.positions[3 * b + k]!));
      expect(apart.sort()).toEqual([0, 0, 2]);
    }
  });
});

describe('lines', () => {
  const [WIDTH, HEIGHT, SAMPLES] = [96, 64, 2];
  const projection = frontProjection(WIDTH * SAMPLES, HEIGHT * SAMPLES);
  const material = { kind: 'solid', gloss: 0, glow: 0, metal: false, wax: 0 } as const;
  const container: Drawable = {
    firstId: 1,
    count: 12,
    mesh: box,
    spheres: undefined,
    colors: Float32Array.of(1, 1, 1),
    material,
    flowing: false,
    casts: false,
  };
  const empty = rasterTarget(WIDTH * SAMPLES, HEIGHT * SAMPLES);
  const at = (coverage: Float32Array, point: readonly [number, number, number]): number => {
    const { x, y } = projectPoint(projection, point);
    return coverage[Math.floor(y / SAMPLES) * WIDTH + Math.floor(x / SAMPLES)]!;
  };

  it('cover about as much as they are long and wide, along the edges only', () => {
    const coverage = edgeCoverage([container], projection, [empty], SAMPLES, 1.5);
    expect(at(coverage, [0.99, 0.3, 1])).toBeGreaterThan(0.3);
    expect(at(coverage, [0, 0, 1])).toBe(0);
    const scale = (z: number): number => projection.scale / SAMPLES / (5 - z);
    const slanted = Math.SQRT2 * (scale(1) - scale(-1));
    const length = 8 * scale(1) + 8 * scale(-1) + 4 * slanted;
    const covered = coverage.reduce((a, b) => a + b);
    expect(covered / (1.5 * length)).toBeGreaterThan(0.85);
    expect(covered / (1.5 * length)).toBeLessThan(1.1);
  });

  it('are hidden by what is in front, and not by what is behind', () => {
    const wall = rasterTarget(WIDTH * SAMPLES, HEIGHT * SAMPLES);
    wall.keys.fill(1 / 5); // between the near and the far edges
    const coverage = edgeCoverage([container], projection, [empty, wall], SAMPLES, 1.5);
    expect(at(coverage, [0.99, 0.3, 1])).toBeGreaterThan(0.3);
    expect(at(coverage, [0.99, 0.3, -1])).toBe(0);
  });
});
