// Individual steps: the reference against what the card says of it, and the engine against the reference. [card §6]

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { MIXED_BLOCK, mixedBlock, mixedPoints } from '../../validation/mixed-block.ts';
import { copyState, stateOf } from '../reference/arrangements.ts';
import { type IndividualSettings, IndividualSteps } from '../reference/individual-steps.ts';
import { energy, material, momentum, rates, type State, stepPredictorVerlet } from '../reference/sph.ts';

type Block = Parameters<typeof mixedPoints>[0];
const BLOCK = Object.fromEntries(Object.entries(MIXED_BLOCK).map(([name, { value }]) => [name, value])) as Block;

/** The block of V13, or a part of it, for the reference. */
function stateOfBlock(block: Block): State {
  const { coarse, fine } = mixedPoints(block);
  const mass = (i: number) => ((1000 * block.spacing ** 3) / Math.SQRT2) * (i < coarse.length ? 1 : 1 / 7);
  return stateOf({
    positions: [...coarse, ...fine],
    mass,
    density: 1000 / block.squeeze ** 3,
    smoothingLength: (i) => 1.35 * Math.cbrt(mass(i) / 1000),
  });
}

const settings = (changes: Partial<IndividualSettings> = {}): IndividualSettings => ({
  materials: [material({ artificialViscosity: 0.1 })],
  frame: 0.001,
  ticks: 1 << 14,
  courant: 0.3,
  acceleration: 0.5,
  divergence: 0.005,
  ...changes,
});

const SMALL: Block = { ...BLOCK, edge: 3, splitLayers: 1 };
const difference = (a: Float64Array, b: Float64Array) => Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));

