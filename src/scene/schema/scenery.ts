// What stands in pictures only: props, landscapes, stands.

import * as z from 'zod';
import { about, part } from '../../schema/field.ts';
import { obstacleLook } from './appearance.ts';
import { motion } from './motion.ts';
import { window } from './period.ts';
import { shape } from './shapes.ts';

const sceneryPiece = part(
  z.strictObject({
    shape: about(shape, 'The solid.'),
    motion: about(motion.optional(), 'How the solid moves.', { defaultText: 'none: it does not move' }),
    ...window('it is there'),
    look: about(obstacleLook.optional(), 'What it looks like.', { defaultText: 'gray and matte' }),
  }),
  'pieceOfScenery',
  'A solid that is only seen. Nothing touches it, so it never changes a simulated frame.',
  {
    snippets: {
      'a stand': {
        shape: { cylinder: { from: [0, 0, 0], to: [0, 0.4, 0], radius: 0.03 } },
        look: { color: '#b8bcc2', finish: 'metal' },
      },
    },
  },
);

export const scenery = about(
  z.array(sceneryPiece).max(1000).readonly().default([]),
  'Solids that are only seen: stands, handles, landscapes. Drawn in 3D, where `obstacles` are.',
  { rangeText: 'at most 1000' },
);
