// What the picture of a frame is made of.

import type { Range } from '../colors/particle-colors.ts';
import { substanceLooks } from '../colors/surface-looks.ts';
import type { FoamParticles } from '../foam/foam-particles.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { View } from './view.ts';

/** What a picture is made of. */
export interface RenderInput {
  readonly scene: Scene;
  /** s; decides where moving obstacles are. */
  readonly time: number;
  readonly fields: WorldFields;
  /** The surface of the substance; without it the style `surface` shows spheres. Optional in 2D. */
  readonly surface?: SurfaceMesh | undefined;
  /** Spray, foam and bubbles, if they are to be seen. */
  readonly foam?: FoamParticles | undefined;
  /** Particles of the first frame: patterns are painted onto the substance as it was there. */
  readonly first?: WorldFields | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The same for all frames of a video. */
  readonly view: View;
  /** Numbers with the first and the last color; by default those of this frame. */
  readonly range?: Range | undefined;
  /** Sine and cosine that place moving obstacles; by default exact ones. */
  readonly trig?: Trigonometry | undefined;
}

/** Whether pictures need the particles of the first frame: a substance has a pattern. */
export function needsFirst(scene: Pick<Scene, 'look' | 'substances'>): boolean {
  return substanceLooks(scene).some(({ pattern, finish }) => pattern !== undefined || finish === 'grain');
}
