// Small pictures of the gallery for the studio: scenes/*/thumbnail.png as WebP in studio/thumbnails, made by Chromium.
// Run with `tsx tools/make-studio-thumbnails.ts` when a thumbnail has changed.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM } from '../test/helpers/chromium.ts';

const [WIDTH, HEIGHT, QUALITY] = [288, 162, 0.6];

const browser = await chromium.launch(CHROMIUM),
  page = await browser.newPage();
for (const name of readdirSync('scenes')) {
  const file = join('scenes', name, 'thumbnail.png');
  if (!existsSync(file)) continue;
  const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
  const made = await page.evaluate(
    async ([url, width, height, quality]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width, height }),
        scale = Math.max(width / image.width, height / image.height),
        [w, h] = [image.width * scale, image.height * scale],
        pen = canvas.getContext('2d')!;
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
      return canvas.toDataURL('image/webp', quality).split(',')[1]!;
    },
    [source, WIDTH, HEIGHT, QUALITY] as const,
  );
  writeFileSync(join('studio/thumbnails', `${name}.webp`), Buffer.from(made, 'base64'));
}
await browser.close();
