// Surface, camera, look and output: what is made of the simulated frames. None of it changes them, so editing it keeps a cache valid.

import * as z from 'zod';
import { about, count, DIMENSIONLESS, direction, finite, length, part, quantity, vec3 } from './field.ts';

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);
const COLOR_FORM = '#rrggbb';

export const surface = part(
  z.strictObject({
    voxel: quantity(
      finite.min(0.1).max(4).default(0.5),
      DIMENSIONLESS,
      'Edge of the grid cells the surface is found in, over the particle spacing.',
      { effect: 'Smaller shows finer detail and takes longer: half the edge, eight times the cells. Usual: 0.3 to 1.' },
    ),
    level: quantity(
      finite.min(0.05).max(0.95).default(0.5),
      DIMENSIONLESS,
      'Where the surface runs: part of the density inside at which it is drawn.',
      { effect: 'Larger is thinner, smaller is fatter. Usual: 0.4 to 0.6.' },
    ),
    smoothing: quantity(
      count.max(100).default(5),
      'rounds',
      'Rounds of smoothing that take the bumps of single particles off the surface.',
      { effect: 'Larger is smoother and loses fine detail. Usual: 0 to 20.' },
    ),
  }),
  'surface',
  'The skin around the particles. Used by `mesh` and `render`.',
  { snippets: { surface: { voxel: 0.4, smoothing: 10 } } },
);

export const camera = part(
  z
    .strictObject({
      position: quantity(vec3.optional(), 'm', 'Where the camera stands.', {
        defaultText: 'placed so that the whole scene is in the picture',
      }),
      target: quantity(vec3.optional(), 'm', 'Point the camera looks at, the middle of the picture.', {
        defaultText: 'the middle of the scene',
      }),
      up: quantity(direction.default([0, 1, 0]), DIMENSIONLESS, 'Direction that points up in the picture.'),
      fieldOfView: quantity(
        finite.min(1).max(170).default(40),
        '°',
        'Angle between the lower and the upper edge of the picture.',
        { effect: 'Larger shows more, with stronger perspective. Usual: 20 to 60.' },
      ),
      height: quantity(
        length.optional(),
        'm',
        'Height of what the picture shows, for a parallel view without perspective; `fieldOfView` is then not used.',
        { defaultText: 'perspective in 3D, a parallel view of the whole scene in 2D' },
      ),
    })
    .refine(({ position, target }) => !position || !target || position.some((c, k) => c !== target[k]), {
      message: 'the camera must not stand at its target',
      path: ['target'],
    }),
  'camera',
  'Where the picture is taken from. Used by `render`.',
  { snippets: { camera: { position: [3, 2, 4], target: [0, 0.5, 0], fieldOfView: 35 } } },
);

const STYLE_MEANINGS = {
  spheres: 'A ball for every particle (a disc in 2D).',
  surface: 'The surface around the particles.',
};
const COLOR_MEANINGS = {
  substance: 'One color per substance.',
  speed: 'By speed, m/s.',
  density: 'By density, kg/m³ (kg/m² in 2D).',
};

export const look = part(
  z.strictObject({
    style: about(z.enum(['spheres', 'surface']).optional(), 'What is drawn.', {
      meanings: STYLE_MEANINGS,
      defaultText: 'surface in 3D, spheres in 2D',
    }),
    sphereRadius: quantity(
      finite.min(0.05).max(2).default(0.5),
      DIMENSIONLESS,
      'Radius of the spheres over the particle spacing.',
      {
        effect: 'At 0.5 neighbors touch.',
      },
    ),
    colorBy: about(
      z.enum(['substance', 'speed', 'density']).default('substance'),
      'What decides the color of a particle.',
      {
        meanings: COLOR_MEANINGS,
      },
    ),
    range: quantity(
      z
        .tuple([finite, finite])
        .readonly()
        .meta({ components: ['lowest', 'highest'] })
        .optional(),
      'm/s or kg/m³',
      'Values that get the first and the last color.',
      { defaultText: 'the smallest and the largest value of all frames' },
    ),
    colors: about(
      z
        .array(about(color, 'A color.', { rangeText: COLOR_FORM }))
        .min(1)
        .max(64)
        .readonly()
        .optional(),
      'Colors of the substances in their order, or the gradient from the lowest to the highest value.',
      { rangeText: `1 to 64 colors ${COLOR_FORM}`, defaultText: 'a set that color-blind people can tell apart' },
    ),
    background: about(color.default('#ffffff'), 'Color behind everything.', { rangeText: COLOR_FORM }),
  }),
  'look',
  'What the picture shows. Used by `render`.',
  { snippets: { look: { style: 'spheres', colorBy: 'speed', range: [0, 3] } } },
);

const pixels = z.int().min(16).max(16384).multipleOf(2);

export const output = part(
  z.strictObject({
    width: quantity(pixels.default(1280), 'pixels', 'Width of the picture; even, because videos need it.'),
    height: quantity(pixels.default(720), 'pixels', 'Height of the picture; even, because videos need it.'),
    checkpointEvery: quantity(
      count.optional(),
      'frames',
      'Frames between two saved states from which `run` can resume; 0 saves only when it is stopped.',
      {
        effect: 'Smaller loses less work in a crash and takes more disk.',
        defaultText: '10 frames or a minute, whichever comes first',
      },
    ),
  }),
  'output',
  'What is written. `checkpointEvery` is used by `run`, the picture size by `render`.',
  { snippets: { output: { width: 1920, height: 1080, checkpointEvery: 10 } } },
);
