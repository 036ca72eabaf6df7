// Pieces of the scenes that break, in every frame: closed, oriented manifolds in the eyes of manifold-3d, whose volumes add up to that of the body
// as its particles are deformed, within 1 % of it. `npm run test:long` looks at the gallery; else a small scene does.

import { beforeAll, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import { BrokenBodies } from '../../src/surface/pieces/broken-bodies.ts';
import { loadTrigonometry } from '../../src/threads/trigonometry.ts';
import { volumeMeter } from '../helpers/deformed-volume.ts';
import { loadGalleryScene, readExpectation } from '../helpers/gallery.ts';
import { isLong } from '../helpers/long.ts';
import { createJudge, faultsOf, type Judge } from '../helpers/mesh-judge.ts';
import { weldedPiece } from '../helpers/piece-meshes.ts';
import { elasticCracks } from '../scenes/elastic-cracks.ts';

let judge: Judge, trig: Trigonometry;
beforeAll(async () => {
  [judge, trig] = [await createJudge(), await loadTrigonometry()];
});

/** Looks at every frame of a world. Returns faults, the largest error of volume, and the number of pieces at the end. */
function inspect(world: World) {
  const broken = BrokenBodies.of(world.scene, world.fields, trig)!,
    volumeOf = volumeMeter(world),
    faults: string[] = [];
  let [first, error, count] = [0, 0, 0];
  for (;;) {
    const pieces = broken.piecesAt(world.fields).map(weldedPiece),
      volume = pieces.reduce((sum, piece) => sum + judge(piece).volume, 0) / volumeOf();
    if (world.frame === 0) first = volume;
    count = pieces.length;
    error = Math.max(error, Math.abs(volume / first - 1));
    for (const piece of pieces) faults.push(...faultsOf(piece, judge).filter((fault) => !fault.includes('degenerate')));
    if (world.frame >= world.frameCount || !world.advance().ok) return { faults, error, count };
  }
}

it('of a bar and a plate that break are sound in every frame', async () => {
  using world = await World.create({ ...elasticCracks.scene, sinks: [], duration: 0.06 });
  const { faults, error, count } = inspect(world);
  expect(faults).toEqual([]);
  expect(error).toBeLessThan(0.01);
  expect(count).toBeGreaterThan(3);
});

const SCENES = ['notched-bar', 'plate-shot', 'stone-figure', 'ductile-tear', 'jelly-wire', 'bread-torn', 'shatter-50k'];

it.for(SCENES)('of %s are sound in every frame', { timeout: 900_000 }, async (name, context) => {
  if (!isLong) context.skip('it takes too long for a test');
  using world = await World.create((await loadGalleryScene(name, readExpectation(name).set)).scene);
  const { faults, error, count } = inspect(world);
  expect(faults).toEqual([]);
  expect(error).toBeLessThan(0.01);
  expect(count).toBeGreaterThan(1);
});
