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
    if (t.right - t.left > WIDE) this.fillWide(t, this.firstId + element);
    else this.fillNarrow(t, this.firstId + element);
  }

  /** Tests every sample of the box around a triangle. */
  private fillNarrow(t: TriangleSetup, id: number): void {
    const { keys, ids, width } = this.target;
    const { left, right, top, bottom, x0, x1, x2, y0, y1, y2, keyX, keyMin, keyMax } = t;
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
          const key = Math.fround(Math.min(Math.max(rowKey + keyX * (x - left), keyMin), keyMax));
          const at = y * width + x;
          if (key > keys[at]!) {
            keys[at] = key;
            ids[at] = id;
          }
        }
        e0 += x0;
        e1 += x1;
        e2 += x2;
      }
      row0 += y0;
      row1 += y1;
      row2 += y2;
    }
  }

  /** Finds the ends of every row first; the samples covered are the same. */
  private fillWide(t: TriangleSetup, id: number): void {
    const { keys, ids, width } = this.target;
    const { left, right, top, bottom, keyX, keyMin, keyMax } = t;
    for (let y = top; y < bottom; y++) {
      const down = y - top;
      const e0 = t.e0 + t.y0 * down;
      const e1 = t.e1 + t.y1 * down;
      const e2 = t.e2 + t.y2 * down;
      const from = Math.max(0, firstInside(e0, t.x0), firstInside(e1, t.x1), firstInside(e2, t.x2));
      const to = Math.min(right - left - 1, lastInside(e0, t.x0), lastInside(e1, t.x1), lastInside(e2, t.x2));
      const rowKey = t.key + t.keyY * down;
      for (let n = from; n <= to; n++) {
        const key = Math.fround(Math.min(Math.max(rowKey + keyX * n, keyMin), keyMax));
        const at = y * width + left + n;
        if (key > keys[at]!) {
          keys[at] = key;
          ids[at] = id;
        }
      }
    }
  }
}

/** Triangles wider than this, in samples, are filled row by row. */
const WIDE = 24;

/** The first n ≥ 0 with e + n step ≥ 0; infinite if there is none. All numbers are whole and exact, the quotient is set right. */
function firstInside(e: number, step: number): number {
  if (e >= 0) return 0;
  if (step <= 0) return Number.POSITIVE_INFINITY;
  let n = Math.ceil((0 - e) / step);
  while (e + n * step < 0) n++;
  while (e + (n - 1) * step >= 0) n--;
  return n;
}

/** The last n with e + n step ≥ 0, if there is an end; −1 if there is none from 0 on. */
function lastInside(e: number, step: number): number {
  if (step >= 0) return e >= 0 || step > 0 ? Number.POSITIVE_INFINITY : -1;
  if (e < 0) return -1;
  let n = Math.floor(e / (0 - step));
  while (e + n * step < 0) n--;
  while (e + (n + 1) * step >= 0) n++;
  return n;
}
