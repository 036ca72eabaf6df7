// Looks at a scene without simulating it: what the file says, how large it is, and what its world warns about.

import { type Cost, estimateCost, requireMemory } from '../cache/cost.ts';
import { loadScene, loadTrigonometry, type SceneFile } from '../cache/scene-file.ts';
import { placeProblem, withPlaces } from '../make/place-problems.ts';
import { type Problem, problem } from '../problem.ts';
import { DEFAULT_LIMITS, parseLimits } from '../scene/limits.ts';
import type { Scene } from '../scene/schema.ts';
import { hasOwnShapes, SceneSurface } from '../surface/scene-surface.ts';
import { World } from '../world/world.ts';
import { numericsOfScene, type SceneNumerics } from './numerics-of-scene.ts';

/** What can be said about a scene before its first step. */
export interface Inspection {
  readonly source: SceneFile;
  /** Particles at the start. */
  readonly particles: number;
  /** Frames of the whole scene, beside frame 0. */
  readonly frames: number;
  /** What a run of it would need. */
  readonly cost: Cost;
  /** How it will be computed. */
  readonly numerics: SceneNumerics;
  readonly warnings: readonly Problem[];
}

/** Loads the scene and builds its world. Throws a ThixoError with everything that is wrong. */
export async function inspectScene(
  path: string,
  options: { readonly set?: readonly string[]; readonly limits?: string },
): Promise<Inspection> {
  const limits = options.limits === undefined ? DEFAULT_LIMITS : parseLimits(options.limits);
  const { set = [] } = options;
  const source = await loadScene(path, { set, limits });
  const text = { path: source.path, set, limits };
  const frames = Math.round(source.scene.duration * source.scene.frameRate);
  const trig = await loadTrigonometry();
  const cost = estimateCost(source.scene, frames, trig);
  const numerics = await numericsOfScene(source.scene, (cost.particles.start + cost.particles.end) / 2);
  return withPlaces(text, async () => {
    requireMemory(cost, limits);
    const world = await World.create(source.input, { limits });
    try {
      if (hasOwnShapes(source.scene)) new SceneSurface(source.scene, world.fields, trig); // a skin that leaves its body is refused
      const warnings = [...world.warnings, ...nothingToSee(source.scene)].map((warning) => placeProblem(warning, text));
      return { source, particles: world.fields.count, frames, cost, numerics, warnings };
    } finally {
      world.dispose();
    }
  });
}

/** A program may begin with an empty world; a person who checks a scene has forgotten something. */
function nothingToSee({ bodies, emitters, obstacles }: Scene): Problem[] {
  if (bodies.length + emitters.length > 0 || obstacles.some(({ rigid }) => rigid)) return [];
  const message = 'The scene has neither bodies nor emitters: there will never be a particle.';
  return [{ ...problem('SOURCE_EMPTY', '/bodies', message, 'Add a body or an emitter.'), severity: 'warning' }];
}
