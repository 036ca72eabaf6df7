// What surfaces look like, and the stage that they stand on. None of it changes a simulated frame.

import * as z from 'zod';
import { about, DIMENSIONLESS, direction, finite, fraction, length, part, quantity } from '../../schema/field.ts';

export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);
export const COLOR_FORM = '#rrggbb';

export const FINISH_MEANINGS = {
  matte: 'Dull, like dough or clay.',
  glossy: 'Opaque with highlights, like paint or glaze.',
  liquid: 'Transparent, with reflections and refraction, darker where it is thick.',
  wax: 'Translucent: light enters and comes out again nearby, as in wax, jelly or skin.',
  metal: 'Mirrors its surroundings in its own color.',
  grain: 'Dull and speckled, like sand or stone.',
  emissive: 'Shines by itself: by its temperature if it has one, else in its color.',
};
export const FINISHES = ['matte', 'glossy', 'liquid', 'wax', 'metal', 'grain', 'emissive'] as const;

const PATTERN_MEANINGS = {
  checker: 'Cubes of both colors in turn.',
  stripes: 'Layers of both colors in turn, across `axis`.',
  wood: 'Rings around `axis`, as in a trunk.',
  stone: 'Veins and clouds, as in marble.',
  crust: 'Plates with cracks between them, as on lava. What glows by its temperature is cooler on the plates.',
};

const pattern = part(
  z.strictObject({
    kind: about(z.enum(['checker', 'stripes', 'wood', 'stone', 'crust']), 'What the pattern is.', {
      meanings: PATTERN_MEANINGS,
    }),
    color: about(color.optional(), 'The second color of the pattern.', {
      rangeText: COLOR_FORM,
      defaultText: 'a darker shade of the first',
    }),
    size: quantity(length.optional(), 'm', 'Width of a cube, of a layer, or of a ring.', {
      effect: 'Patterns smaller than the particles are blurred.',
      defaultText: 'a twentieth of what the picture shows',
    }),
    axis: about(direction.default([0, 1, 0]), 'Direction across the layers, or along the trunk.'),
  }),
  'pattern',
  'A pattern of two colors. On a body it is painted onto the shape at the start, so that it shows how the body deforms.',
  { snippets: { stripes: { kind: 'stripes', color: '#ffffff', size: 0.02 } } },
);

/** What any surface can look like. */
const appearance = {
  color: about(color.optional(), 'Color of the surface.', {
    rangeText: COLOR_FORM,
    defaultText: 'that of the material, or gray for solids',
  }),
  finish: about(z.enum(FINISHES).optional(), 'What the surface is like.', {
    meanings: FINISH_MEANINGS,
    defaultText: 'what suits the substance; matte for solids',
  }),
  roughness: quantity(fraction.optional(), DIMENSIONLESS, 'How dull reflections are.', {
    effect: '0 mirrors sharply, 1 does not mirror.',
    defaultText: 'that of the finish',
  }),
  transparency: quantity(fraction.optional(), DIMENSIONLESS, 'How far one sees into liquid or wax.', {
    effect: '0 hides everything behind the surface, 1 is as clear as glass.',
    defaultText: '0.5, and 0.6 for water',
  }),
  pattern: about(pattern.optional(), 'A pattern on the surface.', { defaultText: 'none' }),
};

export const substanceLook = part(
  z.strictObject({
    ...appearance,
    style: about(z.enum(['surface', 'spheres', 'grains', 'smoke']).optional(), 'What is drawn of the substance.', {
      meanings: {
        surface: 'The surface around its particles.',
        spheres: 'A ball for every particle.',
        grains: 'A small, uneven ball for every particle, as for sand or sugar.',
        smoke:
          'A soft volume: particles that thin out toward their edges. `transparency` says how thick it is. 3D only.',
      },
      defaultText: 'look.style',
    }),
  }),
  'substanceLook',
  'What one substance looks like.',
  { snippets: { 'red wax': { color: '#c4433c', finish: 'wax' }, sand: { style: 'grains', color: '#d8b878' } } },
);

