// The scene format (format 1) as a zod schema: the one source of types, defaults, units and validation. [design: a scene is data]
// SI units everywhere. Unknown keys are errors. The parts stand in schema/, what a field says of itself in schema/field.ts.

import * as z from 'zod';
import { about, DIMENSIONLESS, positive, quantity, seconds, vec3 } from '../schema/field.ts';
import type { elasticSchema } from '../substances/elastic/schema.ts';
import { allFamilies, FAMILIES } from '../substances/families.ts';
import type { globulesSchema } from '../substances/globules/schema.ts';
import type { sphSchema } from '../substances/sph/schema.ts';
import { adaptivity } from './schema/adaptivity.ts';
import { anchors, sceneHandles } from './schema/anchors.ts';
import type { substanceLook } from './schema/appearance.ts';
import { camera } from './schema/camera.ts';
import { changes } from './schema/changes.ts';
import { cuts, unbreakable } from './schema/cuts.ts';
import { heatRegion, surroundings } from './schema/heat.ts';
import type { motion } from './schema/motion.ts';
import { obstacle } from './schema/obstacles.ts';
import { look, lookOfAll, output, surface } from './schema/picture.ts';
import { joint } from './schema/rigid.ts';
import type { PackedPaint } from './schema/shapes.ts';
import { body, emitter, sink } from './schema/sources.ts';
import { substance, substanceOfAll } from './schema/substance.ts';
import { domain, force, time } from './schema/world.ts';

export { SPH_PRESETS } from '../substances/sph/schema.ts';

/** Substances by name. */
function substancesOfScene(one: typeof substance) {
  return about(z.record(z.string(), one).default({}), 'The substances, each under a name of your choice.');
}

const BOUNDARY_MEANINGS = {
  walls: 'By what would be behind their surfaces, in closed form: every shape and world.',
  ghosts: 'By ghost particles in them, as in the literature; slower, and only in standard worlds of thin liquids.',
};

/** The scene format, version 1. */
export const sceneSchema = about(
  z.strictObject({
    $schema: about(z.string().optional(), 'Where the JSON Schema is, for editors that complete and explain keys.', {
      defaultText: 'none',
    }),
    format: about(z.literal(1).default(1), 'Version of the scene format.'),
    name: about(z.string().default(''), 'Title, for people.', { defaultText: 'the name of the file' }),
    dimension: about(z.literal([2, 3]).default(3), 'Dimension of space; in 2D everything stays in the plane z = 0.'),
    gravity: quantity(vec3.default([0, -9.81, 0]), 'm/s²', 'Acceleration by gravity. By default y points up.'),
    duration: quantity(seconds.default(1), 's', 'Simulated time. Changing it keeps existing frames.'),
    frameRate: quantity(positive.max(100000).default(25), 'frames/s', 'Frames per second of simulated time.', {
      effect: 'Larger values give slower motion at the same playback rate, not more accuracy. Usual: 24 to 60.',
    }),
    seed: quantity(z.int().nonnegative().max(0xffffffff).default(1), DIMENSIONLESS, 'Seed of every random number.', {
      effect: 'Another seed gives a different, equally good jitter.',
    }),
    substances: substancesOfScene(substance),
    bodies: about(z.array(body).readonly().default([]), 'The substance that is there at the start.'),
    emitters: about(z.array(emitter).readonly().default([]), 'What flows in.'),
    sinks: about(z.array(sink).readonly().default([]), 'Where particles vanish.'),
    obstacles: about(z.array(obstacle).readonly().default([]), 'Solids and containers, fixed or moving.'),
    joints: about(
      z.array(joint).max(1000).readonly().optional(),
      'What joins rigid bodies to each other and to the world.',
      {
        defaultText: 'none',
      },
    ),
    boundary: about(
      z.enum(['walls', 'ghosts']).optional(),
      'How obstacles act on smoothed particles. Collisions keep particles out in both cases.',
      { meanings: BOUNDARY_MEANINGS, defaultText: 'walls' },
    ),
    anchors,
    handles: sceneHandles,
    cuts,
    unbreakable,
    forces: about(z.array(force).readonly().default([]), 'Accelerations added to gravity.'),
    heatRegions: about(z.array(heatRegion).readonly().default([]), 'Regions that heat or cool.'),
    surroundings: about(surroundings.optional(), 'What the free surfaces exchange heat with.', {
      defaultText: 'nothing: surfaces are insulated',
    }),
    changes,
    domain: about(domain.optional(), 'Where the simulation takes place.', { defaultText: 'unlimited' }),
    time: about(time.prefault({}), 'How the step size is chosen.'),
    adaptivity: about(
      adaptivity.optional(),
      'Splitting, merging and individual time steps: fine where it matters and fast elsewhere.',
      { defaultText: 'off' },
    ),
    maxParticles: quantity(
      z.int().positive().max(1_000_000_000).default(4_000_000),
      'particles',
      'Largest number of particles at a time. Bodies with more are refused; emitters stop there.',
    ),
    surface: about(surface.prefault({}), 'The skin around the particles; never changes simulated frames.'),
    camera: about(camera.prefault({}), 'Where pictures are taken from; never changes simulated frames.'),
    look: about(look.prefault({}), 'What pictures show; never changes simulated frames.'),
    output: about(output.prefault({}), 'What is written; never changes simulated frames.'),
  }),
  'A scene: what is simulated and how it is shown. All numbers are in SI units.',
);

