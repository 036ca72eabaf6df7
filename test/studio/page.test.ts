// The studio in a real browser: it starts, is poked, tuned, rewound and saved, and what was played bakes to equal hashes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { World } from '../../src/index.ts';
import { packText } from '../../studio/model/link.ts';
import { useVisitor, visitor } from './use-visitor.ts';
import { drawn, isLong, LUMP, seekTo, setField, untilFrame } from './visitor.ts';

useVisitor();

/** What axe finds by WCAG 2.2 AA, as names of rules. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)}`);
}

/** How many colors the picture has, roughly. */
async function colorsOf(page: Page): Promise<number> {
  const { data } = PNG.sync.read(await page.locator('canvas').screenshot()),
    seen = new Set<number>();
  for (let k = 0; k < data.length; k += 4)
    seen.add(((data[k]! >> 4) << 8) | ((data[k + 1]! >> 4) << 4) | (data[k + 2]! >> 4));
  return seen.size;
}

const pause = async (page: Page): Promise<void> => {
  await page.click('.timeline .play[aria-label^="Pause"]');
  await page.waitForSelector('.timeline .play[aria-label^="Play"]');
  let before = '';
  for (let now = (await drawn(page)).hash; now !== before; now = (await drawn(page)).hash) {
    before = now;
    await page.waitForTimeout(400);
  }
};

describe('the start', () => {
  it('pours honey by itself, asks nobody else for anything, and has no barriers', async () => {
    const { url } = await visitor.serve(),
      { page, complaints } = await visitor.visit(url);
    await untilFrame(page, 3);
    expect(await page.evaluate(() => [crossOriginIsolated, location.hash])).toEqual([true, '']);
    expect(await colorsOf(page)).toBeGreaterThan(30);
    await pause(page);
    expect(await barriers(page)).toEqual([]);
    await page.click('.top [aria-label=Gallery]');
    expect(await page.locator('.gallery li').count()).toBeGreaterThan(50);
    expect(
      await page
        .locator('.gallery img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(288);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('opens a link paused and without rights, and refuses a bomb', async () => {
    const { url } = await visitor.serve(),
      page = url.split('#')[0]!,
      evil = LUMP.replace('"Lump"', '"<img src=x onerror=alert(1)>\\"><script>alert(2)</script>"');
    const first = await visitor.visit(`${page}#scene=${await packText(evil)}`);
    await first.page.waitForSelector('.asking');
    expect(await first.page.evaluate(() => document.body.dataset.frame)).toBeUndefined();
    await first.page.click('.asking button');
    await untilFrame(first.page, 0);
    expect(await first.page.textContent('.top h1')).toContain('<img src=x');
    expect(await first.page.evaluate(() => fetch('./api/session').then(({ status }) => status))).toBe(403);
    expect(first.complaints.filter((each) => !each.includes('403') && !each.includes('404'))).toEqual([]);
    await first.page.context().close();
    const bomb = await visitor.visit(`${page}#scene=${await packText(' '.repeat(9e6))}`);
    await expect.poll(() => bomb.page.textContent('.asking')).toContain('larger than 8 MB');
    await bomb.page.context().close();
  });
});

describe('a session', () => {
  it('is poked, tuned, rewound, undone and saved; the file runs to the same hash', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await page.waitForFunction(() => document.querySelector('.top h1')?.textContent === 'Lump');
    await untilFrame(page, 0); // paused, because motion is not wanted
    await page.focus('canvas');
    await page.keyboard.press('ArrowRight');
    await untilFrame(page, 1);
    // Poke: what is dragged is recorded; it runs as long as it is held.
    const box = (await page.locator('canvas').boundingBox())!,
      [x, y] = [box.x + box.width / 2, box.y + box.height * 0.55];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= 3; k++) {
      await page.mouse.move(x + 15 * k, y - 10 * k);
      await untilFrame(page, 1 + k);
    }
    await page.mouse.up();
    await page.waitForSelector('.bar.forces');
    // Tune: from now on, as a change.
    await page.fill('#field-substances-honey-viscosity', '40');
    await page.press('#field-substances-honey-viscosity', 'Enter');
    await page.waitForSelector('.bar.changes');
    await page.focus('canvas');
    const tuned = (await drawn(page)).frame;
    await page.keyboard.press('Shift+ArrowRight');
    await untilFrame(page, tuned + 10);
    const end = await drawn(page);
    // Rewind and come back.
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.body.dataset.frame === '0');
    await page.keyboard.press('End');
    await untilFrame(page, end.frame);
    expect(await drawn(page)).toEqual(end);
    // Undo and redo: the future is simulated again.
    await page.keyboard.press('Control+z');
    await page.waitForFunction((hash) => document.body.dataset.hash !== hash, end.hash);
    expect(await page.locator('.bar.changes').count()).toBe(0);
    await page.keyboard.press('Control+Shift+Z');
    await page.waitForFunction((hash) => document.body.dataset.hash === hash, end.hash);
    // Save, and run the file.
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.textContent('.status')).toContain('Saved lump.json');
    const file = join(visitor.folder, 'lump.json');
    expect(readFileSync(file, 'utf8')).toContain('// mine');
    const { input } = await loadScene(file, { preview: true }),
      world = await World.create(input);
    while (world.frame < end.frame) world.advance();
    expect(world.hash()).toBe(end.hash);
    world.dispose();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps what is being typed while frames come, and while the text changes', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' }),
      field = 'field-substances-honey-viscosity';
    await untilFrame(page, 0);
    await seekTo(page, 2);
    await setField(page, field, '60');
    await page.waitForSelector('.bar.changes');
    await page.fill(`#${field}`, '99');
    await seekTo(page, 4);
    expect(await page.inputValue(`#${field}`)).toBe('99');
    await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label^=Undo]')!.click()); // the focus stays
    await page.waitForSelector('.bar.changes', { state: 'detached' });
    expect(await page.inputValue(`#${field}`)).toBe('99');
    await page.press(`#${field}`, 'Enter');
    await page.waitForFunction(() => localStorage.getItem('thixo-unsaved')?.includes('viscosity\\": 99'));
    // What is no number is not taken, and not shown any longer.
    await page.fill(`#${field}`, 'thick');
    await page.press(`#${field}`, 'Enter');
    await expect.poll(() => page.inputValue(`#${field}`)).toBe('99');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is played with keys alone', async () => {
    const { url } = await visitor.serve(LUMP),
      { page } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0); // paused, because motion is not wanted
    await page.keyboard.press('F6');
    await page.focus('canvas');
    await page.keyboard.press('3');
    expect(await page.getAttribute('.tools [aria-pressed=true]', 'aria-label')).toContain('Pour');
    for (let k = 0; k < 6; k++) await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    await untilFrame(page, 3);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.bar.emitters');
    await page.focus('.bar.emitters');
    await page.keyboard.press('m');
    await page.waitForSelector('.bar.muted');
    await page.keyboard.press('?');
    await page.waitForSelector('.keys');
    await page.context().close();
  });
});

