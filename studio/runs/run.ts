// A run that a picture follows: a scene that is simulated, or a cache that is there. It goes to the frame it is told and shows what it has.

import type { FrameNumbers } from '../../src/frames/curves.ts';
import type { Scene } from '../../src/scene/schema.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';

/** A frame of a run. */
export interface RunFrame {
  readonly frame: number;
  readonly scene: Scene;
  readonly fields: WorldFields;
  readonly hash: string;
}

export interface Run {
  /** Called with every frame that is there to be shown. */
  onFrame: ((frame: RunFrame) => void) | undefined;
  /** Called with the numbers of a frame. */
  onNumbers: ((numbers: FrameNumbers) => void) | undefined;
  /** Called with what is wrong. */
  onFault: ((words: string) => void) | undefined;
  /** Called while frames on the way to the one that is wanted are simulated. */
  onWorking?: ((frame: number, goal: number) => void) | undefined;
  seek(frame: number): void;
  dispose(): void;
}
