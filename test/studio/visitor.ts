// Opens the studio in a real browser, as `thixo studio` serves it, and notes what the page complains of and asks for.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { listGallery, missingFiles } from '../../src/cli/gallery.ts';
import { SITE_FOLDER } from '../../src/studio-server/site.ts';
import { type Studio, startStudio } from '../../src/studio-server/start-studio.ts';
import { CHROMIUM, hasChromium, NO_CHROMIUM } from '../helpers/chromium.ts';

/** Why the studio cannot be opened here; undefined if it can. */
export const NO_STUDIO: string | undefined = !hasChromium
  ? NO_CHROMIUM
  : existsSync(join(SITE_FOLDER, 'index.html'))
    ? undefined
    : 'the page is not built: npm run build';

export class Visitor {
  readonly folder: string;
  private readonly browser: Browser;
  private readonly studios: Studio[] = [];

  private constructor(browser: Browser, folder: string) {
    this.browser = browser;
    this.folder = folder;
  }

  static async start(): Promise<Visitor> {
    const args = [...CHROMIUM.args, '--enable-unsafe-swiftshader'];
    return new Visitor(await chromium.launch({ ...CHROMIUM, args }), mkdtempSync(join(tmpdir(), 'thixo-studio-page-')));
  }

  /** A studio with a scene of this text, or with its own start. */
  async serve(text?: string): Promise<Studio> {
    if (text !== undefined) writeFileSync(join(this.folder, 'lump.json'), text);
    const gallery = listGallery().map((scene) => ({ ...scene, companions: missingFiles(scene) })),
      open = text === undefined ? undefined : 'lump.json',
      studio = await startStudio({ root: this.folder, gallery, open });
    this.studios.push(studio);
    return studio;
  }

  /** Opens an address; returns the page and a list that fills with complaints and with requests to elsewhere. */
  async visit(url: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
    const context = await this.browser.newContext({ viewport: { width: 960, height: 600 }, ...options }),
      page = await context.newPage(),
      complaints: string[] = [];
    page.setDefaultTimeout(60_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:|blob:|data:)/.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(url);
    return { page, complaints };
  }

  async stop(): Promise<void> {
    await this.browser.close();
    for (const studio of this.studios) await studio.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The frame that is drawn, and the hash of its state. */
export async function drawn(page: Page): Promise<{ frame: number; hash: string }> {
  const { frame, hash } = await page.evaluate(() => ({ ...document.body.dataset }));
  return { frame: Number(frame ?? -1), hash: hash ?? '' };
}

/** Waits until a frame, or a later one, is drawn. */
export async function untilFrame(page: Page, frame: number): Promise<void> {
  await page.waitForFunction((wanted) => Number(document.body.dataset.frame ?? -1) >= wanted, frame);
}
