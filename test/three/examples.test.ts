// The example pages in a real browser, as `npm run examples` serves them: they load without a complaint, draw, and move.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { PNG } from 'pngjs';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bake } from '../../src/cache/bake.ts';
import { loadScene } from '../../src/cache/scene-file.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ROOT = resolve('examples/three');
const SIZE = { width: 240, height: 150 };

describe('the example pages', () => {
  let server: ViteDevServer | undefined, browser: Browser | undefined, caches: string | undefined, address: string;

  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) return;
    caches = mkdtempSync(join(tmpdir(), 'thixo-examples-'));
    await bake(await loadScene('scenes/drop-on-sphere'), resolve(caches, 'drop-on-sphere'), { frames: 4 });
    server = await createServer({
      root: ROOT,
      configFile: resolve(ROOT, 'vite.config.ts'),
      publicDir: caches,
      cacheDir: resolve(caches, 'vite'),
      logLevel: 'silent',
    });
    await server.listen(0);
    address = server.resolvedUrls!.local[0]!;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (caches) rmSync(caches, { recursive: true, force: true });
  });

  beforeEach((context) => {
    if (!existsSync(CHROMIUM)) context.skip('no Chromium; run tools/install-chromium.sh');
  });

  /** Opens a page, lets `look` look at it, and returns what the page complained of. */
  async function visit(path: string, look: (page: Page) => Promise<void>): Promise<string[]> {
    const page = await browser!.newPage({ viewport: SIZE }),
      complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(address + path);
    await look(page);
    await page.close();
    return complaints;
  }

  /** Waits until the words below the picture fit. */
  const says = (page: Page, words: RegExp): Promise<unknown> =>
    page.waitForFunction((text) => new RegExp(text).test(document.querySelector('output')?.value ?? ''), words.source);

  /** Waits until the simulated time is beyond some seconds. */
  const passes = (page: Page, seconds: number): Promise<unknown> =>
    page.waitForFunction(
      (from) => Number(/([\d.]+) s$/.exec(document.querySelector('output')?.value ?? '')?.[1] ?? 0) > from,
      seconds,
    );

  /** Number of pixels of the canvas that an RGB color test holds for. */
  async function pixels(page: Page, test: (r: number, g: number, b: number) => boolean): Promise<number> {
    const { data } = PNG.sync.read(await page.locator('canvas').screenshot({ style: 'form { opacity: 0 }' }));
    let count = 0;
    for (let k = 0; k < data.length; k += 4) if (test(data[k]!, data[k + 1]!, data[k + 2]!)) count++;
    return count;
  }

  const isSyrup = (r: number, g: number, b: number): boolean => r > 1.4 * g && g > 1.4 * b;
  const isVivid = (r: number, g: number, b: number): boolean => Math.max(r, g, b) - Math.min(r, g, b) > 60;
  const isBluish = (r: number, _: number, b: number): boolean => b > 1.4 * r;

  it('simulate syrup and show it as a surface and as particles', async () => {
    const complaints = await visit('', async (page) => {
      await passes(page, 0.05);
      expect(await pixels(page, isSyrup)).toBeGreaterThan(20);
      expect(await pixels(page, isBluish)).toBe(0);
      await page.check('input[value=particles]');
      await passes(page, 0.25);
      expect(await pixels(page, isBluish)).toBeGreaterThan(20);
    });
    expect(complaints).toEqual([]);
  });

  it('play a cache, pause it and go to a time', async () => {
    const complaints = await visit('player.html', async (page) => {
      await says(page, /^frame [1-4], 0\.\d\d s$/);
      await page.click('button');
      await page.locator('input').fill('0.08');
      await says(page, /^frame 2, 0\.08 s$/);
      expect(await pixels(page, isVivid)).toBeGreaterThan(100);
      expect(await page.textContent('button')).toBe('play');
    });
    expect(complaints).toEqual([]);
  });

  it('say that there is no cache', async () => {
    const complaints = await visit('player.html?cache=none', async (page) => {
      await says(page, /^CACHE_NOT_FOUND: There is no cache at http.*\/none\//);
    });
    expect(complaints.join()).toContain('CACHE_NOT_FOUND');
  });
});
