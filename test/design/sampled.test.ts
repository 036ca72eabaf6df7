// Fields of sampled shapes: figure 13 of AW09, parts side by side, the field of a skin, and the bits that browsers must give too.

import { describe, expect, it } from 'vitest';
import { ShapeDesign, ShapeField, sampledField } from '../../src/design/index.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';
import { EXACT_TRIGONOMETRY } from '../../src/shapes/exact-trigonometry.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { bindSkin } from '../../src/skin/bind-skin.ts';
import hashes from './hashes.json' with { type: 'json' };
import { gridBox, pulledBox } from './pulled-box.ts';
import { hashDesigns } from './run-designs.ts';

it('gives the bits that are on record', () => {
  expect(hashDesigns()).toEqual(hashes);
});

const BOX = { box: { min: [0, 0, 0], max: [1, 1, 2] } } as const;

describe('the box of figure 13', () => {
  it('gains 53 % of volume by rigidity alone', () => {
    expect(100 * pulledBox(gridBox(), 0.985, 0).solve().volumeChange).toBeCloseTo(53, 0);
    expect(Math.abs(pulledBox(gridBox(), 0.985, 100).solve().volumeChange)).toBeLessThan(0.03);
  });

  it.each([60, 100, 200])('keeps its volume within 3 % with the volume term, sampled by %i particles', (count) => {
    const { volumeChange, converged } = pulledBox(sampledField(BOX, { count }), 0.985, 100).solve();
    expect(converged).toBe(true);
    expect(Math.abs(volumeChange)).toBeLessThan(0.03);
  });
});

describe('a sampled field', () => {
  it('is the field of a skin bound to its particles', () => {
    const shape = { sphere: { center: [0, 0, 0], radius: 1 } } as const,
      field = sampledField(shape, { count: 50 }),
      positions = Float64Array.of(0, 0, 1, 0.6, 0, 0.8, 0, -1, 0),
      skin = bindSkin({ positions, normals: positions, triangles: Uint32Array.of(0, 1, 2) }, field.positions, {
        solid: solidOf(shape, EXACT_TRIGONOMETRY),
      }),
      rows = field.rowsAt(positions);
    expect(Array.from(rows.particles)).toEqual(Array.from(skin.particles));
    expect(Array.from(rows.values)).toEqual(Array.from(skin.values));
  });

  it('pulls one of two fingers and hardly the other; distances in space would pull both', () => {
    const field = sampledField({ mesh: hand(0.05) }, { count: 120 }),
      { positions, supports } = field.source.samples,
      inSpace = new ShapeField(
        new MlsApproximation({ dimension: 3, positions, supportRadius: supports }),
        field.volumes,
      ),
      tip = { box: { min: [-0.2, -1, 2.5], max: [1, 2, 4] } } as const;
    const [within, across] = [field, inSpace].map((f) => {
      const design = new ShapeDesign(f);
      design.setHandles([
        { grip: { region: { box: { min: [-1, -1, -1], max: [9, 2, 0.5] } } } },
        { grip: { region: tip }, translate: [-0.5, 0, 0] },
      ]);
      design.solve();
      return [0.4, 1.65].map((x) => design.moved([x, 0.5, 2.9])[0]! - x) as [number, number];
    });
    expect(within![0]).toBeLessThan(-0.4);
    expect(Math.abs(within![1])).toBeLessThan(0.1);
    expect(across![1]).toBeLessThan(-0.3);
  });

  it('knows what is outside', () => {
    const design = new ShapeDesign(sampledField({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 30 }));
    expect(() => design.setHandles([{ grip: { points: [5, 0, 0] } }])).toThrow(/DESIGN_OUTSIDE/);
  });
});

/** Two fingers on a palm, 1 m wide each, 3 m high, with a gap between them. */
function hand(gap: number): { positions: number[]; triangles: number[] } {
  const outline = [
      [0, 0],
      [2 + gap, 0],
      [2 + gap, 3],
      [1 + gap, 3],
      [1 + gap, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ] as const,
    caps = [
      [0, 1, 4],
      [0, 4, 5],
      [0, 5, 7],
      [5, 6, 7],
      [1, 2, 4],
      [2, 3, 4],
    ],
    n = outline.length,
    positions = [0, 1].flatMap((y) => outline.flatMap(([x, z]) => [x, y, z])),
    triangles = caps.flatMap(([a, b, c]) => [a!, b!, c!, n + a!, n + c!, n + b!]);
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    triangles.push(k, n + k, next, next, n + k, n + next);
  }
  return { positions, triangles };
}
