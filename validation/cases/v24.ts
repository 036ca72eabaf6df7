// V24: XSPH changes no momentum; stored in the velocities it is a viscosity of its own. [card §9, V24; PV09 eq. 11, X19]

import { World } from '../../src/index.ts';
import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { shearWaveScene, waveViscosity } from '../shear-wave.ts';

export const v24 = defineCase({
  number: 24,
  title: 'XSPH',
  proves: 'XSPH conserves momentum. Used for transport only, it does not change the viscosity.',
  parameters: {
    epsilon: { value: 0.5, meaning: 'ε' },
    edge: { value: 24, meaning: 'particles along an edge of the periodic square' },
    smoothing: { value: 1.3, meaning: 'h over the spacing; the reference is for 1.3' },
    step: { value: 1e-3, meaning: 's' },
  },
  async run({ epsilon, edge, smoothing, step }): Promise<Check[]> {
    const h = smoothing / edge,
      stored = 0.147 * epsilon * ((h * h) / step);
    const wave = { edge, smoothing, frame: step, frames: 20, solver: 'implicit' } as const;
    // In a world that flows and in one that does not.
    const substances = { flow: { viscosity: 1e-12 }, plain: {} };
    const checks: Check[] = [];
    for (const [name, substance] of Object.entries(substances)) {
      const nu = await waveViscosity({ ...wave, substance: { ...substance, xsph: epsilon, xsphStored: true } });
      const moved = await waveViscosity({ ...wave, substance: { ...substance, xsph: epsilon } });
      checks.push(
        withinPart(`${name}: viscosity if stored, m²/s`, nu, stored, 0.05),
        atMost(`${name}: viscosity for transport only, over that`, Math.abs(moved) / stored, 0, 1e-3),
      );
    }
    checks.push(
      atMost(
        'ΔP over Σ m|v|',
        await momentumChange({ ...wave, substance: { xsph: epsilon, xsphStored: true } }),
        0,
        1e-12,
      ),
    );
    return checks;
  },
});

/** Of particles with velocities that differ from one to the next. */
async function momentumChange(wave: Parameters<typeof shearWaveScene>[0]): Promise<number> {
  const scene = shearWaveScene(wave),
    world = await World.create({
      ...scene,
      bodies: [{ ...scene.bodies![0]!, angularVelocity: [0, 0, 3], jitter: 0.2 }],
    });
  try {
    const before = world.ledger().momentum;
    for (let k = 0; k < 10; k++) world.advance();
    return Math.hypot(...world.ledger().momentum.map((p, a) => p - before[a]!)) / sumOfMomenta(world);
  } finally {
    world.dispose();
  }
}

function sumOfMomenta({ fields: { velocity, mass, count } }: World): number {
  let sum = 0;
  for (let c = 0; c < 3 * count; c++) sum += mass[Math.floor(c / 3)]! * Math.abs(velocity[c]!);
  return sum;
}
