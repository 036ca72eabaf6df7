// `thixo export`: the frames of a cache as files that other programs read.

import { type Command, Option } from 'commander';
import { EXIT } from '../../codes.ts';
import { WHATS, type What } from '../../export/format.ts';
import { MOST_PIECES, MOST_THREADS } from '../../make/defaults.ts';
import type { FrameRange } from '../../make/frame-range.ts';
import { type Context, print } from '../context.ts';
import { EXPORT_EXAMPLES } from '../help.ts';
import { readFrameRange } from '../read-frame-range.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface ExportOptions {
  readonly format?: string;
  readonly what?: What;
  readonly output?: string;
  readonly frames?: FrameRange;
  readonly frame?: number;
  readonly every: number;
  readonly pieces?: boolean;
  readonly mostPieces?: number;
  readonly threads?: number;
  readonly stopIfStuck?: boolean;
  readonly set?: readonly string[];
  readonly scene?: string;
}

/** Options and action of `thixo export`. */
export function defineExport(command: Command, context: Context): void {
  const what = new Option(
    '--what <what>',
    'the surface, the particles, or the foam of thixo foam; default: surface, for pc2 particles',
  ).choices(WHATS);
  command
    .addHelpText('before', EXPORT_EXAMPLES)
    .option('--format <name>', 'ply, obj, stl, gltf, vtk, pov, pc2 or usda; default: what -o ends with')
    .addOption(what)
    .option('-o, --output <path>', 'folder, or a file where the format has one; default: next to the cache', filePath)
    .option('--frames <range>', '10-20, 10- (10 and later) or 20 (up to 20); default: all', readFrameRange)
    .option('--frame <n>', 'only frame n', wholeNumber(0, 1e9))
    .option('--every <n>', 'every n-th frame', wholeNumber(1, 1e9), 1)
    .option(
      '--pieces',
      'every piece that the substance has broken into: a file each in a folder, or objects of one .glb or .obj',
    )
    .option('--most-pieces <n>', `how many of the largest of each frame; default: ${MOST_PIECES}`, wholeNumber(1, 1e6))
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .option('--set <path=value>', 'change a setting of surface, camera or look; can be repeated', collectValues)
    .option('--scene <file>', 'scene file for these settings; default: that of the last run')
    .action((cache: string, options: ExportOptions) => exportFiles(cache, options, context));
}

async function exportFiles(cache: string, options: ExportOptions, context: Context): Promise<void> {
  const [{ exportCache }, { makeStageView }] = await Promise.all([
    import('../../make/export-cache.ts'),
    import('../stage-view.ts'),
  ]);
  const { format, what, output, frames, frame, every, pieces, mostPieces, threads, stopIfStuck, set, scene } = options,
    wish = { format, what, output, frames, frame, every, pieces, mostPieces, threads, stopIfStuck, set, scene };
  const made = await watch(context, makeStageView(context), ({ env: _, ...watched }) =>
    exportCache(cache, { ...wish, ...watched }),
  );
  if (made.outcome === 'interrupted') context.exit = EXIT.interrupted;
  else if (!context.json) print(context, made.output);
}
