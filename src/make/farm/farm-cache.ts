// Surfaces, pictures or files of a cache, made in chunks of frames on many machines; what they are put together to is made here at the end.

import { rmSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { openCache } from '../../cache/cache.ts';
import { FORMATS } from '../../export/formats.ts';
import { requirePath } from '../../scene/options.ts';
import type { StageName } from '../events.ts';
import { exportCache } from '../export-cache.ts';
import { exportOutput } from '../export-output.ts';
import { withProblems } from '../failure.ts';
import { chosenFrames, type Frames } from '../frame-range.ts';
import { meshCache } from '../mesh-cache.ts';
import { type OptionNames, requireOptions, requireWhole } from '../options.ts';
import { besideCache, meansFolder } from '../output-path.ts';
import { pathFrom } from '../path-from.ts';
import { renderCache } from '../render-cache.ts';
import { FARM_OPTIONS, type FarmOptions, farmSurroundings } from './farm-options.ts';
import { isFailed, runBatch } from './run-batch.ts';
import { chunksOf, openStageBatch, type StageSettings, writeStageBatch } from './stage-batch.ts';

/** How the frames of a cache are handed over. Settings are those of `renderCache` and `exportCache`. */
export interface FarmCacheOptions extends FarmOptions, StageSettings {
  /**
   * Frames of a job: as many as take a minute or more. Default: 20.
   * @example { chunk: 50 }
   */
  readonly chunk?: number | undefined;
  /**
   * Which frames: up to one, or from one to another. Default: all.
   * @example { frames: { first: 10, last: 20 } }
   */
  readonly frames?: Frames | undefined;
}

/** How it ended. */
export interface FarmResult {
  readonly outcome: 'done' | 'interrupted';
  /** The video, picture, file or folder, as the caller knows it. */
  readonly output: string;
  /** Chunks that failed. */
  readonly failed: number;
  /** Exit code of the first of them; 0 if there is none. */
  readonly exit: number;
}

const NAMES: OptionNames<FarmCacheOptions> = {
  ...FARM_OPTIONS,
  ...{ chunk: true, frames: true, set: true, scene: true, width: true, height: true },
  ...{ format: true, what: true, every: true, output: true },
};
const CHUNK = 20;

/** Folder of the chunks of a cache. */
export function farmFolder(cache: string, cwd: string): string {
  return `${besideCache(cache, cwd)}-farm`;
}

/**
 * Makes surfaces, pictures or files of a cache in chunks of frames. The same call again does what is missing.
 * @example await farmCache('render', 'out/dam-break', { on: 'slurm', chunk: 50, output: 'dam.mp4' });
 */
export async function farmCache(stage: StageName, cache: string, options: FarmCacheOptions = {}): Promise<FarmResult> {
  return withProblems(async () => {
    const { folder, around } = planFarm(stage, cache, options),
      { outcome, results } = await runBatch(openStageBatch(folder)!, around),
      failed = [...results.values()].filter(isFailed);
    if (outcome === 'interrupted' || failed.length > 0)
      return { outcome, output: cache, failed: failed.length, exit: failed[0]?.exit ?? 0 };
    const made = await finish(stage, cache, options);
    if (made.outcome === 'done') rmSync(folder, { recursive: true, force: true });
    return { ...made, failed: 0, exit: 0 };
  });
}

/** Writes down the chunks; nothing is made yet. */
export function planFarm(
  stage: StageName,
  cache: string,
  options: FarmCacheOptions,
): { readonly folder: string; readonly around: ReturnType<typeof farmSurroundings> } {
  requirePath('cache', cache);
  requireOptions(options, NAMES);
  requireWhole('chunk', options.chunk, 1, 1e6);
  requireWhole('every', options.every, 1);
  const around = farmSurroundings(options),
    { cwd } = around,
    path = pathFrom(cwd, cache),
    folder = pathFrom(cwd, farmFolder(cache, cwd)),
    { first, last } = chosenFrames(options),
    chunks = { first, last, chunk: options.chunk ?? CHUNK };
  const { stage: part, settings } = partOf(stage, cache, options, cwd),
    { title } = openCache(path);
  writeStageBatch(folder, path, { title, stage: part, settings, chunks: chunksOf(path, part, settings, chunks) });
  return { folder, around };
}

/** What the chunks make: where all frames go into one file, only their surfaces. */
function partOf(
  stage: StageName,
  cache: string,
  options: FarmCacheOptions,
  cwd: string,
): { readonly stage: StageName; readonly settings: StageSettings } {
  const { set, width, height, what, every } = options,
    scene = absolute(options.scene, cwd);
  if (stage === 'mesh') return { stage, settings: { set, scene } };
  if (stage === 'render') {
    const output = options.output !== undefined && meansFolder(options.output, cwd) ? options.output : undefined;
    return { stage, settings: { set, scene, width, height, output: absolute(output, cwd) } };
  }
  const chosen = exportOutput({ format: options.format, output: options.output, what, single: false }, cache, cwd);
  if (FORMATS[chosen.format].kind === 'sequence') return { stage: 'mesh', settings: { set, scene } };
  const output = absolute(chosen.path, cwd);
  return { stage, settings: { set, scene, format: chosen.format, what: chosen.what, every, output } };
}

function absolute(path: string | undefined, cwd: string): string | undefined {
  return path === undefined || isAbsolute(path) ? path : resolve(cwd, path);
}

/** Puts together what the chunks have made: it is all there, so that this is quick. */
async function finish(
  stage: StageName,
  cache: string,
  options: FarmCacheOptions,
): Promise<{ readonly outcome: 'done' | 'interrupted'; readonly output: string }> {
  const { set, scene, width, height, format, what, every, output, frames, threads, signal, cwd, env } = options;
  if (stage === 'mesh') return meshCache(cache, { set, scene, frames, threads, signal, cwd });
  if (stage === 'render')
    return renderCache(cache, { set, scene, width, height, output, frames, threads, signal, cwd, env });
  return exportCache(cache, { set, scene, format, what, every, output, frames, threads, signal, cwd });
}