describe('the reference', () => {
  it('with one step for all is predictor velocity-Verlet', () => {
    const start = stateOfBlock(SMALL);
    const loose = settings({ frame: 0.0016, courant: 0.5, acceleration: 9, divergence: 9, shared: true });
    const steps = new IndividualSteps(start, loose);
    const plain = copyState(start);
    const level = Math.max(...steps.level);
    let now = rates(plain, loose.materials);
    for (let k = 0; k < 2 ** level; k++) now = stepPredictorVerlet(plain, now, 0.0016 / 2 ** level, loose.materials);
    steps.advanceFrame();
    expect(new Set(steps.level)).toEqual(new Set([level]));
    expect(level).toBeGreaterThan(0);
    expect(difference(steps.state.position, plain.position)).toBeLessThan(1e-14);
    expect(difference(steps.state.velocity, plain.velocity)).toBeLessThan(1e-11);
    expect(difference(steps.state.density, plain.density)).toBeLessThan(1e-9);
  });

  it('gives small particles shorter steps, of the same time as the long ones', () => {
    const start = stateOfBlock(SMALL);
    const loose = settings({ frame: 0.0016, acceleration: 9, divergence: 9 });
    const own = new IndividualSteps(start, loose);
    expect(own.level[0]).toBe(own.level.at(-1)! - 1); // one split level divides h by 1.9
    const one = new IndividualSteps(start, { ...loose, shared: true });
    own.advanceFrame();
    one.advanceFrame();
    expect(own.evaluations).toBeLessThan(0.95 * one.evaluations);
    expect(difference(own.state.position, one.state.position)).toBeLessThan(2e-5);
    expect(difference(own.state.velocity, one.state.velocity)).toBeLessThan(0.05);
  });

  it('is of second order', () => {
    const start = stateOfBlock(SMALL);
    const end = (courant: number) => {
      const changes = { materials: [material()], frame: 0.004, acceleration: 9, divergence: 9, courant };
      const steps = new IndividualSteps(start, settings(changes));
      steps.advanceFrame();
      return steps.state.velocity;
    };
    const exact = end(0.0125);
    const order = Math.log2(difference(end(0.2), exact) / difference(end(0.1), exact));
    expect(order).toBeGreaterThan(1.6);
  });

  it('lets steps grow by one level at most, and only where they fit', () => {
    const steps = new IndividualSteps(stateOfBlock(SMALL), settings({ frame: 0.01 }));
    let grown = 0;
    for (let k = 0; k < 300; k++) {
      const before = steps.level.slice();
      steps.advanceTick();
      steps.level.forEach((level, i) => {
        expect(level).toBeGreaterThanOrEqual(before[i]! - 1);
        expect(steps.tick % ((1 << 14) >> level) === 0 || level === before[i]!).toBe(true);
        if (level < before[i]!) grown++;
      });
    }
    expect(grown).toBeGreaterThan(20);
  });

  it('keeps neighbors within two levels and wakes those that are about to be hit', () => {
    // A small fast particle flies at three large ones at rest.
    const start = stateOf({
      positions: [
        [0, 0, 0],
        [0.1, 0, 0],
        [0.05, 0.09, 0],
        [-0.4, 0.02, 0],
      ],
      mass: (i) => (i < 3 ? 1 : 0.001),
      density: 1000,
      smoothingLength: (i) => (i < 3 ? 0.135 : 0.0135),
      velocity: (_, i) => (i < 3 ? [0, 0, 0] : [40, 0, 0]),
    });
    const slow = settings({ materials: [material({ stiffness: 1 })], frame: 0.08 });
    const steps = new IndividualSteps(start, slow);
    expect(steps.level[3]).toBeGreaterThan(steps.level[0]! + 3);
    let woken = 0;
    for (let k = 0; k < 60; k++) {
      const lagging = steps.near(3).some((j) => steps.level[j]! < steps.level[3]! - 2);
      steps.advanceTick();
      const still = steps.near(3).some((j) => steps.level[j]! < steps.level[3]! - 2);
      if (lagging) woken++;
      expect(lagging && still).toBe(false); // whoever lags is woken for the next tick
    }
    expect(woken).toBeGreaterThan(0);
  });

  it('loses the energy of V13 as one step does, and little momentum', () => {
    const materials = [material({ artificialViscosity: 1 })];
    const start = stateOfBlock({ ...BLOCK, edge: 4, splitLayers: 1 });
    const all = settings({ materials, frame: 0.01 });
    const own = new IndividualSteps(start, all);
    const one = new IndividualSteps(start, { ...all, shared: true });
    own.advanceFrame();
    one.advanceFrame();
    const ratio = energy(own.state, materials) / energy(one.state, materials);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
    expect(Math.hypot(...momentum(one.state))).toBeLessThan(1e-12);
    expect(Math.hypot(...momentum(own.state))).toBeLessThan(0.05);
    expect(Math.hypot(...momentum(own.state))).toBeGreaterThan(1e-6);
  });
});

describe('the engine', () => {
  it.each([
    ['individual', true],
    ['shared', false],
  ])('follows the reference with %s steps', async (_, individual) => {
    // So little viscosity is the same for all sizes. A frame of 1 ms has 8 to 16 ticks in use.
    const block = { ...BLOCK, viscosity: 0.1 };
    const world = await World.create(mixedBlock(block, individual, 0.001), { threads: 2 });
    const reference = new IndividualSteps(stateOfBlock(block), settings({ least: 3, shared: !individual }));
    try {
      for (let frame = 0; frame < 3; frame++) {
        const before = reference.evaluations;
        const report = world.advance();
        reference.advanceFrame();
        expect(report.ok).toBe(true);
        expect(report.evaluations).toBe(reference.evaluations - before);
        const { position, velocity, density } = world.fields;
        const differs = (a: ArrayLike<number>, b: Float64Array) => difference(Float64Array.from(a), b);
        expect(differs(position, reference.state.position)).toBeLessThan(1e-7); // published in single precision
        expect(differs(velocity, reference.state.velocity)).toBeLessThan(1e-4); // of 4.6 m/s
        expect(differs(density, reference.state.density)).toBeLessThan(1e-2);
      }
    } finally {
      world.dispose();
    }
  });
});
