// Writes the pinned state hashes: test/golden/hashes.json, of every frame of the scenes in test/scenes, and "hash" in expected.json of
// every scene of the gallery, of its last frame. A changed hash is a change of physics: commit it with a `Physics:` trailer that says
// what changed. Run with `tsx tools/update-goldens.ts`; prints the scenes whose hashes are new or other than before. Also writes the
// hashes of surfaces, test/golden/surfaces.json; with `--surfaces` nothing else. `--only tin-can,elastic-cracks` writes those of these scenes.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GALLERY_NAMES, playScene, updateHash } from '../test/helpers/gallery.ts';
import { hashSurfaces } from '../test/helpers/golden-surfaces.ts';
import { SCENES } from '../test/scenes/index.ts';
import { hashFrames } from '../test/scenes/run-scene.ts';

const file = new URL('../test/golden/hashes.json', import.meta.url),
  surfaces = new URL('../test/golden/surfaces.json', import.meta.url);

const { only, surfaces: alone } = parseArgs({
    options: { only: { type: 'string' }, surfaces: { type: 'boolean' } },
  }).values,
  isAsked = (name: string) => !only || only.split(',').includes(name);

if (!only) writeFileSync(surfaces, `${JSON.stringify(await hashSurfaces(1), null, 2)}\n`);
if (!alone) await updateScenes();

async function updateScenes(): Promise<void> {
  const before = readGoldens(),
    after: Record<string, string[]> = {};
  for (const name of Object.keys(SCENES).sort()) {
    after[name] = isAsked(name) ? await hashFrames(name, 1) : before[name]!;
    if (before[name]?.join() !== after[name].join()) console.log(`${name}: ${before[name] ? 'changed' : 'new'}`);
  }
  writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
  for (const name of GALLERY_NAMES.filter(isAsked))
    if (updateHash(name, await playScene(name))) console.log(`scenes/${name}: changed`);
}

function readGoldens(): Record<string, string[]> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // not written yet, or damaged
  }
}
