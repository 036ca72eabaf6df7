// What fuzzing has found: a file per find in test/cases. The test that it was found with tries it again, for good.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A find. */
export interface Case {
  /** The test that failed: its file and its whole name, and the number of the property if it has several. */
  readonly test: string;
  /** What went wrong, in a line. */
  readonly found: string;
  /** The values that the property does not hold for. */
  readonly values?: readonly unknown[];
  /** Where fast-check finds them again, if they cannot be written down. */
  readonly replay?: { readonly seed: number; readonly path: string };
}

/** The folder of the cases; FUZZ_CASES names another. */
export const CASES = process.env.FUZZ_CASES ?? fileURLToPath(new URL('../cases', import.meta.url));

/** The cases of a test, each with the name of its file. */
export function casesOf(test: string, folder = CASES): (Case & { readonly file: string })[] {
  return allCases(folder).filter((found) => found.test === test);
}

/** All cases, in the order of their files. */
export function allCases(folder = CASES): (Case & { readonly file: string })[] {
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ ...(decoded(JSON.parse(readFileSync(join(folder, file), 'utf8'))) as Case), file }));
}

/** Writes a find to a file of its own; returns its name. The same find is written once. */
export function keepCase(found: Case, folder = CASES): string {
  const written = { ...found, ...(found.values && { values: encoded(found.values) }) };
  const text = `${JSON.stringify(written, undefined, 2)}\n`,
    hash = createHash('sha256')
      .update(JSON.stringify([written.test, written.values, written.replay]))
      .digest('hex');
  const words = found.test
    .replace(/^.*> /, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const file = `${words.slice(0, 50).replace(/^-|-$/g, '')}-${hash.slice(0, 8)}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  return file;
}

/** Whether values can be written to a file and read back the same. */
export function canBeWritten(value: unknown): boolean {
  try {
    encoded(value);
    return true;
  } catch {
    return false;
  }
}

const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array } as const;
type ArrayName = keyof typeof ARRAYS;

/** A value as JSON can hold it: what JSON does not know becomes an object with the one key `$kind`. */
export function encoded(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $number: Object.is(value, -0) ? '-0' : `${value}` };
    case 'bigint':
      return { $bigint: `${value}` };
    case 'undefined':
      return { $undefined: true };
    case 'object':
      return encodedObject(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be written to a case`);
  }
}

function encodedObject(value: object | null): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return Array.from(value, encoded);
  const name = value.constructor?.name as ArrayName;
  if (Object.hasOwn(ARRAYS, name)) return { [`$${name}`]: Array.from(value as Uint8Array, encoded) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('only plain objects can be written');
  const entries = Object.entries(value).map(([key, part]) => [key, encoded(part)]);
  const isPlain = prototype !== null && !entries.some(([key]) => (key as string).startsWith('$'));
  return isPlain ? Object.fromEntries(entries) : { [prototype === null ? '$bare' : '$object']: entries };
}

/** The value that was encoded. */
export function decoded(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(decoded);
  const [[kind, part] = ['', undefined]] = Object.entries(json) as [string, unknown][];
  if (kind === '$number') return Number(part);
  if (kind === '$bigint') return BigInt(part as string);
  if (kind === '$undefined') return undefined;
  if (kind === '$bare' || kind === '$object') {
    const entries = (part as [string, unknown][]).map(([key, value]) => [key, decoded(value)] as const);
    const object = Object.fromEntries(entries);
    return kind === '$object' ? object : Object.assign(Object.create(null), object);
  }
  if (kind.startsWith('$'))
    return ARRAYS[kind.slice(1) as ArrayName].from((part as unknown[]).map(decoded) as number[]);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, decoded(value)]));
}
