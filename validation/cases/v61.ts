// V61: clay that slumps on a slippery floor stays on it. [card §12, V61]

import type { SceneInput, SmoothedInput } from '../../src/index.ts';
import { atMost, type Check, type Curve, defineCase, within } from '../case.ts';
import { METHOD, type Method, method } from '../liquid.ts';
import { simulate } from '../simulate.ts';

const FRAME_RATE = 100;

export const v61 = defineCase({
  number: 61,
  title: 'A body on a slip floor',
  proves: 'A floor without grip carries the weight of what lies on it, and throws nothing off.',
  remark:
    'The force of the floor is a mean over windows of `window` seconds, from `settled` on, when the impact of the start is over.',
  parameters: {
    dimension: { value: [2, 3], meaning: 'of space' },
    across: { value: 10, meaning: 'particles along the width of the block' },
    width: { value: 0.2, meaning: 'of the block, m' },
    height: { value: 0.2, meaning: 'm' },
    material: { value: 'own', meaning: 'preset, or `own`: the numbers below' },
    density: { value: 1600, meaning: 'ρ₀, kg/m³' },
    yieldStress: { value: 800, meaning: 'τ₀, Pa; the consistency is the same number' },
    J: { value: 150, meaning: 'jump number' },
    soundSpeed: { value: 10, meaning: 'c over √(2gH)' },
    ...METHOD,
    grip: { value: 0, meaning: 'of the floor' },
    duration: { value: 1.2, meaning: 's' },
    settled: { value: 0.2, meaning: 's' },
    window: { value: 0.1, meaning: 's' },
    gravity: { value: 9.81, meaning: 'g, m/s²' },
  },
  resolution: { parameter: 'across', values: [8, 10, 14], label: 'across' },
  figures: {
    force2: { title: 'Force of a slip floor on clay, 2D', x: 'time / s', y: 'force / weight' },
    force3: { title: 'Force of a slip floor on clay, 3D', x: 'time / s', y: 'force / weight' },
  },
  async run({ dimension: dimensions, settled, window, ...block }) {
    const checks: Check[] = [],
      curves: Curve[] = [];
    for (const dimension of dimensions) {
      const d = dimension === 3 ? 3 : 2,
        { impulses, gaps } = await lie({ ...block, dimension: d }),
        frames = Math.round(window * FRAME_RATE),
        force = impulses
          .slice(frames)
          .map((after, k): [number, number] => [(k + frames / 2) / FRAME_RATE, (after - impulses[k]!) / window]),
        late = force.filter(([t]) => t >= settled + window / 2).map(([, f]) => f);
      checks.push(
        atMost(`${d}D: highest place of the lowest particle, spacings`, Math.max(...gaps), 1),
        within(`${d}D: smallest force of the floor over the weight`, Math.min(...late), 1, 0.1),
        within(`${d}D: largest force of the floor over the weight`, Math.max(...late), 1, 0.1),
      );
      curves.push(
        { figure: `force${d}`, kind: 'simulated', points: force },
        { figure: `force${d}`, kind: 'theory', name: 'weight', points: force.map(([t]) => [t, 1]) },
      );
    }
    return { checks, curves };
  },
});

interface Clay extends Method {
  readonly material: string;
  readonly density: number;
  readonly yieldStress: number;
  readonly J: number;
  readonly soundSpeed: number;
}

interface Block extends Clay {
  readonly dimension: 2 | 3;
  readonly across: number;
  readonly width: number;
  readonly height: number;
  readonly grip: number;
  readonly duration: number;
  readonly gravity: number;
}

/** Impulse of the floor so far, over the weight (s), and height of the lowest particle in spacings, for every frame. */
async function lie(block: Block): Promise<{ impulses: number[]; gaps: number[] }> {
  const { dimension, across, width, height, grip, duration, gravity } = block,
    spacing = width / across,
    impulses: number[] = [],
    gaps: number[] = [];
  const scene: SceneInput = {
    dimension,
    gravity: [0, -gravity, 0],
    frameRate: FRAME_RATE,
    substances: { clay: clayOf(block, Math.sqrt(2 * gravity * height)) },
    bodies: [
      {
        substance: 'clay',
        spacing,
        shape: { box: { min: [0, 0, 0], max: [width, height, dimension === 3 ? width : 0] } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip }],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  await simulate(scene, Math.round(duration * FRAME_RATE), (world) => {
    const { account, bounds, mass } = world.ledger();
    impulses.push(account.obstacles[1] / (mass * gravity));
    gaps.push(bounds.min[1] / spacing);
  });
  return { impulses, gaps };
}

/** @param fall the speed of a fall from the top, m/s */
function clayOf(clay: Clay, fall: number): SmoothedInput {
  const { material, density, yieldStress, J, soundSpeed } = clay;
  if (material !== 'own') return { preset: material as 'clay' };
  return {
    ...method(clay),
    restDensity: density,
    stiffness: (soundSpeed * fall) ** 2,
    artificialViscosity: 0,
    jumpNumber: J,
    yieldStress,
    consistency: yieldStress,
  };
}
