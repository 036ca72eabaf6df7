// What heats and cools: regions, and the surroundings of the free surface.

import * as z from 'zod';
import {
  about,
  DIMENSIONLESS,
  finite,
  fraction,
  nonNegative,
  part,
  quantity,
  seconds,
  temperature,
} from '../../schema/field.ts';
import { motion } from './motion.ts';
import { shape } from './shapes.ts';

export const heatRegion = part(
  z.strictObject({
    shape: about(shape, 'Region that heats or cools the particles whose center is inside.'),
    temperature: quantity(temperature.optional(), 'K', 'Temperature at which everything in the region is held.', {
      defaultText: 'not held',
    }),
    power: quantity(finite.min(-1e15).max(1e15).optional(), 'W/m³', 'Heat given to the substance, per volume.', {
      effect: 'Larger values heat faster; negative values cool.',
      defaultText: 'none',
    }),
    flux: quantity(
      finite.min(-1e15).max(1e15).optional(),
      'W/m²',
      'Heat given to the substance, per area of its free surface.',
      {
        effect: 'Larger values heat faster; negative values cool. Candle flame 50000.',
        defaultText: 'none',
      },
    ),
    from: quantity(seconds.default(0), 's', 'Time at which it starts.'),
    to: quantity(seconds.optional(), 's', 'Time at which it stops.', { defaultText: 'never' }),
    motion: about(motion.optional(), 'How the region moves.', { defaultText: 'none: it does not move' }),
  }),
  'heatRegion',
  'A region that keeps a temperature, or adds or removes heat.',
  {
    snippets: {
      'region held at a temperature': { shape: { box: { min: [-1, -1, -1], max: [1, 0.1, 1] } }, temperature: 400 },
      flame: { shape: { sphere: { center: [0, 1, 0], radius: 0.2 } }, flux: 50000 },
    },
  },
);

export const surroundings = part(
  z.strictObject({
    temperature: quantity(temperature.default(293.15), 'K', 'Temperature of the air and everything around.'),
    convection: quantity(
      nonNegative.max(1e9).default(0),
      'W/(m²·K)',
      'How well heat passes between the free surface and the air.',
      { effect: 'Larger values cool faster. Still air 5 to 25, wind 100.' },
    ),
    emissivity: quantity(fraction.default(0), DIMENSIONLESS, 'How well the free surface radiates heat away.', {
      effect: '0 does not radiate; 1 is a black body. Rock and wax 0.95.',
    }),
  }),
  'surroundings',
  'What the free surface exchanges heat with.',
  { snippets: { surroundings: { temperature: 293, convection: 10, emissivity: 0.95 } } },
);
