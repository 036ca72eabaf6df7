// One obstacle as the sweep reads it, and the triangles of one that is a mesh. Sizes are in the local frame of the obstacle, whose origin
// is the center of the shape; poses place that frame in the world. Sinks and heat regions have rows of the same kind.

import { constant, f64, type Owner, u32, vector } from './rows.ts';

/** The row of an obstacle. */
export const OBSTACLE_ROW: Owner = {
  owner: 'obstacle row',
  file: 'src/obstacles/layout.ts',
  about: 'One obstacle, sink or heat region: an array of f64. Sizes are in its local frame.',
  blocks: [
    {
      name: 'obstacle',
      start: 0,
      limit: 512,
      size: { name: 'RECORD_SLOTS', multiple: 8 },
      unit: 8,
      ordered: true,
    },
    {
      name: 'touch',
      prefix: 'TOUCH_',
      start: 0,
      limit: 64,
      size: { name: 'TOUCH_BYTES', multiple: 32 },
      ordered: true,
    },
  ],
  constants: [
    constant('ORIGIN', 9, 'where the origin is in a pose, behind the nine numbers of the rotation'),
    constant('SHIFTED', 0, 'MOBILITY: at rest, local axes along those of the world, so that only the origin matters'),
    constant('TURNED', 1, 'MOBILITY: at rest, turned'),
    constant('MOVING', 2, 'MOBILITY: the two poses differ'),
  ],
  slots: {
    obstacle: [
      f64('KIND', 'a constant of src/shapes/kinds.ts'),
      f64('SIDE', '+1 keeps particles outside the shape, −1 inside'),
      f64('NORMAL_RESTITUTION', 'r_n of [card §12]'),
      f64('TANGENT_RESTITUTION', 'r_t of [card §12]'),
      f64('REGION_POWER', 'of a heat region, W/m³', { shares: 'NORMAL_RESTITUTION' }),
      f64('REGION_FLUX', 'of a heat region, W/m²', { shares: 'TANGENT_RESTITUTION' }),
      f64('MOBILITY', 'SHIFTED, TURNED or MOVING'),
      vector('VECTOR', 'unit normal of a plane, half edges of a box (m), unit axis of a capsule or cylinder'),
      f64('HALF_LENGTH', 'm'),
      f64('RADIUS', 'm'),
      f64('POSE_START', 'rotation world ← local row by row, then the origin of the local frame in the world, m', {
        count: 12,
      }),
      f64('POSE_END', 'the same at the end of the step', { count: 12 }),
      vector('LINEAR_VELOCITY', 'mean velocity of the local origin over the step, V, m/s'),
      vector('ANGULAR_VELOCITY', 'mean Ω over the step, rad/s: a wall point at r from the origin moves at V + Ω × r'),
      f64('GRIP', 'part of the viscous stress that acts at the surface'),
      f64('FRICTION', 'μ of Coulomb; negative: that of the substance'),
      f64('SURFACES', 'address of TOUCH rows by substance, where they differ; 0: they do not'),
      f64('MESH_HEAD', 'address of the head of a mesh, see mesh-layout.ts'),
      f64('ROUGHNESS', 'tilt of the contact normals, 0 to 1'),
      f64('TEMPERATURE', 'K; negative if heat does not pass through the surface'),
      vector('BOX_LOW', 'lower corner of the box that the obstacle does not leave during the step, m'),
      vector('BOX_HIGH', 'its upper corner, m'),
      f64('BODY', 'which row of loads is its own; −1: none, its pose is not simulated'),
    ],
    touch: [
      f64('TOUCH_NORMAL_RESTITUTION', 'r_n of one substance at one obstacle'),
      f64('TOUCH_TANGENT_RESTITUTION', 'r_t'),
      f64('TOUCH_FRICTION', 'μ of Coulomb; negative: that of the substance'),
      f64('TOUCH_GRIP', 'part of the viscous stress that acts at the surface'),
    ],
  },
};

/** The head of a mesh. */
export const MESH_ROW: Owner = {
  owner: 'mesh head',
  file: 'src/obstacles/mesh-layout.ts',
  about:
    'The triangles of an obstacle: a head, the nodes of bvh.ts, the corners of the triangles, a grid of bytes that says how far away they are at least.',
  blocks: [{ name: 'mesh head', start: 0, limit: 128, size: { name: 'HEAD_BYTES', multiple: 16 }, ordered: true }],
  constants: [constant('NODE_BYTES', 32, 'bytes of a node'), constant('TRIANGLE_BYTES', 72, 'bytes of a triangle')],
  slots: {
    'mesh head': [
      vector('GRID_LOW', 'low corner of the grid, m'),
      f64('GRID_CELL', 'edge of a cell, m'),
      f64('GRID_SCALE', 'cells per meter'),
      u32('GRID_SIZE', 'cells along x, y, z', { count: 3 }),
      u32('IS_CLOSED', '1: the triangles have an inside'),
      u32('NODES', 'address of the nodes'),
      u32('TRIANGLES', 'address of the triangles'),
      u32('GRID', 'address of the grid'),
      u32('NUMBER', 'which of the meshes it is'),
    ],
  },
};
