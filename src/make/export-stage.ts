// From a cache to files for other programs: waits for the frames, makes surfaces that are missing, then the files.

import { basename, dirname, join } from 'node:path';
import { openCache } from '../cache/cache.ts';
import { settingsKey } from '../cache/derived.ts';
import { Disk, numberedFile } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import type { Format, What } from '../export/format.ts';
import { FORMATS } from '../export/formats.ts';
import { refusal } from '../export/refusal.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { ThixoError } from '../problem.ts';
import type { ExportOutput } from './export-output.ts';
import type { ExportJob } from './frame-jobs/job.ts';
import { makeFrames, makeSequence } from './frame-jobs/make-frames.ts';
import { nameOfPiece } from './frame-jobs/piece-frames.ts';
import { foamKey, readFoam } from './frame-jobs/stored-foam.ts';
import type { FrameRange } from './frame-range.ts';
import { makeSurfacesOf, type StageInput, toAsync } from './mesh-stage.ts';
import { requireFolder, requireWritableFolder } from './output-path.ts';
import { pathFrom } from './path-from.ts';
import { planPictures } from './picture-plan.ts';
import { leftOut, planPieces } from './plan-pieces.ts';
import { awaitFrames, linesOf, makeProducts, type Products, tasksOf } from './product-stage.ts';
import { Stage } from './stage.ts';
import type { Stall } from './watchdog.ts';

/** What to export. */
export interface ExportChoice {
  readonly what: What;
  readonly every: number;
  readonly output: ExportOutput;
  /** A file for each of so many of the largest pieces of a frame; undefined for all in one. */
  readonly mostPieces?: number | undefined;
}

/** Exports the frames of a range. False if it was asked to stop before. */
export async function exportFrames(
  input: StageInput,
  range: FrameRange,
  { what, every, output, mostPieces }: ExportChoice,
): Promise<boolean> {
  const { cwd, cache, derived, scene, signal, title } = input,
    format: Format = FORMATS[output.format],
    refused = format.refuse({ scene, what });
  if (refused) throw new ThixoError([refused]);
  const target = pathFrom(cwd, output.path),
    folder = output.kind === 'folder' ? target : dirname(target);
  if (output.kind === 'folder') requireFolder(folder);
  else requireWritableFolder(folder);
  await awaitFrames(input, range, 'export', what === 'surface' && mostPieces === undefined);
  if (signal.aborted) return false;
  const lines = linesOf(input, range, every),
    { view, range: colorRange } = await planPictures(openCache(cache), scene);
  const job: ExportJob = {
    ...{ kind: 'export', cache, derived, scene, folder, what, title, view, format: output.format },
    frameRate: scene.frameRate / every,
    frameCount: mostPieces === undefined || output.kind !== 'folder' ? lines.length : 1,
    colorRange,
    mostPieces,
  };
  const chosen = await chosenPieces(input, lines, mostPieces),
    foam = what === 'foam' ? requireFoam(input, lines) : undefined,
    products = { ...productsOf(input, job, output, foam), pieces: output.kind === 'folder' ? chosen : undefined };
  if (signal.aborted) return false;
  if (output.kind === 'folder') await exportFolder(input, lines, products, job);
  else await exportFile(input, lines, products, job, target);
  if (signal.aborted) return false;
  const disk = new Disk(realFiles);
  for (const { name, bytes } of format.companions?.({ scene, what }) ?? []) disk.write(join(folder, name), bytes);
  return true;
}

/** A name for the foam of the frames, which `thixo foam` must have made. */
function requireFoam(input: StageInput, lines: readonly FrameLine[]): string {
  const disk = new Disk(realFiles),
    bare = lines.find((line) => !readFoam(disk, input, line));
  if (bare)
    throw new ThixoError([refusal(`Frame ${bare.frame} has no foam.`, `Make it first: thixo foam ${input.name}.`)]);
  return foamKey(disk, input, lines)!;
}

/** How many pieces of every frame get files; warns of those that get none. */
async function chosenPieces(
  { cache, signal, tell }: StageInput,
  lines: readonly FrameLine[],
  most: number | undefined,
): Promise<ReadonlyMap<number, readonly number[]> | undefined> {
  if (most === undefined) return undefined;
  tell({ event: 'pieces', stage: 'export', frames: lines.length });
  const plan = await planPieces(cache, lines, most, () => signal.aborted),
    warning = leftOut(plan);
  if (warning && !signal.aborted) tell({ event: 'warning', stage: 'export', ...warning });
  return new Map([...plan].map(([frame, { names }]) => [frame, names]));
}

function productsOf({ scene }: StageInput, job: ExportJob, { path }: ExportOutput, foam: string | undefined): Products {
  const { folder, format, what, title, frameRate, view, colorRange, mostPieces } = job,
    pieces = mostPieces !== undefined,
    extension = FORMATS[format].extension(what);
  const { duration: _, output: _output, ...rest } = scene;
  return {
    ...{ stage: 'export', makes: 'file', folder, output: path, job },
    key: settingsKey({ format, what, title, frameRate, view, colorRange, pieces, foam, scene: rest }),
    needsSurface: what === 'surface' && !pieces,
    fileOf: (frame, piece) => basename(numberedFile('', frame, `${pieceName(piece)}.${extension}`)),
  };
}

const pieceName = (piece: number | undefined): string => (piece === undefined ? '' : `-${nameOfPiece(piece)}`);

/** A file per frame or piece, and one that names them if the format has such. */
async function exportFolder(
  input: StageInput,
  lines: readonly FrameLine[],
  products: Products,
  job: ExportJob,
): Promise<void> {
  await makeProducts(input, lines, products);
  const format: Format = FORMATS[job.format];
  if (input.signal.aborted || format.kind !== 'frames' || !format.index) return;
  const { contextOf } = await import('./frame-jobs/export-frames.ts');
  const written = tasksOf(input, lines, products).map(({ line: { frame, time }, piece, file }) => ({
    ...{ frame, time, file, piece },
  }));
  const { name, bytes } = format.index(written, await contextOf(job));
  const path = join(job.folder, name);
  new Disk(realFiles).write(path, bytes);
}

/** One file: of one frame, or of all. */
async function exportFile(
  input: StageInput,
  lines: readonly FrameLine[],
  products: Products,
  job: ExportJob,
  target: string,
): Promise<void> {
  const { threads, signal, title } = input,
    tasks = tasksOf(input, lines, { ...products, fileOf: () => basename(target) });
  if (products.needsSurface) await makeSurfacesOf(input, tasks);
  if (signal.aborted) return;
  const isSequence = FORMATS[job.format].kind === 'sequence',
    makes = isSequence ? 'frame' : 'file';
  const stage = new Stage(input, {
    ...{ stage: 'export', makes, scene: title, output: products.output, frames: tasks.length, kept: 0 },
    threads: isSequence ? 1 : threads,
  });
  const onStall = (stall: Stall): void => stage.stall(stall);
  if (isSequence) await makeSequence(job, tasks, target, { signal, onStall, onFrame: (frame) => stage.pass(frame) });
  else await makeFrames(job, () => toAsync(tasks), { threads, signal, onStall, onMade: (made) => stage.add(made) });
  stage.end();
}
