// V54: a stiff block that spins freely goes on spinning. [card §9, V54; X52]

import type { SceneInput } from '../../src/index.ts';
import { type Check, type Curve, defineCase, withinPart } from '../case.ts';
import { METHOD, type Method, method } from '../liquid.ts';
import { simulate, type Vec3 } from '../simulate.ts';

export const v54 = defineCase({
  number: 54,
  title: 'Free rotation',
  proves: 'Stress vanishes where a body turns like a solid one, and the solve for the viscosity keeps its spin.',
  parameters: {
    dimension: { value: [2, 3], meaning: 'of space' },
    across: { value: 8, meaning: 'particles along an edge in 2D; in 3D three quarters of them' },
    edge: { value: 0.2, meaning: 'of the block, m' },
    stress: { value: 1500, meaning: 'yield stress and consistency, Pa and Pa·sⁿ' },
    J: { value: 150, meaning: 'jump number' },
    density: { value: 1600, meaning: 'ρ₀, kg/m³' },
    rate: { value: 1, meaning: 'turns per second' },
    turns: { value: 10, meaning: 'that are looked at' },
    soundSpeed: { value: 10, meaning: 'c over the speed of a corner' },
    ...METHOD,
  },
  resolution: { parameter: 'across', values: [8, 12, 16], label: 'across' },
  figures: {
    spin2: { title: 'Spin of a free block, 2D', x: 'turns', y: 'angular momentum / that at the start' },
    spin3: { title: 'Spin of a free block, 3D', x: 'turns', y: 'angular momentum / that at the start' },
  },
  async run({ dimension: dimensions, across, ...block }) {
    const checks: Check[] = [],
      curves: Curve[] = [];
    for (const dimension of dimensions) {
      const d = dimension === 3 ? 3 : 2,
        n = d === 3 ? Math.round(0.75 * across) : across,
        spins = await spin({ ...block, across: n, dimension: d }),
        worst = (of: (s: Spin) => number) => farthest(spins.map((s) => of(s) / of(spins[0]!)));
      checks.push(
        withinPart(
          `${d}D: angular momentum, farthest from its start`,
          worst(({ L }) => L),
          1,
          1e-3,
        ),
        withinPart(
          `${d}D: kinetic energy, farthest from its start`,
          worst(({ energy }) => energy),
          1,
          0.005,
        ),
        withinPart(
          `${d}D: radius of gyration, farthest from its start`,
          worst(({ radius }) => radius),
          1,
          0.005,
        ),
      );
      curves.push(
        { figure: `spin${d}`, kind: 'simulated', points: spins.map(({ turns, L }) => [turns, L / spins[0]!.L]) },
        { figure: `spin${d}`, kind: 'theory', name: 'free', points: spins.map(({ turns }) => [turns, 1]) },
      );
    }
    return { checks, curves };
  },
});

interface Block extends Method {
  readonly dimension: 2 | 3;
  readonly across: number;
  readonly edge: number;
  readonly stress: number;
  readonly J: number;
  readonly density: number;
  readonly rate: number;
  readonly turns: number;
  readonly soundSpeed: number;
}

interface Spin {
  readonly turns: number;
  readonly L: number;
  readonly energy: number;
  readonly radius: number;
}

/** Of numbers that should be 1 the one that is farthest off. */
function farthest(values: readonly number[]): number {
  return values.reduce((far, value) => (Math.abs(value - 1) > Math.abs(far - 1) ? value : far), 1);
}

async function spin(block: Block): Promise<Spin[]> {
  const { dimension, across, edge, stress, J, density, rate, turns, soundSpeed } = block,
    half = edge / 2,
    omega = 2 * Math.PI * rate,
    corner = (side: number): Vec3 => [side * half, side * half, dimension === 3 ? side * half : 0];
  const scene: SceneInput = {
    dimension,
    gravity: [0, 0, 0],
    frameRate: 10 * rate,
    substances: {
      clay: {
        restDensity: density,
        stiffness: (soundSpeed * omega * half * Math.SQRT2) ** 2,
        artificialViscosity: 0,
        jumpNumber: J,
        yieldStress: stress,
        consistency: stress,
        ...method(block),
      },
    },
    bodies: [
      {
        substance: 'clay',
        spacing: edge / across,
        lattice: 'cubic',
        shape: { box: { min: corner(-1), max: corner(1) } },
        angularVelocity: [0, 0, omega],
      },
    ],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  const spins: Spin[] = [];
  await simulate(scene, Math.round(10 * turns), (world) => {
    const { angularMomentum, kineticEnergy } = world.ledger(),
      { position, count } = world.fields;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += position[3 * i]! ** 2 + position[3 * i + 1]! ** 2;
    spins.push({
      turns: world.time * rate,
      L: angularMomentum[2],
      energy: kineticEnergy,
      radius: Math.sqrt(sum / count),
    });
  });
  return spins;
}
