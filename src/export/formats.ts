// The table of file formats. The command line offers what stands here.

import type { Format } from './format.ts';
import { GLTF } from './gltf.ts';
import { OBJ } from './obj.ts';
import { PC2 } from './pc2.ts';
import { PLY } from './ply.ts';
import { POV } from './pov.ts';
import { STL } from './stl.ts';
import { USDA } from './usda.ts';
import { VTK } from './vtk.ts';

/**
 * Every file format, by name.
 * @example const bytes = await FORMATS.ply.encode({ frame: 0, time: 0, fields: world.fields }, context);
 */
export const FORMATS = {
  ply: PLY,
  obj: OBJ,
  stl: STL,
  gltf: GLTF,
  vtk: VTK,
  pov: POV,
  pc2: PC2,
  usda: USDA,
} as const satisfies Readonly<Record<string, Format>>;

/** Name of a file format. */
export type FormatName = keyof typeof FORMATS;
