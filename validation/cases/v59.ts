// V59: a beam of a very viscous liquid, clamped at one end, bends under its weight. [card §9, V59]
// What Young's modulus is for an elastic beam the Trouton viscosity is for a viscous one: the tip sinks at qL⁴/(8 Tr μ I), q the weight per
// length, I the second moment of the section. Shear adds 1.6 (2D) or 1.2 (3D) times (thickness/L)² of it. Until then the speed is that of
// finite elements, with inertia and a pressure that takes time.

import type { SceneInput, World } from '../../src/index.ts';
import { type Check, type Curve, defineCase, withinPart } from '../case.ts';
import { METHOD, type Method, method } from '../liquid.ts';
import { interpolate, simulate, sliceMeans, type Vec3 } from '../simulate.ts';
import { bendingSpeeds } from '../viscous-beam.ts';
import { TROUTON } from './v53.ts';

export const v59 = defineCase({
  number: 59,
  title: 'Viscous cantilever',
  proves:
    'A strand that hangs out bends with the resistance of the whole stress, neither held up nor let fall by the method.',
  remark:
    'While it begins, the beam is compared with finite elements of the same compressible liquid: its speed overshoots by 5 % in 2D, and stays below in 3D. Once pressure has settled, it is compared with beam theory. ' +
    'The case looked after 12 μ/(ρc²) only, during an overshoot of 27 %; most of that was the viscous solve, which ended too early. The times and the finite elements were chosen after that was known.',
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
      meaning: 'c, m/s: so that the last time below is also 10 times that of inertia, ρL⁴/(Tr μ thickness²)',
    },
    relaxations: {
      value: [4, 7, 12, 24],
      meaning: 'times over μ/(ρc²), in which pressure settles; whole numbers that rise',
    },
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
    beginning: {
      title: 'A viscous beam begins to bend',
      x: 'time / (μ/(ρc²))',
      y: 'speed of the tip / that of theory',
    },
  },
  async run({ dimension: dimensions, ...beam }) {
    const checks: Check[] = [],
      curves: Curve[] = [];
    for (const dimension of dimensions) {
      const d = dimension === 3 ? 3 : 2,
        { tip, looks } = await compare({ ...beam, dimension: d }),
        L = beam.thickness * beam.slenderness,
        { bending, time: last } = looks.at(-1)!,
        shape = (x: number) => (x ** 4 - 4 * x ** 3 + 6 * x * x) / 3, // of an even load
        [x, v] = bending.at(-1)!;
      for (const { time, measured, reference } of looks)
        checks.push(
          withinPart(`${d}D, after ${time}: speed of the tip over that of elements`, measured / reference, 1, 0.1),
        );
      checks.push(
        withinPart(`${d}D, after ${last}: speed of the tip over that of theory`, v / (tip * shape(x / L)), 1, 0.1),
      );
      const figure = `bending${d}`;
      curves.push(
        { figure, kind: 'simulated', points: bending.map(([x, v]) => [x / L, v / tip]) },
        { figure, kind: 'theory', name: 'qL⁴/(8 Tr μ I)', points: bending.map(([x]) => [x / L, shape(x / L)]) },
        ...beginning(`${d}D`, tip * shape(x / L), looks),
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
  readonly relaxations: readonly number[];
}

/** The beam at a time, in units of μ/(ρc²): velocities along it, that of its end and that of finite elements there, m/s. */
interface Look {
  readonly time: number;
  readonly bending: [x: number, v: number][];
  readonly measured: number;
  readonly reference: number;
}

/** Looks at a beam at all times, and says how fast its tip is in theory. */
async function compare(beam: Beam): Promise<{ tip: number; looks: Look[] }> {
  const times = beam.relaxations,
    bendings = await bend(beam),
    end = bendings.at(-1)!.at(-1)![0],
    reference = bendingSpeeds({ ...beam, length: beam.thickness * beam.slenderness }, end, times);
  return {
    tip: tipSpeed(beam),
    looks: times.map((time, k) => {
      const bending = bendings[k]!;
      return { time, bending, measured: interpolate(bending, end), reference: reference[k]! };
    }),
  };
}

/** What was seen and what finite elements say, over the speed of theory. */
function beginning(name: string, speed: number, looks: readonly Look[]): Curve[] {
  const figure = 'beginning',
    over = (of: (look: Look) => number) => looks.map((look): [number, number] => [look.time, of(look) / speed]);
  return [
    { figure, kind: 'simulated', name, points: over(({ measured }) => measured) },
    { figure, kind: 'theory', name: `${name}, finite elements`, points: over(({ reference }) => reference) },
  ];
}

/** qL⁴/(8 Tr μ I), m/s. A section of the area A has q = ρgA, and I/A is thickness²/12. */
function tipSpeed({ dimension, thickness, slenderness, viscosity, density, gravity }: Beam): number {
  const L = thickness * slenderness;
  return (12 * density * gravity * L ** 4) / (8 * TROUTON[dimension]! * viscosity * thickness ** 2);
}

/** Mean velocities downward along the beam, at each of its times. */
async function bend(beam: Beam): Promise<[x: number, v: number][][]> {
  const { dimension, across, thickness, slenderness, viscosity, density, gravity, soundSpeed } = beam,
    spacing = thickness / across,
    relaxation = viscosity / (density * soundSpeed ** 2),
    corner = (x: number, side: number): Vec3 => [
      x,
      (side * thickness) / 2,
      dimension === 3 ? (side * thickness) / 2 : 0,
    ];
  const scene: SceneInput = {
    dimension,
    gravity: [0, -gravity, 0],
    frameRate: 1 / relaxation,
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
  const bendings: [number, number][][] = [];
  let frame = 0;
  await simulate(scene, Math.max(...beam.relaxations), (world) => {
    if (beam.relaxations.includes(frame++)) bendings.push(sliceMeans(sinking(world), 0, spacing));
  });
  return bendings;
}

function* sinking({ fields: { position, velocity, count } }: World): Generator<[number, number]> {
  for (let i = 0; i < count; i++) yield [position[3 * i]!, -velocity[3 * i + 1]!];
}
