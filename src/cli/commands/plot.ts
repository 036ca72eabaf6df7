// `thixo plot`: what happened in a cache, as curves over time.

import type { Command } from 'commander';
import { type Context, print, printJson } from '../context.ts';
import { PLOT_EXAMPLES } from '../help.ts';
import { collectValues, filePath } from '../usage.ts';

interface PlotOptions {
  readonly output?: string;
  readonly label?: readonly string[];
}

/** Options and action of `thixo plot`. */
export function definePlot(command: Command, context: Context): void {
  command
    .addHelpText('before', PLOT_EXAMPLES)
    .option('-o, --output <file>', 'an .svg file, or a .csv file with all numbers; default <cache>.svg', filePath)
    .option('--label <text>', 'what a cache is called, one for each; default: its name', collectValues)
    .action((caches: readonly string[], options: PlotOptions) => plot(caches, options, context));
}

async function plot(caches: readonly string[], { output, label }: PlotOptions, context: Context): Promise<void> {
  const { plotCaches } = await import('../../make/plot-cache.ts'),
    made = await plotCaches(caches, { output, labels: label, cwd: context.io.cwd });
  if (context.json) printJson(context, { ok: true, output: made });
  else print(context, made);
}
