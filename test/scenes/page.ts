// What a page of its own answers when it is asked to run a scene.

import { World } from '../../src/index.ts';
import { SCENES } from './index.ts';
import { hashFrames } from './run-scene.ts';

export interface PageAnswer {
  readonly isolated: boolean;
  /** Threads the world really used. */
  readonly threads: number;
  readonly hashes: readonly string[];
  readonly error?: string;
}

/** Runs a scene with as many threads as were asked for, as far as the page allows. */
export async function answerAsPage(name: string, threads: number): Promise<PageAnswer> {
  const isolated = globalThis.crossOriginIsolated;
  try {
    const world = await World.create(SCENES[name]!.scene, { threads }),
      used = world.threads;
    world.dispose();
    return { isolated, threads: used, hashes: await hashFrames(name, threads) };
  } catch (error) {
    return { isolated, threads: 0, hashes: [], error: String(error) };
  }
}
