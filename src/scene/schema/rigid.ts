// Rigid bodies of the scene format, and the joints between them.

import * as z from 'zod';
import {
  about,
  DIMENSIONLESS,
  direction,
  fraction,
  nonNegative,
  part,
  positive,
  quantity,
  signed,
  vec3,
} from '../../schema/field.ts';

const name = z.string().min(1).max(100);

export const rigid = part(
  z.strictObject({
    density: quantity(positive.max(1e6).optional(), 'kg/m³', 'Density of the solid; its mass follows from its shape.', {
      effect: 'Below that of a liquid it floats: wood 500, ice 917, stone 2600, steel 7850.',
      defaultText: '1000, unless there is a `mass`',
    }),
    mass: quantity(positive.max(1e9).optional(), 'kg', 'Mass of the solid, in place of its density.', {
      unit2D: 'kg/m',
      defaultText: 'density times volume',
    }),
    name: about(
      name.optional(),
      'Name of the body, for joints. Obstacles with the same name are parts of one body, stuck together.',
      { defaultText: 'none: a body of its own' },
    ),
    velocity: quantity(vec3.optional(), 'm/s', 'Velocity of its center of mass at the start.', {
      defaultText: 'at rest',
    }),
    spin: quantity(vec3.optional(), '°/s', 'How fast it turns at the start: along the axis, counterclockwise.', {
      defaultText: 'not turning',
    }),
    friction: quantity(nonNegative.max(10).default(0.5), DIMENSIONLESS, 'Friction against other solids.', {
      effect:
        '0 slides freely; 0.5 holds on a slope of 27°. Between two bodies, and with an obstacle that has a friction, the mean of both counts.',
    }),
    restitution: quantity(
      fraction.default(0),
      DIMENSIONLESS,
      'Part of the speed that a hit against other solids returns.',
      { effect: '0 does not bounce, 1 bounces back at full speed.' },
    ),
  }),
  'rigid',
  'A rigid body: it falls, floats, is pushed by particles and by other solids, and pushes back.',
  { snippets: { wood: { density: 500 }, thrown: { density: 2600, velocity: [1, 0, 0], spin: [0, 0, 90] } } },
);

const bodies = about(
  z.union([z.tuple([name]).readonly(), z.tuple([name, name]).readonly()]),
  'Names of the bodies that it joins: two, or one that it joins to the world.',
);
const axis = about(direction, 'Direction of the axis at the start.');
const point = quantity(vec3, 'm', 'A point of the joint at the start.');

const most = { defaultText: 'as much as it takes' };
const speed = 'Speed that it strives for: of the second body against the first, or of the only one.';
const turning = z.strictObject({
  speed: quantity(signed, '°/s', speed),
  torque: quantity(positive.max(1e12).optional(), 'N·m', 'The most that it gives.', most),
});
const pushing = z.strictObject({
  speed: quantity(signed, 'm/s', speed),
  force: quantity(positive.max(1e12).optional(), 'N', 'The most that it gives.', most),
});

/** How far a joint may go. */
function range(unit: string, description: string) {
  return quantity(z.tuple([signed, signed]).readonly().optional(), unit, description, {
    defaultText: 'any',
    components: ['least', 'most'],
  });
}

/** As `kind`, with a name of its own in the JSON Schema: forces have a spring too. */
function jointKind<K extends string, T extends z.ZodType>(
  key: K,
  settings: T,
  description: string,
  snippets: Readonly<Record<string, unknown>>,
) {
  const keyed = z.strictObject({ [key]: about(settings, description) } as Record<K, T>);
  return part(keyed, `${key}Joint`, description, { snippets });
}

const fixed = jointKind('fixed', z.strictObject({ bodies }), 'Holds two bodies together as they are at the start.', {
  fixed: { fixed: { bodies: ['hull', 'mast'] } },
});
const hinge = jointKind(
  'hinge',
  z.strictObject({
    bodies,
    point,
    axis: about(direction.optional(), 'Direction of the axis at the start.', { defaultText: '[0, 0, 1]' }),
    limits: range('°', 'Angles between which it turns; 0 is the start.'),
    motor: about(turning.optional(), 'Turns it.', {
      defaultText: 'none: it turns freely',
      snippets: { motor: { speed: 90 } },
    }),
  }),
  'Lets bodies turn about an axis: doors, wheels.',
  { hinge: { hinge: { bodies: ['wheel'], point: [0, 1, 0], axis: [0, 0, 1] } } },
);
const slider = jointKind(
  'slider',
  z.strictObject({
    bodies,
    axis,
    limits: range('m', 'How far it slides; 0 is the start.'),
    motor: about(pushing.optional(), 'Moves it.', {
      defaultText: 'none: it slides freely',
      snippets: { motor: { speed: 0.5 } },
    }),
  }),
  'Lets bodies slide along an axis without turning: pistons, gates.',
  { slider: { slider: { bodies: ['gate'], axis: [0, 1, 0] } } },
);
const spring = jointKind(
  'spring',
  z.strictObject({
    bodies,
    from: quantity(vec3, 'm', 'Where it holds the first body at the start.'),
    to: quantity(vec3, 'm', 'Where it holds the second body, or the world.'),
    length: quantity(nonNegative.max(1e6).optional(), 'm', 'Its length at rest.', { defaultText: 'that of the start' }),
    stiffness: quantity(nonNegative.max(1e12), 'N/m', 'Force for each meter of stretch.'),
    damping: quantity(nonNegative.max(1e12).default(0), 'N·s/m', 'Force for each m/s of stretching.'),
  }),
  'Pulls and pushes between two points.',
  { spring: { spring: { bodies: ['buoy'], from: [0, 1, 0], to: [0, 0, 0], stiffness: 200, damping: 5 } } },
);

export const joint = part(
  z.union([fixed, hinge, slider, spring]),
  'joint',
  'What joins rigid bodies: an object with exactly one of the keys below.',
);
