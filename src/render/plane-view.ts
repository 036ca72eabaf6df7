// From the plane z = 0 of a 2D scene to the pixels of a picture and back: a parallel view along −z.

import { invariant } from '../problem.ts';
import type { Vec3 } from '../shapes/shape.ts';

/** The part of a view that matters in 2D. */
export interface PlaneView {
  /** The middle of the picture, m. */
  readonly target: Vec3;
  /** Direction that points up in the picture. */
  readonly up: Vec3;
  /** Height of what the picture shows, m. */
  readonly height: number | undefined;
}

/** Where points of the plane are in a picture; x to the right and y down, from the top left corner. */
export interface PlaneMap {
  /** Pixels per meter. */
  readonly scale: number;
  /** Pixels. */
  pixelX(x: number, y: number): number;
  /** Pixels. */
  pixelY(x: number, y: number): number;
  /** m */
  worldX(px: number, py: number): number;
  /** m */
  worldY(px: number, py: number): number;
}

/** The map of a view onto a picture of the given size in pixels. */
export function planeMap({ target, up, height: shown }: PlaneView, width: number, height: number): PlaneMap {
  invariant(shown !== undefined && shown > 0, 'a 2D scene needs a parallel view');
  const scale = height / shown;
  const length = Math.sqrt(up[0] * up[0] + up[1] * up[1]);
  const [ux, uy] = length > 0 ? [up[0] / length, up[1] / length] : [0, 1];
  const [tx, ty] = target;
  const [midX, midY] = [width / 2, height / 2];
  return {
    scale,
    pixelX: (x, y) => midX + scale * ((x - tx) * uy - (y - ty) * ux),
    pixelY: (x, y) => midY - scale * ((x - tx) * ux + (y - ty) * uy),
    worldX: (px, py) => tx + ((px - midX) * uy - (py - midY) * ux) / scale,
    worldY: (px, py) => ty - ((px - midX) * ux + (py - midY) * uy) / scale,
  };
}
