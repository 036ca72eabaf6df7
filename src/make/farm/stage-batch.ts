// What is made of the frames of a cache, in chunks of frames: surfaces, pictures, files for other programs.

import { join, relative, resolve } from 'node:path';
import { openCache } from '../../cache/cache.ts';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import type { What } from '../../export/format.ts';
import { ThixoError } from '../../problem.ts';
import type { StageName } from '../events.ts';
import { exportCache } from '../export-cache.ts';
import { meshCache } from '../mesh-cache.ts';
import { renderCache } from '../render-cache.ts';
import { usage } from '../usage.ts';
import { type Batch, idOf } from './batch.ts';

/** Name of the plan in the folder of a batch. */
export const CHUNKS = 'farm.json';

/** Settings of a stage, as its command takes them; paths are absolute. */
export interface StageSettings {
  readonly set?: readonly string[] | undefined;
  readonly scene?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: string | undefined;
  readonly what?: What | undefined;
  readonly every?: number | undefined;
  readonly output?: string | undefined;
}

/** The plan of a batch, as it is written. */
export interface StagePlan {
  readonly format: 1;
  readonly title: string;
  /** What the chunks make; the rest is made when all are there. */
  readonly stage: StageName;
  /** The cache, seen from the folder of the batch. */
  readonly cache: string;
  readonly settings: StageSettings;
  readonly chunks: readonly { readonly id: string; readonly first: number; readonly last: number }[];
}

/** Writes the plan of a batch. */
export function writeStageBatch(folder: string, cache: string, plan: Omit<StagePlan, 'format' | 'cache'>): void {
  const disk = new Disk(realFiles),
    whole: StagePlan = { format: 1, cache: relative(resolve(folder), resolve(cache)), ...plan };
  disk.makeFolder(folder);
  disk.write(join(folder, CHUNKS), new TextEncoder().encode(`${JSON.stringify(whole, null, 1)}\n`));
}

/** The frames of a cache in chunks. A chunk of `every` n-th frames begins with one of them. */
export function chunksOf(
  cache: string,
  stage: StageName,
  settings: StageSettings,
  { first, last, chunk }: { readonly first: number; readonly last: number; readonly chunk: number },
): StagePlan['chunks'] {
  const { frameLines } = openCache(cache),
    frames = frameLines.filter(({ frame }) => frame >= first && frame <= last),
    size = chunk * (settings.every ?? 1);
  return Array.from({ length: Math.ceil(frames.length / size) }, (_, k) => {
    const part = frames.slice(k * size, (k + 1) * size),
      range = { first: part[0]!.frame, last: part.at(-1)!.frame };
    return { id: idOf([stage, settings, range, part.map(({ hash }) => hash)]), ...range };
  });
}

/** Opens the batch in a folder; undefined if there is none. */
export function openStageBatch(folder: string): Batch | undefined {
  const bytes = new Disk(realFiles).read(join(folder, CHUNKS));
  if (!bytes) return undefined;
  const plan = JSON.parse(new TextDecoder().decode(bytes)) as StagePlan;
  return stageBatch(resolve(folder), plan);
}

function stageBatch(folder: string, { title, stage, cache, settings, chunks }: StagePlan): Batch {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return {
    ...{ folder, title, noun: 'chunk' },
    jobs: chunks.map(({ id, first, last }) => ({ id, label: `frames ${first}-${last}` })),
    work: async (id, options) => {
      const chunk = byId.get(id);
      if (!chunk) throw new ThixoError([usage(`${folder} has no chunk ${id}.`, 'It may have been planned again.')]);
      const { first, last } = chunk;
      return workOnFrames(stage, resolve(folder, cache), settings, { ...options, frames: { first, last } });
    },
  };
}

/** What a stage is done with. */
interface StageWork {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly frames: { readonly first: number; readonly last: number };
}

async function workOnFrames(
  stage: StageName,
  cache: string,
  { set, scene, width, height, format, what, every, output }: StageSettings,
  { threads, signal, env, frames }: StageWork,
): Promise<{ readonly outcome: 'done' | 'interrupted' }> {
  if (stage === 'mesh') return meshCache(cache, { set, scene, threads, signal, frames });
  if (stage === 'render')
    return output === undefined
      ? renderCache(cache, { set, scene, width, height, threads, signal, env, frames, picturesOnly: true })
      : renderCache(cache, { set, scene, width, height, threads, signal, env, frames, output });
  return exportCache(cache, { set, scene, format, what, every, output, threads, signal, frames });
}
