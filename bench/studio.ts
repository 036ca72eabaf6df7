// How fast the studio is on this machine: times, latencies and memory in real Chromium, and what is wanted of them. Prints a table and judges
// nothing. Run with `npm run bench:studio`; names of parts (`-- start seeks`) measure only these, `memory=10` plays for ten minutes.

import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { drawn, LUMP, seekTo, untilFrame, Visitor } from '../test/studio/visitor.ts';

const CLI = resolve('dist/cli/main.js');
const visitor = await Visitor.start();

/** A line of the table: what was measured, what is wanted. */
const say = (what: string, value: number | string, wanted = ''): void =>
  console.log(
    `${what.padEnd(58)} ${String(typeof value === 'number' ? Number(value.toPrecision(3)) : value).padStart(10)}  ${wanted}`,
  );
const at95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(0.95 * values.length))] ?? 0;
const dice = (k: number, n: number): number => (k * 7919 + 13) % n;

/** Long tasks and slow answers, as the browser sees them. */
async function watch(page: Page): Promise<() => Promise<{ tasks: number[]; answers: number[] }>> {
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], answers: [] as number[] };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as unknown as { interactionId: number }).interactionId > 0) seen.answers.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  return () => page.evaluate(() => (globalThis as never as { seen: { tasks: number[]; answers: number[] } }).seen);
}

/** Pictures of frames in a second, over some seconds. */
function picturesPerSecond(page: Page, seconds: number): Promise<number> {
  return page.evaluate(
    (time) =>
      new Promise<number>((done) => {
        let count = 0;
        const watcher = new MutationObserver(() => count++);
        watcher.observe(document.body, { attributeFilter: ['data-frame'] });
        setTimeout(() => {
          watcher.disconnect();
          done(count / time);
        }, 1000 * time);
      }),
    seconds,
  );
}

async function start(): Promise<void> {
  const began = performance.now(),
    child = spawn(process.execPath, [CLI, 'studio', '--no-open'], { cwd: visitor.folder }),
    url = await new Promise<string>((done) => child.stdout.once('data', (text) => done(String(text).trim())));
  say('address after the command, s', (performance.now() - began) / 1000, '≤ 1');
  const opened = performance.now(),
    { page, complaints } = await visitor.visit(url);
  await untilFrame(page, 0);
  say('first picture after opening, s', (performance.now() - opened) / 1000, '≤ 3');
  await untilFrame(page, 1);
  say('first picture with honey, s', (performance.now() - opened) / 1000);
  say('requests to elsewhere, and complaints', complaints.length, '0');
  child.kill();
  await page.context().close();
}

/** A frame shortly before the end of the honey. */
const LAST = 300;

async function play(): Promise<void> {
  const { url } = await visitor.serve(),
    { page } = await visitor.visit(url);
  await untilFrame(page, 20);
  const seen = await watch(page),
    { x, y, width, height } = (await page.locator('canvas').boundingBox())!,
    lags: number[] = [],
    end = performance.now() + 30_000;
  while (performance.now() < end) {
    // Near its end the scene would stand still: from the start again.
    if ((await drawn(page)).frame > LAST) {
      await page.click('[aria-label^=Restart]');
      await untilFrame(page, 20);
    }
    await page.mouse.move(x + width / 2, y + 0.6 * height);
    await page.mouse.down();
    const { frame } = await drawn(page);
    await page.mouse.move(x + width / 2 + 25, y + 0.58 * height);
    await untilFrame(page, frame + 4);
    await page.mouse.up();
    const isRecorded = await page
      .waitForFunction(() => document.querySelector('.status')?.textContent?.startsWith('Stroke recorded'), null, {
        timeout: 5000,
      })
      .catch(() => undefined);
    // The honey has flowed away from here: from the start again.
    if (!isRecorded) {
      await page.click('[aria-label^=Restart]');
      await untilFrame(page, 20);
      continue;
    }
    // The stroke says itself with which frame it began; its first effect is in the picture of the next.
    const begins = await page.evaluate(() => {
      const bars = [...document.querySelectorAll<HTMLElement>('.bar.forces')],
        last = Number(document.querySelector<HTMLInputElement>('.head')!.max);
      return bars.map(({ style }) => Math.round((Number.parseFloat(style.left) * last) / 100));
    });
    lags.push(Math.min(...begins.filter((begin) => begin >= frame)) + 1 - frame);
    await page.waitForTimeout(1000);
  }
  const { tasks, answers } = await seen();
  say('frames from a poke to its picture, most', Math.max(...lags), '≤ 2');
  say(`answer to input, 95 % of ${answers.length}, ms`, at95(answers), '≤ 200');
  say('longest task of the page in 30 s, ms', Math.max(0, ...tasks), '≤ 100');
  say('pace of the honey', (await page.textContent('.pace output')) ?? '');
  await page.context().close();
}

