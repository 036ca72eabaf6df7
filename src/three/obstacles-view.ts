// The solids and containers of a scene as meshes of three.js, where they are at a given time.

import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import { type ObstacleMesh, obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import { isShown } from '../obstacles/period.ts';
import type { SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Obstacle, Scene } from '../scene/schema.ts';

/** How obstacles are shown. */
export interface ObstaclesOptions {
  /** Material of the solids. */
  readonly material?: Material | undefined;
  /** Material of the containers, of which the far walls are shown. */
  readonly glass?: Material | undefined;
  /** Half the edge of the squares that stand for planes, m; 0, the default, leaves planes out. */
  readonly planes?: number | undefined;
}

/** Exact enough for a picture; the simulation has its own. */
const TRIGONOMETRY = { sin: (x: number): number => Math.sin(x), cos: (x: number): number => Math.cos(x) };

/**
 * The obstacles of a scene.
 * @example
 * const obstacles = new ObstaclesView(world.scene);
 * threeScene.add(obstacles);
 * obstacles.update(world.time); // after every advance, if any of them moves
 */
export class ObstaclesView extends Group {
  private readonly scene: Scene;
  /** Numbers in the scene of the obstacles that are shown. */
  private readonly numbers: readonly number[];
  private readonly extent: number;
  private readonly shown: readonly Mesh<BufferGeometry>[];
  private readonly own: readonly Material[];

  constructor(scene: Scene, { material, glass, planes = 0 }: ObstaclesOptions = {}) {
    super();
    const solid = material ?? new MeshStandardMaterial({ color: '#e9e6e1', roughness: 0.7 }),
      clear = glass ?? new MeshStandardMaterial({ color: '#b9c4cf', roughness: 0.2, transparent: true, opacity: 0.25 });
    // Open meshes are seen from both sides.
    if (!material && scene.obstacles.some(({ shape }) => 'mesh' in shape)) solid.side = DoubleSide;
    if (!glass) Object.assign(clear, { side: BackSide, depthWrite: false });
    this.own = [...(material ? [] : [solid]), ...(glass ? [] : [clear])];
    this.extent = planes;
    this.numbers = [...scene.obstacles.keys()].filter((k) => planes > 0 || !('plane' in scene.obstacles[k]!.shape));
    this.scene = { ...scene, obstacles: this.numbers.map((k) => scene.obstacles[k]!) };
    this.shown = this.meshesAt(0).map(({ mesh, inside }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
      geometry.setAttribute('normal', new BufferAttribute(mesh.normals, 3));
      geometry.setIndex(new BufferAttribute(mesh.elements, 1));
      const object = new Mesh(geometry, inside ? clear : solid);
      object.castShadow = !inside;
      object.receiveShadow = true;
      return object;
    });
    if (this.shown.length > 0) this.add(...this.shown);
  }

  /**
   * Moves what moves to where it is at `time` (s).
   * @param poses those that are simulated: `poses` of the fields of a world or a frame
   */
  update(time: number, poses?: SimulatedPoses): void {
    const shown = new Map(this.numbers.flatMap((number, k) => (poses?.has(number) ? [[k, poses.get(number)!]] : [])));
    const moves = ({ motion }: Obstacle, k: number): boolean => motion !== undefined || shown.has(k);
    this.scene.obstacles.forEach((obstacle, k) => {
      this.shown[k]!.visible = isShown(obstacle, time);
    });
    if (!this.scene.obstacles.some(moves)) return;
    this.meshesAt(time, shown).forEach(({ mesh }, k) => {
      if (!moves(this.scene.obstacles[k]!, k)) return;
      const { geometry } = this.shown[k]!;
      for (const [name, values] of [
        ['position', mesh.positions],
        ['normal', mesh.normals],
      ] as const) {
        const attribute = geometry.getAttribute(name) as BufferAttribute;
        attribute.array.set(values);
        attribute.needsUpdate = true;
      }
      geometry.computeBoundingSphere();
    });
  }

  /** Frees what it holds on the graphics card. Materials that were given are left alone. */
  override dispose(): void {
    for (const { geometry } of this.shown) geometry.dispose();
    for (const material of this.own) material.dispose();
    super.dispose?.();
  }

  private meshesAt(time: number, poses?: SimulatedPoses): ObstacleMesh[] {
    const edge = this.extent / Math.sqrt(3); // a square reaches as far as the diagonal of its box
    const extent = { min: [-edge, -edge, -edge], max: [edge, edge, edge] } as const;
    return obstacleMeshes(this.scene, time, TRIGONOMETRY, extent, poses);
  }
}
