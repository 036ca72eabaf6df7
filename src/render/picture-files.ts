// Pictures read back from PNG files, one at a time.

import { readFile } from 'node:fs/promises';
import { problem, ThixoError } from '../problem.ts';
import type { Picture } from './picture.ts';
import { decodePng } from './png.ts';

/**
 * The pictures in PNG files that `encodePng` wrote. Throws a ThixoError (CACHE_DAMAGED) for a file that is no longer such.
 * @example for await (const picture of readPictures(['1.png', '2.png'])) console.log(picture.width);
 */
export async function* readPictures(files: Iterable<string>): AsyncGenerator<Picture> {
  for (const file of files) yield await readPicture(file);
}

/** The picture in one PNG file. */
export async function readPicture(file: string): Promise<Picture> {
  const picture = decodePng(await readFile(file));
  if (picture) return picture;
  const hint = 'Delete it, and run the same command again.';
  throw new ThixoError([
    { ...problem('CACHE_DAMAGED', '', `${file} is not the picture that Thixo wrote.`, hint), place: file },
  ]);
}
