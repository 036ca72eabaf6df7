// `thixo animate`: the motion of a design, into a cache. The library does the work; this shows it.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { type Context, print } from '../context.ts';
import { ANIMATE_EXAMPLES } from '../help.ts';
import { collectValues, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface AnimateFlags {
  readonly output?: string;
  readonly frames?: number;
  readonly set?: readonly string[];
  readonly fresh?: boolean;
  readonly limits?: string;
}

/** Options and action of `thixo animate`. */
export function defineAnimate(command: Command, context: Context): void {
  command
    .addHelpText('before', ANIMATE_EXAMPLES)
    .option('-o, --output <dir>', 'folder of the cache; default out/<name of the design>')
    .option('--frames <n>', 'stop after frame n; default: the last keyframe', wholeNumber(0, 1e9))
    .option('--set <path=value>', 'change a value of the design; can be repeated', collectValues)
    .option('--fresh', 'delete existing frames and start again')
    .option('--limits <list>', 'change limits; `thixo --limits` lists them')
    .action((design: string, flags: AnimateFlags) => animate(design, flags, context));
}

async function animate(design: string, flags: AnimateFlags, context: Context): Promise<void> {
  const [{ animateDesign }, { makeAnimateView }, { usualCache }] = await Promise.all([
    import('../../make/animate-design.ts'),
    import('../design-view.ts'),
    import('../../make/usual-output.ts'),
  ]);
  const { frames, set, fresh, limits } = flags,
    output = flags.output ?? usualCache(design, false, context.io.cwd);
  const { outcome } = await watch(context, makeAnimateView(context, output), ({ cwd, signal, onEvent }) =>
    animateDesign(design, { output, frames, set, fresh, limits, cwd, signal, onEvent }),
  );
  if (outcome === 'interrupted') context.exit = EXIT.interrupted;
  else if (!context.json) print(context, output);
}
