// One surface for every substance that is drawn as one: clean borders where two touch, and nothing hides grains in water.

import { areSeparate, substanceLooks } from '../colors/surface-looks.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import { chosenFields } from '../world/piece-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { joinedSurfaces } from './scene-skins.ts';

/** Numbers of the substances that have a surface of their own; undefined if all share one. */
export function separateSurfaces(scene: Scene): readonly number[] | undefined {
  if (!areSeparate(scene) || scene.dimension === 2) return undefined;
  return substanceLooks(scene).flatMap(({ style }, k) => (style === 'surface' ? [k] : []));
}

/**
 * The surfaces of a frame, as one mesh whose vertices name their substance.
 * @example const mesh = surfaceOfEach(scene, fields, (some) => surfacer.build(some, options));
 */
export function surfaceOfEach(
  scene: Scene,
  fields: WorldFields,
  surfaceOf: (some: WorldFields) => SurfaceMesh,
): SurfaceMesh {
  const numbers = separateSurfaces(scene);
  if (!numbers) return surfaceOf(fields);
  const meshes = (numbers.length > 0 ? numbers : [-1]).map((number) => {
    const members: number[] = [];
    for (let i = 0; i < fields.count; i++) if (fields.substance[i] === number) members.push(i);
    return surfaceOf(chosenFields(fields, members));
  });
  return joinedSurfaces(meshes);
}
