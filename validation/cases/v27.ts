// V27: a step of temperature becomes an error function. [card §10, V27]

import { atMost, type Check, defineCase } from '../case.ts';
import { erf } from '../error-function.ts';
import { layersOf, runBar } from '../heat-bar.ts';

export const v27 = defineCase({
  number: 27,
  title: 'Heat step',
  proves:
    'Two halves of different temperature exchange heat like an error function, and nothing becomes hotter or colder than before.',
  parameters: {
    across: { value: 60, meaning: 'particles along the bar of 1 m' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    time: { value: 0.005, meaning: 's, for a diffusivity of 1 m²/s' },
  },
  resolution: { parameter: 'across', values: [30, 60, 120], label: 'along the bar' },
  async run({ across, smoothing, time }): Promise<Check[]> {
    let largest = 0,
      hottest = 0,
      coldest = 1;
    await runBar({ across, smoothing, temperatureAt: (x) => (x < 0.5 ? 1 : 0) }, time, 2, (world) => {
      const { min, max } = world.ledger().temperature!;
      hottest = Math.max(hottest, max);
      coldest = Math.min(coldest, min);
      if (world.frame === 0) return;
      const exact = (x: number): number => (1 - erf((x - 0.5) / (2 * Math.sqrt(world.time)))) / 2;
      largest = Math.max(...layersOf(world, across).map(({ x, T }) => Math.abs(T - exact(x))));
    });
    return [
      atMost('largest error, of the step', largest, 0, 0.01),
      atMost('hottest, K', hottest, 1),
      atMost('coldest below the start, K', -coldest, 0),
    ];
  },
});
