// Surface, look and output: what is made of the simulated frames. None of it changes them, so editing it keeps a cache valid.

import * as z from 'zod';
import type { ColorName } from '../../particles/fields.ts';
import { about, count, DIMENSIONLESS, finite, part, quantity } from '../../schema/field.ts';
import { colorFields, colorMeaning, colorName } from '../../substances/known-fields.ts';
import { COLOR_FORM, color, FINISH_MEANINGS, FINISHES, stageKeys, substanceLook } from './appearance.ts';
import { scenery } from './scenery.ts';

const SURFACE_MEANINGS = {
  isosurface: 'Built anew for every frame, where the field of the particles has the value `level`.',
  active: 'Follows the particles from frame to frame and keeps its volume. It does not flicker when particles change.',
};
const SURFACE_FIELD_MEANINGS = {
  characteristic: 'How much of the space around a point is filled; every particle counts with its present volume.',
  density: 'Density over rest density; every particle counts with its rest volume.',
};

const KERNEL_MEANINGS = {
  round: 'Every particle reaches equally far in all directions.',
  fitted:
    'Flat where particles stand in a sheet and long in threads, so that these are smooth and hold together. Takes longer.',
};

const WALL_MEANINGS = {
  apart: 'It closes in front of solids, half a spacing from the outermost particles, with round edges.',
  wet: 'It reaches them, as liquid does: its edge meets walls, floors and solids at a right angle. Takes longer.',
};

const active = about(
  z.strictObject({
    tracking: quantity(
      finite.nonnegative().max(1e4).optional(),
      'm/s',
      'Speed α of the surface where the density on it differs from the level by the rest density.',
      {
        effect: 'Larger values follow more closely.',
        defaultText: 'four times the fastest particle of the frame, at least a spacing per frame',
      },
    ),
    tension: quantity(
      finite.nonnegative().max(1e3).optional(),
      'm²/s',
      'Tension β: how fast curved parts become flat.',
      {
        effect: 'Larger values are smoother and round off detail.',
        defaultText: 'tracking × spacing / 100',
      },
    ),
    volume: quantity(
      finite.nonnegative().max(1e4).optional(),
      'm/s',
      'Speed γ at which the surface grows or shrinks toward the volume of the substance.',
      { effect: 'Larger values keep the volume better; 0 does not keep it.', defaultText: '20 × tracking' },
    ),
  }),
  'Speeds of the active surface [DC99.18].',
);

export const surface = part(
  z.strictObject({
    kind: about(z.enum(['isosurface', 'active']).default('isosurface'), 'How the surface is found.', {
      meanings: SURFACE_MEANINGS,
    }),
    field: about(z.enum(['characteristic', 'density']).default('density'), 'Which field the surface is a level of.', {
      meanings: SURFACE_FIELD_MEANINGS,
    }),
    kernels: about(
      z.enum(['round', 'fitted']).default('round'),
      'How far particles reach in which direction; for `kind: "isosurface"`.',
      { meanings: KERNEL_MEANINGS },
    ),
    walls: about(
      z.enum(['apart', 'wet']).default('apart'),
      'How it ends at solids and at the walls of containers; for `kind: "isosurface"`, in 3D.',
      { meanings: WALL_MEANINGS },
    ),
    active: about(active.optional(), 'Settings of the active surface.', { defaultText: 'chosen from the scene' }),
    voxel: quantity(
      finite.min(0.1).max(4).default(0.35),
      DIMENSIONLESS,
      'Edge of the grid cells of the surface, over the particle spacing.',
      {
        effect:
          'Smaller values show finer detail and take longer: half the edge means eight times the cells. Usual: 0.3 to 1.',
      },
    ),
    level: quantity(
      finite.min(0.05).max(0.95).default(0.5),
      DIMENSIONLESS,
      'Where the surface lies: the part of the inside density at which it is drawn.',
      { effect: 'Larger values make it thinner, smaller values thicker. Usual: 0.4 to 0.6.' },
    ),
    smoothing: quantity(
      count.max(100).default(5),
      'rounds',
      'Rounds of smoothing, which remove the bumps of single particles.',
      { effect: 'Larger values are smoother and lose fine detail. Usual: 0 to 20.' },
    ),
    settling: quantity(
      finite.min(0).max(0.5).default(0.3),
      DIMENSIONLESS,
      'How far the finished surface may move to hold the volume of the particles, over the particle spacing.',
      { effect: '0 leaves the surface exactly where the field has the value `level`.' },
    ),
  }),
  'surface',
  'The skin around the particles. Used by `mesh` and `render`.',
  { snippets: { surface: { voxel: 0.4, smoothing: 10 } } },
);

const STYLE_MEANINGS = {
  spheres: 'A ball for every particle (a disc in 2D).',
  globules: 'Balls whose shading flows from one to the next, as in Miller and Pearce 1989.',
  surface: 'The surface around the particles.',
};
/** What one can color by now: the fields whose row has a color. */
function colorBy() {
  const rows = colorFields(),
    names = rows.map(colorName) as [ColorName, ...ColorName[]],
    meanings = Object.fromEntries(rows.map((row) => [colorName(row), colorMeaning(row)]));
  return about(z.enum(names).default('substance'), 'What decides the color of a particle.', { meanings });
}

