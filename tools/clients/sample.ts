// The files that other programs are given to read: every format of a small real scene, and what must be found in them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExportContext,
  type ExportFrame,
  exportContext,
  FORMATS,
  type Format,
  type FormatName,
} from '../../src/export/index.ts';
import { type SceneInput, World } from '../../src/index.ts';
import { meshVolume } from '../../src/meshes/measure-mesh.ts';
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
  /** Inside of the surface, m³; it has a sign, so that triangles the wrong way round are found. */
  readonly volume: number;
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
  /** Points, and as many segments, of the outlines of a 2D scene. */
  readonly outline: { readonly points: number; readonly box: Box };
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

/** A drop in the plane; its outline is a closed line. */
const PLANE: SceneInput = {
  name: 'Flat drop',
  dimension: 2,
  duration: 0,
  substances: { water: { preset: 'water' } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.2, 0], radius: 0.1 } }, spacing: 0.02 }],
};

/** Writes the files into a folder. The last frame of a format with a file per frame is `surface-5.ply`, outlines are `outline-0.ply`. */
export async function writeSample(folder: string): Promise<Sample> {
  mkdirSync(folder, { recursive: true });
  const { scene, frames } = await simulate(SCENE);
  const plane = await simulate(PLANE);
  await writeAll(folder, 'surface', frames, await exportContext(scene, { what: 'surface', frameCount: frames.length }));
  await writeAll(
    folder,
    'particles',
    frames,
    await exportContext(scene, { what: 'particles', frameCount: frames.length }),
  );
  await writeAll(folder, 'outline', plane.frames, await exportContext(plane.scene, { what: 'surface', frameCount: 1 }));
  const { positions } = plane.frames[0]!.surface!;
  return {
    folder,
    frames: frames.map(describe),
    frameRate: scene.frameRate,
    outline: { points: positions.length / 3, box: boxAround(positions) },
    file: (name) => join(folder, name),
  };
}

async function simulate(input: SceneInput): Promise<{ scene: World['scene']; frames: ExportFrame[] }> {
  using world = await World.create(input);
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

/** Writes everything in every format that can hold it. */
async function writeAll(folder: string, title: string, frames: readonly ExportFrame[], context: ExportContext) {
  for (const name of Object.keys(FORMATS) as FormatName[]) {
    const format: Format = FORMATS[name];
    const ending = format.extension(context.what);
    if (format.refuse(context)) continue;
    if (format.kind === 'sequence') {
      const pieces: Uint8Array[] = [];
      for await (const piece of format.encode(() => each(frames), context)) pieces.push(piece);
      writeFileSync(join(folder, `${title}.${ending}`), Buffer.concat(pieces));
      continue;
    }
    const files = frames.map(({ frame, time }) => ({ frame, time, file: `${title}-${frame}.${ending}` }));
    for (const [k, { file }] of files.entries()) writeFileSync(join(folder, file), format.encode(frames[k]!, context));
    const index = format.index?.(files, context);
    if (index) writeFileSync(join(folder, `${title}.pvd`), index.bytes);
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
    volume: meshVolume(surface!),
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
