// Globules are drawn as large as they are: by their own radius, which varies and which bonds make a little larger, in space and in the plane.

import { describe, expect, it } from 'vitest';
import { particleRadii } from '../../src/colors/particle-radii.ts';
import { World } from '../../src/index.ts';
import { drawPlane } from '../../src/render/draw-plane.ts';
import { particleSpheres } from '../../src/render/particle-spheres.ts';
import { createPicture } from '../../src/render/picture.ts';
import { drawPlaneGlobules } from '../../src/render/plane-globules.ts';
import { type SceneInput, sceneSchema } from '../../src/scene/schema.ts';
import { restDistances } from '../../src/substances/rest-distances.ts';

const trig = { sin: Math.sin, cos: Math.cos };
const SPACING = 0.1;

/** A scene of one block of globules. */
function block(dimension: 2 | 3, substance: object, look: object = {}): SceneInput {
  const top = dimension === 3 ? 0.4 : 0;
  return {
    dimension,
    substances: { goo: { model: 'globules', restDensity: 700, ...substance } },
    bodies: [{ substance: 'goo', shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, top] } }, spacing: SPACING }],
    look,
  } as SceneInput;
}

describe.each([2, 3] as const)('in %sD', (dimension) => {
  it('globules that touch at rest are one spacing apart, and their spheres touch', async () => {
    for (const kind of ['powder', 'fluid']) {
      using world = await World.create(block(dimension, { kind }));
      for (const distance of restDistances(world.scene, world.fields)) expect(distance).toBeCloseTo(SPACING, 6);
      for (const radius of particleSpheres(world.scene, world.fields).radii) expect(radius).toBeCloseTo(SPACING / 2, 6);
      for (const radius of particleRadii(world.scene, world.fields)) expect(radius).toBeCloseTo(SPACING / 2, 6);
    }
  });

  it('bonds pull neighbors nearer than they rest in pairs: radii are more than half a spacing', async () => {
    using world = await World.create(block(dimension, { kind: 'solid' }));
    const [distance] = restDistances(world.scene, world.fields);
    expect(distance! / SPACING).toBeCloseTo(dimension === 2 ? 1.121 : 1.022, 3);
  });

  it('every globule has its own radius where radii vary', async () => {
    using world = await World.create(block(dimension, { kind: 'powder', radiusVariation: 0.2 }));
    const distances = restDistances(world.scene, world.fields);
    expect(Math.min(...distances)).toBeLessThan(0.9 * SPACING);
    expect(Math.min(...distances)).toBeGreaterThan(0.8 * SPACING - 1e-6);
    expect(Math.max(...distances)).toBeGreaterThan(0.95 * SPACING);
    expect(Math.max(...distances)).toBeLessThan(SPACING + 1e-6);
    const globules = sceneSchema.parse(
      block(dimension, { kind: 'powder', radiusVariation: 0.2 }, { style: 'globules' }),
    );
    particleSpheres(globules, world.fields).radii.forEach((radius, k) => {
      expect(radius).toBeCloseTo(distances[k]!, 6); // r₀ = 2r [MP89 §3, X43]
    });
  });
});

it('in the plane a globule is a disc of radius r₀, its shading that of a ball', async () => {
  const scene = sceneSchema.parse(block(2, { kind: 'powder' }, { style: 'globules', colors: ['#808080'] }));
  using world = await World.create(scene);
  const fields = { ...world.fields, count: 1, position: new Float32Array(3), mass: world.fields.mass.slice(0, 1) };
  fields.substance = world.fields.substance.slice(0, 1);
  const view = { target: [0, 0, 0], up: [0, 1, 0], height: 1 } as const;
  const picture = drawPlane({ scene, time: 0, fields, width: 200, height: 100, view, trig });
  const red = (x: number, y: number): number => picture.pixels[4 * (200 * y + x)]!;
  expect(red(108, 50)).toBeLessThan(250); // r₀ is 10 pixels
  expect(red(111, 50)).toBe(255);
  expect(red(95, 45)).toBeGreaterThan(red(100, 50)); // towards the light
  expect(red(105, 55)).toBeLessThan(red(100, 50));
});

it('between two balls in the plane the shading is that of neither: it runs from one to the other', () => {
  const balls = { count: 2, centers: Float32Array.of(30, 25, 0, 50, 25, 0), radii: Float32Array.of(20, 20) };
  const light = new Map<number, number>();
  drawPlaneGlobules(createPicture(80, 50, [1, 1, 1]), balls, (at, l) => {
    light.set(at, l);
    return [l, l, l];
  });
  const at = (x: number): number => light.get(80 * 25 + x)!;
  expect(Math.abs(at(39) - at(40))).toBeLessThan(0.03); // single balls would jump from dark to light here
  expect(light.get(80 * 2 + 40)).toBeUndefined();
});
