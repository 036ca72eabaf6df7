// The screenshots of docs/studio*.md, taken in Chromium from the built studio. Run with
// `npm run build && tsx tools/make-studio-pictures.ts`; names of functions below make only these.

import type { BrowserContextOptions, Page } from 'playwright';
import { drawn, seekTo, setField, untilFrame, Visitor } from '../test/studio/visitor.ts';

const SIZE = { width: 1440, height: 900 };
const PHONE = { width: 412, height: 915 };
/** Time for surfaces to follow, ms. */
const SETTLE = 4000;

const visitor = await Visitor.start(),
  { url } = await visitor.serve(),
  pictures = { pull, color, writeText, branch, hold };
try {
  const wanted = process.argv.slice(2);
  for (const [name, make] of Object.entries(pictures)) if (wanted.length === 0 || wanted.includes(name)) await make();
} finally {
  await visitor.stop();
}

/** A page that stands at a frame: how far a run comes until a picture is taken must not depend on the machine. */
async function openAt(frame: number, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await visitor.visit(url, {
    ...{ viewport: SIZE, colorScheme: 'dark', reducedMotion: 'reduce' },
    ...options,
  });
  await untilFrame(page, 0);
  await seekTo(page, frame);
  await page.waitForTimeout(SETTLE);
  return page;
}

/** Pulls at the thread; it is simulated while it is held. */
async function drag(page: Page, frames: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('canvas').boundingBox())!,
    from = [x + width / 2, y + 0.45 * height] as const,
    { frame } = await drawn(page);
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let k = 1; k <= frames; k++) {
    await page.mouse.move(from[0] + 12 * k, from[1] - 4 * k);
    await untilFrame(page, frame + k);
  }
}

async function pull(): Promise<void> {
  const page = await openAt(40);
  await drag(page, 10);
  await page.screenshot({ path: 'docs/pictures/studio-dark.png' });
  await page.context().close();
}

async function color(): Promise<void> {
  const page = await openAt(40, { colorScheme: 'light' });
  await drag(page, 6);
  await page.mouse.up();
  await page.waitForSelector('.bar.forces');
  await page.click('#tab-look');
  await page.click('.segments button:has-text("particles")');
  await page.selectOption('#view-color', 'speed');
  await page.waitForTimeout(SETTLE);
  await page.screenshot({ path: 'docs/pictures/studio-light.png' });
  await page.context().close();
}

/** In the hand: a finger rests on the honey and probes it. */
async function hold(): Promise<void> {
  const page = await openAt(40, { viewport: PHONE, hasTouch: true, isMobile: true }),
    { x, y, width, height } = (await page.locator('canvas').boundingBox())!;
  await page.click('.tools [aria-label^=Probe]');
  await page.touchscreen.tap(x + width / 2, y + 0.47 * height);
  await page.waitForTimeout(SETTLE);
  await page.screenshot({ path: 'docs/pictures/studio-phone.png' });
  await page.context().close();
}

async function writeText(): Promise<void> {
  const page = await openAt(40);
  await page.click('.top [aria-label=Text]');
  const content = page.locator('.editor-host .cm-content');
  await content.press('Control+Home');
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await content.press(key);
  await page.keyboard.type('\n"sur');
  await page.waitForSelector('.editor-host .cm-tooltip-autocomplete [aria-selected]');
  await page.waitForTimeout(SETTLE);
  await page.screenshot({ path: 'docs/pictures/studio-text.png' });
  await page.context().close();
}

async function branch(): Promise<void> {
  const page = await openAt(12);
  await page.focus('canvas');
  await page.keyboard.press('b');
  await setField(page, 'field-substances-honey-viscosity', '200');
  await seekTo(page, 36);
  await page.click('[aria-label="Watch Main beside"]');
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.view.beside canvas')?.dataset.frame === '36');
  await page.waitForTimeout(SETTLE);
  await page.screenshot({ path: 'docs/pictures/studio-branches.png' });
  await page.context().close();
}
