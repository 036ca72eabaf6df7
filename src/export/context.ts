// The context of an export, with what the library itself knows filled in.

import type { Scene } from '../scene/schema.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import type { ExportContext } from './format.ts';

/** What may be said about an export; all but `what` has a default, `frameCount` the frames of the whole scene. */
export type ContextOptions = Pick<ExportContext, 'what'> & Partial<Omit<ExportContext, 'scene' | 'trig'>>;

/**
 * What a format needs to know about a scene.
 * @example const context = await exportContext(world.scene, { what: 'particles', frameCount: 1 });
 */
export async function exportContext(scene: Scene, options: ContextOptions): Promise<ExportContext> {
  const { name, frameRate, duration } = scene;
  const trig = await loadTrigonometry();
  const frameCount = Math.round(duration * frameRate) + 1;
  return { scene, title: name || 'Thixo', frameRate, frameCount, trig, ...options };
}
