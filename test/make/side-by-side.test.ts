// Several caches in one picture: the same view and colors, labels, one legend, runs of different length.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderCache, renderSideBySide, runScene } from '../../src/make/index.ts';
import { NO_FFMPEG, SKINNED } from './harness.ts';

const SMALL = { width: 160, height: 90, env: NO_FFMPEG, set: ['look.style=spheres', 'look.colorBy=speed'] };
let cwd: string;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'thixo-side-'));
  writeFileSync(join(cwd, 'drop.json'), JSON.stringify(SKINNED));
  await runScene('drop.json', { cwd, output: 'short', frames: 1 });
  await runScene('drop.json', { cwd, output: 'long', frames: 3 });
  await runScene('drop.json', { cwd, output: 'fast', frames: 3, set: ['gravity=[0,-40,0]'] });
});

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const read = (file: string) => PNG.sync.read(readFileSync(join(cwd, file)));
/** Pixels of a part of a picture, row by row. */
function cut({ data, width }: PNG, left: number, top: number, [w, h]: readonly [number, number]): Buffer {
  return Buffer.concat(
    Array.from({ length: h }, (_, y) =>
      data.subarray(4 * ((top + y) * width + left), 4 * ((top + y) * width + left + w)),
    ),
  );
}
/** The left and the right one of two pictures. */
function halves(sheet: PNG, [w, h]: readonly [number, number] = [160, 90]): readonly [Buffer, Buffer] {
  const gap = Math.floor((sheet.width - 2 * w) / 3);
  return [cut(sheet, gap, gap, [w, h]), cut(sheet, w + 2 * gap, gap, [w, h])];
}
const problemOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error.problems[0] as { code: string; message: string },
  );

describe('renderSideBySide', () => {
  it('shows equal runs equally, and a run that has ended as it ended', async () => {
    const set = ['look.style=spheres'];
    const result = await renderSideBySide(['short', 'long'], { ...SMALL, cwd, set, output: 'both' });
    expect(result).toEqual({ outcome: 'done', output: 'both', kind: 'folder' });
    const pictures = readdirSync(join(cwd, 'both')).filter((name) => name.endsWith('.png'));
    expect(pictures).toEqual(['000000.png', '000001.png', '000002.png', '000003.png']);
    const [early, late] = [halves(read('both/000001.png')), halves(read('both/000003.png'))];
    expect(early[0]).toEqual(early[1]);
    expect(late[0]).toEqual(early[0]);
    expect(late[1]).not.toEqual(early[1]);
  });

  it('has one view and one scale of colors for all: each is the picture with the range of both', async () => {
    await renderSideBySide(['long', 'fast'], { ...SMALL, cwd, frame: 3, output: 'pair.png' });
    await renderSideBySide(['fast', 'long'], { ...SMALL, cwd, frame: 3, output: 'riap.png' });
    const [long, fast] = halves(read('pair.png')),
      alone = async (name: string) => {
        await renderCache(name, {
          ...SMALL,
          cwd,
          frame: 3,
          output: `${name}.png`,
          set: [...SMALL.set, 'look.legend=false'],
        });
        return cut(read(`${name}.png`), 0, 0, [160, 90]);
      };
    expect(long).not.toEqual(await alone('long')); // in the view and the colors of both
    expect(halves(read('riap.png'))).toEqual([fast, long]);
    expect(long).not.toEqual(fast);
  });

  it('has its legend once, in the last picture', async () => {
    await renderSideBySide(['long', 'long'], { ...SMALL, cwd, frame: 3, width: 480, height: 270, output: 'same.png' });
    const [left, right] = halves(read('same.png'), [480, 270]),
      differ = Array.from(left, (value, k) => (value === right[k] ? -1 : Math.floor(k / 4) % 480)).filter(
        (x) => x >= 0,
      );
    expect(differ.length).toBeGreaterThan(100);
    expect(Math.min(...differ)).toBeGreaterThan(240);
  });

  it('writes an animated picture beside the first cache where nobody says where', async () => {
    const result = await renderSideBySide(['short', 'long'], { ...SMALL, cwd });
    expect(result).toEqual({ outcome: 'done', output: 'short-side-by-side.png', kind: 'animation' });
    expect(read('short-side-by-side.png').width).toBeGreaterThan(320);
  });

  it('refuses what cannot be compared', async () => {
    expect(await problemOf(renderSideBySide(['long'], { cwd }))).toMatchObject({ code: 'USAGE' });
    expect(await problemOf(renderSideBySide(['long', 'short'], { cwd, labels: ['one'] }))).toMatchObject({
      message: '1 labels for 2 caches.',
    });
    expect(await problemOf(renderSideBySide(['long', 'nothing'], { cwd }))).toMatchObject({ code: 'CACHE_NOT_FOUND' });
    await runScene('drop.json', { cwd, output: 'slow', frames: 1, set: ['frameRate=10'] });
    expect(await problemOf(renderSideBySide(['long', 'slow'], { cwd }))).toMatchObject({
      message: expect.stringContaining('frame rate'),
    });
  });

  it('does not write over files that are not its own', async () => {
    mkdirSync(join(cwd, 'foreign'));
    writeFileSync(join(cwd, 'foreign', '000001.png'), 'mine');
    const work = renderSideBySide(['long', 'short'], { ...SMALL, cwd, output: 'foreign' });
    expect(await problemOf(work)).toMatchObject({ code: 'CACHE_FOREIGN' });
    expect(readFileSync(join(cwd, 'foreign', '000001.png'), 'utf8')).toBe('mine');
  });
});
