// Opens the studio in a real browser, as `thixo studio` serves it, and notes what the page complains of and asks for.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
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

/** Whether tests that take long are wanted: `npm run test:studio`. */
export const isLong: boolean = process.env.LONG_TESTS === '1';

/** A lump of honey in the middle of the picture, without a start of its own. */
export const LUMP = `{
  // mine
  "name": "Lump",
  "duration": 8,
  "frameRate": 25,
  "substances": { "honey": { "preset": "honey" } },
  "bodies": [
    { "substance": "honey", "shape": { "box": { "min": [-0.3, 0.03, -0.3], "max": [0.3, 0.6, 0.3] } }, "spacing": 0.07 }
  ],
  "obstacles": [{ "shape": { "plane": { "point": [0, 0, 0], "normal": [0, 1, 0] } } }],
  "camera": { "position": [0, 0.35, 2.4], "target": [0, 0.3, 0] }
}
`;

/** A page, and a list that fills with its complaints and its requests to elsewhere. */
export interface Visit {
  readonly page: Page;
  readonly complaints: string[];
}

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
    return this.open(text === undefined ? undefined : 'lump.json');
  }

  /** A studio with a file or a cache of the folder. */
  async open(path: string | undefined): Promise<Studio> {
    const gallery = listGallery().map((scene) => ({ ...scene, companions: missingFiles(scene) })),
      studio = await startStudio({ root: this.folder, gallery, open: path });
    this.studios.push(studio);
    return studio;
  }

  /** A browser of its own kind: size, colors, fingers. */
  context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext({ viewport: { width: 960, height: 600 }, ...options });
  }

  /** Opens an address. */
  async visit(url: string, options: BrowserContextOptions = {}): Promise<Visit> {
    return this.visitIn(await this.context(options), url);
  }

  /** Opens an address in a browser that is open. */
  async visitIn(context: BrowserContext, url: string): Promise<Visit> {
    const page = await context.newPage(),
      complaints: string[] = [];
    page.setDefaultTimeout(60_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
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

/** Goes to a frame by the timeline, and waits until it is drawn. */
export async function seekTo(page: Page, frame: number): Promise<void> {
  await page.evaluate((to) => {
    const head = document.querySelector<HTMLInputElement>('.head')!;
    head.value = String(to);
    head.dispatchEvent(new Event('input', { bubbles: true }));
  }, frame);
  await page.waitForFunction((to) => document.body.dataset.frame === String(to), frame);
}

/** Writes a value into a field of the form. */
export async function setField(page: Page, id: string, value: string): Promise<void> {
  await page.fill(`#${id}`, value);
  await page.press(`#${id}`, 'Enter');
}
