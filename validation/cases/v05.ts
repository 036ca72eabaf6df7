// V5: without viscosity a sound wave keeps its energy; the scheme that takes every rate from the old state would not.
// [card §6, V5; X6]

import { cubicLattice, stateOf } from '../../test/reference/arrangements.ts';
import { energy, material, rates, type State } from '../../test/reference/sph.ts';
import { atLeast, type Check, defineCase, within } from '../case.ts';
import { energyOf, simulate } from '../simulate.ts';
import { courantStep, standingWave, WAVE_SMOOTHING_LENGTH, type Wave } from '../standing-wave.ts';

export const v05 = defineCase({
  number: 5,
  title: 'Conservation of energy',
  proves: 'Time stepping neither feeds nor damps a wave over five periods. Plain Euler would multiply its energy.',
  parameters: {
    box: { value: [24, 8], meaning: 'particles along and across the periodic box, 1 m apart' },
    stiffness: { value: 100, meaning: 'k = c², m²/s²' },
    amplitude: { value: 0.01, meaning: 'largest speed at the start, m/s; small, so that the wave is linear' },
    courant: { value: 0.3, meaning: 'λ₁' },
    duration: { value: 12, meaning: 's' },
  },
  async run({ duration, ...wave }): Promise<Check[]> {
    const scene = standingWave(wave),
      energies: number[] = [];
    await simulate(scene, Math.round(duration * scene.frameRate!), (world) => energies.push(energyOf(world)));
    return [
      within('E/E₀', energies.at(-1)! / energies[0]!, 1, 0.03),
      atLeast('E/E₀ with Euler steps', eulerGain(wave, duration), 5),
    ];
  },
});

/** E/E₀ of the same wave with x, v and ρ advanced by the rates of the old state. */
function eulerGain(wave: Wave, duration: number): number {
  const [length, width, depth = 1] = wave.box as [number, number, number?];
  const jelly = [material({ stiffness: wave.stiffness })];
  const s = stateOf({
    dimension: wave.box.length === 3 ? 3 : 2,
    positions: cubicLattice([length, width, depth], 1),
    period: [length, width, wave.box.length === 3 ? depth : 0],
    mass: 1000,
    density: 1000,
    smoothingLength: WAVE_SMOOTHING_LENGTH,
    velocity: ([x]) => [wave.amplitude * Math.sin((2 * Math.PI * x) / length), 0, 0],
  });
  const dt = courantStep(wave),
    before = energy(s, jelly);
  for (let step = 0; step < Math.round(duration / dt); step++) eulerStep(s, rates(s, jelly), dt);
  return energy(s, jelly) / before;
}

function eulerStep(s: State, { acceleration, densityRate }: ReturnType<typeof rates>, dt: number): void {
  acceleration.forEach((a, c) => {
    s.position[c]! += dt * s.velocity[c]!;
    s.velocity[c]! += dt * a;
  });
  densityRate.forEach((rate, i) => {
    s.density[i]! += dt * rate;
  });
}
