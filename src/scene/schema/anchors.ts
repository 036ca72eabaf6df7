// What holds elastic solids.

import * as z from 'zod';
import { about, DIMENSIONLESS, finite, part, quantity, seconds, vec3 } from '../../schema/field.ts';
import { MAX_ANCHORS } from '../../wasm/layout.ts';
import { motion } from './motion.ts';
import { shape } from './shapes.ts';

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

const sceneHandle = part(
  z.strictObject({
    region: about(shape, 'Holds the particles of elastic solids that start in it.'),
    motion: about(motion.optional(), 'How it moves what it holds, from the start of the scene on.', {
      defaultText: 'it pulls back to where it was at the start',
    }),
    strength: quantity(
      finite.min(1e-6).max(1).default(1),
      DIMENSIONLESS,
      'Stiffness of the hold; 1 is as stiff as the step allows.',
      { effect: 'Smaller values pull gently, and what is held gives way. Usual: 0.001 to 1.' },
    ),
    until: quantity(seconds.optional(), 's', 'When it lets go.', { defaultText: 'never' }),
  }),
  'sceneHandle',
  'A region that pulls elastic solids, as a handle of a design does, over time.',
  {
    snippets: {
      'scene handle': {
        region: { sphere: { center: [0, 1, 0], radius: 0.2 } },
        motion: { velocity: [0.5, 0, 0] },
        strength: 0.1,
        until: 1,
      },
    },
  },
);

export const sceneHandles = about(
  z.array(sceneHandle).max(MAX_ANCHORS).readonly().default([]),
  'What pulls elastic solids over time.',
);
