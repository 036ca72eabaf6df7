// V11: a merge keeps mass, momentum and volume, and says what it loses. [card §5, V11; DC99 §4.2]

import { mergeParticles } from '../../src/adaptivity/merge.ts';
import { randomPoints, randomStream } from '../../test/reference/arrangements.ts';
import { atLeast, atMost, type Check, defineCase } from '../case.ts';

export const v11 = defineCase({
  number: 11,
  title: 'Merge',
  proves:
    'One particle has the mass, momentum and volume of those it replaces; energy and angular momentum are lower by what is reported.',
  parameters: {
    members: { value: 13, meaning: 'random particles that become one' },
    merges: { value: 100, meaning: 'clusters' },
    seed: { value: 1, meaning: 'of the random particles' },
  },
  async run({ members, merges, seed }): Promise<Check[]> {
    const random = randomStream(seed);
    const errors = Array.from({ length: merges }, () => errorsOf(members, random));
    const worst = (k: number) => Math.max(...errors.map((e) => e[k]!));
    return [
      atMost('mass', worst(0), 0, 1e-12),
      atMost('momentum', worst(1), 0, 1e-12),
      atMost('volume', worst(2), 0, 1e-12),
      atMost('energy with the loss', worst(3), 0, 1e-12),
      atMost('angular momentum with the loss', worst(4), 0, 1e-12),
      atLeast('energy lost', Math.min(...errors.map((e) => e[5]!)), 0.1),
    ];
  },
});

type Vector = readonly number[];
const dot = (a: Vector, b: Vector): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const cross = (a: Vector, b: Vector): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

/** Relative errors of one merge, and the part of the kinetic energy that it loses. */
function errorsOf(n: number, random: () => number): number[] {
  const x = randomPoints(n, 3, () => 2 * random() - 1);
  const v = randomPoints(n, 3, () => 2 * random() - 1);
  const m = Array.from({ length: n }, () => 0.5 + random());
  const rho = Array.from({ length: n }, () => 900 + 200 * random());
  const sum = (f: (i: number) => number) => m.reduce((total, mass, i) => total + mass * f(i), 0);
  const indices = m.map((_, i) => i);
  const one = mergeParticles({
    dimension: 3,
    position: x.flat(),
    velocity: v.flat(),
    mass: m,
    density: rho,
    indices,
    count: n,
  });
  const M = sum(() => 1);
  const [place, speed] = [
    [one.x, one.y, one.z],
    [one.vx, one.vy, one.vz],
  ];
  const energy = sum((i) => dot(v[i]!, v[i]!) / 2);
  const spin = [0, 1, 2].map((k) => sum((i) => cross(x[i]!, v[i]!)[k]!));
  const whole = cross(place, speed).map((c, k) => one.mass * c + one.spin[k]!);
  return [
    Math.abs(one.mass / M - 1),
    Math.hypot(...speed.map((c, k) => one.mass * c - sum((i) => v[i]![k]!))) / M,
    Math.abs(one.mass / one.density / sum((i) => 1 / rho[i]!) - 1),
    Math.abs((one.mass * dot(speed, speed)) / 2 + one.kineticEnergy - energy) / energy,
    Math.hypot(...whole.map((c, k) => c - spin[k]!)) / M,
    one.kineticEnergy / energy,
  ];
}
