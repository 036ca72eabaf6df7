// Files made of the frames of a cache, into a folder: pictures, or files for other programs. Only those are made that are missing, damaged
// or of other settings; surfaces, where they are needed, are made before.

import { basename, join } from 'node:path';
import { openCache } from '../cache/cache.ts';
import { frameKey } from '../cache/derived.ts';
import { Disk } from '../cache/disk.ts';
import { FileList, isAsListed } from '../cache/file-list.ts';
import { realFiles } from '../cache/files.ts';
import { followFrames } from '../cache/follow.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { problem, ThixoError } from '../problem.ts';
import { isGrowing } from './cache-input.ts';
import type { FrameJob, FrameTask, Made } from './frame-jobs/job.ts';
import { makeFrames } from './frame-jobs/make-frames.ts';
import { countFrames, type FrameRange } from './frame-range.ts';
import {
  followSurfaces,
  keepIf,
  makeSurfacesOf,
  type StageInput,
  surfaceKeys,
  surfaceSetFor,
  toAsync,
} from './mesh-stage.ts';
import { Stage } from './stage.ts';

/** What is made of every frame. */
export interface Products {
  readonly stage: 'render' | 'export';
  readonly makes: 'picture' | 'file';
  /** Folder that the files go to. */
  readonly folder: string;
  /** Where they go, as the caller knows it. */
  readonly output: string;
  /** Name of all settings. */
  readonly key: string;
  readonly needsSurface: boolean;
  readonly job: FrameJob;
  /** Pieces of every frame that get a file each; undefined for one file per frame. */
  readonly pieces?: ReadonlyMap<number, readonly number[]> | undefined;
  /** Name of the file of a frame, or of a piece of it. */
  fileOf(frame: number, piece?: number): string;
}

/** Waits, while a run writes the cache, until these frames are there; makes their surfaces meanwhile, if they are needed. */
export async function awaitFrames(
  input: StageInput,
  range: FrameRange,
  stage: Products['stage'],
  needsSurface: boolean,
): Promise<void> {
  const { cache, signal, tell } = input,
    { frameLines, frameCount } = openCache(cache);
  if (
    !isGrowing(input) ||
    countFrames(range, frameLines.length - 1) >= countFrames(range, Math.max(frameCount, range.last))
  )
    return;
  if (needsSurface) {
    await followSurfaces(input, range, surfaceSetFor(input));
    return;
  }
  const shouldStop = (): boolean => signal.aborted,
    onWait = (): void => tell({ event: 'wait', stage });
  for await (const _ of followFrames(cache, range.first, range.last, { shouldStop, onWait }));
}

/** The committed frames of a range, every n-th of them. */
export function linesOf({ cache }: StageInput, { first, last }: FrameRange, every = 1): FrameLine[] {
  return openCache(cache).frameLines.filter(
    ({ frame }) => frame >= first && frame <= last && (frame - first) % every === 0,
  );
}

/** The frames as tasks. */
export function tasksOf(input: StageInput, lines: readonly FrameLine[], products: Omit<Products, 'job'>): FrameTask[] {
  const keys = products.needsSurface ? allSurfaceKeys(input) : [],
    surfaceSet = products.needsSurface ? surfaceSetFor(input) : undefined;
  return lines.flatMap((line) =>
    partsOf(line, products).map((piece) => ({
      line,
      ...(piece === undefined ? {} : { piece }),
      surface: products.needsSurface ? keys[line.frame] : undefined,
      surfaceSet,
      key: frameKey(products.key, line),
      file: products.fileOf(line.frame, piece),
    })),
  );
}

/** The pieces of a frame that get files; only `undefined` where the frame is one file. */
function partsOf({ frame }: FrameLine, { pieces }: Pick<Products, 'pieces'>): (number | undefined)[] {
  return pieces ? [...(pieces.get(frame) ?? [])] : [undefined];
}

function allSurfaceKeys({ cache, scene }: StageInput): string[] {
  return openCache(cache).frameLines.map(surfaceKeys(scene));
}

/** Makes what is missing; returns the paths of all files, in the order of the frames. Ends early when asked to stop. */
export async function makeProducts(
  input: StageInput,
  lines: readonly FrameLine[],
  products: Products,
): Promise<string[]> {
  const disk = new Disk(realFiles),
    tasks = tasksOf(input, lines, products);
  disk.makeFolder(products.folder);
  const list = new FileList(disk, products.folder);
  refuseForeign(disk, list, tasks, products);
  const missing = await keepIf(tasks, ({ file, key }) => {
    const listed = list.find(file, key);
    return !listed || !isAsListed(disk, products.folder, listed);
  });
  if (products.needsSurface) await makeSurfacesOf(input, missing);
  list.begin();
  if (!input.signal.aborted) await makeMissing(input, missing, tasks.length, list, products);
  if (!input.signal.aborted) tellOthers(input, list, tasks, products);
  return tasks.map(({ file }) => join(products.folder, file));
}

async function makeMissing(
  input: StageInput,
  missing: readonly FrameTask[],
  total: number,
  list: FileList,
  { stage: name, makes, output, job }: Products,
): Promise<void> {
  const { title, threads, signal } = input;
  const kept = total - missing.length,
    stage = new Stage(input, { stage: name, makes, scene: title, output, frames: total, kept, threads });
  const keys = new Map(missing.map(({ file, key }) => [file, key]));
  const onMade = (made: Made): void => {
    const file = basename(made.file),
      key = keys.get(file)!;
    list.add({ file, key, bytes: made.bytes, sha256: made.sha256 });
    stage.add(made);
  };
  await makeFrames(job, () => toAsync(missing), { threads, signal, onMade, onStall: (stall) => stage.stall(stall) });
  stage.end();
}

/** Tells of files in the folder that earlier calls have written with other settings: they stay, and do not belong to these. */
function tellOthers(
  { cache, tell }: StageInput,
  list: FileList,
  tasks: readonly FrameTask[],
  products: Products,
): void {
  const made = new Set(tasks.map(({ file }) => file)),
    { frameLines } = openCache(cache);
  const keys = new Set(frameLines.map((line) => frameKey(products.key, line)));
  const others = list.names.filter((name) => !made.has(name) && !list.isOf(name, keys) && list.has(name));
  const { stage, output } = products;
  if (others.length > 0) tell({ event: 'others', stage, output, files: others.sort() });
}

/** Throws CACHE_FOREIGN if a file would be overwritten that Thixo did not write. */
export function refuseForeign(
  disk: Disk,
  list: FileList,
  tasks: readonly Pick<FrameTask, 'file'>[],
  { folder, output }: Pick<Products, 'folder' | 'output'>,
): void {
  if (list.exists) return;
  const there = new Set(disk.list(folder)),
    foreign = tasks.filter(({ file }) => there.has(file));
  if (foreign.length === 0) return;
  const message = `${output} already has ${foreign[0]!.file}, which Thixo did not write.`;
  throw new ThixoError([problem('CACHE_FOREIGN', '', message, 'Choose another folder with -o; nothing was changed.')]);
}
