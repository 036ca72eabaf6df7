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
    'With `density=continuity` the means are 0.924, 0.958 (walls) and 0.996, 0.979, 0.963 (ghosts) at 25, 40 and 60 across: an integrated density takes the start for rest, and the start leaves a gap around the disc. ' +
    'One place gives 1.025, 1.001, 1.047 (walls) and 0.957, 0.961, 0.921 (ghosts) at 25, 40 and 60 across: ghosts miss 5 % at the finest. ' +
    'With the corrected pressure force one place gives 1.024 and 1.008 at 25 and 40 (1.047 and 1.277 before ADR 51), but 1.121 at 60, where jets leave the disc.',
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
    duration: { ...TANK.duration, value: 3 },
  },
  resolution: { parameter: 'across', values: [25, 40, 60], label: 'across' },
  figures: { lift: { title: 'Lift of a disc under water', x: 'time / s', y: 'lift / (ρgA), mean so far' } },
  async run({ radius, duration, places, ...rest }) {
    const tank: Tank = { ...rest, dimension: 2 },
      walls = await measureAll(tank, radius, duration, places),
      ghosts = await measureAll({ ...tank, boundary: 'ghosts' }, radius, duration, places);
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

/** Checks of the mean over the places, and its curve. */
async function measureAll(
  tank: Tank,
  radius: number,
  duration: number,
  places: number,
): Promise<{ checks: Check[]; points: [number, number][] }> {
  const lifts: Lift[] = [];
  for (const place of PLACES.slice(0, places)) lifts.push(await measure(tank, radius, duration, place));
  const ups = lifts.map(({ up }) => up),
    of = tank.boundary === 'ghosts' ? ', ghosts' : '';
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
async function measure(
  tank: Tank,
  radius: number,
  duration: number,
  [dx, dy]: readonly [number, number],
): Promise<Lift> {
  const { width, depth, across, gravity, turn, shift } = tank,
    angle = (turn * Math.PI) / 180,
    [cx, cy] = [width / 2 + (dx * width) / across, depth / 2 + (dy * width) / across],
    gap = radius + (0.5 * width) / across,
    center = [
      Math.cos(angle) * cx - Math.sin(angle) * cy + shift,
      Math.sin(angle) * cx + Math.cos(angle) * cy + shift,
      0,
    ] as const;
  const scene = tankScene(tank, ([x, y]) => (x - cx) ** 2 + (y - cy) ** 2 > gap * gap, [
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
