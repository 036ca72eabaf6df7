// The scenes of the gallery: what expected.json says of each, and how it is measured. The format of expected.json:
//   frames   frames of the whole scene
//   set      overrides that make it coarser for the tests, as for --set
//   hash     of the state after the last frame; tools/update-goldens.ts writes it
//   checks   at a frame, a sentence about what can be seen then, and measures with their lowest and highest value

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { loadScene, type SceneFile } from '../../src/cache/scene-file.ts';
import { World } from '../../src/index.ts';
import { hashNextFrame } from '../scenes/run-scene.ts';
import { countPieces } from './pieces.ts';

const range = z.tuple([z.number(), z.number()]).refine(([low, high]) => low <= high, 'lowest before highest');

const expectation = z.strictObject({
  frames: z.int().positive(),
  set: z.array(z.string()).default([]),
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  checks: z
    .array(z.strictObject({ frame: z.int().nonnegative(), says: z.string(), measures: z.record(z.string(), range) }))
    .min(1),
});

export type Expectation = z.output<typeof expectation>;

const GALLERY = new URL('../../scenes/', import.meta.url);

/** Names of all scenes of the gallery. */
export const GALLERY_NAMES: readonly string[] = readdirSync(GALLERY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/** Path of a file of a scene's folder, or of the folder. */
export function galleryFile(name: string, file = ''): string {
  return fileURLToPath(new URL(`${name}/${file}`, GALLERY));
}

/** The scene, with overrides, checked as the command line checks it. */
export function loadGalleryScene(name: string, set: readonly string[] = []): Promise<SceneFile> {
  return loadScene(galleryFile(name), { set });
}

export function readExpectation(name: string): Expectation {
  return expectation.parse(JSON.parse(readFileSync(galleryFile(name, 'expected.json'), 'utf8')));
}

/** Simulates a scene, as coarse as its tests want it, to its end on one thread, calls `look` at every frame from 0 on, and returns the last hash. */
export async function playScene(name: string, look: (world: World) => void = () => {}): Promise<string> {
  using world = await World.create((await loadGalleryScene(name, readExpectation(name).set)).scene);
  look(world);
  let hash = world.hash();
  while (world.frame < world.frameCount) {
    hash = hashNextFrame(world);
    look(world);
  }
  return hash;
}

/** Puts the hash into a scene's expected.json and leaves the rest as it is written; answers whether it was another before. */
export function updateHash(name: string, hash: string): boolean {
  const file = galleryFile(name, 'expected.json'),
    text = readFileSync(file, 'utf8'),
    updated = text.replace(/"hash": "\w*"/, `"hash": "${hash}"`);
  writeFileSync(file, updated);
  return updated !== text;
}

const AXES = ['x', 'y', 'z'];

/**
 * A number of the world, SI: `pieces` it hangs together in, `<substance>.height` of its center of mass, or any number of the ledger
 * such as `density.max`, `centerOfMass.y`, `bounds.max.x`.
 */
export function measure(world: World, name: string): number {
  if (name === 'pieces') return countPieces(world.fields, world.scene.dimension);
  const substance = Object.keys(world.scene.substances).indexOf(name.replace(/\.height$/, ''));
  if (substance >= 0) return meanHeight(world, substance);
  const found = name.split('.').reduce<unknown>((value, key) => {
    const axis = AXES.indexOf(key);
    return (value as Record<string, unknown> | undefined)?.[axis < 0 ? key : axis];
  }, world.ledger());
  if (typeof found !== 'number') throw new Error(`There is no measure "${name}".`);
  return found;
}

function meanHeight({ fields }: World, substance: number): number {
  const own = Array.from(fields.substance.keys()).filter((i) => fields.substance[i] === substance);
  return own.reduce((sum, i) => sum + fields.position[3 * i + 1]!, 0) / own.length;
}
