// Shadows fall where they must, soften with distance and leave lit surfaces alone; corners are darker than open places.

import { describe, expect, it } from 'vitest';
import { quadMesh } from '../../src/meshes/solid-mesh.ts';
import type { Drawable } from '../../src/render/drawable.ts';
import { lightsOf } from '../../src/render/lights.ts';
import { LiquidShadow } from '../../src/render/liquid-shadow.ts';
import { Occlusion } from '../../src/render/occlusion.ts';
import { gatherPixels, PixelReader } from '../../src/render/pixels.ts';
import { projectionOf, projectPoint } from '../../src/render/projection.ts';
import { rasterTarget } from '../../src/render/raster-target.ts';
import { lightView, ShadowMap } from '../../src/render/shadow-map.ts';
import { drawAll } from '../../src/render/studio.ts';
import { SurfacePoint, SurfaceReader } from '../../src/render/surface-reader.ts';
import { Tint } from '../../src/render/tint.ts';
import { measureVisibility } from '../../src/render/visibility.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { frontView, meshOf } from '../helpers/pictures.ts';

const BOUNDS = { min: [-2, 0, -2], max: [2, 3, 2] } as const;
const UP: Vec3 = [0, 1, 0];
const lights = lightsOf(projectionOf(frontView(), 160, 90), UP);

function drawable(mesh: Drawable['mesh'], firstId = 1, kind: 'solid' | 'plane' = 'solid'): Drawable {
  const material = { kind, gloss: 0, glow: 0, metal: false, wax: 0 } as const;
  const colors = Float32Array.of(0.1, 0.3, 0.8);
  const count = mesh!.elements.length / 3;
  return { firstId, count, mesh, spheres: undefined, colors, material, flowing: false, casts: kind !== 'plane' };
}

const ballAt = (center: Vec3, radius: number): Drawable => drawable(meshOf({ sphere: { center, radius } }));

/** Light at a point, averaged over all turns of the pattern. */
function lightAt(map: ShadowMap, place: Vec3, normal: Vec3): number {
  const point = Object.assign(new SurfacePoint(), { x: place[0], y: place[1], z: place[2] });
  Object.assign(point, { nx: normal[0], ny: normal[1], nz: normal[2] });
  let sum = 0;
  for (let turn = 0; turn < 16; turn++) sum += map.visibility(point, turn);
  return sum / 16;
}

/** Where the light that passes a point meets the floor. */
function shadowOf(point: Vec3): Vec3 {
  const s = point[1] / lights.key[1];
  return [point[0] - s * lights.key[0], 0, point[2] - s * lights.key[2]];
}

describe('shadows', () => {
  const map = new ShadowMap(lightView(lights, BOUNDS), [ballAt([0, 1, 0], 0.5)], 0.13);

  it('fall where the light is in the way of a ball, and nowhere else', () => {
    const under = shadowOf([0, 1, 0]);
    expect(lightAt(map, under, UP)).toBe(0);
    expect(lightAt(map, [under[0] + 1.5, 0, under[2]], UP)).toBe(1);
    expect(lightAt(map, [under[0], 0, under[2] - 1.5], UP)).toBe(1);
    expect(lightAt(map, [0, 2.5, 0], UP)).toBe(1);
  });

  it('are soft at the edge: in between there is everything from none to all', () => {
    const under = shadowOf([0, 1, 0]);
    const row = Array.from({ length: 40 }, (_, k) => lightAt(map, [under[0] + 0.025 * k, 0, under[2]], UP));
    for (let k = 1; k < row.length; k++) expect(row[k]!).toBeGreaterThan(row[k - 1]! - 0.05);
    expect(row.filter((light) => light > 0.05 && light < 0.95).length).toBeGreaterThan(3);
  });

  it('are softer the farther what throws them is away', () => {
    const width = (height: number): number => {
      const high = new ShadowMap(lightView(lights, BOUNDS), [ballAt([0, height, 0], 0.4)], 0.13);
      const under = shadowOf([0, height, 0]);
      const row = Array.from({ length: 120 }, (_, k) => lightAt(high, [under[0] + 0.01 * k, 0, under[2]], UP));
      return row.filter((light) => light > 0.1 && light < 0.9).length;
    };
    expect(width(2.2)).toBeGreaterThan(1.5 * width(0.6));
  });

  it('leave the lit side of a ball alone and darken its far side', () => {
    const { key } = lights;
    const on = (n: Vec3): Vec3 => [0.5 * n[0], 1 + 0.5 * n[1], 0.5 * n[2]];
    const aside: Vec3 = [lights.keyAcross[0], lights.keyAcross[1], lights.keyAcross[2]];
    for (const share of [0, 0.3, 0.6, 0.8]) {
      const rest = Math.sqrt(1 - share * share);
      const n: Vec3 = [0, 1, 2].map((k) => rest * key[k]! + share * aside[k]!) as unknown as Vec3;
      expect(lightAt(map, on(n), n)).toBeGreaterThan(0.99);
    }
    expect(lightAt(map, on([-key[0], -key[1], -key[2]]), [-key[0], -key[1], -key[2]])).toBe(0);
  });

  it('are none without anything that throws them, and none of planes', () => {
    const floor = drawable(quadMesh([0, 1, 0], UP, 3), 1, 'plane');
    for (const things of [[], [floor]]) {
      expect(lightAt(new ShadowMap(lightView(lights, BOUNDS), things, 0.13), [0, 0, 0], UP)).toBe(1);
    }
  });

  it('of a liquid are tinted with its color, deeper where it is thicker', () => {
    const empty = new ShadowMap(lightView(lights, BOUNDS), [], 0.13);
    const light = (radius: number) => {
      const shadow = new LiquidShadow(empty, ballAt([0, 1, 0], radius), new Tint(1), 20);
      shadow.measure(...shadowOf([0, 1, 0]));
      return shadow;
    };
    const [thin, thick] = [light(0.2), light(0.7)];
    expect(thick.blue).toBeGreaterThan(thick.green);
    expect(thick.green).toBeGreaterThan(thick.red);
    expect(thick.red).toBeLessThan(thin.red);
    const far = new LiquidShadow(empty, ballAt([0, 1, 0], 0.4), new Tint(1), 20);
    far.measure(5, 0, 5);
    expect([far.red, far.green, far.blue]).toEqual([1, 1, 1]);
  });
});

