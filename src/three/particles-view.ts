// Particles as spheres in a scene of three.js: two triangles each, which the shader makes a sphere of (sphere-shader.ts). An update
// copies the fields into textures that are kept; 32 bytes per particle.

import {
  Box3,
  BufferGeometry,
  type Camera,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshStandardMaterial,
  type Object3D,
  Ray,
  type Raycaster,
  Sphere,
  type Scene as ThreeScene,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { Scene } from '../scene/schema.ts';
import { restDistances } from '../substances/rest-distances.ts';
import { withPieces } from '../world/pieces.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { Coloring, type ColorOptions } from './coloring.ts';
import { setBounds } from './growing-attribute.ts';
import { SphereData } from './sphere-data.ts';
import { drawSpheres, smoothOutlines } from './sphere-shader.ts';
import { VisibleTexture } from './visible-texture.ts';

/** A scene and its particles: a World is one; so is what a worker or a cache sends. */
export interface ParticleSource {
  readonly scene: Scene;
  readonly fields: WorldFields;
}

/** How particles are shown. What is left out is taken from `look` of the scene. */
export interface ParticlesOptions extends ColorOptions {
  /** Radius of the spheres over the particle spacing; at 0.5 neighbors touch. */
  readonly radius?: number | undefined;
  /** Any lit or unlit mesh material of three.js for a WebGLRenderer, for this view alone: it is changed to draw spheres. */
  readonly material?: Material | undefined;
  /**
   * Set where there is no graphics card: the processor then finds which sphere each pixel shows, and only that is shaded. The picture is
   * the same, without smooth outlines; with 10,000 particles it takes a fifth of the time. The particles cannot receive shadows then.
   */
  readonly software?: boolean | undefined;
}

/** Of the two triangles of a particle. */
const VERTICES = 6;

/**
 * The particles of a world as lit spheres, with right depth beside any other object. They cast shadows if `castShadow` is set.
 * @example
 * const world = await World.create(scene);
 * const particles = new ParticlesView(world, { colorBy: 'speed' });
 * threeScene.add(particles);
 * renderer.setAnimationLoop(() => {
 *   world.advance();
 *   particles.update();
 *   renderer.render(threeScene, camera);
 * });
 */
export class ParticlesView extends Mesh<BufferGeometry, Material> {
  /** How the particles are colored; `coloring.range` is what a legend needs. */
  readonly coloring: Coloring;
  private readonly source: ParticleSource;
  private readonly data: SphereData;
  private readonly relativeRadius: number;
  private readonly ownMaterial: boolean;
  /** What is visible in the picture, and in shadows, if the processor finds it. */
  private readonly found: readonly [VisibleTexture, VisibleTexture] | undefined;
  private spheresShown = 0;

  constructor(source: ParticleSource, options: ParticlesOptions = {}) {
    const { material = new MeshStandardMaterial({ roughness: 0.45 }) } = options,
      { scene } = source;
    if ('vertexColors' in material) material.vertexColors = true;
    const data = new SphereData(),
      found = options.software ? ([new VisibleTexture(), new VisibleTexture()] as const) : undefined;
    super(new BufferGeometry(), drawSpheres(material, data.uniforms, found?.[0].uniforms));
    this.geometry.boundingBox = new Box3();
    this.geometry.boundingSphere = new Sphere();
    this.source = source;
    this.data = data;
    this.found = found;
    this.coloring = new Coloring(scene, options);
    this.relativeRadius = options.radius ?? scene.look.sphereRadius;
    this.ownMaterial = !options.material;
    this.customDepthMaterial = drawSpheres(new MeshDepthMaterial(), data.uniforms, found?.[1].uniforms);
    this.customDistanceMaterial = drawSpheres(new MeshDistanceMaterial(), data.uniforms, found?.[1].uniforms);
    this.update();
  }

  /** Particles shown. */
  get particles(): number {
    return this.spheresShown;
  }

  /** What is drawn: x, y, z and radius (m) of every particle, in the order of the fields. */
  get spheres(): Float32Array {
    return this.data.spheres.subarray(0, 4 * this.particles);
  }

  /** Shows the particles as they are now. By default those of the source; other fields of the same scene may be given. */
  update(fields: WorldFields = this.source.fields): void {
    const { geometry, data } = this,
      { count, position } = fields;
    data.reserve(count);
    const { spheres, colors } = data;
    for (let i = 0; i < count; i++) {
      spheres[4 * i] = position[3 * i]!;
      spheres[4 * i + 1] = position[3 * i + 1]!;
      spheres[4 * i + 2] = position[3 * i + 2]!;
    }
    const largest = this.radiiInto(spheres, fields);
    this.coloring.colorsInto(colors, this.colorFields(fields), count, 4);
    data.markChanged();
    this.spheresShown = count;
    geometry.setDrawRange(0, this.found ? VERTICES : VERTICES * count);
    setBounds(geometry, position, count);
    if (count > 0) geometry.boundingBox!.expandByScalar(largest).getBoundingSphere(geometry.boundingSphere!);
  }

  override onBeforeRender(renderer: WebGLRenderer, _scene: ThreeScene, camera: Camera): void {
    if (this.found) this.found[0].find(this.data.spheres, this.spheresShown, this, camera, renderer);
    else smoothOutlines(this.material, renderer);
  }

  override onBeforeShadow(renderer: WebGLRenderer, _object: Object3D, _camera: Camera, light: Camera): void {
    this.found?.[1].find(this.data.spheres, this.spheresShown, this, light, renderer);
  }

  /** What a ray meets: one intersection per sphere, `instanceId` is the place of the particle in the fields. */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const { geometry, matrixWorld, spheres } = this;
    RAY.copy(raycaster.ray).applyMatrix4(INVERSE.copy(matrixWorld).invert());
    if (!RAY.intersectsSphere(geometry.boundingSphere!)) return;
    for (let i = 0; i < this.particles; i++) {
      SPHERE.center.fromArray(spheres, 4 * i);
      SPHERE.radius = spheres[4 * i + 3]!;
      const hit = RAY.intersectSphere(SPHERE, POINT);
      if (!hit) continue;
      const point = hit.clone().applyMatrix4(matrixWorld),
        distance = raycaster.ray.origin.distanceTo(point);
      if (distance < raycaster.near || distance > raycaster.far) continue;
      intersects.push({ distance, point, object: this, instanceId: i });
    }
  }

  /** Frees what it holds on the graphics card. A material that was given is left alone. */
  override dispose(): void {
    this.geometry.dispose();
    this.data.dispose();
    for (const each of this.found ?? []) each.dispose();
    this.customDepthMaterial?.dispose();
    this.customDistanceMaterial?.dispose();
    if (this.ownMaterial) this.material.dispose();
    super.dispose?.();
  }

  private colorFields(fields: WorldFields): WorldFields {
    return this.coloring.colorBy === 'piece' ? withPieces(this.source.scene, fields) : fields;
  }

  /** Radii from the distances at rest, m, as every fourth number; returns the largest. */
  private radiiInto(out: Float32Array, fields: WorldFields): number {
    const distances = restDistances(this.source.scene, fields);
    let largest = 0;
    for (let i = 0; i < distances.length; i++) {
      const r = this.relativeRadius * distances[i]!;
      if (r > largest) largest = r;
      out[4 * i + 3] = r;
    }
    return largest;
  }
}

const RAY = new Ray();
const INVERSE = new Matrix4();
const SPHERE = new Sphere();
const POINT = new Vector3();
