// A cache that the command line bakes, in the page: frames appear as they are committed, also after the bake was killed and goes on.

import { type ChildProcess, spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { useVisitor, visitor } from './use-visitor.ts';
import { drawn, isLong, LUMP, seekTo, untilFrame } from './visitor.ts';

useVisitor(isLong);

/** `thixo run` of the lump into a cache, as a process of its own. */
function run(frames: number): ChildProcess {
  const main = resolve('dist/cli/main.js');
  return spawn(process.execPath, [main, 'run', 'lump.json', '-o', 'cache', '--frames', String(frames), '--quiet'], {
    cwd: visitor.folder,
    stdio: 'ignore',
  });
}

const framesOf = async (page: Page): Promise<number> =>
  Number(/(\d+) frames/.exec((await page.textContent('.attached')) ?? '')?.[1] ?? 0);

async function untilFrames(page: Page, least: number): Promise<void> {
  await expect.poll(() => framesOf(page), { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(least);
}

describe.runIf(isLong)('a cache that grows', { tags: 'long' }, () => {
  it('is followed through kill -9 and resume, without a reload and without a torn frame', async () => {
    writeFileSync(join(visitor.folder, 'lump.json'), LUMP);
    const first = run(120),
      manifest = join(visitor.folder, 'cache/manifest.ndjson');
    await expect
      .poll(() => statSync(manifest, { throwIfNoEntry: false })?.size ?? 0, { timeout: 60_000 })
      .toBeGreaterThan(0);
    await expect
      .poll(() => openCache(join(visitor.folder, 'cache')).frameLines.length, { timeout: 60_000 })
      .toBeGreaterThan(2);
    const { url } = await visitor.open('cache'),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    let loads = 0;
    page.on('load', () => loads++);
    await untilFrames(page, 5);
    first.kill('SIGKILL');
    await new Promise((done) => first.once('exit', done));
    await expect.poll(() => page.textContent('.attached'), { timeout: 30_000 }).not.toContain('more are coming');
    // The page may not have heard yet that there was a run.
    const stopped = openCache(join(visitor.folder, 'cache')).frameLines.length;
    await expect.poll(() => framesOf(page), { timeout: 30_000 }).toBe(stopped);
    const second = run(120);
    await untilFrames(page, stopped + 5);
    // How long a frame takes from its commit to the page: measured, not judged.
    const committed = openCache(join(visitor.folder, 'cache')).frameLines.length,
      began = Date.now();
    await untilFrames(page, committed);
    console.log(`attach: ${committed} frames committed were in the page ${Date.now() - began} ms later`);
    second.kill('SIGKILL');
    await new Promise((done) => second.once('exit', done));
    const lines = openCache(join(visitor.folder, 'cache')).frameLines;
    await untilFrames(page, lines.length);
    for (const frame of [0, stopped, lines.length - 1]) {
      await seekTo(page, frame);
      expect((await drawn(page)).hash).toBe(lines[frame]!.hash);
    }
    expect([loads, complaints]).toEqual([0, []]);
    // Two caches beside each other, under one playhead.
    await page.click('.top [aria-label=Gallery]');
    await page.click('[aria-label="Watch cache beside"]');
    await page.waitForFunction(
      (hash) => document.querySelector<HTMLElement>('.view.beside canvas')?.dataset.hash === hash,
      lines.at(-1)!.hash,
    );
    await untilFrame(page, 0);
    await page.context().close();
  }, 300_000);
});
