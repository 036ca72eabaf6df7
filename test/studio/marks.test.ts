// What the studio draws over the substance: a distance that is measured, and a ring where the numbers went wrong.

import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isLong, LUMP, NO_STUDIO, untilFrame, Visitor } from './visitor.ts';

let visitor: Visitor;
beforeEach((context) => {
  if (NO_STUDIO) context.skip(NO_STUDIO);
});
beforeAll(async () => {
  if (!NO_STUDIO && isLong) visitor = await Visitor.start();
});
afterAll(() => visitor?.stop());

/** Pixels of the picture that have nearly a color. */
async function pixelsLike(page: Page, [r, g, b]: readonly number[]): Promise<number> {
  const { data } = PNG.sync.read(await page.locator('canvas').first().screenshot());
  let count = 0;
  for (let k = 0; k < data.length; k += 4)
    if (Math.abs(data[k]! - r!) + Math.abs(data[k + 1]! - g!) + Math.abs(data[k + 2]! - b!) < 40) count++;
  return count;
}

/** A square that hits the floor far too fast, and what the page says of it. */
const TOO_FAST = `{
  "dimension": 2,
  "duration": 1,
  "substances": { "goo": { "stiffness": 1000 } },
  "bodies": [
    {
      "substance": "goo",
      "shape": { "box": { "min": [0, 0.1, 0], "max": [0.4, 0.5, 0] } },
      "spacing": 0.025,
      "velocity": [0, -500, 0]
    }
  ],
  "obstacles": [{ "shape": { "plane": { "point": [0, 0, 0], "normal": [0, 1, 0] } } }]
}`;

describe.runIf(isLong)('over the picture', { tags: 'long' }, () => {
  it('measures between two clicks, and forgets with another tool', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await page.click('.tools [aria-label^=Measure]');
    const { x, y, width, height } = (await page.locator('canvas').boundingBox())!,
      [middle, across] = [[x + width / 2, y + 0.52 * height] as const, 0.2 * height];
    await page.mouse.click(middle[0] - across / 2, middle[1]);
    await expect.poll(() => page.textContent('.status')).toContain('the other end');
    await page.mouse.click(middle[0] + across / 2, middle[1]);
    await page.waitForSelector('.distance');
    // The front of the lump is 2.1 m away, and the picture is 40 degrees high.
    const wanted = 0.2 * 2 * 2.1 * Math.tan((20 * Math.PI) / 180),
      measured = Number.parseFloat((await page.textContent('.distance'))!);
    expect(measured / wanted).toBeGreaterThan(0.93);
    expect(measured / wanted).toBeLessThan(1.07);
    expect(await pixelsLike(page, [0xd5, 0x9c, 0xff])).toBeGreaterThan(50);
    await page.click('.tools [aria-label^=Grab]');
    await page.waitForSelector('.distance', { state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('rings the particle at which numbers went wrong, says why, and goes on with the fix', async () => {
    const { url } = await visitor.serve(TOO_FAST),
      { page, complaints } = await visitor.visit(url);
    await page.waitForSelector('#tab-problems[aria-selected=true]');
    await page.waitForTimeout(500);
    expect(await page.textContent('.problems')).toContain('/bodies/0/velocity');
    expect(await pixelsLike(page, [0xff, 0x5a, 0x3d])).toBeGreaterThan(50);
    await page.click('button:has-text("Apply and go on from here")');
    await page.click('.timeline .play[aria-label^="Play"]');
    await untilFrame(page, 3);
    expect(await pixelsLike(page, [0xff, 0x5a, 0x3d])).toBeLessThan(10);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
