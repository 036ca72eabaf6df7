// The page on which one pulls shapes, in a real browser with real pointer events.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
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

const SIZE = { width: 770, height: 420 };
/** The bar of the page: its middle, and half of its height on the screen. */
const [X, Y, HALF] = [SIZE.width / 2, SIZE.height / 2, 95];

/** The numbers beside the shape. */
async function numbers(page: Page) {
  const { handles, keyframes } = await page.evaluate(() => ({ ...document.body.dataset })),
    number = async (id: string) => Number.parseFloat((await page.textContent(id))!.replace('−', '-'));
  return {
    ...{ handles: Number(handles), keyframes: Number(keyframes) },
    ...{ volume: await number('#volume'), energy: await number('#energy') },
  };
}

async function drag(page: Page, from: readonly [number, number], by: readonly [number, number], steps = 4) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let k = 1; k <= steps; k++) await page.mouse.move(from[0] + (by[0] * k) / steps, from[1] + (by[1] * k) / steps);
  await page.mouse.up();
}

async function visit(look: (page: Page) => Promise<void>): Promise<void> {
  const complaints = await visitor!.visit('design.html', async (page) => {
    await page.setViewportSize(SIZE);
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.handles === '0');
    await look(page);
  });
  expect(complaints).toEqual([]);
}

const choose = (page: Page, tool: string) => page.check(`input[value=${tool}]`, { force: true });

it('pulls a shape, keeps its volume or not, and undoes it', async () => {
  await visit(async (page) => {
    await choose(page, 'hold');
    await page.mouse.click(X, Y + 0.8 * HALF);
    expect(await numbers(page)).toMatchObject({ handles: 1, energy: 0 });
    await choose(page, 'pull');
    const before = await page.locator('canvas').screenshot();
    await drag(page, [X, Y - 0.8 * HALF], [40, -80]);
    const pulled = await numbers(page);
    expect(pulled.handles).toBe(2);
    expect(pulled.energy).toBeGreaterThan(0.01);
    expect((await page.locator('canvas').screenshot()).equals(before)).toBe(false);
    await page.uncheck('input[name=volume]');
    await expect.poll(async () => (await numbers(page)).volume).toBeGreaterThan(Math.abs(pulled.volume) + 5);
    const free = await numbers(page);
    await page.check('input[name=volume]');
    await expect.poll(async () => Math.abs((await numbers(page)).volume)).toBeLessThan(free.volume / 2);
    await page.click('button[name=undo]');
    expect(await numbers(page)).toMatchObject({ handles: 1, energy: 0 });
    await page.keyboard.press('Control+Shift+Z');
    expect((await numbers(page)).handles).toBe(2);
    await page.click('button[name=reset]');
    expect(await numbers(page)).toMatchObject({ handles: 0, keyframes: 0, energy: 0 });
    expect((await numbers(page)).volume).toBeCloseTo(0, 1);
  });
});

it('paints handles with a brush, which are pulled as one, and takes them off', async () => {
  await visit(async (page) => {
    await choose(page, 'paint');
    await drag(page, [X, Y + 0.85 * HALF], [15, 0]);
    await drag(page, [X - 15, Y - 0.8 * HALF], [30, 0], 6);
    expect((await numbers(page)).handles).toBe(2);
    await drag(page, [X, Y - 0.7 * HALF], [0, 30]); // begins on the second: makes it larger
    expect((await numbers(page)).handles).toBe(2);
    await choose(page, 'pull');
    await drag(page, [X, Y - 0.7 * HALF], [70, 0]);
    expect(await numbers(page)).toMatchObject({ handles: 2 });
    expect((await numbers(page)).energy).toBeGreaterThan(0.005);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('button[name=save]')]),
      { handles } = parseDesign(JSON.parse(readFileSync(await download.path(), 'utf8')));
    const painted = handles[1] as unknown as { particles: number[]; strengths: number[]; translate: number[] };
    expect(painted.particles.length).toBeGreaterThan(3);
    expect(new Set(painted.strengths).size).toBeGreaterThan(2); // the brush fades
    expect(Math.hypot(...painted.translate)).toBeGreaterThan(0.05);
    await page.click('button[name=undo]');
    await choose(page, 'erase');
    await page.fill('input[name=brush]', '0.4');
    await drag(page, [X, Y - 0.9 * HALF], [0, 100], 8);
    expect((await numbers(page)).handles).toBe(1);
  });
});

