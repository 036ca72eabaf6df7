// Bakes small caches before the browser tests start, where their server finds them, and tells the tests what Node reads there.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bake } from '../../src/cache/bake.ts';
import { frameFile, openCache } from '../../src/cache/cache.ts';
import { surfaceFile, surfacesOf } from '../../src/cache/derived.ts';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import { encodeSurface } from '../../src/cache/surface-file.ts';
import type { SceneInput } from '../../src/index.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { surfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';

/** What the tests are told of a cache. */
export interface BakedCache {
  /** Path on the server. */
  readonly url: string;
  /** For every frame: its time (s), and SHA-256 of its positions and of the positions of its surface. */
  readonly frames: readonly {
    readonly time: number;
    readonly count: number;
    readonly positions: string;
    readonly surface: string;
  }[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** A cache of frames alone, one with surfaces, and one with a frame cut short, one changed and one missing. */
    caches: Readonly<Record<'plain' | 'meshed' | 'damaged', BakedCache>>;
  }
}

const ROOT = resolve('out/tests/player');

/** 12 frames of a drop and a jet. */
const SCENE: SceneInput = {
  name: 'Drop and jet',
  frameRate: 50,
  duration: 0.24,
  substances: { water: { stiffness: 100 }, oil: { stiffness: 100, restDensity: 800 } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.3, 0], radius: 0.15 } }, spacing: 0.05 }],
  emitters: [
    {
      substance: 'oil',
      shape: { disc: { center: [0.5, 0.5, 0], normal: [-1, -1, 0], radius: 0.06 } },
      speed: 1.5,
      spacing: 0.05,
    },
  ],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  surface: { voxel: 0.8, smoothing: 0 },
};

export default async function setup(project: TestProject): Promise<() => void> {
  rmSync(ROOT, { recursive: true, force: true });
  const scene = parseScene(SCENE, await loadTrigonometry()),
    folderOf = (name: string): string => resolve(ROOT, name);
  await bake({ path: '', folder: '', title: '', input: SCENE, scene }, folderOf('plain'), { checkpointEvery: 0 });
  for (const name of ['meshed', 'damaged']) cpSync(folderOf('plain'), folderOf(name), { recursive: true });
  const frames = await meshFrames(folderOf('plain'), folderOf('meshed'));
  damage(folderOf('damaged'));
  const cacheOf = (name: string): BakedCache => ({ url: `/${relative('.', folderOf(name))}`, frames });
  project.provide('caches', { plain: cacheOf('plain'), meshed: cacheOf('meshed'), damaged: cacheOf('damaged') });
  return () => rmSync(ROOT, { recursive: true, force: true });
}

/** What is in the frames of a cache; their surfaces are written into another one. */
async function meshFrames(folder: string, meshed: string): Promise<BakedCache['frames']> {
  const cache = openCache(folder),
    surfacer = await Surfacer.create();
  mkdirSync(surfacesOf(meshed));
  const frames = cache.frames.map(({ frame, time }) => {
    const fields = cache.readFrame(frame),
      mesh = surfacer.build(fields, surfaceOptions(cache.scene));
    writeFileSync(surfaceFile(meshed, frame), encodeSurface(mesh, 'any'));
    return { time, count: fields.count, positions: sumOf(fields.position), surface: sumOf(mesh.positions) };
  });
  surfacer.dispose();
  return frames;
}

/** Cuts a frame short, changes a bit of another one, and removes a third. */
function damage(folder: string): void {
  writeFileSync(frameFile(folder, 4), readFileSync(frameFile(folder, 4)).subarray(0, 100));
  const changed = readFileSync(frameFile(folder, 6));
  changed[200]! ^= 1;
  writeFileSync(frameFile(folder, 6), changed);
  rmSync(frameFile(folder, 8));
}

function sumOf(values: Float32Array): string {
  return createHash('sha256')
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex');
}
