// The table of file formats. The command line offers what stands here.

import type { Format } from './format.ts';
import { PLY } from './ply.ts';

/** Names of the formats. */
export type FormatName = 'ply';

/**
 * Every file format.
 * @example const bytes = await FORMATS.ply.encode({ frame: 0, time: 0, fields: world.fields }, context);
 */
export const FORMATS = {
  ply: PLY,
} as const satisfies Readonly<Record<FormatName, Format>>;
