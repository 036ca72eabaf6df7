// A design file made ready: loaded, sampled, and the scene that shows it. Problems have places in the file.

import { type DesignFile, loadDesign } from '../cache/design-file.ts';
import { loadTrigonometry } from '../cache/scene-file.ts';
import { designScene, solidOfDesign } from '../modeling/design-scene.ts';
import type { Matter } from '../modeling/designed-fields.ts';
import { OpenDesign } from '../modeling/open-design.ts';
import { ThixoError } from '../problem.ts';
import { DEFAULT_LIMITS, type Limits, parseLimits } from '../scene/limits.ts';
import { parseScene } from '../scene/parse-scene.ts';
import type { Scene } from '../scene/schema.ts';
import { measureOf } from '../shapes/bounds.ts';
import { limitsText } from './limits-text.ts';
import { pathFrom } from './path-from.ts';

/** Options that all functions of designs share. */
export interface DesignOptions {
  /**
   * Values of the design to change, each `path=value`. Default: none.
   * @example { set: ['weights.volume=100'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * Limits to change, as numbers or as the text that `--limits` takes. Default: those of the table.
   * @example { limits: { triangles: 5e6 } }
   */
  readonly limits?: Partial<Limits> | string | undefined;
  /**
   * When it aborts, it stops after the step or frame in work; what is committed stays. Default: never.
   * @example { signal: AbortSignal.timeout(60_000) }
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The folder that relative paths start from. Default: that of the process.
   * @example { cwd: '/home/ada/clay' }
   */
  readonly cwd?: string | undefined;
}

/** A design that is ready to be solved. */
export interface DesignInput {
  readonly file: DesignFile;
  readonly open: OpenDesign;
  readonly matter: Matter;
  /** The scene of its cache, which lasts so many seconds. */
  sceneOf(duration: number): Promise<Scene>;
}

/** What `work` gives for a design; problems of the design that it throws have their places in the file. */
export async function withDesign<T>(
  path: string,
  { set, limits, cwd = process.cwd() }: DesignOptions,
  work: (input: DesignInput) => Promise<T>,
): Promise<T> {
  const text = limitsText(limits),
    all = text === undefined ? DEFAULT_LIMITS : parseLimits(text),
    file = await loadDesign(pathFrom(cwd, path), { set, limits: all });
  try {
    return await work(inputOf(file, all));
  } catch (error) {
    throw error instanceof ThixoError ? new ThixoError(file.places(error.problems)) : error;
  }
}

function inputOf(file: DesignFile, limits: Limits): DesignInput {
  const open = new OpenDesign(file.design),
    { field, design } = open,
    volume = measureOf(solidOfDesign(design));
  return {
    ...{ file, open, matter: { field, volume, density: design.density } },
    sceneOf: async (duration) => {
      try {
        return parseScene(designScene(open, file.title, duration), await loadTrigonometry(), limits);
      } catch (error) {
        throw error instanceof ThixoError ? new ThixoError(error.problems.map(inDesign)) : error;
      }
    },
  };
}

/** The scene that shows a design has its skin at a body, and its other parts where the design has them. */
function inDesign<P extends { readonly pointer: string }>(found: P): P {
  return { ...found, pointer: found.pointer.replace('/bodies/0/skin/within', '/shape').replace('/bodies/0', '') };
}