export const obstacleLook = part(
  z.strictObject({
    ...appearance,
    hidden: about(z.boolean().default(false), 'Whether the solid is left out of pictures.'),
  }),
  'obstacleLook',
  'What one solid looks like.',
  { snippets: { steel: { color: '#b8bcc2', finish: 'metal', roughness: 0.2 } } },
);

const STAGE_MEANINGS = {
  plain: 'An even background and a faint floor.',
  studio: 'A soft light before a gray backdrop.',
  daylight: 'Sun and a blue sky over pale ground.',
  night: 'Moonlight and a dark blue sky.',
  table: 'A wooden table in a warm room.',
  dark: 'A spot of light on a dark stage: for what glows, and for water.',
};

const GROUND_MEANINGS = {
  tiles: 'Faint tiles whose edge is a round number of meters.',
  plain: 'One color.',
  wood: 'Boards.',
  stone: 'Veined stone.',
  sand: 'Speckled sand.',
};

/** Keys of `look` about light and stage. */
export const stageKeys = {
  stage: about(
    z.enum(['plain', 'studio', 'daylight', 'night', 'table', 'dark']).default('plain'),
    'Light and backdrop.',
    {
      meanings: STAGE_MEANINGS,
    },
  ),
  sun: about(
    z
      .strictObject({
        direction: about(direction.optional(), 'Direction toward the main light.', {
          defaultText: 'from the upper left of the camera',
        }),
        strength: quantity(finite.min(0).max(10).default(1), DIMENSIONLESS, 'Strength of the main light.', {
          effect: '1 is that of the stage, 2 twice as bright.',
        }),
        softness: quantity(
          finite.min(0).max(1).optional(),
          DIMENSIONLESS,
          'Width of the main light over its distance.',
          {
            effect: '0 gives hard shadows, larger values soft ones.',
            defaultText: 'that of the stage: 0.13 in the studio, 0.03 in daylight',
          },
        ),
      })
      .optional(),
    'The main light.',
    { defaultText: 'that of the stage' },
  ),
  environment: about(
    z
      .strictObject({
        file: about(
          z.string().optional(),
          'A PNG file beside the scene: all directions, the horizon in the middle row.',
          {
            rangeText: 'twice as wide as high, at most 4096 × 4096 pixels',
            defaultText: 'none',
          },
        ),
        image: about(z.string().optional(), 'The file as caches keep it, as base64.', { hidden: true }),
        strength: quantity(finite.min(0).max(100).default(1), DIMENSIONLESS, 'How bright it is.', {
          effect: '2 is twice the light.',
        }),
        turn: quantity(finite.min(-360).max(360).default(0), '°', 'How far it is turned around the upright axis.'),
        shown: about(z.boolean().default(true), 'Whether it is seen behind everything, and not only in mirrors.'),
      })
      .optional(),
    'A picture of the surroundings, which is mirrored and gives the light of the sky. The main light stays that of the stage.',
    { defaultText: 'none' },
  ),
  groundMaterial: about(z.enum(['tiles', 'plain', 'wood', 'stone', 'sand']).optional(), 'What the floor is made of.', {
    meanings: GROUND_MEANINGS,
    defaultText: 'that of the stage',
  }),
  groundColor: about(color.optional(), 'Color of the floor.', {
    rangeText: COLOR_FORM,
    defaultText: 'that of the stage',
  }),
  backdrop: about(color.optional(), 'Color behind everything, straight ahead; it is darker high up. Not for `plain`.', {
    rangeText: COLOR_FORM,
    defaultText: 'that of the stage',
  }),
  fog: quantity(
    fraction.default(0),
    DIMENSIONLESS,
    'How much of what is as far as the far end of the scene is lost in haze.',
    {
      effect: '0 is clear air, 1 hides everything at that distance.',
    },
  ),
  exposure: quantity(finite.min(0.05).max(20).default(1), DIMENSIONLESS, 'How bright the picture is.', {
    effect: '2 is twice the light.',
  }),
  glow: quantity(
    fraction.default(0),
    DIMENSIONLESS,
    'How far what is brighter than white, as a flame or a mirrored light, shines into what is around it.',
    { effect: '0 is without a gleam, 1 is a foggy lens.' },
  ),
  grid: about(
    z.boolean().default(false),
    'Whether lines on the floor, a round number of meters apart, and a label show how large things are.',
  ),
};
