// V34: moving least squares reproduce polynomials up to their order, and their derivatives are those of their values. [card §13, V34; AW09 §3]

import { MlsApproximation, type Order, type SampleDimension, type Samples } from '../../src/meshless/index.ts';
import { randomSigned, randomUnit } from '../../src/random/random.ts';
import { type Check, defineCase, within } from '../case.ts';

export const v34 = defineCase({
  number: 34,
  title: 'Consistency of moving least squares',
  proves: 'Polynomials of order 0, 1 and 2 come out exactly at any place among uneven points, in 1D, 2D and 3D.',
  parameters: {
    across: { value: 7, meaning: 'points along each edge of the unit cube' },
    jitter: { value: 0.3, meaning: 'by which they are moved at most, over their spacing' },
    support: { value: 2.6, meaning: 'support radius over spacing' },
    places: { value: 10, meaning: 'places at which is looked' },
    step: { value: 0.00001, meaning: 'of the finite differences, m' },
  },
  async run({ across, jitter, support, places, step }): Promise<Check[]> {
    let value = 0,
      slope = 0;
    for (const d of [1, 2, 3] as const) {
      const samples = cloud(d, across, jitter, support);
      for (const order of [0, 1, 2] as const) {
        const mls = new MlsApproximation(samples, { order }),
          exact = (x: ArrayLike<number>) => polynomial(order, d, x),
          values = Float64Array.from({ length: samples.positions.length / d }, (_, i) =>
            exact(Float64Array.from(samples.positions).subarray(d * i, d * i + d)),
          );
        for (let n = 0; n < places; n++) {
          const place = Float64Array.from({ length: d }, (_, a) => 0.2 + 0.6 * randomUnit(2, 0, 3 * n + a)),
            gradient = mls.gradient(values, place);
          value = Math.max(value, Math.abs(mls.value(values, place) - exact(place)));
          for (let a = 0; a < d; a++) {
            const moved = (by: number) => mls.value(values, place.with(a, place[a]! + by));
            slope = Math.max(slope, Math.abs(gradient[a]! - (moved(step) - moved(-step)) / (2 * step)));
          }
        }
      }
    }
    return [within('error of polynomials', value, 0, 1e-10), within('∇Φ beside differences, 1/m', slope, 0, 1e-6)];
  },
});

function cloud(d: SampleDimension, across: number, jitter: number, support: number): Samples {
  const positions = Float64Array.from({ length: d * across ** d }, (_, k) => {
    const cell = Math.floor(Math.floor(k / d) / across ** (k % d)) % across;
    return (cell + 0.5 + jitter * randomSigned(1, 0, k)) / across;
  });
  return { dimension: d, positions, supportRadius: support / across };
}

function polynomial(order: Order, d: SampleDimension, x: ArrayLike<number>): number {
  let sum = 1;
  for (let a = 0; a < d; a++) {
    if (order > 0) sum += (a + 0.5) * x[a]!;
    if (order > 1) for (let b = a; b < d; b++) sum += (b - a - 0.6) * x[a]! * x[b]!;
  }
  return sum;
}
