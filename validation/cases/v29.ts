// V29: how far a substance has melted behind a hot wall. [card §10, V29; PV09 fig. 4]

import { type Check, defineCase, withinPart } from '../case.ts';
import { inverseErf } from '../error-function.ts';
import { layersOf, runBar } from '../heat-bar.ts';
import { zeroCrossings } from '../simulate.ts';

export const v29 = defineCase({
  number: 29,
  title: 'Melting front',
  proves: 'Without latent heat the front of a melting substance is at x = 2s√(κt), erfc(s) = (T_m − T_0)/(T_s − T_0).',
  remark: 'x is measured from the center of the last layer that is held at T_s.',
  parameters: {
    across: { value: 80, meaning: 'particles along the bar of 1 m' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    melting: { value: 0.5, meaning: 'T_m, with T_s = 1 and T_0 = 0' },
    times: { value: [0.005, 0.01, 0.015, 0.02], meaning: 's, for a diffusivity of 1 m²/s; multiples of the first' },
  },
  resolution: { parameter: 'across', values: [40, 80, 160], label: 'along the bar' },
  async run({ across, smoothing, melting, times }): Promise<Check[]> {
    const speed = 2 * inverseErf(1 - melting),
      frame = times[0]!,
      frames = Math.round(Math.max(...times) / frame),
      wanted = times.map((time) => Math.round(time / frame)),
      checks: Check[] = [];
    await runBar(
      { across, smoothing, held: Math.ceil(2 * smoothing), temperatureAt: (x) => (x < 0 ? 1 : 0) },
      frames * frame,
      frames,
      (world) => {
        if (!wanted.includes(world.frame)) return;
        const front =
            zeroCrossings(layersOf(world, across).map(({ x, T }) => [x, T - melting] as const))[0] ?? Number.NaN,
          name = `front over √(κt) after ${world.frame * frame} s`;
        checks.push(withinPart(name, (front + 0.5 / across) / Math.sqrt(world.frame * frame), speed, 0.04));
      },
    );
    return checks;
  },
});
