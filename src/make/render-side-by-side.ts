// Several caches in one picture or video, side by side, with the same view and the same scale of colors.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openCache } from '../cache/cache.ts';
import { PICTURE } from '../cache/derived.ts';
import { Disk, numberedFile } from '../cache/disk.ts';
import { FileList } from '../cache/file-list.ts';
import { realFiles } from '../cache/files.ts';
import { ThixoError } from '../problem.ts';
import { contactSheet } from '../render/contact-sheet.ts';
import { readPicture } from '../render/picture-files.ts';
import { encodePng } from '../render/png.ts';
import { requirePath } from '../scene/options.ts';
import { openInput, requireFrames, warnOfEnd, withWritable } from './cache-input.ts';
import { withProblems } from './failure.ts';
import { type FramePicture, finishPictures } from './finish-pictures.ts';
import { chosenFrames, type FrameRange } from './frame-range.ts';
import type { StageInput } from './mesh-stage.ts';
import { FFMPEG_OPTIONS, type OptionNames, requireOptions, surroundingsOf } from './options.ts';
import { besideCache } from './output-path.ts';
import { pathFrom } from './path-from.ts';
import type { PictureOutput } from './picture-output.ts';
import { refuseForeign } from './product-stage.ts';
import type { RenderOptions, RenderResult } from './render-cache.ts';
import { chooseOutput, makePictures } from './render-stage.ts';
import { requireLabels, usualLabels } from './several-caches.ts';
import type { Surroundings } from './surroundings.ts';
import { usage } from './usage.ts';

/** How to render caches side by side. */
export interface SideBySideOptions extends Omit<RenderOptions, 'contactSheet' | 'picturesOnly' | 'scene'> {
  /**
   * What stands under each cache, in their order. Default: the names of their folders.
   * @example { labels: ['with XSPH', 'without'] }
   */
  readonly labels?: readonly string[] | undefined;
}

const NAMES: OptionNames<SideBySideOptions> = {
  ...FFMPEG_OPTIONS,
  ...{ output: true, frames: true, frame: true, width: true, height: true, set: true, labels: true },
};

/** Caches in one picture. */
const MOST = 6;
/** Width of all of them together, pixels, where nobody says how wide each is. */
const WIDTH = 1920;

/**
 * Makes pictures of several caches and puts those of the same frame side by side; a run that ended before the others keeps its last picture.
 * All have the view that shows the particles of all of them, unless their scenes say where the camera is, and one legend.
 * @example await renderSideBySide(['out/stiff', 'out/soft'], { labels: ['J = 150', 'J = 15'], output: 'jump.mp4' });
 */
export async function renderSideBySide(
  caches: readonly string[],
  options: SideBySideOptions = {},
): Promise<RenderResult> {
  return withProblems(async () => {
    for (const cache of caches) requirePath('cache', cache);
    requireLabels(caches, options.labels, 2, MOST);
    requireOptions(options, NAMES);
    const { output, frame } = options,
      around = surroundingsOf(options),
      range = chosenFrames(options),
      inputs = await openInputs(caches, options, around);
    for (const input of inputs) requireFrames(input, range);
    const chosen = await chooseOutput(around, `${besideCache(caches[0]!, around.cwd)}-side-by-side`, { output, frame }),
      labels = options.labels ?? usualLabels(caches, around.cwd),
      isDone = await withAllWritable(inputs, (all) => renderAll(all, range, chosen, labels));
    if (isDone) for (const input of inputs) warnOfEnd(input, 'render', range);
    return { outcome: isDone ? 'done' : 'interrupted', output: chosen.path, kind: chosen.kind };
  });
}

/** The caches with pictures of one size, of which only the last has a legend. */
async function openInputs(
  caches: readonly string[],
  { width, height, set }: SideBySideOptions,
  around: Surroundings,
): Promise<StageInput[]> {
  const first = await openInput(caches[0]!, { width, height, set }, around),
    { output, look, frameRate } = first.scene,
    wide = width ?? even(Math.min(output.width, WIDTH / caches.length)),
    high = height ?? even((wide * output.height) / output.width);
  const inputs: StageInput[] = [];
  for (const [k, name] of caches.entries()) {
    const legend = k === caches.length - 1 ? [] : ['look.legend=false'],
      input = await openInput(name, { width: wide, height: high, set: [...(set ?? []), ...legend] }, around),
      { scene } = input;
    if (scene.frameRate !== frameRate || scene.look.colorBy !== look.colorBy) throw unlike(caches[0]!, name);
    inputs.push(input);
  }
  return inputs;
}

const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

function unlike(one: string, other: string): ThixoError {
  const message = `${one} and ${other} have another frame rate or show other colors.`,
    hint = 'Give all the same frameRate when they are simulated, and the same colors with --set look.colorBy=….';
  return new ThixoError([usage(message, hint)]);
}

async function withAllWritable(
  inputs: readonly StageInput[],
  work: (inputs: readonly StageInput[]) => Promise<boolean>,
): Promise<boolean> {
  const [first, ...rest] = inputs;
  if (!first) return work([]);
  return withWritable(first, 'render', (to) => withAllWritable(rest, (others) => work([to, ...others])));
}

/** Makes the pictures of each cache and puts them together. False if it was asked to stop before. */
async function renderAll(
  inputs: readonly StageInput[],
  range: FrameRange,
  output: PictureOutput,
  labels: readonly string[],
): Promise<boolean> {
  const beside = inputs.map(({ cache }) => openCache(cache)),
    inCache: PictureOutput = { ...output, kind: output.kind === 'folder' ? 'video' : output.kind };
  const rows: FramePicture[][] = [];
  for (const input of inputs) {
    const pictures = await makePictures(input, range, inCache, beside);
    if (!pictures) return false;
    rows.push(pictures);
  }
  const [first] = inputs as [StageInput],
    target = pathFrom(first.cwd, output.path);
  if (output.kind === 'folder') {
    const disk = new Disk(realFiles),
      list = new FileList(disk, target);
    refuseForeign(
      disk,
      list,
      rows.flat().map(({ file }) => ({ file: basename(file) })),
      { folder: target, output: output.path },
    );
    list.begin();
    return (await putTogether(rows, labels, target, first.signal)) !== undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'thixo-'));
  try {
    const joined = await putTogether(rows, labels, folder, first.signal);
    return joined !== undefined && (await finishPictures(first, joined, output, target));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts pictures of the same frame side by side, into files of a folder. Undefined if it was asked to stop before. */
async function putTogether(
  rows: readonly (readonly FramePicture[])[],
  labels: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<FramePicture[] | undefined> {
  const disk = new Disk(realFiles),
    longest = rows.reduce((a, b) => (b.length > a.length ? b : a)),
    joined: FramePicture[] = [];
  for (const [n, { frame, time }] of longest.entries()) {
    if (signal.aborted) return undefined;
    const entries = rows.map(async (pictures, k) => ({
      picture: await readPicture((pictures[n] ?? pictures.at(-1)!).file),
      label: `${labels[k]}   ${Number(time.toFixed(3))} s`,
    }));
    const all = await Promise.all(entries),
      file = numberedFile(folder, frame, PICTURE);
    disk.write(file, encodePng(contactSheet(all, { columns: all.length, width: all[0]!.picture.width })));
    joined.push({ file, frame, time });
  }
  return joined;
}
