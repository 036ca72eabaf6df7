// `thixo terrain`: ground for scenes, as a file that scenes and other programs read.

import { basename, dirname, extname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { FormatName } from '../../export/formats.ts';
import { usage } from '../../make/usage.ts';
import {
  TERRAINS,
  type TerrainKind,
  type TerrainOptions,
  terrainTriangles,
  usualTerrain,
} from '../../meshes/terrain.ts';
import { ThixoError } from '../../problem.ts';
import { didYouMean } from '../../scene/suggest.ts';
import { type Context, pathOf, print, printJson, say } from '../context.ts';
import { columns } from '../format.ts';
import { TERRAIN_EXAMPLES } from '../help.ts';
import { filePath, wholeNumber } from '../usage.ts';

interface TerrainFlags {
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly size: number;
  readonly height?: number;
  readonly triangles: number;
  readonly seed: number;
}

/** Endings of files, and the format that writes them. */
const FORMATS_BY_ENDING: Readonly<Record<string, FormatName>> = { obj: 'obj', stl: 'stl', ply: 'ply', glb: 'gltf' };
const ENDINGS = Object.keys(FORMATS_BY_ENDING)
  .map((ending) => `.${ending}`)
  .join(', ');

/** Options and action of `thixo terrain`. */
export function defineTerrain(command: Command, context: Context): void {
  command
    .addHelpText('before', TERRAIN_EXAMPLES)
    .option('-o, --output <file>', `file to write, ending in ${ENDINGS}`, filePath)
    .option('--overwrite', 'replace another file of this name')
    .option('--size <m>', 'edge of the square', meters, 10)
    .option('--height <m>', 'from the lowest to the highest point; default: what is usual for its kind', meters)
    .option('--triangles <n>', 'most triangles', wholeNumber(32, 2_000_000), 20_000)
    .option('--seed <n>', 'another number gives another terrain', wholeNumber(0, 0xffffffff), 1)
    .action((kind: string | undefined, flags: TerrainFlags) => makeFile(kind, flags, context));
}

function meters(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && value <= 1e5) return value;
  throw new InvalidArgumentError('Use a number of meters above 0, up to 100000.');
}

async function makeFile(kind: string | undefined, flags: TerrainFlags, context: Context): Promise<void> {
  if (kind === undefined && flags.output === undefined) {
    list(context);
    return;
  }
  const { output, size, triangles, seed, overwrite = false } = flags;
  const usual = usualTerrain(kindOf(kind ?? 'mountain'), size);
  const options: TerrainOptions = { ...usual, triangles, seed, height: flags.height ?? usual.height };
  if (output === undefined) {
    const hint = `Name a file, for example thixo terrain ${options.kind} -o ${options.kind}.obj.`;
    throw new ThixoError([usage('There is no file to write to.', hint)]);
  }
  const format = FORMATS_BY_ENDING[extname(output).slice(1).toLowerCase()];
  if (!format) throw new ThixoError([usage(`"${output}" does not end in ${ENDINGS}.`, 'Use one of these endings.')]);
  const { writeMeshFile } = await import('../write-mesh-file.ts');
  const set = terrainTriangles(options);
  const isWritten = await writeMeshFile(set, format, `${options.kind}, seed ${seed}`, {
    path: pathOf(context, output),
    folder: dirname(pathOf(context, output)),
    overwrite,
  });
  if (!isWritten) {
    const hint = 'Nothing was changed. Choose another name, or replace it with --overwrite.';
    throw new ThixoError([usage(`There is another file at ${output}.`, hint)]);
  }
  const written = { ...options, output, triangles: set.triangles.length / 3, vertices: set.positions.length / 3 };
  if (context.json) printJson(context, written);
  else print(context, output);
  if (!context.quiet && !context.json) {
    say(context, `${written.triangles} triangles, ${size} m wide, ${options.height} m high, around the origin.`);
    const file = basename(output);
    say(
      context,
      `In a scene in the same folder: "obstacles": [{ "shape": { "mesh": { "file": ${JSON.stringify(file)} } } }]`,
    );
  }
}

function kindOf(word: string): TerrainKind {
  if (Object.hasOwn(TERRAINS, word)) return word as TerrainKind;
  const names = Object.keys(TERRAINS);
  const hint = `${didYouMean(word, names)}The kinds are: ${names.join(', ')}.`;
  throw new ThixoError([usage(`There is no terrain "${word}".`, hint)]);
}

function list(context: Context): void {
  const kinds = Object.entries(TERRAINS).map(([name, { text }]) => ({ name, text }));
  if (context.json) printJson(context, { terrains: kinds });
  else for (const line of columns(kinds.map(({ name, text }) => [name, text]))) print(context, line);
  if (!context.json) say(context, '\nTo make one: thixo terrain mountain -o mountain.obj');
}