let current: { readonly families: readonly unknown[]; readonly schema: typeof sceneSchema } = {
  families: FAMILIES,
  schema: sceneSchema,
};

/** The scene format with all families, those that were added too. */
export function currentSchema(): typeof sceneSchema {
  const families = allFamilies();
  if (families === FAMILIES) return sceneSchema;
  if (families !== current.families) current = { families, schema: schemaOfAll() };
  return current.schema;
}

function schemaOfAll(): typeof sceneSchema {
  const { shape } = sceneSchema,
    substances = substancesOfScene(substanceOfAll()),
    looks = about(lookOfAll().prefault({}), shape.look.description!);
  return about(z.strictObject({ ...shape, substances, look: looks }), sceneSchema.description!) as typeof sceneSchema;
}

/** A scene as a person writes it: defaults may be left out. */
export type SceneInput = z.input<typeof sceneSchema>;
/** A scene with every default filled in. */
export type Scene = z.output<typeof sceneSchema>;
export type SubstanceInput = z.output<typeof substance>;
/** A substance of smoothed particles as a person writes it. */
export type SmoothedInput = z.input<typeof sphSchema>;
/** A substance of globules as a person writes it. */
export type GlobulesInput = z.input<typeof globulesSchema>;
/** An elastic solid as a person writes it. */
export type ElasticInput = z.input<typeof elasticSchema>;
export type Body = z.output<typeof body>;
export type { PackedPaint };
export type Emitter = z.output<typeof emitter>;
export type Sink = z.output<typeof sink>;
export type Anchor = Scene['anchors'][number];
export type SceneHandle = Scene['handles'][number];
export type Cut = Scene['cuts'][number];
export type Obstacle = z.output<typeof obstacle>;
export type Motion = z.output<typeof motion>;
export type Rigid = NonNullable<Obstacle['rigid']>;
export type Joint = z.output<typeof joint>;
export type ForceField = z.output<typeof force>;
export type HeatRegion = z.output<typeof heatRegion>;
export type Change = NonNullable<Scene['changes']>[number];
export type Surroundings = z.output<typeof surroundings>;
export type Domain = z.output<typeof domain>;
export type TimeSettings = z.output<typeof time>;
export type AdaptivitySettings = z.output<typeof adaptivity>;
export type SurfaceSettings = z.output<typeof surface>;
export type Camera = z.output<typeof camera>;
export type Look = z.output<typeof look>;
export type SubstanceLook = z.output<typeof substanceLook>;
export type OutputSettings = z.output<typeof output>;
