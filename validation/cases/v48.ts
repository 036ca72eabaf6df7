// V48: a solid of 36 globules without damping swings for ever; with the integrator as printed its energy grows until it flies apart.
// [card §11, V48; MP89 eq. 9, X41]

import { type SceneInput, World } from '../../src/index.ts';
import { bondForce } from '../../src/substances/globules/pair-law.ts';
import { globuleParameters } from '../../src/substances/globules/parameters.ts';
import { atLeast, atMost, type Check, defineCase, within } from '../case.ts';
import { energyOf, latticePoints } from '../simulate.ts';

export const v48 = defineCase({
  number: 48,
  title: 'Integrator of globules',
  proves:
    'Updating velocities first and then positions conserves energy. Updating positions with old velocities does not.',
  remark:
    'Units of b₁ = r₀ = M = 1; ω² = 6k, k the stiffness of bonds in the lattice at rest. The steps of the printed scheme are a quarter as long, and it still fails.',
  parameters: {
    part: { value: 0.2, meaning: 'step over 2/ω' },
    printedPart: { value: 0.05, meaning: 'the same, for the scheme as printed' },
    steps: { value: 4000, meaning: 'steps; the scheme as printed takes as many' },
    side: { value: 6, meaning: 'globules along an edge' },
    speed: { value: 0.05, meaning: 'largest speed at the start along each axis' },
  },
  async run({ part, printedPart, ...setup }): Promise<Check[]> {
    const stable = await swing({ ...setup, dt: (part * 2) / fastest(), integrator: 'stable' }),
      printed = await swing({ ...setup, dt: (printedPart * 2) / fastest(), integrator: 'miller-1989' });
    return [
      within('steps per frame', stable.steps, 1, 0),
      atMost('largest change of E over |E|', stable.change, 0.01),
      within('change of E over |E|, mean of the last tenth', stable.drift, 0, 0.01),
      atLeast('as printed: growth of E over |E|', printed.drift, 0.1),
    ];
  },
});

const SOLID = { model: 'globules', kind: 'solid', damping: 0 } as const;

/** Distance of neighbors at rest, r₀ = 1. */
const SPACING = globuleParameters('a', SOLID, 2).restSpacing[2];

/** ω of the fastest wave: √(6k), M = 1. */
function fastest(): number {
  const bond = { restDistance: 1, strength: 1, range: 2, repulsionExponent: 5, attractionExponent: 3 },
    by = 1e-5;
  return Math.sqrt((6 * (bondForce(bond, SPACING - by) - bondForce(bond, SPACING + by))) / (2 * by));
}

interface Swing {
  readonly steps: number;
  readonly side: number;
  readonly speed: number;
  /** s */
  readonly dt: number;
  readonly integrator: 'stable' | 'miller-1989';
}

interface Swung {
  /** Largest number of steps in a frame. */
  readonly steps: number;
  /** Largest |E − E₀| over |E₀|. */
  readonly change: number;
  /** Mean of (E − E₀)/|E₀| over the last tenth. */
  readonly drift: number;
}

/** A square of globules with velocities that alternate from one to the next. */
async function swing({ steps, side, speed, dt, integrator }: Swing): Promise<Swung> {
  const world = await World.create(scene(side, speed, dt, integrator), { threads: 1 });
  const changes: number[] = [];
  let most = 0;
  try {
    const before = energyOf(world);
    for (let k = 0; k < steps; k++) {
      const report = world.advance();
      most = Math.max(most, report.steps);
      if (!report.ok) return { steps: most, change: Infinity, drift: Infinity };
      changes.push((energyOf(world) - before) / Math.abs(before));
    }
  } finally {
    world.dispose();
  }
  const last = changes.slice(-Math.ceil(steps / 10)),
    largest = changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
  return { steps: most, change: largest, drift: last.reduce((sum, c) => sum + c, 0) / last.length };
}

function scene(side: number, speed: number, dt: number, integrator: Swing['integrator']): SceneInput {
  const restDensity = 2 / (Math.sqrt(3) * SPACING * SPACING), // M = 1
    positions = latticePoints('hexagonal', [side, side, 1], SPACING);
  const along = (n: number): number => speed * ((n % 5) / 2 - 1),
    velocities = positions.map((_, k) => [along(3 * k + 1), along(7 * k * k + k), 0] as const);
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    frameRate: 1 / dt,
    duration: dt,
    time: { integrator },
    substances: { a: { ...SOLID, restDensity, stiffness: 1 / restDensity } },
    bodies: [{ substance: 'a', spacing: SPACING, shape: { points: { positions, velocities } } }],
  };
}
