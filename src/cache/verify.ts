// Proof of a cache: every byte is what was committed, and sampled frames, simulated again, give the same state and the same file.

import { join } from 'node:path';
import { MANIFEST } from '../frames/manifest.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { World } from '../world/world.ts';
import { type Cache, checkpointFile, frameFile, openCache } from './cache.ts';
import { type Files, realFiles } from './files.ts';
import { sameFields } from './frame-file.ts';
import { version } from './version.ts';
import { worldAt } from './world-at.ts';

/** How to verify. */
export interface VerifyOptions {
  /** Frames to simulate again; default 3, 0 for checksums only. */
  readonly samples?: number;
  readonly threads?: number;
  readonly files?: Files;
  /** Told before each piece of work: what, and how far it is. */
  onProgress?(what: string, done: number, total: number): void;
}

/** What verifying found. */
export interface Verification {
  /** Empty errors: the cache is what was simulated. Warnings are what could not be checked. */
  readonly problems: readonly Problem[];
  /** Frames and checkpoints whose bytes were checked. */
  readonly frames: number;
  readonly checkpoints: number;
  /** Frames that were simulated again. */
  readonly resimulated: readonly number[];
}

/**
 * Verifies a cache. Throws only if there is none; what is wrong with it is in the result.
 * @example const { problems } = await verifyCache('out/dam-break');
 */
export async function verifyCache(folder: string, options: VerifyOptions = {}): Promise<Verification> {
  const { files = realFiles, samples = 3 } = options;
  const cache = open(folder, files);
  if (Array.isArray(cache)) return { problems: cache, frames: 0, checkpoints: 0, resimulated: [] };
  const problems = [...checkManifest(cache), ...checkFiles(cache, options)],
    resimulated: number[] = [];
  const broken = problems.some(({ severity }) => severity === 'error');
  if (!broken && cache.design !== undefined) problems.push(isDesigned(cache));
  else if (!broken && cache.version !== version()) problems.push(otherVersion(cache));
  else if (!broken) {
    const chosen = sampleFrames(cache, samples);
    for (const [k, frame] of chosen.entries()) {
      options.onProgress?.(`simulating frame ${frame} again`, k, chosen.length);
      problems.push(...(await checkFrame(cache, frame, options.threads ?? 1)));
      resimulated.push(frame);
    }
  }
  return { problems, frames: cache.frameLines.length, checkpoints: cache.checkpoints.length, resimulated };
}

/** The cache, or what is wrong with its manifest. */
function open(folder: string, files: Files): Cache | Problem[] {
  try {
    return openCache(folder, files);
  } catch (error) {
    if (error instanceof ThixoError && error.problems.some((p) => p.code === 'CACHE_DAMAGED')) return mismatches(error);
    throw error;
  }
}

function checkManifest({ folder, manifest: { rest, length, torn } }: Cache): Problem[] {
  if (rest === 0) return [];
  const path = join(folder, MANIFEST);
  const message = `${path} ends, after byte ${length}, in ${rest} bytes that are not a committed line.`;
  const hint = 'A crash leaves such an end; running the scene again removes it.';
  return [{ ...problem('VERIFY_MISMATCH', '', message, hint), severity: torn ? 'warning' : 'error', offset: length }];
}

function checkFiles(cache: Cache, { onProgress }: VerifyOptions): Problem[] {
  const { frameLines, checkpointLines, folder } = cache,
    total = frameLines.length + checkpointLines.length;
  const check = (what: string, done: number, read: () => void): Problem[] => {
    onProgress?.(`checking ${what}`, done, total);
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof ThixoError) return mismatches(error);
      throw error;
    }
  };
  return [
    ...frameLines.flatMap(({ frame }) => check(frameFile(folder, frame), frame, () => cache.readFrame(frame))),
    ...checkpointLines.flatMap((line, k) =>
      check(checkpointFile(folder, line.frame), frameLines.length + k, () => cache.requireCheckpoint(line)),
    ),
  ];
}

/** The same problems, as what verifying found. */
function mismatches({ problems }: ThixoError): Problem[] {
  const hint = 'Simulate it again with --fresh, or restore the file from a copy.';
  return problems.map((p) => (p.code === 'CACHE_DAMAGED' ? { ...p, code: 'VERIFY_MISMATCH', hint } : p));
}

/** Frames spread over the run; in each stretch the one that is cheapest to reach, right after a checkpoint if there is one. */
export function sampleFrames(cache: Cache, samples: number): number[] {
  const begin = cache.branch?.frame ?? 0,
    frames = cache.frameLines.length - 1 - begin,
    starts = [begin, ...cache.checkpoints],
    number = Math.min(samples, frames),
    stretch = frames / Math.max(1, number);
  const chosen: number[] = [];
  for (let k = 0; k < number; k++) {
    const from = begin + Math.floor(k * stretch) + 1,
      to = begin + Math.floor((k + 1) * stretch);
    chosen.push(starts.map((start) => start + 1).find((frame) => frame >= from && frame <= to) ?? from);
  }
  return chosen;
}

async function checkFrame(cache: Cache, frame: number, threads: number): Promise<Problem[]> {
  let world: World | undefined;
  try {
    world = await worldAt(cache, frame - 1, { threads });
    world.advance();
    const { hash } = cache.requireFrame(frame),
      same = sameFields(cache.readFrame(frame), world.fields);
    if (world.frame === frame && world.hash() === hash && same) return [];
    const message = same
      ? `Frame ${frame}, simulated again, has the hash ${world.hash()}; the committed one is ${hash}.`
      : `Frame ${frame}, simulated again, has different particles from its file.`;
    const hint = 'The cache was changed, or this is not the build that wrote it.';
    return [problem('VERIFY_MISMATCH', '', message, hint)];
  } catch (error) {
    if (error instanceof ThixoError) return mismatches(error);
    throw error;
  } finally {
    world?.dispose();
  }
}

function isDesigned(cache: Cache): Problem {
  const message = `The frames in ${cache.folder} are a designed motion: only checksums were checked.`;
  const hint = 'To be sure, make them again in another folder with `thixo animate`, and compare the hashes.';
  return { ...problem('CACHE_DESIGNED', '', message, hint), severity: 'warning' };
}

function otherVersion(cache: Cache): Problem {
  const message = `The cache was simulated by Thixo ${cache.version}; this is ${version()}: only checksums were checked.`;
  const hint = 'Use that version to simulate frames again.';
  return { ...problem('CACHE_OTHER_VERSION', '', message, hint), severity: 'warning' };
}
