// The manifest: one line of JSON per committed thing, each with its own checksum. A frame exists if its line does. A line that a crash
// has torn can only be the last one, and is not there; anything else that does not fit means that the file was changed.

import type { Divergence } from '../diagnose/inspect.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { digest } from './disk.ts';
import { damaged } from './frame-file.ts';
import type { FrameRecord, FrameWork } from './records.ts';

/** Version of the whole cache format. */
const FORMAT = 1;
/** Hexadecimal digits of a line's checksum. */
const CHECK_DIGITS = 16;
const NEWLINE = 10;

/** A file that was committed. */
export interface Committed {
  readonly bytes: number;
  readonly sha256: string;
}

/** The first line: whose frames these are. */
export interface CacheLine {
  readonly kind: 'cache';
  readonly format: number;
  /** Version of Thixo that simulates it. */
  readonly version: string;
  readonly title: string;
  readonly scene: Scene;
  /** The cache that this one branched off, and where. */
  readonly branch?: { readonly of: string; readonly frame: number };
}

/** Settings that do not touch the frames were edited: title, look, camera, duration and the like. */
export interface SceneLine {
  readonly kind: 'scene';
  readonly title: string;
  readonly scene: Scene;
}

export interface FrameLine extends FrameRecord, FrameWork, Committed {
  readonly kind: 'frame';
}

export interface CheckpointLine extends Committed {
  readonly kind: 'checkpoint';
  readonly frame: number;
}

/** The run stopped after the frame before, because the numbers went wrong. */
export interface DivergedLine {
  readonly kind: 'diverged';
  readonly frame: number;
  readonly problem: Divergence;
}

export type ManifestLine = CacheLine | SceneLine | FrameLine | CheckpointLine | DivergedLine;

/** What a manifest says. */
export interface Manifest {
  readonly cache: CacheLine;
  /** Every line, the first included. */
  readonly lines: readonly ManifestLine[];
  /** Bytes of the good lines. */
  readonly length: number;
  /** Bytes behind them. */
  readonly rest: number;
  /** Whether the rest is what a torn write leaves: a line without its end. */
  readonly torn: boolean;
}

/** The first line of a new cache. */
export function cacheLine(version: string, title: string, scene: Scene, branch?: CacheLine['branch']): CacheLine {
  return { kind: 'cache', format: FORMAT, version, title, scene, ...(branch ? { branch } : {}) };
}

/** A line as bytes: its JSON with a checksum of it as the last key. */
export function encodeLine(line: ManifestLine): Uint8Array {
  const text = JSON.stringify(line);
  return new TextEncoder().encode(`${text.slice(0, -1)},"check":"${check(text)}"}\n`);
}

/** Reads a manifest; throws CACHE_DAMAGED or CACHE_FORMAT. */
export function decodeManifest(bytes: Uint8Array, path: string): Manifest {
  const lines: ManifestLine[] = [];
  let at = 0,
    bad: number | undefined;
  while (at < bytes.length) {
    const end = bytes.indexOf(NEWLINE, at);
    const line = end < 0 ? undefined : decodeLine(bytes.subarray(at, end));
    if (line && bad !== undefined) throw damaged(path, bad, 'a line does not fit its checksum');
    if (line) lines.push(line);
    else bad ??= at;
    at = end < 0 ? bytes.length : end + 1;
  }
  const length = bad ?? bytes.length,
    [cache] = lines;
  if (cache?.kind !== 'cache') throw damaged(path, 0, 'it does not begin with the line of a cache');
  if (cache.format !== FORMAT) {
    const message = `${path} has cache format ${cache.format}; this program reads ${FORMAT}.`;
    throw new ThixoError([problem('CACHE_FORMAT', '', message, 'Use the version of Thixo that wrote it.')]);
  }
  checkOrder(lines, path);
  return { cache, lines, length, rest: bytes.length - length, torn: isTorn(bytes.subarray(length)) };
}

/** Frames count up from 0 without gaps, and a checkpoint belongs to a frame that is there. */
function checkOrder(lines: readonly ManifestLine[], path: string): void {
  let next = 0;
  for (const line of lines) {
    if (line.kind === 'frame' && line.frame !== next++) throw damaged(path, 0, `frame ${next - 1} is missing`);
    if (line.kind === 'checkpoint' && line.frame >= next)
      throw damaged(path, 0, `checkpoint ${line.frame} is before its frame`);
  }
}

function decodeLine(bytes: Uint8Array): ManifestLine | undefined {
  const tail = `,"check":"${'0'.repeat(CHECK_DIGITS)}"}`.length;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const body = `${text.slice(0, -tail)}}`;
  if (text.slice(-tail) !== `,"check":"${check(body)}"}`) return undefined;
  return JSON.parse(body) as ManifestLine;
}

/** A write that was cut short has no end of line, and is not a whole line with a wrong end. */
function isTorn(rest: Uint8Array): boolean {
  return rest.length === 0 || (!rest.includes(NEWLINE) && decodeLine(rest.subarray(0, -1)) === undefined);
}

function check(text: string): string {
  return digest(text).slice(0, CHECK_DIGITS);
}