/** Ten thousand particles that fall, as a cache. */
const MANY = {
  duration: 2,
  frameRate: 30,
  substances: { powder: { model: 'globules', kind: 'powder' } },
  bodies: [{ substance: 'powder', shape: { box: { min: [-0.5, 0.1, -0.5], max: [0.5, 1.1, 0.5] } }, spacing: 0.0524 }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
};

async function playback(): Promise<void> {
  writeFileSync(join(visitor.folder, 'many.json'), JSON.stringify(MANY));
  execFileSync(process.execPath, [CLI, 'run', 'many.json', '-o', 'many', '--quiet'], { cwd: visitor.folder });
  const { url } = await visitor.open('many'),
    { page } = await visitor.visit(url, { viewport: { width: 960, height: 540 } });
  await untilFrame(page, 1);
  await page.click('#tab-look');
  await page.click('.segments button:has-text("particles")');
  const particles = await page.textContent('.count-particles');
  await seekTo(page, 0);
  await page.click('.timeline .play');
  say(`pictures a second of ${particles}, 960 × 540`, await picturesPerSecond(page, 1.8), '≥ 20');
  await page.context().close();
}

async function dam(): Promise<void> {
  const { url } = await visitor.serve(),
    { page } = await visitor.visit(url);
  await page.click('.top [aria-label=Gallery]');
  await page.click('.gallery button:has(b:text-is("dam break"))');
  await page.waitForFunction(() => /dam/i.test(document.querySelector('.top h1')?.textContent ?? ''));
  await untilFrame(page, 40);
  say('pace of the preview of dam-break', (await page.textContent('.pace output')) ?? '', '≥ 0.5');
  await page.context().close();
}

async function seeks(): Promise<void> {
  const { url } = await visitor.serve(LUMP),
    { page } = await visitor.visit(url, { reducedMotion: 'reduce' }),
    hashes = new Map<number, string>(),
    times: number[] = [];
  await untilFrame(page, 0);
  await seekTo(page, 100);
  let wrong = 0;
  for (let k = 0; k < 100; k++) {
    const frame = dice(k, 100),
      began = performance.now();
    await seekTo(page, frame);
    times.push(performance.now() - began);
    const { hash } = await drawn(page);
    if ((hashes.get(frame) ?? hash) !== hash) wrong++;
    hashes.set(frame, hash);
  }
  say('a seek, 95 % of 100, ms', at95(times), '≤ 250');
  say('seeks with another hash than before', wrong, '0');
  await page.context().close();
}

/** Plays for minutes with 200 seeks in them. */
async function memory(minutes: number): Promise<void> {
  const { url } = await visitor.serve(),
    { page } = await visitor.visit(url),
    session = await page.context().newCDPSession(page),
    heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    };
  await untilFrame(page, 30);
  const before = await heap(),
    began = performance.now();
  for (let k = 0; k < 200; k++) {
    const last = await page.evaluate(() => Number(document.body.dataset.frame));
    await seekTo(page, dice(k, Math.max(1, last)));
    await page.click('.timeline .play[aria-label^="Play"]');
    await page.waitForTimeout(Math.max(0, ((k + 1) / 200) * 60_000 * minutes - (performance.now() - began)));
  }
  say(`more memory of the page after ${minutes} min and 200 seeks, MB`, (await heap()) - before, '≤ 20');
  await page.context().close();
}

const parts: Readonly<Record<string, (value: number) => Promise<void>>> = { start, play, playback, dam, seeks, memory },
  wanted = process.argv.slice(2).map((word) => word.split('='));
try {
  for (const [name, value] of wanted.length > 0 ? wanted : Object.keys(parts).map((each) => [each, '10']))
    await parts[name!]?.(Number(value ?? 1));
} finally {
  await visitor.stop();
}
