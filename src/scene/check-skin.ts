// What a skin cannot follow.

import { type Problem, problem } from '../problem.ts';
import { fromBase64 } from '../shapes/base64.ts';
import { checkMesh } from '../shapes/check-mesh.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { givenTriangles } from '../shapes/mesh-triangles.ts';
import type { Mesh } from '../shapes/shape.ts';
import type { Body, Scene } from './schema.ts';

/** Every problem of the skin of a body, which stands at `pointer`. */
export function checkSkin({ skin }: Body, scene: Scene, pointer: string): Problem[] {
  if (!skin) return [];
  const unsuited = (message: string, hint: string): Problem[] => [problem('SKIN_UNSUITED', pointer, message, hint)];
  if (scene.dimension === 2) return unsuited('Skins exist in 3D only.', 'Leave `skin` out, or set dimension to 3.');
  if (scene.adaptivity) {
    const message = 'A skin follows particles that stay the same, and adaptivity splits and merges them.';
    return unsuited(message, 'Leave `skin` or `adaptivity` out.');
  }
  if (scene.surface.kind === 'active') {
    const message = 'An active surface holds all particles, also those of a body with a skin.';
    return unsuited(message, 'Set surface.kind to "isosurface", or leave `skin` out.');
  }
  const mesh = { mesh: skin.mesh } as unknown as Mesh,
    wrong = checkMesh(mesh, `${pointer}/mesh`, 3);
  return [
    ...wrong,
    ...(wrong.length === 0 ? checkPaint(skin, `${pointer}/mesh/paint`) : []),
    ...(skin.within ? checkShape(skin.within, `${pointer}/within`) : []),
  ];
}

/** The problem of paint that does not fit its mesh: only scenes that were not made by reading a file have it. */
function checkPaint({ mesh }: NonNullable<Body['skin']>, pointer: string): Problem[] {
  if (!('paint' in mesh) || !mesh.paint) return [];
  const set = givenTriangles({ mesh } as unknown as Mesh),
    vertices = typeof set === 'string' ? 0 : set.positions.length / 3,
    { uv, texture, textures, twins, fileVertices = vertices } = mesh.paint,
    numbers = fromBase64(texture),
    first = twins === undefined ? undefined : fromBase64(twins)?.slice().buffer,
    fits =
      fromBase64(uv)?.length === 8 * vertices &&
      numbers?.length === vertices &&
      numbers.every((number) => number <= textures.length) &&
      fileVertices <= vertices &&
      (twins === undefined ||
        (first?.byteLength === 4 * vertices && new Uint32Array(first).every((v) => v < vertices))) &&
      textures.every((text) => fromBase64(text) !== undefined);
  if (fits) return [];
  const message = `The paint does not fit the ${vertices} vertices of the mesh.`;
  return [problem('MESH_INVALID', pointer, message, 'Name the file of the mesh, and let it be read.')];
}
