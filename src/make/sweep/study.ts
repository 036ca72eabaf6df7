// A study: the folder of a sweep. `sweep.json` says which runs there are; `runs/` has a cache of each, `results/` how each ended.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Disk, digest } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { ThixoError } from '../../problem.ts';
import { usage } from '../usage.ts';
import type { Values } from './draw.ts';

/** Name of the plan in the folder of a study. */
export const PLAN = 'sweep.json';

/** Which run is best: that with the largest or the smallest first measure, or the one nearest to a number. */
export type Best = 'max' | 'min' | number;

/** One run of a study. */
export interface StudyRun {
  /** Hash of scene and values. */
  readonly id: string;
  /** What is set, in the order of the options. */
  readonly values: Values;
}

/** The plan of a study, as it is written. */
export interface StudyPlan {
  readonly format: 1;
  /** Version of Thixo that planned it. */
  readonly version: string;
  readonly title: string;
  /** The scene file, seen from the folder of the study. */
  readonly scene: string;
  /** SHA-256 of its text. */
  readonly sceneDigest: string;
  /** What is set in all runs. */
  readonly set: readonly string[];
  readonly frames?: number | undefined;
  readonly preview: boolean;
  readonly limits?: string | undefined;
  /** What is varied. */
  readonly paths: readonly string[];
  readonly measures: readonly string[];
  readonly best: Best;
  readonly runs: readonly StudyRun[];
}

/** A study that was opened. */
export interface Study extends StudyPlan {
  /** Absolute path. */
  readonly folder: string;
}

/** Folder of the cache of a run. */
export const cacheOf = ({ folder }: Pick<Study, 'folder'>, id: string): string => join(folder, 'runs', id);

/** SHA-256 of a scene file; empty if there is none. */
export function digestOfScene(path: string): string {
  try {
    return digest(readFileSync(path));
  } catch {
    return '';
  }
}

/** Writes a plan. */
export function writeStudy(folder: string, plan: StudyPlan): void {
  const disk = new Disk(realFiles);
  disk.makeFolder(folder);
  disk.write(join(folder, PLAN), new TextEncoder().encode(`${JSON.stringify(plan, null, 1)}\n`));
}

/** Whether a folder is a study. */
export function isStudy(folder: string): boolean {
  return new Disk(realFiles).kind(join(folder, PLAN)) === 'file';
}

/** Opens the study in a folder. Throws USAGE if there is none. */
export function openStudy(folder: string): Study {
  const path = join(folder, PLAN),
    bytes = new Disk(realFiles).read(path);
  if (!bytes) {
    const hint = 'Plan it first: `thixo sweep plan scene.json -o study --grid bodies[0].spacing=0.02,0.03`.';
    throw new ThixoError([usage(`There is no ${path}.`, hint)]);
  }
  return { ...readPlan(bytes, path), folder: resolve(folder) };
}

function readPlan(bytes: Uint8Array, path: string): StudyPlan {
  try {
    const plan = JSON.parse(new TextDecoder().decode(bytes)) as StudyPlan;
    const isSound =
      plan.format === 1 &&
      typeof plan.scene === 'string' &&
      [plan.set, plan.paths, plan.measures, plan.runs].every(Array.isArray) &&
      plan.runs.every(({ id, values }) => /^[0-9a-f]{12}$/.test(id) && Array.isArray(values));
    if (isSound) return plan;
  } catch {
    // told of below
  }
  throw new ThixoError([usage(`${path} is not the plan of a sweep.`, 'Plan it again; runs that are there are kept.')]);
}
