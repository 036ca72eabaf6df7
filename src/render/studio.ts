// What all parts of a picture share: the things in it, and the scene as the light sees it.

import { substanceLooks } from '../colors/surface-looks.ts';
import type { Scene } from '../scene/schema.ts';
import type { Drawable } from './drawable.ts';
import { GlobuleNormals } from './globule-normals.ts';
import { LiquidShadow } from './liquid-shadow.ts';
import type { Projection } from './projection.ts';
import type { RasterTarget } from './raster-target.ts';
import { TriangleDrawer } from './rasterize.ts';
import type { RenderInput } from './render-input.ts';
import { lightView, ShadowMap } from './shadow-map.ts';
import { SphereDrawer, walkSpheres } from './spheres.ts';
import { type Cast, castOf } from './stage.ts';
import { Tint } from './tint.ts';
import { type Faces, TriangleWalk } from './triangle-setup.ts';
import { diagonalOf } from './vector.ts';

/** Thickness of liquid that shows the full color of its substance, over the diagonal of the scene, if it is half transparent. */
const TINT_LENGTH = 0.26;

/** Everything about a picture that does not depend on the place in it. */
export interface Studio {
  readonly cast: Cast;
  /** Diagonal of what the picture is there to show, m. */
  readonly size: number;
  readonly shadows: ShadowMap;
  readonly liquidShadow: LiquidShadow | undefined;
  readonly globules: GlobuleNormals | undefined;
  readonly tint: Tint;
  /** Whether floors have lines that show how large things are. */
  readonly grid: boolean;
}

/** Sets up the studio for a frame. */
export function studioOf(input: RenderInput, projection: Projection): Studio {
  const cast = castOf(input, projection);
  const size = diagonalOf(input.view.bounds);
  const shadows = new ShadowMap(
    lightView(cast.stage.lights, input.view.bounds),
    cast.solid,
    cast.stage.lighting.softness,
  );
  const tint = new Tint(TINT_LENGTH * clearness(input.scene) * size);
  const liquidShadow = cast.liquid && new LiquidShadow(shadows, cast.liquid, tint, 4 * size);
  const flowing = [...cast.solid, ...(cast.liquid ? [cast.liquid] : [])].find((drawable) => drawable.flowing);
  const globules = flowing?.spheres && new GlobuleNormals(flowing.spheres);
  return { cast, size, shadows, liquidShadow, globules, tint, grid: input.scene.look.grid };
}

/** How far one sees into the liquids of a scene, over what is usual: t / (1 − t) of the clearest. */
export function clearness(scene: Scene): number {
  const clear = substanceLooks(scene).filter(({ finish }) => finish === 'liquid'),
    most = Math.max(
      ...(clear.length > 0 ? clear : substanceLooks(scene)).map(({ transparency }) => transparency),
      0.01,
    );
  return most / Math.max(1 - most, 0.01);
}

/** Draws things into a target. */
export function drawAll(
  drawables: readonly Drawable[],
  projection: Projection,
  target: RasterTarget,
  faces: Faces,
): void {
  const { width, height } = target;
  const walk = new TriangleWalk(projection, width, height);
  const triangles = new TriangleDrawer(target);
  const balls = new SphereDrawer(target);
  for (const { mesh, spheres, firstId } of drawables) {
    triangles.firstId = firstId;
    balls.firstId = firstId;
    if (mesh) walk.walk(mesh, faces, triangles);
    if (spheres) walkSpheres(projection, width, height, spheres, balls);
  }
}
