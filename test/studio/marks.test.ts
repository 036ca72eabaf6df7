// What the studio draws over the substance: a distance that is measured, and a ring where the numbers went wrong.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../../src/scene/read-json.ts';
import { useVisitor, visitor } from './use-visitor.ts';
import { isLong, LUMP, seekTo, untilFrame } from './visitor.ts';

useVisitor(isLong);

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
    await expect.poll(() => pixelsLike(page, [0xd5, 0x9c, 0xff])).toBeGreaterThan(50); // pictures at rest are sharp
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

/** Two balls left and right of the lump. */
const BALLS = LUMP.replace(
  '"obstacles": [',
  `"obstacles": [
    { "shape": { "sphere": { "center": [-0.6, 0.3, 0], "radius": 0.1 } } },
    { "shape": { "sphere": { "center": [0.6, 0.3, 0], "radius": 0.1 } } },
    `,
);
type Point = readonly [number, number, number];

/** Where a point of the scene is on the screen, as the camera of the lump sees it. */
async function onScreen(page: Page, point: Point): Promise<[number, number]> {
  const { x, y, width, height } = (await page.locator('canvas').boundingBox())!,
    camera = new PerspectiveCamera(40, width / height, 0.01, 100);
  camera.position.set(0, 0.35, 2.4);
  camera.lookAt(0, 0.3, 0);
  camera.updateMatrixWorld();
  const at = new Vector3(...point).project(camera);
  return [x + ((at.x + 1) / 2) * width, y + ((1 - at.y) / 2) * height];
}

/** How far from the obstacle the arrow is gripped, m: near its tip, because the one toward the camera lies over its beginning. */
const GRIP = 0.16;

/** Drags the arrow along x of an obstacle that is at a place. */
async function dragArrow(page: Page, [x, y, z]: Point, by: number): Promise<void> {
  await page.mouse.move(...(await onScreen(page, [x + GRIP, y, z])));
  await page.waitForTimeout(300);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 1]) await page.mouse.move(...(await onScreen(page, [x + GRIP + part * by, y, z])));
  await page.mouse.up();
  await page.waitForTimeout(300);
}

interface Saved {
  readonly obstacles: readonly { readonly shape: { readonly sphere: { readonly center: Point } } }[];
  readonly changes?: readonly { readonly set: Record<string, { sphere: { center: Point } }> }[];
}

async function save(page: Page): Promise<Saved> {
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.textContent('.status')).toContain('Saved lump.json');
  return scanJson(readFileSync(join(visitor.folder, 'lump.json'), 'utf8')).value as Saved;
}

describe.runIf(isLong)('heat', { tags: 'long' }, () => {
  it('needs temperatures: the first stroke gives them, the second heats and is seen', async () => {
    const { url } = await visitor.serve(LUMP),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await page.click('.tools [aria-label=Heat]');
    await page.click('canvas');
    await expect.poll(() => page.textContent('.status')).toContain('temperature');
    await expect.poll(() => page.textContent('.legend')).toContain('temperature');
    await page.locator('canvas').hover();
    await page.mouse.down();
    await untilFrame(page, 3);
    await page.mouse.up();
    await expect.poll(() => page.textContent('.status')).toContain('Stroke recorded: heat');
    await page.click('.tools [aria-label^=Push]');
    await page.waitForSelector('.legend', { state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(isLong)('arrows', { tags: 'long' }, () => {
  it('move one obstacle, then another, and go on from where one was left', async () => {
    const { url } = await visitor.serve(BALLS),
      { page, complaints } = await visitor.visit(url, { reducedMotion: 'reduce' });
    await untilFrame(page, 0);
    await page.click('#tab-scene');

    for (const ball of ['1 · sphere', '2 · sphere']) await page.click(`summary:has-text("${ball}")`);
    const choose = (k: number): Promise<void> =>
      page.locator('button:has(svg):has-text("ove in the picture")').nth(k).click();
    await choose(0);
    await page.waitForTimeout(800);
    await dragArrow(page, [-0.6, 0.3, 0], -0.1);
    const first = (await save(page)).obstacles;
    expect(first[0]!.shape.sphere.center[0]).toBeCloseTo(-0.7, 1);
    expect(first[0]!.shape.sphere.center.slice(1)).toEqual([0.3, 0]);
    expect(first[1]!.shape.sphere.center).toEqual([0.6, 0.3, 0]);
    // The other ball: the button of the first says "Done moving" now.
    await choose(0);
    await page.waitForTimeout(300);
    await dragArrow(page, [0.6, 0.3, 0], 0.1);
    const second = (await save(page)).obstacles;
    expect(second[0]).toEqual(first[0]);
    expect(second[1]!.shape.sphere.center[0]).toBeCloseTo(0.7, 1);
    // Later it is a change from that time on, and the next drag goes on from there.
    await seekTo(page, 3);
    const [x] = second[1]!.shape.sphere.center;
    await dragArrow(page, [x, 0.3, 0], -0.1);
    await dragArrow(page, [x - 0.1, 0.3, 0], -0.1);
    const { changes, obstacles } = await save(page);
    expect(obstacles).toEqual(second);
    expect(changes).toHaveLength(1);
    expect(changes![0]!.set['/obstacles/1/shape']!.sphere.center[0]).toBeCloseTo(x - 0.2, 1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
