// The manifest: one line of JSON per committed thing, each with its own checksum. A frame exists if its line does. A line that a crash
// has torn can only be the last one, and is not there; anything else that does not fit means that the file was changed.

import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { digest } from './disk.ts';
import { damaged } from './frame-file.ts';
import { type CacheLine, type ManifestLine, readLine } from './manifest-line.ts';

/** Version of the whole cache format. */
const FORMAT = 1;
/** Hexadecimal digits of a line's checksum. */
const CHECK_DIGITS = 16;
const NEWLINE = 10;

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
    const text = end < 0 ? undefined : checkedText(bytes.subarray(at, end));
    if (text !== undefined && bad !== undefined) throw damaged(path, bad, 'a line does not fit its checksum');
    if (text === undefined) bad ??= at;
    else lines.push(lineOf(text, path, at));
    at = end < 0 ? bytes.length : end + 1;
  }
  const length = bad ?? bytes.length,
    [cache] = lines;
  if (cache?.kind !== 'cache') throw damaged(path, 0, 'it does not begin with the line of a cache');
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

/** The JSON of a line if its checksum fits. */
function checkedText(bytes: Uint8Array): string | undefined {
  const tail = `,"check":"${'0'.repeat(CHECK_DIGITS)}"}`.length;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const body = `${text.slice(0, -tail)}}`;
  return text.slice(-tail) === `,"check":"${check(body)}"}` ? body : undefined;
}

/** What a line says; throws CACHE_FORMAT or CACHE_DAMAGED. */
function lineOf(text: string, path: string, offset: number): ManifestLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, offset, 'a line is not JSON');
  }
  const { kind, format } = (value ?? {}) as { kind?: unknown; format?: unknown };
  if (kind === 'cache' && typeof format === 'number' && format !== FORMAT) {
    const message = `${path} has cache format ${format}; this program reads ${FORMAT}.`;
    throw new ThixoError([problem('CACHE_FORMAT', '', message, 'Use the version of Thixo that wrote it.')]);
  }
  const line = readLine(value);
  if (!line) throw damaged(path, offset, 'a line does not say what it should');
  return line;
}

/** A write that was cut short has no end of line, and is not a whole line with a wrong end. */
function isTorn(rest: Uint8Array): boolean {
  return rest.length === 0 || (!rest.includes(NEWLINE) && checkedText(rest.subarray(0, -1)) === undefined);
}

function check(text: string): string {
  return digest(text).slice(0, CHECK_DIGITS);
}
