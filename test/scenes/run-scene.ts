// Runs a small scene and writes down the hash after every frame. The same code serves Node, a page and a worker.

import { World } from '../../src/index.ts';
import { SCENES } from './index.ts';

/** Hash of the state after each frame of a scene. Throws if a frame diverges. */
export async function hashFrames(name: string, threads: number): Promise<string[]> {
  const { scene, frames } = SCENES[name]!;
  const world = await World.create(scene, { threads, rapier: () => import('@dimforge/rapier3d-deterministic-compat') });
  try {
    return Array.from({ length: frames }, () => hashNextFrame(world));
  } finally {
    world.dispose();
  }
}

/** Advances by a frame, which must succeed, and returns the hash of the new state. */
export function hashNextFrame(world: World): string {
  const { problem } = world.advance();
  if (problem) throw new Error(`${problem.code} at frame ${world.frame}: ${problem.message}`);
  return world.hash();
}
