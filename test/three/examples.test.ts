// The example pages and the snippets of docs/three.md in a real browser: they load without a complaint, draw, and move. They import the
// package as it was built.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fencedBlocks } from '../helpers/fenced-blocks.ts';
import { countPixels, isVivid, NO_BROWSER, Visitor } from './visitor.ts';

beforeEach((context) => {
  if (NO_BROWSER) context.skip(NO_BROWSER);
});

describe('the example pages', () => {
  let visitor: Visitor | undefined;

  beforeAll(async () => {
    if (!NO_BROWSER) visitor = await Visitor.start('examples/three');
  });

  afterAll(() => visitor?.stop());

  /** Waits until the words beside the picture fit. */
  const says = (page: Page, words: RegExp): Promise<unknown> =>
    page.waitForFunction((text) => new RegExp(text).test(document.querySelector('output')?.value ?? ''), words.source);

  /** Waits until the simulated time is beyond some seconds. */
  const passes = (page: Page, seconds: number): Promise<unknown> =>
    page.waitForFunction(
      (from) => Number(/([\d.]+) s$/.exec(document.querySelector('output')?.value ?? '')?.[1] ?? 0) > from,
      seconds,
    );

  const isSyrup = (r: number, g: number, b: number): boolean => r > 1.4 * g && g > 1.4 * b;
  const isBluish = (r: number, _: number, b: number): boolean => b > 1.4 * r;

  it('simulate syrup and show it as a surface and as particles', async () => {
    const complaints = await visitor!.visit('', async (page) => {
      await passes(page, 0.05);
      expect(await countPixels(page, isSyrup)).toBeGreaterThan(20);
      expect(await countPixels(page, isBluish)).toBe(0);
      await page.check('input[value=particles]');
      await passes(page, 0.25);
      expect(await countPixels(page, isBluish)).toBeGreaterThan(20);
    });
    expect(complaints).toEqual([]);
  });

  it('play a cache, pause it and go to a time', async () => {
    const complaints = await visitor!.visit('player.html', async (page) => {
      await says(page, /^frame [1-4], 0\.\d\d s$/);
      await page.click('button');
      await page.locator('input').fill('0.08');
      await says(page, /^frame 2, 0\.08 s$/);
      expect(await countPixels(page, isVivid)).toBeGreaterThan(100);
      expect(await page.textContent('button')).toBe('play');
    });
    expect(complaints).toEqual([]);
  });

  it('say that there is no cache', async () => {
    const complaints = await visitor!.visit('player.html?cache=none', async (page) => {
      await says(page, /^CACHE_NOT_FOUND: There is no cache at http.*\/none\//);
    });
    expect(complaints.join()).toContain('CACHE_NOT_FOUND');
  });
});

describe('the snippets of docs/three.md', () => {
  const FOLDER = resolve('out/tests/snippets');
  const snippets = fencedBlocks(readFileSync('docs/three.md', 'utf8')).filter(({ language }) => language === 'js');
  let visitor: Visitor | undefined;

  beforeAll(async () => {
    if (NO_BROWSER) return;
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const { words, text } of snippets) {
      const [name] = words;
      writeFileSync(join(FOLDER, name!), text);
      const head = '<!doctype html><link rel="icon" href="data:,"><body style="margin: 0">';
      writeFileSync(join(FOLDER, `${name}.html`), `${head}<script type="module" src="${name}"></script>`);
    }
    visitor = await Visitor.start(FOLDER);
  });

  afterAll(() => visitor?.stop());

  it.each(snippets.map(({ words }) => words[0]!).filter((name) => name !== 'stage.js'))('%s', async (name) => {
    const complaints = await visitor!.visit(`${name}.html`, async (page) => {
      await page.waitForSelector('canvas');
      await expect.poll(() => countPixels(page, isVivid), { timeout: 30_000 }).toBeGreaterThan(100);
      const before = await page.locator('canvas').screenshot();
      await expect
        .poll(async () => (await page.locator('canvas').screenshot()).equals(before), { timeout: 30_000 })
        .toBe(false);
    });
    expect(complaints).toEqual([]);
  });
});
