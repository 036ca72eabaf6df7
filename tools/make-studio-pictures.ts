// The screenshots of docs/studio.md, taken in Chromium from the built studio. Run with `npm run build && tsx tools/make-studio-pictures.ts`.

import { untilFrame, Visitor } from '../test/studio/visitor.ts';

const SIZE = { width: 1280, height: 800 };

const visitor = await Visitor.start(),
  { url } = await visitor.serve(),
  { page } = await visitor.visit(url, { viewport: SIZE, colorScheme: 'dark' });
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
await visitor.stop();
