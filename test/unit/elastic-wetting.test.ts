// What liquids and solids do to each other, against plain sums in double precision. [ADR 39]

import { describe, expect, test } from 'vitest';
import { substanceRow } from '../../src/engine/engine.ts';
import type { SceneInput } from '../../src/index.ts';
import * as at from '../../src/wasm/layout.ts';
import { Dice } from '../helpers/dice.ts';
import { either } from '../helpers/elastic-shapes.ts';
import { byId } from '../helpers/engine.ts';
import { inside, withWorld } from '../helpers/worlds.ts';
import { slopeW, W } from '../reference/kernels.ts';

type Vec3 = [number, number, number];
type Density = 'summation' | 'continuity';

const SPACING = 0.1;
const LIQUID = { restDensity: 1000, stiffness: 100, artificialViscosity: 0.4, quadraticViscosity: 0.7 };

/** A block of a solid and a tight block of liquid on top of it, all in motion; nobody is near enough for a contact. */
function scene(dimension: 2 | 3, density: Density, adhesion: number): SceneInput {
  const dice = new Dice(7),
    solid: Vec3[] = [],
    liquid: Vec3[] = [],
    velocities: Vec3[] = [];
  const depth = dimension === 3 ? 4 : 1;
  for (let k = 0; k < depth; k++)
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 4; i++) {
        const z = dimension === 3 ? k * SPACING : 0;
        solid.push([i * SPACING, -j * SPACING, z]);
        const place = [i, j, k].map((n) => SPACING * (0.93 * n + 0.02 * either(dice)));
        liquid.push([place[0]!, SPACING * 1.05 + place[1]!, dimension === 3 ? place[2]! : 0]);
        velocities.push([either(dice), either(dice), dimension === 3 ? either(dice) : 0]);
      }
  return {
    dimension,
    gravity: [0.5, -9.81, 0],
    substances: {
      liquid: { ...LIQUID, density, negativePressure: 0.3 },
      soft: { model: 'elastic', restDensity: 600, adhesion },
    },
    bodies: [
      { substance: 'liquid', spacing: SPACING, shape: { points: { positions: liquid, velocities } } },
      { substance: 'soft', spacing: SPACING, lattice: 'cubic', shape: { points: { positions: solid } } },
    ],
  };
}

describe.each([2, 3] as const)('in %d D', (dimension) => {
  test.each([
    ['summation', 0],
    ['continuity', 0],
    ['summation', 300],
  ] as const)('density, its rate and forces: %s, adhesion %d Pa', (density, adhesion) =>
    withWorld(scene(dimension, density, adhesion), (world) => {
      const simulation = inside(world),
        { set } = simulation;
      if (density === 'continuity')
        set.f64('density').forEach((rho, i, all) => {
          if (set.u32('substance')[i] === 0) all[i] = rho * (1.02 + 0.001 * (i % 7));
        });
      simulation.evaluate();
      const [x, v, m, h, rho, rate, a] = [
          'position',
          'velocity',
          'mass',
          'smoothingLength',
          'density',
          'densityRate',
          'acceleration',
        ].map((name) => byId(set, name)) as Float64Array[],
        count = m!.length / 2,
        row = substanceRow(0),
        [s, G] = [set.shared.real(row + at.SUB_SUM_SCALE), set.shared.real(row + at.SUB_GRADIENT_SCALE)],
        { restDensity: rho0, stiffness: k } = LIQUID,
        g = [0.5, -9.81, 0];
      const pair = (i: number, j: number) => {
        const d = [0, 1, 2].map((c) => x![3 * i + c]! - x![3 * j + c]!),
          u = [0, 1, 2].map((c) => v![3 * i + c]! - v![3 * j + c]!),
          r = Math.hypot(...d);
        return { d, r, vx: d[0]! * u[0]! + d[1]! * u[1]! + d[2]! * u[2]! };
      };
      const volume = (i: number) => m![i]! / (i < count ? rho0 : 600),
        onSolid = new Float64Array(3 * count);
      for (let i = 0; i < count; i++) {
        const R = 2 * h![i]!;
        let [sum, div] = [volume(i) * W('dc', dimension, 0, R), 0];
        for (let j = 0; j < 2 * count; j++) {
          if (j === i) continue;
          const { r, vx } = pair(i, j);
          sum += volume(j) * W('dc', dimension, r, R);
          div += (volume(j) * slopeW('dc', dimension, r, R) * vx) / r;
        }
        if (density === 'summation') expect(rho![i]! / (s * rho0 * sum)).toBeCloseTo(1, 5);
        else expect(rate![i]! / (G * rho0 * div)).toBeCloseTo(1, 3);

        const P = G * Math.max(k * (rho![i]! - rho0), 0.3 * k * (rho![i]! - rho0)),
          N = rho![i]! / rho0;
        for (let j = count; j < 2 * count; j++) {
          const { d, r, vx } = pair(i, j),
            deeper = -G * rho0 * (g[0]! * d[0]! + g[1]! * d[1]!),
            felt = P / (N * N),
            there =
              felt > 0 ? Math.min(Math.max(felt + deeper, 0), 2 * felt) : Math.max(felt, Math.min(0, felt + deeper)),
            mu = (h![i]! * Math.min(vx, 0)) / (r * r + 0.01 * h![i]! ** 2),
            { artificialViscosity: eta, quadraticViscosity: beta } = LIQUID,
            viscous = (rho0 * (-eta * Math.sqrt(k) * mu + beta * mu * mu)) / N,
            f = (volume(i) * volume(j) * (felt + there + viscous - 2 * adhesion) * slopeW('dc', dimension, r, R)) / r;
          for (let c = 0; c < 3; c++) onSolid[3 * (j - count) + c]! += f * d[c]!;
        }
      }
      const largest = Math.max(...onSolid.map(Math.abs));
      expect(largest).toBeGreaterThan(10);
      const total = [0, 0, 0];
      for (let i = 0; i < 2 * count; i++)
        for (let c = 0; c < 3; c++) {
          const force = m![i]! * (a![3 * i + c]! - g[c]!);
          total[c]! += force;
          if (i >= count) expect(Math.abs(force - onSolid[3 * (i - count) + c]!)).toBeLessThan(1e-4 * largest);
        }
      for (const sum of total) expect(Math.abs(sum)).toBeLessThan(1e-9 * largest);
    }),
  );
});
