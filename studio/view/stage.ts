// The picture: substance, obstacles, floor, light and camera. Draws only when something has changed.

import {
  Color,
  DirectionalLight,
  Fog,
  GridHelper,
  HemisphereLight,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MOUSE,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  Raycaster,
  RingGeometry,
  ShadowMaterial,
  SphereGeometry,
  SRGBColorSpace,
  Scene as ThreeScene,
  TOUCH,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { finishOf } from '../../src/colors/finish.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { Scene } from '../../src/scene/schema.ts';
import { ObstaclesView, ParticlesView, SurfaceView } from '../../src/three/index.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { boundsOf, hitParticle } from './pick.ts';

export type Show = 'surface' | 'particles';

/** How the substance is shown; what is left out is taken from the scene. */
export interface Look {
  readonly show: Show;
  readonly colorBy: string;
  readonly clear: boolean;
}

const ROUGHNESS = { matte: 0.8, glossy: 0.3, liquid: 0.12, wax: 0.5, metal: 0.2, grain: 1, emissive: 0.6 } as const;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly controls: OrbitControls;
  fields: WorldFields | undefined;
  /** Called after every picture. */
  onDrawn: (() => void) | undefined;
  private readonly renderer: WebGLRenderer;
  private readonly world = new ThreeScene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.001, 1000);
  private readonly sun = new DirectionalLight('#fff6ea', 2.2);
  private readonly sky = new HemisphereLight('#ffffff', '#6b6a70', 1.5);
  private readonly floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.22, depthWrite: false }));
  /** Hides what reaches below the ground, as the surface around particles does. */
  private readonly ground = new Mesh(new PlaneGeometry(1, 1), new MeshBasicMaterial());
  private readonly reach = new Mesh(
    new RingGeometry(0.96, 1, 64),
    new MeshBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.9, depthTest: false }),
  );
  private readonly ball = new Mesh(
    new SphereGeometry(1, 32, 20),
    new MeshBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.1, depthTest: false }),
  );
  private grid: GridHelper | undefined;
  private particles: ParticlesView | undefined;
  private surface: SurfaceView | undefined;
  private obstacles: ObstaclesView | undefined;
  private scene: Scene | undefined;
  private look: Look = { show: 'surface', colorBy: '', clear: false };
  private size = 1;
  private stale = true;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.floor.rotation.x = this.ground.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = true;
    this.reach.renderOrder = this.ball.renderOrder = 10;
    this.reach.visible = this.ball.visible = false;
    const fill = new DirectionalLight('#cfe0ff', 0.7);
    fill.position.set(3, 1.5, -2);
    this.world.add(this.sky, this.sun, this.sun.target, fill, this.ground, this.floor, this.reach, this.ball);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_ROTATE };
    this.controls.addEventListener('change', () => this.redraw());
    canvas.addEventListener('webglcontextrestored', () => this.redraw());
    this.renderer.setAnimationLoop(() => this.draw());
  }

  /** Something has changed. */
  redraw(): void {
    this.stale = true;
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Colors of the background and of what lies on it. */
  setTheme(background: string, line: string, isDark: boolean): void {
    this.world.background = new Color(background);
    this.ground.material.color.set(background);
    this.world.fog = new Fog(background, 1, 10);
    this.sky.intensity = isDark ? 1.25 : 1.8;
    (this.floor.material as ShadowMaterial).opacity = isDark ? 0.45 : 0.2;
    this.makeGrid(line);
    this.redraw();
  }

  /** Another scene, or the same one changed; the camera moves only for another. */
  setScene(scene: Scene, fields: WorldFields, isNew: boolean): void {
    this.scene = scene;
    this.fields = fields;
    for (const view of [this.particles, this.surface, this.obstacles]) {
      if (view) this.world.remove(view);
      view?.dispose();
    }
    const colors = this.look.colorBy ? { colorBy: this.look.colorBy as never } : {};
    this.particles = new ParticlesView({ scene, fields }, { ...colors });
    this.surface = new SurfaceView(scene, { ...colors, material: this.materialOf(scene) });
    this.obstacles = new ObstaclesView(scene);
    for (const view of [this.particles, this.surface]) view.castShadow = true;
    this.surface.receiveShadow = true;
    this.world.add(this.particles, this.surface, this.obstacles);
    if (isNew) this.home();
    this.setShow();
    this.placeFloor(scene);
    this.redraw();
  }

  setLook(look: Look): void {
    this.look = look;
    if (this.scene && this.fields) this.setScene(this.scene, this.fields, false);
  }

  /** The values of the first and the last color, and what they are of. */
  get legend(): { readonly colorBy: string; readonly range: readonly [number, number] } | undefined {
    const coloring = (this.look.show === 'surface' ? this.surface : this.particles)?.coloring;
    if (!coloring || ['substance', 'piece'].includes(coloring.colorBy)) return undefined;
    return { colorBy: coloring.colorBy, range: coloring.range as readonly [number, number] };
  }

  setFrame(fields: WorldFields, time: number): void {
    this.fields = fields;
    if (this.look.show === 'particles') this.particles?.update(fields);
    this.obstacles?.update(time, fields.poses);
    this.hideAbsent(time);
    this.redraw();
  }

  setSurface(mesh: SurfaceMesh, fields: WorldFields): void {
    this.surface?.show(mesh, fields);
    if (this.look.show === 'surface') this.setShow();
    this.redraw();
  }

  /** The whole scene in the picture, from where the scene wants it to be seen. */
  home(): void {
    const { scene, fields } = this;
    if (!scene || !fields) return;
    const { position, target, fieldOfView } = scene.camera,
      { middle, size } = boundsOf(scene, fields);
    this.size = size;
    const aim = new Vector3(...(target ?? middle)),
      away = scene.dimension === 2 ? [0, 0, 1] : [0.5, 0.35, 0.8],
      back = new Vector3(...away).setLength((0.75 * size) / Math.tan((fieldOfView * Math.PI) / 360));
    this.camera.fov = fieldOfView;
    const from = position ? new Vector3(...position) : aim.clone().add(back);
    // A narrow picture shows the whole width too.
    if (this.camera.aspect < 1)
      from
        .sub(aim)
        .multiplyScalar(Math.min(2.2, 1 / this.camera.aspect))
        .add(aim);
    this.camera.position.copy(from);
    this.camera.near = size / 1000;
    this.camera.far = size * 100;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(aim);
    this.controls.update();
    this.redraw();
  }

  /** Camera as a scene says it. */
  get view(): { readonly position: number[]; readonly target: number[] } {
    const round = (v: Vector3): number[] => v.toArray().map((x) => Number(x.toPrecision(4)));
    return { position: round(this.camera.position), target: round(this.controls.target) };
  }

  /** Size of what is seen, m. */
  get extent(): number {
    return this.size;
  }

  /** The place of the substance under a point of the picture; with `anywhere` also in the plane through the middle. */
  pick(clientX: number, clientY: number, anywhere: boolean): { point: Vector3; particle?: number } | undefined {
    const ray = this.rayAt(clientX, clientY);
    if (this.fields) {
      const hit = hitParticle(ray, this.fields);
      if (hit) return { point: ray.at(hit.distance, new Vector3()), particle: hit.particle };
    }
    if (!anywhere) return undefined;
    const point = this.inPlane(clientX, clientY, this.controls.target);
    return point && { point };
  }

  /** The point under the pointer in the plane through a place that faces the camera. */
  inPlane(clientX: number, clientY: number, through: Vector3): Vector3 | undefined {
    const normal = this.camera.getWorldDirection(new Vector3()),
      plane = new Plane().setFromNormalAndCoplanarPoint(normal, through);
    return this.rayAt(clientX, clientY).intersectPlane(plane, new Vector3()) ?? undefined;
  }

  /** Moves a place by pixels of the picture, for the keyboard. */
  nudge(place: Vector3, right: number, up: number): Vector3 {
    const at = place.clone().project(this.camera),
      { width, height } = this.canvas.getBoundingClientRect();
    return new Vector3(at.x + (2 * right) / width, at.y + (2 * up) / height, at.z).unproject(this.camera);
  }

  /** Along the view. */
  alongView(place: Vector3, distance: number): Vector3 {
    return place.clone().addScaledVector(this.camera.getWorldDirection(new Vector3()), distance);
  }

  /** Shows how far a tool reaches. */
  showReach(place: Vector3 | undefined, radius: number, color: string, isHeld: boolean): void {
    for (const each of [this.reach, this.ball]) {
      each.visible = place !== undefined;
      if (!place) continue;
      each.position.copy(place);
      each.scale.setScalar(radius);
      (each.material as MeshBasicMaterial).color.set(color);
    }
    (this.ball.material as MeshBasicMaterial).opacity = isHeld ? 0.22 : 0.08;
    this.reach.quaternion.copy(this.camera.quaternion);
    this.redraw();
  }

  /** The picture as PNG. */
  async picture(): Promise<Blob> {
    const [ring, ball] = [this.reach.visible, this.ball.visible];
    this.reach.visible = this.ball.visible = false;
    this.renderer.render(this.world, this.camera);
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, 'image/png'));
    Object.assign(this.reach, { visible: ring });
    Object.assign(this.ball, { visible: ball });
    if (!blob) throw new Error('The browser made no picture.');
    return blob;
  }

  private rayAt(clientX: number, clientY: number) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect(),
      caster = new Raycaster();
    caster.setFromCamera(
      new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height),
      this.camera,
    );
    return caster.ray;
  }

  private draw(): void {
    if (!this.stale) return;
    this.stale = false;
    this.lightUp();
    this.renderer.render(this.world, this.camera);
    this.onDrawn?.();
  }

  /** Light and fog for the size of the scene and where the camera is. */
  private lightUp(): void {
    const { target } = this.controls,
      s = this.size;
    this.sun.position.copy(target).add(new Vector3(-0.6 * s, 1.6 * s, 0.9 * s));
    this.sun.target.position.copy(target);
    Object.assign(this.sun.shadow.camera, { left: -s, right: s, top: s, bottom: -s, near: s / 100, far: 5 * s });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = s / 400;
    const distance = this.camera.position.distanceTo(target);
    if (this.world.fog instanceof Fog) Object.assign(this.world.fog, { near: distance + s, far: distance + 6 * s });
  }

  private setShow(): void {
    const hasSurface =
        (this.surface?.geometry.drawRange.count ?? 0) > 0 && (this.surface?.geometry.index?.count ?? 1) > 0,
      isSurface = this.look.show === 'surface' && hasSurface;
    if (this.surface) this.surface.visible = isSurface;
    if (this.particles) {
      this.particles.visible = !isSurface;
      if (!isSurface && this.fields) this.particles.update(this.fields);
    }
  }

  /** Obstacles that are not there yet, or any more. */
  private hideAbsent(time: number): void {
    const shown = this.scene?.obstacles.filter(({ shape }) => !('plane' in shape)) ?? [];
    shown.forEach((obstacle, k) => {
      const { from = 0, to = Infinity } = obstacle as { from?: number; to?: number },
        child = this.obstacles?.children[k];
      if (child) child.visible = time >= from - 1e-9 && time < to - 1e-9;
    });
  }

  private materialOf(scene: Scene): Material {
    const finish = finishOf(scene),
      isClear = this.look.clear && finish === 'liquid';
    const material = new MeshPhysicalMaterial({
      roughness: ROUGHNESS[finish],
      clearcoat: finish === 'matte' ? 0 : 0.6,
    });
    if (isClear) Object.assign(material, { transmission: 0.75, thickness: this.size / 8, ior: 1.45, roughness: 0.05 });
    return material;
  }

  private placeFloor(scene: Scene): void {
    const ground = scene.obstacles.find(({ shape }) => 'plane' in shape && shape.plane.normal[1] > 0.9),
      y = ground && 'plane' in ground.shape ? ground.shape.plane.point[1] : undefined;
    const isFlat = scene.dimension === 3 && y !== undefined;
    const rise = this.size / 1500;
    for (const plane of [this.floor, this.ground]) {
      plane.visible = isFlat;
      plane.scale.setScalar(this.size * 16);
    }
    this.ground.position.y = (y ?? 0) - 2 * rise;
    this.floor.position.y = y ?? 0;
    if (!this.grid) return;
    this.grid.visible = isFlat;
    this.grid.position.y = (y ?? 0) - rise;
    const unit = 10 ** Math.floor(Math.log10(this.size));
    this.grid.scale.setScalar(unit);
  }

  private makeGrid(line: string): void {
    if (this.grid) this.world.remove(this.grid);
    this.grid?.dispose();
    this.grid = new GridHelper(40, 80, line, line);
    (this.grid.material as Material & { transparent: boolean; opacity: number }).transparent = true;
    (this.grid.material as Material).opacity = 0.5;
    this.grid.visible = false;
    this.world.add(this.grid);
    if (this.scene) this.placeFloor(this.scene);
  }
}
