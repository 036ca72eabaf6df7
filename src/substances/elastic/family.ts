// Elastic solids by moving least squares: jelly, rubber, flesh, and what yields and keeps a dent. [AW09 §7, docs/elastic.md]

import type { Family, Measured, NewParticle, Setup } from '../../engine/family.ts';
import { rootOf } from '../../math/roots.ts';
import { below } from '../../pointer.ts';
import { checkElastic } from './check.ts';
import { totalElasticEnergy } from './energy.ts';
import { elasticFacts } from './facts.ts';
import { ELASTIC_CRITERIA } from './limits.ts';
import { numericsOfSolid } from './numerics.ts';
import { type ElasticParameters, elasticSmoothing, isElastic } from './parameters.ts';
import { elasticSchema } from './schema.ts';
import { elasticGuest, elasticScheme } from './scheme.ts';
import { writeElastic } from './tables.ts';

export const elastic = {
  ...elasticFacts,
  schema: elasticSchema,
  check: checkElastic,

  numerics: numericsOfSolid,

  smoothing: elasticSmoothing,
  newborn,

  features: ({ time }) => ['elastic', ...(time.elasticSolver === 'implicit' ? (['implicitSolids'] as const) : [])],
  heeds: ({ softening, melted }) => softening !== undefined || melted !== undefined,
  countsNeighbors: () => false,
  memory: { lastElasticStep: 0, nodes: 0, references: 0 },
  lists: ['crackFacets', 'crackFronts', 'bladeEdges'],

  lead: () => ({ kernel: 'cubic-spline', wallSmoothing: 1.3, skin: 0.3, unit: 'mass' }),
  write: ({ engine, smoothing }: Setup) => writeElastic(engine, smoothing),
  scheme: elasticScheme,
  guest: elasticGuest,
  refit,

  energy: totalElasticEnergy,
  ahead: ({ lastElasticStep }) => 0.5 * lastElasticStep!,

  swings: true,
  closest: 0.3,
  criteria: ELASTIC_CRITERIA,
  dials: {
    youngsModulus: { most: 1e8, safe: 1e4, criterion: 'elasticity' },
    volumeStiffness: { most: 1e8, safe: 0, criterion: 'elasticity' },
    stressDamping: { most: 1e5, safe: 0, criterion: 'elasticity' },
    conductivity: { most: 500, safe: 1, criterion: 'heat' },
  },
  unstable: ({ name }) => ({
    code: 'UNSTABLE',
    pointer: below(below('/substances', name), 'stressDamping'),
    message: 'The simulation became unstable.',
    hint: `Give "${name}" some stressDamping, and a volumeShare of 0.5 or a volumeStiffness, so that no part of it stays inside out.`,
  }),
} as const satisfies Family<ElasticParameters>;

/** The shape in which a body is filled is its reference, unless the scene says another. */
function newborn({ restDensity }: ElasticParameters, { position, mass, body, rest }: NewParticle) {
  return { reference: rest ?? position, referenceVolume: mass / restDensity, sourceBody: body };
}

/** Gives particles the reach that a changed scene has; their size stays. */
function refit({ set, substances, dimension }: Measured): void {
  const lengths = set.f64('smoothingLength'),
    masses = set.f64('mass'),
    kinds = set.u32('substance');
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isElastic(p)) lengths[i] = elasticSmoothing(p) * rootOf(masses[i]! / p.restDensity, dimension);
  }
}
