// Exported particles are as large as in our own pictures: by their distance at rest, however dense they are at the moment.

import { expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { particleSpheres } from '../../src/render/particle-spheres.ts';
import { bytesOf, contextOf, textOf } from './frames.ts';

const SPACING = 0.05;
/** Edge of the cube that a particle of a close packing takes, over the spacing. */
const PACKED = 2 ** (-1 / 6);

const numbersIn = (text: string): number[] => text.split(',').map(Number);

it.each([
  ['spheres', 0.5],
  ['spheres', 0.3],
  ['globules', 0.5],
] as const)('as %s, %s of the spacing', async (style, sphereRadius) => {
  const scene: SceneInput = {
    substances: { water: { preset: 'desbrun-1999', stiffness: 5 } },
    bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.2, 0.4, 0.2] } }, spacing: SPACING }],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    look: { style, sphereRadius },
  };
  using world = await World.create(scene);
  for (let frame = 0; frame < 5; frame++) world.advance();
  expect(Math.max(...world.fields.density) / 1000).toBeGreaterThan(1.05); // squeezed: (m/ρ)^⅓ would be another radius
  const { radii } = particleSpheres(world.scene, world.fields),
    expected = (style === 'globules' ? 2 : 1) * sphereRadius * PACKED * SPACING,
    frame = { frame: 5, time: world.time, fields: world.fields },
    context = await contextOf(world.scene, 'particles', 1);
  const usda = textOf(await bytesOf('usda', [frame], context)),
    widths = numbersIn(/float\[\] widths[^[]*\[([^\]]*)\]/.exec(usda)![1]!);
  const pov = textOf(await bytesOf('pov', [frame], context)),
    spheres = [...pov.matchAll(/sphere ?\{ ?<[^>]*>, ?([-+.\de]+)/g)].map(([, radius]) => Number(radius));
  expect([widths.length, spheres.length]).toEqual([radii.length, radii.length]);
  radii.forEach((radius, k) => {
    expect(radius / expected).toBeCloseTo(1, 5);
    expect([widths[k]! / 2, spheres[k]!].map(Math.fround)).toEqual([radius, radius]);
  });
});
