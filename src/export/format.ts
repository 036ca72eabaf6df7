// What a file format is to the rest: bytes made of frames. Nothing here touches a disk; the caller names and writes the files.

import type { FoamParticles } from '../foam/foam-particles.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { Bounds } from '../shapes/bounds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** What is exported: the skin around the particles, the particles themselves, or the spray, foam and bubbles beside them. */
export type What = 'surface' | 'particles' | 'foam';

/** All of it, in the order in which people hear of it. */
export const WHATS = ['surface', 'particles', 'foam'] as const satisfies readonly What[];

/** One frame to export. */
export interface ExportFrame {
  /** Number of the frame, from 0. */
  readonly frame: number;
  /** Simulated time, s. */
  readonly time: number;
  /** The particles. */
  readonly fields: WorldFields;
  /** Their surface; needed when surfaces are exported. */
  readonly surface?: SurfaceMesh | undefined;
  /** Spray, foam and bubbles; needed when they are exported. */
  readonly foam?: FoamParticles | undefined;
  /** Its pieces one by one, for formats that keep them apart in one file; `surface` is then of all. */
  readonly pieces?: readonly ExportPiece[] | undefined;
  /** If the particles are one piece of a frame: the number of its color, so that it has the color that it has among the others. */
  readonly pieceColor?: number | undefined;
}

/** A piece of a frame. */
export interface ExportPiece {
  /** The same in all frames, e.g. `piece-0012`. */
  readonly name: string;
  readonly surface: SurfaceMesh;
  /** For every vertex a number that only those at the same place share; by default all differ. */
  readonly places?: Uint32Array | undefined;
}

/** Where a scene is looked at from: for formats that hold a camera. */
export interface ExportView {
  /** Where the camera stands, m. */
  readonly position: Vec3;
  /** Point in the middle of the picture, m. */
  readonly target: Vec3;
  /** Direction that points up in the picture. */
  readonly up: Vec3;
  /** Angle between the lower and the upper edge of the picture, degrees. */
  readonly fieldOfView: number;
  /** Height of what the picture shows, m, for a parallel view; `fieldOfView` is then not used. */
  readonly height?: number | undefined;
}

/** What all frames of an export have in common. */
export interface ExportContext {
  readonly scene: Scene;
  /** Title, for people. */
  readonly title: string;
  /** Frames per second at which the files play. */
  readonly frameRate: number;
  readonly what: What;
  /** Sine and cosine for moving obstacles and cameras. */
  readonly trig: Trigonometry;
  /** How many frames will come; a sequence says so before the first. */
  readonly frameCount: number;
  /** The camera; default: one that sees all of the first frame. */
  readonly view?: ExportView | undefined;
  /** What all frames fill, m: infinite planes are cut to about this; default: what the first frame fills. */
  readonly extent?: Bounds | undefined;
  /** Values that get the first and the last color, in the unit of `look.colorBy`; default: those of the scene, else of the frames. */
  readonly range?: readonly [number, number] | undefined;
}

/** A file that was written for a frame. */
export interface WrittenFrame {
  readonly frame: number;
  /** Simulated time, s. */
  readonly time: number;
  /** Path relative to the index. */
  readonly file: string;
  /** Number of the piece, if every piece has a file of its own. */
  readonly piece?: number | undefined;
}

/** A file that others of a format name by its path beside them, such as a picture. */
export interface CompanionFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface CommonFormat {
  /** One line for people. */
  readonly title: string;
  /** Ending of the files, without a dot. */
  extension(what: What): string;
  /** Why this format cannot hold what is asked for, or undefined if it can. Frames may still show more, such as particles that vanish. */
  refuse(context: Pick<ExportContext, 'scene' | 'what'>): Problem | undefined;
  /** Files that those of this format name, to be written beside them: pictures on surfaces, and materials. */
  companions?(context: Pick<ExportContext, 'scene' | 'what'>): readonly CompanionFile[];
}

/** A format with one file per frame. */
export interface FramesFormat extends CommonFormat {
  readonly kind: 'frames';
  /** The file of one frame. */
  encode(frame: ExportFrame, context: ExportContext): Uint8Array;
  /** A further file that names those of all frames. */
  index?(
    frames: readonly WrittenFrame[],
    context: ExportContext,
  ): { readonly name: string; readonly bytes: Uint8Array };
}

/** A format with one file for all frames. */
export interface SequenceFormat extends CommonFormat {
  readonly kind: 'sequence';
  /**
   * The file, piece by piece, so that it need not fit into memory. `frames` gives the frames in order of time; it is called once for every
   * pass over them, several times in all. Views in a frame need to stay valid only until the next one is asked for.
   * @example for await (const piece of FORMATS.gltf.encode(() => framesOfMyCache(), context)) file.write(piece);
   */
  encode(frames: () => AsyncIterable<ExportFrame>, context: ExportContext): AsyncIterable<Uint8Array>;
}

/** A file format. */
export type Format = FramesFormat | SequenceFormat;
