// V66: a drop that swings by its surface tension. [card V66; ADR 54]

import type { SceneInput, World } from '../../src/index.ts';
import { atMost, defineCase, told, withinPart } from '../case.ts';
import { fitSwing } from '../fit-swing.ts';
import { simulate } from '../simulate.ts';

/** Radius, m; tension, N/m; density, kg/m³. */
const R = 0.005,
  SIGMA = 0.072,
  RHO = 1000;
/** Frames of a period, and periods that are watched. */
const FRAMES = 40,
  PERIODS = 1.3;
/** Stretch of the first swing over R. */
const AMPLITUDE = 0.05;

export const v66 = defineCase({
  number: 66,
  title: 'A drop that swings',
  proves: 'Surface tension in N/m acts as typed: on the period of a drop and on the pressure inside it.',
  remark:
    'The drop is cut out of a lattice and rests for one period first. Its pressure is the mean of the inner half of its radius. The law of a thin liquid is ω² = 6σ/ρR³ in 2D and 8σ/ρR³ in 3D.',
  parameters: {
    across: { value: 20, meaning: 'particles along the diameter' },
    dimension: { value: 2, meaning: 'of space' },
  },
  resolution: { parameter: 'across', values: [14, 20, 28], label: 'across' },
  async run({ across, dimension }) {
    const d = dimension as 2 | 3,
      omega = Math.sqrt(((d === 2 ? 6 : 8) * SIGMA) / (RHO * R * R * R)),
      frameRate = (FRAMES * omega) / (2 * Math.PI),
      spacing = (2 * R) / across;
    let start = { pressure: 0, momentum: 0, positions: [] as Vec3[] };
    const ball = { substance: 'water', shape: { sphere: { center: [0, 0, 0], radius: R } }, spacing } as const;
    await simulate(sceneOf(d, frameRate, ball), FRAMES, (world) => {
      start = { pressure: innerPressure(world), momentum: momentumOf(world), positions: positionsOf(world) };
    });
    const swinging = { points: { positions: start.positions, velocities: start.positions.map(stretch) } },
      samples: [number, number][] = [];
    await simulate(
      sceneOf(d, frameRate, { substance: 'water', shape: swinging, spacing }),
      PERIODS * FRAMES,
      (world) => {
        samples.push([samples.length / frameRate, lengthening(world, d)]);
      },
    );
    const found = fitSwing(samples, omega);
    return {
      checks: [
        withinPart('ω² over theory', (found.omega / omega) ** 2, 1, 0.05),
        told('damping over ω', found.damping / omega),
        told('pressure over (d − 1)σ/R', start.pressure / (((d - 1) * SIGMA) / R)),
        atMost('momentum at rest over σ/ω, in m or 1', start.momentum / (SIGMA / omega), 1e-12),
      ],
    };

    function stretch([x, y, z]: Vec3): Vec3 {
      const rate = AMPLITUDE * omega;
      return [rate * x, (-rate * y) / (d - 1), d === 3 ? (-rate * z) / 2 : 0];
    }
  },
});

type Vec3 = [number, number, number];

function sceneOf(dimension: 2 | 3, frameRate: number, body: NonNullable<SceneInput['bodies']>[number]): SceneInput {
  return {
    ...{ dimension, frameRate, gravity: [0, 0, 0], bodies: [body] },
    substances: { water: { preset: 'water', surfaceTension: SIGMA } },
  };
}

function positionsOf({ fields: { position, count } }: World): Vec3[] {
  return Array.from({ length: count }, (_, i) => [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!]);
}

/** Mean pressure of the inner half, Pa. */
function innerPressure({ fields }: World): number {
  let [sum, n] = [0, 0];
  for (let i = 0; i < fields.count; i++) {
    const [x, y, z] = fields.position.subarray(3 * i);
    if (Math.hypot(x!, y!, z!) > R / 2) continue;
    sum += fields.pressure[i]!;
    n++;
  }
  return sum / n;
}

function momentumOf(world: World): number {
  return Math.hypot(...world.ledger().momentum);
}

/** Mean of x² − y² (3D: x² − (y² + z²)/2), m². */
function lengthening({ fields: { position: x, count } }: World, d: 2 | 3): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const across = x[3 * i + 1]! * x[3 * i + 1]! + x[3 * i + 2]! * x[3 * i + 2]!;
    sum += x[3 * i]! * x[3 * i]! - across / (d - 1);
  }
  return sum / count;
}
