// V46: frames at random times cover every time three times or more, and quadratic motions come out exactly. [card §19, V46; AW09 eq. 80]

import { TimeFrames } from '../../src/design/time-frames.ts';
import { randomUnit } from '../../src/random/random.ts';
import { atLeast, type Check, defineCase, within } from '../case.ts';

export const v46 = defineCase({
  number: 46,
  title: 'Frames in time',
  proves: 'The rule for supports in time leaves no gap, whatever the frames.',
  parameters: {
    sets: { value: 200, meaning: 'random sets of frames' },
    most: { value: 15, meaning: 'frames of a set at most; 3 at least' },
    places: { value: 100, meaning: 'times at which is looked' },
    support: { value: 1, meaning: 'factor of the supports; the rule is for 1' },
  },
  async run({ sets, most, places, support }): Promise<Check[]> {
    let fewest = Infinity,
      value = 0,
      slope = 0,
      curvature = 0;
    for (let n = 0; n < sets; n++) {
      const count = 3 + Math.floor((most - 2) * randomUnit(1, n, 0)),
        times = Array.from({ length: count }, (_, k) => randomUnit(2, n, k)).sort((a, b) => a - b),
        frames = new TimeFrames(times, support),
        f = (t: number) => 0.3 - 0.7 * t + 1.1 * t * t,
        [begin, end] = [times[0]!, times.at(-1)!];
      for (let k = 0; k <= places; k++) {
        const time = Math.min(begin + ((end - begin) * k) / places, end),
          row = frames.at(time),
          sum = (factors: Float64Array) => row.frames.reduce((total, j, m) => total + factors[m]! * f(times[j]!), 0);
        fewest = Math.min(fewest, row.frames.length);
        value = Math.max(value, Math.abs(sum(row.values) - f(time)));
        slope = Math.max(slope, Math.abs(sum(row.slopes) - (2.2 * time - 0.7)) * (end - begin));
        curvature = Math.max(curvature, Math.abs(sum(row.curvatures) - 2.2) * (end - begin) * (end - begin));
      }
    }
    return [
      atLeast('frames that cover a time', fewest, 3),
      within('error of quadratics', value, 0, 1e-10),
      within('error of their first derivative, times the duration', slope, 0, 1e-8),
      within('error of their second derivative, times its square', curvature, 0, 1e-6),
    ];
  },
});
