// V25: a block of a viscoplastic substance slumps under its weight, the less the larger J. [card §9, V25; PV09 fig. 3]

import type { SceneInput, World } from '../../src/index.ts';
import { atLeast, type Check, defineCase, told, withinPart } from '../case.ts';
import { SOLVER_MEANING, SOLVERS } from '../channel.ts';
import { simulate } from '../simulate.ts';

/** Height and rms speed of the card by J, for twelve particles along an edge. */
const PRINTED: Readonly<Record<number, readonly [height: number, speed: number]>> = {
  2: [0.626, 0.096],
  8: [0.648, 0.048],
  30: [0.658, 0.021],
};

interface Slump {
  readonly edge: number;
  readonly c: number;
  readonly viscosity: number;
  readonly solver: number;
  readonly dimension: 2 | 3;
}

export const v25 = defineCase({
  number: 25,
  title: 'Slump',
  proves: 'The larger J, the higher a block stays and the slower it creeps, in 2D and 3D and with finer particles.',
  remark:
    'The reference does not state its speed of sound and artificial viscosity, on which the height depends by a few percent. Rigid-plastic theory on a slippery floor gives 0.522.',
  parameters: {
    J: { value: [2, 8, 30], meaning: 'jump numbers, ascending' },
    edge: { value: 12, meaning: 'particles along an edge of the block of 1 m' },
    finer: { value: 16, meaning: 'the same, for the order alone' },
    edge3: { value: 7, meaning: 'the same in 3D, for the order alone' },
    c: { value: 50, meaning: 'sound speed, m/s: ten times the fastest fall' },
    viscosity: { value: 0.2, meaning: 'artificial viscosity, as in the preset' },
    solver: { value: 1, meaning: SOLVER_MEANING },
  },
  async run({ J, edge, finer, edge3, ...slump }): Promise<Check[]> {
    const flat = await slumpAll(J, { ...slump, edge, dimension: 2 });
    const checks = flat.flatMap(({ height, speed }, k) => {
      const printed = edge === 12 ? PRINTED[J[k]!] : undefined;
      return [
        ...(printed ? [withinPart(`J = ${J[k]}: height after 1 s, m`, height, printed[0], 0.05)] : []),
        told(`J = ${J[k]}: rms speed, m/s`, speed),
      ];
    });
    checks.push(...order('', flat));
    checks.push(...order('finer: ', await slumpAll(J, { ...slump, edge: finer, dimension: 2 })));
    checks.push(...order('3D: ', await slumpAll(J, { ...slump, edge: edge3, dimension: 3 })));
    return checks;
  },
});

interface Shape {
  readonly height: number;
  readonly speed: number;
}

/** Every height above the one before, every speed below. */
function order(name: string, shapes: readonly Shape[]): Check[] {
  const steps = (of: keyof Shape, sign: number) => shapes.slice(1).map((s, k) => sign * (s[of] - shapes[k]![of]));
  return [
    atLeast(`${name}smallest gain of height, m`, Math.min(...steps('height', 1)), 1e-6),
    atLeast(`${name}smallest loss of speed, m/s`, Math.min(...steps('speed', -1)), 1e-6),
  ];
}

async function slumpAll(J: readonly number[], slump: Slump): Promise<Shape[]> {
  const shapes: Shape[] = [];
  for (const jump of J) shapes.push(await slumpOne(jump, slump));
  return shapes;
}

/** Height of the highest particle's upper side and rms speed after a second. */
async function slumpOne(jumpNumber: number, { edge, c, viscosity, solver, dimension }: Slump): Promise<Shape> {
  const scene: SceneInput = {
    dimension,
    gravity: [0, -10, 0],
    frameRate: 20,
    substances: {
      paste: {
        kernel: 'quartic',
        smoothing: 1.3,
        restDensity: 1,
        stiffness: c * c,
        density: 'continuity',
        stressForm: 'morris', // the heights of the card were measured with it
        artificialViscosity: viscosity,
        jumpNumber,
      },
    },
    bodies: [
      {
        substance: 'paste',
        shape: { box: { min: [0, 0, 0], max: [1, 1, dimension === 3 ? 1 : 0] } },
        spacing: 1 / edge,
        lattice: 'cubic',
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
    time: { viscositySolver: SOLVERS[solver] ?? 'implicit', maxStepsPerFrame: 1 << 20 },
  };
  let shape: Shape = { height: 0, speed: 0 };
  await simulate(scene, 20, (world) => {
    shape = { height: highest(world) + 0.5 / edge, speed: rmsSpeed(world) };
  });
  return shape;
}

function highest({ fields: { position, count } }: World): number {
  let top = 0;
  for (let i = 0; i < count; i++) top = Math.max(top, position[3 * i + 1]!);
  return top;
}

function rmsSpeed({ fields: { velocity, count } }: World): number {
  let sum = 0;
  for (let c = 0; c < 3 * count; c++) sum += velocity[c]! * velocity[c]!;
  return Math.sqrt(sum / count);
}
