// From a cache to a video or picture: waits for the frames, makes surfaces and pictures that are missing, and puts them together.

import { basename } from 'node:path';
import { openCache } from '../cache/cache.ts';
import { PICTURE, pictureFolder } from '../cache/derived.ts';
import { numberedFile } from '../cache/disk.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import type { FrameRange } from '../make/frame-range.ts';
import { planPictures, showsSurface } from '../make/picture-plan.ts';
import { findFfmpeg } from '../render/video.ts';
import { type Context, pathOf, say } from './context.ts';
import { finishPictures } from './finish-pictures.ts';
import type { StageInput } from './mesh-stage.ts';
import { type OutputWish, type PictureOutput, pictureOutput, requireWritable } from './picture-output.ts';
import { awaitFrames, linesOf, makeProducts } from './product-stage.ts';

/** Small pictures on a contact sheet. */
const ON_A_SHEET = 12;

/** Renders the frames of a range; returns the path of the result as the user knows it, or undefined if it was asked to stop before. */
export async function renderCache(
  input: StageInput,
  range: FrameRange,
  output: PictureOutput,
): Promise<string | undefined> {
  const { context, cache, scene, stop } = input,
    target = pathOf(context, output.path);
  const needsSurface = showsSurface(scene);
  await awaitFrames(input, range, needsSurface);
  if (stop.asked) return undefined;
  const { view, range: colors, key } = await planPictures(openCache(cache), scene);
  const folder = output.kind === 'folder' ? target : pictureFolder(cache, key),
    { width, height } = scene.output;
  const lines = shown(linesOf(input, range), output);
  const files = await makeProducts(input, lines, {
    ...{ stage: 'render', noun: 'picture', folder, key, needsSurface },
    output: output.path,
    fileOf: (frame) => basename(numberedFile('', frame, PICTURE)),
    job: { kind: 'picture', cache, scene, folder, view, range: colors, width, height },
  });
  const pictures = lines.map(({ frame, time }, k) => ({ file: files[k]!, frame, time }));
  const isDone = !stop.asked && (await finishPictures(input, pictures, output, target));
  return isDone ? output.path : undefined;
}

/**
 * The output that was asked for, and that it can be written; says why if it is not a video by default.
 * @param name path of the cache as the user knows it
 */
export async function chooseOutput(context: Context, name: string, wish: OutputWish): Promise<PictureOutput> {
  const hasFfmpeg = (await findFfmpeg(context.io.env)) !== undefined,
    output = pictureOutput(wish, name, hasFfmpeg, context);
  requireWritable(pathOf(context, output.path), output);
  if (wish.output === undefined && output.kind === 'animation' && !context.json && !context.quiet)
    say(context, 'There is no ffmpeg on this machine: an animated picture is made instead of a video.');
  return output;
}

/** The frames to draw: for a contact sheet only some of them, from the first to the last. */
function shown(lines: readonly FrameLine[], { kind }: PictureOutput): readonly FrameLine[] {
  if (kind !== 'sheet' || lines.length <= ON_A_SHEET) return lines;
  return Array.from({ length: ON_A_SHEET }, (_, k) => lines[Math.round((k * (lines.length - 1)) / (ON_A_SHEET - 1))]!);
}
