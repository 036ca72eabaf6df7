// Pressure as a field: that of the state equation, wherever fields go, and looking at it changes nothing.

import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, sameFields } from '../../src/cache/frame-file.ts';
import { colorRange, rangeOf, valuesOf } from '../../src/colors/particle-colors.ts';
import { type SceneInput, type SmoothedInput, Surfacer, surfaceOptions, World } from '../../src/index.ts';
import { legendOf } from '../../src/render/legend.ts';
import { sceneSchema } from '../../src/scene/schema.ts';
import { bytesOf, contextOf } from '../export/frames.ts';
import { readVtk } from '../export/vtk-file.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';
import { globulesAndWater } from '../scenes/globules-and-water.ts';

/** A block whose density is not that of rest. */
function block(substance: SmoothedInput, density: number, more: Partial<SceneInput> = {}): SceneInput {
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    substances: { s: { restDensity: 1000, density: 'continuity', ...substance } },
    bodies: [{ substance: 's', spacing: 0.1, density, shape: { box: { min: [0, 0, 0], max: [0.5, 0.5, 0] } } }],
    ...more,
  };
}

describe('is P(ρ)', () => {
  it.each([
    { name: 'linear', substance: { stiffness: 50 }, density: 1100, pressure: 50 * 100 },
    { name: 'linear, pulling', substance: { stiffness: 50 }, density: 900, pressure: 50 * -100 },
    {
      ...{ name: 'linear, pulling less', substance: { stiffness: 50, negativePressure: 0.25 } },
      ...{ density: 900, pressure: 0.25 * 50 * -100 },
    },
    {
      ...{ name: 'Tait', substance: { stateEquation: 'tait', exponent: 7, stiffness: 700 } },
      ...{ density: 1100, pressure: ((1000 * 700) / 7) * (1.1 ** 7 - 1) },
    },
    {
      ...{ name: 'Tait of another exponent', substance: { stateEquation: 'tait', exponent: 3, stiffness: 60 } },
      ...{ density: 800, pressure: ((1000 * 60) / 3) * (0.8 ** 3 - 1) },
    },
    {
      ...{ name: 'ideal gas', substance: { stateEquation: 'ideal-gas', stiffness: 3 } },
      ...{ density: 1200, pressure: 3 * 1200 },
    },
    { name: 'viscoplastic', substance: { jumpNumber: 20, stiffness: 50 }, density: 1100, pressure: 50 * 100 },
  ] satisfies { name: string; substance: SmoothedInput; density: number; pressure: number }[])(
    '$name',
    async ({ substance, density, pressure }) => {
      await withWorld(block(substance, density), ({ fields }) => {
        expect(fields.pressure).toHaveLength(fields.count);
        for (const P of fields.pressure) expect(P / pressure).toBeCloseTo(1, 6);
      });
    },
  );

  it('in order of id, after particles were sorted, and of the densities that frames end with', async () => {
    await withWorld(block({ stiffness: 100 }, 1050), (world) => {
      advance(world, 3);
      const { set } = inside(world),
        ids = set.u32('id'),
        density = set.f64('density'),
        { id, pressure } = world.fields;
      expect(new Set(pressure).size).toBeGreaterThan(5);
      ids.forEach((name, i) => {
        expect(pressure[id.indexOf(name)]).toBe(Math.fround(100 * (density[i]! - 1000)));
      });
    });
  });

  it('of smoothed particles; globules have none', async () => {
    await withWorld(globulesAndWater.scene, (world) => {
      advance(world, 4);
      const { pressure, substance } = world.fields,
        of = (kind: number) => [...pressure].filter((_, i) => substance[i] === kind);
      expect(of(0).some((P) => P > 0)).toBe(true);
      expect(new Set(of(1))).toEqual(new Set([0]));
    });
  });
});

it('looking at it changes nothing, and a restored world has the same', async () => {
  const scene = { ...block({ stiffness: 100 }, 1050), gravity: [0, -10, 0] } as const;
  await withWorld(scene, async (watched) => {
    await withWorld(scene, (other) => {
      for (let frame = 0; frame < 4; frame++) {
        expect(watched.fields.pressure.every(Number.isFinite)).toBe(true);
        advance(watched, 1);
        advance(other, 1);
      }
      expect(watched.hash()).toBe(other.hash());
    });
    using twin = await World.restore(watched.snapshot());
    expect(twin.fields.pressure).toEqual(watched.fields.pressure);
  });
});

it('is in frames, and frames of older programs do without', async () => {
  await withWorld(block({ stiffness: 50 }, 1100), ({ fields }) => {
    const frame = decodeFrame(encodeFrame(fields, 0, 0), 'frame');
    expect(frame.pressure).toEqual(fields.pressure);
    expect(sameFields(frame, { ...frame, pressure: frame.pressure!.map((P) => P + 1) })).toBe(false);
    const { pressure, ...old } = frame,
      read = decodeFrame(encodeFrame(old, 0, 0), 'frame');
    expect(pressure).toBeDefined();
    expect(Object.keys(read)).not.toContain('pressure');
    expect(sameFields(read, frame)).toBe(true); // an older frame is not a wrong one
  });
});

it('is on surfaces, in files and in colors', async () => {
  const surfacer = await Surfacer.create();
  const scene: SceneInput = {
    ...block({ stiffness: 50 }, 1100),
    dimension: 3,
    bodies: [{ substance: 's', spacing: 0.1, density: 1100, shape: { box: { min: [0, 0, 0], max: [0.5, 0.5, 0.5] } } }],
    look: { colorBy: 'pressure' },
  };
  try {
    await withWorld(scene, async (world) => {
      const { fields } = world,
        surface = surfacer.build(fields, surfaceOptions(world.scene)),
        frame = { frame: 0, time: 0, fields };
      for (const P of surface.fields.pressure!.values) expect(P / 5000).toBeCloseTo(1, 4);
      const arrays = readVtk(await bytesOf('vtk', [frame], await contextOf(world.scene, 'particles', 1))).arrays;
      expect(arrays.get('PointData/pressure')).toEqual(fields.pressure);
      expect(valuesOf('pressure', fields)).toEqual(fields.pressure);
      const parsed = sceneSchema.parse(scene);
      expect(legendOf(parsed, colorRange(parsed, rangeOf(Float32Array.of(-1, 2))))).toMatchObject({
        title: 'Pressure',
        unit: 'Pa',
      });
    });
  } finally {
    surfacer.dispose();
  }
});
