// Small scenes for the functions of `thixo/make`, and a folder in which a Node program finds the built package.

import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SceneInput } from '../../src/scene/schema.ts';
import { contentOf, endOf, type Ran, TINY, temporaryFolder, writeFiles } from '../cli/harness.ts';

/** A few large particles with a surface: every stage has something to do. */
export const SKINNED: SceneInput = { ...TINY, look: { style: 'surface' } };

/** No ffmpeg is found here. */
export const NO_FFMPEG = { PATH: '', THIXO_FFMPEG: '' };

/** A folder with drop.json. */
export function sceneFolder(changes: Partial<SceneInput> = {}): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'drop.json': { ...SKINNED, ...changes } });
  return cwd;
}

/** What a call leaves behind that does not depend on clocks: frames, surfaces, pictures and what is made of them. */
export function productsIn(folder: string): Map<string, string> {
  return new Map([...contentOf(folder)].filter(([name]) => /\.(frame|surface|png|mp4|ply)$/.test(name)));
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A folder in which `import … from 'thixo/make'` finds the package as it was built. */
export function programFolder(scene: SceneInput = SKINNED): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(resolve(ROOT), join(cwd, 'node_modules/thixo'));
  writeFiles(cwd, { 'my-scene.json': scene });
  return cwd;
}

/** Runs a program to its end. */
export function runProgram(cwd: string, text: string, name = 'program.mjs'): Promise<Ran> {
  writeFileSync(join(cwd, name), text);
  return endOf(spawn(process.execPath, [name], { cwd }));
}
