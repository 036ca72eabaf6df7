// The scene with which the frames of a cache are looked at: as it was last run, unless a file or --set says otherwise. Only what does not
// touch the frames can be changed: surface, camera, look and output, the skins of bodies, and the looks of obstacles.

import type { Cache } from '../cache/cache.ts';
import { loadScene, loadTrigonometry } from '../cache/scene-file.ts';
import { type Problem, ThixoError } from '../problem.ts';
import { DEFAULT_LIMITS, type Limits } from '../scene/limits.ts';
import { parseScene } from '../scene/parse-scene.ts';
import type { Scene } from '../scene/schema.ts';
import { assignmentAt, trySetValues } from '../scene/set-value.ts';
import { didYouMean } from '../scene/suggest.ts';
import { usage } from './usage.ts';

/** What can be changed. */
const PARTS = ['surface', 'camera', 'look', 'output'] as const;

/** An assignment to the skin of a body. */
const SKIN = /^\s*bodies(?:\.|\[)\d+\]?\.skin[.=\s]/;
/** An assignment to the look of an obstacle. */
const OBSTACLE_LOOK = /^\s*obstacles(?:\.|\[)\d+\]?\.look[.=\s]/;

/** How to change it. */
export interface SceneChanges {
  /** Assignments `path=value`. */
  readonly set?: readonly string[] | undefined;
  /** Path of a scene file to take the settings from. */
  readonly scene?: string | undefined;
  /** Size of the picture, pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The scene to use. Throws a ThixoError with everything that is wrong with the changes. */
export async function sceneOfCache(cache: Cache, changes: SceneChanges = {}): Promise<Scene> {
  const { set = [], scene: file } = changes;
  const base = file === undefined ? cache.scene : withParts(cache.scene, (await loadScene(file)).scene);
  const all = [...set, ...sizesOf(changes)];
  if (all.length === 0) return base;
  const refused = set.flatMap(refusal);
  if (refused.length > 0) throw new ThixoError(refused);
  return changed(base, all, set);
}

/** Throws what is wrong with the size of a picture, before there is a cache to take pictures of. */
export async function requireSizes(changes: Pick<SceneChanges, 'width' | 'height'>): Promise<void> {
  await changed({}, sizesOf(changes), []);
}

/** Sizes as assignments. */
function sizesOf(changes: Pick<SceneChanges, 'width' | 'height'>): string[] {
  return (['width', 'height'] as const).flatMap((side) =>
    changes[side] === undefined ? [] : [`output.${side}=${changes[side]}`],
  );
}

/** A scene with assignments, of which `set` are those of --set. */
async function changed(base: unknown, all: readonly string[], set: readonly string[]): Promise<Scene> {
  const { value, problems } = trySetValues(base, all);
  if (problems.length > 0) throw new ThixoError(problems);
  try {
    return parseScene(value, await loadTrigonometry(), NO_LIMITS);
  } catch (error) {
    if (!(error instanceof ThixoError)) throw error;
    throw new ThixoError(error.problems.map((p) => placed(p, all, set)));
  }
}

/** The scene was run: it has passed the limits. */
const NO_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, Number.POSITIVE_INFINITY]),
) as unknown as Limits;

function withParts(scene: Scene, other: Scene): Scene {
  const bodies = scene.bodies.map((body, k) => ({ ...body, skin: other.bodies[k]?.skin }));
  const obstacles = scene.obstacles.map((obstacle, k) => ({ ...obstacle, look: other.obstacles[k]?.look }));
  return { ...scene, bodies, obstacles, ...Object.fromEntries(PARTS.map((part) => [part, other[part]])) };
}

/** Why an assignment has no place here. */
function refusal(assignment: string): Problem[] {
  const [, root = ''] = /^\s*([^.[=\s]*)/.exec(assignment) ?? [];
  if (
    (PARTS as readonly string[]).includes(root) ||
    SKIN.test(assignment) ||
    OBSTACLE_LOOK.test(assignment) ||
    !assignment.includes('=')
  )
    return [];
  const message = `--set ${assignment.slice(0, 80)}: the frames are already simulated, "${root.slice(0, 40)}" can no longer change.`;
  const hint = `${didYouMean(root, PARTS)}You can set ${PARTS.slice(0, -1).join(', ')} and ${PARTS.at(-1)} here; for the rest, simulate again with \`thixo run\`.`;
  return [{ ...usage(message, hint), place: `--set ${assignment.slice(0, 80)}` }];
}

/** The problem with the option that made it. */
function placed(p: Problem, all: readonly string[], set: readonly string[]): Problem {
  const assignment = assignmentAt(all, p.pointer);
  if (assignment === undefined || p.place !== undefined) return p;
  const side = set.includes(assignment) ? undefined : /^output\.(width|height)=(.*)$/.exec(assignment);
  return { ...p, place: side ? `--${side[1]} ${side[2]}` : `--set ${assignment}` };
}
