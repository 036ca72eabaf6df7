// Solids of the scene format.

import * as z from 'zod';
import {
  about,
  DIMENSIONLESS,
  fraction,
  nonNegative,
  part,
  quantity,
  seconds,
  temperature,
} from '../../schema/field.ts';
import { motion } from './motion.ts';
import { window } from './period.ts';
import { shape } from './shapes.ts';

/** What a surface does to a substance that touches it. */
const surfaceNumbers = {
  friction: quantity(
    nonNegative.max(10).optional(),
    DIMENSIONLESS,
    'Friction by Coulomb: the force along the surface is at most this times the force into it.',
    {
      effect:
        '0 slides freely, 0.5 holds sand on a slope of 27°. For grains; what the pressure of a wall carries, as it does liquids, has grip instead.',
      defaultText: 'the friction of the substance',
    },
  ),
  grip: quantity(
    fraction.optional(),
    DIMENSIONLESS,
    'How strongly the surface holds a substance with viscosity or a jump number: the part of the viscous stress between them.',
    { effect: '0 lets it slip, 1 holds it like a real wall (no-slip).', defaultText: '1 − tangentRestitution' },
  ),
};

const touch = part(
  z.strictObject({
    normalRestitution: quantity(
      fraction.optional(),
      DIMENSIONLESS,
      'Part of the speed into the surface that a hit returns.',
      { defaultText: 'that of the obstacle' },
    ),
    tangentRestitution: quantity(
      fraction.optional(),
      DIMENSIONLESS,
      'Part of the speed along the surface that remains after each hit.',
      { defaultText: 'that of the obstacle' },
    ),
    friction: about(surfaceNumbers.friction, 'Friction by Coulomb.', { defaultText: 'that of the obstacle' }),
    grip: about(surfaceNumbers.grip, 'Part of the viscous stress at the surface.', {
      defaultText: '1 − tangentRestitution',
    }),
  }),
  'touch',
  'What a surface does to one substance.',
  { snippets: { sand: { friction: 0.6 } } },
);

export const obstacle = part(
  z.strictObject({
    shape: about(shape, 'The solid, or the inside of a container.'),
    inside: about(
      z.boolean().default(false),
      'Whether particles are kept inside the shape, as in a container, and not outside.',
    ),
    normalRestitution: quantity(
      fraction.default(0),
      DIMENSIONLESS,
      'Part of the speed into the surface that a hit returns.',
      { effect: '0 does not bounce, 1 bounces back at full speed.' },
    ),
    tangentRestitution: quantity(
      fraction.default(1),
      DIMENSIONLESS,
      'Part of the speed along the surface that remains after each hit.',
      { effect: '0 sticks to the surface, 1 slides freely. What rests is hit in every step: use friction for that.' },
    ),
    roughness: quantity(
      fraction.optional(),
      DIMENSIONLESS,
      'How rough the surface is: it is tilted at random, in patches about as large as a particle.',
      { effect: '0 is smooth; at 1 the surface is tilted by up to 45°.', defaultText: '0' },
    ),
    ...surfaceNumbers,
    substances: about(
      z.record(z.string(), touch).optional(),
      'What the surface does to some substances, by their names, where that differs.',
      { defaultText: 'the same to all', snippets: { 'sand grips': { sand: { friction: 0.6 } } } },
    ),
    temperature: quantity(
      temperature.optional(),
      'K',
      'Temperature of the surface. It heats or cools whatever touches it.',
      {
        defaultText: 'neither heats nor cools',
      },
    ),
    cuts: about(
      z.boolean().optional(),
      'Whether it is a blade: its edge cuts elastic solids along the way that it goes.',
      {
        effect:
          'A capsule is a wire; a box cuts with the long edge that is ahead. In 2D the point that is farthest ahead cuts.',
        defaultText: 'false: it pushes only',
      },
    ),
    motion: about(motion.optional(), 'How the solid moves.', { defaultText: 'none: it does not move' }),
    ...window('it is there'),
    swell: quantity(
      seconds.max(1e3).optional(),
      's',
      'How long it grows from a point to its size after it has come, so that it makes way for itself in a substance.',
      {
        effect: '0 puts whatever stands in its place on its surface at once, which may burst.',
        defaultText: '0.1 where `from` is later than 0; planes, meshes and containers come at once',
      },
    ),
  }),
  'obstacle',
  'A solid that particles cannot enter, or a container they cannot leave.',
  {
    snippets: {
      floor: { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0.5 },
      container: { shape: { box: { min: [-1, 0, -1], max: [1, 2, 1] } }, inside: true },
    },
  },
);
