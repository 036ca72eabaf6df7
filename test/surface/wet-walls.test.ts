// Liquid reaches the walls of its container and solids in it: where the surface ends, what it holds, and that nothing comes out behind.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import { meshVolume } from '../../src/meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import { surfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import { surfaceToWalls } from '../../src/surface/wet-walls.ts';
import { createJudge, faultsOf, type Judge } from '../helpers/mesh-judge.ts';
import { block, fieldsAt } from '../helpers/surface-clouds.ts';
import type { Vec3 } from '../reference/sph.ts';

const S = 0.1;
/** Ten across, four high, in a box that they fill: half a spacing from all walls. */
const WATER = block([10, 4, 10], S).map(([x, y, z]): Vec3 => [x + S / 2, y + S / 2, z + S / 2]);
const BOX = { shape: { box: { min: [0, 0, 0], max: [1, 1, 1] } }, inside: true } as const;

let surfacer: Surfacer, trig: Trigonometry, judge: Judge;
beforeAll(async () => {
  [surfacer, trig, judge] = [await Surfacer.create(), await loadTrigonometry(), await createJudge()];
});
afterAll(() => surfacer.dispose());

function surfaceIn(
  obstacles: SceneInput['obstacles'],
  places: readonly Vec3[],
  walls: 'wet' | 'apart' = 'wet',
): SurfaceMesh {
  const scene = parseScene(
    {
      name: 'walls',
      duration: 1,
      substances: { water: { preset: 'water', restDensity: 1000 } },
      bodies: [{ substance: 'water', shape: BOX.shape, spacing: S }],
      obstacles,
      surface: { walls, voxel: 0.25 },
    },
    trig,
  );
  const plain = (fields: ReturnType<typeof fieldsAt>): SurfaceMesh => surfacer.build(fields, surfaceOptions(scene));
  return surfaceToWalls(scene, 0, trig, plain)(fieldsAt(places, { spacing: S }));
}

const along = ({ positions }: SurfaceMesh, axis: number): number[] =>
  Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v + axis]!);

describe('wet walls', () => {
  it('are reached, also in corners and at the edge of the liquid, and hold all of it', () => {
    const wet = surfaceIn([BOX], WATER),
      apart = surfaceIn([BOX], WATER, 'apart');
    expect(Math.abs(meshVolume(wet) / 0.4 - 1)).toBeLessThan(0.03);
    expect(Math.min(...along(wet, 1))).toBeCloseTo(0, 3);
    // On the vertical edges of the box, up to the level and no higher.
    const cornerHeight = ({ positions }: SurfaceMesh): number =>
      Math.max(
        ...along({ positions } as SurfaceMesh, 1).filter(
          (_, v) => Math.abs(positions[3 * v]!) < 0.02 * S && Math.abs(positions[3 * v + 2]!) < 0.02 * S,
        ),
      );
    expect(cornerHeight(wet)).toBeGreaterThan(0.38);
    expect(cornerHeight(wet)).toBeLessThan(0.42);
    expect(cornerHeight(apart)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('are not left: nothing of the surface is farther behind a wall than a hundredth of a spacing', () => {
    const wet = surfaceIn([BOX], WATER);
    for (const axis of [0, 1, 2]) {
      expect(Math.min(...along(wet, axis))).toBeGreaterThan(-0.01 * S);
      expect(Math.max(...along(wet, axis))).toBeLessThan(1 + 0.01 * S);
    }
  });

  it('leave a closed surface without a fault, with normals of the walls', () => {
    const wet = surfaceIn([BOX], WATER);
    expect(faultsOf(wet, judge)).toEqual([]);
    const down = along(wet, 1).flatMap((y, v) => (y < 1e-3 && inMiddle(wet, v) ? [wet.normals[3 * v + 1]!] : []));
    expect(down.length).toBeGreaterThan(100);
    expect(Math.max(...down)).toBeCloseTo(-1, 5);
  });

  it('are round in a glass', () => {
    const glass = {
        shape: { cylinder: { from: [0.5, 0, 0.5], to: [0.5, 1, 0.5], radius: 0.5 } },
        inside: true,
      } as const,
      inside = WATER.filter(([x, , z]) => Math.hypot(x - 0.5, z - 0.5) < 0.47),
      { positions } = surfaceIn([glass], inside),
      radii = along({ positions } as SurfaceMesh, 0).map((x, v) => Math.hypot(x - 0.5, positions[3 * v + 2]! - 0.5));
    expect(Math.max(...radii)).toBeLessThan(0.501);
    expect(radii.filter((r) => r > 0.4995).length).toBeGreaterThan(300);
  });

  it('are also those of solids that are thick enough, and no thin sheet is pierced', () => {
    const thick = surfaceIn([{ shape: { box: { min: [-1, -1, -1], max: [2, 0, 2] } } }], WATER);
    expect(Math.min(...along(thick, 1))).toBeGreaterThan(-0.01 * S);
    const sheet = { shape: { box: { min: [-1, -0.1, -1], max: [2, 0, 2] } } } as const,
      thin = surfaceIn([sheet], WATER);
    expect(thin.positions).toEqual(surfaceIn([sheet], WATER, 'apart').positions);
  });

  it('change nothing where no wall is near', () => {
    const far = { shape: { box: { min: [-5, -5, -5], max: [5, 5, 5] } }, inside: true } as const;
    expect(surfaceIn([far], WATER).positions).toEqual(surfaceIn([far], WATER, 'apart').positions);
  });
});

function inMiddle({ positions }: SurfaceMesh, v: number): boolean {
  return Math.abs(positions[3 * v]! - 0.5) < 0.4 && Math.abs(positions[3 * v + 2]! - 0.5) < 0.4;
}
