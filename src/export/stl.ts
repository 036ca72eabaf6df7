// STL, binary: triangles for slicers and 3D printers. It knows neither shared vertices nor fields.

import type { Problem } from '../problem.ts';
import type { ExportContext, ExportFrame, FramesFormat } from './format.ts';
import { geometryOf } from './geometry.ts';
import { refusal, refuseFoam, throwIf } from './refusal.ts';
import { commentText } from './text.ts';

const HEADER = 80;
const PER_TRIANGLE = 50;

/** STL: one file per frame, surfaces in 3D only. */
export const STL: FramesFormat = {
  kind: 'frames',
  title: 'STL, binary; triangles only',
  extension: () => 'stl',
  refuse,
  encode: encodeStl,
};

function refuse({ scene, what }: Pick<ExportContext, 'scene' | 'what'>): Problem | undefined {
  if (what === 'foam') return refuseFoam({ what });
  if (what === 'particles') return refusal('STL holds triangles, not particles.', 'Use `ply` for particles.');
  if (scene.dimension === 2) return refusal('STL holds triangles, and a 2D scene has none.', 'Use `ply` or `obj`.');
  return undefined;
}

/** The STL file of a frame. Normals are those of the triangles. */
export function encodeStl(frame: ExportFrame, context: ExportContext): Uint8Array {
  throwIf(refuse(context));
  const { positions, elements } = geometryOf(frame, context);
  const bytes = new Uint8Array(HEADER + 4 + (elements.length / 3) * PER_TRIANGLE);
  const view = new DataView(bytes.buffer);
  // Readers take a file that begins with "solid" for text.
  const title = `Thixo ${commentText(context.title)}, frame ${frame.frame}`;
  new TextEncoder().encodeInto(title, bytes.subarray(0, HEADER));
  view.setUint32(HEADER, elements.length / 3, true);
  const corner = new Float64Array(9);
  for (let i = 0; i < elements.length; i += 3) {
    const at = HEADER + 4 + (i / 3) * PER_TRIANGLE;
    for (let k = 0; k < 9; k++) {
      corner[k] = positions[3 * elements[i + Math.floor(k / 3)]! + (k % 3)]!;
      view.setFloat32(at + 12 + 4 * k, corner[k]!, true);
    }
    writeNormal(view, at, corner);
  }
  return bytes;
}

/** Writes the unit normal of three corners; zero for a triangle without area, as the format asks. */
function writeNormal(view: DataView, at: number, p: Float64Array): void {
  const [ux, uy, uz] = [p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!];
  const [vx, vy, vz] = [p[6]! - p[0]!, p[7]! - p[1]!, p[8]! - p[2]!];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, length > 0 ? normal[k]! / length : 0, true);
}
