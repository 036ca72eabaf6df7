// Where pictures go: a video, an animated picture, a folder of pictures, or one picture. Decided by what -o ends with, before any work.

import { dirname, extname } from 'node:path';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { problem, ThixoError } from '../problem.ts';
import { VIDEO_ENDINGS } from '../render/video.ts';
import { didYouMean } from '../scene/suggest.ts';
import { besideCache, meansFolder, requireFolder, requireWritableFolder } from './output-path.ts';
import type { PictureKind } from './picture-kind.ts';
import { usage } from './usage.ts';

/** What becomes of the pictures. */
export interface PictureOutput {
  readonly kind: PictureKind;
  /** Path as the caller knows it. */
  readonly path: string;
}

/** What the caller asks for. */
export interface OutputWish {
  readonly output?: string | undefined;
  /** One frame only. */
  readonly frame?: number | undefined;
  readonly contactSheet?: boolean | undefined;
  /** The pictures stay in the cache, and nothing is made of them. */
  readonly picturesOnly?: boolean | undefined;
}

const PICTURE_ENDINGS: readonly string[] = ['.png', '.apng'];
const ENDINGS: readonly string[] = [...VIDEO_ENDINGS, ...PICTURE_ENDINGS];

/**
 * What is going to be written for a cache. Without a wish it is a video beside the cache, or an animated picture where there is no ffmpeg.
 * @param cache path of the cache as the caller knows it
 * @param cwd folder that relative paths start from
 */
export function pictureOutput(wish: OutputWish, cache: string, hasFfmpeg: boolean, cwd: string): PictureOutput {
  const { output, frame, contactSheet } = wish,
    beside = besideCache(cache, cwd);
  if (wish.picturesOnly) {
    if (output === undefined && !contactSheet) return { kind: 'pictures', path: cache };
    const hint = 'Leave one of them out: without -o and --contact-sheet, the pictures stay in the cache.';
    throw new ThixoError([usage('--pictures-only puts nothing together.', hint)]);
  }
  if (contactSheet && frame !== undefined) throw sheetOfOne();
  if (contactSheet) return { kind: 'sheet', path: onePicture(output ?? `${beside}-sheet.png`, 'a contact sheet') };
  if (frame !== undefined && output === undefined) return { kind: 'still', path: `${beside}-${frame}.png` };
  const path = output ?? (hasFfmpeg ? `${beside}.mp4` : `${beside}.png`);
  const ending = extname(path).toLowerCase();
  if (meansFolder(path, cwd)) return { kind: 'folder', path };
  if (frame !== undefined) return { kind: 'still', path: onePicture(path, 'one frame') };
  if (!ENDINGS.includes(ending)) throw unknownEnding(path, ending);
  if (PICTURE_ENDINGS.includes(ending)) return { kind: 'animation', path };
  if (!hasFfmpeg) throw noFfmpeg(path);
  return { kind: 'video', path };
}

/** Makes the folder that a path is in, and throws if nothing can be written there: better now than after the work. */
export function requireWritable(path: string, { kind }: PictureOutput): void {
  if (kind === 'pictures') return;
  if (kind === 'folder') {
    requireFolder(path);
    return;
  }
  requireWritableFolder(dirname(path));
  if (new Disk(realFiles).kind(path) === 'folder') {
    const hint = 'Name a file, or a folder without such an ending for a picture per frame.';
    throw new ThixoError([usage(`${path} is a folder, not a file.`, hint)]);
  }
}

function onePicture(path: string, what: string): string {
  if (extname(path).toLowerCase() === '.png') return path;
  throw new ThixoError([usage(`${path}: ${what} is one picture.`, 'Name a file that ends with .png.')]);
}

function sheetOfOne(): ThixoError {
  const hint = 'Leave one of them out; --frames 10-20 chooses the frames of the sheet.';
  return new ThixoError([usage('A contact sheet shows many frames; --frame chooses one.', hint)]);
}

function unknownEnding(path: string, ending: string): ThixoError {
  const jpeg = ['.jpg', '.jpeg'].includes(ending) ? 'Pictures are PNG files. ' : didYouMean(ending, ENDINGS);
  const hint = `${jpeg}Use ${ENDINGS.join(', ')}, or the name of a folder for a picture per frame.`;
  return new ThixoError([usage(`${path}: "${ending}" is not an ending that Thixo writes.`, hint)]);
}

function noFfmpeg(path: string): ThixoError {
  const hint = 'Install ffmpeg, or name a .png file for an animated picture, or a folder for a picture per frame.';
  const message = `${path}: videos are written by ffmpeg, which is not on this machine.`;
  return new ThixoError([problem('VIDEO_FAILED', '', message, hint)]);
}