/** Faces that cuts and cracks open. */
const inside = about(
  z
    .strictObject({
      colors: about(
        z
          .array(about(color, 'A color.', { rangeText: COLOR_FORM }))
          .min(1)
          .max(64)
          .readonly()
          .optional(),
        'Colors of the inner faces of the substances, in order.',
        { rangeText: `1 to 64 colors ${COLOR_FORM}`, defaultText: 'those of the substances, lighter' },
      ),
      roughness: quantity(
        finite.min(0).max(0.5).default(0.15),
        DIMENSIONLESS,
        'Height of the bumps of inner faces, over the spacing.',
        { effect: 'At 0 the faces of cuts are smooth.' },
      ),
    })
    .prefault({}),
  'Inner faces of elastic solids that were cut or broke.',
);

export const look = part(
  z.strictObject({
    style: about(z.enum(['spheres', 'globules', 'surface']).optional(), 'What is drawn.', {
      meanings: STYLE_MEANINGS,
      defaultText: 'surface in 3D, spheres in 2D',
    }),
    sphereRadius: quantity(
      finite.min(0.05).max(2).default(0.5),
      DIMENSIONLESS,
      'Radius of the spheres, over the particle spacing. Globules are drawn twice as large, so that they merge.',
      {
        effect: 'At 0.5 neighbors touch.',
      },
    ),
    colorBy: colorBy(),
    range: quantity(
      z
        .tuple([finite, finite])
        .readonly()
        .meta({ components: ['lowest', 'highest'] })
        .optional(),
      'as colorBy',
      'Values of the first and the last color.',
      { defaultText: 'the smallest and the largest value of all frames' },
    ),
    colors: about(
      z
        .array(about(color, 'A color.', { rangeText: COLOR_FORM }))
        .min(1)
        .max(64)
        .readonly()
        .optional(),
      'Colors of the substances in order; of the largest piece and then the others; or of the gradient from the lowest to the highest value.',
      {
        rangeText: `1 to 64 colors ${COLOR_FORM}`,
        defaultText: 'the colors of the materials, or a set that color-blind people can tell apart',
      },
    ),
    inside,
    substances: about(
      z.record(z.string(), substanceLook).optional(),
      'What single substances look like, by their names. Each of them then gets a surface of its own.',
      { defaultText: 'all alike' },
    ),
    finish: about(z.enum(FINISHES).optional(), 'What the surface looks like.', {
      meanings: FINISH_MEANINGS,
      defaultText: 'what suits the substances: water is liquid, wax is glossy, dough is matte',
    }),
    legend: about(z.boolean().default(true), 'Whether a scale explains colors that show numbers.'),
    ground: about(z.boolean().default(true), 'Whether to draw a floor under a scene that has no plane below it.'),
    obstacles: about(z.boolean().default(true), 'Whether solids and containers are drawn.'),
    scenery,
    background: about(color.default('#ffffff'), 'Color behind everything on the stage `plain`, and in 2D.', {
      rangeText: COLOR_FORM,
    }),
    ...stageKeys,
    quality: about(z.enum(['fast', 'fine']).default('fast'), 'How light is worked out.', {
      meanings: {
        fast: 'Triangles are drawn and shaded: about a second for a picture.',
        fine: 'Rays are followed through the scene: refraction, reflection and soft light. About a minute for a picture.',
      },
    }),
    rays: quantity(z.int().min(1).max(4096).default(8), 'per pixel', 'Rays of `fine` pictures.', {
      effect: 'More rays are less noisy and take longer. Usual: 8 to 64.',
    }),
  }),
  'look',
  'What the picture shows. Used by `render`.',
  { snippets: { look: { style: 'spheres', colorBy: 'speed', range: [0, 3] } } },
);

/** The look of scenes that may name fields of families that were added. */
export function lookOfAll(): typeof look {
  return about(z.strictObject({ ...look.shape, colorBy: colorBy() }), look.description!) as typeof look;
}

const pixels = z.int().min(16).max(16384).multipleOf(2);

export const output = part(
  z.strictObject({
    width: quantity(pixels.default(1280), 'pixels', 'Width of the picture; even, because videos need it.'),
    height: quantity(pixels.default(720), 'pixels', 'Height of the picture; even, because videos need it.'),
    samples: quantity(
      z.int().min(1).max(4).default(2),
      'per axis',
      'Rays per pixel along each axis; decides how smooth edges are.',
      { effect: 'Larger values are smoother and take longer: 2 means four samples per pixel.' },
    ),
    speed: quantity(
      finite.min(1e-4).max(1e4).default(1),
      DIMENSIONLESS,
      'How fast videos and animated pictures play, over real time.',
      {
        effect: 'Smaller values are slow motion: at 0.1 a second of the scene takes ten seconds. Every frame is shown.',
      },
    ),
    checkpointEvery: quantity(
      count.optional(),
      'frames',
      'Frames between two saved states from which `run` can resume; 0 saves only when the run is stopped.',
      {
        effect: 'Smaller values lose less work in a crash and use more disk.',
        defaultText: '10 frames or a minute, whichever comes first',
      },
    ),
    particlesPerFile: quantity(
      z.int().min(1).optional(),
      'particles',
      'Most particles in a file of `run`: larger frames and saved states are written in parts.',
      { effect: 'Smaller files, and less memory while they are packed.', defaultText: '1048576' },
    ),
  }),
  'output',
  'What is written. `checkpointEvery` and `particlesPerFile` are used by `run`, the rest by `render`.',
  {
    snippets: {
      output: { width: 1920, height: 1080, checkpointEvery: 10 },
      'slow motion': { speed: 0.1 },
    },
  },
);
