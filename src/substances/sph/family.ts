// Smoothed particles: liquids, and substances that yield. [SL03, DC99, PV09, AW09 §6]

import type { Family, Setup } from '../../engine/family.ts';
import { hasGrip } from '../../obstacles/pack.ts';
import type { Feature } from '../../particles/fields.ts';
import { checkSmoothed } from './check.ts';
import { checkImplicitPressure, isImplicit } from './check-implicit.ts';
import { checkVorticity, eddyingOf, hasEddies } from './eddies/check.ts';
import { Eddies, totalEddySpin } from './eddies/eddies.ts';
import { totalEnergy } from './energy.ts';
import { sphFacts } from './facts.ts';
import { isViscous, needsFlow } from './features.ts';
import { numericsOf } from './numerics.ts';
import { withOwnDamping } from './own-damping.ts';
import { isCorrected, isSph, type SphParameters, withPressures } from './parameters.ts';
import { thinner } from './preview.ts';
import { sphSchema } from './schema.ts';
import { schemeOf } from './schemes.ts';
import { type Smoothed, smoothedOn } from './smoothed.ts';
import { withSoundSpeeds } from './sound-speed.ts';
import { isUneven, writeSubstance } from './tables.ts';
import { checkTension, hasTension } from './tension/check.ts';
import { Tension } from './tension/tension.ts';
import { imageOf } from './tension/wetting.ts';
import { hindersTurning } from './turning.ts';

/** Skin of the lists over the support radius. Measured on the 100k block: see docs/adr/0007. */
const SKIN = 0.05;

export const sph = {
  ...sphFacts,
  schema: sphSchema,
  prepare: (scene, own, all, trig) =>
    withPressures(withOwnDamping(scene, withSoundSpeeds(scene, own, all, trig)), scene),
  check: (scene, own, all) => [
    ...checkSmoothed(own),
    ...checkImplicitPressure(scene, own, all),
    ...checkTension(scene, own, all),
    ...checkVorticity(scene, own),
  ],
  needsMelting: ({ jumpNumber }) => (typeof jumpNumber === 'object' ? 'jumpNumber' : undefined),
  preview: thinner,
  hindersTurning,
  numerics: (p, h, scene) => numericsOf(p, h, scene.time, needsFlow(p, h, scene), scene.dimension),

  smoothing: ({ smoothing }) => smoothing,
  leastDensity: ({ density, restDensity }) => (density === 'summation' ? restDensity : 0),
  sumsDensity: ({ density }) => density === 'summation',

  features: (scene, own, finest, hasHeat) => {
    const flows = own.some((p, k) => hasHeat || needsFlow(p, finest[k]!, scene));
    const // Lists of individual steps are not those of all pairs; very different densities do not come to rest with it.
      corrects = own.some(isCorrected) && !isUneven(own, flows) && (flows || !scene.adaptivity);
    return [
      ...when(flows, 'flow'),
      ...when(flows || corrects, 'shapes'),
      ...when(corrects, 'corrected'),
      ...when(hasGhosts(scene), 'ghosts'),
      ...when(isImplicit(scene), 'implicitPressure'),
      ...when(own.some(hasEddies), 'eddies'),
    ];
  },
  heeds: ({ jumpNumber }) => typeof jumpNumber === 'object',
  countsNeighbors: (own) => own.some((p) => p.density === 'continuity'),

  memory: (features) => (features.includes('implicitPressure') ? { lastStep: 0 } : {}),
  ahead: ({ lastStep = 0 }) => 0.5 * lastStep,

  lead: ([first]) => ({
    kernel: first?.kernel ?? 'dc',
    wallSmoothing: first?.smoothing ?? 1.3,
    skin: SKIN,
    unit: 'volume',
  }),
  write: ({ engine, finest }) => {
    engine.substances.forEach((p, index) => {
      if (isSph(p)) writeSubstance(engine, p, index, finest[index]!);
    });
  },
  scheme: (setup, own) => {
    const tense = own.filter(hasTension).map((substance) => ({ substance, image: imageOf(substance) }));
    if (tense.length > 0) setup.engine.guests.push(new Tension(setup.engine, tense));
    addEddies(setup, own);
    return schemeOf(smoothedIn(setup, own));
  },

  energy: totalEnergy,
  energyIsLocal: true,
  spin: totalEddySpin,

  criteria: {
    tension: 'Lower the surfaceTension, use a larger spacing, or raise time.maxStepsPerFrame.',
    vorticity: 'Lower vorticity.transfer, raise vorticity.inertia, or raise time.maxStepsPerFrame.',
  },
  closest: 0.4,
  dials: {
    artificialViscosity: { most: 4, safe: 0.5, criterion: 'viscosity' },
    quadraticViscosity: { most: 4, safe: 1, criterion: 'viscosity' },
    viscosity: { most: 2000, safe: 10, criterion: 'viscosity' },
    surfaceTension: { most: 1, safe: 0.1, criterion: 'tension' },
    conductivity: { most: 500, safe: 1, criterion: 'heat' },
  },
  mayThin: ({ stateEquation }) => stateEquation === 'ideal-gas',
  unstable: () => ({
    code: 'UNSTABLE',
    pointer: '/time/courant',
    message: 'The simulation became unstable.',
    hint: 'Lower time.courant, or raise artificialViscosity.',
  }),
} as const satisfies Family<SphParameters>;

/** Eddies of the substances that have them take part in the step. */
function addEddies({ engine, finest }: Setup, own: readonly SphParameters[]): void {
  const lightest = Math.min(...own.map(({ restDensity }) => restDensity)),
    spinning = own.filter(hasEddies).map((p) => {
      const index = engine.substances.indexOf(p);
      return eddyingOf(p, index, finest[index]!, lightest);
    });
  if (spinning.length > 0) engine.guests.push(new Eddies(engine, spinning));
}

/** Whether obstacles act by ghosts. */
function hasGhosts({ boundary, obstacles }: Setup['scene']): boolean {
  return boundary === 'ghosts' && obstacles.length > 0;
}

function when(has: boolean, feature: Feature): readonly Feature[] {
  return has ? [feature] : [];
}

/** The smoothed particles of a scene on its engine. */
function smoothedIn({ engine, scene, finest }: Setup, own: readonly SphParameters[]): Smoothed {
  const grips = scene.obstacles.some(hasGrip);
  const viscous = own.some((p) => isViscous(p, finest[engine.substances.indexOf(p)]!, scene.dimension));
  return smoothedOn(engine, own, finest[0], grips, viscous);
}
