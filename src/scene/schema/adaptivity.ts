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
      'How much of the substance stays fine, whatever its resolution.',
      { effect: 'Larger keeps more particles fine and is slower; from 2 on the whole surface. Usual: 0.5 to 2.' },
    ),
    criterion: about(z.enum(['detail', 'density']).default('detail'), 'What decides where particles are fine.', {
      meanings: CRITERION_MEANINGS,
    }),
    split: quantity(
      positive.max(1e12).optional(),
      'kg',
      'With the density criterion: a particle splits where its volume times the difference of density to a neighbor is larger (Δ of the paper).',
      { effect: 'Larger keeps fewer particles fine.', defaultText: '0.02/detail of the mass of the finest particle' },
    ),
    merge: quantity(
      positive.max(1e12).optional(),
      'kg',
      'With the density criterion: particles merge where that product is smaller for all neighbors (δ of the paper).',
      { effect: 'Larger merges more. At most split/40, or particles flicker.', defaultText: 'split/40' },
    ),
    levels: quantity(
      z.int().min(0).max(3).default(2),
      'levels',
      'How many times particles may become coarser: up to 8 times the mass of the finest at 1, 64 times at 2; 0 never merges.',
      { effect: 'Larger is faster in the inside of large bodies.' },
    ),
    individualSteps: about(
      z.boolean().default(true),
      'Whether every particle has its own time step; if not, all take the smallest.',
    ),
    simplifyStart: about(z.boolean().default(true), 'Whether the inside of bodies is merged before the first frame.'),
  }),
  'adaptivity',
  'Fine particles and short steps only where they matter. The smallest spacing of the bodies and emitters of a substance is that of its finest particles.',
  { snippets: { adaptivity: { detail: 1 }, 'adaptivity, as in the paper': { criterion: 'density', split: 0.5 } } },
);
