// Writes and reads manifests with Node's SHA-256; what is in them: src/frames/manifest.ts.

import { damaged } from '../frames/damaged.ts';
import { CHECK_DIGITS, FORMAT, lineText, type Manifest, manifestOf, splitManifest } from '../frames/manifest.ts';
import type { CacheLine, ManifestLine } from '../frames/manifest-line.ts';
import type { Scene } from '../scene/schema.ts';
import { digest } from './disk.ts';

/** The first line of a new cache. */
export function cacheLine(version: string, title: string, scene: Scene, branch?: CacheLine['branch']): CacheLine {
  return { kind: 'cache', format: FORMAT, version, title, scene, ...(branch ? { branch } : {}) };
}

/** A line as bytes. */
export function encodeLine(line: ManifestLine): Uint8Array {
  const text = JSON.stringify(line);
  return new TextEncoder().encode(`${lineText(text, check(text))}\n`);
}

/** Reads a manifest; throws CACHE_DAMAGED or CACHE_FORMAT. */
export function decodeManifest(bytes: Uint8Array, path: string): Manifest {
  const lines = splitManifest(bytes);
  // Before all the others are looked at: whatever else this file is, it may be long.
  if (lines[0]?.text === undefined || check(lines[0].text) !== lines[0].check)
    throw damaged(path, 0, 'it does not start with the line of a cache');
  const fits = lines.map((line) => line.text !== undefined && check(line.text) === line.check);
  return manifestOf(lines, fits, bytes.length, path);
}

function check(text: string): string {
  return digest(text).slice(0, CHECK_DIGITS);
}
