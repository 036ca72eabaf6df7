// V65: rigid bodies stack, hold, slide and spin. [card V65; ADR 45]

import { World } from '../../src/index.ts';
import { atMost, defineCase, withinPart } from '../case.ts';
import { simulate } from '../simulate.ts';

const SIZE = 0.1;
const FRICTION = 0.5;
const FLOOR = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
const box = (y: number) =>
  ({
    shape: { box: { center: [0, y, 0], size: [SIZE, SIZE, SIZE] } },
    rigid: { density: 500, friction: FRICTION },
  }) as const;

export const v65 = defineCase({
  number: 65,
  title: 'Rigid contact',
  proves: 'Contacts carry and hold by friction, and what nothing touches keeps its momentum and energy.',
  parameters: {
    dimension: { value: 2, meaning: 'of space, for stack and slope' },
    duration: { value: 10, meaning: 's, of the stack' },
    turns: { value: 100, meaning: 'of the free body' },
  },
  async run({ dimension, duration, turns }) {
    const checks = [
        atMost('stack: largest way of a box over its size', await stack(dimension as 2 | 3, duration), 0.01),
      ],
      angle = Math.atan(FRICTION) * (180 / Math.PI),
      { L, energy } = await spin(turns);
    checks.push(
      atMost(
        'slope 5° below the friction angle: way over size',
        (await slope(dimension as 2 | 3, angle - 5)).way / SIZE,
        0.01,
      ),
      withinPart('slope 5° above: way over theory', (await slope(dimension as 2 | 3, angle + 5)).ratio, 1, 0.03),
      atMost('free spin: change of angular momentum', L, 1e-4),
      atMost('free spin: change of energy', energy, 1e-4),
    );
    return { checks };
  },
});

/** How far the boxes of a stack of five go, in sizes. */
async function stack(dimension: 2 | 3, duration: number): Promise<number> {
  const heights = [0, 1, 2, 3, 4].map((k) => (k + 0.5) * SIZE);
  let most = 0;
  await simulate(
    { dimension, frameRate: 25, duration, obstacles: [FLOOR, ...heights.map(box)] },
    25 * duration,
    (world) => {
      heights.forEach((y, k) => {
        const p = world.fields.poses!.get(k + 1)!;
        most = Math.max(most, Math.hypot(p[1]! * y + p[9]!, p[4]! * y + p[10]! - y) / SIZE);
      });
    },
  );
  return most;
}

/** The way of a box on a slope (°) in half a second, and that over theory: g (sin − μ cos) t²/2. */
async function slope(dimension: 2 | 3, degrees: number): Promise<{ readonly way: number; readonly ratio: number }> {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)],
    scene = { dimension, frameRate: 50, gravity: [9.81 * s, -9.81 * c, 0] as const, obstacles: [FLOOR, box(SIZE / 2)] };
  let way = 0;
  await simulate(scene, 25, (world) => {
    way = world.fields.poses!.get(1)![9]!;
  });
  return { way: Math.abs(way), ratio: way / (0.125 * 9.81 * (s - FRICTION * c)) };
}

/** Largest relative changes of a body with three different moments that turns freely. */
async function spin(turns: number): Promise<{ readonly L: number; readonly energy: number }> {
  const world = await World.create({
    frameRate: 10,
    gravity: [0, 0, 0],
    obstacles: [{ shape: { box: { center: [0, 0, 0], size: [0.1, 0.2, 0.3] } }, rigid: { spin: [60, 360, 90] } }],
  });
  try {
    const first = world.ledger().bodies!,
      size = Math.hypot(...first.angularMomentum);
    let [L, energy] = [0, 0];
    for (let frame = 0; frame < 10 * turns; frame++) {
      world.advance();
      const now = world.ledger().bodies!;
      L = Math.max(L, Math.hypot(...now.angularMomentum.map((x, a) => x - first.angularMomentum[a]!)) / size);
      energy = Math.max(energy, Math.abs(now.kineticEnergy / first.kineticEnergy - 1));
    }
    return { L, energy };
  } finally {
    world.dispose();
  }
}
