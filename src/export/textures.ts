// The pictures on surfaces as files beside those of a format. Names come from the content, so that files of several scenes share a folder.

import { sceneTextures } from '../surface/scene-paint.ts';
import type { CompanionFile, ExportContext } from './format.ts';

/** The pictures that an export shows, in the order in which the field `texture` counts them; none if colors show something else. */
export function textureFiles({ scene, what }: Pick<ExportContext, 'scene' | 'what'>): readonly CompanionFile[] {
  if (what !== 'surface' || scene.look.colorBy !== 'substance') return [];
  return sceneTextures(scene).map((bytes) => ({ name: `texture-${contentName(bytes)}.png`, bytes }));
}

/** Eight hexadecimal digits that stand for some bytes (FNV-1a). */
export function contentName(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
