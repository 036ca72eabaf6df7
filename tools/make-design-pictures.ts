// Draws figures 13, 14, 16 and 17 of AW09 from the designs of the gallery: `npx tsx tools/make-design-pictures.ts`. Takes a minute.
// The dragon is not that of the tutorial: `tools/make-figure.ts` made it.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { animateDesign, deformDesign, renderCache } from '../src/make/index.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PICTURES = join(ROOT, 'docs/pictures/design');
const DRAGON = join(ROOT, 'designs/dragon');
const size = (width: number, height: number): string[] => [`output.width=${width}`, `output.height=${height}`];

/** Frames of a motion side by side. */
async function sheet(design: string, output: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'thixo-figures-'));
  try {
    await animateDesign(design, { output: join(folder, 'motion') });
    await renderCache(join(folder, 'motion'), { contactSheet: true, output, width: 240, height: 180, threads: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

mkdirSync(PICTURES, { recursive: true });
for (const [name, volume] of [
  ['figure-13-without', 0],
  ['figure-13-with', 100],
] as const) {
  await deformDesign(join(ROOT, 'designs/figure-13'), {
    output: join(PICTURES, `${name}.png`),
    set: [`weights.volume=${volume}`, ...size(240, 360)],
  });
}
await deformDesign(join(DRAGON, 'figure-14.json'), { output: join(PICTURES, 'figure-14.png'), set: size(360, 360) });
await sheet(join(ROOT, 'designs/figure-16'), join(PICTURES, 'figure-16.png'));
await sheet(join(DRAGON, 'figure-17.json'), join(PICTURES, 'figure-17.png'));
