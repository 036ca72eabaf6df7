// What is made of the frames of a cache, beside them: surfaces, foam and pictures. All of it can be made again, so it has no line in the manifest;
// each file says itself, or has it said in its folder, what it was made of.
//   surface/000012.surface   surface/000010.state (active surface)   foam/000012.foam   pictures/<settings>/000012.png   pictures/<settings>/thixo-files.ndjson

import { join } from 'node:path';
import type { FrameLine } from '../frames/manifest-line.ts';
import { problem, ThixoError } from '../problem.ts';
import { Disk, digest, finishedName, numberedFile, numberOfFile } from './disk.ts';
import { isFilesList } from './file-list.ts';
import { type Files, realFiles } from './files.ts';
import { version } from './version.ts';

export const SURFACE = '.surface';
export const SURFACE_STATE = '.state';
export const FOAM = '.foam';
export const PICTURE = '.png';
/** Digits of the name of a set of pictures. */
const NAME_DIGITS = 12;

/** Paths of what is derived. */
export const surfacesOf = (folder: string): string => join(folder, 'surface');
export const foamOf = (folder: string): string => join(folder, 'foam');
export const picturesOf = (folder: string): string => join(folder, 'pictures');
/** Where surfaces of settings other than those of the cache are: a folder for each set, so that two at once do not overwrite each other. */
export const surfaceSetOf = (folder: string, set: string): string => join(surfacesOf(folder), set);
export const surfaceFile = (folder: string, frame: number, set = ''): string =>
  numberedFile(surfaceSetOf(folder, set), frame, SURFACE);
export const surfaceStateFile = (folder: string, frame: number, set = ''): string =>
  numberedFile(surfaceSetOf(folder, set), frame, SURFACE_STATE);

export const foamFile = (folder: string, frame: number): string => numberedFile(foamOf(folder), frame, FOAM);

/** The name of a set of derived files. */
export function setName(key: string): string {
  return key.slice(0, NAME_DIGITS);
}

/** The folder of the pictures that settings give. */
export function pictureFolder(folder: string, key: string): string {
  return join(picturesOf(folder), setName(key));
}

/** A name for settings: the same values give the same name, others another one. */
export function settingsKey(settings: unknown): string {
  return digest(JSON.stringify([version(), settings]));
}

/** A name for what these settings make of a frame. */
export function frameKey(settings: string, { sha256 }: FrameLine): string {
  return digest(`${settings} ${sha256}`);
}

/** Names for what these settings make of frames 0 to the last, each frame after the one before. */
export function chainKeys(settings: string, lines: readonly FrameLine[]): string[] {
  let key = settings;
  return lines.map((line) => {
    key = frameKey(key, line);
    return key;
  });
}

/** Which derived files. */
export type DerivedKind = 'surfaces' | 'foam' | 'pictures';

/** Files of a cache folder that were made of its frames. */
export function derivedFiles(
  disk: Disk,
  folder: string,
  kinds: readonly DerivedKind[] = ['surfaces', 'foam', 'pictures'],
): string[] {
  const own = (parent: string, isOwn: (name: string) => boolean): string[] =>
    disk
      .list(parent)
      .filter((name) => isOwn(finishedName(name)))
      .map((name) => join(parent, name));
  const numbered = (name: string, ...endings: string[]): boolean =>
    endings.some((ending) => numberOfFile(name, ending) !== undefined);
  const surfaces = (): string[] =>
    [surfacesOf(folder), ...setsIn(disk, surfacesOf(folder))].flatMap((set) =>
      own(set, (name) => numbered(name, SURFACE, SURFACE_STATE)),
    );
  const foam = (): string[] => own(foamOf(folder), (name) => numbered(name, FOAM));
  const pictures = (): string[] =>
    setsIn(disk, picturesOf(folder)).flatMap((set) => own(set, (name) => isFilesList(name) || numbered(name, PICTURE)));
  return [
    ...(kinds.includes('surfaces') ? surfaces() : []),
    ...(kinds.includes('foam') ? foam() : []),
    ...(kinds.includes('pictures') ? pictures() : []),
  ];
}

/** How much there is: surfaces, frames with foam, sets of pictures, and the pictures of all sets. */
export interface DerivedCount {
  readonly surfaces: number;
  readonly foam: number;
  readonly pictureSets: number;
  readonly pictures: number;
}

/** Counts what was made of the frames of a cache; whether it still fits the settings is not looked at. */
export function countDerived(folder: string, files: Files = realFiles): DerivedCount {
  const disk = new Disk(files);
  const count = (parent: string, ending: string): number =>
    disk.list(parent).filter((name) => numberOfFile(name, ending) !== undefined).length;
  const sets = setsIn(disk, picturesOf(folder));
  return {
    surfaces: count(surfacesOf(folder), SURFACE),
    foam: count(foamOf(folder), FOAM),
    pictureSets: sets.length,
    pictures: sets.reduce((sum, set) => sum + count(set, PICTURE), 0),
  };
}

/** Folders that hold derived files, the inner ones first. */
export function derivedFolders(disk: Disk, folder: string): string[] {
  return [surfacesOf(folder), foamOf(folder), picturesOf(folder)].flatMap((parent) => [
    ...setsIn(disk, parent),
    parent,
  ]);
}

/** Throws CACHE_FOREIGN if a folder within a cache is a link: what is written or removed there would be somewhere else. */
export function requireOwnFolders(disk: Disk, folder: string): void {
  for (const name of ['frames', 'checkpoints']) requireNoLink(disk, join(folder, name));
  requireOwnDerived(disk, folder);
}

/** The same for what is made of frames only. */
export function requireOwnDerived(disk: Disk, folder: string): void {
  for (const parent of [surfacesOf(folder), foamOf(folder), picturesOf(folder)]) {
    requireNoLink(disk, parent);
    for (const set of setsIn(disk, parent)) requireNoLink(disk, set);
  }
}

function requireNoLink(disk: Disk, link: string): void {
  if (!disk.isLink(link)) return;
  const message = `${link} is a link to another folder; a cache writes and removes only what is in its own.`;
  const hint = 'Nothing was changed. Put a real folder in its place, or make the whole cache there with -o.';
  throw new ThixoError([problem('CACHE_FOREIGN', '', message, hint)]);
}

/** Folders of sets within one. */
function setsIn(disk: Disk, parent: string): string[] {
  const isSet = (name: string): boolean => new RegExp(`^[0-9a-f]{${NAME_DIGITS}}$`).test(name);
  return disk
    .list(parent)
    .filter(isSet)
    .map((name) => join(parent, name));
}
