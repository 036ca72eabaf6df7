// Where results go if nobody says otherwise.

import { statSync } from 'node:fs';
import { basename, join, parse, resolve } from 'node:path';
import { pathFrom } from './path-from.ts';

/** The folder of the cache of a scene, as the caller knows it. */
export function usualCache(scene: string, preview: boolean, cwd: string): string {
  return join('out', `${outputName(pathFrom(cwd, scene))}${preview ? '-preview' : ''}`);
}

/** The plot of a comparison, as the caller knows it. */
export function usualPlot(scene: string, cwd: string): string {
  return join('out', `${outputName(pathFrom(cwd, scene))}-compare.svg`);
}

/** The folder of a sweep, as the caller knows it. */
export function usualStudy(scene: string, cwd: string): string {
  return join('out', `${outputName(pathFrom(cwd, scene))}-sweep`);
}

/**
 * What results of a scene are called: the folder of a scene.json or design.json, else the file without its ending. Dots in front are left out: they would hide
 * the results, or lead to another folder.
 */
function outputName(scene: string): string {
  const full = resolve(scene),
    { name, dir } = parse(full),
    isFolder = statSync(full, { throwIfNoEntry: false })?.isDirectory(),
    wanted = isFolder ? basename(full) : ['scene', 'design'].includes(name) ? basename(dir) : name;
  return wanted.replace(/^\.+/, '') || 'scene';
}
