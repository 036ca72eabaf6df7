// The surface of a frame of a scene: the pieces of bodies that can break, the skins of bodies that have one, and the surface around all else.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { chosenFields } from '../world/piece-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { BrokenBodies, breakableBodies } from './pieces/broken-bodies.ts';
import { type BodySkin, bindSkins, hasSkins, joinedSurfaces, markedSkin, skinnedSurface } from './scene-skins.ts';

/** Whether the surface of a scene is more than one around its particles. */
export function hasOwnShapes(scene: Scene): boolean {
  return hasSkins(scene) || breakableBodies(scene).length > 0;
}

export class SceneSurface {
  private readonly skins: readonly BodySkin[];
  private readonly broken: BrokenBodies | undefined;

  /**
   * @param first particles of the first frame
   * @example const shown = new SceneSurface(scene, cache.readFrame(0), trig).at(fields, (rest) => surfacer.build(rest, options));
   */
  constructor(scene: Scene, first: WorldFields, trig: Trigonometry) {
    this.broken = BrokenBodies.of(scene, first, trig);
    const numbers = this.broken?.numbers ?? [],
      bodies = scene.bodies.map((body, k) => (numbers.includes(k) ? { ...body, skin: undefined } : body));
    this.skins = hasSkins({ bodies }) ? bindSkins({ ...scene, bodies }, first, trig) : [];
  }

  /** The surface of a frame. */
  at(fields: WorldFields, surfaceOf: (rest: WorldFields) => SurfaceMesh): SurfaceMesh {
    const { broken, skins } = this,
      around = (rest: WorldFields): SurfaceMesh =>
        skins.length > 0 ? skinnedSurface(skins, rest, surfaceOf) : surfaceOf(rest);
    if (!broken || !fields.part) return around(fields);
    const taken = broken.membersOf(fields),
      others = Array.from({ length: fields.count }, (_, i) => i).filter((i) => !taken.has(i)),
      rest = around(chosenFields(fields, others));
    return joinedSurfaces([
      skins.length > 0 ? rest : markedSkin(rest, 0),
      ...broken.piecesAt(fields).map(({ mesh }) => mesh),
    ]);
  }
}
