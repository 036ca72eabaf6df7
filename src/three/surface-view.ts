// The skin of a substance as a mesh of three.js; in 2D its outline, as a band.

import { Box3, type Material, Mesh, MeshStandardMaterial, type Texture, Vector3 } from 'three';
import { finishOf } from '../colors/finish.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import { surfaceWithPieces } from '../surface/surface-pieces.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { Coloring, type ColorOptions } from './coloring.ts';
import { outlineBand } from './outline-band.ts';
import type { ParticleSource } from './particles-view.ts';
import { SurfaceGeometry } from './surface-geometry.ts';
import type { SurfaceMaker, SurfaceMakerOptions } from './surface-maker.ts';
import { texturesOf } from './textures.ts';

/** How a surface is shown. */
export interface SurfaceViewOptions extends ColorOptions {
  /** Any material of three.js; its color is multiplied by that of the substance. It stays yours to dispose of; where a skin has a texture, a copy of it with that texture is used. By default it is as rough as `look.finish` says. */
  readonly material?: Material | undefined;
  /** Width of the outline of a 2D substance, m. */
  readonly outline?: number | undefined;
}

/** How the surface of a world is made and shown. */
export interface SurfaceWorldOptions extends SurfaceViewOptions, SurfaceMakerOptions {}

/** How rough a surface of each finish is. */
const ROUGHNESS = { matte: 0.85, glossy: 0.35, liquid: 0.1, wax: 0.5, metal: 0.2, grain: 1, emissive: 0.6 } as const;

/** Width of an outline over the size of what it goes around. */
const OUTLINE = 0.008;

/**
 * The surface of a substance: an ordinary mesh, with shadows, raycasting and any material.
 * @example
 * const surface = await SurfaceView.create(world, { material: new MeshPhysicalMaterial({ roughness: 0.1 }) });
 * threeScene.add(surface);
 * renderer.setAnimationLoop(() => {
 *   world.advance();
 *   surface.update();
 *   renderer.render(threeScene, camera);
 * });
 */
export class SurfaceView extends Mesh<SurfaceGeometry, Material | Material[]> {
  /** How it is colored; `coloring.range` is what a legend needs. */
  readonly coloring: Coloring;
  private readonly scene: Scene;
  /** Resolves when the textures of skins are shown; `create` waits for it. */
  readonly ready: Promise<void>;
  private readonly textures: readonly Texture[];
  /** Materials that were made here: the one of the view, unless it was given, and one for each texture. */
  private readonly ownMaterials: readonly Material[];
  private readonly outline: number | undefined;
  private world: ParticleSource | undefined;
  private maker: SurfaceMaker | undefined;

  /** A view that is empty until `show(mesh)`. */
  constructor(scene: Scene, options: SurfaceViewOptions = {}) {
    const { material = new MeshStandardMaterial({ roughness: ROUGHNESS[finishOf(scene)] }) } = options;
    if ('vertexColors' in material) material.vertexColors = true;
    const { textures, ready } = texturesOf(scene),
      painted = textures.map((texture) => withTexture(material, texture));
    super(new SurfaceGeometry(), textures.length > 0 ? [material, ...painted] : material);
    this.textures = textures;
    this.ready = ready;
    this.coloring = new Coloring(scene, options);
    this.scene = scene;
    this.ownMaterials = [...(options.material ? [] : [material]), ...painted];
    this.outline = options.outline;
  }

  /** A view that makes the surface of a world itself, on every `update()`. Skins of bodies are bound to the particles as they are now. */
  static async create(world: ParticleSource, options: SurfaceWorldOptions = {}): Promise<SurfaceView> {
    const view = new SurfaceView(world.scene, options);
    view.world = world;
    const { SurfaceMaker } = await import('./surface-maker.ts'); // only where surfaces are made: the engine is large
    view.maker = await SurfaceMaker.create(world.scene, options, world.fields);
    view.update();
    await view.ready;
    return view;
  }

  /** Makes and shows the surface of the world as it is now, or that of other particles of the same scene. */
  update(fields: WorldFields | undefined = this.world?.fields): void {
    if (!this.maker || !fields)
      throw new Error('This view makes no surfaces: create it with SurfaceView.create, or use show(mesh).');
    this.show(this.maker.build(fields), fields);
  }

  /** Shows a surface that is already made; to color it by piece, the particles that it was made of are needed too. */
  show(made: SurfaceMesh, fields?: WorldFields): void {
    const { geometry, coloring, scene } = this,
      mesh = fields && coloring.colorBy === 'piece' ? surfaceWithPieces(scene, made, fields) : made;
    if (mesh.dimension === 3) geometry.update(mesh, coloring, this.textures.length);
    else geometry.update(outlineBand(mesh, this.outline ?? OUTLINE * diagonal(mesh)), coloring);
  }

  /** Frees memory and threads. A material that was given is left alone. */
  override dispose(): void {
    this.geometry.dispose();
    this.maker?.dispose();
    for (const each of [...this.ownMaterials, ...this.textures]) each.dispose();
    super.dispose?.();
  }
}

/** A copy of a material with a texture. */
function withTexture(material: Material, texture: Texture): Material {
  const copy = material.clone();
  if ('map' in copy) copy.map = texture;
  return copy;
}

/** Of the box around a mesh, m. */
function diagonal({ positions }: SurfaceMesh): number {
  return new Box3().setFromArray(positions).getSize(new Vector3()).length();
}
