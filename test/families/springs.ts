// A third family, to prove the frame: particles in a chain, each tied to the next by a spring. It is registered as any other, with
// `addFamily`, and no file of src/ knows of it. Forces are found in TypeScript; everything else is the engine's.

import * as z from 'zod';
import { closeBooking, openBooking } from '../../src/engine/book-step.ts';
import type { Booking } from '../../src/engine/booking.ts';
import { type Engine, type Guest, substanceRow } from '../../src/engine/engine.ts';
import type { Family, Measured, Setup } from '../../src/engine/family.ts';
import { writeHeat } from '../../src/engine/heat.ts';
import { measureStepLimit } from '../../src/engine/limits.ts';
import { drift, findPairs, packRecords, renewPairs, sumForces } from '../../src/engine/move.ts';
import type { CommonScheme } from '../../src/engine/scheme.ts';
import { type StepLimit, tighten } from '../../src/engine/step-limit.ts';
import type { SubstanceParameters } from '../../src/engine/substance.ts';
import type { FieldRow } from '../../src/particles/fields.ts';
import type { ParticleSet } from '../../src/particles/particle-set.ts';
import { below } from '../../src/pointer.ts';
import { problem } from '../../src/problem.ts';
import { about, part, positive, quantity } from '../../src/schema/field.ts';
import * as at from '../../src/wasm/layout.ts';

/** The numbers of a chain. */
interface SpringParameters extends SubstanceParameters {
  readonly model: 'springs';
  /** N/m */
  readonly springRate: number;
  /** m */
  readonly restLength: number;
}

const schema = part(
  z.strictObject({
    model: about(z.enum(['springs']), 'Family of methods that simulates the substance.'),
    restDensity: quantity(positive.optional(), 'kg/m³', 'Density of the particles.'),
    springRate: quantity(positive.optional(), 'N/m', 'Force of a spring per length.'),
    restLength: quantity(positive.optional(), 'm', 'Length of a spring at rest.'),
  }),
  'springs',
  'A chain of particles and springs.',
);

const DEFAULTS = {
  ...{ restDensity: 1000, springRate: 50, restLength: 0.1, stiffness: 100 },
  ...{ heatCapacity: 1000, conductivity: 0, latentHeat: 0 },
} as const;

/** Force in the spring to the next particle of the chain, N: saved, published, and something to color by. */
const TENSION: FieldRow = {
  name: 'tension',
  type: 'f64',
  components: 1,
  lifetime: 'state',
  unit: 'N',
  meaning: 'force in the spring to the next particle',
  published: 100,
  color: { title: 'Tension' },
};

/** Part of the linear limit of stability. */
const SAFETY = 0.2;

export const springs = {
  model: 'springs',
  schema,
  parameters: (name, input: z.output<typeof schema>) => ({ ...DEFAULTS, ...input, name }) as SpringParameters,
  check: (_scene, own) =>
    own
      .filter(({ restLength }) => restLength > 1)
      .map(({ name }) =>
        problem(
          'SCENE_INVALID',
          below(below('/substances', name), 'restLength'),
          'The spring is too long.',
          'Use 1 m.',
        ),
      ),

  smoothing: () => 1.3,
  restDistance: () => 1,
  features: () => [],
  fields: [TENSION],
  heeds: () => false,
  countsNeighbors: () => false,
  memory: { swings: 0 },

  lead: () => ({ kernel: 'cubic-spline', wallSmoothing: 1.3, skin: 0.1, unit: 'mass' }),
  write,
  scheme: ({ engine }) => springScheme(engine),
  guest: ({ engine }) => springGuest(engine),
  energy,

  closest: 0.1,
  criteria: { spring: 'Lower the springRate.' },
  unstable: ({ name }) => ({
    code: 'UNSTABLE',
    pointer: below(below('/substances', name), 'springRate'),
    message: 'The chain became unstable.',
    hint: 'Lower the springRate.',
  }),
} as const satisfies Family<SpringParameters>;

function isSpring(p: SubstanceParameters): p is SpringParameters {
  return p.model === 'springs';
}

