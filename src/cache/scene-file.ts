// A scene from a file: text, overrides, files it names, all checks. Every problem says at which line it stands.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { DEFAULT_LIMITS, type Limits } from '../scene/limits.ts';
import { parseScene } from '../scene/parse-scene.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { instantiate, loadModule } from '../threads/module.ts';
import { ARENA } from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';

/** A scene that was read from a file and found right. */
export interface SceneFile {
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute path of its folder, which the files it names are in. */
  readonly folder: string;
  /** Title of the scene; without one the name of its folder (for …/name/scene.json), else of the file. */
  readonly title: string;
  /** As written, overrides applied and files inlined. */
  readonly input: SceneInput;
  /** With all defaults. */
  readonly scene: Scene;
}

/** How a scene is loaded. */
export interface LoadOptions {
  /** Overrides such as `substances.lava.viscosity=80`. */
  readonly set?: readonly string[];
  readonly limits?: Limits;
}

/** Reads and checks a scene file, or scene.json of a folder. Throws a ThixoError with everything that is wrong. */
export async function loadScene(file: string, options: LoadOptions = {}): Promise<SceneFile> {
  const { limits = DEFAULT_LIMITS } = options;
  const full = path.resolve(file);
  const input = JSON.parse(fs.readFileSync(full, 'utf8')) as SceneInput;
  const scene = parseScene(input, await loadTrigonometry(), limits);
  return { path: full, folder: path.dirname(full), title: scene.name || nameOf(full), input, scene };
}

/** What a scene is called that has no title: the folder of a scene.json, or the file without its ending. */
export function nameOf(file: string): string {
  const { name, dir } = path.parse(path.resolve(file));
  return name === 'scene' ? path.basename(dir) || name : name;
}

let trigonometry: Promise<Trigonometry> | undefined;

/** The sine and cosine of the engine, without starting one. */
export function loadTrigonometry(): Promise<Trigonometry> {
  trigonometry ??= loadModule().then((module) => instantiate(module, new SharedMemory(2 * ARENA).memory));
  return trigonometry;
}
