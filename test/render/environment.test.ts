// Pictures of the surroundings: directions find their place in the picture, mirrors show it, and what is no such picture is refused.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { LINEAR_OF_BYTE } from '../../src/colors/color.ts';
import { createPicture, type Picture } from '../../src/render/picture.ts';
import { encodePng } from '../../src/render/png.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { SkyImage } from '../../src/render/sky-image.ts';
import { frameView } from '../../src/render/view.ts';
import type { Scene } from '../../src/scene/schema.ts';
import { toBase64 } from '../../src/shapes/base64.ts';
import { meshOf, particlesAt, pixelAt, sceneWith, surfaceOf, trig } from '../helpers/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'thixo-sky-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A picture whose pixels are gray by a function of their place, 0 to 1 from the left and from the top. */
function pictureOf(width: number, height: number, gray: (u: number, v: number) => number): Picture {
  const picture = createPicture(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      picture.pixels.fill(
        Math.round(255 * gray((x + 0.5) / width, (y + 0.5) / height)),
        4 * (y * width + x),
        4 * (y * width + x) + 3,
      );
  return picture;
}

const settings = (picture: Picture, over = {}) => ({
  image: toBase64(encodePng(picture)),
  strength: 1,
  turn: 0,
  shown: true,
  ...over,
});

/** The gray, 0 to 255, that is seen along a direction. */
function seen(sky: SkyImage, x: number, y: number, z: number): number {
  sky.look(x, y, z, 0);
  return LINEAR_OF_BYTE.findIndex((light) => light >= sky.red - 1e-9);
}

describe('a picture of the surroundings', () => {
  it('has its middle row at the horizon and its rows at equal angles', () => {
    const sky = new SkyImage(settings(pictureOf(512, 256, (_, v) => v)), [0, 1, 0]);
    for (const degrees of [-80, -45, -10, 0, 20, 60, 85]) {
      const a = (degrees * Math.PI) / 180;
      for (const b of [0, 1, 2.5, 4, 6])
        expect(
          Math.abs(
            seen(sky, Math.cos(a) * Math.cos(b), Math.sin(a), Math.cos(a) * Math.sin(b)) - 255 * (0.5 - degrees / 180),
          ),
        ).toBeLessThan(2.5);
    }
  });

  it('goes around once, at equal angles, and turns as it is told', () => {
    const columns = pictureOf(1024, 512, (u) => u);
    for (const turn of [0, 70]) {
      const sky = new SkyImage(settings(columns, { turn }), [0, 0, 1]);
      const places = Array.from({ length: 36 }, (_, k) => {
        const a = (2 * Math.PI * (k + 0.3)) / 36;
        return seen(sky, Math.cos(a), Math.sin(a), 0) / 255;
      });
      const steps = places
        .map((place, k) => (((places[(k + 1) % 36]! - place) % 1) + 1) % 1)
        .map((s) => Math.min(s, 1 - s));
      // But for the seam, every tenth of a turn is a tenth of the picture.
      expect(steps.filter((step) => Math.abs(step - 1 / 36) < 0.006).length).toBeGreaterThanOrEqual(35);
    }
    const [a, b] = [0, 90].map((turn) => new SkyImage(settings(columns, { turn }), [0, 1, 0]));
    const step = (((seen(b!, 1, 0, 0.2) - seen(a!, 1, 0, 0.2)) / 255) % 1) + 1;
    expect(Math.min(Math.abs((step % 1) - 0.25), Math.abs((step % 1) - 0.75))).toBeLessThan(0.01);
  });

  it('is mirrored by metal and seen behind everything, unless it is hidden', () => {
    const image = settings(pictureOf(64, 32, () => 0.9));
    const ball = surfaceOf(meshOf({ sphere: { center: [0, 0.5, 0], radius: 0.4 } }));
    const shoot = (environment: object | undefined, quality: string): Picture => {
      const scene = sceneWith({
        camera: { position: [0, 0.9, 3], target: [0, 0.45, 0] },
        look: { stage: 'dark', finish: 'metal', ground: false, quality, rays: 4, ...(environment && { environment }) },
      });
      const view = frameView(scene, { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] }, 80 / 45);
      return renderFrame({ scene, time: 0, fields: particlesAt([]), surface: ball, width: 80, height: 45, view, trig });
    };
    const sum = (color: readonly number[]): number => color.reduce((a, b) => a + b);
    for (const quality of ['fast', 'fine']) {
      const [plain, shown, hidden] = [undefined, image, { ...image, shown: false }].map((e) => shoot(e, quality));
      expect(sum(pixelAt(shown!, 4, 4))).toBeGreaterThan(sum(pixelAt(plain!, 4, 4)) + 300);
      expect(sum(pixelAt(hidden!, 4, 4))).toBe(sum(pixelAt(plain!, 4, 4)));
      expect(sum(pixelAt(hidden!, 40, 16))).toBeGreaterThan(sum(pixelAt(plain!, 40, 16)) + 60);
    }
  });
});

describe('the file of the surroundings', () => {
  const write = (name: string, bytes: Uint8Array | string): void => writeFileSync(join(folder, name), bytes);
  async function load(file: string): Promise<Scene> {
    write(
      'scene.json',
      JSON.stringify({ substances: { water: { preset: 'water' } }, look: { environment: { file } } }),
    );
    return (await loadScene(join(folder, 'scene.json'))).scene;
  }

  it('is read with the scene and kept in it', async () => {
    const bytes = encodePng(pictureOf(32, 16, (u) => u));
    write('sky.png', bytes);
    expect((await load('sky.png')).look.environment).toMatchObject({
      image: toBase64(bytes),
      strength: 1,
      shown: true,
    });
  });

  it('is refused if it is missing, of another kind or shape, or outside of the folder', async () => {
    write('square.png', encodePng(pictureOf(16, 16, () => 0.5)));
    write('sky.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3));
    write('cut.png', encodePng(pictureOf(32, 16, () => 0.5)).subarray(0, 60));
    await expect(load('square.png')).rejects.toThrow(/16 × 16 pixels: one that shows all directions is twice as wide/);
    await expect(load('sky.jpg')).rejects.toThrow(/ASSET_INVALID.*JPEG/s);
    await expect(load('cut.png')).rejects.toThrow(/ASSET_INVALID/);
    await expect(load('nothing.png')).rejects.toThrow(/ASSET_MISSING/);
    await expect(load('../sky.png')).rejects.toThrow(/ASSET_OUTSIDE/);
  });

  it('must have been read: a name alone is refused', () => {
    expect(() => sceneWith({ look: { environment: { file: 'sky.png' } } })).toThrow(/was not read/);
    expect(() => sceneWith({ look: { environment: {} } })).toThrow(/needs a file/);
  });
});
