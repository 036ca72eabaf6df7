// Skins: a FastSkin has a memory of its own, in which only the control words are where a world has them.

import { constant, type Owner, u32 } from './rows.ts';

/** The rows of skins. */
export const SKIN: Owner = {
  owner: 'skin',
  file: 'src/skin/layout.ts',
  about: 'Skins: a memory of their own behind the same control words.',
  blocks: [{ name: 'skin', start: { behind: 'control' }, limit: 32768, ordered: false }],
  constants: [
    constant('MOVE_BYTES', 16, 'displacement of a particle: 3 f32 and a fourth lane, m'),
    constant('WEIGHT_BYTES', 16, 'byte offset of the displacement, Φ, ∇Φ·a, ∇Φ·b'),
    constant('REST_BYTES', 48, 'a vertex at rest: x, a, b, with a fourth lane each'),
    constant('BLOCK_VERTICES', 1024, 'vertices of a task'),
  ],
  slots: {
    skin: [
      u32('VERTICES', 'how many'),
      u32('EXACT', 'whether normals are F a × F b; else they are F a'),
      u32('AT_STARTS', 'u32 per vertex and one more: its first weight'),
      u32('AT_WEIGHTS', 'WEIGHT_BYTES per weight'),
      u32('AT_MOVES', 'MOVE_BYTES per particle'),
      u32('AT_REST', 'REST_BYTES per vertex'),
      u32('AT_SHAPE', '3 f32 per vertex: positions, m; then the unit normals of all'),
    ],
  },
  passes: [
    {
      name: 'PASS_DEFORM',
      run: 'deformVertices',
      from: 'skin/deform',
      task: 'block',
      kind: 'host',
      meaning: 'where the vertices are now',
    },
  ],
};
