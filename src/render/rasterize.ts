// Draws triangles into a target: at every sample the nearest one wins, of equally near ones the first.

import type { RasterTarget } from './raster-target.ts';
import type { TriangleSetup, TriangleVisitor } from './triangle-setup.ts';

/** Writes the triangles it visits into a target, numbered from `firstId` on. */
export class TriangleDrawer implements TriangleVisitor {
  private readonly target: RasterTarget;
  /** Number of the first triangle of the mesh. */
  firstId = 1;

  constructor(target: RasterTarget) {
    this.target = target;
  }

  visit(t: TriangleSetup, element: number): void {
    const { keys, ids, width } = this.target;
    const id = this.firstId + element;
    const { left, right, top, bottom, x0, x1, x2, keyX, keyMin, keyMax } = t;
    let row0 = t.e0;
    let row1 = t.e1;
    let row2 = t.e2;
    for (let y = top; y < bottom; y++) {
      const rowKey = t.key + t.keyY * (y - top);
      let e0 = row0;
      let e1 = row1;
      let e2 = row2;
      for (let x = left; x < right; x++) {
        if (e0 >= 0 && e1 >= 0 && e2 >= 0) {
          let key = rowKey + keyX * (x - left);
          key = key < keyMin ? keyMin : Math.min(key, keyMax);
          const at = y * width + x;
          const rounded = Math.fround(key);
          if (rounded > keys[at]!) {
            keys[at] = rounded;
            ids[at] = id;
          }
        }
        e0 += x0;
        e1 += x1;
        e2 += x2;
      }
      row0 += t.y0;
      row1 += t.y1;
      row2 += t.y2;
    }
  }
}
