// Animated PNG: one file that every browser plays, without any other program. Frames are written as they come; of every frame only the
// smallest rectangle that holds all changes is stored. Making the pixels in it that did not change transparent was tried: larger.

import { invariant } from '../problem.ts';
import type { Picture } from './picture.ts';
import { isOpaque } from './png.ts';
import { headerChunks, joined, PNG_SIGNATURE, pngChunk, uint32s } from './png-chunk.ts';
import { blockOf, packPixels } from './png-pixels.ts';

/**
 * An animated PNG as a whole. All pictures have one size; the animation repeats without end.
 * @example writeFileSync('drop.png', encodeApng(pictures, 25));
 */
export function encodeApng(pictures: readonly Picture[], frameRate: number): Uint8Array {
  const encoder = new ApngEncoder(pictures.length, frameRate);
  return joined([...pictures.map((picture) => encoder.frame(picture)), encoder.end()]);
}

/**
 * An animated PNG piece by piece, of a known number of pictures; only two of them are in memory at a time.
 * @example for await (const piece of apngPieces(readPictures(files), files.length, 25)) stream.write(piece);
 */
export async function* apngPieces(
  pictures: AsyncIterable<Picture> | Iterable<Picture>,
  frames: number,
  frameRate: number,
): AsyncGenerator<Uint8Array> {
  const encoder = new ApngEncoder(frames, frameRate);
  for await (const picture of pictures) yield encoder.frame(picture);
  yield encoder.end();
}

/** Writes an animated PNG frame by frame; keeps the last picture. */
class ApngEncoder {
  private readonly frames: number;
  private readonly delay: readonly [number, number];
  private done = 0;
  private sequence = 0;
  private last: Picture | undefined;
  private channels: 3 | 4 = 3;

  /** For a known number of frames, at a number of frames per second. */
  constructor(frames: number, frameRate: number) {
    invariant(frames >= 1, 'an animation without frames');
    this.frames = frames;
    this.delay = delayOf(frameRate);
  }

  /** The bytes of the next frame. Keeps the picture until the next one, so it must not change. */
  frame(picture: Picture): Uint8Array {
    invariant(this.done < this.frames, `more than ${this.frames} frames`);
    const { last } = this;
    invariant(!last || (last.width === picture.width && last.height === picture.height), 'frames of two sizes');
    this.last = picture;
    this.done++;
    return last ? this.change(last, picture) : this.start(picture);
  }

  /** The last bytes. */
  end(): Uint8Array {
    invariant(this.done === this.frames, `${this.done} frames instead of ${this.frames}`);
    return pngChunk('IEND');
  }

  private start(picture: Picture): Uint8Array {
    const { width, height } = picture;
    this.channels = isOpaque(picture) ? 3 : 4;
    return joined([
      PNG_SIGNATURE,
      ...headerChunks({ width, height, alpha: this.channels === 4 }),
      pngChunk('acTL', uint32s(this.frames, 0)),
      this.control({ x: 0, y: 0, width, height }),
      pngChunk('IDAT', packPixels(blockOf(picture, this.channels))),
    ]);
  }

  private change(before: Picture, after: Picture): Uint8Array {
    invariant(this.channels === 4 || isOpaque(after), 'a transparent frame after an opaque one');
    const place = changedPart(before, after);
    const pixels = blockOf(after, this.channels, place.x, place.y, place.width, place.height);
    const control = this.control(place);
    return joined([control, pngChunk('fdAT', uint32s(this.sequence++), packPixels(pixels))]);
  }

  /** The chunk that says where a frame goes and how long it is shown. */
  private control({ x, y, width, height }: Rectangle): Uint8Array {
    const times = new Uint8Array(6); // the last two bytes stay 0: the frame replaces what was there, and remains
    const view = new DataView(times.buffer);
    view.setUint16(0, this.delay[0]);
    view.setUint16(2, this.delay[1]);
    return pngChunk('fcTL', uint32s(this.sequence++, width, height, x, y), times);
  }
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle that holds every pixel that differs; one pixel if none does. */
function changedPart(before: Picture, after: Picture): Rectangle {
  const { width, height } = after;
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (a[at] === b[at]) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return right === 0
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Pixels as one number each. */
function wordsOf({ pixels }: Picture): Uint32Array {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

/** Seconds per frame as a fraction of two numbers below 65536. */
function delayOf(frameRate: number): readonly [number, number] {
  for (let frames = 1; frames <= 1001; frames++) {
    const seconds = frames * frameRate;
    if (seconds > 65535) break;
    if (seconds >= 1 && Math.abs(seconds - Math.round(seconds)) < 1e-9 * seconds) return [frames, Math.round(seconds)];
  }
  if (frameRate > 65) return [Math.max(1, Math.round(65535 / frameRate)), 65535];
  return [Math.min(65535, Math.round(1000 / frameRate)), 1000];
}