it('sets keyframes on a timeline, goes around a ball, plays, and saves what the program reads', async () => {
  await visit(async (page) => {
    await choose(page, 'hold');
    await page.mouse.click(X, Y + 0.8 * HALF);
    await page.click('button[name=keyframe]');
    await choose(page, 'pull');
    await drag(page, [X, Y - 0.8 * HALF], [60, 20]);
    await page.click('button[name=keyframe]');
    expect((await numbers(page)).keyframes).toBe(2);
    // The second keyframe is dragged from 1 s to about 2 s, then one is added where the head is put, and removed.
    const track = (await page.locator('.track').boundingBox())!,
      at = (seconds: number) => track.x + 12 + ((track.width - 24) * seconds) / 4,
      middle = track.y + 14;
    await drag(page, [at(1), middle], [at(2) - at(1), 0], 8);
    await page.mouse.click(at(0.5), track.y + 33);
    expect(await page.textContent('time')).toBe('0.50 s');
    await page.click('button[name=keyframe]');
    expect((await numbers(page)).keyframes).toBe(3);
    await page.mouse.click(at(0.5), middle);
    await page.click('button[name=unkey]');
    expect((await numbers(page)).keyframes).toBe(2);
    await page.check('input[name=obstacle]');
    await page.click('button[name=play]');
    await page.waitForFunction(() => document.body.dataset.motion === 'solved');
    expect(await page.textContent('output')).toMatch(/keyframes off by [\d.]+ mm/);
    const clock = () => page.textContent('time'),
      first = await clock();
    await expect.poll(clock, { timeout: 20_000 }).not.toBe(first);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('button[name=save]')]);
    const design = parseDesign(JSON.parse(readFileSync(await saved.path(), 'utf8')));
    expect(design).toMatchObject({ handles: { length: 2 }, keyframes: { length: 2 }, obstacles: { length: 1 } });
    const [from, to] = design.keyframes.map((key) => key.time);
    expect(from).toBe(0);
    expect(Math.abs(to! - 2)).toBeLessThan(0.1);
    const open = new OpenDesign(design);
    expect(open.shapeOf().solve().volumeChange).toBeLessThan(0.2);
    expect(open.motion().frames).toEqual([0, to]);
    const [glb] = await Promise.all([page.waitForEvent('download'), page.click('button[name=export]')]),
      bytes = readFileSync(await glb.path()),
      json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
    expect(json.animations[0].channels[0].target.path).toBe('weights');
    expect(json.meshes[0].primitives[0].targets.length).toBe(Math.ceil(10 * to!));
    expect(readMesh(new Uint8Array(bytes), 'motion.glb', 1e6).triangleSet.triangles.length).toBeGreaterThan(100);
  });
});

it('takes a mesh that is dropped, says why it cannot take another, and is pulled by a finger', async () => {
  const box = readFileSync('examples/skin/figure.obj', 'utf8');
  await visit(async (page) => {
    const drop = (name: string, text: string) =>
      page.evaluate(
        ([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text!], name!));
          dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
        },
        [name, text],
      );
    await drop('figure.obj', box);
    await expect.poll(() => page.textContent('output'), { timeout: 30_000 }).toContain('figure.obj: 2778 vertices');
    await drop('flat.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n');
    await expect.poll(() => page.getAttribute('output', 'class')).toBe('wrong');
    // Touch, as the browser itself makes it.
    const session = await page.context().newCDPSession(page),
      touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await choose(page, 'hold');
    await touch('touchStart', [{ x: X, y: Y + 20 }]);
    await touch('touchEnd', []);
    await expect.poll(async () => (await numbers(page)).handles).toBe(1);
    await choose(page, 'pull');
    await touch('touchStart', [{ x: X, y: Y - 90 }]);
    for (let k = 1; k <= 3; k++) await touch('touchMove', [{ x: X + 15 * k, y: Y - 90 }]);
    await touch('touchEnd', []);
    await expect.poll(async () => (await numbers(page)).handles).toBe(2);
    expect((await numbers(page)).energy).toBeGreaterThan(0.001);
  });
});
