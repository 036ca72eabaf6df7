// V59: a beam of a very viscous liquid, clamped at one end, bends under its weight. [card §9, V59]
// What Young's modulus is for an elastic beam the Trouton viscosity is for a viscous one: the tip sinks at qL⁴/(8 Tr μ I), q the weight per
// length, I the second moment of the section. Shear adds 1.6 (2D) or 1.2 (3D) times (thickness/L)² of it.

import type { SceneInput, World } from '../../src/index.ts';
import { type Check, type Curve, defineCase, withinPart } from '../case.ts';
import { METHOD, type Method, method } from '../liquid.ts';
import { simulate, sliceMeans, type Vec3 } from '../simulate.ts';
import { TROUTON } from './v53.ts';

export const v59 = defineCase({
  number: 59,
  title: 'Viscous cantilever',
  proves:
    'A strand that hangs out bends with the resistance of the whole stress, neither held up nor let fall by the method.',
  parameters: {
    dimension: { value: [2, 3], meaning: 'of space' },
    across: { value: 8, meaning: 'particles across the beam' },
    thickness: { value: 0.05, meaning: 'of its square section, m' },
    slenderness: { value: 8, meaning: 'length over thickness' },
    viscosity: { value: 5000, meaning: 'μ, Pa·s' },
    density: { value: 1000, meaning: 'ρ₀, kg/m³' },
    gravity: { value: 0.01, meaning: 'g, m/s²: so little that the beam stays straight' },
    soundSpeed: {
      value: 5,
      meaning: 'c, m/s: so that the time below is also 5 times that of inertia, ρL⁴/(Tr μ thickness²)',
    },
    relaxations: { value: 12, meaning: 'time over μ/(ρc²), in which pressure settles' },
    ...METHOD,
  },
  resolution: { parameter: 'across', values: [8, 12, 16], label: 'across' },
  figures: {
    bending2: {
      title: 'A viscous beam bends, 2D',
      x: 'distance from the clamp / L',
      y: 'velocity downward / that of theory at the tip',
    },
    bending3: {
      title: 'A viscous beam bends, 3D',
      x: 'distance from the clamp / L',
      y: 'velocity downward / that of theory at the tip',
    },
  },
  async run({ dimension: dimensions, ...beam }) {
    const checks: Check[] = [],
      curves: Curve[] = [];
    for (const dimension of dimensions) {
      const d = dimension === 3 ? 3 : 2,
        tip = tipSpeed({ ...beam, dimension: d }),
        L = beam.thickness * beam.slenderness,
        bending = await bend({ ...beam, dimension: d }),
        end = bending.at(-1)!,
        shape = (x: number) => (x ** 4 - 4 * x ** 3 + 6 * x * x) / 3; // of an even load
      checks.push(
        withinPart(`${d}D: speed of the tip over that of theory`, end[1] / (tip * shape(end[0] / L)), 1, 0.1),
      );
      const figure = `bending${d}`;
      curves.push(
        { figure, kind: 'simulated', points: bending.map(([x, v]) => [x / L, v / tip]) },
        { figure, kind: 'theory', name: 'qL⁴/(8 Tr μ I)', points: bending.map(([x]) => [x / L, shape(x / L)]) },
      );
    }
    return { checks, curves };
  },
});

interface Beam extends Method {
  readonly dimension: 2 | 3;
  readonly across: number;
  readonly thickness: number;
  readonly slenderness: number;
  readonly viscosity: number;
  readonly density: number;
  readonly gravity: number;
  readonly soundSpeed: number;
  readonly relaxations: number;
}

/** qL⁴/(8 Tr μ I), m/s. A section of the area A has q = ρgA, and I/A is thickness²/12. */
function tipSpeed({ dimension, thickness, slenderness, viscosity, density, gravity }: Beam): number {
  const L = thickness * slenderness;
  return (12 * density * gravity * L ** 4) / (8 * TROUTON[dimension]! * viscosity * thickness ** 2);
}

/** Mean velocity downward along the beam, once pressure has settled. */
async function bend(beam: Beam): Promise<[x: number, v: number][]> {
  const { dimension, across, thickness, slenderness, viscosity, density, gravity, soundSpeed } = beam,
    spacing = thickness / across,
    duration = (beam.relaxations * viscosity) / (density * soundSpeed ** 2),
    corner = (x: number, side: number): Vec3 => [
      x,
      (side * thickness) / 2,
      dimension === 3 ? (side * thickness) / 2 : 0,
    ];
  const scene: SceneInput = {
    dimension,
    gravity: [0, -gravity, 0],
    frameRate: 1 / duration,
    substances: {
      pitch: {
        restDensity: density,
        stiffness: soundSpeed ** 2,
        viscosity,
        artificialViscosity: 0,
        ...method(beam),
      },
    },
    bodies: [
      {
        substance: 'pitch',
        spacing,
        lattice: 'cubic',
        shape: { box: { min: corner(0, -1), max: corner(thickness * slenderness, 1) } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, grip: 1 }],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  let bending: [number, number][] = [];
  await simulate(scene, 1, (world) => {
    bending = sliceMeans(sinking(world), 0, spacing);
  });
  return bending;
}

function* sinking({ fields: { position, velocity, count } }: World): Generator<[number, number]> {
  for (let i = 0; i < count; i++) yield [position[3 * i]!, -velocity[3 * i + 1]!];
}
