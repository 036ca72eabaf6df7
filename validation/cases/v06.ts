// V6: sound travels at c = √k, up to the error of the kernel sums on the lattice. [card §3, V6; DC99 eq. 5]

import { type Check, defineCase, withinPart } from '../case.ts';
import { simulate, zeroCrossings } from '../simulate.ts';
import { standingWave, type Wave, waveAmplitude } from '../standing-wave.ts';

export const v06 = defineCase({
  number: 6,
  title: 'Wave speed',
  proves: 'Pressure forces and density rate together carry sound at √k.',
  parameters: {
    box: { value: [48, 6, 6], meaning: 'particles along and across the periodic box in 3D, 1 m apart' },
    plane: { value: [24, 8], meaning: 'the same in 2D' },
    stiffness: { value: 100, meaning: 'k = c², m²/s²' },
    amplitude: { value: 0.01, meaning: 'largest speed at the start, m/s' },
    courant: { value: 0.3, meaning: 'λ₁' },
    periods: { value: 2, meaning: 'periods of the wave that are watched' },
  },
  async run({ box, plane, periods, ...medium }): Promise<Check[]> {
    const c = Math.sqrt(medium.stiffness);
    return [
      withinPart('c in 3D', await waveSpeed({ ...medium, box }, periods), c, 0.05),
      withinPart('c in 2D', await waveSpeed({ ...medium, box: plane }, periods), c, 0.08),
    ];
  },
});

/** Length of the wave over its period, which is twice the time between zeros of its amplitude, m/s. */
async function waveSpeed(wave: Wave, periods: number): Promise<number> {
  const scene = standingWave(wave),
    length = wave.box[0]!,
    expected = length / Math.sqrt(wave.stiffness);
  const history: [number, number][] = [];
  await simulate(scene, Math.ceil((periods + 0.5) * expected * scene.frameRate!), (world) =>
    history.push([world.time, waveAmplitude(world, length)]),
  );
  const zeros = zeroCrossings(history);
  return (length * (zeros.length - 1)) / (2 * (zeros.at(-1)! - zeros[0]!));
}
