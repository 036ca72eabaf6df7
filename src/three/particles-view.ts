// Particles as spheres in a scene of three.js: one instanced square each, which the shader makes a sphere of (sphere-shader.ts). An
// update copies the fields into buffers that are kept; 28 bytes per particle.

import {
  Box3,
  BufferAttribute,
  InstancedBufferGeometry,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshStandardMaterial,
  Ray,
  type Raycaster,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { rootOf } from '../math/roots.ts';
import type { Scene } from '../scene/schema.ts';
import { surfaceOptions } from '../surface/surface-options.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { Coloring, type ColorOptions } from './coloring.ts';
import { markChanged, roomFor, setBounds } from './growing-attribute.ts';
import { drawSpheres, smoothOutlines } from './sphere-shader.ts';

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
}

const CENTER = { components: 3, Type: Float32Array, instanced: true } as const;
const RADIUS = { components: 1, Type: Float32Array, instanced: true } as const;
const COLOR = CENTER;

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
export class ParticlesView extends Mesh<InstancedBufferGeometry, Material> {
  /** How the particles are colored; `coloring.range` is what a legend needs. */
  readonly coloring: Coloring;
  private readonly source: ParticleSource;
  private readonly restDensities: readonly number[];
  private readonly relativeRadius: number;
  private readonly ownMaterial: boolean;

  constructor(source: ParticleSource, options: ParticlesOptions = {}) {
    const { material = new MeshStandardMaterial({ roughness: 0.45 }) } = options,
      { scene } = source;
    if ('vertexColors' in material) material.vertexColors = true;
    super(squares(), drawSpheres(material));
    this.source = source;
    this.coloring = new Coloring(scene, options);
    this.relativeRadius = options.radius ?? scene.look.sphereRadius;
    this.restDensities = surfaceOptions(scene).restDensities;
    this.ownMaterial = !options.material;
    this.customDepthMaterial = drawSpheres(new MeshDepthMaterial());
    this.customDistanceMaterial = drawSpheres(new MeshDistanceMaterial());
    this.update();
  }

  /** Particles shown. */
  get particles(): number {
    return this.geometry.instanceCount;
  }

  /** Shows the particles as they are now. By default those of the source; other fields of the same scene may be given. */
  update(fields: WorldFields = this.source.fields): void {
    const { geometry } = this,
      { count } = fields;
    this.makeRoom(count);
    const center = geometry.getAttribute('center') as BufferAttribute,
      radius = geometry.getAttribute('radius') as BufferAttribute,
      color = geometry.getAttribute('color') as BufferAttribute;
    const centers = center.array as Float32Array;
    centers.set(fields.position);
    const largest = this.radiiInto(radius.array as Float32Array, fields);
    this.coloring.colorsInto(color.array as Float32Array, fields, count);
    for (const attribute of [center, radius, color]) markChanged(attribute, count);
    geometry.instanceCount = count;
    setBounds(geometry, centers, count, largest);
  }

  override onBeforeRender(renderer: WebGLRenderer): void {
    smoothOutlines(this.material, renderer);
  }

  /** What a ray meets: one intersection per sphere, `instanceId` is the place of the particle in the fields. */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const { geometry, matrixWorld } = this,
      centers = geometry.getAttribute('center').array,
      radii = geometry.getAttribute('radius').array;
    RAY.copy(raycaster.ray).applyMatrix4(INVERSE.copy(matrixWorld).invert());
    if (!RAY.intersectsSphere(geometry.boundingSphere!)) return;
    for (let i = 0; i < this.particles; i++) {
      SPHERE.center.fromArray(centers, 3 * i);
      SPHERE.radius = radii[i]!;
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
    this.customDepthMaterial?.dispose();
    this.customDistanceMaterial?.dispose();
    if (this.ownMaterial) this.material.dispose();
    super.dispose?.();
  }

  /** Takes more memory if there is not enough. */
  private makeRoom(count: number): void {
    const { geometry } = this,
      { center, radius, color } = geometry.attributes as Record<string, BufferAttribute | undefined>;
    if (center && center.count >= count) return;
    geometry.dispose();
    geometry.setAttribute('center', roomFor(center, count, CENTER));
    geometry.setAttribute('radius', roomFor(radius, count, RADIUS));
    geometry.setAttribute('color', roomFor(color, count, COLOR));
  }

  /** Radii from the volumes at rest, m; returns the largest. */
  private radiiInto(out: Float32Array, { count, mass, substance }: WorldFields): number {
    const { dimension } = this.source.scene,
      { restDensities, relativeRadius } = this;
    let largest = 0,
      lastMass = Number.NaN,
      lastSubstance = -1,
      r = 0;
    for (let i = 0; i < count; i++) {
      if (mass[i] !== lastMass || substance[i] !== lastSubstance) {
        lastMass = mass[i]!;
        lastSubstance = substance[i]!;
        r = relativeRadius * rootOf(lastMass / (restDensities[lastSubstance] ?? 1000), dimension);
        if (r > largest) largest = r;
      }
      out[i] = r;
    }
    return largest;
  }
}

const RAY = new Ray();
const INVERSE = new Matrix4();
const SPHERE = new Sphere();
const POINT = new Vector3();

/** One square of corners ±1, to be drawn once per particle. */
function squares(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]), 3));
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  geometry.boundingBox = new Box3();
  geometry.boundingSphere = new Sphere();
  return geometry;
}
