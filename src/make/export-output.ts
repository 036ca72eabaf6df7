// Where exported files go, and in which format: decided by the name of the format and the ending of the path, before any work.

import { basename, extname, join } from 'node:path';
import { type Format, WHATS, type What } from '../export/format.ts';
import { FORMATS, type FormatName } from '../export/formats.ts';
import { ThixoError } from '../problem.ts';
import { didYouMean } from '../scene/suggest.ts';
import { besideCache, meansFolder } from './output-path.ts';
import { usage } from './usage.ts';

/** What becomes of an export. */
export interface ExportOutput {
  readonly format: FormatName;
  readonly what: What;
  /** A file per frame in a folder, one file of one frame, or one file of all frames. */
  readonly kind: 'folder' | 'frame' | 'sequence';
  /** Path as the caller knows it. */
  readonly path: string;
}

/** What the caller asks for. */
export interface ExportWish {
  readonly format?: string | undefined;
  readonly output?: string | undefined;
  /** Exactly one frame is exported. */
  readonly single: boolean;
  /** Default: the surface, or particles where the format holds nothing else. */
  readonly what?: What | undefined;
  /** Every piece gets a file of its own. */
  readonly pieces?: boolean | undefined;
}

const NAMES = Object.keys(FORMATS) as FormatName[];

/** Formats for points that stay the same, which surfaces never have. */
const ONLY_PARTICLES: readonly FormatName[] = ['pc2'];

/** Formats that keep the pieces of a surface apart in one file. */
const GROUPED: readonly FormatName[] = ['gltf', 'obj'];

/** Endings that may be written for a format beside its own. */
const OTHER_ENDINGS: Readonly<Record<string, FormatName>> = {
  gltf: 'gltf',
  pvd: 'vtk',
  usd: 'usda',
  vtu: 'vtk',
  vtp: 'vtk',
};

/** The output that was asked for. `cache` is the path of the cache as the caller knows it. Throws USAGE. */
export function exportOutput(wish: ExportWish, cache: string, cwd: string): ExportOutput {
  const { format: wished, output, single } = wish;
  const ending = output === undefined ? '' : extname(output).slice(1).toLowerCase(),
    isNew = output === undefined || meansFolder(output, cwd),
    format = formatOf(wished, isNew ? '' : ending),
    what = wish.what ?? (ONLY_PARTICLES.includes(format) ? 'particles' : 'surface'),
    extension = FORMATS[format].extension(what),
    beside = besideCache(cache, cwd);
  const { kind }: Format = FORMATS[format];
  if (wish.pieces) {
    if (isNew) return { format, what, kind: 'folder', path: output ?? `${beside}-${format}-pieces` };
    if (!GROUPED.includes(format) || what !== 'surface')
      throw new ThixoError([
        usage(
          `${output}: every piece gets its own file.`,
          'Name a folder, or a .glb or .obj file for the pieces of a surface.',
        ),
      ]);
  }
  if (kind === 'sequence') {
    if (output === undefined) return { format, what, kind, path: `${beside}.${extension}` };
    if (isNew) return { format, what, kind, path: join(output, `${basename(beside)}.${extension}`) };
    return { format, what, kind, path: withEnding(output, ending, extension) };
  }
  if (isNew) return { format, what, kind: 'folder', path: output ?? `${beside}-${format}` };
  if (single) return { format, what, kind: 'frame', path: withEnding(output!, ending, extension) };
  const hint = 'Name a folder, or choose one frame with --frame 40.';
  throw new ThixoError([usage(`${output}: a file of the format ${format} holds one frame.`, hint)]);
}

function formatOf(wished: string | undefined, ending: string): FormatName {
  const all = `The formats are: ${NAMES.join(', ')}.`;
  if (wished !== undefined) {
    const found = NAMES.find((name) => name === wished.toLowerCase()) ?? byEnding(wished.toLowerCase());
    if (found) return found;
    throw new ThixoError([usage(`There is no format "${wished}".`, `${didYouMean(wished, NAMES)}${all}`)]);
  }
  const found = byEnding(ending);
  if (found) return found;
  const why = ending === '' ? 'Which format?' : `"${ending}" is not the ending of a format.`;
  throw new ThixoError([usage(why, `Choose it with --format ply. ${all}`)]);
}

function byEnding(ending: string): FormatName | undefined {
  const own = NAMES.find((name) => WHATS.some((what) => FORMATS[name].extension(what) === ending));
  return own ?? (Object.hasOwn(OTHER_ENDINGS, ending) ? OTHER_ENDINGS[ending] : undefined);
}

function withEnding(path: string, ending: string, extension: string): string {
  if (ending === extension) return path;
  const hint = `Name it ${path.slice(0, path.length - ending.length)}${extension}.`;
  throw new ThixoError([usage(`${path}: such a file ends with .${extension}.`, hint)]);
}
