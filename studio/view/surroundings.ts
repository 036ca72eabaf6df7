// Light, floor and grid around what is simulated, for any size of scene.

import {
  Color,
  DirectionalLight,
  Fog,
  GridHelper,
  HemisphereLight,
  type Material,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShadowMaterial,
  type Scene as ThreeScene,
  Vector3,
} from 'three';
import type { Scene } from '../../src/scene/schema.ts';

export class Surroundings {
  private readonly world: ThreeScene;
  private readonly sun = new DirectionalLight('#fff6ea', 2.2);
  private readonly sky = new HemisphereLight('#ffffff', '#6b6a70', 1.5);
  private readonly floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.22, depthWrite: false }));
  /** Hides what reaches below the ground, as the surface around particles does. */
  private readonly ground = new Mesh(new PlaneGeometry(1, 1), new MeshBasicMaterial());
  private grid: GridHelper | undefined;

  /** @param shadow pixels along an edge of the shadow of the sun */
  constructor(world: ThreeScene, shadow: number) {
    this.world = world;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(shadow, shadow);
    this.floor.rotation.x = this.ground.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = true;
    const fill = new DirectionalLight('#cfe0ff', 0.7);
    fill.position.set(3, 1.5, -2);
    world.add(this.sky, this.sun, this.sun.target, fill, this.ground, this.floor);
  }

  /** Colors of the background and of what lies on it. */
  setTheme(background: string, line: string, isDark: boolean): void {
    this.world.background = new Color(background);
    this.ground.material.color.set(background);
    this.world.fog = new Fog(background, 1, 10);
    this.sky.intensity = isDark ? 1.25 : 1.8;
    this.floor.material.opacity = isDark ? 0.45 : 0.2;
    if (this.grid) this.world.remove(this.grid);
    this.grid?.dispose();
    this.grid = new GridHelper(40, 80, line, line);
    Object.assign(this.grid.material as Material, { transparent: true, opacity: 0.5 });
    this.grid.visible = false;
    this.world.add(this.grid);
  }

  /** Light and fog for the size of the scene and where the camera is. */
  lightUp(target: Vector3, camera: Vector3, s: number): void {
    this.sun.position.copy(target).add(new Vector3(-0.6 * s, 1.6 * s, 0.9 * s));
    this.sun.target.position.copy(target);
    Object.assign(this.sun.shadow.camera, { left: -s, right: s, top: s, bottom: -s, near: s / 100, far: 5 * s });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = s / 400;
    const distance = camera.distanceTo(target);
    if (this.world.fog instanceof Fog) Object.assign(this.world.fog, { near: distance + s, far: distance + 6 * s });
  }

  /** How far the camera may go down, as an angle from above: below the floor only where a scene begins there. */
  lowest(now: number): number {
    return this.floor.visible ? Math.max(Math.PI / 2, now) : Math.PI;
  }

  /** A floor where the scene has a level ground. */
  placeFloor(scene: Scene, size: number): void {
    const ground = scene.obstacles.find(({ shape }) => 'plane' in shape && shape.plane.normal[1] > 0.9),
      y = ground && 'plane' in ground.shape ? ground.shape.plane.point[1] : undefined;
    const isFlat = scene.dimension === 3 && y !== undefined,
      rise = size / 1500;
    for (const plane of [this.floor, this.ground]) {
      plane.visible = isFlat;
      plane.scale.setScalar(size * 16);
    }
    this.ground.position.y = (y ?? 0) - 2 * rise;
    this.floor.position.y = y ?? 0;
    if (!this.grid) return;
    this.grid.visible = isFlat;
    this.grid.position.y = (y ?? 0) - rise;
    this.grid.scale.setScalar(10 ** Math.floor(Math.log10(size)));
  }
}
