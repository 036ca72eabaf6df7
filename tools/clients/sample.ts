// The files that other programs are given to read: every format of a small real scene, and what must be found in them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExportContext,
  type ExportFrame,
  exportContext,
  FORMATS,
  type FormatName,
  type What,
} from '../../src/export/index.ts';
import { type SceneInput, World } from '../../src/index.ts';
import { surfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';

/** Corners of a box, m: the smallest x, y, z, then the largest. */
export type Box = readonly number[];

/** What a frame holds. */
export interface SampleFrame {
  readonly frame: number;
  /** s */
  readonly time: number;
  readonly vertices: number;
  readonly triangles: number;
  /** Around the surface. */
  readonly surfaceBox: Box;
  readonly particles: number;
  /** Around the centers of the particles. */
  readonly particleBox: Box;
  /** Sum of the densities of the particles, kg/m³. */
  readonly densitySum: number;
}

/** A folder with files, and what is in them. */
export interface Sample {
  readonly folder: string;
  readonly frames: readonly SampleFrame[];
  readonly frameRate: number;
  /** Path of a file in the folder. */
  file(name: string): string;
}

/** Two drops of different liquids fall beside a turning paddle. */
const SCENE: SceneInput = {
  name: 'Two drops',
  duration: 0.2,
  frameRate: 25,
  substances: { water: { preset: 'water' }, honey: { preset: 'honey' } },
  bodies: [
    { substance: 'water', shape: { sphere: { center: [0, 0.16, 0], radius: 0.12 } }, spacing: 0.03 },
    { substance: 'honey', shape: { sphere: { center: [0.16, 0.32, 0.05], radius: 0.08 } }, spacing: 0.03 },
  ],
  obstacles: [
    { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
    {
      shape: { box: { center: [-0.3, 0.1, 0], size: [0.06, 0.2, 0.2] } },
      motion: { rotation: { center: [-0.3, 0.1, 0], axis: [0, 1, 0], degreesPerSecond: 200 } },
    },
  ],
  surface: { voxel: 0.5 },
};

/** Degrees that the paddle of the sample turns about y per second. */
export const PADDLE_SPEED = 200;

/** Writes the files into a folder. The last frame of a format with a file per frame is `surface-5.ply`, and so on. */
export async function writeSample(folder: string): Promise<Sample> {
  mkdirSync(folder, { recursive: true });
  const { scene, frames } = await simulate();
  for (const what of ['surface', 'particles'] as const) {
    const context = await exportContext(scene, { what, frameCount: frames.length });
    for (const name of Object.keys(FORMATS) as FormatName[]) await writeFormat(folder, name, frames, context);
  }
  return { folder, frames: frames.map(describe), frameRate: scene.frameRate, file: (name) => join(folder, name) };
}

async function simulate(): Promise<{ scene: World['scene']; frames: ExportFrame[] }> {
  using world = await World.create(SCENE);
  const surfacer = await Surfacer.create();
  const frames: ExportFrame[] = [];
  while (true) {
    const { fields, frame, time, scene } = world;
    const { count, position, velocity, density, mass, smoothingLength, id, substance } = fields;
    const kept = structuredClone({ count, position, velocity, density, mass, smoothingLength, id, substance });
    frames.push({ frame, time, fields: kept, surface: surfacer.build(kept, surfaceOptions(scene)) });
    if (frame >= world.frameCount) break;
    world.advance();
  }
  surfacer.dispose();
  return { scene: world.scene, frames };
}

async function writeFormat(folder: string, name: FormatName, frames: readonly ExportFrame[], context: ExportContext) {
  const format = FORMATS[name];
  const { what } = context;
  if (format.refuse(context)) return;
  if (format.kind === 'sequence') {
    const pieces: Uint8Array[] = [];
    for await (const piece of format.encode(() => each(frames), context)) pieces.push(piece);
    writeFileSync(join(folder, `${what}.${format.extension(what)}`), Buffer.concat(pieces));
    return;
  }
  const written = [];
  for (const frame of frames) {
    const file = `${what}-${frame.frame}.${format.extension(what)}`;
    writeFileSync(join(folder, file), await format.encode(frame, context));
    written.push({ frame: frame.frame, time: frame.time, file });
  }
  if ('index' in format && format.index) {
    const { name: file, bytes } = format.index(written, context);
    writeFileSync(join(folder, file), bytes);
  }
}

async function* each(frames: readonly ExportFrame[]): AsyncGenerator<ExportFrame> {
  yield* frames;
}

function describe({ frame, time, fields, surface }: ExportFrame): SampleFrame {
  return {
    frame,
    time,
    vertices: surface!.positions.length / 3,
    triangles: surface!.elements.length / 3,
    surfaceBox: boxAround(surface!.positions),
    particles: fields.count,
    particleBox: boxAround(fields.position),
    densitySum: fields.density.reduce((sum, x) => sum + x, 0),
  };
}

/** The box around points given by x, y, z. */
export function boxAround(positions: ArrayLike<number>): Box {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    box[axis] = Math.min(box[axis]!, positions[k]!);
    box[3 + axis] = Math.max(box[3 + axis]!, positions[k]!);
  }
  return box;
}

export type { What };
