// What a page and its world in a worker say to each other.

import type { Problem } from '../problem.ts';
import type { SceneInput } from '../scene/schema.ts';
import type { FrameReport } from '../world/report.ts';

/** How a world in a worker is run. None of it changes the result. */
export interface RunOptions {
  /** Threads of the world, the worker among them; default 1. */
  readonly threads?: number | undefined;
  /** Fields that come with every frame; default position. */
  readonly fields?: readonly string[] | undefined;
  /** Simulated seconds per second, at most; default 1. Infinity goes as fast as it can. */
  readonly pace?: number | undefined;
  /** Bytes for snapshots; default 256 MB. */
  readonly snapshotBytes?: number | undefined;
  /** Most memory of the engine; default 4 GiB. Phones end pages that reserve so much: 512 MiB is safe there. */
  readonly memoryBytes?: number | undefined;
  /** Whether it begins to run at once; default true. */
  readonly playing?: boolean | undefined;
  /** Whether frames carry the hash of the state. */
  readonly hashes?: boolean | undefined;
}

/** Inputs that begin a stroke. */
export const STROKES = ['grab', 'push', 'addForce', 'addObstacle', 'holdObstacle', 'pour', 'erase', 'heat'] as const;
export type StrokeName = (typeof STROKES)[number];
/** Other inputs. */
export const INPUTS = ['addBody', 'addParticles', 'set', 'stopEmitter', 'amend'] as const;
export type InputName = (typeof INPUTS)[number];

export type ToWorker =
  | {
      readonly type: 'start';
      readonly scene: SceneInput;
      readonly options: RunOptions;
      readonly module: WebAssembly.Module;
    }
  | { readonly type: 'begin'; readonly stroke: number; readonly name: StrokeName; readonly args: readonly unknown[] }
  | {
      readonly type: 'stroke';
      readonly stroke: number;
      readonly name: 'moveTo' | 'place' | 'end';
      readonly args: readonly unknown[];
    }
  | { readonly type: 'input'; readonly name: InputName; readonly args: readonly unknown[] }
  | { readonly type: 'play' | 'pause' | 'taken' }
  | { readonly type: 'ask'; readonly ask: number; readonly what: Question; readonly frame?: number };

/** What a page waits for. */
export type Question = 'step' | 'seek' | 'scene' | 'snapshot' | 'frames';

/** The particles of a frame, in order of id. */
export interface LiveFrame {
  readonly frame: number;
  /** s */
  readonly time: number;
  readonly particles: number;
  /** The fields that were asked for, such as positions as x, y, z, in m. They belong to the page. */
  readonly fields: Readonly<Record<string, Float32Array | Uint32Array>>;
  /** How the frame went; not there for a frame that was only gone back to. */
  readonly report?: FrameReport | undefined;
  /** Simulated seconds per second of computing, lately. */
  readonly speed: number;
  readonly hash?: string | undefined;
}

export type FromWorker =
  | { readonly type: 'frame'; readonly frame: LiveFrame }
  | { readonly type: 'answer'; readonly ask: number; readonly value: unknown }
  | {
      readonly type: 'failed';
      readonly ask?: number | undefined;
      readonly message: string;
      readonly problems?: readonly Problem[] | undefined;
    };
