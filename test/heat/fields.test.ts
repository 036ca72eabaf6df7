// Temperature and viscosity wherever fields go: the world, frames, surfaces, files. Worlds without them have no such field.

import { expect, it } from 'vitest';
import { decodeFrame, encodeFrame, sameFields } from '../../src/cache/frame-file.ts';
import { geometryOf } from '../../src/export/geometry.ts';
import { type SceneInput, Surfacer, surfaceOptions } from '../../src/index.ts';
import { withWorld } from '../helpers/worlds.ts';

const BODY = {
  ...{ substance: 's', spacing: 0.1 },
  shape: { box: { min: [0, 0, 0], max: [0.5, 0.5, 0.5] } },
} as const;

const HOT: SceneInput = {
  substances: { s: { preset: 'paiva-2009-fast', conductivity: 1, jumpNumber: 15 } },
  bodies: [{ ...BODY, temperature: 1234.5 }],
};

it('are in the frames, surfaces and files of a world with heat', async () => {
  const surfacer = await Surfacer.create();
  await withWorld(HOT, (world) => {
    const { fields } = world,
      frame = decodeFrame(encodeFrame(fields, 0, 0), 'frame');
    expect(new Set(fields.temperature)).toEqual(new Set([1234.5]));
    expect(fields.viscosity!.every((eta) => eta > 15.9 && eta < 16.5)).toBe(true); // η* (0) = J + 1
    expect(frame.temperature).toEqual(fields.temperature);
    expect(frame.viscosity).toEqual(fields.viscosity);
    expect(sameFields(frame, fields)).toBe(true);
    expect(sameFields(frame, { ...frame, temperature: frame.temperature!.map((T) => T + 1) })).toBe(false);
    const surface = surfacer.build(fields, surfaceOptions(world.scene));
    for (const T of surface.fields.temperature!.values) expect(T).toBeCloseTo(1234.5, 2);
    const names = (what: 'particles' | 'surface') =>
      geometryOf({ frame: 0, time: 0, fields, surface }, { what, scene: world.scene }).fields.map(({ name }) => name);
    expect(names('particles')).toEqual(expect.arrayContaining(['temperature', 'viscosity', 'piece']));
    expect(names('surface')).toEqual(expect.arrayContaining(['temperature', 'viscosity', 'piece']));
  });
  surfacer.dispose();
});

it('are not in worlds without heat', async () => {
  const surfacer = await Surfacer.create();
  await withWorld({ substances: { s: { preset: 'water' } }, bodies: [BODY] }, (world) => {
    const { fields } = world,
      surface = surfacer.build(fields, surfaceOptions(world.scene));
    expect([fields.temperature, fields.viscosity]).toEqual([undefined, undefined]);
    expect(Object.keys(surface.fields)).not.toContain('temperature');
    expect(Object.keys(decodeFrame(encodeFrame(fields, 0, 0), 'frame'))).not.toContain('temperature');
    expect(world.ledger().temperature).toBeNull();
    expect(world.ledger().heat).toBe(0);
  });
  surfacer.dispose();
});
