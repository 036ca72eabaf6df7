// The design format (format 1) as a zod schema: a shape, handles that pull it, and a motion between keyframes. [AW09 §8, ADR 40]
// SI units everywhere. Shapes, motions, looks and errors are those of scenes.

import * as z from 'zod';
import { about, DIMENSIONLESS, finite, nonNegative, part, positive, quantity, seconds, vec3 } from '../schema/field.ts';
import { camera } from './schema/camera.ts';
import { handles, placing } from './schema/handles.ts';
import { motion } from './schema/motion.ts';
import { look, output } from './schema/picture.ts';
import { shape } from './schema/shapes.ts';
import { skin } from './schema/sources.ts';

/** Most particles of a design: a motion has three unknowns for each of them and for each frame. */
const MOST_PARTICLES = 5000;

const sampling = part(
  z.strictObject({
    particles: quantity(
      z.int().min(4).max(MOST_PARTICLES).default(60),
      'particles',
      'Particles that the shape is made of.',
      {
        effect: 'More follow finer handles and take longer. Usual: 60 to 300.',
      },
    ),
    seed: quantity(
      z.int().nonnegative().max(0xffffffff).default(1),
      DIMENSIONLESS,
      'Another seed gives a different, equally good set.',
    ),
  }),
  'sampling',
  'How the shape is filled with particles.',
  { snippets: { sampling: { particles: 120 } } },
);

const weight = nonNegative.max(1e9);
const weights = part(
  z.strictObject({
    handles: quantity(weight.default(1000), DIMENSIONLESS, 'How closely handles are followed.'),
    rigidity: quantity(weight.default(1), DIMENSIONLESS, 'How much the shape resists bending and stretching.'),
    volume: quantity(weight.default(10), DIMENSIONLESS, 'How much it resists a change of its volume.', {
      effect: '0 lets the volume go; 100 holds it within a few percent.',
    }),
    evenness: quantity(weight.default(3), DIMENSIONLESS, 'How evenly neighbors move.', {
      effect: 'Larger values leave fewer lumps and bend less. Usual: 1 to 10.',
    }),
    keyframes: quantity(weight.default(10_000), DIMENSIONLESS, 'How closely keyframes are hit.'),
    velocity: quantity(weight.default(10), DIMENSIONLESS, 'How closely the velocities of keyframes are met.'),
    acceleration: quantity(weight.default(0.001), DIMENSIONLESS, 'How smooth the motion is.'),
    obstacles: quantity(weight.default(1000), DIMENSIONLESS, 'How strongly obstacles push.'),
  }),
  'weights',
  'What counts how much. All energies are means without unit, so that weights do the same at any size and sampling.',
  { snippets: { weights: { volume: 100 } } },
);

const namedPose = part(
  z.strictObject({ handles: about(handles, 'What pulls the shape.') }),
  'namedPose',
  'A deformed shape: what its handles make of the shape at rest.',
  { snippets: { pose: { handles: [{ points: [[0, 1, 0]], translate: [0.2, 0, 0] }] } } },
);

const pose = part(
  z.strictObject({
    shape: about(z.string().optional(), 'Name of a pose in `poses`: the shape as its handles pull it.', {
      defaultText: 'the shape at rest',
    }),
    ...placing,
  }),
  'keyframePose',
  'Where the whole shape is: deformed first, then turned and shifted.',
  { snippets: { 'keyframe pose': { translate: [1, 0, 0], rotate: { axis: [0, 1, 0], degrees: 90 } } } },
);

const keyframe = part(
  z.strictObject({
    time: quantity(seconds, 's', 'When.'),
    pose: about(pose.optional(), 'Where the whole shape is.', { defaultText: 'free' }),
    handles: about(handles.optional(), 'Parts of the shape and where they are; the rest is free.', {
      defaultText: 'none',
    }),
    velocity: quantity(vec3.optional(), 'm/s', 'Velocity of all points.', { defaultText: 'free' }),
  }),
  'designKeyframe',
  'What holds at a time.',
  { snippets: { 'design keyframe': { time: 1, pose: { translate: [1, 0, 0] } } } },
);

