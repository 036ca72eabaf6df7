// A list of drawables that numbers what it is given.

import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import type { Drawable, Dye, Paint } from './drawable.ts';
import type { Material } from './material.ts';
import type { Spheres } from './spheres.ts';

/** What a drawable is made of. */
export interface DrawablePart {
  readonly mesh?: TriangleMesh | undefined;
  readonly spheres?: Spheres | undefined;
  readonly flowing?: boolean | undefined;
  readonly paint?: Paint | undefined;
  readonly dye?: Dye | undefined;
  readonly heat?: Float32Array | undefined;
}

export class DrawableList {
  readonly all: Drawable[] = [];
  private nextId = 1;

  /** Adds a part unless it is empty; `colors` are linear, for every vertex or sphere or for all. */
  add(part: DrawablePart, colors: Float32Array, material: Material): void {
    const { mesh, spheres, flowing = false, paint, dye, heat } = part;
    const count = mesh ? mesh.elements.length / 3 : (spheres?.count ?? 0);
    if (count === 0) return;
    const casts = material.kind !== 'plane';
    this.all.push({ firstId: this.nextId, count, mesh, spheres, colors, paint, dye, heat, material, flowing, casts });
    this.nextId += count;
  }
}
