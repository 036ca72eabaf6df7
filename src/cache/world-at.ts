// A world that stands at a frame of a cache: from the newest checkpoint before it that is whole, or from the start, then simulated on.

import { problem, ThixoError } from '../problem.ts';
import type { SceneInput } from '../scene/schema.ts';
import { World, type WorldOptions } from '../world/world.ts';
import type { Cache } from './cache.ts';

/** A world at or before `frame`, as near as checkpoints allow. Damaged checkpoints are passed over. */
export async function nearestWorld(
  cache: Cache,
  frame: number,
  scene: SceneInput,
  options: WorldOptions,
): Promise<World> {
  if (cache.design !== undefined) throw designed(cache);
  const candidates = cache.checkpointLines.filter((line) => line.frame <= frame).reverse();
  for (const line of candidates) {
    try {
      return await World.branch(cache.readCheckpoint(line), scene, options);
    } catch (error) {
      if (!(error instanceof ThixoError) || !error.problems.every((p) => PASSED_OVER.includes(p.code))) throw error;
    }
  }
  if (cache.branch) throw otherOrigin(cache, cache.branch, frame);
  return World.create(scene, options);
}

/** There is no simulation behind a designed motion. */
function designed({ folder }: Cache): ThixoError {
  const message = `The frames in ${folder} are a designed motion: there is nothing to simulate.`;
  const hint = 'Make them, or damaged ones again, with `thixo animate <design>` and the same -o.';
  return new ThixoError([problem('CACHE_DESIGNED', '', message, hint)]);
}

/** The frames before a branch are of another scene. */
function otherOrigin({ folder }: Cache, { of, frame: begin }: NonNullable<Cache['branch']>, frame: number): ThixoError {
  if (frame < begin) {
    const message = `Frame ${frame} of ${folder} was simulated in ${of}; this cache branches off there at frame ${begin}.`;
    return new ThixoError([
      problem('CACHE_NO_FRAME', '', message, `Choose frame ${begin} or a later one, or use ${of}.`),
    ]);
  }
  const message = `${folder} branches off ${of} at frame ${begin}, and the state there is lost.`;
  return new ThixoError([problem('CACHE_DAMAGED', '', message, `Branch again with --from-frame ${begin}.`)]);
}

const PASSED_OVER: readonly string[] = ['CACHE_DAMAGED', 'SNAPSHOT_INVALID'];

/** The world of a cache at exactly this frame; every frame on the way must have the hash that the cache says. */
export async function worldAt(cache: Cache, frame: number, options: WorldOptions): Promise<World> {
  const world = await nearestWorld(cache, frame, cache.scene, options);
  try {
    requireSameHash(cache, world);
    advanceTo(cache, world, frame);
    return world;
  } catch (error) {
    world.dispose();
    throw error;
  }
}

/** Simulates on to a frame; every frame on the way must have the hash that the cache says. */
export function advanceTo(cache: Cache, world: World, frame: number): void {
  while (world.frame < frame) {
    if (!world.advance().ok) throw mismatch(cache, world.frame + 1, 'it cannot be simulated');
    requireSameHash(cache, world);
  }
}

/** Throws VERIFY_MISMATCH if the world's state is not the one that was committed for its frame. */
export function requireSameHash(cache: Cache, world: World): void {
  const line = cache.frameLines[world.frame],
    hash = world.hash();
  if (!line || line.hash === hash) return;
  throw mismatch(cache, world.frame, `its hash is ${line.hash}, but the scene gives ${hash}`);
}

function mismatch({ folder }: Cache, frame: number, why: string): ThixoError {
  const message = `Frame ${frame} of ${folder} differs from what the scene gives: ${why}.`;
  const hint = 'The cache was changed, or this is not the build that wrote it: simulate it again with --fresh.';
  return new ThixoError([problem('VERIFY_MISMATCH', '', message, hint)]);
}