const obstacle = part(
  z.strictObject({
    shape: about(shape, 'The solid.'),
    inside: about(z.boolean().default(false), 'Whether the shape stays inside of it, not outside.'),
    motion: about(motion.optional(), 'How it moves.', { defaultText: 'it rests' }),
  }),
  'designObstacle',
  'A solid that the motion keeps away from, or a container it stays in.',
  { snippets: { 'design obstacle': { shape: { sphere: { center: [1, 0, 0], radius: 0.3 } } } } },
);

const frames = part(
  z.strictObject({
    first: quantity(z.int().min(2).max(200).default(5), 'frames', 'Frames to begin with.'),
    most: quantity(z.int().min(2).max(200).default(13), 'frames', 'Most frames; they are added where the error is.'),
    accuracy: quantity(
      positive.max(1e6).default(1e-3),
      DIMENSIONLESS,
      'Error between frames, with all weights, below which none is missing.',
    ),
  }),
  'frames',
  'Times at which the shape is unknown; between them it follows from its neighbors.',
  { snippets: { frames: { most: 20 } } },
);

/** The design format, version 1. */
export const designSchema = about(
  z.strictObject({
    $schema: about(z.string().optional(), 'Where the JSON Schema is, for editors that complete and explain keys.', {
      defaultText: 'none',
    }),
    design: about(z.literal(1), 'Version of the design format; tells a design from a scene.'),
    name: about(z.string().default(''), 'Title, for people.', { defaultText: 'the name of the file' }),
    shape: about(shape, 'The shape at rest. A mesh may be open, or have several parts.'),
    skin: about(skin.optional(), 'The mesh that is shown and written; its vertices stay those of its file.', {
      defaultText: 'the mesh of `shape`, as it is in its file',
    }),
    sampling: about(sampling.prefault({}), 'How the shape is filled with particles.'),
    weights: about(weights.prefault({}), 'What counts how much.'),
    handles: about(handles.default([]), 'What pulls the shape: what `thixo deform` makes.'),
    poses: about(z.record(z.string(), namedPose).default({}), 'Deformed shapes by name, for keyframes.'),
    keyframes: about(z.array(keyframe).readonly().default([]), 'The motion: what `thixo animate` makes.'),
    obstacles: about(z.array(obstacle).readonly().default([]), 'What the motion keeps away from.'),
    radius: quantity(nonNegative.max(1e6).optional(), 'm', 'Distance that particles keep from obstacles.', {
      defaultText: 'enough to cover the space between them',
    }),
    rigid: about(z.enum(['apart', 'within']).default('apart'), 'How turns are interpolated.', {
      meanings: {
        apart: 'The best rigid motion as such, and only the rest by frames: turns stay turns.',
        within: 'As AW09 prints it: turns shrink the shape on the way.',
      },
    }),
    frames: about(frames.prefault({}), 'Where in time the motion is unknown.'),
    frameRate: quantity(positive.max(100000).default(25), 'frames/s', 'Frames of the cache per second.'),
    density: quantity(finite.min(1e-6).max(1e6).default(1000), 'kg/m³', 'For the masses that `info` tells.'),
    camera: about(camera.prefault({}), 'Where pictures are taken from.'),
    look: about(look.prefault({}), 'What pictures show.'),
    output: about(output.prefault({}), 'What is written.'),
  }),
  'A design: a shape, what pulls it, and how it moves. All numbers are in SI units.',
);

/** A design as a person writes it: defaults may be left out. */
export type DesignInput = z.input<typeof designSchema>;
/** A design with every default filled in. */
export type Design = z.output<typeof designSchema>;
/** A handle of a design. */
export type DesignHandle = Design['handles'][number];
/** A keyframe of a design. */
export type DesignKeyframe = Design['keyframes'][number];
