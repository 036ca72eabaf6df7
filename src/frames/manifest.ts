// The manifest: one line of JSON per committed thing, each with its own checksum. A frame exists if its line does. A line that a crash
// has torn can only be the last one, and is not there; anything else that does not fit means that the file was changed. Reading takes
// two steps, because checksums come at once in Node and later in a page: split the lines, then say which of them fit.

import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { damaged } from './damaged.ts';
import { type CacheLine, type ManifestLine, readLine } from './manifest-line.ts';

/** Name of the file in the folder of a cache. */
export const MANIFEST = 'manifest.ndjson';
/** Version of the whole cache format. */
export const FORMAT = 1;
/** Hexadecimal digits of a line's checksum: the first ones of its SHA-256. */
export const CHECK_DIGITS = 16;
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

/** A line that may be one: its text fits its checksum or not. */
export interface UncheckedLine {
  /** Byte at which it begins. */
  readonly at: number;
  /** Whether an end of line follows. */
  readonly ended: boolean;
  /** The JSON that the checksum is of; undefined if this cannot be a line. For one that has not ended: its text without the last byte. */
  readonly text: string | undefined;
  /** The checksum that the line claims. */
  readonly check: string;
}

/** A line as text: its JSON with a checksum of it as the last key. */
export function lineText(text: string, check: string): string {
  return `${text.slice(0, -1)},"check":"${check}"}`;
}

/** Splits a manifest into what may be its lines. */
export function splitManifest(bytes: Uint8Array): UncheckedLine[] {
  const lines: UncheckedLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at),
      ended = end >= 0;
    lines.push({ at, ended, ...uncheckedText(bytes.subarray(at, ended ? end : -1)) });
    at = ended ? end + 1 : bytes.length;
  }
  return lines;
}

/**
 * Puts a manifest together; throws CACHE_DAMAGED or CACHE_FORMAT.
 * @param fits - for every line, whether its text has the checksum that it claims
 * @param size - bytes of the whole file
 */
export function manifestOf(
  lines: readonly UncheckedLine[],
  fits: readonly boolean[],
  size: number,
  path: string,
): Manifest {
  const good: ManifestLine[] = [];
  let bad: number | undefined;
  lines.forEach(({ at, ended, text }, k) => {
    if (!ended || !fits[k] || text === undefined) {
      bad ??= at;
      return;
    }
    if (bad !== undefined) throw damaged(path, bad, 'a line has a wrong checksum');
    good.push(lineOf(text, path, at));
  });
  const length = bad ?? size,
    [cache] = good,
    last = lines.at(-1);
  if (cache?.kind !== 'cache') throw damaged(path, 0, 'it does not start with the line of a cache');
  checkOrder(good, path);
  // A write that was cut short has no end of line, and is not a whole line with a wrong end.
  const torn = bad === undefined || (bad === last?.at && !last.ended && !fits.at(-1));
  return { cache, lines: good, length, rest: size - length, torn };
}

/** The lines of one kind, in their order. */
export function linesOf<K extends ManifestLine['kind']>(
  { lines }: Manifest,
  kind: K,
): Extract<ManifestLine, { kind: K }>[] {
  return lines.filter((line): line is Extract<ManifestLine, { kind: K }> => line.kind === kind);
}

/** The scene as it was last run, and its title. */
export function newestScene(manifest: Manifest): { readonly scene: Scene; readonly title: string } {
  return linesOf(manifest, 'scene').at(-1) ?? manifest.cache;
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

/** The JSON of a line and the checksum behind it. */
function uncheckedText(bytes: Uint8Array): Pick<UncheckedLine, 'text' | 'check'> {
  const tail = lineText('', '0'.repeat(CHECK_DIGITS)).length;
  const none = { text: undefined, check: '' };
  let line: string;
  try {
    line = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return none;
  }
  const text = `${line.slice(0, -tail)}}`,
    check = line.slice(-2 - CHECK_DIGITS, -2);
  return line === lineText(text, check) ? { text, check } : none;
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
  if (!line) throw damaged(path, offset, 'a line lacks something or has a wrong value');
  return line;
}
