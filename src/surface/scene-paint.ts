// How surfaces are painted: a vertex has texture coordinates (field `uv`) and the number of its picture (field `texture`, from 1; 0 for none),
// and the scene has the pictures. Pictures, files and three.js all follow these two fields; whoever makes a surface may set them.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Body, Look, PackedPaint, Scene } from '../scene/schema.ts';
import { fromBase64 } from '../shapes/base64.ts';

/** The field of texture coordinates u, v: (0, 0) is the lower left corner of a picture. */
export const UV_FIELD = 'uv';
/** The field of the numbers of pictures, as `sceneTextures` counts them from 1; 0 for none. */
export const TEXTURE_FIELD = 'texture';

/** The paint of the vertices of a mesh. */
export interface VertexPaint {
  /** u, v of every vertex. */
  readonly uv: Float32Array;
  /** Number of the picture of every vertex, from 1; 0 for none. Undefined if the scene has no picture for them. */
  readonly texture?: Uint32Array | undefined;
}

const known = new WeakMap<PackedPaint, readonly Uint8Array[]>();

/**
 * The pictures of a scene, as PNG files, in the order in which the field `texture` counts them.
 * @example const picture = sceneTextures(scene)[texture - 1];
 */
export function sceneTextures({ bodies }: Pick<Scene, 'bodies'>): readonly Uint8Array[] {
  return bodies.flatMap((body) => {
    const paint = packedPaintOf(body);
    if (!paint) return [];
    const files = known.get(paint) ?? paint.textures.map((text) => fromBase64(text) ?? new Uint8Array(0));
    known.set(paint, files);
    return files;
  });
}

/** The paint of the skin of a body as the scene holds it. */
export function packedPaintOf({ skin }: Pick<Body, 'skin'>): PackedPaint | undefined {
  return skin && 'paint' in skin.mesh ? skin.mesh.paint : undefined;
}

/** The paint of the skin of a body, with the numbers of pictures that the scene gives them. */
export function vertexPaint({ bodies }: Pick<Scene, 'bodies'>, body: number): VertexPaint | undefined {
  const paint = packedPaintOf(bodies[body]!);
  if (!paint) return undefined;
  const first = bodies.slice(0, body).reduce((sum, each) => sum + (packedPaintOf(each)?.textures.length ?? 0), 0),
    uv = new Float32Array(aligned(paint.uv)),
    numbers = fromBase64(paint.texture) ?? new Uint8Array(0),
    texture = Uint32Array.from(numbers, (number) => (number > 0 ? first + number : 0));
  return { uv, ...(paint.textures.length > 0 && { texture }) };
}

/** For every vertex of a skin the first one at the same point of the surface; undefined if each is a point of its own. */
export function twinsOf(body: Pick<Body, 'skin'>): Uint32Array | undefined {
  const twins = packedPaintOf(body)?.twins;
  return twins === undefined ? undefined : new Uint32Array(aligned(twins));
}

/** The numbers of the pictures of a surface if its colors show substances, and any vertex has one. */
export function paintedWith(
  scene: { readonly look: Pick<Look, 'colorBy'> },
  fields: SurfaceMesh['fields'],
): VertexPaint | undefined {
  const uv = fields[UV_FIELD]?.values,
    texture = fields[TEXTURE_FIELD]?.values;
  if (scene.look.colorBy !== 'substance' || !(uv instanceof Float32Array && texture instanceof Uint32Array))
    return undefined;
  return { uv, texture };
}

/** Places of the triangles that have each picture, first those that have none. The first corner decides. */
export function trianglesByTexture(elements: Uint32Array, texture: Uint32Array, textures: number): Uint32Array[] {
  const lists: number[][] = Array.from({ length: textures + 1 }, () => []);
  for (let t = 0; t < elements.length; t += 3) {
    const number = texture[elements[t]!]!;
    lists[number <= textures ? number : 0]!.push(t / 3);
  }
  return lists.map((list) => Uint32Array.from(list));
}

/** The corners of some triangles. */
export function cornersOf(elements: Uint32Array, triangles: Uint32Array): Uint32Array {
  const corners = new Uint32Array(3 * triangles.length);
  triangles.forEach((t, k) => {
    corners.set(elements.subarray(3 * t, 3 * t + 3), 3 * k);
  });
  return corners;
}

function aligned(text: string): ArrayBuffer {
  return (fromBase64(text) ?? new Uint8Array(0)).slice().buffer;
}