describe('occlusion', () => {
  const [WIDTH, HEIGHT] = [160, 90];
  const view = frontView({ position: [0, 2, 4], target: [0, 0.4, 0], up: [0, 0.928, -0.371] });
  const things = [
    drawable(quadMesh([0, 0, 0], UP, 6), 1, 'plane'),
    drawable(quadMesh([0, 0, -1], [0, 0, 1], 6), 3, 'plane'),
  ];
  const projection = projectionOf(view, WIDTH, HEIGHT);
  const target = rasterTarget(WIDTH, HEIGHT);
  drawAll(things, projection, target, 'front');
  const reader = new PixelReader(new SurfaceReader(projection, things, undefined), target, 1);
  const pixels = gatherPixels(reader, WIDTH, HEIGHT);
  const shadows = new ShadowMap(lightView(lights, BOUNDS), things, 0.13);
  const { open } = measureVisibility(pixels, projection, shadows, new Occlusion(pixels, projection, 0.4, 30));
  const openAt = (point: Vec3): number => {
    const { x, y } = projectPoint(projection, point);
    return open[Math.floor(y) * WIDTH + Math.floor(x)]!;
  };

  it('darkens the corner between floor and wall, less and less away from it', () => {
    const away = [0.03, 0.12, 0.25, 0.5].map((z) => openAt([0, 0, -1 + z]));
    expect(away[0]).toBeLessThan(0.85);
    for (let k = 1; k < away.length; k++) expect(away[k]!).toBeGreaterThan(away[k - 1]!);
    expect(away.at(-1)).toBeGreaterThan(0.97);
    expect(openAt([0, 0.04, -1])).toBeLessThan(0.85);
  });

  it('leaves the open floor and the open wall alone', () => {
    expect(openAt([0.5, 0, 0.3])).toBe(1);
    expect(openAt([-0.5, 0.8, -1])).toBe(1);
  });

  it('is even along the corner', () => {
    const row = [-0.8, -0.4, 0, 0.4, 0.8].map((x) => openAt([x, 0, -0.9]));
    expect(Math.max(...row) - Math.min(...row)).toBeLessThan(0.12);
  });
});

describe('the studio', () => {
  it('has its key light above, left of the camera and in front of what it lights', () => {
    expect(lights.key[0]).toBeLessThan(-0.3);
    expect(lights.key[1]).toBeGreaterThan(0.5);
    expect(lights.key[2]).toBeGreaterThan(0.1);
    expect(Math.hypot(...lights.key)).toBeCloseTo(1, 12);
  });

  it('turns with the camera and works looking straight down', () => {
    const turned = lightsOf(projectionOf(frontView({ position: [0, 0, -5] }), 160, 90), UP);
    expect(turned.key[0]).toBeCloseTo(-lights.key[0], 12);
    expect(turned.key[2]).toBeCloseTo(-lights.key[2], 12);
    const down = lightsOf(projectionOf(frontView({ position: [0, 5, 0], up: [0, 0, -1] }), 160, 90), UP);
    for (const c of [...down.key, ...down.rim, ...down.fill, ...down.keyAlong]) expect(Number.isFinite(c)).toBe(true);
    expect(down.key[1]).toBeGreaterThan(0.5);
  });
});
