// `thixo compare`: what adaptivity saves in a scene, and what it costs in accuracy. The library does the work; this shows it.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import type { SceneComparison } from '../../make/compare-scene.ts';
import { type Context, print, printJson, say } from '../context.ts';
import { plural } from '../format.ts';
import { COMPARE_EXAMPLES } from '../help.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface CompareOptions {
  readonly output?: string;
  readonly frames?: number;
  readonly threads?: number;
  readonly set?: readonly string[];
  readonly limits?: string;
}

/** Options and action of `thixo compare`. */
export function defineCompare(command: Command, context: Context): void {
  command
    .addHelpText('before', COMPARE_EXAMPLES)
    .option('-o, --output <file>', 'the plot, an .svg file; default out/<name of the scene>-compare.svg', filePath)
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(1, 1e6))
    .option('--threads <n>', 'threads of each run; default: 1', wholeNumber(1, 64))
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .action((scene: string, options: CompareOptions) => compare(scene, options, context));
}

async function compare(scene: string, options: CompareOptions, context: Context): Promise<void> {
  const [{ compareScene }, { CompareView }] = await Promise.all([
    import('../../make/compare-scene.ts'),
    import('../compare/compare-view.ts'),
  ]);
  const { output, frames, threads, set, limits } = options;
  const result = await watch(context, new CompareView(context), ({ cwd, signal, onEvent }) =>
    compareScene(scene, { output, frames, threads, set, limits, cwd, signal, onEvent }),
  );
  if (result.outcome === 'interrupted') context.exit = EXIT.interrupted;
  if (result.frames.length > 0) await tell(result, context);
  else if (!context.json) say(context, 'Stopped before both runs had a frame to compare.');
}

/** Prints the numbers. */
async function tell(result: SceneComparison, context: Context): Promise<void> {
  const { outcome, scene: _, output: plot, frames, ...totals } = result,
    interrupted = outcome === 'interrupted';
  if (context.json) {
    printJson(context, { ...totals, plot, interrupted, frames });
    return;
  }
  const { comparisonTable } = await import('../compare/compare-table.ts');
  if (interrupted) say(context, `Stopped. Compared ${plural(frames.length, 'frame')}.`);
  for (const line of comparisonTable(result)) print(context, line);
  print(context, `Plot: ${plot}`);
}
