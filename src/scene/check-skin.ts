// What a skin cannot follow.

import { type Problem, problem } from '../problem.ts';
import { checkMesh } from '../shapes/check-mesh.ts';
import { checkShape } from '../shapes/check-shape.ts';
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
  return [
    ...checkMesh({ mesh: skin.mesh } as unknown as Mesh, `${pointer}/mesh`, 3),
    ...(skin.within ? checkShape(skin.within, `${pointer}/within`) : []),
  ];
}