function write({ engine: { set, substances } }: Setup): void {
  substances.forEach((p, index) => {
    if (!isSpring(p)) return;
    const row = substanceRow(index);
    set.shared.setReal(row + at.SUB_REST_DENSITY, p.restDensity);
    set.shared.setReal(row + at.SUB_SUMMATION, 2);
    set.shared.setReal(row + at.SUB_SOUND_SPEED, Math.sqrt(p.stiffness));
    set.shared.setReal(row + at.SUB_CONTACT_RADIUS, 0.4);
    writeHeat(set, p, row);
  });
}

/** v ← v + dt a, x ← x + dt v with a from the springs. */
function springScheme(e: Engine): CommonScheme {
  const { shared } = e.set;
  shared.setReal(at.FIRST_KICK, 1);
  shared.setReal(at.LAST_KICK, 0);
  return {
    kind: 'common',
    start: () => {
      shared.setReal(at.STEP, 0);
      openBooking(e);
      findPairs(e);
      evaluate(e);
      return closeBooking(e);
    },
    step: (dt) => step(e, dt),
    limit: (out) => {
      measureStepLimit(e, out);
      limitSprings(e, out);
    },
  };
}

function step(e: Engine, dt: number): Booking {
  e.set.shared.setReal(at.STEP, dt);
  const booking = openBooking(e, dt);
  drift(e, at.PASS_DRIFT_GLOBULES, booking); // v ← v + dt a, x ← x + dt v, bounce off obstacles
  renewPairs(e);
  evaluate(e); //                               a = f/m + g
  closeBooking(e);
  e.memory.swings = e.memory.swings! + 1;
  e.steps++;
  return booking;
}

function evaluate(e: Engine): void {
  packRecords(e);
  sumForces(e, () => addSprings(e));
  e.set.team.run(at.PASS_ACCELERATE_GLOBULES, e.set.chunks);
}

function springGuest(e: Engine): Guest {
  return { pack: () => {}, sum: () => addSprings(e), limit: (out) => limitSprings(e, out) };
}

/** dt ≤ 0.2 · 2/√(4k/m). */
function limitSprings({ set, substances }: Engine, out: StepLimit): void {
  const mass = set.f64('mass'),
    kinds = set.u32('substance');
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isSpring(p)) tighten(out, 'spring', (2 * SAFETY) / Math.sqrt((4 * p.springRate) / mass[i]!));
  }
}

/** Adds f = k (|x_ij| − l) x_ij/|x_ij| of each spring to both ends, over the unit of pair passes. */
function addSprings({ set, substances }: Engine): void {
  const unit = set.shared.real(at.PAIR_UNIT),
    begin = set.shared.u32[at.AT_SUM >> 2]! >> 2,
    sums = set.shared.f32.subarray(begin, begin + 4 * set.count),
    tension = set.f64('tension');
  tension.fill(0);
  eachSpring(set, substances, (i, j, stretch, rate, direction) => {
    tension[i] = rate * stretch;
    for (let a = 0; a < 3; a++) {
      const f = Math.fround((rate * stretch * direction[a]!) / unit);
      sums[4 * i + a]! += f;
      sums[4 * j + a]! -= f;
    }
  });
}

/** ½ k (|x_ij| − l)² of all springs, J. */
function energy({ set, substances }: Measured): number {
  let sum = 0;
  eachSpring(set, substances, (_i, _j, stretch, rate) => {
    sum += 0.5 * rate * stretch * stretch;
  });
  return sum;
}

type Spring = (i: number, j: number, stretch: number, rate: number, direction: readonly number[]) => void;

/** Springs tie the particles of a chain in the order of their ids. */
function eachSpring(set: ParticleSet, substances: readonly SubstanceParameters[], use: Spring): void {
  const ids = set.u32('id'),
    kinds = set.u32('substance'),
    x = set.f64('position'),
    places = new Map(Array.from(ids, (id, i) => [id, i]));
  for (let id = 0; id < set.nextId; id++) {
    const i = places.get(id),
      j = places.get(id + 1);
    if (i === undefined || j === undefined || kinds[i] !== kinds[j]) continue;
    const p = substances[kinds[i]!]!;
    if (!isSpring(p)) continue;
    const way = [0, 1, 2].map((a) => x[3 * j + a]! - x[3 * i + a]!),
      length = Math.sqrt(way.reduce((sum, c) => sum + c * c, 0));
    use(
      i,
      j,
      length - p.restLength,
      p.springRate,
      way.map((c) => c / length),
    );
  }
}
