// Everything that can be said about a design without solving it.

import { type Problem, ThixoError } from '../problem.ts';
import { framesOf } from '../scene/parse-design.ts';
import { skinMeshOf } from '../surface/scene-skins.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import { type DesignOptions, withDesign } from './design-input.ts';
import { withProblems } from './failure.ts';

/** What is wrong with a design, without solving it. */
export async function checkDesign(design: string, options: DesignOptions): Promise<CheckedDesign> {
  return withProblems(() =>
    withDesign(design, options, async ({ open, file, sceneOf }) => {
      const { keyframes, handles, poses } = file.design,
        found: Problem[] = [],
        attempt = (act: () => unknown): void => {
          try {
            act();
          } catch (error) {
            if (!(error instanceof ThixoError)) throw error;
            found.push(...error.problems);
          }
        };
      if (handles.length > 0 || keyframes.length === 0) attempt(() => open.shapeOf());
      for (const pose of Object.keys(poses)) attempt(() => open.shapeOf(pose));
      const posed = found.some(({ pointer }) => pointer.startsWith('/poses')); // a motion would say the same again
      if (!posed && keyframes.length > 0) attempt(() => open.motion());
      if (found.length > 0) throw new ThixoError(found);
      const scene = await sceneOf(0),
        vertices = skinMeshOf(scene.bodies[0]!, await loadTrigonometry()).positions.length / 3;
      return { particles: open.field.count, vertices, keyframes: keyframes.length, frames: framesOf(file.design) };
    }),
  );
}

/** A design that can be used, in numbers. */
export interface CheckedDesign {
  readonly particles: number;
  /** Of the mesh that is shown. */
  readonly vertices: number;
  readonly keyframes: number;
  /** Frames of its cache, beside frame 0. */
  readonly frames: number;
}
