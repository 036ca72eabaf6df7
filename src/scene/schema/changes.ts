// Parameters that get other values while the scene runs, as sliders do.

import * as z from 'zod';
import { about, part, quantity, seconds } from '../../schema/field.ts';

/** Most changes of a scene. */
const MOST_CHANGES = 10_000;

const change = part(
  z.strictObject({
    time: quantity(
      seconds,
      's',
      'When the values change, up to the beginning of a frame; not before the change above it.',
    ),
    set: about(
      z.record(z.string(), z.unknown()),
      'New values by JSON pointers into the scene, such as "/substances/honey/viscosity".',
      { snippets: { 'less gravity': { '/gravity': [0, -1.62, 0] } } },
    ),
  }),
  'change',
  'New values of some parameters from a time on.',
  { snippets: { change: { time: 1, set: { '/gravity': [0, -1.62, 0] } } } },
);

export const changes = about(
  z.array(change).max(MOST_CHANGES).readonly().optional(),
  'Parameters that get other values while the scene runs.',
  { defaultText: 'none' },
);
