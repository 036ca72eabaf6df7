// PC2 point caches: the positions of points that stay the same, frame by frame. Blender, Maya and others lay one over a mesh that
// was imported once. The header counts the frames, so they must all be there.

import type { Problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { packedPaintOf } from '../surface/scene-paint.ts';
import { SKIN_FIELD } from '../surface/scene-skins.ts';
import type { ExportContext, ExportFrame, SequenceFormat } from './format.ts';
import { geometryOf } from './geometry.ts';
import { refusal, refuseFoam, throwIf } from './refusal.ts';

/** PC2: one file for all frames; particles of which none may come or go, or skins, whose vertices stay those of their files. */
export const PC2: SequenceFormat = {
  kind: 'sequence',
  title: 'PC2 point cache; particles that stay the same, or skins',
  extension: () => 'pc2',
  refuse,
  encode: encodePc2,
};

/** Whether everything that is shown is a skin: then vertices stay the same from frame to frame. */
export function isAllSkin({ bodies, emitters }: Pick<Scene, 'bodies' | 'emitters'>): boolean {
  return bodies.length > 0 && emitters.length === 0 && bodies.every(({ skin }) => skin !== undefined);
}

const OTHERS = 'Use `usda`, `gltf` or `vtk`.';
const VERSION = 1;

function refuse({ scene, what }: Pick<ExportContext, 'scene' | 'what'>): Problem | undefined {
  if (what === 'foam') return refuseFoam({ what });
  if (what === 'surface' && !isAllSkin(scene)) {
    return refusal(
      'PC2 holds a fixed set of points, and a surface has different ones in every frame.',
      `Export particles, or give every body a \`skin\`. ${OTHERS}`,
    );
  }
  if (scene.emitters.length > 0) {
    return refusal('PC2 holds a fixed set of points, and the scene has emitters.', OTHERS);
  }
  return undefined;
}

/** The PC2 file of a sequence. */
export async function* encodePc2(
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
): AsyncGenerator<Uint8Array> {
  throwIf(refuse(context));
  let first: { readonly frame: number; readonly points: Uint32Array } | undefined;
  let count = 0;
  for await (const shown of frames()) {
    const { frame } = shown,
      { positions, points } = pointsOf(shown, context);
    if (!first) {
      first = { frame, points: points.slice() };
      yield headerOf(positions.length / 3, context.frameCount);
    } else if (!sameNumbers(first.points, points)) {
      const what = context.what === 'surface' ? 'vertices' : 'particles',
        message = `PC2 holds a fixed set of points, and ${what} came or went between frames ${first.frame} and ${frame}.`;
      throwIf(refusal(message, OTHERS));
    }
    yield littleEndian(positions);
    count++;
  }
  if (!first) yield headerOf(0, context.frameCount);
  if (count !== context.frameCount) {
    const message = `A PC2 file starts with the number of frames; ${context.frameCount} were announced and ${count} came.`;
    throwIf(refusal(message, 'Give `exportContext` the `frameCount` of the frames.'));
  }
}

/** The points of a frame, and numbers that are the same as long as the points are. */
function pointsOf(frame: ExportFrame, context: ExportContext): { positions: Float32Array; points: Uint32Array } {
  if (context.what === 'particles') return { positions: frame.fields.position, points: frame.fields.id };
  const { positions, elements, fields } = geometryOf(frame, context),
    isCopied = context.scene.bodies.some((body) => packedPaintOf(body)?.fileVertices !== undefined),
    skin = isCopied ? fields.find(({ name }) => name === SKIN_FIELD)?.values : undefined;
  return { positions: skin ? withoutCopies(positions, skin, context.scene) : positions, points: elements };
}

/** The vertices that the files of the skins have; those that were taken apart for their texture coordinates have copies behind. */
function withoutCopies(positions: Float32Array, skin: ArrayLike<number>, { bodies }: Scene): Float32Array {
  const seen = new Map<number, number>(),
    kept: number[] = [];
  for (let v = 0; v < skin.length; v++) {
    const body = skin[v]! - 1,
      place = seen.get(body) ?? 0,
      own = bodies[body] && packedPaintOf(bodies[body])?.fileVertices;
    seen.set(body, place + 1);
    if (place < (own ?? Number.POSITIVE_INFINITY)) kept.push(...positions.subarray(3 * v, 3 * v + 3));
  }
  return Float32Array.from(kept);
}

function headerOf(points: number, samples: number): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('POINTCACHE2\0'));
  view.setInt32(12, VERSION, true);
  view.setInt32(16, points, true);
  view.setFloat32(20, 0, true); // first frame
  view.setFloat32(24, 1, true); // frames per sample
  view.setInt32(28, samples, true);
  return bytes;
}

/** Whether two lists of numbers are the same. */
export function sameNumbers(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}

/** A copy as bytes; every machine that runs WASM in threads today is little-endian. */
function littleEndian(values: Float32Array): Uint8Array {
  return new Uint8Array(values.slice().buffer);
}
