// What every substance and every solid looks like: what the scene says of it, else what suits it.

import type { Obstacle, Scene, SubstanceLook } from '../scene/schema.ts';
import { type Color, linearColor, parseColor } from './color.ts';
import { type Finish, finishOf, presetFinish, presetOf } from './finish.ts';

/** Settings of a pattern. */
export type PatternLook = NonNullable<SubstanceLook['pattern']>;

/** What a surface looks like, complete. */
export interface SurfaceLook {
  readonly finish: Finish;
  /** How dull reflections are, 0 to 1. */
  readonly roughness: number;
  /** How far one sees into it, 0 to 1; only for liquid and wax. */
  readonly transparency: number;
  readonly pattern: PatternLook | undefined;
  readonly style: 'surface' | 'spheres' | 'grains' | 'globules' | 'smoke';
}

type Looks = Pick<Scene, 'look' | 'substances'> & { readonly dimension?: 2 | 3 };

/** How dull the reflections of a finish are. */
export const FINISH_ROUGHNESS: Readonly<Record<Finish, number>> = {
  matte: 1,
  glossy: 0.25,
  liquid: 0,
  wax: 0.45,
  metal: 0.2,
  grain: 1,
  emissive: 0.5,
};

/** Water is clearer than other liquids: one sees 1.54 times as far into it. */
const WATER_TRANSPARENCY = 0.4 / 0.66;

/** Linear color of solids that have no look. */
export const SOLID_COLOR: Color = [0.42, 0.44, 0.47];

/** Whether each substance has a surface of its own: the scene says what one of several looks like, or one is a solid that never melts into others. */
export function areSeparate({ look, substances }: Looks): boolean {
  const all = Object.values(substances),
    isTold = Object.keys(look.substances ?? {}).length > 0,
    hasSolid = all.some((substance) => substance.model === 'elastic' && substance.melted === undefined);
  return all.length > 1 && (isTold || hasSolid);
}

/** The looks of all substances, in the order of the scene. */
export function substanceLooks(scene: Looks): SurfaceLook[] {
  const { look, substances, dimension = 3 } = scene;
  const isTold = look.substances !== undefined || areSeparate(scene),
    style = look.style ?? (dimension === 3 ? 'surface' : 'spheres');
  return Object.entries(substances).map(([name, substance]): SurfaceLook => {
    const own = look.substances?.[name] ?? {},
      suited = look.colorBy === 'substance' ? presetFinish(substance) : opaque(presetFinish(substance)),
      finish = own.finish ?? look.finish ?? (isTold ? suited : finishOf(scene));
    return {
      ...{ finish, style: own.style ?? style, pattern: own.pattern },
      roughness: own.roughness ?? FINISH_ROUGHNESS[finish],
      transparency: own.transparency ?? (presetOf(substance) === 'water' ? WATER_TRANSPARENCY : 0.5),
    };
  });
}

/** What a solid looks like. */
export function obstacleLook({ look = { hidden: false } }: Pick<Obstacle, 'look'>): SurfaceLook {
  const { finish = 'matte', roughness = FINISH_ROUGHNESS[finish], transparency = 0.5, pattern } = look;
  return { finish, roughness, transparency, pattern, style: 'surface' };
}

/** Linear color of a solid. */
export function obstacleColor({ look }: Pick<Obstacle, 'look'>): Color {
  return look?.color ? linearColor(parseColor(look.color)) : SOLID_COLOR;
}

const opaque = (finish: Finish): Finish => (finish === 'liquid' ? 'glossy' : finish);
