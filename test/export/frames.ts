// Frames to export, and what a file is made of them.

import {
  type ExportContext,
  type ExportFrame,
  exportContext,
  FORMATS,
  type FormatName,
  type What,
} from '../../src/export/index.ts';
import { type SceneInput, World } from '../../src/index.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { ball, circle } from './meshes.ts';

/** A drop over a floor beside a turning paddle, in a container: some 60 particles. */
export const DROP: SceneInput = {
  name: 'Drop "A" -- <b> & /* more */',
  duration: 0.12,
  frameRate: 25,
  substances: { water: { preset: 'water' } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.4, 0], radius: 0.15 } }, spacing: 0.06 }],
  obstacles: [
    { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
    {
      shape: { box: { center: [0.5, 0.2, 0], size: [0.1, 0.2, 0.3] } },
      motion: { rotation: { center: [0.5, 0.2, 0], axis: [0, 0, 1], degreesPerSecond: 300 } },
    },
    { shape: { box: { min: [-0.8, 0, -0.8], max: [0.8, 0.9, 0.8] } }, inside: true },
  ],
};

/** The particles of a frame, which stay when the world goes on. */
export function keep(fields: WorldFields): WorldFields {
  const { count, position, velocity, density, mass, smoothingLength, id, substance, poses } = fields;
  return {
    count,
    position: position.slice(),
    velocity: velocity.slice(),
    density: density.slice(),
    mass: mass.slice(),
    smoothingLength: smoothingLength.slice(),
    id: id.slice(),
    substance: substance.slice(),
    ...(poses && { poses }),
  };
}

/** Frames of a scene, from its start; the surface of each is given by the caller. */
export async function framesOf(
  scene: SceneInput,
  surfaceOf: (frame: number, fields: WorldFields) => SurfaceMesh | undefined,
): Promise<{ scene: World['scene']; frames: ExportFrame[] }> {
  using world = await World.create(scene);
  const frames: ExportFrame[] = [];
  for (;;) {
    const { frame, time } = world;
    const fields = keep(world.fields);
    frames.push({ frame, time, fields, surface: surfaceOf(frame, fields) });
    if (frame >= world.frameCount) return { scene: world.scene, frames };
    world.advance();
  }
}

/** Frames of the drop with balls of different sizes as surfaces. */
export const dropFrames = () => framesOf(DROP, (frame) => ball(3 + frame, 0.15, [0, 0.4 - 0.02 * frame, 0]));

/** The same in the plane, with circles. */
export const planeFrames = () => framesOf({ ...DROP, dimension: 2 }, (frame) => circle(8 + frame, 0.15));

/** The bytes of a file: of one frame, or of all for a sequence. */
export async function bytesOf(
  name: FormatName,
  frames: readonly ExportFrame[],
  context: ExportContext,
): Promise<Uint8Array> {
  const format = FORMATS[name];
  if (format.kind === 'frames') return format.encode(frames[0]!, context);
  const pieces: Uint8Array[] = [];
  for await (const piece of format.encode(() => each(frames), context)) pieces.push(piece);
  return joined(pieces);
}

/** Frames one at a time, each in memory that is overwritten when the next one is asked for. */
export async function* each(frames: readonly ExportFrame[]): AsyncGenerator<ExportFrame> {
  for (const frame of frames) {
    const fields = keep(frame.fields);
    const { surface } = frame;
    const mesh = surface && { ...surface, positions: surface.positions.slice(), normals: surface.normals.slice() };
    yield { ...frame, fields, surface: mesh };
    for (const values of [fields.position, fields.velocity, mesh?.positions, mesh?.normals]) values?.fill(Number.NaN);
  }
}

/** A context for what is exported of a scene. */
export function contextOf(scene: World['scene'], what: What, frameCount: number, more: Partial<ExportContext> = {}) {
  return exportContext(scene, { what, frameCount, ...more });
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** A buffer of its own for readers that want one. */
export const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

/** Text of bytes. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
