// Artificial viscosity of materials: only what their own viscosity leaves to do.

import { beforeAll, describe, expect, it } from 'vitest';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import type { SceneInput } from '../../src/index.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import { isSph, type SphParameters } from '../../src/substances/sph/parameters.ts';
import { preparedSubstances } from '../../src/substances/substance.ts';
import { withWorld } from '../helpers/worlds.ts';

let trig: Trigonometry;
beforeAll(async () => {
  trig = await loadTrigonometry();
});

/** A column of 1 m on a floor. */
function column(substance: NonNullable<SceneInput['substances']>[string], spacing = 0.02): SceneInput {
  return {
    dimension: 2,
    substances: { it: substance },
    bodies: [{ substance: 'it', shape: { box: { min: [0, 0, 0], max: [0.5, 1, 0] } }, spacing }],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  };
}

function prepared(scene: SceneInput): SphParameters {
  const [p] = preparedSubstances(parseScene(scene, trig), trig);
  if (!p || !isSph(p)) throw new Error('no smoothed substance');
  return p;
}

describe('the artificial viscosity of a material', () => {
  it('is none where the substance is thicker itself, all where it hides the substance', () => {
    expect(prepared(column({ preset: 'honey' })).artificialViscosity).toBe(0);
    expect(prepared(column({ preset: 'water' })).artificialViscosity).toBe(0.05);
  });

  it('fills up what is missing between them', () => {
    const plain = prepared(column({ preset: 'honey', viscosity: 5 }, 0.05)),
      h = 1.35 * 0.05,
      whole = 0.053 * 0.05 * h * Math.sqrt(plain.stiffness) * plain.restDensity, // what η = 0.05 makes of it, Pa·s
      added = 0.053 * plain.artificialViscosity * h * Math.sqrt(plain.stiffness) * plain.restDensity;
    expect(whole).toBeGreaterThan(5);
    expect(added + 5).toBeCloseTo(whole, 6);
  });

  it('is what the scene says, if it says so, and that of substances that yield', () => {
    expect(prepared(column({ preset: 'honey', artificialViscosity: 0.05 })).artificialViscosity).toBe(0.05);
    expect(prepared(column({ preset: 'mud' })).artificialViscosity).toBe(0.05);
    expect(prepared(column({ viscosity: 1000 })).artificialViscosity).toBe(0.5);
  });

  it('leaves a film of honey on a floor as thick as honey: five layers flow at 0.85 of gD²/(3ν) and more', async () => {
    const depth = 0.05,
      spacing = depth / 5,
      length = 12 * spacing;
    const scene: SceneInput = {
      dimension: 2,
      gravity: [1, -9.81, 0],
      frameRate: 10,
      substances: { honey: { preset: 'honey' } },
      bodies: [
        { substance: 'honey', spacing, lattice: 'cubic', shape: { box: { min: [0, 0, 0], max: [length, depth, 0] } } },
      ],
      obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0 }],
      domain: { min: [0, -0.1, 0], max: [length, 0.2, 0], periodic: [true, false, false] },
      time: { maxStepsPerFrame: 1 << 20 },
    };
    await withWorld(scene, (world) => {
      for (let frame = 0; frame < 12; frame++) expect(world.advance().ok).toBe(true); // 3 times D²/ν
      const { velocity, count } = world.fields;
      let sum = 0;
      for (let i = 0; i < count; i++) sum += velocity[3 * i]!;
      const part = sum / count / (depth ** 2 / ((3 * 10) / 1420));
      expect(part).toBeGreaterThan(0.85); // 0.87; with η = 0.05 it is 0.77
      expect(part).toBeLessThan(1.05);
    });
  });
});
