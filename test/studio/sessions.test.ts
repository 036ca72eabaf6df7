// Twenty people play with the studio at random: strokes, sliders, time, branches, undo. Each saves a file, and `thixo run` gives every frame
// the hash that the page had, with threads or without.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { randomUnit } from '../../src/random/random.ts';
import { useVisitor, visitor } from './use-visitor.ts';
import { drawn, isLong, LUMP, seekTo, setField, untilFrame } from './visitor.ts';

useVisitor(isLong);

/** What a person does with one hand: numbers from 0 to 1. */
type Dice = () => number;

/** Frames of the scene; long enough to go back and forth. */
const SECONDS = 0.8;
const ACTIONS = 8;
/** grab, push, pour, erase, obstacle, cut: by their keys. Honey without heat has nothing to warm. */
const TOOLS = ['1', '2', '3', '4', '7', '8'] as const;

const below = (dice: Dice, n: number): number => Math.floor(n * dice());
/** The last frame of the shaded part of the timeline. */
const lastSimulated = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { width } = document.querySelector<HTMLElement>('.track .simulated')!.style;
    return Math.round(
      (Number.parseFloat(width) / 100) * Number(document.querySelector<HTMLInputElement>('.head')!.max),
    );
  });

/** A tool is dragged some way; the scene plays meanwhile. */
async function stroke(page: Page, dice: Dice): Promise<void> {
  const { x, y, width, height } = (await page.locator('canvas').first().boundingBox())!,
    at = (): [number, number] => [x + width * (0.4 + 0.2 * dice()), y + height * (0.4 + 0.3 * dice())];
  await page.focus('canvas');
  await page.keyboard.press(TOOLS[below(dice, TOOLS.length)]!);
  await page.mouse.move(...at());
  await page.mouse.down();
  for (let k = 1 + below(dice, 4); k > 0; k--) {
    await page.mouse.move(...at());
    await page.waitForTimeout(120);
  }
  await page.mouse.up();
  await page.waitForTimeout(150);
}

const DEEDS: readonly ((page: Page, dice: Dice) => Promise<void>)[] = [
  stroke,
  stroke,
  (page, dice) => setField(page, 'field-substances-honey-viscosity', String(5 + below(dice, 60))),
  async (page, dice) => seekTo(page, below(dice, (await lastSimulated(page)) + 1)),
  async (page, dice) => {
    const { frame } = await drawn(page);
    await page.focus('canvas');
    await page.keyboard.press(' ');
    await untilFrame(page, Math.min(frame + 1 + below(dice, 6), 25 * SECONDS)).catch(() => {});
    await page.focus('canvas');
    if (await page.locator('.timeline .play[aria-label^="Pause"]').count()) await page.keyboard.press(' ');
  },
  async (page) => {
    await page.focus('canvas');
    await page.keyboard.press('b');
  },
  async (page, dice) => {
    const rows = page.locator('.branches [aria-pressed=false]:not([aria-label])'),
      count = await rows.count();
    if (count > 0) await rows.nth(below(dice, count)).click();
  },
  (page) => page.keyboard.press('Control+z'),
  (page) => page.keyboard.press('Control+Shift+Z'),
];

/** Hash of every frame that the page has, from the first to the last. */
async function hashesOf(page: Page): Promise<string[]> {
  const last = await lastSimulated(page),
    found: string[] = [];
  await seekTo(page, Math.max(1, last));
  for (let frame = 0; frame <= last; frame++) {
    await seekTo(page, frame);
    found.push((await drawn(page)).hash);
  }
  return found;
}

/** What the command line makes of a file, frame by frame. */
function bake(file: string, frames: number): string[] {
  const out = `${file}.cache`;
  execFileSync(
    process.execPath,
    [resolve('dist/cli/main.js'), 'run', file, '--preview', '--frames', String(frames), '-o', out, '--quiet'],
    { cwd: visitor.folder },
  );
  return readFileSync(join(out, 'manifest.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; hash: string })
    .filter(({ kind }) => kind === 'frame')
    .map(({ hash }) => hash);
}

/** A browser to which the headers do not come that allow threads. */
async function withoutIsolation(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const response = await route.fetch(),
      headers = response.headers();
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });
}

describe.runIf(isLong)('a random session', { tags: 'long' }, () => {
  it.each(Array.from({ length: 20 }, (_, k) => k))('%d is saved and baked to equal hashes', async (seed) => {
    let draw = 0;
    const dice = (): number => randomUnit(seed, 22, draw++),
      isIsolated = seed % 2 === 0,
      name = `session-${seed}.json`,
      file = join(visitor.folder, name);
    writeFileSync(file, LUMP.replace('"duration": 8', `"duration": ${SECONDS}`));
    const { url } = await visitor.open(name),
      context = await visitor.context({ reducedMotion: 'reduce' });
    if (!isIsolated) await withoutIsolation(context);
    const { page, complaints } = await visitor.visitIn(context, url);
    await untilFrame(page, 0);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated);
    for (let k = 0; k < ACTIONS; k++) await DEEDS[below(dice, DEEDS.length)]!(page, dice);
    await stroke(page, dice); // at least one
    const hashes = await hashesOf(page);
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.textContent('.status')).toContain(`Saved ${name}`);
    expect(hashes.length).toBeGreaterThan(1);
    expect(bake(file, hashes.length - 1)).toEqual(hashes);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
