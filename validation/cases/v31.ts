// V31: water lifts a disc that is held in it by the weight of what the disc displaces. [card V31; AW09 §6.3]

import type { Mover } from '../../src/obstacles/body.ts';
import { type Check, defineCase, told, withinPart } from '../case.ts';
import { mean, simulate } from '../simulate.ts';
import { TANK, TANK_FRAMES, type Tank, tankScene, WATER } from '../tank.ts';

/** Where the disc stands beside the middle of the tank, in spacings of the lattice that the water starts as. */
const PLACES = [
  [0, 0],
  [0.5, 0],
  [0.5, 0.5],
  [0.25, 0.25],
] as const;

export const v31 = defineCase({
  number: 31,
  title: 'Archimedes',
  proves: 'The pressure on a solid in water at rest adds up to the weight of the water that it displaces.',
  remark:
    'Mean of the last half of the time, and of four places of the disc within a spacing, because the lift depends on where the lattice of the start meets the disc: by 5 % at 25 across. ' +
    'The disc is an obstacle that is held where it is. Its lift is an eighth of the weight of the water, so 5 % of it is 0.6 % of the pressure on the floor. The density is summed, as in print and in all materials. ' +
    'The water is stirred at the start: particles that stand in a lattice resist shear with some hundredths of their pressure, as a crystal does, and the lattice of the start bears that for good. ' +
    'With `stir=0` the means are 1.012, 0.992, 1.025 (walls) and 0.974, 0.954, 0.940 (ghosts) at 25, 40 and 60 across. That it is stirred was decided after these figures were seen.',
  parameters: {
    radius: { value: 0.2, meaning: 'of the disc, m' },
    places: {
      value: 4,
      meaning: 'of the disc, the first so many of (0, 0), (½, 0), (½, ½), (¼, ¼) spacings beside the middle',
    },
    ...TANK,
    density: {
      value: 'summation',
      meaning: '`density` of the substance: `continuity` or `summation`; only with a sound speed',
    },
    stir: { value: 0.5, meaning: 'largest of the random velocities at the start along each axis, over √(gH)' },
    duration: { ...TANK.duration, value: 4 },
  },
  resolution: { parameter: 'across', values: [25, 40, 60], label: 'across' },
  figures: { lift: { title: 'Lift of a disc under water', x: 'time / s', y: 'lift / (ρgA), mean so far' } },
  async run({ places, ...rest }) {
    const trial: Trial = { ...rest, dimension: 2 },
      walls = await measureAll(trial, places),
      ghosts = await measureAll({ ...trial, boundary: 'ghosts' }, places);
    return {
      checks: [...walls.checks, ...ghosts.checks],
      curves: [
        { figure: 'lift', kind: 'simulated', name: 'walls', points: walls.points },
        { figure: 'lift', kind: 'simulated', name: 'ghosts', points: ghosts.points },
        { figure: 'lift', kind: 'theory', name: 'Archimedes', points: walls.points.map(([t]) => [t, 1]) },
      ],
    };
  },
});

/** Force over ρgA, and the lift by time: mean so far. */
interface Lift {
  readonly up: number;
  readonly aside: number;
  readonly points: readonly (readonly [number, number])[];
}

/** A tank with a disc in it. */
interface Trial extends Tank {
  /** Of the disc, m. */
  readonly radius: number;
  /** s */
  readonly duration: number;
}

/** Checks of the mean over the places, and its curve. */
async function measureAll(trial: Trial, places: number): Promise<{ checks: Check[]; points: [number, number][] }> {
  const lifts: Lift[] = [];
  for (const place of PLACES.slice(0, places)) lifts.push(await measure(trial, place));
  const ups = lifts.map(({ up }) => up),
    of = trial.boundary === 'ghosts' ? ', ghosts' : '';
  return {
    checks: [
      withinPart(`lift over ρgA${of}`, mean(ups), 1, 0.05),
      told(`least at a place${of}`, Math.min(...ups)),
      told(`most at a place${of}`, Math.max(...ups)),
      told(`force aside over ρgA${of}`, mean(lifts.map(({ aside }) => aside))),
    ],
    points: lifts[0]!.points.map(([t], k) => [t, mean(lifts.map(({ points }) => points[k]![1]))]),
  };
}

/** The lift of a disc so many spacings beside the middle of a tank. */
async function measure(trial: Trial, [dx, dy]: readonly [number, number]): Promise<Lift> {
  const { width, depth, across, gravity, turn, shift, radius, duration } = trial,
    angle = (turn * Math.PI) / 180,
    [cx, cy] = [width / 2 + (dx * width) / across, depth / 2 + (dy * width) / across],
    gap = radius + (0.5 * width) / across,
    center = [
      Math.cos(angle) * cx - Math.sin(angle) * cy + shift,
      Math.sin(angle) * cx + Math.cos(angle) * cy + shift,
      0,
    ] as const;
  const scene = tankScene(trial, ([x, y]) => (x - cx) ** 2 + (y - cy) ** 2 > gap * gap, [
    { shape: { sphere: { center, radius } } },
  ]);
  const weight = WATER * gravity * Math.PI * radius * radius,
    impulses: [time: number, up: number, aside: number][] = [];
  await simulate(
    scene,
    Math.round(duration * TANK_FRAMES),
    (world) => {
      const [x, y] = world.ledger().account.bodies![0]!.impulse;
      impulses.push([
        world.time,
        -Math.sin(angle) * x + Math.cos(angle) * y,
        Math.cos(angle) * x + Math.sin(angle) * y,
      ]);
    },
    held(center),
  );
  const half = Math.floor(impulses.length / 2),
    [t0, up0, aside0] = impulses[half]!,
    [t1, up1, aside1] = impulses.at(-1)!,
    force = (a: number, b: number) => (b - a) / (t1 - t0) / weight;
  return {
    up: force(up0, up1),
    aside: force(aside0, aside1),
    points: impulses.slice(half + 1).map(([t, up]) => [t, (up - up0) / (t - t0) / weight]),
  };
}

/** Holds the first obstacle where it is, so that what particles do to it is booked. */
function held(center: readonly [number, number, number]): Mover {
  const body = { obstacle: 0, center, mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
  return { bodies: [body], before() {}, after() {} };
}
