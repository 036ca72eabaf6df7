// A transparent substance on the grid of samples: its nearest surface, and how much of it each ray passes through.

import type { Drawable } from './drawable.ts';
import type { Projection } from './projection.ts';
import { type RasterTarget, rasterTarget } from './raster-target.ts';
import { TriangleDrawer } from './rasterize.ts';
import { SphereDrawer, walkSpheres } from './spheres.ts';
import { ThicknessAdder } from './thickness.ts';
import { TriangleWalk } from './triangle-setup.ts';

/** The liquid as every sample sees it. */
export class LiquidLayer {
  /** Its front. */
  readonly target: RasterTarget;
  /** Where rays leave it first, one sample per pixel; spheres have none. */
  readonly back: RasterTarget;
  private readonly solid: RasterTarget;
  private readonly thickness: ThicknessAdder;

  /** `solid` holds what is not transparent; `coarse` is over pixels; `reach` (m) is about its depth. */
  constructor(liquid: Drawable, projection: Projection, coarse: Projection, solid: RasterTarget, reach: number) {
    const { width, height } = solid;
    this.solid = solid;
    this.target = rasterTarget(width, height);
    const samples = Math.round(projection.scale / coarse.scale);
    this.back = rasterTarget(width / samples, height / samples);
    this.thickness = new ThicknessAdder(solid.keys, width, projection.perspective, reach);
    const { mesh, spheres } = liquid;
    if (mesh) {
      const walk = new TriangleWalk(projection, width, height);
      walk.walk(mesh, 'front', new TriangleDrawer(this.target));
      walk.walk(mesh, 'both', this.thickness);
      new TriangleWalk(coarse, this.back.width, this.back.height).walk(mesh, 'back', new TriangleDrawer(this.back));
    }
    if (spheres) {
      walkSpheres(projection, width, height, spheres, new SphereDrawer(this.target));
      walkSpheres(projection, width, height, spheres, this.thickness);
    }
  }

  /** Whether a sample shows liquid. */
  isSeen(at: number): boolean {
    return this.target.ids[at] !== 0 && this.target.keys[at]! > this.solid.keys[at]!;
  }

  /** Depth of liquid that a sample looks through, m along the line of sight; the ray itself may be longer. */
  depthAt(at: number): number {
    const depth = this.thickness.depthAt(at);
    return Math.max(depth, 0);
  }
}
