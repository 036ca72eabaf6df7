// Makes the file of a picture smaller, in true color: `tsx tools/smaller-png.ts in.png out.png most-bytes`. One of 2560 × 1440 pixels is halved: its
// edges are smooth also where light is brighter than white, because the mean is taken of what is seen. Every pixel is written as its difference
// from what its neighbors foretell, rounded to a multiple of a step, and what follows is foretold from the rounded pixel: no color is off by more than
// half a step, and shades stay smooth, which a palette of 256 colors breaks into bands. The smallest step whose file is small enough is taken;
// if none is, the file is written as it is, halved, and the exit code is 3: a picture with so much in it is better with a palette.

import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { byteOf, LINEAR_OF_BYTE } from '../src/colors/color.ts';
import { paethOf } from '../src/meshes/read/png-filter.ts';
import type { Picture } from '../src/render/picture.ts';
import { decodePng } from '../src/render/png.ts';
import { headerChunks, joined, PNG_SIGNATURE, pngChunk } from '../src/render/png-chunk.ts';
import { blockOf, type PixelBlock } from '../src/render/png-pixels.ts';

const STEPS = [1, 2, 3, 4, 5, 6, 7];

/** A row with the number of its filter, and how it looks when it is read. */
interface Row {
  readonly coded: Uint8Array;
  readonly seen: Uint8Array;
  /** About how many bits it takes. */
  readonly bits: number;
}

/** What filters foretell from the pixels at the left, above, and above at the left: left, above, their mean, Paeth. */
const FORETOLD: readonly ((a: number, b: number, c: number) => number)[] = [
  (a) => a,
  (_, b) => b,
  (a, b) => (a + b) >> 1,
  paethOf,
];

function codedRow(row: Uint8Array, above: Uint8Array, filter: number, step: number): Row {
  const coded = new Uint8Array(row.length + 1);
  const seen = new Uint8Array(row.length);
  const foretell = FORETOLD[filter]!;
  let bits = 0;
  coded[0] = filter + 1;
  for (let i = 0; i < row.length; i++) {
    const guess = foretell(i < 3 ? 0 : seen[i - 3]!, above[i]!, i < 3 ? 0 : above[i - 3]!);
    const steps = Math.round((row[i]! - guess) / step);
    const value = guess + steps * step;
    // What would leave the range of a byte is written as it is.
    seen[i] = value < 0 || value > 255 ? row[i]! : value;
    coded[i + 1] = seen[i]! - guess;
    bits += steps === 0 ? 0.5 : 2 + 2 * Math.log2(Math.abs(steps) + 1);
  }
  return { coded, seen, bits };
}

/** The data of the picture with differences rounded to multiples of a step. */
function packed({ width, height, bytes }: PixelBlock, step: number): Uint8Array {
  const rows: Uint8Array[] = [];
  let above: Uint8Array = new Uint8Array(3 * width);
  for (let y = 0; y < height; y++) {
    const row = bytes.subarray(y * 3 * width, (y + 1) * 3 * width);
    const best = FORETOLD.map((_, filter) => codedRow(row, above, filter, step)).reduce((a, b) =>
      b.bits < a.bits ? b : a,
    );
    rows.push(best.coded);
    above = best.seen;
  }
  return deflateSync(joined(rows), { level: 9, memLevel: 9 });
}

/** Half as wide and high: each pixel is the mean of four. */
function halved({ width, height, pixels }: Picture): Picture {
  const out = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < width / 2; x++) {
      const first = 4 * (2 * y * width + 2 * x);
      for (let c = first; c < first + 3; c++) {
        const four = [c, c + 4, c + 4 * width, c + 4 * width + 4].map((k) => LINEAR_OF_BYTE[pixels[k]!]!);
        out[4 * (y * (width / 2) + x) + c - first] = byteOf(four.reduce((a, b) => a + b) / 4);
      }
    }
  }
  return { width: width / 2, height: height / 2, pixels: out };
}

const [from, to, most = '300000'] = process.argv.slice(2);
const picture = from && decodePng(readFileSync(from));
if (!picture || !to)
  throw new Error('Usage: tsx tools/smaller-png.ts in.png out.png most-bytes; in.png as thixo render writes it');
const block = blockOf(picture.width >= 2560 ? halved(picture) : picture, 3);
const header = headerChunks({ width: block.width, height: block.height, alpha: false });
const written = (step: number): Uint8Array =>
  joined([PNG_SIGNATURE, ...header, pngChunk('IDAT', packed(block, step)), pngChunk('IEND')]);
let step = 0;
let file: Uint8Array = new Uint8Array(0);
do {
  step = STEPS[STEPS.indexOf(step) + 1] ?? 0;
  file = written(step || 1);
} while (step > 0 && file.length > Number(most));
writeFileSync(to, file);
console.log(`${to}: ${file.length} bytes, ${step > 0 ? `colors within ${step / 2}` : 'too large'}`);
process.exitCode = step > 0 ? 0 : 3;
