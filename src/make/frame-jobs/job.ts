// What to make of the frames of a cache, as data: it goes to threads, each of which makes one frame at a time.

import type { Range } from '../../colors/particle-colors.ts';
import type { What } from '../../export/format.ts';
import type { FormatName } from '../../export/formats.ts';
import type { FoamSettings } from '../../foam/settings.ts';
import type { FrameLine } from '../../frames/manifest-line.ts';
import type { View } from '../../render/view.ts';
import type { Scene } from '../../scene/schema.ts';

/** Where a cache is, and what is made of its frames. */
export interface CacheFolders {
  /** Folder of the cache. */
  readonly cache: string;
  /** Folder that surfaces and pictures are written below: that of the cache, or another one where nothing can be written there. */
  readonly derived: string;
}

interface CommonJob extends CacheFolders {
  /** The scene with the settings to use. */
  readonly scene: Scene;
}

/** The surface of every frame, into the cache. */
export interface MeshJob extends CommonJob {
  readonly kind: 'mesh';
}

/** The foam of every frame, into the cache. */
export interface FoamJob extends CommonJob {
  readonly kind: 'foam';
  readonly settings: FoamSettings;
}

/** A picture of every frame, into a folder. */
export interface PictureJob extends CommonJob {
  readonly kind: 'picture';
  readonly folder: string;
  readonly view: View;
  /** Values of the first and the last color; undefined where colors stand for substances. */
  readonly range: readonly [number, number] | undefined;
  readonly width: number;
  readonly height: number;
}

/** Files for other programs, into a folder. */
export interface ExportJob extends CommonJob {
  readonly kind: 'export';
  readonly folder: string;
  readonly format: FormatName;
  readonly what: What;
  readonly title: string;
  /** Frames per second of what is exported. */
  readonly frameRate: number;
  readonly view: View;
  /** How many frames are exported. */
  readonly frameCount: number;
  /** Values of the first and the last color; undefined where colors stand for substances. */
  readonly colorRange: Range | undefined;
  /** So many of the largest pieces of a frame, each in a file or an object of its own; undefined for all as one. */
  readonly mostPieces: number | undefined;
}

export type FrameJob = MeshJob | FoamJob | PictureJob | ExportJob;

/** One frame to make something of. */
export interface FrameTask {
  readonly line: FrameLine;
  /** Key of its surface; undefined where none is needed. */
  readonly surface: string | undefined;
  /** The set that its surface belongs to if it is made; none for the settings of the cache itself. */
  readonly surfaceSet?: string | undefined;
  /** The piece of the frame that the file is for; undefined for all of it. */
  readonly piece?: number | undefined;
  /** What it is made of and how. */
  readonly key: string;
  /** Name of the file that is to be written. */
  readonly file: string;
}

/** What became of a frame. */
export interface Made {
  readonly frame: number;
  /** s */
  readonly time: number;
  /** False if it was there. */
  readonly made: boolean;
  /** Path of the file. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Triangles, in 2D segments, where a surface was made. */
  readonly elements?: number;
  /** Wall time, s. */
  readonly wallSeconds: number;
}

/** Does a job. */
export interface FrameMaker {
  /** Makes one frame. */
  make(task: FrameTask): Promise<Made>;
  dispose(): void;
}

/** Whether the frames of a job must be made one after the other, in order. */
export function isOrdered({ kind, scene }: FrameJob): boolean {
  return kind === 'foam' || (kind === 'mesh' && scene.surface.kind === 'active');
}
