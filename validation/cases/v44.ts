// V44: the reference set of shape design: a bar that is stretched, bent, twisted and shifted. [card §18, V44; AW09 eq. 74-78]

import { couplings } from '../../src/design/couplings.ts';
import { EnvelopeMatrix } from '../../src/design/envelope.ts';
import { levenbergMarquardt } from '../../src/design/levenberg-marquardt.ts';
import { ShapeEnergy } from '../../src/design/shape-energy.ts';
import { ShapeField } from '../../src/design/shape-field.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';
import { atMost, type Check, defineCase, within, withinPart } from '../case.ts';

type Place = readonly [number, number, number];

/** Where the last layer goes, and for λ3 = 0, 5, 30 the energy and the mean det F. */
const SET: Readonly<Record<string, { to: (x: Place) => Place; found: readonly (readonly [number, number])[] }>> = {
  stretch: {
    to: ([x, y, z]) => [x, y, z + 0.75],
    found: [
      [62.6869, 1.344],
      [70.2595, 1.07],
      [71.8996, 1.014],
    ],
  },
  bend: {
    to: ([x, y, z]) => [z - 1.5 + 1.1, y, 0.25 - x + 1],
    found: [
      [7.89386, 0.933],
      [11.56717, 0.968],
      [13.24983, 0.992],
    ],
  },
  twist: {
    to: ([x, y, z]) => [0.5 - y, x, z],
    found: [
      [8.97335, 0.933],
      [9.53197, 0.98],
      [9.72631, 0.996],
    ],
  },
  shift: {
    to: ([x, y, z]) => [x + 0.6, y, z + 0.3],
    found: [
      [19.3488, 1.179],
      [21.90293, 1.041],
      [22.52772, 1.009],
    ],
  },
};

export const v44 = defineCase({
  number: 44,
  title: 'Shapes that handles pull',
  proves: 'Handles, rigidity and volume balance as in an independent program, and the solver gets there.',
  parameters: {
    support: { value: 0.55, meaning: 'support radius, m; the references are for 0.55' },
    iterations: { value: 60, meaning: 'steps of the solver at most' },
    volumes: { value: [0, 5, 30], meaning: 'λ3' },
  },
  async run({ support, iterations, volumes }): Promise<Check[]> {
    const checks: Check[] = [],
      field = barOf(support);
    let most = 0;
    for (const [name, { to, found }] of Object.entries(SET)) {
      found.forEach(([energy, det], n) => {
        const result = solve(field, to, volumes[n] ?? 0, iterations);
        most = Math.max(most, result.steps);
        checks.push(withinPart(`${name}, λ3 = ${volumes[n]}: energy`, result.energy, energy, 0.001));
        checks.push(within(`${name}, λ3 = ${volumes[n]}: mean det F`, result.det, det, 0.005));
      });
    }
    return [...checks, atMost('steps to within 0.1 % of the end', most, 60)];
  },
});

function barOf(support: number): ShapeField {
  const positions: number[] = [];
  for (let k = 0; k < 7; k++) {
    for (let j = 0; j < 3; j++) for (let i = 0; i < 3; i++) positions.push(0.25 * i, 0.25 * j, 0.25 * k);
  }
  return new ShapeField(new MlsApproximation({ dimension: 3, positions, supportRadius: support }));
}

function solve(field: ShapeField, to: (x: Place) => Place, volume: number, iterations: number) {
  const points: number[] = [],
    displacements: number[] = [];
  for (let i = 0; i < field.count; i++) {
    const x = Array.from(field.positions.subarray(3 * i, 3 * i + 3)) as unknown as Place;
    if (x[2] !== 0 && x[2] !== 1.5) continue;
    const goal = x[2] === 0 ? x : to(x);
    points.push(...x);
    displacements.push(...goal.map((c, a) => c - x[a]!));
  }
  const targets = {
      rows: field.rowsAt(points),
      displacements: Float64Array.from(displacements),
      weights: new Float64Array(points.length / 3).fill(100),
    },
    every = (weight: number) => new Float64Array(field.count).fill(weight),
    energy = new ShapeEnergy(field, targets, every(1), every(volume)),
    matrix = EnvelopeMatrix.ofGraph(couplings(field, targets)),
    u = new Float64Array(energy.size),
    energies: number[] = [],
    search = levenbergMarquardt(energy, matrix, u, { iterations, tolerance: 1e-8, floor: 0 });
  let step = search.next();
  for (; !step.done; step = search.next()) energies[step.value.iterations] = step.value.energy;
  const { energy: last } = step.value;
  return {
    energy: last,
    steps: energies.findIndex((E) => E <= 1.001 * last),
    det: energy.determinants(u).reduce((a, b) => a + b, 0) / field.count,
  };
}
