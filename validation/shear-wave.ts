// A shear wave in a periodic square: v = a sin(2πy/L) along x, and how fast it dies. [card §9, V23, V24]

import type { SceneInput, SmoothedInput, World } from '../src/index.ts';
import { latticePoints, simulate } from './simulate.ts';

export interface ShearWave {
  /** Particles along an edge of the square, whose edge is 1 m. */
  readonly edge: number;
  /** h over the spacing. */
  readonly smoothing: number;
  /** What it is made of; density 1 kg/m², sound speed 10 m/s unless it says otherwise. */
  readonly substance: SmoothedInput;
  readonly solver?: 'explicit' | 'implicit';
  /** Length of a frame, s. */
  readonly frame: number;
  readonly frames: number;
}

const AMPLITUDE = 0.01;

/** The scene of a wave. */
export function shearWaveScene({ edge, smoothing, substance, solver = 'explicit', frame }: ShearWave): SceneInput {
  const positions = latticePoints('cubic', [edge, edge, 1], 1 / edge);
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    frameRate: 1 / frame,
    substances: {
      paste: { kernel: 'quartic', smoothing, restDensity: 1, stiffness: 100, artificialViscosity: 0, ...substance },
    },
    bodies: [
      {
        substance: 'paste',
        lattice: 'cubic',
        spacing: 1 / edge,
        shape: {
          points: { positions, velocities: positions.map(([, y]) => [AMPLITUDE * Math.sin(2 * Math.PI * y), 0, 0]) },
        },
      },
    ],
    domain: { min: [0, 0, 0], max: [1, 1, 0], periodic: [true, true, false] },
    time: { viscositySolver: solver, maxStepsPerFrame: 1 << 20 },
  };
}

/** Kinematic viscosity by which the wave died, m²/s. */
export async function waveViscosity(wave: ShearWave): Promise<number> {
  const amplitudes: number[] = [];
  let time = 0;
  await simulate(shearWaveScene(wave), wave.frames, (world) => {
    amplitudes.push(amplitudeOf(world));
    time = world.time;
  });
  return Math.log(amplitudes[0]! / amplitudes.at(-1)!) / (4 * Math.PI ** 2 * time);
}

function amplitudeOf({ fields: { position, velocity, count } }: World): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += velocity[3 * i]! * Math.sin(2 * Math.PI * position[3 * i + 1]!);
  return sum;
}
