// Which surface a scene asks for, as a key: other settings, other surfaces.

import { settingsKey } from '../cache/derived.ts';
import { substanceColors } from '../colors/substance-colors.ts';
import type { Scene } from '../scene/schema.ts';
import { breakableBodies } from '../surface/pieces/broken-bodies.ts';
import { separateSurfaces } from '../surface/substance-surfaces.ts';
import { surfaceOptions } from '../surface/surface-options.ts';

/** A name for the surface settings of a scene. */
export function surfaceSettings(scene: Scene): string {
  const { kind, active, walls } = scene.surface;
  const skins = scene.bodies.map(({ skin }) => skin ?? null);
  const separate = separateSurfaces(scene);
  return settingsKey({
    ...{ kind, ...(kind === 'active' ? { active } : {}), ...surfaceOptions(scene) },
    ...(walls === 'wet' ? { walls } : {}),
    ...(separate ? { separate } : {}),
    ...(skins.some((skin) => skin !== null) ? { skins } : {}),
    ...(breakableBodies(scene).length > 0 ? { inside: scene.look.inside, colors: substanceColors(scene) } : {}),
  });
}
