// From a cache to a video or picture: waits for the frames, makes surfaces and pictures that are missing, and puts them together.

import { basename } from 'node:path';
import { type Cache, openCache } from '../cache/cache.ts';
import { PICTURE, pictureFolder } from '../cache/derived.ts';
import { Disk, numberedFile } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { findFfmpeg } from '../render/video.ts';
import { type FramePicture, finishPictures } from './finish-pictures.ts';
import { foamKey } from './frame-jobs/stored-foam.ts';
import type { FrameRange } from './frame-range.ts';
import type { StageInput } from './mesh-stage.ts';
import { pathFrom } from './path-from.ts';
import { type OutputWish, type PictureOutput, pictureOutput, requireWritable } from './picture-output.ts';
import { planPictures, showsSurface } from './picture-plan.ts';
import { awaitFrames, linesOf, makeProducts } from './product-stage.ts';
import type { Surroundings } from './surroundings.ts';

/** Small pictures on a contact sheet. */
const ON_A_SHEET = 12;

/** Renders the frames of a range. False if it was asked to stop before. */
export async function renderFrames(input: StageInput, range: FrameRange, output: PictureOutput): Promise<boolean> {
  const target = pathFrom(input.cwd, output.path),
    pictures = await makePictures(input, range, output);
  return pictures !== undefined && finishPictures(input, pictures, output, target);
}

/**
 * Pictures of the frames of a range, as files: in the folder that was asked for, or in the cache. Undefined if it was asked to stop before.
 * @param beside caches whose pictures have the same view and colors, this one among them
 */
export async function makePictures(
  input: StageInput,
  range: FrameRange,
  output: PictureOutput,
  beside: readonly Cache[] = [],
): Promise<FramePicture[] | undefined> {
  const { cwd, cache, derived, scene, signal } = input;
  const needsSurface = showsSurface(scene);
  await awaitFrames(input, range, 'render', needsSurface);
  if (signal.aborted) return undefined;
  const opened = openCache(cache),
    foam = foamKey(new Disk(realFiles), input, opened.frameLines),
    { view, range: colors, key } = await planPictures(opened, scene, { beside, foam });
  const folder = output.kind === 'folder' ? pathFrom(cwd, output.path) : pictureFolder(derived, key),
    { width, height } = scene.output;
  const lines = shown(linesOf(input, range), output);
  const files = await makeProducts(input, lines, {
    ...{ stage: 'render', makes: 'picture', folder, key, needsSurface },
    output: output.path,
    fileOf: (frame) => basename(numberedFile('', frame, PICTURE)),
    job: { kind: 'picture', cache, derived, scene, folder, view, range: colors, width, height },
  });
  return signal.aborted ? undefined : lines.map(({ frame, time }, k) => ({ file: files[k]!, frame, time }));
}

/**
 * The output that was asked for, and that it can be written; tells of it.
 * @param name path of the cache as the caller knows it
 */
export async function chooseOutput(around: Surroundings, name: string, wish: OutputWish): Promise<PictureOutput> {
  const { cwd, env, tell } = around,
    hasFfmpeg = (await findFfmpeg(env)) !== undefined,
    chosen = pictureOutput(wish, name, hasFfmpeg, cwd),
    { kind, path } = chosen;
  requireWritable(pathFrom(cwd, path), chosen);
  const fallback = wish.output === undefined && kind === 'animation';
  tell({ event: 'output', stage: 'render', kind, output: path, fallback });
  return chosen;
}

/** The frames to draw: for a contact sheet only some of them, from the first to the last. */
function shown(lines: readonly FrameLine[], { kind }: PictureOutput): readonly FrameLine[] {
  if (kind !== 'sheet' || lines.length <= ON_A_SHEET) return lines;
  return Array.from({ length: ON_A_SHEET }, (_, k) => lines[Math.round((k * (lines.length - 1)) / (ON_A_SHEET - 1))]!);
}
