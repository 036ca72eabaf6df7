// Visits pages in a real browser, served by vite as a web coder would serve them, with a cache of four frames beside them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { PNG } from 'pngjs';
import { createServer, type ViteDevServer } from 'vite';
import { bake } from '../../src/cache/bake.ts';
import { loadScene } from '../../src/cache/scene-file.ts';
import { CHROMIUM, hasChromium, NO_CHROMIUM } from '../helpers/chromium.ts';

/** Why pages cannot be visited here; undefined if they can. */
export const NO_BROWSER: string | undefined = hasChromium ? undefined : NO_CHROMIUM;

export class Visitor {
  private readonly server: ViteDevServer;
  private readonly browser: Browser;
  private readonly files: string;

  private constructor(server: ViteDevServer, browser: Browser, files: string) {
    this.server = server;
    this.browser = browser;
    this.files = files;
  }

  /** Serves a folder with the settings of the examples. */
  static async start(root: string): Promise<Visitor> {
    const files = mkdtempSync(join(tmpdir(), 'thixo-visitor-'));
    await bake(await loadScene('scenes/drop-on-sphere'), join(files, 'drop-on-sphere'), { frames: 4 });
    const server = await createServer({
      root: resolve(root),
      configFile: resolve('examples/three/vite.config.ts'),
      publicDir: files,
      cacheDir: join(files, 'vite'),
      logLevel: 'silent',
    });
    await server.listen(0);
    return new Visitor(server, await chromium.launch(CHROMIUM), files);
  }

  /** Opens a page, lets `look` look at it, and returns what the page complained of. */
  async visit(path: string, look: (page: Page) => Promise<void>): Promise<string[]> {
    const page = await this.browser.newPage({ viewport: { width: 240, height: 150 } }),
      complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(this.server.resolvedUrls!.local[0]! + path);
    await look(page);
    await page.close();
    return complaints;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
    rmSync(this.files, { recursive: true, force: true });
  }
}

/** Number of pixels of the canvas whose color, 0 to 255, passes a test. */
export async function countPixels(page: Page, test: (r: number, g: number, b: number) => boolean): Promise<number> {
  const { data } = PNG.sync.read(await page.locator('canvas').screenshot({ style: 'form { opacity: 0 }' }));
  let count = 0;
  for (let k = 0; k < data.length; k += 4) if (test(data[k]!, data[k + 1]!, data[k + 2]!)) count++;
  return count;
}

/** Neither gray nor pale. */
export const isVivid = (r: number, g: number, b: number): boolean => Math.max(r, g, b) - Math.min(r, g, b) > 60;
