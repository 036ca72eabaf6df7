// V47: what two globules do to each other: rest distance, largest attraction, energy of a bond, stiffness. [card §11, V47; MP89 eq. 2-3]

import { type SceneInput, World } from '../../src/index.ts';
import { type Bond, bondEnergy, bondForce } from '../../src/substances/globules/pair-law.ts';
import { globuleParameters } from '../../src/substances/globules/parameters.ts';
import { type Check, defineCase, within } from '../case.ts';

export const v47 = defineCase({
  number: 47,
  title: 'Pair of globules',
  proves:
    'Bonds have the rest distance, the strength, the energy and the stiffness of the formula, in the pass and in the ledger.',
  remark: 'Units of b₁ = r₀ = 1. The pass computes in single precision.',
  parameters: {
    range: { value: 2, meaning: 'c_r; the references are for 2' },
    step: { value: 1e-4, meaning: 'of the differences that give the stiffness, over r₀' },
  },
  async run({ range, step }): Promise<Check[]> {
    const bond: Bond = { restDistance: 1, strength: 1, range, repulsionExponent: 5, attractionExponent: 3 },
      F = (D: number) => bondForce(bond, D),
      nearest = minimize(F, 1, range);
    const pass = (D: number) => pairOf(D, range);
    return [
      within('F(r₀)', F(1), 0, 1e-6),
      within('distance of the largest attraction', nearest, Math.sqrt(1.6), 1e-6),
      within('largest attraction', F(nearest), -9 / 64, 1e-6),
      within('energy of a bond', bondEnergy(bond, 1, Math.log), -1 / 12, 1e-6),
      within('stiffness at rest', (F(1 - step) - F(1 + step)) / (2 * step), 1.5, 1e-6),
      within('pass: F(r₀)', (await pass(1)).force, 0, 1e-6),
      within('pass: F(√1.6 r₀)', (await pass(Math.sqrt(1.6))).force, -9 / 64, 1e-6),
      within('pass: F(2 r₀)', (await pass(2)).force, 0, 1e-6),
      within('ledger: energy of a bond', (await pass(1)).energy, -1 / 12, 1e-6),
    ];
  },
});

/** Where a function with one minimum between two points has it: by golden sections. */
function minimize(f: (x: number) => number, low: number, high: number): number {
  const part = (Math.sqrt(5) - 1) / 2;
  for (let round = 0; round < 100; round++) {
    const a = high - part * (high - low),
      b = low + part * (high - low);
    if (f(a) < f(b)) high = b;
    else low = a;
  }
  return low;
}

/** Force (N, positive if they repel) and energy (J) of two globules at a distance D (m) in a world; b₁ = r₀ = 1. */
async function pairOf(D: number, range: number): Promise<{ force: number; energy: number }> {
  const a = { model: 'globules', kind: 'solid', range, restDensity: 1, stiffness: 1, damping: 0 } as const,
    time = 1 / 1024;
  const scene: SceneInput = {
    gravity: [0, 0, 0],
    frameRate: 1 / time,
    substances: { a },
    bodies: [
      {
        substance: 'a',
        spacing: globuleParameters('a', a, 3).restSpacing[3], // r₀ = 1
        shape: {
          points: {
            positions: [
              [0, 0, 0],
              [D, 0, 0],
            ],
          },
        },
      },
    ],
  };
  const world = await World.create(scene, { threads: 1 });
  try {
    const energy = world.ledger().internalEnergy;
    world.advance(); // one step, and the first kick goes to its middle: v = ½ a dt
    const { velocity, mass } = world.fields;
    return { force: (2 * velocity[3]! * mass[1]!) / time, energy };
  } finally {
    world.dispose();
  }
}
