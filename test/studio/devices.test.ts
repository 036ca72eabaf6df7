// The studio on other devices and after accidents: fingers, keys alone, a lost picture, a killed tab, a host without headers.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { packText } from '../../studio/model/link.ts';
import { useVisitor, visitor } from './use-visitor.ts';
import { drawn, isLong, LUMP, seekTo, setField, untilFrame } from './visitor.ts';

useVisitor(isLong);

/** The middle of the substance in the picture. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator('.view canvas').first().boundingBox())!;
  return { x: x + width / 2, y: y + 0.55 * height };
}

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) => Promise<void>;

/** Fingers, as the browser gets them from a screen. */
async function fingersOf(page: Page): Promise<Touch> {
  const session = await page.context().newCDPSession(page);
  return async (type, ...points) => {
    const touchPoints = points.map((point, id) => ({ ...point, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}

describe.runIf(isLong)('a phone', { tags: 'long' }, () => {
  it('pulls with one finger, turns with two, probes with a long press, and never scrolls', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, {
        viewport: { width: 412, height: 915 },
        ...{ hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
      });
    await untilFrame(page, 0);
    await seekTo(page, 2);
    const { x, y } = await middleOf(page),
      touch = await fingersOf(page);
    await touch('touchStart', { x, y });
    for (let k = 1; k <= 4; k++) {
      await touch('touchMove', { x: x + 8 * k, y: y - 6 * k });
      await untilFrame(page, 2 + k); // it is simulated while it is held
    }
    await touch('touchEnd');
    await page.waitForSelector('.bar.forces');
    const before = await page.locator('canvas').first().screenshot();
    await touch('touchStart', { x: x - 60, y: y + 150 }, { x: x + 60, y: y + 150 });
    for (let k = 1; k <= 4; k++) {
      await touch('touchMove', { x: x - 60 + 14 * k, y: y + 150 }, { x: x + 60 + 14 * k, y: y + 150 });
      await page.waitForTimeout(60);
    }
    await touch('touchEnd');
    await page.waitForTimeout(500);
    expect(Buffer.compare(before, await page.locator('canvas').first().screenshot())).not.toBe(0);
    // A finger that rests probes, with the tool that pulls; it leaves no stroke.
    const at = await middleOf(page);
    await touch('touchStart', at);
    await page.waitForSelector('.probed');
    await touch('touchEnd');
    expect(await page.textContent('.probed')).toContain('density');
    expect(await page.locator('.bar').count()).toBe(1);
    await page.click('[aria-label="Close the probe"]');
    await page.click('.tools [aria-label^=Probe]');
    await page.touchscreen.tap(at.x, at.y);
    await page.waitForSelector('.probed');
    expect(await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth <= innerWidth])).toEqual([
      0,
      0,
      true,
    ]);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, select, summary')]
        .filter((each) => each.offsetParent !== null && !each.matches('.head, .bar'))
        .map((each) => ({
          name: each.getAttribute('aria-label') ?? each.textContent,
          box: each.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name }) => name),
    );
    expect(small).toEqual([]);
    // What the bar has no room for.
    const more = async (words: string): Promise<void> => {
      await page.click('.top [aria-label=More]');
      await page.click(`.menu button:has-text("${words}")`);
    };
    await more('Dark colors');
    await page.waitForSelector('[data-theme=dark]');
    await page.click('.top [aria-label^=Undo]');
    await page.waitForSelector('.bar', { state: 'detached' });
    await more('Redo stroke');
    await page.waitForSelector('.bar.forces');
    await more('Keys');
    await page.waitForSelector('dialog .keys');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(isLong)('the first minute with keys alone', { tags: 'long' }, () => {
  it('plays, pulls, thickens, rewinds and shares', async () => {
    const { url } = await visitor.serve(),
      { page, complaints } = await visitor.visit(url);
    await untilFrame(page, 10);
    const until = async (test: () => Promise<boolean>, key: string, most = 60): Promise<void> => {
      for (let k = 0; k < most && !(await test()); k++) await page.keyboard.press(key);
      expect(await test()).toBe(true);
    };
    const focused = (selector: string) => async (): Promise<boolean> =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    await until(focused('canvas'), 'F6', 8);
    for (let k = 0; k < 4; k++) await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    const { frame } = await drawn(page);
    for (let k = 0; k < 4; k++) await page.keyboard.press('d');
    await untilFrame(page, frame + 3);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.bar.forces');
    await page.keyboard.press(' ');
    await until(focused('#field-substances-honey-viscosity'), 'Tab', 80);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.bar.changes');
    await until(focused('canvas'), 'F6', 8);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.body.dataset.frame === '0');
    await until(focused('[aria-label=Share]'), 'Tab', 200);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog [aria-label=Link]');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(isLong)('after an accident', { tags: 'long' }, () => {
  it('draws again when the system has taken the picture away', async () => {
    const { url } = await visitor.serve(LUMP),
      { page } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await seekTo(page, 2);
    await page.waitForTimeout(1500);
    const colors = async (): Promise<number> => {
      const { data } = PNG.sync.read(await page.locator('canvas').screenshot());
      return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size;
    };
    const before = await colors();
    await page.evaluate(() => {
      const canvas = document.querySelector('canvas')!,
        extension = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      extension.loseContext();
      setTimeout(() => extension.restoreContext(), 200);
    });
    const began = Date.now();
    await page.waitForTimeout(250);
    await expect.poll(colors, { timeout: 15_000 }).toBeGreaterThan(before / 2);
    console.log(`context: picture back ${Date.now() - began - 200} ms after it was restored`);
    await page.context().close();
  });

  it.each([
    ['the start', undefined],
    ['a file', LUMP],
  ])('brings back what was not saved of %s when the tab was killed', async (_, text) => {
    const { url } = await visitor.serve(text),
      context = await visitor.context({ reducedMotion: 'reduce' }),
      { page } = await visitor.visitIn(context, url),
      field = '#field-substances-honey-viscosity';
    await untilFrame(page, 0);
    await setField(page, field.slice(1), '77');
    await page.waitForFunction(() => localStorage.getItem('thixo-unsaved')?.match(/viscosity..: ?77/));
    const session = await context.newCDPSession(page);
    void session.send('Page.crash').catch(() => {});
    await page.waitForEvent('crash');
    await page.close().catch(() => {});
    // A link that somebody opens meanwhile takes nothing away.
    const link = await visitor.visitIn(context, `${url.split('#')[0]}#scene=${await packText(LUMP)}`);
    await link.page.click('.asking button');
    await untilFrame(link.page, 0);
    await link.page.close();
    const again = await visitor.visitIn(context, url);
    await untilFrame(again.page, 0);
    await expect.poll(() => again.page.inputValue(field)).toBe('77');
    await context.close();
  });
});

describe.runIf(isLong)('what is not saved', { tags: 'long' }, () => {
  const field = 'field-substances-honey-viscosity',
    kept = (page: Page, value: string, isKept = true) =>
      page.waitForFunction(
        ([words, wanted]) => (localStorage.getItem('thixo-unsaved')?.includes(words) ?? false) === wanted,
        [`viscosity\\": ${value}`, isKept] as const,
      ),
    shows = (page: Page, value: string) =>
      page.waitForFunction(([id, wanted]) => document.querySelector<HTMLInputElement>(`#${id}`)?.value === wanted, [
        field,
        value,
      ] as const);

  it('is not lost to another scene, to a reload at once, or to a second tab', async () => {
    const { url } = await visitor.serve(LUMP),
      context = await visitor.context({ reducedMotion: 'reduce' }),
      { page, complaints } = await visitor.visitIn(context, url);
    await untilFrame(page, 0);
    await setField(page, field, '77');
    // Nothing waits until it is written: the other scene is opened at once.
    await page.click('.top [aria-label=Gallery]');
    await page.click('.gallery button:has(b:text-is("dam break"))');
    await page.waitForFunction(() => /dam/i.test(document.querySelector('.top h1')?.textContent ?? ''));
    await page.reload();
    await shows(page, '77');
    await setField(page, field, '78');
    await page.reload();
    await shows(page, '78');
    // Another tab goes on with it; what the first takes back there is not taken from the second.
    const second = await visitor.visitIn(context, url);
    await shows(second.page, '78');
    await setField(second.page, field, '99');
    await kept(second.page, '99');
    await kept(page, '78'); // it was taken over there, and is still not saved here
    await untilFrame(page, 0);
    await page.focus('canvas');
    await page.keyboard.press('Control+z');
    await page.waitForFunction((id) => document.querySelector<HTMLInputElement>(`#${id}`)?.value !== '78', field);
    await kept(page, '78', false);
    await kept(page, '99');
    // Both go on with it: each has its own back, and what one has dropped of the other is put back.
    await setField(page, field, '55');
    await kept(page, '55');
    await setField(second.page, field, '100');
    await kept(second.page, '100');
    const third = await visitor.visitIn(context, url);
    await shows(third.page, '100');
    await setField(third.page, field, '101');
    await kept(third.page, '101');
    for (const value of ['55', '100', '101']) await kept(page, value);
    for (const [{ page: tab }, value] of [
      [{ page }, '55'],
      [second, '100'],
      [third, '101'],
    ] as const) {
      await tab.reload();
      await shows(tab, value);
    }
    expect([complaints, second.complaints]).toEqual([[], []]);
    await context.close();
  });

  it('may be text that cannot be read: the page says so, and what is simulated stays', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await page.click('.top [aria-label=Text]');
    for (const wrong of ['hello', '['.repeat(20_000)]) {
      await page.locator('.editor-host .cm-content').press('Control+a');
      await page.keyboard.insertText(wrong);
      await expect.poll(() => page.textContent('.status')).toContain('cannot be read');
      expect(await page.textContent('.panels')).toContain('cannot be read');
      await page.click('.top [aria-label^=Undo]');
      await expect.poll(() => page.textContent('.panels')).toContain('viscosity');
    }
    expect((await drawn(page)).frame).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.wasm': 'application/wasm', '.webp': 'image/webp', '.svg': 'image/svg+xml', '.png': 'image/png' },
};

/** A host that sends files and nothing else; with or without the worker that isolates. */
function host(folder: string, hasWorker: boolean): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.split('?')[0]!),
      file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile() || (!hasWorker && path === '/isolate.js')) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

describe.runIf(isLong)('on a plain web host', { tags: 'long' }, () => {
  it('runs with threads by its own service worker, without them otherwise, to the same states; docs are there', async () => {
    const folder = join(visitor.folder, 'site');
    expect(spawnSync(process.execPath, ['--import', 'tsx', 'tools/build-static-studio.ts', folder]).status).toBe(0);
    const hashes: string[] = [];
    for (const hasWorker of [true, false]) {
      const server = await host(folder, hasWorker),
        { port } = server.address() as { port: number },
        { page, complaints } = await visitor.visit(`http://127.0.0.1:${port}/`, { reducedMotion: 'reduce' });
      await page.waitForFunction((wanted) => crossOriginIsolated === wanted, hasWorker);
      await untilFrame(page, 0);
      await seekTo(page, 5);
      hashes.push((await drawn(page)).hash);
      await page.click('.top [aria-label=Gallery]');
      expect(await page.locator('.gallery li').count()).toBeGreaterThan(30);
      await page.goto(`http://127.0.0.1:${port}/docs/studio.html`);
      expect(await page.textContent('h1')).toContain('studio');
      expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
      await page.context().close();
      server.close();
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('asks for 512 MiB at most on a phone', async () => {
    const server = await host(join(visitor.folder, 'site'), false),
      { port } = server.address() as { port: number },
      context = await visitor.context({ viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true });
    // What the page tells its workers is written down.
    await context.addInitScript(() => {
      const send = Worker.prototype.postMessage as (message: unknown, ...rest: unknown[]) => void;
      Worker.prototype.postMessage = function (this: Worker, message: { options?: object }, ...rest: unknown[]) {
        const { memoryBytes } = { ...message, ...message.options } as { memoryBytes?: number };
        if (memoryBytes) document.body.dataset.memory = `${document.body.dataset.memory ?? ''} ${memoryBytes}`;
        send.call(this, message, ...rest);
      } as typeof send;
    });
    const { page } = await visitor.visitIn(context, `http://127.0.0.1:${port}/`);
    await untilFrame(page, 3);
    const told = await page.evaluate(() => document.body.dataset.memory ?? '');
    expect(new Set(told.trim().split(' '))).toEqual(new Set([String(512 * 2 ** 20)]));
    await context.close();
    server.close();
  });
});
