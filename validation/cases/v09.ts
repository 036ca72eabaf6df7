// V9: a split keeps mass, center of mass, momentum, angular momentum, kinetic energy and volume. [card §5, V9; DC99 §4.1]

import { type Child, type Splitting, splitParticle } from '../../src/particles/split.ts';
import { randomPoints, randomStream } from '../../test/reference/arrangements.ts';
import { atMost, type Check, defineCase } from '../case.ts';

/** A parent, its velocity, and the seven. */
interface Sample {
  readonly parent: Splitting;
  readonly velocity: readonly number[];
  readonly children: readonly Child[];
}

export const v09 = defineCase({
  number: 9,
  title: 'Split',
  proves: 'Together, the seven children of a particle have what the particle had, in 2D and 3D; mass to the last bit.',
  parameters: {
    splits: { value: 200, meaning: 'random particles that are split' },
    gradient: { value: 400, meaning: 'largest slope of the density, kg/m⁴' },
    seed: { value: 1, meaning: 'of the random particles' },
  },
  async run({ splits, gradient, seed }): Promise<Check[]> {
    const random = randomStream(seed);
    const samples = Array.from({ length: splits }, (_, id) => sampleOf(id, gradient, random));
    const worst = (error: (sample: Sample) => number) => Math.max(...samples.map(error));
    return [
      atMost('mass', worst(massError), 0),
      atMost('center of mass', worst(placeError), 0, 1e-12),
      atMost('momentum', worst(momentumError), 0, 1e-12),
      atMost('angular momentum', worst(spinError), 0, 1e-12),
      atMost('kinetic energy', worst(energyError), 0, 1e-12),
      atMost('volume', worst(volumeError), 0, 1e-12),
    ];
  },
});

function sampleOf(id: number, gradient: number, random: () => number): Sample {
  const dimension = id % 2 === 0 ? 3 : 2;
  const vector = () => randomPoints(1, dimension, () => 2 * random() - 1)[0]!;
  const density = 900 + 200 * random();
  const parent: Splitting = {
    dimension,
    id,
    position: vector(),
    mass: 0.001 + random(),
    density,
    gradient: vector().map((c) => gradient * c),
    densityMin: density - 30 * random(),
    densityMax: density + 30 * random(),
    neighbors: randomPoints(20, dimension, random).flat(),
  };
  return { parent, velocity: vector(), children: splitParticle(parent) };
}

const sum = (children: readonly Child[], f: (c: Child) => number): number =>
  children.reduce((total, c) => total + c.mass * f(c), 0);
const size = (v: ArrayLike<number>): number => Math.hypot(v[0]!, v[1]!, v[2]!);
const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

const massError = ({ parent, children }: Sample): number => Math.abs(sum(children, () => 1) - parent.mass);

function placeError({ parent, children }: Sample): number {
  const mean = [sum(children, (c) => c.x), sum(children, (c) => c.y), sum(children, (c) => c.z)];
  return size(mean.map((c, k) => c / parent.mass - parent.position[k]!));
}

function momentumError({ parent, velocity, children }: Sample): number {
  const momentum = velocity.map((v) => sum(children, () => v));
  return size(momentum.map((p, k) => p - parent.mass * velocity[k]!)) / (parent.mass * size(velocity));
}

function spinError({ parent, velocity, children }: Sample): number {
  const before = cross(parent.position, velocity);
  const after = [0, 1, 2].map((k) => sum(children, ({ x, y, z }) => cross([x, y, z], velocity)[k]!) / parent.mass);
  return size(after.map((c, k) => c - before[k]!)) / size(velocity);
}

function energyError({ parent, velocity, children }: Sample): number {
  const square = size(velocity) ** 2;
  return Math.abs(sum(children, () => square) / (parent.mass * square) - 1);
}

function volumeError({ parent, children }: Sample): number {
  return Math.abs(sum(children, (c) => 1 / c.density) / (parent.mass / parent.density) - 1);
}
