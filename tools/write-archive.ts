// Keeps what this version writes, so that later ones can be held to reading it: small scenes, their caches and snapshots, and what is in
// them, in test/archive/<version>. Run once for every release; what is there is never written again. `npm run archive`

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bake } from '../src/cache/bake.ts';
import { openCache } from '../src/cache/cache.ts';
import { loadScene } from '../src/cache/scene-file.ts';
import { version } from '../src/cache/version.ts';
import { World } from '../src/index.ts';
import { ARCHIVED, contentOfFrame, FRAMES } from '../test/helpers/archive.ts';

const folder = join('test/archive', version());
if (existsSync(folder)) {
  console.log(`${folder} is there, and stays as it is.`);
  process.exit(1);
}
for (const [name, scene] of Object.entries(ARCHIVED)) {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'scene.json'), `${JSON.stringify(scene, null, 2)}\n`);
  const source = await loadScene(join(place, 'scene.json'));
  await bake(source, join(place, 'cache'), { frames: FRAMES, checkpointEvery: FRAMES, now: () => 0 });
  const cache = openCache(join(place, 'cache')),
    frames = cache.frameLines.map(({ frame }) => contentOfFrame(cache.readFrame(frame)));
  using world = await World.create(scene);
  for (let frame = 0; frame < FRAMES; frame++) world.advance();
  writeFileSync(join(place, 'snapshot.thixo'), world.snapshot());
  const { time, fields } = world;
  const snapshot = { frame: world.frame, time, ...contentOfFrame(fields) };
  writeFileSync(join(place, 'content.json'), `${JSON.stringify({ frames, snapshot }, null, 2)}\n`);
}
console.log(`${folder} written`);