describe.runIf(isLong)('everywhere', { tags: 'long' }, () => {
  it.each(['dark', 'light'] as const)('has no barriers in eight states, %s', async (colorScheme) => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { colorScheme });
    await untilFrame(page, 2);
    await pause(page);
    const found: Record<string, string[]> = {};
    const note = async (state: string): Promise<void> => {
      await page.waitForTimeout(300);
      found[state] = await barriers(page);
    };
    for (const tab of ['substance', 'scene', 'look', 'problems']) {
      await page.click(`#tab-${tab}`);
      await note(tab);
    }
    for (const [state, button] of Object.entries({ gallery: 'Gallery', share: 'Share', make: 'Make' })) {
      await page.click(`.top [aria-label="${button}"]`);
      await note(state);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await note('narrow');
    expect(Object.values(found).flat()).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('goes to a hundred random frames, each with its own hash', async () => {
    const { url } = await visitor.serve(LUMP),
      { page } = await visitor.visit(url),
      hashes = new Map<number, string>();
    await untilFrame(page, 40);
    await pause(page);
    const dice = (k: number): number => (k * 7919 + 13) % 40;
    for (let k = 0; k < 100; k++) {
      const frame = dice(k);
      await seekTo(page, frame);
      const { hash } = await drawn(page);
      expect(hashes.get(frame) ?? hash).toBe(hash);
      hashes.set(frame, hash);
    }
    await page.context().close();
  });
});
