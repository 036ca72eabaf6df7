// Things in a picture and what their surfaces are made of.

import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import type { Spheres } from './spheres.ts';
import type { Texture } from './texture.ts';

/** How a surface answers to light. */
export interface Material {
  /** `plane`: a floor or wall that catches shadows and fades into the background. */
  readonly kind: 'matte' | 'glossy' | 'plane';
  /** How strongly it mirrors its surroundings, 0 to 1. */
  readonly gloss: number;
  /** Light of its own, in its color. */
  readonly glow: number;
}

/** Pictures on a mesh. */
export interface Paint {
  /** u, v of every vertex. */
  readonly uv: Float32Array;
  /** Place of the picture of every vertex in the list, from 1; 0 for none. That of the first corner is the triangle's. */
  readonly texture: Uint32Array;
  readonly textures: readonly Texture[];
}

/** A mesh or a set of spheres with its colors. Its triangles or spheres have the numbers from `firstId` on. */
export interface Drawable {
  readonly firstId: number;
  readonly count: number;
  readonly mesh: TriangleMesh | undefined;
  readonly spheres: Spheres | undefined;
  /** Linear red, green and blue for every vertex or sphere; or just three numbers, for all of them. */
  readonly colors: Float32Array;
  /** What the colors of a mesh are multiplied with. */
  readonly paint?: Paint | undefined;
  readonly material: Material;
  /** Whether the shading of spheres flows from one to the next [MP89 §3]. */
  readonly flowing: boolean;
  /** Whether it throws shadows. */
  readonly casts: boolean;
}

/** The drawable that a triangle or sphere belongs to, as a place in the list; −1 for number 0, which is nothing. */
export function drawableOf(drawables: readonly Drawable[], id: number): number {
  let first = 0;
  let after = drawables.length;
  while (first < after) {
    const middle = (first + after) >> 1;
    if (id < drawables[middle]!.firstId) after = middle;
    else first = middle + 1;
  }
  return first - 1;
}
