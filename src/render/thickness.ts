// How much of a transparent substance a ray passes through: the depths where it leaves minus those where it enters, over all of its
// crossings with a closed surface. Depths are counted in whole steps, so that the sum does not depend on the order of triangles.

import { depthOfKey } from './projection.ts';
import type { SphereVisitor } from './spheres.ts';
import type { TriangleSetup, TriangleVisitor } from './triangle-setup.ts';

/** Steps between the camera's plane and the depth `reach`. */
const STEPS = 1 << 24;

/** Adds up thickness, sample by sample. What is behind an opaque surface does not count. */
export class ThicknessAdder implements TriangleVisitor, SphereVisitor {
  private readonly width: number;
  private readonly perspective: boolean;
  private readonly opaque: Float32Array;
  /** Steps per meter of depth. Whole numbers wrap around together, so that only the difference has to fit. */
  private readonly perMeter: number;
  private readonly steps: Int32Array;

  /** `opaque` holds the depth keys of what is not transparent; `reach` (m) is about the depth of the substance. */
  constructor(opaque: Float32Array, width: number, perspective: boolean, reach: number) {
    this.opaque = opaque;
    this.width = width;
    this.perspective = perspective;
    this.perMeter = STEPS / reach;
    this.steps = new Int32Array(opaque.length);
  }

  /** Depth passed through at a sample, m: along the line of sight, to be multiplied by how much longer the ray is. */
  depthAt(at: number): number {
    return this.steps[at]! / this.perMeter;
  }

  visit(t: TriangleSetup, _element: number): void {
    const { width } = this;
    const sign = t.front ? -1 : 1;
    const { left, right, top, bottom, keyMin, keyMax } = t;
    for (let y = top; y < bottom; y++) {
      const down = y - top;
      let e0 = t.e0 + t.y0 * down;
      let e1 = t.e1 + t.y1 * down;
      let e2 = t.e2 + t.y2 * down;
      for (let x = left; x < right; x++) {
        if (e0 >= 0 && e1 >= 0 && e2 >= 0) {
          const key = t.key + t.keyY * down + t.keyX * (x - left);
          this.add(y * width + x, key < keyMin ? keyMin : Math.min(key, keyMax), sign);
        }
        e0 += t.x0;
        e1 += t.x1;
        e2 += t.x2;
      }
    }
  }

  hit(at: number, nearKey: number, farKey: number, _sphere: number): void {
    this.add(at, nearKey, -1);
    this.add(at, farKey, 1);
  }

  private add(at: number, key: number, sign: number): void {
    const limit = this.opaque[at]!;
    const depth = depthOfKey(this.perspective, Math.max(key, limit));
    this.steps[at]! += sign * Math.floor(depth * this.perMeter + 0.5);
  }
}
