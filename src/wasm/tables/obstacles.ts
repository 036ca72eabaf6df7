// What particles meet: obstacles, sinks, force fields, the domain.

import { DRIFTS, KICKS } from './core.ts';
import { constant, f64, type Owner, report, u32, vector } from './rows.ts';

/** Parts of R in the tables over the distance to a plane. */
const COVER_STEPS = 64;

/** Entries of such a table. */
export const WALL_ENTRIES = COVER_STEPS + 1;

/** The rows of obstacles. */
export const OBSTACLES: Owner = {
  owner: 'obstacles',
  about: 'What particles meet.',
  constants: [
    constant('COVER_STEPS', COVER_STEPS, 'the tables of walls have an entry for every R/COVER_STEPS, and one more'),
    constant('FACE_BYTES', 512, 'one slot of AT_FACES'),
    constant(
      'LOAD_BYTES',
      48,
      'a row of AT_LOADS: impulse on particles, N·s, and its moment about the origin, N·m·s, 3 f64 each',
    ),
  ],
  slots: {
    context: [
      u32('OBSTACLES', 'rows of src/obstacles/layout.ts'),
      u32('OBSTACLE_COUNT', 'how many'),
      u32('HAS_WALLS', '1: there are obstacles'),
      u32('ONLY_BESIDE_WALLS', '1: sums over neighbors matter only where walls cover a part of the kernel'),
      u32('STILL_OBSTACLES', '1: no obstacle ever moves, and none is made of triangles'),
      u32('BODY_COUNT', 'obstacles whose pose is simulated'),
      u32('AT_LOADS', 'LOAD_BYTES per chunk of particles and body: what bodies gave to particles'),
      u32('SINKS', 'rows of the same kind'),
      u32('SINK_COUNT', 'how many'),
      u32('FORCES', 'force fields, 8 f64 each'),
      u32('FORCE_COUNT', 'how many'),
      u32('HAS_DOMAIN', '1: particles outside the domain are marked for removal'),
      u32(
        'AT_FACES',
        'by id, FACE_SLOTS slots of FACE_BYTES: triangles that may be walls to a particle (assembly/obstacles/near-faces.ts)',
      ),
      u32('FACE_SLOTS', 'slots of each particle; meshes share them'),
      u32('FACE_OWNERS', 'particles with a larger id have none'),
      vector('DOMAIN_MIN', 'lower corner of the domain, m'),
      vector('DOMAIN_MAX', 'upper corner, m'),
      f64('COVER_TABLE', 'part of the kernel beyond a plane, by distance, R = 1', { count: WALL_ENTRIES }),
      f64('PUSH_TABLE', '−∫∂W dV beyond a plane, ∂W the slope of the kernel across it, by distance, R = 1', {
        count: WALL_ENTRIES,
      }),
      f64('STRETCH_TABLE', 'the same, times the distance across the plane', { count: WALL_ENTRIES }),
      f64('CONTACT_TABLE', 'how far a particle at that distance is in touch with the plane', { count: WALL_ENTRIES }),
    ],
    'chunk report': [
      report('REPORT_IMPULSE', DRIFTS, 'impulse by obstacles, N·s', 3),
      report('REPORT_WALL', KICKS, 'force of walls by pressure and grip, N', 3),
    ],
  },
};
