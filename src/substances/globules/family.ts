// Globules: particles that attract and repel each other, as powder, fluid or solid. [MP89, docs/globules.md]

import type { Cause, FailedStep, Family, Measured, Setup } from '../../engine/family.ts';
import { rootOf } from '../../math/roots.ts';
import { below } from '../../pointer.ts';
import { checkGlobules } from './check.ts';
import { contactEnergy, totalSpin } from './contacts.ts';
import { GLOBULE_DEFAULTS } from './defaults.ts';
import { totalBondEnergy } from './energy.ts';
import { globulesFacts } from './facts.ts';
import { globulesOn } from './globules.ts';
import { GLOBULE_CRITERIA } from './limits.ts';
import {
  type GlobuleParameters,
  globuleMass,
  hasContacts,
  isGlobules,
  radiusFactor,
  reachOf,
  skinOf,
} from './parameters.ts';
import { globulesSchema } from './schema.ts';
import { globuleGuest, globuleScheme } from './scheme.ts';
import { writeContactQuantum, writeGlobules, writeLaws } from './tables.ts';

export const globules = {
  ...globulesFacts,
  schema: globulesSchema,
  check: checkGlobules,

  smoothing,
  /** Its radius is half the spacing, or less by chance; that of a solid may be more as well, because bonds hold what would burst. */
  mass: (p, { spacing, dimension, chance }) => {
    const less = p.kind === 'solid' ? 2 * chance() - 1 : chance();
    return globuleMass(p, spacing * (1 - p.radiusVariation * less), dimension);
  },

  needsRoom: 0.75,

  features: (_scene, own) => (own.some(hasContacts) ? ['globules', 'contacts'] : ['globules']),
  heeds: (p) => p.melting !== undefined || p.crumbling !== undefined,
  countsNeighbors: () => false,
  memory: { lastStep: 0 },

  lead: (own) => ({ kernel: HEAT_KERNEL, wallSmoothing: 1.3, skin: skinOf(own), unit: 'mass' }),
  write,
  scheme: ({ engine }, own) => globuleScheme(globulesOn(engine, own)),
  guest: ({ engine }, own) => globuleGuest(engine, own),
  refit,

  energy: (world) => totalBondEnergy(world) + contactEnergy(world),
  spin: totalSpin,

  swings: true,
  closest: 0.6, // hard cores
  criteria: GLOBULE_CRITERIA,
  dials: {
    damping: { most: 2, safe: GLOBULE_DEFAULTS.damping, criterion: 'damping' },
    conductivity: { most: 500, safe: 1, criterion: 'heat' },
  },
  firstCause: pressedOut,
  lastCause: printedScheme,
  unstable: (p) => ({
    code: 'UNSTABLE',
    pointer: below(below('/substances', p.name), 'damping'),
    message: 'The simulation became unstable.',
    hint: `Raise the damping of "${p.name}", or change its stiffness: about a hundred times the square of the highest speed.`,
  }),
} as const satisfies Family<GlobuleParameters>;

/** Smoothing function of the heat that globules conduct. */
const HEAT_KERNEL = 'cubic-spline';

function smoothing(p: GlobuleParameters, dimension: 2 | 3): number {
  return radiusFactor(p, dimension) * reachOf(p);
}

function write({ engine, scene, smoothing: all }: Setup, _own: readonly GlobuleParameters[]): void {
  engine.substances.forEach((p, index) => {
    if (isGlobules(p)) writeGlobules(engine, p, index);
  });
  writeLaws(engine, all);
  writeContactQuantum(engine, Math.max(0, ...[...scene.bodies, ...scene.emitters].map(({ spacing }) => spacing)));
}

/** Gives globules the reach that the law of a changed scene has; their size stays. */
function refit({ set, substances, dimension }: Measured): void {
  const lengths = set.f64('smoothingLength'),
    masses = set.f64('mass'),
    kinds = set.u32('substance');
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isGlobules(p)) lengths[i] = smoothing(p, dimension) * rootOf(masses[i]! / p.restDensity, dimension);
  }
}

/** What was put out of an obstacle in the first step may stand on others. */
function pressedOut({ frame, startedInside }: FailedStep): Cause | undefined {
  if (frame > 0 || !startedInside) return undefined;
  return {
    code: 'INSIDE_OBSTACLE',
    pointer: '/bodies',
    message: 'Globules that started inside an obstacle were pressed onto each other.',
    hint: 'Move the body or the obstacle so that they do not overlap.',
  };
}

/** As printed, the integrator of globules gains energy unless damping takes it away. [MP89 eq. 9, X41] */
function printedScheme({ scene }: FailedStep): Cause | undefined {
  if (scene.time.integrator !== 'miller-1989') return undefined;
  return {
    code: 'UNSTABLE',
    pointer: '/time/integrator',
    message: 'The printed integrator gains energy where there is little damping.',
    hint: 'Remove time.integrator, or raise the damping.',
  };
}
