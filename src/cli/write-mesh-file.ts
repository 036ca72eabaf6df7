// One mesh as a file, through the exporters.

import { existsSync, readFileSync } from 'node:fs';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { exportContext } from '../export/context.ts';
import { FORMATS, type FormatName } from '../export/formats.ts';
import { requireWritableFolder } from '../make/output-path.ts';
import { shadedMesh } from '../meshes/shaded-mesh.ts';
import { DEFAULT_LIMITS } from '../scene/limits.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { MESH } from '../shapes/kinds.ts';
import { IDENTITY } from '../shapes/rotation.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Where a mesh goes. */
export interface MeshTarget {
  readonly path: string;
  /** Made if it is not there. */
  readonly folder: string;
  /** Whether another file may be replaced. */
  readonly overwrite: boolean;
}

/** Writes a mesh, m; false, and nothing is written, if there is another file that may not be replaced. */
export async function writeMeshFile(
  set: TriangleSet,
  format: FormatName,
  title: string,
  { path, folder, overwrite }: MeshTarget,
): Promise<boolean> {
  requireWritableFolder(folder);
  const solid = { kind: MESH, vector: ORIGIN, halfLength: 0, radius: 0, rotation: IDENTITY, center: ORIGIN } as const;
  const mesh = shadedMesh({ ...solid, dimension: 3, triangles: set });
  const scene = parseScene({}, await loadTrigonometry(), DEFAULT_LIMITS);
  const context = await exportContext(scene, { what: 'surface', frameCount: 1, title });
  const frame = { frame: 0, time: 0, fields: NO_PARTICLES, surface: { ...mesh, dimension: 3, fields: {} } } as const;
  const bytes = await encode(FORMATS[format], frame, context);
  if (!overwrite && existsSync(path) && !readFileSync(path).equals(bytes)) return false;
  new Disk(realFiles).write(path, bytes);
  return true;
}

type Frame = Parameters<typeof FORMATS.obj.encode>[0];
type FrameContext = Parameters<typeof FORMATS.obj.encode>[1];

async function encode(format: (typeof FORMATS)[FormatName], frame: Frame, context: FrameContext): Promise<Uint8Array> {
  if (format.kind === 'frames') return format.encode(frame, context);
  const pieces: Uint8Array[] = [];
  const once = async function* (): AsyncGenerator<Frame> {
    yield frame;
  };
  for await (const piece of format.encode(once, context)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const ORIGIN = [0, 0, 0] as const;

const NO_PARTICLES: WorldFields = {
  count: 0,
  position: new Float32Array(0),
  velocity: new Float32Array(0),
  density: new Float32Array(0),
  mass: new Float32Array(0),
  smoothingLength: new Float32Array(0),
  id: new Uint32Array(0),
  substance: new Uint32Array(0),
};
