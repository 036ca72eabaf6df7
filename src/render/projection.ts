// From the world to samples of a picture and back. Depth is kept as a key that is linear over the picture and larger for what is
// nearer: 1/z in perspective, −z in a parallel view, with z the distance (m) from the camera's plane.

import { tanDegrees } from '../shapes/exact-trigonometry.ts';
import { unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { cross, diagonalOf, dot, minus } from './vector.ts';
import type { View } from './view.ts';

/** A camera over a grid of samples; sample (i, j) looks through (i + ½, j + ½), rows from the top. */
export interface Projection {
  readonly perspective: boolean;
  /** Where the camera stands, m. */
  readonly eye: Vec3;
  /** Axes of the camera: to the right, up, and into the picture. */
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
  /** Samples per unit of x/z in perspective, per meter in a parallel view. */
  readonly scale: number;
  /** Where the line of sight meets the grid, samples. */
  readonly centerX: number;
  readonly centerY: number;
  /** What is nearer is cut off, m; −∞ in a parallel view. */
  readonly near: number;
}

/** The key of what is not there: behind everything. */
export const NOTHING: number = Number.NEGATIVE_INFINITY;

/** A view over a picture of `width` × `height` samples whose upper edge is `top` samples below that of the view. */
export function projectionOf(view: View, width: number, height: number, top = 0): Projection {
  const ahead = minus(view.target, view.position);
  const forward = unit(ahead, [0, 0, -1]);
  const common = { eye: view.position, right: cross(forward, view.up), up: view.up, forward };
  const [centerX, centerY] = [width / 2, height / 2 - top];
  if (view.height !== undefined) {
    const scale = height / view.height;
    return { ...common, centerX, centerY, perspective: false, scale, near: Number.NEGATIVE_INFINITY };
  }
  const distance = Math.sqrt(dot(ahead, ahead));
  const near = 0.002 * Math.min(distance, diagonalOf(view.bounds) || distance);
  const scale = height / (2 * tanDegrees(view.fieldOfView / 2));
  const [across, upward] = view.shift ?? [0, 0];
  const center = { centerX: centerX + scale * across, centerY: centerY - scale * upward };
  return { ...common, ...center, perspective: true, scale, near };
}

/** z (m) of a key. */
export function depthOfKey(perspective: boolean, key: number): number {
  return perspective ? 1 / key : 0 - key;
}

/** Where a point is in the picture: samples from the left and from the top, and z, m. */
export function projectPoint(projection: Projection, point: Vec3): { x: number; y: number; z: number } {
  const { perspective, eye, right, up, forward, scale, centerX, centerY } = projection;
  const d = minus(point, eye);
  const z = dot(d, forward);
  const s = perspective ? scale / z : scale;
  return { x: centerX + s * dot(d, right), y: centerY - s * dot(d, up), z };
}
