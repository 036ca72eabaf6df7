// V26: a cosine of temperature fades at the rate of the heat equation. [card §10, V26; PV09 §2c]

import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { type Layer, layersOf, runBar } from '../heat-bar.ts';

export const v26 = defineCase({
  number: 26,
  title: 'Heat mode',
  proves: 'A cosine of temperature between insulated ends fades as exp(−π²κt), and no heat is lost.',
  remark: 'On a square lattice with h = 1.3 dx the sums conduct 2.3 % less than they should; h = 2 dx has 1 %.',
  parameters: {
    across: { value: 40, meaning: 'particles along the bar of 1 m' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    time: { value: 0.1, meaning: 's, for a diffusivity of 1 m²/s' },
    modes: { value: 1, meaning: 'half waves along the bar' },
  },
  resolution: { parameter: 'across', values: [20, 40, 80], label: 'along the bar' },
  async run({ across, smoothing, time, modes }): Promise<Check[]> {
    const amplitudes: number[] = [],
      heats: number[] = [],
      shape = (x: number): number => Math.cos(modes * Math.PI * x);
    await runBar({ across, smoothing, temperatureAt: (x) => 300 + 100 * shape(x) }, time, 2, (world) => {
      amplitudes.push(projection(layersOf(world, across), shape));
      heats.push(world.ledger().heat);
    });
    return [
      withinPart(
        'amplitude left',
        amplitudes.at(-1)! / amplitudes[0]!,
        Math.exp(-((modes * Math.PI) ** 2) * time),
        0.03,
      ),
      atMost('change of heat over heat', Math.abs(heats.at(-1)! / heats[0]! - 1), 0, 1e-12),
    ];
  },
});

/** How much of a shape is in the temperatures, K. */
function projection(layers: readonly Layer[], shape: (x: number) => number): number {
  const sum = layers.reduce((total, { x, T }) => total + T * shape(x), 0);
  return sum / layers.reduce((total, { x }) => total + shape(x) ** 2, 0);
}
