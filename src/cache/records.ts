// What a bake says while it runs: the events of `run --json`.

import type { Divergence } from '../diagnose/inspect.ts';
import type { FrameRecord, FrameWork } from '../frames/frame-record.ts';
import type { Problem } from '../problem.ts';

/** What a bake says while it runs, in this order: start, any of the middle ones, done. */
export type BakeEvent =
  | {
      readonly event: 'start';
      /** Version of Thixo. */
      readonly version: string;
      /** Title of the scene, or its file name. */
      readonly scene: string;
      /** Folder of the cache. */
      readonly output: string;
      /** Frames of the whole run, beside frame 0. */
      readonly frames: number;
      /** Frames that were already committed (the run resumes); 0 when it is new, frame 0 not counted. */
      readonly committed: number;
      /** The frame the state was read from: a checkpoint, or 0 for the start. */
      readonly from: number;
      readonly particles: number;
      readonly threads: number;
      /** Processes that share the world, in a run over MPI. */
      readonly ranks?: number;
      /** Estimated bytes of memory and disk of the whole run. */
      readonly memoryBytes: number;
      readonly diskBytes: number;
    }
  | (FrameRecord & FrameWork & { readonly event: 'frame' /** Bytes of the frame's file. */; readonly bytes: number })
  | { readonly event: 'checkpoint'; readonly frame: number; readonly bytes: number }
  | (Problem & { readonly event: 'warning' })
  | (Divergence & { readonly event: 'diverged'; readonly frame: number })
  | {
      readonly event: 'done';
      /** Last committed frame. */
      readonly frame: number;
      /** s */
      readonly time: number;
      readonly hash: string;
      readonly output: string;
      /** Wall time of this run, s. */
      readonly wallSeconds: number;
      /** Whether the run was asked to stop before its last frame. */
      readonly interrupted: boolean;
      /** Whether it stopped because the numbers went wrong. */
      readonly diverged: boolean;
    };
