// Small bakes for the tests of crashes and faults: a scene that takes milliseconds, the run that nothing disturbs, and what must be
// true of a cache whatever happened to it.

import { expect } from 'vitest';
import { type BakeOptions, type BakeResult, bake } from '../../src/cache/bake.ts';
import { openCache } from '../../src/cache/cache.ts';
import type { BakeEvent } from '../../src/cache/records.ts';
import { loadTrigonometry, type SceneFile } from '../../src/cache/scene-file.ts';
import type { SceneInput } from '../../src/index.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { FakeFiles } from './fake-files.ts';

export { SMALL_SCENE } from './small-scene.ts';

/** The folder that is safely on the fake disk, and the cache in it: two levels below, as `out/<name>` is for a user. */
export const HOME = '/home';
export const OUTPUT = '/home/out/small';

/** A scene as if it had been read from a file. */
export async function sceneFile(input: SceneInput): Promise<SceneFile> {
  const scene = parseScene(input, await loadTrigonometry());
  return { path: '/scenes/small.json', folder: '/scenes', title: scene.name || 'small', input, scene };
}

export interface BakeRun {
  readonly result: BakeResult;
  readonly events: readonly BakeEvent[];
}

/** Bakes on a fake disk, one thread, with a clock that stands still. */
export async function bakeOn(
  files: FakeFiles,
  source: SceneFile,
  options: Partial<BakeOptions> = {},
  output = OUTPUT,
): Promise<BakeRun> {
  const events: BakeEvent[] = [];
  const onEvent = (event: BakeEvent): void => {
    events.push(event);
    options.onEvent?.(event);
  };
  const result = await bake(source, output, {
    threads: 1,
    checkpointEvery: 3,
    now: () => 0,
    ...options,
    files,
    onEvent,
  });
  return { result, events };
}

/** The run that nothing disturbs. */
export interface Reference {
  readonly hash: string;
  /** Hash of every frame. */
  readonly hashes: readonly string[];
  /** Bytes of every frame file by its path. */
  readonly frames: ReadonlyMap<string, Uint8Array>;
}

export async function referenceRun(source: SceneFile, options: Partial<BakeOptions> = {}): Promise<Reference> {
  const disk = new FakeFiles(HOME);
  const { result } = await bakeOn(disk, source, options);
  const hashes = openCache(OUTPUT, disk).frames.map(({ hash }) => hash);
  return { hash: result.hash, hashes, frames: frameFiles(disk) };
}

/** The frame files of a disk by their paths. */
export function frameFiles(disk: FakeFiles): Map<string, Uint8Array> {
  return new Map([...disk.files()].filter(([path]) => path.endsWith('.frame')));
}

/** Number of frames that a bake has said are safe. */
export function framesIn(events: readonly BakeEvent[]): number {
  return events.filter(({ event }) => event === 'frame').length;
}

/** Opens a cache of which `committed` frames were announced: they are there, and what is listed is byte for byte right. */
export function expectRight(disk: FakeFiles, committed: number, reference: Reference, output = OUTPUT): void {
  if (committed === 0 && !disk.files().has(`${output}/manifest.ndjson`)) return;
  const cache = openCache(output, disk);
  expect(cache.frames.length).toBeGreaterThanOrEqual(committed);
  const files = disk.files();
  cache.frames.forEach(({ frame, hash }, k) => {
    expect([frame, hash]).toEqual([k, reference.hashes[k]]);
    const path = `${output}/frames/${String(k).padStart(6, '0')}.frame`;
    expect(sameBytes(files.get(path), reference.frames.get(path))).toBe(true);
    expect(cache.readFrame(k)).toMatchObject({ frame: k });
  });
}

/** Runs the same command again: it must end as if nothing had happened. Returns the frame whose state it went on from. */
export async function expectResumes(
  disk: FakeFiles,
  source: SceneFile,
  reference: Reference,
  options: Partial<BakeOptions> = {},
): Promise<number> {
  const { result, events } = await bakeOn(disk, source, options);
  expect(result).toEqual({ outcome: 'done', frame: reference.hashes.length - 1, hash: reference.hash });
  expectFinished(disk, reference);
  return startOf(events);
}

/** The frame whose state a bake went on from. */
export function startOf(events: readonly BakeEvent[]): number {
  return events.find((event) => event.event === 'start')!.from;
}

/** The frames of the disk are those of the reference, and nothing else is left behind. */
export function expectFinished(disk: FakeFiles, reference: Reference): void {
  const frames = frameFiles(disk);
  expect([...frames.keys()]).toEqual([...reference.frames.keys()]);
  for (const [path, bytes] of frames) expect(sameBytes(bytes, reference.frames.get(path)), path).toBe(true);
  expect([...disk.files().keys()].filter((path) => /\.tmp$|run\.lock$/.test(path))).toEqual([]);
  expect(disk.openFiles).toEqual([]);
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}
