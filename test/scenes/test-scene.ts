// What a small scene of the tests is: seconds to run, lively, and never diverging.

import type { SceneInput } from '../../src/index.ts';

export interface TestScene {
  /** The scene; it has between 300 and 3000 particles. */
  readonly scene: SceneInput;
  /** Frames to simulate: enough for things to hit each other. */
  readonly frames: number;
}
