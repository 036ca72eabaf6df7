// Obstacles and camera in USD.

import type { Bounds } from '../shapes/bounds.ts';
import { type CameraPose, focalLength } from './camera.ts';
import { SOLID_COLOR } from './coloring.ts';
import type { ExportContext } from './format.ts';
import { type Moment, solidsOf } from './solids.ts';
import type { TextWriter } from './text-writer.ts';

/** Height of the film, mm; the focal length is measured by it. */
const FILM = 24;

/** Writes the obstacles; moving ones get a transform per frame. */
export function writeSolids(
  out: TextWriter,
  context: ExportContext,
  extent: Bounds,
  samples: readonly (Moment & { readonly code: number })[],
): void {
  for (const { name, mesh, inside, path } of solidsOf(context, extent, samples)) {
    const { positions, normals, elements } = mesh;
    out.text(`\n    def Mesh "${name[0]!.toUpperCase()}${name.slice(1)}"\n    {\n`);
    out.text('        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = "none"\n');
    writeList(out, 'int[] faceVertexCounts', elements.length / 3, () => out.text('3'));
    writeList(out, 'int[] faceVertexIndices', elements.length, (k) => out.integer(elements[k]!));
    writeList(out, 'point3f[] points', positions.length / 3, (k) => vector(out, positions, k));
    writeList(out, 'normal3f[] normals', normals.length / 3, (k) => vector(out, normals, k));
    out.text(`        color3f[] primvars:displayColor = [(${SOLID_COLOR.join(', ')})]\n`);
    if (inside) out.text('        float[] primvars:displayOpacity = [0.15]\n');
    if (path) {
      out.text('        matrix4d xformOp:transform.timeSamples = {\n');
      for (const [k, pose] of path.entries()) out.text(`            ${samples[k]!.code}: ${matrixText(pose)},\n`);
      out.text('        }\n        uniform token[] xformOpOrder = ["xformOp:transform"]\n');
    }
    out.text('    }\n');
  }
}

/** Writes the camera. */
export function writeCamera(out: TextWriter, pose: CameraPose, { scene, trig }: ExportContext): void {
  const { position, right, up, back, fieldOfView, height } = pose;
  const aspect = scene.output.width / scene.output.height;
  // A parallel camera has its film in tenths of a world unit.
  const film = height === undefined ? FILM : 10 * height;
  const axes = Float64Array.of(
    right[0],
    up[0],
    back[0],
    right[1],
    up[1],
    back[1],
    right[2],
    up[2],
    back[2],
    ...position,
  );
  out.text(`
    def Camera "Camera"
    {
        float focalLength = ${FILM * focalLength(fieldOfView, trig)}
        float horizontalAperture = ${film * aspect}
        token projection = "${height === undefined ? 'perspective' : 'orthographic'}"
        float verticalAperture = ${film}
        matrix4d xformOp:transform = ${matrixText(axes)}
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
`);
}

function writeList(out: TextWriter, name: string, count: number, write: (k: number) => void): void {
  out.text(`        ${name} = [`);
  for (let k = 0; k < count; k++) {
    if (k > 0) out.text(', ');
    write(k);
  }
  out.text(']\n');
}

function vector(out: TextWriter, values: Float32Array, k: number): void {
  out
    .text('(')
    .vector(values, 3 * k, ', ')
    .text(')');
}

/** A pose (rotation row by row, then translation) as USD writes matrices: vectors are rows and stand on the left, so the translation is the last row. */
function matrixText(pose: Float64Array): string {
  const row = (...parts: number[]): string => `(${parts.join(', ')})`;
  const turned = [0, 1, 2].map((k) => row(pose[k]!, pose[3 + k]!, pose[6 + k]!, 0));
  return `( ${turned.join(', ')}, ${row(pose[9]!, pose[10]!, pose[11]!, 1)} )`;
}
