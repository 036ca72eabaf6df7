// The frames of a cache as files that other programs read.

import type { What } from '../export/format.ts';
import type { FormatName } from '../export/formats.ts';
import { ThixoError } from '../problem.ts';
import { requirePath } from '../scene/options.ts';
import { openInput, requireFrames, warnOfEnd, withWritable } from './cache-input.ts';
import { MOST_PIECES } from './defaults.ts';
import { exportOutput } from './export-output.ts';
import { exportFrames } from './export-stage.ts';
import { withProblems } from './failure.ts';
import { chosenFrames, type Frames } from './frame-range.ts';
import {
  type OptionNames,
  requireOptions,
  requireWhole,
  STAGE_OPTIONS,
  type StageOptions,
  surroundingsOf,
} from './options.ts';
import { usage } from './usage.ts';

/** What to export, and how. */
export interface ExportOptions extends StageOptions {
  /**
   * ply, obj, stl, gltf, vtk, pov, pc2 or usda. Default: what `output` ends with.
   * @example { format: 'gltf' }
   */
  readonly format?: string | undefined;
  /**
   * The surface, the particles, or the foam that `foamCache` has made. Default: the surface; for pc2 the particles.
   * @example { format: 'ply', what: 'particles' }
   */
  readonly what?: What | undefined;
  /**
   * A folder, or a file where the format has one for all frames or only one frame is exported. Default: beside the cache.
   * @example { output: 'drop.usda' }
   */
  readonly output?: string | undefined;
  /**
   * Which frames: up to one, or from one to another. Default: all.
   * @example { format: 'obj', frames: { first: 10, last: 20 } }
   */
  readonly frames?: Frames | undefined;
  /**
   * Only this frame. Default: all.
   * @example { frame: 30, output: 'drop.stl' }
   */
  readonly frame?: number | undefined;
  /**
   * Every n-th frame. Default: 1.
   * @example { format: 'obj', every: 5 }
   */
  readonly every?: number | undefined;
  /**
   * Every piece that the substance has broken into: a file each, or objects of one .glb or .obj. Default: false.
   * @example { format: 'obj', pieces: true }
   */
  readonly pieces?: boolean | undefined;
  /**
   * With `pieces`: so many of the largest of each frame. Default: 64.
   * @example { format: 'obj', pieces: true, mostPieces: 200 }
   */
  readonly mostPieces?: number | undefined;
  /**
   * Settings of surface, camera or look to change, each `path=value`. Default: as it was last run.
   * @example { format: 'ply', set: ['surface.voxel=0.3'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * A scene file to take these settings from. Default: the scene as it was last run.
   * @example { format: 'ply', scene: 'scenes/dam-break' }
   */
  readonly scene?: string | undefined;
}

/** How it ended. */
export interface ExportResult {
  readonly outcome: 'done' | 'interrupted';
  /** The folder or file, as the caller knows it. */
  readonly output: string;
  readonly format: FormatName;
  readonly what: What;
}

const NAMES: OptionNames<ExportOptions> = {
  ...STAGE_OPTIONS,
  ...{ format: true, what: true, output: true, frames: true, frame: true, every: true },
  ...{ pieces: true, mostPieces: true, set: true, scene: true },
};

/**
 * Writes files of the frames of a cache; in a folder only those that are missing, damaged or of other settings.
 * @example const { output } = await exportCache('out/dam-break', { format: 'gltf' });
 */
export async function exportCache(cache: string, options: ExportOptions = {}): Promise<ExportResult> {
  return withProblems(async () => {
    requirePath('cache', cache);
    requireOptions(options, NAMES);
    requireWhole('every', options.every, 1);
    requireWhole('mostPieces', options.mostPieces, 1, 1e6);
    const { format, what, output, every = 1, pieces = false, mostPieces, set, scene } = options,
      range = chosenFrames(options),
      around = surroundingsOf(options);
    if (mostPieces !== undefined && !pieces)
      throw new ThixoError([
        usage('--most-pieces is for --pieces.', 'Use both, or neither for all pieces in one file.'),
      ]);
    if (what === 'foam' && pieces) throw new ThixoError([usage('Foam has no pieces.', 'Leave out --pieces.')]);
    const single = range.first === range.last,
      chosen = exportOutput({ format, output, what, single, pieces }, cache, around.cwd),
      input = await openInput(cache, { set, scene }, around);
    requireFrames(input, range);
    const most = pieces ? (mostPieces ?? MOST_PIECES) : undefined,
      choice = { what: chosen.what, every, output: chosen, mostPieces: most },
      isDone = await withWritable(input, 'export', (to) => exportFrames(to, range, choice));
    if (isDone) warnOfEnd(input, 'export', range);
    const { path, format: name, what: written } = chosen;
    return { outcome: isDone ? 'done' : 'interrupted', output: path, format: name, what: written };
  });
}
