// The camera: where it stands, how it moves, and what its lens and shutter do. None of it changes a simulated frame.

import * as z from 'zod';
import {
  about,
  count,
  DIMENSIONLESS,
  direction,
  finite,
  fraction,
  length,
  part,
  quantity,
  seconds,
  vec3,
} from '../../schema/field.ts';

/** Most keyframes of a camera. */
const MOST_KEYFRAMES = 256;

const fieldOfView = finite.min(1).max(170);

const keyframe = z.strictObject({
  time: quantity(seconds, 's', 'When the camera is there.'),
  position: quantity(vec3.optional(), 'm', 'Where the camera is then.', { defaultText: 'not set by this keyframe' }),
  target: quantity(vec3.optional(), 'm', 'What it looks at then.', { defaultText: 'not set by this keyframe' }),
  fieldOfView: quantity(
    fieldOfView.optional(),
    '°',
    'Angle between the lower and the upper edge of the picture then.',
    {
      effect: 'Larger values show more.',
      defaultText: 'not set by this keyframe',
    },
  ),
  height: quantity(length.optional(), 'm', 'Height of the visible area of a parallel view then.', {
    effect: 'Larger values show more.',
    defaultText: 'not set by this keyframe',
  }),
});

const keyframes = about(
  z
    .array(about(keyframe, 'Where the camera is at one time.'))
    .min(2)
    .max(MOST_KEYFRAMES)
    .readonly()
    .refine((all) => all.every(({ time }, k) => k === 0 || time > all[k - 1]!.time), 'the times must rise')
    .optional(),
  'Places of the camera over time. It goes smoothly from one to the next and rests before the first and after the last.',
  { rangeText: `2 to ${MOST_KEYFRAMES} keyframes, in order of time`, defaultText: 'the camera stands still' },
);

const follow = about(
  z
    .strictObject({
      substance: about(z.string().optional(), 'The substance whose center of mass is followed.', {
        defaultText: 'none',
      }),
      obstacle: quantity(count.optional(), DIMENSIONLESS, 'The obstacle whose middle is followed, counted from 0.', {
        defaultText: 'none',
      }),
    })
    .refine(({ substance, obstacle }) => (substance === undefined) !== (obstacle === undefined), {
      message: 'either a substance or an obstacle is followed',
    })
    .optional(),
  'What the camera goes along with: it stays in the middle of the picture, seen from the same side.',
  { defaultText: 'nothing' },
);

const lens = about(
  z
    .strictObject({
      aperture: quantity(length, 'm', 'Width of the opening of the lens.', {
        effect: 'Larger values blur more of what is nearer or farther than the focus.',
      }),
      focus: quantity(length.optional(), 'm', 'Distance from the camera at which things are sharp.', {
        defaultText: 'that of the target',
      }),
    })
    .optional(),
  'Depth of field.',
  { defaultText: 'everything is sharp' },
);

export const camera = part(
  z
    .strictObject({
      position: quantity(vec3.optional(), 'm', 'Where the camera is.', {
        defaultText: 'such that the whole scene is in the picture',
      }),
      target: quantity(vec3.optional(), 'm', 'Point the camera looks at, the middle of the picture.', {
        defaultText: 'the middle of the scene',
      }),
      up: quantity(direction.default([0, 1, 0]), DIMENSIONLESS, 'Direction that points up in the picture.'),
      fieldOfView: quantity(
        fieldOfView.default(40),
        '°',
        'Angle between the lower and the upper edge of the picture.',
        { effect: 'Larger values show more, with stronger perspective. Usual: 20 to 60.' },
      ),
      height: quantity(
        length.optional(),
        'm',
        'Height of the visible area in a parallel view without perspective; `fieldOfView` is then ignored.',
        { defaultText: 'perspective in 3D, a parallel view of the whole scene in 2D' },
      ),
      keyframes,
      orbit: quantity(
        finite.min(-3600).max(3600).default(0),
        '°/s',
        'Speed at which the camera goes around its target.',
        { effect: 'Positive values go to the right.' },
      ),
      follow,
      lens,
      shutter: quantity(
        fraction.default(0),
        DIMENSIONLESS,
        'Part of the time of a frame for which the shutter is open: what moves is blurred.',
        { effect: 'Larger values blur more; film cameras have 0.5.' },
      ),
      exposures: quantity(
        z.int().min(2).max(256).default(12),
        'pictures',
        'Pictures that are laid over each other for lens and shutter.',
        { effect: 'More of them give a smoother blur and take longer. Usual: 8 to 32.' },
      ),
    })
    .refine(({ position, target }) => !position || !target || position.some((c, k) => c !== target[k]), {
      message: 'the camera must not be at its target',
      path: ['target'],
    }),
  'camera',
  'Where the picture is taken from. Used by `render`.',
  {
    snippets: {
      camera: { position: [3, 2, 4], target: [0, 0.5, 0], fieldOfView: 35 },
      'a camera that goes around': { orbit: 20 },
      'a camera with a lens': { position: [3, 2, 4], target: [0, 0.5, 0], lens: { aperture: 0.1 }, shutter: 0.5 },
    },
  },
);
