// From pictures to what was asked for: a video, an animated picture, one picture, or nothing more to do.

import { Disk, ownUnfinished } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { apngPieces } from '../render/apng.ts';
import { contactSheet, labelOf } from '../render/contact-sheet.ts';
import type { Picture } from '../render/picture.ts';
import { readPicture } from '../render/picture-files.ts';
import { encodePng } from '../render/png.ts';
import { encodeVideo } from '../render/video.ts';
import { say } from './context.ts';
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
  const { context, stop } = input,
    disk = new Disk(realFiles),
    write = (bytes: Uint8Array): void => disk.write(target, bytes, ownUnfinished(target));
  if (kind === 'folder') return true;
  if (kind === 'still') write(disk.read(pictures[0]!.file)!);
  else if (kind === 'sheet') write(await sheetOf(pictures));
  else {
    if (!context.quiet && !context.json) say(context, `Writing ${path}.`);
    stop.tell = () => {};
    const work = kind === 'video' ? film : animate;
    await work(input, disk, pictures, target).catch((error) => {
      if (!stop.asked) throw error;
    });
  }
  if (stop.asked && !context.quiet && !context.json)
    say(context, 'Stopped; the pictures are kept. Run the same command to go on.');
  return !stop.asked;
}

async function sheetOf(pictures: readonly FramePicture[]): Promise<Uint8Array> {
  const entries = pictures.map(async ({ file, frame, time }) => ({
    picture: await readPicture(file),
    label: labelOf(frame, time),
  }));
  return encodePng(contactSheet(await Promise.all(entries)));
}

type Work = (input: StageInput, disk: Disk, pictures: readonly FramePicture[], target: string) => Promise<void>;

const film: Work = ({ context, scene, stop }, _disk, pictures, target) => {
  const { frameRate } = scene,
    files = pictures.map(({ file }) => file);
  return encodeVideo(files, target, { frameRate, signal: stop.signal, env: context.io.env });
};

const animate: Work = async ({ scene, stop }, disk, pictures, target) => {
  async function* read(): AsyncGenerator<Picture> {
    for (const { file } of pictures) {
      await new Promise((resolve) => setImmediate(resolve)); // signals have their turn
      stop.signal.throwIfAborted();
      yield await readPicture(file);
    }
  }
  await disk.writePieces(target, apngPieces(read(), pictures.length, scene.frameRate), ownUnfinished(target));
};
