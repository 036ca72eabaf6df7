// `thixo foam`: spray, foam and bubbles of the frames of a cache, beside them.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { type Context, print } from '../context.ts';
import { FOAM_EXAMPLES } from '../help.ts';
import { wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface FoamOptions {
  readonly frames?: number;
  readonly trappedAir?: string;
  readonly waveCrest?: string;
  readonly lifetime?: string;
  readonly stopIfStuck?: boolean;
}

/** Options and action of `thixo foam`. */
export function defineFoam(command: Command, context: Context): void {
  command
    .addHelpText('before', FOAM_EXAMPLES)
    .option('--frames <n>', 'only up to frame n; default: all', wholeNumber(0, 1e9))
    .option('--trapped-air <n>', 'most that a particle makes per second where air is trapped; default: 200')
    .option('--wave-crest <n>', 'the same on crests of waves; default: 200')
    .option('--lifetime <s-s>', 'shortest and longest life of foam, s; default: 2-5')
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .action((cache: string, options: FoamOptions) => foam(cache, options, context));
}

async function foam(cache: string, options: FoamOptions, context: Context): Promise<void> {
  const [{ foamCache }, { makeStageView }] = await Promise.all([
    import('../../make/foam-cache.ts'),
    import('../stage-view.ts'),
  ]);
  const { frames, stopIfStuck } = options,
    [trappedAir, waveCrest] = [numberIn(options.trappedAir), numberIn(options.waveCrest)],
    times = options.lifetime?.split('-').map(Number),
    lifetime = times && ([times[0] ?? Number.NaN, times[1] ?? Number.NaN] as const);
  const { outcome, output } = await watch(context, makeStageView(context), ({ env: _, ...watched }) =>
    foamCache(cache, { frames, trappedAir, waveCrest, lifetime, stopIfStuck, ...watched }),
  );
  if (outcome === 'interrupted') context.exit = EXIT.interrupted;
  else if (!context.json) print(context, output);
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text);
