// From pictures to what was asked for: a video, an animated picture, one picture, or nothing more to do.

import { readFile } from 'node:fs/promises';
import { Disk, unfinishedName } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { apngPieces } from '../render/apng.ts';
import { contactSheet, labelOf } from '../render/contact-sheet.ts';
import type { Picture } from '../render/picture.ts';
import { readPicture } from '../render/picture-files.ts';
import { encodePng } from '../render/png.ts';
import { encodeVideo } from '../render/video.ts';
import type { Scene } from '../scene/schema.ts';
import type { StageInput } from './mesh-stage.ts';
import type { PictureOutput } from './picture-output.ts';

/** A picture of a frame, as a file. */
export interface FramePicture {
  readonly file: string;
  readonly frame: number;
  /** s */
  readonly time: number;
}

/** Puts the pictures together in the file `target`. False if it was asked to stop before; then there is no new file. */
export async function finishPictures(
  input: StageInput,
  pictures: readonly FramePicture[],
  { kind, path }: PictureOutput,
  target: string,
): Promise<boolean> {
  const { now, signal, tell } = input,
    began = now();
  if (kind === 'folder' || kind === 'pictures') return true;
  tell({ event: 'start', stage: 'write', kind, output: path });
  await WORK[kind](input, pictures, target).catch((error) => {
    if (!signal.aborted) throw error;
  });
  const wallSeconds = (now() - began) / 1000,
    interrupted = signal.aborted;
  tell({ event: 'done', stage: 'write', output: path, wallSeconds, interrupted });
  return !interrupted;
}

/** Frames shown per second: every frame of the scene, as fast as it wants to be played. */
const playedRate = ({ frameRate, output }: Scene): number => frameRate * output.speed;

type Work = (input: StageInput, pictures: readonly FramePicture[], target: string) => Promise<void>;

const WORK: Readonly<Record<Exclude<PictureOutput['kind'], 'folder' | 'pictures'>, Work>> = {
  video: ({ env, scene, signal }, pictures, target) => {
    const files = pictures.map(({ file }) => file);
    return encodeVideo(files, target, {
      frameRate: playedRate(scene),
      unfinished: unfinishedName(target),
      signal,
      env,
    });
  },

  animation: async ({ scene, signal }, pictures, target) => {
    async function* read(): AsyncGenerator<Picture> {
      for (const { file } of pictures) {
        await new Promise((resolve) => setImmediate(resolve)); // others have their turn
        signal.throwIfAborted();
        yield await readPicture(file);
      }
    }
    const pieces = apngPieces(read(), pictures.length, playedRate(scene));
    await new Disk(realFiles).writePieces(target, pieces);
  },

  still: async (_, pictures, target) => write(target, await readFile(pictures[0]!.file)),

  sheet: async (_, pictures, target) => {
    const entries = pictures.map(async ({ file, frame, time }) => ({
      picture: await readPicture(file),
      label: labelOf(frame, time),
    }));
    write(target, encodePng(contactSheet(await Promise.all(entries))));
  },
};

function write(target: string, bytes: Uint8Array): void {
  new Disk(realFiles).write(target, bytes);
}
