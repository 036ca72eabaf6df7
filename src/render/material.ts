// What surfaces are made of: how they answer to light.

import type { SurfaceLook } from '../colors/surface-looks.ts';

/** How a surface answers to light. */
export interface Material {
  /** `plane`: a floor or wall that catches shadows and fades into the background. */
  readonly kind: 'solid' | 'plane' | 'liquid';
  /** How strongly it mirrors its surroundings, 0 to 1. */
  readonly gloss: number;
  /** Light of its own, in its color. */
  readonly glow: number;
  /** Whether it mirrors in its own color. */
  readonly metal: boolean;
  /** How far light goes through it, 0 to 1. */
  readonly wax: number;
}

const PLAIN = { kind: 'solid', gloss: 0, glow: 0, metal: false, wax: 0 } as const;

/** Lava without a temperature shines a little. */
export const LAVA: Material = { ...PLAIN, gloss: 0.5, glow: 0.28 };
/** Solids without a look. */
export const SOLID: Material = { ...PLAIN, gloss: 0.15 };
export const PLANE: Material = { ...PLAIN, kind: 'plane' };

/** Light of what is emissive without a temperature. */
const SHINE = 1.6;

/** The material of a look; what glows by its temperature has no other light. */
export function materialOf({ finish, roughness, transparency }: SurfaceLook, isHot = false): Material {
  return {
    ...PLAIN,
    kind: finish === 'liquid' ? 'liquid' : 'solid',
    gloss: 1 - roughness,
    glow: finish === 'emissive' && !isHot ? SHINE : 0,
    metal: finish === 'metal',
    wax: finish === 'wax' ? 0.4 + 0.6 * transparency : 0,
  };
}
