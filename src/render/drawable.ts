// Things in a picture and what their surfaces are made of.

import type { Color } from '../colors/color.ts';
import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import type { Material } from './material.ts';
import type { Pattern } from './pattern.ts';
import type { Spheres } from './spheres.ts';
import type { Texture } from './texture.ts';

/** Colors on a surface: the part that is the second color depends on the place. */
export interface Dye {
  readonly pattern: Pattern;
  readonly second: Color;
  /** Part of its temperature that what glows lacks where the second color is; 0 by default. */
  readonly cools?: number;
  /** Where every vertex or sphere was at the start, m; undefined where the pattern stands still in the world. */
  readonly rest: Float32Array | undefined;
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
  readonly dye?: Dye | undefined;
  /** Temperature of every vertex or sphere, K, if it glows by it. */
  readonly heat?: Float32Array | undefined;
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
