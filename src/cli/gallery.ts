// The scenes that come with Thixo: one folder each in scenes/, with scene.json and README.md.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../cache/version.ts';

/** One scene of the gallery. */
export interface GalleryScene {
  /** Name of its folder. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  /** One line about it. */
  readonly summary: string;
}

/** Large files that the package has once: scenes that use them too get them from here when they are copied. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'jelly-in-water': ['jelly-cubes/cube.obj'],
  'lava-lobes-adaptive': ['lava-lobes/hill.obj'],
  'lava-no-slip': ['lava-mountain/mountain.obj'],
  'clay-figure': ['figure-on-stairs/figure.obj'],
  'wax-figure': ['figure-on-stairs/figure.obj'],
};

/** Files beside the folder of a scene that belong to it, because it is not whole: a scene reads nothing outside of its folder. */
export function missingFiles({ name, folder }: GalleryScene): string[] {
  const files = (SHARED[name] ?? []).filter((file) => !existsSync(join(folder, basename(file))));
  return files.map((file) => join(dirname(folder), file));
}

/** Where the gallery is. */
export const GALLERY = fileURLToPath(new URL('scenes/', PACKAGE_FOLDER));

/** All scenes, in order of name. */
export function listGallery(gallery: string = GALLERY): GalleryScene[] {
  if (!existsSync(gallery)) return [];
  return readdirSync(gallery)
    .sort()
    .map((name) => ({ name, folder: join(gallery, name) }))
    .filter(({ folder }) => existsSync(join(folder, 'scene.json')))
    .map(({ name, folder }) => ({ name, folder, summary: summaryOf(folder) }));
}

/** What a person reads about a scene; empty if nobody wrote it. */
export function readmeOf(folder: string): string {
  const file = join(folder, 'README.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The first sentence of the README, else its title, else the name of the scene. */
function summaryOf(folder: string): string {
  const paragraphs = readmeOf(folder)
    .split(/\n\s*\n/)
    .map((text) => text.replace(/\s+/g, ' ').trim());
  const title = paragraphs.find((text) => text.startsWith('#'))?.replace(/^#+\s*/, '') ?? nameOf(folder);
  const first = paragraphs.find((text) => /^[\p{L}\d*_[]/u.test(text)) ?? '';
  const plain = first.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`_]/g, '');
  return /^.*?[.!?](?=\s+\p{Lu}|$)/u.exec(plain)?.[0] ?? (plain || title);
}

/** The first "name" in the scene file: enough for a list, and without the parser. */
function nameOf(folder: string): string {
  return /"name"\s*:\s*"([^"\\]*)"/.exec(readFileSync(join(folder, 'scene.json'), 'utf8'))?.[1] ?? '';
}
