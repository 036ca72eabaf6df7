// The page on which one pulls a shape, in a real browser with real pointer events.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OpenDesign } from '../../src/modeling/open-design.ts';
import { parseDesign } from '../../src/scene/parse-design.ts';
import { NO_BROWSER, Visitor } from './visitor.ts';

let visitor: Visitor | undefined;
beforeEach((context) => {
  if (NO_BROWSER) context.skip(NO_BROWSER);
});
beforeAll(async () => {
  if (!NO_BROWSER) visitor = await Visitor.start('examples/three');
});
afterAll(() => visitor?.stop());

/** The numbers beside the shape. */
async function numbers(page: Page): Promise<{ handles: number; keyframes: number; volume: number; energy: number }> {
  const text = await page.locator('output').textContent(),
    [, handles, keyframes, volume, energy] =
      /(\d+) handles, (\d+) keyframes, volume (-?[\d.]+) %, energy ([\d.]+)/.exec(text!)!;
  return { handles: Number(handles), keyframes: Number(keyframes), volume: Number(volume), energy: Number(energy) };
}

it('pulls a shape, keeps its volume or not, plays a motion and saves a design that the program reads', async () => {
  const complaints = await visitor!.visit('design.html', async (page) => {
    await page.setViewportSize({ width: 360, height: 320 });
    await page.addStyleTag({
      content: 'form, .hint { font-size: 6px; gap: 2px; padding: 0 } button { font-size: 6px }',
    });
    await page.waitForFunction(() => /particles/.test(document.querySelector('output')?.value ?? ''));
    const { width, height } = page.viewportSize()!,
      [x, y] = [width / 2, height / 2],
      dragFrom = async (fromY: number, dx: number, dy: number) => {
        await page.mouse.move(x, fromY);
        await page.mouse.down();
        for (let k = 1; k <= 3; k++) await page.mouse.move(x + (dx * k) / 3, fromY + (dy * k) / 3);
        await page.mouse.up();
      };
    await page.keyboard.down('Shift');
    await page.mouse.click(x, y + 0.17 * height);
    await page.keyboard.up('Shift');
    expect(await numbers(page)).toMatchObject({ handles: 1, energy: 0 });
    await page.click('button[name=keyframe]');
    const before = await page.locator('canvas').screenshot();
    await dragFrom(y - 0.17 * height, 30, -45);
    const pulled = await numbers(page);
    expect(pulled).toMatchObject({ handles: 2, keyframes: 1 });
    expect(pulled.energy).toBeGreaterThan(0.01);
    expect((await page.locator('canvas').screenshot()).equals(before)).toBe(false);
    await page.uncheck('input[name=volume]');
    const free = await numbers(page);
    expect(free.volume).toBeGreaterThan(Math.abs(pulled.volume) + 5);
    await page.check('input[name=volume]');
    expect(Math.abs((await numbers(page)).volume)).toBeLessThan(free.volume / 2);
    await page.click('button[name=keyframe]');
    await page.check('input[name=obstacle]');
    await page.click('button[name=play]');
    await page.waitForFunction(() => /motion misses keyframes/.test(document.querySelector('output')?.value ?? ''));
    const at = () => page.locator('input[name=time]').inputValue();
    const first = await at();
    await expect.poll(at, { timeout: 20_000 }).not.toBe(first);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('button[name=save]')]);
    const design = parseDesign(JSON.parse(readFileSync(await download.path(), 'utf8')));
    expect(design).toMatchObject({ handles: { length: 2 }, keyframes: { length: 2 }, obstacles: { length: 1 } });
    const open = new OpenDesign(design);
    expect(open.shapeOf().solve().volumeChange).toBeLessThan(0.2);
    expect(open.motion().frames).toEqual([0, 1]);
    const [glb] = await Promise.all([page.waitForEvent('download'), page.click('button[name=export]')]);
    expect(
      readFileSync(await glb.path())
        .subarray(0, 4)
        .toString(),
    ).toBe('glTF');
    await page.click('button[name=play]');
    await page.click('button[name=reset]');
    expect(await numbers(page)).toMatchObject({ handles: 0, keyframes: 0, energy: 0 });
  });
  expect(complaints).toEqual([]);
});
