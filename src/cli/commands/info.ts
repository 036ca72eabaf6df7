// `thixo info`: what a scene is going to be, or what a cache holds.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { usage } from '../../make/usage.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, pathOf } from '../context.ts';
import { INFO_EXAMPLES } from '../help.ts';
import { collectValues } from '../usage.ts';

interface InfoOptions {
  readonly set?: readonly string[];
  readonly limits?: string;
  readonly pieces?: boolean;
}

const MANIFEST = 'manifest.ndjson';

/** Options and action of `thixo info`. */
export function defineInfo(command: Command, context: Context): void {
  command
    .addHelpText('before', INFO_EXAMPLES)
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option('--limits <list>', 'change limits; `thixo --limits` lists them')
    .option('--pieces', 'of a cache: the pieces that the substance has broken into; reads every frame')
    .action((path: string, options: InfoOptions) => info(path, options, context));
}

async function info(path: string, { pieces = false, ...options }: InfoOptions, context: Context): Promise<void> {
  const cache = cacheFolder(pathOf(context, path));
  if (cache === undefined) {
    if (pieces) throw new ThixoError([usage('--pieces is for a cache.', `Simulate it first: \`thixo run ${path}\`.`)]);
    const { describeScene } = await import('../describe-scene.ts');
    await describeScene(pathOf(context, path), options, context);
  } else {
    const { describeCache } = await import('../describe-cache.ts');
    describeCache(cache, path, context, pieces);
  }
}

/** The folder of the cache that a path means; undefined if it means a scene. */
function cacheFolder(path: string): string | undefined {
  if (basename(path) === MANIFEST) return dirname(path);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || (existsSync(join(path, 'scene.json')) && !existsSync(join(path, MANIFEST)))) return undefined;
  return path;
}
