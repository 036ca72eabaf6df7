// `thixo clean`: removes a cache, or only parts of it. Lists first, asks, and never touches what the cache did not make.

import { statSync } from 'node:fs';
import { relative } from 'node:path';
import type { Command } from 'commander';
import { usage } from '../../make/usage.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, pathOf, print, printJson, say } from '../context.ts';
import { formatBytes, plural } from '../format.ts';
import { CLEAN_EXAMPLES } from '../help.ts';

interface CleanOptions {
  readonly checkpoints?: boolean;
  readonly surfaces?: boolean;
  readonly foam?: boolean;
  readonly pictures?: boolean;
  readonly yes?: boolean;
}

/** Parts that can go alone. */
const PARTS = ['checkpoints', 'surfaces', 'foam', 'pictures'] as const;

/** Options and action of `thixo clean`. */
export function defineClean(command: Command, context: Context): void {
  command
    .addHelpText('before', CLEAN_EXAMPLES)
    .option('--checkpoints', 'only the saved states; the frames stay')
    .option('--surfaces', 'only the surfaces; `thixo mesh` makes them again')
    .option('--foam', 'only spray, foam and bubbles; `thixo foam` makes them again')
    .option('--pictures', 'only the pictures; `thixo render` makes them again')
    .option('-y, --yes', 'do not ask')
    .action((cache: string, options: CleanOptions) => clean(cache, options, context));
}

async function clean(path: string, options: CleanOptions, context: Context): Promise<void> {
  const { cleanCache } = await import('../../cache/clean.ts');
  const only = PARTS.filter((part) => options[part]);
  const { files, remove } = cleanCache(pathOf(context, path), only.length > 0 ? { only } : {});
  const bytes = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  if (files.length > 0) {
    if (!(await agreed(path, { files, bytes }, options, context))) {
      say(context, 'Nothing was removed.');
      return;
    }
    await remove();
  }
  if (context.json) printJson(context, { ok: true, files, bytes });
  else print(context, `Removed ${plural(files.length, 'file')}, ${formatBytes(bytes)}.`);
}

/** Lists what would go; true if it may. */
async function agreed(
  path: string,
  { files, bytes }: { readonly files: readonly string[]; readonly bytes: number },
  options: CleanOptions,
  context: Context,
): Promise<boolean> {
  if (options.yes) return true;
  const what = `${plural(files.length, 'file')} of ${path}, ${formatBytes(bytes)}`;
  if (!context.io.ask || context.json) {
    throw new ThixoError([usage(`This would remove ${what}.`, 'There is nobody to ask: add --yes to remove it.')]);
  }
  for (const line of shortList(files.map((file) => relative(context.io.cwd, file)))) say(context, `  ${line}`);
  const answer = await context.io.ask(`Remove ${what}? [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

/** The first and last of many. */
function shortList(files: readonly string[]): string[] {
  if (files.length <= 12) return [...files];
  return [...files.slice(0, 8), `… ${files.length - 10} more …`, ...files.slice(-2)];
}
