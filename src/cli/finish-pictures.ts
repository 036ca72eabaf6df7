// From pictures to what was asked for: a video, an animated picture, one picture, or nothing more to do.

import { Disk, ownUnfinished } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { problem, ThixoError } from '../problem.ts';
import { ApngEncoder } from '../render/apng.ts';
import { contactSheet } from '../render/contact-sheet.ts';
import type { Picture } from '../render/picture.ts';
import { decodePng, encodePng } from '../render/png.ts';
import { encodeVideo } from '../render/video.ts';
import { say } from './context.ts';
import type { StageInput } from './mesh-stage.ts';
import type { PictureOutput } from './picture-output.ts';

/** Puts the pictures together in the file `target`. False if it was asked to stop before; then there is no new file. */
export async function finishPictures(
  input: StageInput,
  pictures: readonly string[],
  { kind, path }: PictureOutput,
  target: string,
): Promise<boolean> {
  const { context, scene, stop } = input,
    disk = new Disk(realFiles),
    write = (bytes: Uint8Array): void => disk.write(target, bytes, ownUnfinished(target));
  if (kind === 'folder') return true;
  if (kind === 'still') write(disk.read(pictures[0]!)!);
  else if (kind === 'sheet') write(encodePng(contactSheet(pictures.map((file) => readPicture(disk, file)))));
  else {
    if (!context.quiet && !context.json) say(context, `Writing ${path}.`);
    stop.tell = () => {};
    if (kind === 'video') await encodeVideo(pictures, target, scene.frameRate, { signal: stop.signal });
    else await animate(disk, pictures, target, scene.frameRate, stop.signal);
  }
  return !stop.asked;
}

async function animate(
  disk: Disk,
  pictures: readonly string[],
  target: string,
  frameRate: number,
  signal: AbortSignal,
): Promise<void> {
  const encoder = new ApngEncoder(pictures.length, frameRate);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const file of pictures) {
      await new Promise((resolve) => setImmediate(resolve)); // signals have their turn
      signal.throwIfAborted();
      yield encoder.frame(readPicture(disk, file));
    }
    yield encoder.end();
  }
  try {
    await disk.writePieces(target, pieces(), ownUnfinished(target));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function readPicture(disk: Disk, file: string): Picture {
  const bytes = disk.read(file),
    picture = bytes && decodePng(bytes);
  if (picture) return picture;
  const message = `${file} was changed or removed while it was needed.`;
  throw new ThixoError([problem('CACHE_DAMAGED', '', message, 'Run the same command again: it is made anew.')]);
}
