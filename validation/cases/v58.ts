// V58: a cylinder of clay slumps until its yield stress carries it. [card §9, V58; PBSG96]

import type { SceneInput, World } from '../../src/index.ts';
import { atLeast, atMost, type Check, type Curve, defineCase, told } from '../case.ts';
import { METHOD, type Method, method } from '../liquid.ts';
import { simulate } from '../simulate.ts';
import { slump } from '../slump-theory.ts';

/** Of the height. */
const TOLERANCE = 0.03;
const FRAME_RATE = 20;

export const v58 = defineCase({
  number: 58,
  title: 'Slump of a cylinder',
  proves: 'A typed yield stress is the one that acts: a cylinder stands as high as theory says.',
  remark:
    'The reference is a band: the derivation of Pashias and others, once with the criterion of Tresca, as printed, once with that of von Mises, which is that of the substance. ' +
    'It neglects the grip of the floor. A plain Bingham law (n = 1) comes to rest soonest; the run ends when the top sinks by less than 0.2 % of the height per second. ' +
    'The slump is that of the particles in the middle of the top.',
  parameters: {
    yieldStress: { value: [400, 800, 1200], meaning: 'τ₀, Pa' },
    high: { value: 14, meaning: 'particles along the height' },
    height: { value: 0.2, meaning: 'm' },
    radius: { value: 0.1, meaning: 'm' },
    density: { value: 1600, meaning: 'ρ₀, kg/m³' },
    J: { value: 1e5, meaning: 'jump number' },
    n: { value: 1, meaning: 'power index' },
    consistency: { value: 0.3, meaning: 'K over τ₀, sⁿ' },
    gravity: { value: 9.81, meaning: 'g, m/s²' },
    soundSpeed: { value: 10, meaning: 'c over √(2gH)' },
    artificial: { value: 0, meaning: 'artificial viscosity η' },
    duration: { value: 4, meaning: 's, at most' },
    ...METHOD,
  },
  resolution: { parameter: 'high', values: [10, 14, 20], label: 'high' },
  figures: { slump: { title: 'Slump of a cylinder', x: 'yield stress / Pa', y: 'slump / height' } },
  async run({ yieldStress, ...cylinder }) {
    const { density, gravity, height } = cylinder,
      weight = density * gravity * height,
      checks: Check[] = [],
      points: [number, number][] = [];
    for (const stress of yieldStress) {
      const { slump: s, at } = await slumpOf(stress, cylinder);
      points.push([stress, s]);
      checks.push(
        atLeast(`${stress} Pa: slump over the height`, s, slump(stress / weight, 'tresca'), TOLERANCE),
        atMost(`${stress} Pa: the same`, s, slump(stress / weight, 'mises'), TOLERANCE),
        told(`${stress} Pa: at rest after, s`, at),
      );
    }
    const stresses = Array.from({ length: 60 }, (_, k) => 300 + 20 * k),
      theory = (criterion: 'tresca' | 'mises', name: string): Curve => ({
        ...{ figure: 'slump', kind: 'theory', name },
        points: stresses.map((stress) => [stress, slump(stress / weight, criterion)]),
      });
    return {
      checks,
      curves: [
        { figure: 'slump', kind: 'simulated', points },
        theory('tresca', 'Pashias and others (Tresca)'),
        theory('mises', 'the same with von Mises'),
      ],
    };
  },
});

interface Cylinder extends Method {
  readonly high: number;
  readonly height: number;
  readonly radius: number;
  readonly density: number;
  readonly J: number;
  readonly n: number;
  readonly consistency: number;
  readonly gravity: number;
  readonly soundSpeed: number;
  readonly artificial: number;
  readonly duration: number;
}

/** How far the top sank, over the height, and when it came to rest (s). */
async function slumpOf(stress: number, c: Cylinder): Promise<{ slump: number; at: number }> {
  const { high, height, radius } = c,
    spacing = height / high;
  const scene: SceneInput = {
    gravity: [0, -c.gravity, 0],
    frameRate: FRAME_RATE,
    substances: {
      clay: {
        restDensity: c.density,
        stiffness: c.soundSpeed ** 2 * 2 * c.gravity * height,
        artificialViscosity: c.artificial,
        jumpNumber: c.J,
        yieldStress: stress,
        consistency: c.consistency * stress,
        powerIndex: c.n,
        ...method(c),
      },
    },
    bodies: [
      {
        substance: 'clay',
        spacing,
        lattice: 'cubic',
        shape: { cylinder: { from: [0, 0, 0], to: [0, height, 0], radius } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  const heights: number[] = [];
  let top: number[] = [],
    at = 0;
  await simulate(scene, Math.round(c.duration * FRAME_RATE), (world) => {
    if (world.frame === 0) top = topOf(world, height - spacing, radius / 2);
    heights.push(meanHeight(world, top));
    at = world.time;
    const before = heights.at(-1 - FRAME_RATE / 2);
    return before === undefined || Math.abs(before - heights.at(-1)!) > (0.002 * height) / 2;
  });
  return { slump: (heights[0]! - heights.at(-1)!) / height, at };
}

/** Particles above a height and not farther than `radius` from the axis: places in the fields, which are in order of id. */
function topOf({ fields: { position, count } }: World, above: number, radius: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  return all.filter(
    (i) => position[3 * i + 1]! > above && position[3 * i]! ** 2 + position[3 * i + 2]! ** 2 < radius * radius,
  );
}

function meanHeight({ fields: { position } }: World, particles: readonly number[]): number {
  return particles.reduce((sum, i) => sum + position[3 * i + 1]!, 0) / particles.length;
}
