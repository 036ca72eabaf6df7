// V28: heat through two materials in a row. [card §10, V28]

import { atMost, type Check, defineCase, within } from '../case.ts';
import { layersOf, runBar } from '../heat-bar.ts';

export const v28 = defineCase({
  number: 28,
  title: 'Two materials',
  proves:
    'Between ends held at 1 and 0, the temperature in each material falls as the harmonic mean of the conductivities predicts.',
  remark:
    'The ends are held from the center of the last layer outward. Heat capacities give both materials the same diffusivity. They affect how soon the profile is reached, but not the profile.',
  parameters: {
    across: { value: 40, meaning: 'particles along the bar of 1 m' },
    ratio: { value: 10, meaning: 'conductivity of the second half over that of the first' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    time: { value: 0.8, meaning: 's, for a diffusivity of 1 m²/s' },
  },
  resolution: { parameter: 'across', values: [20, 40, 80], label: 'along the bar' },
  async run({ across, ratio, smoothing, time }): Promise<Check[]> {
    const held = Math.ceil(2 * smoothing),
      edge = 0.5 / across,
      between = 1 / (1 + ratio);
    const exact = (x: number): number =>
      x < 0.5 ? 1 - ((1 - between) * (x + edge)) / (0.5 + edge) : (between * (1 + edge - x)) / (0.5 + edge);
    let middle = 0,
      square = 0;
    const bar = {
      ...{ across, smoothing, held },
      temperatureAt: (x: number) => Math.min(Math.max(1 - x, 0), 1),
      conductivityAt: (x: number) => (x < 0.5 ? 1 : ratio),
    };
    await runBar(bar, time, 1, (world) => {
      const layers = layersOf(world, across).filter(({ x }) => x > 0 && x < 1);
      const right = layers.findIndex(({ x }) => x > 0.5);
      middle = (layers[right - 1]!.T + ratio * layers[right]!.T) / (1 + ratio); // what lets the same heat in and out
      square = layers.reduce((sum, { x, T }) => sum + (T - exact(x)) ** 2, 0) / layers.length;
    });
    return [
      within('temperature between the materials', middle, between, 0.02),
      atMost('root mean square error', Math.sqrt(square), 0, 0.02),
    ];
  },
});
