// Handles of designs: what is held of a shape, and where it goes.

import * as z from 'zod';
import {
  about,
  count,
  DIMENSIONLESS,
  fraction,
  nonNegative,
  part,
  positive,
  quantity,
  vec3,
} from '../../schema/field.ts';
import { rotation, shape } from './shapes.ts';

/** Most strength of a handle beside the others. */
const STRONGEST = 1e6;

/** A rigid motion; a turn comes before the shift. */
export const placing = {
  translate: quantity(vec3.optional(), 'm', 'Shift, after the turn.', { defaultText: 'none' }),
  rotate: about(rotation.optional(), 'Turn about the pivot.', { defaultText: 'none' }),
  pivot: quantity(vec3.optional(), 'm', 'Point about which it turns.', { defaultText: 'the middle of what is moved' }),
};

const moved = {
  ...placing,
  weight: quantity(positive.max(STRONGEST).default(1), DIMENSIONLESS, 'Strength beside the other handles.'),
};

const byRegion = about(
  z.strictObject({
    region: about(shape, 'Holds the particles in it, where the shape is at rest.'),
    falloff: quantity(
      nonNegative.max(1e6).default(0),
      'm',
      'Width of the rim outside of the region over which the hold fades.',
    ),
    ...moved,
  }),
  'Holds what is in a region.',
);
const byPoints = about(
  z.strictObject({
    points: quantity(
      z
        .array(quantity(vec3, 'm', 'A point of the shape at rest.'))
        .min(1)
        .readonly(),
      'm',
      'Points of the shape at rest.',
    ),
    to: quantity(
      z
        .array(quantity(vec3, 'm', 'Where one point goes.'))
        .readonly()
        .optional(),
      'm',
      'Where each point goes, instead of a shift and a turn.',
      { defaultText: 'as `translate` and `rotate` say' },
    ),
    ...moved,
  }),
  'Holds single points.',
);
const byParticles = about(
  z.strictObject({
    particles: quantity(
      z
        .array(quantity(count, DIMENSIONLESS, 'A particle, counted from 0.'))
        .min(1)
        .readonly(),
      DIMENSIONLESS,
      'Particles by their numbers, as a page that paints handles writes them.',
    ),
    strengths: quantity(
      z
        .array(quantity(fraction, DIMENSIONLESS, 'Of one particle.'))
        .readonly()
        .optional(),
      DIMENSIONLESS,
      'How strongly each is held.',
      { defaultText: '1 each' },
    ),
    ...moved,
  }),
  'Holds painted particles.',
);

export const handle = part(
  z.union([byRegion, byPoints, byParticles]),
  'handle',
  'A part of the shape that is held, and where it goes; it stays where it is if it has no motion.',
  {
    snippets: {
      'handle of a region': {
        region: { box: { min: [-1, 2, -1], max: [1, 3, 1] } },
        translate: [0.5, 0, 0],
        rotate: { axis: [0, 0, 1], degrees: -30 },
      },
      'handle of points': { points: [[0, 1, 0]], to: [[0.2, 1.1, 0]] },
    },
  },
);

/** A list of handles. */
export const handles = z.array(handle).readonly();
