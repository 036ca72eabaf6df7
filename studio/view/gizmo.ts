// Arrows at an obstacle, to move it in the picture. Loaded when one is first moved.

import { type Camera, Object3D, type Scene, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';

/** What the arrows tell. */
export interface GizmoListener {
  /** How far it was moved since the drag began, m. */
  onMove(by: readonly [number, number, number]): void;
  /** The drag has ended. */
  onEnd(): void;
  onDrag(isDragging: boolean): void;
  redraw(): void;
}

export class Gizmo {
  private readonly controls: TransformControls;
  private readonly handle = new Object3D();
  private readonly start = new Vector3();
  private readonly world: Scene;

  constructor(world: Scene, camera: Camera, canvas: HTMLCanvasElement, listener: GizmoListener) {
    this.world = world;
    this.controls = new TransformControls(camera, canvas);
    this.controls.setColors('#ff7a6b', '#6fd6a7', '#93b8ff', '#f0a52e');
    this.controls.setSize(0.8);
    this.controls.addEventListener('change', () => listener.redraw());
    this.controls.addEventListener('objectChange', () => {
      const { x, y, z } = this.handle.position.clone().sub(this.start);
      listener.onMove([x, y, z]);
    });
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      this.start.copy(this.handle.position);
      listener.onDrag(value === true);
      if (value !== true) listener.onEnd();
    });
    world.add(this.handle, this.controls.getHelper());
  }

  /** Whether the pointer is on an arrow. */
  get isPointedAt(): boolean {
    return this.controls.axis !== null || this.controls.dragging;
  }

  /** Puts the arrows to a place, unless they are being dragged. */
  place(at: readonly number[], isFlat: boolean): void {
    if (!this.controls.dragging) this.handle.position.set(at[0]!, at[1]!, at[2]!);
    this.controls.showZ = !isFlat;
    this.controls.attach(this.handle);
  }

  dispose(): void {
    this.controls.detach();
    this.world.remove(this.handle, this.controls.getHelper());
    this.controls.dispose();
  }
}
