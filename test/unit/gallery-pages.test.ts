// The pages of the gallery: every scene stands on them, once by substance, and their pictures exist and are small.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { galleryPages } from '../../tools/write-gallery.ts';

/** Most bytes of a short loop. */
const LOOP_BYTES = 400_000;

const pages = galleryPages();
const names = readdirSync('scenes').filter((name) =>
  ['scene.json', 'README.md', 'thumbnail.png'].every((file) => existsSync(join('scenes', name, file))),
);

it('have every scene, once by substance', () => {
  const text = pages.get('scenes/README.md')!.split('## By paper')[0]!;
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) expect(text.split(`](${name})<br>`).length, name).toBe(2);
});

it('name the papers whose figures scenes repeat', () => {
  const text = pages.get('scenes/README.md')!.split('## By paper')[1]!;
  for (const name of ['globule-fluid', 'quasi-liquid', 'jump-numbers', 'stone-figure'])
    expect(text).toContain(`(${name})`);
});

it('show pictures that exist; loops are small', () => {
  const sources = [...pages.get('scenes/gallery.html')!.matchAll(/src="([^"]+)"/g)].map(([, source]) => source!);
  expect(sources.length).toBeGreaterThanOrEqual(names.length);
  for (const source of sources) expect(existsSync(join('scenes', source)), source).toBe(true);
  for (const name of names) {
    const loop = join('scenes', name, 'loop.webp');
    if (existsSync(loop)) expect(statSync(loop).size, name).toBeLessThanOrEqual(LOOP_BYTES);
  }
});
