// What a check of another program is, and how what it read is compared with what was written.

import type { Box, Sample } from './sample.ts';

/** A program that reads our files. */
export interface Client {
  /** Its name, for people. */
  readonly name: string;
  /** Debian's package, if it is not one of ours. */
  readonly debian?: string;
  /** Whether it is too large for every run. */
  readonly heavy: boolean;
  /** Whether it is there. */
  isThere(): boolean;
  /** What is checked with it, by name. */
  readonly checks: Readonly<Record<string, (sample: Sample) => Promise<void> | void>>;
}

/** Throws unless two values are the same. */
export function same(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

/** Throws unless two numbers differ by at most `tolerance`. */
export function near(what: string, found: number | undefined, expected: number, tolerance: number): void {
  if (!(Math.abs((found ?? Number.NaN) - expected) <= tolerance)) {
    throw new Error(`${what}: ${found} instead of ${expected} ± ${tolerance}`);
  }
}

/** Throws unless two boxes are the same to a micrometer. */
export function sameBox(what: string, found: Box, expected: Box): void {
  for (const [k, x] of expected.entries()) near(`${what}, side ${k} of the box`, found[k], x, 1e-6);
}

/** Throws unless a surface encloses a volume (m³) to a millionth: its triangles join the right vertices in the right order. */
export function sameVolume(found: number | undefined, expected: number): void {
  near('volume', found, expected, 1e-6 * expected);
}
