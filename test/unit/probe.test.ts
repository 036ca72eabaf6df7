// A probe: what the particles around a place say of it.

import { expect, it } from 'vitest';
import { probe, World } from '../../src/index.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';

/** A cubic lattice around the origin with a stress that grows along x and a velocity along y. */
function lattice(): WorldFields {
  const places = [-2, -1, 0, 1, 2].map((k) => 0.1 * k),
    position = Float32Array.from(places.flatMap((x) => places.flatMap((y) => places.flatMap((z) => [x, y, z])))),
    count = position.length / 3,
    of = (value: (i: number) => number): Float32Array => Float32Array.from({ length: count }, (_, i) => value(i));
  return {
    ...{ count, position, mass: of(() => 1), density: of(() => 1000), smoothingLength: of(() => 0.1) },
    velocity: Float32Array.from(position, (c, k) => (k % 3 === 1 ? 3 * c : 0)),
    stress: of((i) => 500 + 1000 * position[3 * i]!),
    id: Uint32Array.from({ length: count }, (_, i) => i),
    substance: new Uint32Array(count),
  } as unknown as WorldFields;
}

it('gives constants and, where particles lie evenly around, linear fields exactly', () => {
  const { density, stress, velocity } = probe(lattice(), [0.05, 0.05, 0])!;
  expect(density).toBeCloseTo(1000, 6);
  expect(stress).toBeCloseTo(550, 3);
  const [vx, vy] = velocity as readonly [number, number, number];
  expect(vx).toBeCloseTo(0, 9);
  expect(vy).toBeCloseTo(0.15, 6);
  expect(probe(lattice(), [1, 0, 0])).toBeUndefined();
});

it('finds stress, strain and plastic strain in a solid: most where a beam is held, none at its end', async () => {
  using world = await World.create({
    frameRate: 200,
    substances: { beam: { model: 'elastic', preset: 'clay' } },
    bodies: [{ substance: 'beam', shape: { box: { min: [0, 0, 0], max: [0.2, 0.04, 0.04] } }, spacing: 0.013 }],
    anchors: [{ min: [-0.1, -0.1, -0.1], max: [0.02, 0.1, 0.1] }],
  });
  for (let frame = 0; frame < 2; frame++) world.advance();
  const [held, free] = [0.03, 0.19].map((x) => probe(world.fields, [x, 0.02, 0.02])!);
  for (const name of ['strain', 'stress']) expect(held![name]).toBeGreaterThan(3 * (free![name] as number));
  expect(Object.keys(held!)).toEqual(expect.arrayContaining(['strain', 'stress', 'plasticStrain']));
});
