// Whether anything passed through a wall: every frame of a cache beside the obstacles of its scene.

import { wrongSides } from '../diagnose/wrong-side.ts';
import { type Problem, problem } from '../problem.ts';
import { openCache } from './cache.ts';
import { type Files, realFiles } from './files.ts';

/** What a frame says about the obstacles. */
export interface FrameSides {
  readonly frame: number;
  /** s */
  readonly time: number;
  readonly particles: number;
  /** Centers on the wrong side of each obstacle; null for a mesh with holes, which has none. */
  readonly wrong: readonly (number | null)[];
}

/** What checking found. */
export interface FrameCheck {
  readonly frames: readonly FrameSides[];
  /** Empty if every center of every frame is on the right side. */
  readonly problems: readonly Problem[];
}

/** How to check. */
export interface CheckFramesOptions {
  readonly files?: Files;
  /** Told before each frame. */
  onProgress?(frame: number, total: number): void;
}

/**
 * Looks at every frame of a cache. Throws a ThixoError if there is none, or it cannot be read.
 * @example const { frames, problems } = checkFrames('out/dam-break');
 */
export function checkFrames(folder: string, { files = realFiles, onProgress }: CheckFramesOptions = {}): FrameCheck {
  const cache = openCache(folder, files),
    { scene } = cache,
    count = wrongSides(scene, Math),
    total = cache.frameLines.length,
    frames: FrameSides[] = [];
  for (let frame = 0; frame < total; frame++) {
    onProgress?.(frame, total);
    const fields = cache.readFrame(frame);
    frames.push({
      frame,
      time: fields.time,
      particles: fields.count,
      wrong: count(fields, fields.time).map((wrong) => wrong ?? null),
    });
  }
  return { frames, problems: scene.obstacles.flatMap((_, k) => problemsOf(frames, k)) };
}

function problemsOf(frames: readonly FrameSides[], k: number): Problem[] {
  const bad = frames.filter(({ wrong }) => (wrong[k] ?? 0) > 0);
  if (bad.length === 0) return [];
  const most = bad.reduce((a, b) => (b.wrong[k]! > a.wrong[k]! ? b : a)),
    message = `${most.wrong[k]} of ${most.particles} particles are on the wrong side of obstacle ${k} in frame ${most.frame}; some in ${bad.length} of ${frames.length} frames, first in frame ${bad[0]!.frame}.`;
  const hint =
    bad[0]!.frame === 0 ? 'They start there: move the body or the obstacle.' : 'Please report it with the scene.';
  return [problem('WRONG_SIDE', `/obstacles/${k}`, message, hint)];
}
