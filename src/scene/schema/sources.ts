// Where particles come from and go: bodies, emitters, sinks.

import * as z from 'zod';
import {
  about,
  count,
  DIMENSIONLESS,
  density,
  direction,
  fineLength,
  finite,
  LARGEST,
  nonNegative,
  part,
  quantity,
  seconds,
  temperature,
  vec3,
} from '../../schema/field.ts';
import { motion } from './motion.ts';
import { window } from './period.ts';
import { bodyShape, emitterShape, shape, skinMesh } from './shapes.ts';

const substanceName = about(z.string(), 'Name of the substance it is made of.');
const SPACING_EFFECT =
  'Half the spacing means eight times the particles (four in 2D) and twice the steps. Usual: a tenth of the thinnest part or less.';
/** Input may leave it out beside `particles`: src/scene/body-spacing.ts fills it in before the schema looks. Types say it as they say a default. */
const bodySpacing = fineLength as unknown as z.ZodDefault<typeof fineLength>;
const spacing = quantity(fineLength, 'm', 'Distance between neighboring particles.', { effect: SPACING_EFFECT });
const jitter = quantity(
  finite.min(0).max(0.5).default(0),
  DIMENSIONLESS,
  'Largest random displacement of a particle on each axis, over the spacing.',
  { effect: 'Breaks the symmetry of the lattice. Usual: 0 to 0.1.' },
);

/** Room temperature, K: what has no other. */
export const ROOM_TEMPERATURE = 293.15;

const startTemperature = quantity(temperature.optional(), 'K', 'Temperature at the start.', {
  defaultText: '293.15, a room',
});

const LATTICE_MEANINGS = {
  hcp: 'The densest packing; 3D only.',
  cubic: 'Rows, columns and layers; a square lattice in 2D.',
  hexagonal: 'The densest packing of the plane; 2D only.',
};

export const skin = part(
  z.strictObject({
    mesh: about(skinMesh, 'The mesh that follows, put over the body as it is at the start.'),
    follow: about(z.enum(['field', 'particles']).default('field'), 'How vertices follow the particles near them.', {
      meanings: {
        field: 'By the displacement between particles: smooth.',
        particles: 'Each with the linear motion of the particles near it: stiffer at edges.',
      },
    }),
    within: about(shape.optional(), 'The shape within which the ways from vertices to particles are measured.', {
      defaultText: 'that of the body; in space, if it is made of points',
    }),
    normals: about(z.enum(['exact', 'cheap']).default('exact'), 'How normals follow.', {
      meanings: {
        exact: 'Those of the surface, whatever its deformation.',
        cheap: 'Right for rotations only: 10° wrong at a stretch by 1.2. A third faster.',
      },
    }),
  }),
  'skin',
  'A mesh that follows the particles of a body and is shown in place of their surface. It never changes simulated frames.',
  {
    snippets: {
      skin: {
        mesh: {
          positions: [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2],
          triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
          translate: [0, 1, 0],
        },
      },
    },
  },
);

export const body = part(
  z.strictObject({
    substance: substanceName,
    shape: about(bodyShape, 'Region to fill with particles, or the particles one by one.'),
    spacing: quantity(bodySpacing, 'm', 'Distance between neighboring particles.', {
      effect: `${SPACING_EFFECT} Leave it out where you give \`particles\`.`,
    }),
    particles: quantity(
      z.int().min(8).max(10_000).optional(),
      'particles',
      'So many particles, in place of a spacing: spread evenly, with distances within the shape, so that parts side by side stay apart.',
      {
        effect: '60 to 1000 are usual, with a `skin`. It takes about 2 ms for each.',
        defaultText: 'as many as the spacing gives',
      },
    ),
    lattice: about(z.enum(['hcp', 'cubic', 'hexagonal']).optional(), 'How the particles are arranged at the start.', {
      meanings: LATTICE_MEANINGS,
      defaultText: 'hcp in 3D, hexagonal in 2D',
    }),
    jitter,
    velocity: quantity(vec3.default([0, 0, 0]), 'm/s', 'Velocity at the start.'),
    angularVelocity: quantity(
      vec3.default([0, 0, 0]),
      'rad/s',
      'Rotation about the center of mass at the start: a vector along the axis whose length is the angular speed.',
    ),
    density: quantity(density.optional(), 'kg/m³', 'Density at the start.', {
      unit2D: 'kg/m²',
      effect:
        'If it is larger than the rest density, the body is compressed and will expand. Where the density is summed, as in all materials, particles are heavier by as much.',
      defaultText: 'the rest density of the substance',
    }),
    temperature: startTemperature,
    from: quantity(seconds.optional(), 's', 'Time from which it is there; it appears at the beginning of a frame.', {
      effect: 'Particles for which there is no room then are left out. Elastic solids are there from the start.',
      defaultText: '0',
    }),
    skin: about(skin.optional(), 'A mesh that follows the particles; never changes simulated frames. 3D only.', {
      defaultText: 'none: the surface around the particles',
    }),
  }),
  'body',
  'An amount of substance that is there at the start.',
  {
    snippets: {
      body: { substance: 'honey', shape: { sphere: { center: [0, 1, 0], radius: 0.3 } }, spacing: 0.05 },
    },
  },
);

export const emitter = part(
  z.strictObject({
    substance: substanceName,
    shape: about(emitterShape, 'Opening of the jet: a disc, or the cross-section of a box.'),
    direction: quantity(direction.optional(), DIMENSIONLESS, 'Direction of the jet.', {
      defaultText: 'the normal of a disc; required for a box',
    }),
    speed: quantity(nonNegative.max(LARGEST).optional(), 'm/s', 'Speed of the jet; give this or `flowRate`.', {
      defaultText: 'from `flowRate`',
    }),
    flowRate: quantity(nonNegative.max(1e9).optional(), 'm³/s', 'Volume per second; give this or `speed`.', {
      unit2D: 'm²/s',
      defaultText: 'from `speed`',
    }),
    spacing,
    jitter,
    temperature: startTemperature,
    from: quantity(seconds.default(0), 's', 'Time at which it starts.'),
    to: quantity(seconds.optional(), 's', 'Time at which it stops.', { defaultText: 'never' }),
    motion: about(motion.optional(), 'How the opening moves; what leaves it has its velocity too.', {
      defaultText: 'none: it does not move',
    }),
    maxParticles: quantity(count.optional(), 'particles', 'Largest number of particles that this emitter releases.', {
      defaultText: 'no limit of its own',
    }),
  }),
  'emitter',
  'A jet of substance that flows in.',
  {
    snippets: {
      emitter: {
        substance: 'honey',
        shape: { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } },
        speed: 1,
        spacing: 0.03,
        to: 2,
      },
    },
  },
);

export const sink = part(
  z.strictObject({
    shape: about(shape, 'Region that removes a particle as soon as its center is inside.'),
    motion: about(motion.optional(), 'How the region moves.', { defaultText: 'none: it does not move' }),
    ...window('it removes'),
  }),
  'sink',
  'A region that removes the particles that enter it.',
  { snippets: { sink: { shape: { box: { min: [-5, -2, -5], max: [5, -1, 5] } } } } },
);
