// `thixo mesh`: the surfaces of the frames of a cache, beside them.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { MOST_THREADS } from '../../make/defaults.ts';
import type { FrameRange } from '../../make/frame-range.ts';
import { type Context, print } from '../context.ts';
import { MESH_EXAMPLES } from '../help.ts';
import { readFrameRange } from '../read-frame-range.ts';
import { collectValues, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface MeshOptions {
  readonly frames?: FrameRange;
  readonly threads?: number;
  readonly stopIfStuck?: boolean;
  readonly set?: readonly string[];
  readonly scene?: string;
}

/** Options and action of `thixo mesh`. */
export function defineMesh(command: Command, context: Context): void {
  command
    .addHelpText('before', MESH_EXAMPLES)
    .option('--frames <range>', '10-20, 10- (10 and later) or 20 (up to 20); default: all', readFrameRange)
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .option('--set <path=value>', 'change a setting of surface; can be repeated', collectValues)
    .option('--scene <file>', 'scene file for these settings; default: that of the last run')
    .action((cache: string, options: MeshOptions) => mesh(cache, options, context));
}

async function mesh(cache: string, options: MeshOptions, context: Context): Promise<void> {
  const [{ meshCache }, { makeStageView }] = await Promise.all([
    import('../../make/mesh-cache.ts'),
    import('../stage-view.ts'),
  ]);
  const { frames, threads, stopIfStuck, set, scene } = options;
  const { outcome, output } = await watch(context, makeStageView(context), ({ env: _, ...watched }) =>
    meshCache(cache, { frames, threads, stopIfStuck, set, scene, ...watched }),
  );
  if (outcome === 'interrupted') context.exit = EXIT.interrupted;
  else if (!context.json) print(context, output);
}
