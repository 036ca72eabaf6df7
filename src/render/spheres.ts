// Draws spheres into a target exactly, one ray per sample: round outlines, right depth, no triangles.

import type { Projection } from './projection.ts';
import type { RasterTarget } from './raster-target.ts';

/** Spheres in the world. */
export interface Spheres {
  readonly count: number;
  /** x, y, z of every center, m. */
  readonly centers: Float32Array;
  /** m */
  readonly radii: Float32Array;
}

/** What is done with a sample that a sphere covers: keys where the ray enters and leaves it. */
export interface SphereVisitor {
  hit(at: number, nearKey: number, farKey: number, sphere: number): void;
}

/** Writes the spheres it visits into a target, numbered from `firstId` on. */
export class SphereDrawer implements SphereVisitor {
  private readonly target: RasterTarget;
  /** Number of the first sphere. */
  firstId = 1;

  constructor(target: RasterTarget) {
    this.target = target;
  }

  hit(at: number, nearKey: number, _farKey: number, sphere: number): void {
    const key = Math.fround(nearKey);
    if (key > this.target.keys[at]!) {
      this.target.keys[at] = key;
      this.target.ids[at] = this.firstId + sphere;
    }
  }
}

/** Visits every sample of a grid that a sphere covers. Spheres that reach behind the near plane of a perspective are left out. */
export function walkSpheres(
  p: Projection,
  width: number,
  height: number,
  spheres: Spheres,
  visitor: SphereVisitor,
): void {
  const { count, centers, radii } = spheres;
  const { eye, right, up, forward } = p;
  const walk = p.perspective ? walkPerspective : walkParallel;
  for (let k = 0; k < count; k++) {
    const dx = centers[3 * k]! - eye[0];
    const dy = centers[3 * k + 1]! - eye[1];
    const dz = centers[3 * k + 2]! - eye[2];
    const x = dx * right[0] + dy * right[1] + dz * right[2];
    const y = dx * up[0] + dy * up[1] + dz * up[2];
    const z = dx * forward[0] + dy * forward[1] + dz * forward[2];
    const radius = radii[k]!;
    if (radius > 0 && z - radius > p.near) walk(p, width, height, x, y, z, radius, visitor, k);
  }
}

/** Rays (u, v, 1) through the eye: |t (u, v, 1) − c|² = r², and t is z. */
function walkPerspective(
  p: Projection,
  width: number,
  height: number,
  cx: number,
  cy: number,
  cz: number,
  radius: number,
  visitor: SphereVisitor,
  sphere: number,
): void {
  const { scale, centerX, centerY } = p;
  const rr = radius * radius;
  const depth = cz * cz - rr;
  const sideX = radius * Math.sqrt(cx * cx + depth);
  const sideY = radius * Math.sqrt(cy * cy + depth);
  const left = Math.max(0, Math.ceil(centerX + (scale * (cx * cz - sideX)) / depth - 0.5));
  const last = Math.min(width - 1, Math.floor(centerX + (scale * (cx * cz + sideX)) / depth - 0.5));
  const top = Math.max(0, Math.ceil(centerY - (scale * (cy * cz + sideY)) / depth - 0.5));
  const bottom = Math.min(height - 1, Math.floor(centerY - (scale * (cy * cz - sideY)) / depth - 0.5));
  const rest = cx * cx + cy * cy + cz * cz - rr;
  for (let y = top; y <= bottom; y++) {
    const v = (centerY - y - 0.5) / scale;
    for (let x = left; x <= last; x++) {
      const u = (x + 0.5 - centerX) / scale;
      const a = u * u + v * v + 1;
      const b = u * cx + v * cy + cz;
      const disc = b * b - a * rest;
      if (disc >= 0) {
        const root = Math.sqrt(disc);
        visitor.hit(y * width + x, a / (b - root), a / (b + root), sphere);
      }
    }
  }
}

/** Rays along the line of sight. */
function walkParallel(
  p: Projection,
  width: number,
  height: number,
  cx: number,
  cy: number,
  cz: number,
  radius: number,
  visitor: SphereVisitor,
  sphere: number,
): void {
  const { scale, centerX, centerY } = p;
  const rr = radius * radius;
  const left = Math.max(0, Math.ceil(centerX + scale * (cx - radius) - 0.5));
  const last = Math.min(width - 1, Math.floor(centerX + scale * (cx + radius) - 0.5));
  const top = Math.max(0, Math.ceil(centerY - scale * (cy + radius) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(centerY - scale * (cy - radius) - 0.5));
  for (let y = top; y <= bottom; y++) {
    const v = (centerY - y - 0.5) / scale - cy;
    for (let x = left; x <= last; x++) {
      const u = (x + 0.5 - centerX) / scale - cx;
      const square = rr - u * u - v * v;
      if (square >= 0) {
        const root = Math.sqrt(square);
        visitor.hit(y * width + x, root - cz, 0 - root - cz, sphere);
      }
    }
  }
}
