// The text editor and the branches of the studio, in a real browser: one text, one list of steps to undo.

import { describe, expect, it } from 'vitest';
import { useVisitor, visitor } from './use-visitor.ts';
import { drawn, isLong, LUMP, seekTo, setField, untilFrame } from './visitor.ts';

useVisitor();

describe.runIf(isLong)('the text', { tags: 'long' }, () => {
  it('is edited by hand, by the form and by undo alike; faults are at their place, names are offered', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await page.click('.top [aria-label=Text]');
    const content = page.locator('.editor-host .cm-content'),
      text = async (): Promise<string> => (await content.textContent()) ?? '';
    await content.waitFor();
    expect(await text()).toContain('// mine');
    // The form writes into the text; the comment stays.
    await setField(page, 'field-substances-honey-viscosity', '40');
    await expect.poll(text).toContain('"viscosity": 40');
    expect(await text()).toContain('// mine');
    // Typing reaches the form, and is one step to undo.
    const typeBelowTitle = async (line: string): Promise<void> => {
      await content.press('Control+Home');
      for (const key of ['ArrowDown', 'ArrowDown', 'End']) await content.press(key);
      await page.keyboard.type(`\n${line}`);
    };
    await typeBelowTitle('"gravity": [0, -1, 0],');
    await page.click('#tab-scene');
    await expect.poll(() => page.inputValue('[aria-label="gravity y"]')).toBe('-1');
    await page.waitForTimeout(1000); // the step to undo ends with a rest
    // What is wrong stands in the gutter, with our own words.
    await typeBelowTitle('"graviti": 1,');
    await expect.poll(() => page.locator('.editor-host .cm-lint-marker-error').count()).toBeGreaterThan(0);
    await page.click('#tab-problems');
    expect(await page.textContent('.problems')).toContain('graviti');
    await page.waitForTimeout(1000);
    await content.press('Control+z');
    await expect.poll(text).not.toContain('graviti');
    expect(await text()).toContain('"gravity"');
    // Names are offered at the cursor, and explained under the pointer.
    await typeBelowTitle('"surro');
    await expect.poll(() => page.textContent('.editor-host .cm-tooltip-autocomplete')).toContain('surroundings');
    await page.waitForSelector('.editor-host .cm-tooltip-autocomplete [aria-selected]');
    await page.waitForTimeout(500); // what has just appeared is not taken by accident
    await page.keyboard.press('Enter');
    await expect.poll(text).toContain('"surroundings"');
    await content.getByText('"duration"').hover();
    await expect.poll(() => page.textContent('.editor-host .about')).toContain('Range');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('branches', () => {
  it('go their own way from a frame, side by side under one playhead, and come back', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await seekTo(page, 6);
    const main = await drawn(page);
    await seekTo(page, 3);
    await page.focus('canvas');
    await page.keyboard.press('b');
    await setField(page, 'field-substances-honey-viscosity', '200');
    await seekTo(page, 6);
    await page.waitForFunction((hash) => document.body.dataset.hash !== hash, main.hash);
    const other = await drawn(page);
    expect(await page.locator('.branches li').count()).toBe(2);
    // Beside it the first way is simulated on its own, to the same state.
    await page.click('[aria-label="Watch Main beside"]');
    await page.waitForFunction(
      ({ hash }) => document.querySelector<HTMLElement>('.view.beside canvas')?.dataset.hash === hash,
      main,
    );
    await page.click('.branches button:has-text("Main")');
    await page.waitForFunction(({ hash }) => document.body.dataset.hash === hash, main);
    await page.waitForFunction(
      ({ hash }) => document.querySelector<HTMLElement>('.view.beside canvas')?.dataset.hash === hash,
      other,
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
