// How fast the studio is on this machine: measured and printed, never judged. Run with `npm run test:studio`.

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawn, isLong, LUMP, NO_STUDIO, seekTo, untilFrame, Visitor } from './visitor.ts';

let visitor: Visitor;
beforeEach((context) => {
  if (NO_STUDIO) context.skip(NO_STUDIO);
});
beforeAll(async () => {
  if (!NO_STUDIO && isLong) visitor = await Visitor.start();
});
afterAll(() => visitor?.stop());

const at95 = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(0.95 * times.length)]!;
const print = (what: string, value: number, wanted: string): void =>
  console.log(`times: ${what} ${Number(value.toPrecision(3))} (wanted ${wanted})`);

/** Long tasks and slow answers, as the browser sees them. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], answers: [] as number[] };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.answers.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

describe.runIf(isLong)('times', { tags: 'long' }, () => {
  it('from the command to the address, and to the first picture', async () => {
    const began = performance.now(),
      child = spawn(process.execPath, [resolve('dist/cli/main.js'), 'studio', '--no-open'], { cwd: visitor.folder }),
      url = await new Promise<string>((done) => child.stdout.once('data', (text) => done(String(text).trim())));
    print('address after, s', (performance.now() - began) / 1000, '≤ 1');
    const opened = performance.now(),
      { page } = await visitor.visit(url);
    await untilFrame(page, 0);
    print('first picture after, s', (performance.now() - opened) / 1000, '≤ 3');
    child.kill();
    await page.context().close();
  });

  it('of half a minute of play with pokes', async () => {
    const { url } = await visitor.serve(),
      { page } = await visitor.visit(url);
    await untilFrame(page, 5);
    await watch(page);
    const { x, y, width, height } = (await page.locator('canvas').boundingBox())!;
    const delays: number[] = [];
    for (let k = 0; k < 8; k++) {
      await page.mouse.move(x + width / 2, y + 0.6 * height);
      await page.mouse.down();
      const { frame } = await drawn(page);
      await page.mouse.move(x + width / 2 + 20, y + 0.58 * height);
      await untilFrame(page, frame + 2);
      delays.push((await drawn(page)).frame - frame);
      await page.mouse.up();
      await page.waitForTimeout(2500);
    }
    const { tasks, answers } = await page.evaluate(
      () => (globalThis as never as { seen: { tasks: number[]; answers: number[] } }).seen,
    );
    print('frames until a poke is in the picture, at most', Math.max(...delays), '≤ 2');
    print('answer to input, 95 %, ms', at95(answers.length > 0 ? answers : [0]), '≤ 200');
    print('longest task of the page, ms', Math.max(0, ...tasks), '≤ 100');
    const pace = (await page.textContent('.pace output')) ?? '';
    console.log(`times: honey plays at ${pace}`);
    await page.context().close();
  });

  it('of a hundred seeks, and of memory in two hundred', async () => {
    const { url } = await visitor.serve(LUMP),
      { page } = await visitor.visit(url);
    await untilFrame(page, 40);
    await page.keyboard.press('F6');
    await page.focus('canvas');
    await page.keyboard.press(' ');
    await page.waitForTimeout(500);
    const times: number[] = [],
      heap = () =>
        page.evaluate(
          () => (performance as never as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6,
        );
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const before = await heap();
    for (let k = 0; k < 200; k++) {
      const began = performance.now();
      await seekTo(page, (k * 7919 + 13) % 40);
      if (k < 100) times.push(performance.now() - began);
    }
    await session.send('HeapProfiler.collectGarbage');
    print('a seek, 95 %, ms', at95(times), '≤ 250');
    print('more memory after 200 seeks, MB', (await heap()) - before, '≤ 20');
    expect(times).toHaveLength(100);
    await page.context().close();
  });

  it('of the preview of dam-break, and of autosave', async () => {
    const { url } = await visitor.serve(),
      { page } = await visitor.visit(url);
    await page.click('.top [aria-label=Gallery]');
    await page.click('.gallery button:has(b:text-is("dam break"))');
    await page.waitForFunction(() => /dam/i.test(document.querySelector('.top h1')?.textContent ?? ''));
    await untilFrame(page, 12);
    console.log(`times: dam-break preview plays at ${await page.textContent('.pace output')} (wanted ≥ 0.5)`);
    const saving = await page.evaluate(() => {
      const text = 'x'.repeat(200_000),
        began = performance.now();
      localStorage.setItem('thixo-test', JSON.stringify({ name: 'x', text }));
      localStorage.removeItem('thixo-test');
      return performance.now() - began;
    });
    print('writing 200 kB of autosave, ms', saving, '≤ 16');
    await page.context().close();
  });
});
