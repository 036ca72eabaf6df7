// Draws the figures of docs/fracture.md: weights and shape functions around a crack, with and without resampling, as figures 9 to 11 of AW09.
// Run with `tsx tools/write-fracture-figures.ts`; takes seconds.

import { mkdirSync, writeFileSync } from 'node:fs';
import { resampled, type Seen, seenPart, shapeFunctions, type Vec2, weight } from '../test/reference/transparency.ts';
import { drawFigure } from '../validation/figure.ts';

const FOLDER = new URL('../docs/pictures/fracture/', import.meta.url);
/** κ_c: the paper does not say. */
const KAPPA = 0.7;
const seen = (kappa: number): Seen => ({ crack: { mouth: [0, -9], front: [0, 0] }, h: 1.8, spacing: 1, kappa });
const SAMPLES: Vec2[] = Array.from({ length: 121 }, (_, k) => [(k % 11) - 5.35, Math.floor(k / 11) - 5.2]);
/** The sample that is looked at: beside the crack, a little behind its front. */
const LOOKED = SAMPLES.findIndex(([x, y]) => x > -0.5 && x < 0 && y > -0.5 && y < 0);

/** A picture of a function around the crack: dark is 1, red below 0. */
function drawMap(title: string, value: (x: Vec2) => number, samples: readonly Vec2[]): string {
  const [size, low, high, cells] = [420, -3, 3, 60],
    to = (c: number) => ((c - low) / (high - low)) * size,
    step = size / cells,
    squares: string[] = [];
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++) {
      const at = (k: number) => low + ((k + 0.5) / cells) * (high - low),
        v = value([at(i), at(j)]);
      if (!Number.isFinite(v) || Math.abs(v) < 0.004) continue;
      const fill =
        v < 0 ? `rgba(200,40,40,${Math.min(1, -3 * v).toFixed(3)})` : `rgba(20,70,140,${Math.min(1, v).toFixed(3)})`;
      squares.push(
        `<rect x="${(i * step).toFixed(1)}" y="${(size - (j + 1) * step).toFixed(1)}" width="${step}" height="${step}" fill="${fill}"/>`,
      );
    }
  const dots = samples
      .filter((p) => p.every((c) => c > low && c < high))
      .map(([x, y]) => `<circle cx="${to(x).toFixed(1)}" cy="${(size - to(y)).toFixed(1)}" r="3" fill="#555"/>`),
    crack = `<line x1="${to(0)}" y1="${size}" x2="${to(0)}" y2="${to(0)}" stroke="#b00" stroke-width="3"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -30 ${size} ${size + 30}" width="${size}" height="${size + 30}" role="img" aria-label="${title}">`,
    `<rect y="-30" width="${size}" height="${size + 30}" fill="#fff"/>`,
    `<text x="8" y="-10" font-family="sans-serif" font-size="15">${title}</text>`,
    ...[...squares, ...dots, crack],
    '</svg>\n',
  ].join('\n');
}

const weightOf = (kappa: number) => (x: Vec2) => weight(seen(kappa), x, SAMPLES[LOOKED]!);
const shapeOf = (kappa: number, samples: readonly Vec2[], j: number) => (x: Vec2) =>
  shapeFunctions(seen(kappa), x, samples)[j]!;

/** Samples with children beside the crack; those at the rim of the picture stay as they are. */
function refined(): Vec2[] {
  const isInner = (p: Vec2) => p.every((c) => Math.abs(c) < 4),
    children = resampled(seen(KAPPA), SAMPLES, 7).filter(isInner);
  return [...SAMPLES.filter((p) => !isInner(p)), ...children];
}

/** Φ of the sample along a line across the crack, behind its front. */
function across(): string {
  const more = refined(),
    nearest = nearestTo(more),
    line = (value: (x: Vec2) => number) =>
      Array.from({ length: 241 }, (_, k) => -3 + k / 40).map((x): [number, number] => [x, value([x, -0.2])]);
  return drawFigure({ title: 'Shape function of a sample beside a crack', x: 'across the crack, spacings', y: 'Φ' }, [
    { kind: 'theory', name: 'without a crack', points: line(shapeOf(1e9, SAMPLES, LOOKED)) },
    { kind: 'simulated', name: 'visibility', points: line(shapeOf(0, SAMPLES, LOOKED)) },
    { kind: 'simulated', name: 'transparency', points: line(shapeOf(KAPPA, SAMPLES, LOOKED)) },
    { kind: 'simulated', name: 'transparency, resampled', points: line(shapeOf(KAPPA, more, nearest)) },
  ]);
}

mkdirSync(FOLDER, { recursive: true });
const more = refined();
for (const [file, text] of Object.entries({
  'weight-visibility': drawMap('Weight, visibility', weightOf(0), SAMPLES),
  'weight-transparency': drawMap('Weight, transparency', weightOf(KAPPA), SAMPLES),
  'shape-visibility': drawMap('Shape function, visibility', shapeOf(0, SAMPLES, LOOKED), SAMPLES),
  'shape-transparency': drawMap('Shape function, transparency', shapeOf(KAPPA, SAMPLES, LOOKED), SAMPLES),
  'shape-resampled': drawMap('Shape function, resampled', shapeOf(KAPPA, more, nearestTo(more)), more),
  across: across(),
}))
  writeFileSync(new URL(`${file}.svg`, FOLDER), text);
const fewest = (samples: readonly Vec2[]) =>
  Math.min(...samples.filter((p) => p.every((c) => Math.abs(c) < 3)).map((p) => seenPart(seen(KAPPA), p, samples)));
console.log(
  `fewest seen: ${fewest(SAMPLES)} before, ${fewest(more)} after, ${more.length - SAMPLES.length} samples more`,
);

function nearestTo(samples: readonly Vec2[]): number {
  const far = (p: Vec2) => Math.hypot(p[0] - SAMPLES[LOOKED]![0], p[1] - SAMPLES[LOOKED]![1]);
  return samples.reduce((best, p, j) => (far(p) < far(samples[best]!) ? j : best), 0);
}
