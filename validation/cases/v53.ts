// V53: a column of a Newtonian liquid squeezes itself flat as fast as its Trouton viscosity allows. [card §9, V53; X52]
// With free sides the only stress is that along the axis, −ρgz at the depth z below the top: the rate of squeezing is ρgz/(Tr μ), Tr = 4 in
// 2D and 3 in 3D. It is exact also for a column that is not slender, except within about a width of the floor, where slip is not exact.

import type { SceneInput, World } from '../../src/index.ts';
import { type Check, type Curve, defineCase, withinPart } from '../case.ts';
import { METHOD, type Method, method } from '../liquid.ts';
import { fitLine, simulate, sliceMeans, type Vec3 } from '../simulate.ts';

/** 4 in 2D, 3 in 3D. */
export const TROUTON: Readonly<Record<number, number>> = { 2: 4, 3: 3 };

export const v53 = defineCase({
  number: 53,
  title: 'Trouton column',
  proves:
    'A liquid resists stretching and squeezing by the full symmetric stress, four times its viscosity in 2D and three times in 3D.',
  parameters: {
    dimension: { value: [2, 3], meaning: 'of space' },
    across: { value: 8, meaning: 'particles along the width of the column' },
    width: { value: 0.1, meaning: 'm' },
    slenderness: { value: 2, meaning: 'height over width' },
    viscosity: { value: 5000, meaning: 'μ, Pa·s: so large that inertia does not count' },
    density: { value: 1000, meaning: 'ρ₀, kg/m³' },
    gravity: { value: 9.81, meaning: 'g, m/s²' },
    soundSpeed: { value: 30, meaning: 'c over √(gH)' },
    relaxations: { value: 12, meaning: 'time over μ/(ρc²), in which pressure settles' },
    ...METHOD,
  },
  resolution: { parameter: 'across', values: [8, 12, 16], label: 'across' },
  figures: {
    rate2: { title: 'Sinking of a column, 2D', x: 'height / m', y: 'velocity downward / (m/s)' },
    rate3: { title: 'Sinking of a column, 3D', x: 'height / m', y: 'velocity downward / (m/s)' },
  },
  async run({ dimension: dimensions, ...column }) {
    const checks: Check[] = [],
      curves: Curve[] = [];
    for (const dimension of dimensions) {
      const d = dimension === 3 ? 3 : 2,
        { width, slenderness, viscosity: mu, density, gravity } = column,
        height = width * slenderness,
        layers = await squeeze({ ...column, dimension: d }),
        // v = −b (Hy − y²/2), b = ρg/(Tr μ), above the part that feels the floor
        fitted = layers.filter(([y]) => y > 0.5 * width),
        depthTimes = (y: number) => height * y - 0.5 * y * y,
        b = fitLine(fitted.map(([y, v]) => [depthTimes(y), v] as const)).slope,
        exact = (density * gravity) / (TROUTON[d]! * mu);
      checks.push(withinPart(`${d}D: Trouton ratio`, (density * gravity) / (b * mu), TROUTON[d]!, 0.05));
      curves.push(
        { figure: `rate${d}`, kind: 'simulated', points: layers },
        {
          figure: `rate${d}`,
          kind: 'theory',
          name: `Tr = ${TROUTON[d]}`,
          points: layers.map(([y]) => [y, exact * depthTimes(y)]),
        },
      );
    }
    return { checks, curves };
  },
});

interface Column extends Method {
  readonly dimension: 2 | 3;
  readonly across: number;
  readonly width: number;
  readonly slenderness: number;
  readonly viscosity: number;
  readonly density: number;
  readonly gravity: number;
  readonly soundSpeed: number;
  readonly relaxations: number;
}

/** Height and mean velocity downward of the layers of a column once pressure has settled. */
async function squeeze(column: Column): Promise<[y: number, v: number][]> {
  const { dimension, across, width, slenderness, viscosity, density, gravity, soundSpeed } = column,
    height = width * slenderness,
    spacing = width / across,
    stiffness = soundSpeed ** 2 * gravity * height,
    duration = (column.relaxations * viscosity) / (density * stiffness),
    half = width / 2,
    corner = (side: number, y: number): Vec3 => [side * half, y, dimension === 3 ? side * half : 0];
  const scene: SceneInput = {
    dimension,
    gravity: [0, -gravity, 0],
    frameRate: 1 / duration,
    substances: {
      syrup: {
        restDensity: density,
        stiffness,
        viscosity,
        artificialViscosity: 0,
        ...method(column),
      },
    },
    bodies: [
      { substance: 'syrup', spacing, lattice: 'cubic', shape: { box: { min: corner(-1, 0), max: corner(1, height) } } },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 0 }],
    time: { maxStepsPerFrame: 1 << 20 },
  };
  let layers: [number, number][] = [];
  await simulate(scene, 1, (world) => {
    layers = sliceMeans(sinking(world), 0, spacing);
  });
  return layers;
}

function* sinking({ fields: { position, velocity, count } }: World): Generator<[number, number]> {
  for (let i = 0; i < count; i++) yield [position[3 * i + 1]!, -velocity[3 * i + 1]!];
}
