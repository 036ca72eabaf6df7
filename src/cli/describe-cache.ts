// What `info` says about a cache.

import { type Cache, openCache } from '../cache/cache.ts';
import { countDerived } from '../cache/derived.ts';
import type { FrameRecord } from '../frames/frame-record.ts';
import { countPieces, type PieceCount } from '../make/plan-pieces.ts';
import { type Context, print, printJson } from './context.ts';
import { columns, formatBytes, formatSeconds, number, plural, shortNumber } from './format.ts';
import { ledgerTable } from './ledger-table.ts';

/** Rows of the table of frames. */
const ROWS = 12;
/** Pieces of a frame whose sizes are told. */
const LARGEST = 5;

/** Prints a cache: one object with every frame for programs, a summary for people. */
export function describeCache(folder: string, name: string, context: Context, withPieces = false): void {
  const cache = openCache(folder);
  if (context.json) printJson(context, cacheObject(cache, withPieces));
  else for (const line of cacheLines(cache, name, withPieces)) print(context, line);
}

/** The object of `info --json`. */
export function cacheObject(cache: Cache, withPieces = false): object {
  const { folder, title, version, scene, complete, frameCount, checkpoints, bytes, frames, branch } = cache;
  const { frameRate, duration, dimension } = scene;
  return {
    kind: 'cache',
    folder,
    title,
    version,
    dimension,
    frameRate,
    duration,
    frameCount,
    complete,
    checkpoints,
    bytes,
    ...countDerived(folder),
    branch: branch ?? null,
    diverged: cache.divergence?.problem ?? null,
    frames: frames.map((f) => (withPieces ? { ...frameObject(f), pieces: piecesObject(cache, f) } : frameObject(f))),
  };
}

/** Exactly the fields of the contract. */
function frameObject(record: FrameRecord): FrameRecord {
  const { frame, time, particles, mass, momentum, angularMomentum, kineticEnergy, centerOfMass } = record;
  const { bounds, density, speedMax, temperature, evaluations, wallSeconds, hash } = record;
  return {
    ...{ frame, time, particles, mass, momentum, angularMomentum, kineticEnergy, centerOfMass },
    ...{ bounds, density, speedMax, temperature, evaluations, wallSeconds, hash },
  };
}

function piecesObject(cache: Cache, { frame }: FrameRecord): Omit<PieceCount, 'others' | 'names'> {
  const { count, largest } = countPieces(cache, frame, LARGEST);
  return { count, largest };
}

function cacheLines(cache: Cache, name: string, withPieces: boolean): string[] {
  const { title, version, scene, complete, frameCount, checkpoints, bytes, frames, branch, divergence } = cache;
  const last = frames.at(-1);
  const wall = frames.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  const done = `${Math.max(0, frames.length - 1)} of ${plural(frameCount, 'frame')}`;
  const lines = [
    `${title}  (${name})`,
    `${complete ? 'Complete' : 'Not complete'}: ${done} at ${number(scene.frameRate)} per second, simulated in ${formatSeconds(wall)} by version ${version}.`,
    `${formatBytes(bytes)} on the disk, ${plural(checkpoints.length, 'saved state')}${checkpoints.length > 0 ? `: frame ${listed(checkpoints)}` : ''}.`,
  ];
  const { surfaces, foam, pictures, pictureSets } = countDerived(cache.folder);
  const sets = pictureSets > 1 ? ` of ${pictureSets} looks` : '';
  if (surfaces + pictures > 0) lines.push(`${plural(surfaces, 'surface')}, ${plural(pictures, 'picture')}${sets}.`);
  if (foam > 0) lines.push(`Spray, foam and bubbles of ${plural(foam, 'frame')}.`);
  if (branch) lines.push(`Branched off frame ${branch.frame} of ${branch.of}.`);
  if (divergence) lines.push(`Stopped after frame ${divergence.frame}: ${divergence.problem.message}`);
  if (!last) return lines;
  const rows = pick(frames).map((f) => [
    ...[String(f.frame), number(f.time), String(f.particles), number(f.kineticEnergy), number(f.speedMax)],
    ...[shortNumber(f.wallSeconds), f.hash],
    ...(withPieces ? piecesText(cache, f) : []),
  ]);
  const head = ['frame', 'time s', 'particles', 'energy J', 'speed m/s', 'wall s', 'hash'];
  if (withPieces) head.push('pieces', 'particles of the largest');
  const ledger = ledgerTable(last).map((line) => `  ${line}`);
  return [...lines, '', ...columns([head, ...rows], [0, 1, 2, 3, 4, 5, 7]), '', `Frame ${last.frame}:`, ...ledger];
}

/** How many pieces a frame has, and the particles of the largest, for people. */
function piecesText(cache: Cache, { frame }: FrameRecord): [string, string] {
  const { count, largest } = countPieces(cache, frame, LARGEST);
  return [String(count), `${largest.join(', ')}${count > LARGEST ? ', …' : ''}`];
}

/** The first, the last, and some between. */
function pick(frames: readonly FrameRecord[]): FrameRecord[] {
  if (frames.length <= ROWS) return [...frames];
  return Array.from({ length: ROWS }, (_, k) => frames[Math.round((k * (frames.length - 1)) / (ROWS - 1))]!);
}

function listed(frames: readonly number[]): string {
  return frames.length <= 6 ? frames.join(', ') : `${frames.slice(0, 3).join(', ')}, … ${frames.slice(-2).join(', ')}`;
}
