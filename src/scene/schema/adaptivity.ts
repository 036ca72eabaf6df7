// Space-time adaptive simulation: which particles are split and merged, and who has its own time step. [DC99 §4-5, card §5-6]

import * as z from 'zod';
import { about, DIMENSIONLESS, finite, part, positive, quantity } from '../../schema/field.ts';

const CRITERION_MEANINGS = {
  detail: 'Particles are fine where the body is thin, coarser elsewhere, and coarsest deep inside.',
  density: 'Particles are fine where the density varies, as in the paper of Desbrun and Cani 1999.',
};

export const adaptivity = part(
  z.strictObject({
    detail: quantity(
      finite.min(0.1).max(10).default(1),
      DIMENSIONLESS,
      'How much of the substance stays fine, at any resolution.',
      {
        effect:
          'Larger values keep more particles fine and are slower; at 2 the whole surface stays fine. Usual: 0.5 to 2.',
      },
    ),
    criterion: about(z.enum(['detail', 'density']).default('detail'), 'What decides where particles are fine.', {
      meanings: CRITERION_MEANINGS,
    }),
    split: quantity(
      positive.max(1e12).optional(),
      'kg',
      'For the density criterion: a particle splits where its volume times the density difference to a neighbor exceeds this (Δ in the paper).',
      {
        effect: 'Larger values keep fewer particles fine.',
        defaultText: '0.02/detail of the mass of the finest particle',
      },
    ),
    merge: quantity(
      positive.max(1e12).optional(),
      'kg',
      'For the density criterion: particles merge where that product is below this for all neighbors (δ in the paper).',
      {
        effect: 'Larger values merge more. Keep it at or below split/40, or particles flicker.',
        defaultText: 'split/40',
      },
    ),
    levels: quantity(
      z.int().min(0).max(3).default(2),
      'levels',
      'How many levels coarser particles may become: 8 times the mass of the finest at 1, 64 times at 2. 0 never merges.',
      { effect: 'Larger values are faster in large bodies.' },
    ),
    individualSteps: about(
      z.boolean().default(true),
      'Whether every particle has its own time step. If not, all take the smallest one.',
    ),
    simplifyStart: about(z.boolean().default(true), 'Whether the inside of bodies is merged before the first frame.'),
  }),
  'adaptivity',
  'Fine particles and short steps only where they matter. The smallest spacing of a substance is that of its finest particles.',
  { snippets: { adaptivity: { detail: 1 }, 'adaptivity, as in the paper': { criterion: 'density', split: 0.5 } } },
);
