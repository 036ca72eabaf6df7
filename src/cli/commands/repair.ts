// `thixo repair`: simulates what is damaged or missing in a cache again, and proves it by the recorded hashes.

import type { Command } from 'commander';
import { defaultThreads } from '../../make/defaults.ts';
import { type Context, pathOf, print, printJson } from '../context.ts';
import { plural } from '../format.ts';
import { REPAIR_EXAMPLES } from '../help.ts';
import { statusLine } from '../status-line.ts';
import { wholeNumber } from '../usage.ts';

/** Options and action of `thixo repair`. */
export function defineRepair(command: Command, context: Context): void {
  command
    .addHelpText('before', REPAIR_EXAMPLES)
    .option('--threads <n>', 'threads to simulate with', wholeNumber(1, 64), defaultThreads())
    .action((cache: string, options: { readonly threads: number }) => repair(cache, options, context));
}

async function repair(path: string, { threads }: { readonly threads: number }, context: Context): Promise<void> {
  const { repairCache } = await import('../../cache/repair.ts');
  const status = statusLine(context);
  const onProgress = (what: string, done: number, total: number): void => status.show(`${what}  ${done + 1}/${total}`);
  const { frames, checkpoints, checked } = await repairCache(pathOf(context, path), { threads, onProgress }).finally(
    status.clear,
  );
  if (context.json) {
    printJson(context, { ok: true, checked, frames, checkpoints });
    return;
  }
  const read = `${plural(checked, 'frame')} read`,
    states = checkpoints.length > 0 ? `, ${plural(checkpoints.length, 'damaged saved state')} removed` : '';
  if (frames.length === 0) print(context, `${path}: every frame is whole. ${read}${states}.`);
  else
    print(
      context,
      `${path}: ${plural(frames.length, 'frame')} simulated again (${frames.join(', ')}). ${read}${states}.`,
    );
}
