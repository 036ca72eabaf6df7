// The screenshots of docs/studio*.md, taken in Chromium from the built studio. Run with `npm run build && tsx tools/make-studio-pictures.ts`.

import { seekTo, setField, untilFrame, Visitor } from '../test/studio/visitor.ts';

const SIZE = { width: 1280, height: 800 };
/** Time for surfaces to follow, ms. */
const SETTLE = 4000;

const visitor = await Visitor.start(),
  { url } = await visitor.serve();
await pullAndColor();
await writeText();
await branch();
await visitor.stop();

async function pullAndColor(): Promise<void> {
  const { page } = await visitor.visit(url, { viewport: SIZE, colorScheme: 'dark' });
  await untilFrame(page, 24);
  const { x, y, width, height } = (await page.locator('canvas').boundingBox())!,
    from = [x + width / 2, y + 0.45 * height] as const;
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let k = 1; k <= 8; k++) {
    await page.mouse.move(from[0] + 16 * k, from[1] - 5 * k);
    await untilFrame(page, 24 + 2 * k);
  }
  await page.screenshot({ path: 'docs/pictures/studio-dark.png' });
  await page.mouse.up();
  await page.waitForSelector('.bar.forces');
  await page.click('#tab-look');
  await page.click('button:has-text("particles")');
  await page.selectOption('#view-color', 'speed');
  await page.click('[aria-label="Light colors"]');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: 'docs/pictures/studio-light.png' });
  await page.context().close();
}

async function writeText(): Promise<void> {
  const { page } = await visitor.visit(url, { viewport: SIZE, colorScheme: 'dark', reducedMotion: 'reduce' });
  await untilFrame(page, 0);
  await seekTo(page, 40);
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
  const { page } = await visitor.visit(url, { viewport: SIZE, colorScheme: 'dark', reducedMotion: 'reduce' });
  await untilFrame(page, 0);
  await seekTo(page, 12);
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
