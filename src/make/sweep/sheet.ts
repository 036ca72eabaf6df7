// The contact sheet of a sweep: the last frame of every run, all seen from the same place, each with its values.

import { join } from 'node:path';
import { openCache } from '../../cache/cache.ts';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { contactSheet } from '../../render/contact-sheet.ts';
import { readPicture } from '../../render/picture-files.ts';
import { encodePng } from '../../render/png.ts';
import { frameView, type View } from '../../render/view.ts';
import { renderCache } from '../render-cache.ts';
import { shownOfAll } from '../shown-bounds.ts';
import type { SweepRow } from './collect.ts';
import { shortPath } from './sweep-batch.ts';

/** Width of the pictures before they are reduced, and the most of them on a sheet. */
const WIDTH = 640;
const MOST_PICTURES = 400;
/** Letters in a line below a picture. */
const LINE = 36;

/** How pictures are made. */
export interface SheetWork {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Writes the contact sheet of runs into the folder of a study; returns its path, undefined if there is nothing to show or it was asked to stop. */
export async function writeSheet(
  folder: string,
  rows: readonly SweepRow[],
  work: SheetWork,
): Promise<string | undefined> {
  const shown = rows.filter(({ frame }) => frame >= 0).slice(0, MOST_PICTURES);
  if (shown.length === 0) return undefined;
  const set = await commonView(shown),
    pictures = join(folder, 'pictures');
  new Disk(realFiles).makeFolder(pictures);
  const files: string[] = [];
  for (const { id, cache, frame } of shown) {
    const output = join(pictures, `${id}.png`);
    await renderCache(cache, { frame, output, set, ...work });
    if (work.signal.aborted) return undefined;
    files.push(output);
  }
  const lines = Math.max(...shown.map((row) => labelLines(row).length));
  const entries = await Promise.all(
    shown.map(async (row, k) => ({ picture: await readPicture(files[k]!), label: padded(labelLines(row), lines) })),
  );
  const path = join(folder, 'contact-sheet.png');
  new Disk(realFiles).write(path, encodePng(contactSheet(entries)));
  return path;
}

/** Settings with which all runs are seen from one place and in one size. */
async function commonView(rows: readonly SweepRow[]): Promise<string[]> {
  const caches = rows.map(({ cache }) => openCache(cache)),
    { bounds, particles } = await shownOfAll(caches);
  const { scene } = caches[0]!,
    { width, height } = sizeOf(scene.output),
    view = frameView(scene, bounds, width / height, particles);
  return [`camera=${JSON.stringify(cameraOf(view))}`, `output.width=${width}`, `output.height=${height}`];
}

function cameraOf({ position, target, up, fieldOfView, height }: View): object {
  return { position, target, up, fieldOfView, ...(height === undefined ? {} : { height }) };
}

/** Small, even, and of the same shape. */
function sizeOf({ width, height }: { readonly width: number; readonly height: number }): {
  width: number;
  height: number;
} {
  const even = (x: number): number => Math.max(2, 2 * Math.round(x / 2)),
    scale = Math.min(1, WIDTH / width);
  return { width: even(scale * width), height: even(scale * height) };
}

/** The values of a run in lines of a length that fits below a picture. */
function labelLines({ values, outcome }: SweepRow): string[] {
  const words = Object.entries(values).map(([path, value]) => `${shortPath(path)} ${value}`);
  if (outcome === 'diverged') words.push('diverged');
  const lines: string[] = [];
  for (const word of words.map((each) => (each.length > LINE ? `${each.slice(0, LINE - 1)}.` : each))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= LINE) lines[lines.length - 1] = `${last}   ${word}`;
    else lines.push(word);
  }
  return lines;
}

function padded(lines: readonly string[], count: number): string {
  return [...lines, ...Array.from({ length: count - lines.length }, () => '')].join('\n');
}
