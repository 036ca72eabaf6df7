// What the page and the worker of the simulation say to each other.

import type { FrameNumbers } from '../../src/frames/curves.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { Problem } from '../../src/problem.ts';
import type { Scene, SurfaceSettings } from '../../src/scene/schema.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import type { Stroke, StrokeInput } from '../model/strokes.ts';

export type ToSimulation =
  | {
      readonly say: 'open';
      readonly run: number;
      readonly written: unknown;
      readonly preview: boolean;
      readonly options: EngineOptions;
    }
  | { readonly say: 'update'; readonly written: unknown; readonly to?: number }
  | { readonly say: 'play' }
  | { readonly say: 'pause' }
  | { readonly say: 'seek'; readonly frame: number }
  | { readonly say: 'hold'; readonly stroke: StrokeInput }
  | { readonly say: 'release' }
  /** The page has drawn a frame: the next one may come. */
  | { readonly say: 'drawn' };

export interface EngineOptions {
  readonly threads: number;
  readonly wasmUrl: string;
  readonly workerUrl: string;
  readonly budget: number;
  /** Most memory of the engine, bytes. */
  readonly memoryBytes?: number | undefined;
  readonly limits?: { readonly particles: number } | undefined;
}

/** What is known of a scene before it runs. */
export interface Opened {
  readonly scene: Scene;
  readonly frameCount: number;
  readonly warnings: readonly Problem[];
}

export type FromSimulation =
  | ({ readonly say: 'opened'; readonly run: number } & Opened)
  | ({ readonly say: 'changed'; readonly run: number; readonly valid: number } & Opened)
  | {
      readonly say: 'frame';
      readonly run: number;
      readonly frame: number;
      readonly simulated: number;
      readonly kept: readonly number[];
      readonly fields: WorldFields;
      readonly hash: string;
      /** Simulated over real time of the last frames; 0 if this one was not just simulated. */
      readonly pace: number;
      readonly bytes: number;
    }
  /** A frame that was simulated, in numbers. */
  | { readonly say: 'numbers'; readonly run: number; readonly numbers: FrameNumbers }
  /** On the way to a frame that is not simulated yet. */
  | { readonly say: 'working'; readonly run: number; readonly frame: number; readonly goal: number }
  | { readonly say: 'stroke'; readonly run: number; readonly stroke: Stroke }
  | { readonly say: 'ended'; readonly run: number }
  | { readonly say: 'refused'; readonly run: number; readonly problems: readonly Problem[] }
  | { readonly say: 'diverged'; readonly run: number; readonly frame: number; readonly problems: readonly Problem[] };

export type ToSurface =
  | {
      readonly say: 'scene';
      readonly scene: Scene;
      readonly first: WorldFields;
      readonly settings: Partial<SurfaceSettings>;
      readonly wasmUrl: string;
      readonly memoryBytes?: number | undefined;
    }
  | { readonly say: 'build'; readonly id: number; readonly fields: WorldFields };

export type FromSurface = { readonly id: number; readonly mesh?: SurfaceMesh; readonly error?: string };
