// PC2 point caches: the positions of points that stay the same, frame by frame. Blender, Maya and others lay one over a mesh that
// was imported once. The header counts the frames, so they must all be there.

import type { Problem } from '../problem.ts';
import type { ExportContext, ExportFrame, SequenceFormat } from './format.ts';
import { refusal, throwIf } from './refusal.ts';

/** PC2: one file for all frames; particles only, and none may come or go. */
export const PC2: SequenceFormat = {
  kind: 'sequence',
  title: 'PC2 point cache; particles that stay the same',
  extension: () => 'pc2',
  refuse,
  encode: encodePc2,
};

const OTHERS = 'Use `usda`, `gltf` or `vtk`.';
const VERSION = 1;

function refuse({ scene, what }: Pick<ExportContext, 'scene' | 'what'>): Problem | undefined {
  if (what === 'surface') {
    return refusal(
      'PC2 holds a fixed set of points, and a surface has different ones in every frame.',
      `Export particles. ${OTHERS}`,
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
  let first: { readonly frame: number; readonly id: Uint32Array } | undefined;
  let count = 0;
  for await (const { frame, fields } of frames()) {
    if (!first) {
      first = { frame, id: fields.id.slice() };
      yield headerOf(fields.count, context.frameCount);
    } else if (!sameIds(first.id, fields.id)) {
      const message = `PC2 holds a fixed set of points, and particles came or went between frames ${first.frame} and ${frame}.`;
      throwIf(refusal(message, OTHERS));
    }
    yield littleEndian(fields.position);
    count++;
  }
  if (!first) yield headerOf(0, context.frameCount);
  if (count !== context.frameCount) {
    const message = `A PC2 file starts with the number of frames; ${context.frameCount} were announced and ${count} came.`;
    throwIf(refusal(message, 'Give `exportContext` the `frameCount` of the frames.'));
  }
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

/** Whether two lists of ids are the same. */
export function sameIds(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}

/** A copy as bytes; every machine that runs WASM in threads today is little-endian. */
function littleEndian(values: Float32Array): Uint8Array {
  return new Uint8Array(values.slice().buffer);
}
