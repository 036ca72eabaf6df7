// The picture: substance, obstacles, floor, light and camera. Draws only when something has changed.

import {
  MeshLambertMaterial,
  MOUSE,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
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
import { ObstaclesView } from '../../src/three/obstacles-view.ts';
import { ParticlesView } from '../../src/three/particles-view.ts';
import { SurfaceView } from '../../src/three/surface-view.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { drawsInSoftware } from './device.ts';
import type { Gizmo, GizmoListener } from './gizmo.ts';
import { Marks } from './marks.ts';
import { boundsOf, hitParticle } from './pick.ts';
import { ShadowPace } from './shadow-pace.ts';
import { Sharpness } from './sharpness.ts';
import { surfaceMaterial } from './surface-material.ts';
import { Surroundings } from './surroundings.ts';

export type Show = 'surface' | 'particles';

/** How the substance is shown; what is left out is taken from the scene. */
export interface Look {
  readonly show: Show;
  readonly colorBy: string;
  readonly clear: boolean;
}

/** Pixels along an edge of the shadow: without a graphics card a large one costs more than the picture. */
const SHADOW = 1024;
const COARSE_SHADOW = 128;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly controls: OrbitControls;
  fields: WorldFields | undefined;
  /** Called after every picture. */
  onDrawn: (() => void) | undefined;
  /** Called when the camera has moved. */
  onTurned: (() => void) | undefined;
  private readonly renderer: WebGLRenderer;
  private readonly shadow: ShadowPace;
  private readonly world = new ThreeScene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.001, 1000);
  private readonly isSoftware = drawsInSoftware();
  private readonly around = new Surroundings(this.world, this.isSoftware ? COARSE_SHADOW : SHADOW);
  private readonly marks = new Marks();
  private gizmo: Gizmo | undefined;
  private arrowsAt: readonly number[] | undefined;
  private box: readonly [width: number, height: number] = [1, 1];
  private particles: ParticlesView | undefined;
  private surface: SurfaceView | undefined;
  private obstacles: ObstaclesView | undefined;
  private scene: Scene | undefined;
  private look: Look = { show: 'surface', colorBy: '', clear: false };
  private size = 1;
  private stale = true;
  private readonly sharpness = new Sharpness(this.isSoftware);
  /** Pixels of the picture over those of the page: at rest, and now. */
  private ratio = 1;
  private drawnRatio = 1;
  /** A video has pixels of its own. */
  private isFixed = false;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.isSoftware, preserveDrawingBuffer: false });
    this.renderer.debug.checkShaderErrors = false; // it waits for every shader
    this.renderer.shadowMap.enabled = true;
    this.shadow = new ShadowPace(this.renderer, this.isSoftware);
    this.renderer.shadowMap.type = PCFShadowMap;
    this.world.add(this.marks);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_ROTATE };
    this.controls.addEventListener('change', () => {
      this.redraw();
      this.onTurned?.();
    });
    // A picture that the system took away comes back by itself: three.js makes everything anew that it draws.
    canvas.addEventListener('webglcontextrestored', () => this.redraw());
    this.renderer.setAnimationLoop(() => this.draw(performance.now()));
  }

  /** Something has changed. */
  redraw(): void {
    this.stale = true;
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.box = [width, height];
    this.fit(width, height, Math.min(devicePixelRatio, 2));
    this.isFixed = false;
  }

  /** Pixels of the picture, until `resize` is called again: for videos. */
  fit(width: number, height: number, ratio = 1): void {
    this.isFixed = true;
    this.ratio = this.drawnRatio = ratio;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Colors of the background and of what lies on it. */
  setTheme(background: string, line: string, isDark: boolean): void {
    this.around.setTheme(background, line, isDark);
    if (this.scene) this.around.placeFloor(this.scene, this.size);
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
    this.particles = new ParticlesView(
      { scene, fields },
      { ...colors, material: this.isSoftware ? new MeshLambertMaterial() : undefined, software: this.isSoftware },
    );
    this.surface = new SurfaceView(scene, {
      ...colors,
      material: surfaceMaterial(finishOf(scene), this.look.clear, this.size),
    });
    this.obstacles = new ObstaclesView(scene);
    for (const view of [this.particles, this.surface]) view.castShadow = true;
    this.surface.receiveShadow = true;
    this.world.add(this.particles, this.surface, this.obstacles);
    this.controls.maxPolarAngle = Math.PI;
    if (isNew) this.home();
    this.setShow();
    this.around.placeFloor(scene, this.size);
    this.controls.maxPolarAngle = this.around.lowest(this.controls.getPolarAngle());
    this.redraw();
  }

  setLook(look: Look): void {
    this.look = look;
    if (this.scene && this.fields) this.setScene(this.scene, this.fields, false);
  }

  /** What the substance is shown as. */
  get shows(): Show {
    return this.look.show;
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
    this.marks.showReach(place, radius, color, isHeld);
    this.redraw();
  }

  /** Shows a distance; returns where in the picture it may be named, px: at its middle, above its upper end. */
  showDistance(places: readonly Vector3[]): { readonly x: number; readonly y: number } {
    this.marks.showDistance(places, this.size);
    this.redraw();
    const ends = places.map((place) => place.clone().project(this.camera)),
      [width, height] = this.box,
      x = ends.reduce((sum, end) => sum + end.x / ends.length, 0);
    return { x: ((x + 1) / 2) * width, y: ((1 - Math.max(...ends.map((end) => end.y), -1)) / 2) * height };
  }

  /** A ring where the numbers went wrong. */
  showFault(place: readonly number[] | undefined): void {
    this.marks.showFault(place, this.size);
    this.redraw();
  }

  /** Arrows at a place, that tell where they are dragged to; none without a place. */
  async showGizmo(
    at: readonly number[] | undefined,
    listener: Omit<GizmoListener, 'onDrag' | 'redraw'>,
  ): Promise<void> {
    this.arrowsAt = at;
    if (at && !this.gizmo) {
      const { Gizmo: Made } = await import('./gizmo.ts');
      if (this.arrowsAt !== at) return; // wanted elsewhere by now, or not at all
      this.gizmo ??= new Made(this.world, this.camera, this.canvas, {
        ...listener,
        onDrag: (isDragging) => {
          this.controls.enabled = !isDragging;
        },
        redraw: () => this.redraw(),
      });
    }
    if (at) this.gizmo!.place(at, this.scene?.dimension === 2);
    else {
      this.gizmo?.dispose();
      this.gizmo = undefined;
    }
    this.redraw();
  }

  /** Whether the pointer is on an arrow: tools wait then. */
  get isOnGizmo(): boolean {
    return this.gizmo?.isPointedAt ?? false;
  }

  /** Looks at the scene as another stage does. */
  lookLike(other: Stage): void {
    this.camera.position.copy(other.camera.position);
    this.camera.fov = other.camera.fov;
    this.camera.near = other.camera.near;
    this.camera.far = other.camera.far;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(other.controls.target);
    this.size = other.size;
    this.controls.update();
    this.redraw();
  }

  /** Draws at once, without marks: the canvas can be read until the next task. */
  drawPlain(): void {
    this.sharpen(this.ratio);
    this.shadow.next(true);
    this.marks.visible = false;
    this.around.lightUp(this.controls.target, this.camera.position, this.size);
    this.renderer.render(this.world, this.camera);
    this.marks.visible = true;
    this.redraw();
  }

  /** The picture as PNG. */
  async picture(): Promise<Blob> {
    this.drawPlain();
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error('The browser made no picture.');
    return blob;
  }

  /** Gives back what the system lends. */
  dispose(): void {
    this.renderer.setAnimationLoop(null);
    this.controls.dispose();
    for (const view of [this.particles, this.surface, this.obstacles]) view?.dispose();
    this.renderer.dispose();
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

  private draw(now: number): void {
    this.sharpness.free(now);
    if (!this.stale && ((this.drawnRatio === this.ratio && !this.shadow.isOld) || !this.sharpness.rests(now))) return;
    this.sharpen(this.stale && !this.isFixed ? this.ratio * this.sharpness.moving : this.ratio);
    if (this.stale) this.sharpness.drawn(now);
    this.stale = false;
    this.marks.face(this.camera);
    this.around.lightUp(this.controls.target, this.camera.position, this.size);
    this.shadow.next(this.sharpness.rests(now));
    this.renderer.render(this.world, this.camera);
    this.onDrawn?.();
  }

  private sharpen(ratio: number): void {
    if (ratio === this.drawnRatio) return;
    this.drawnRatio = ratio;
    this.renderer.setPixelRatio(ratio);
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
}
