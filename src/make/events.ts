// What is told while the frames of a cache become surfaces, pictures or files.

import type { BakeEvent } from '../cache/records.ts';
import type { Problem } from '../problem.ts';
import type { PictureKind } from './picture-kind.ts';

/** What is made of frames: surfaces, foam, pictures, files for other programs. */
export type StageName = 'mesh' | 'foam' | 'render' | 'export';

/**
 * What is told of a stage: `start`, then any of the others, then `done`. A stage that fails has no `done`.
 * @example onEvent: (e) => e.event === 'frame' && console.log(`${e.stage}: ${e.done}`)
 */
export type StageEvent =
  | {
      /** It is known what the pictures are going to be. */
      readonly event: 'output';
      readonly stage: 'render';
      readonly kind: PictureKind;
      /** Path, as the caller knows it. */
      readonly output: string;
      /** An animated picture takes the place of a video, because there is no ffmpeg. */
      readonly fallback: boolean;
    }
  | {
      readonly event: 'start';
      readonly stage: StageName;
      /** Version of Thixo. */
      readonly version: string;
      /** Title of the scene. */
      readonly scene: string;
      /** Where it goes, as the caller knows it. */
      readonly output: string;
      /** How many there will be. */
      readonly frames: number;
      /** Those of them that are known to be there already. */
      readonly kept: number;
      /** What is made of each frame; `frame` where all frames go into one file. */
      readonly makes: 'surface' | 'foam' | 'picture' | 'file' | 'frame';
      readonly threads: number;
    }
  | {
      /** One more is there. */
      readonly event: 'frame';
      readonly stage: StageName;
      readonly frame: number;
      /** Simulated time, s. */
      readonly time: number;
      /** Path of the file. */
      readonly file: string;
      readonly bytes: number;
      /** Triangles (3D) or segments (2D), where a surface was made. */
      readonly elements?: number;
      /** Wall time of making it, s. */
      readonly wallSeconds: number;
      /** False if it was there already. */
      readonly made: boolean;
      /** How many are there now. */
      readonly done: number;
    }
  | {
      /** A frame has gone into the one file of all frames; a format may go through them several times. */
      readonly event: 'pass';
      readonly stage: 'export';
      readonly frame: number;
      /** How many of them have, this time. */
      readonly done: number;
    }
  | {
      /** There is nothing to do until a run has simulated more frames. */
      readonly event: 'wait';
      readonly stage: StageName;
    }
  | {
      /** The pieces of the frames are looked for. */
      readonly event: 'pieces';
      readonly stage: 'export';
      readonly frames: number;
    }
  | {
      /** The folder also has files of other settings. They stay. */
      readonly event: 'others';
      readonly stage: 'render' | 'export';
      readonly output: string;
      /** Their names, sorted. */
      readonly files: readonly string[];
    }
  | (Problem & { readonly event: 'warning'; readonly stage: StageName })
  | {
      readonly event: 'done';
      readonly stage: StageName;
      readonly output: string;
      /** How many are there now. */
      readonly frames: number;
      /** Those of them that were made now. */
      readonly made: number;
      /** Wall time, s. */
      readonly wallSeconds: number;
      /** Whether it was asked to stop before the last one. */
      readonly interrupted: boolean;
    }
  | {
      /** The pictures become one file. */
      readonly event: 'start';
      readonly stage: 'write';
      readonly kind: PictureKind;
      readonly output: string;
    }
  | {
      readonly event: 'done';
      readonly stage: 'write';
      readonly output: string;
      /** Wall time, s. */
      readonly wallSeconds: number;
      /** Whether it was asked to stop before; then there is no new file. */
      readonly interrupted: boolean;
    };

/** What is told on the way from a scene to a video: the run, then what is made of its frames. */
export type MakeEvent = (BakeEvent & { readonly stage: 'run' }) | StageEvent;
