// How solids, regions, openings and force fields move.

import * as z from 'zod';
import { about, direction, part, quantity, seconds, signed, vec3 } from '../../schema/field.ts';
import { rotation } from './shapes.ts';

const steady = about(
  z.strictObject({ velocity: quantity(vec3, 'm/s', 'Constant velocity of the solid.') }),
  'Moves steadily along a line.',
  { snippets: { 'steady motion': { velocity: [0.5, 0, 0] } } },
);

const spin = about(
  z.strictObject({
    rotation: about(
      z.strictObject({
        center: quantity(vec3, 'm', 'A point of the axis.'),
        axis: about(direction, 'Direction of the axis.'),
        degreesPerSecond: quantity(
          signed,
          '°/s',
          'Speed of rotation, counterclockwise when the axis points at you; negative values turn the other way.',
        ),
      }),
      'Axis and speed of the rotation.',
    ),
  }),
  'Rotates steadily about an axis.',
  { snippets: { 'steady turning': { rotation: { center: [0, 0.5, 0], axis: [0, 0, 1], degreesPerSecond: 90 } } } },
);

const keyframe = about(
  z.strictObject({
    time: quantity(seconds, 's', 'When it has this pose; later than the keyframe before.'),
    translate: quantity(vec3.default([0, 0, 0]), 'm', 'Displacement from its place in the scene.'),
    rotate: about(rotation.optional(), 'Turn about the pivot.', { defaultText: 'not rotated' }),
  }),
  'A pose at a time.',
  { snippets: { keyframe: { time: 1, translate: [0, 0.5, 0] } } },
);

const keyframed = about(
  z.strictObject({
    keyframes: about(
      z.array(keyframe).min(1).readonly(),
      'Poses in order of time. The solid moves steadily from one to the next, and rests before the first and after the last.',
    ),
    pivot: quantity(vec3.default([0, 0, 0]), 'm', 'Point about which the keyframes rotate.'),
  }),
  'Goes from pose to pose.',
  {
    snippets: {
      keyframes: {
        keyframes: [
          { time: 0, translate: [0, 0, 0] },
          { time: 1, translate: [0, 0.5, 0], rotate: { axis: [0, 0, 1], degrees: 45 } },
        ],
        pivot: [0, 1, 0],
      },
    },
  },
);

export const motion = part(
  z.union([steady, spin, keyframed]),
  'motion',
  'How a solid moves: along a line, about an axis, or from pose to pose.',
);
