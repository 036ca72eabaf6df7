// What holds elastic solids.

import * as z from 'zod';
import { about, part, quantity, seconds, vec3 } from '../../schema/field.ts';
import { MAX_ANCHORS } from '../../wasm/layout.ts';
import { motion } from './obstacles.ts';

const anchor = part(
  z.strictObject({
    min: quantity(vec3, 'm', 'Lower corner of the box.'),
    max: quantity(vec3, 'm', 'Upper corner of the box.'),
    motion: about(motion.optional(), 'How it moves what it holds.', { defaultText: 'it stays' }),
    until: quantity(seconds.optional(), 's', 'When it lets go.', { defaultText: 'never' }),
  }),
  'anchor',
  'A box that holds the particles of elastic solids that start in it.',
  { snippets: { anchor: { min: [0, 0, 0], max: [0.1, 0.5, 0.5] } } },
);

export const anchors = about(
  z.array(anchor).max(MAX_ANCHORS).readonly().default([]),
  'What holds elastic solids, at rest or moving.',
);
