// Surfaces for a stage: a worker makes them, one at a time, and always of the newest frame.

import type { Scene } from '../../src/scene/schema.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { memoryBytes, wasmUrl } from '../device.ts';
import type { FromSurface, ToSurface } from '../worker/protocol.ts';
import type { Stage } from './stage.ts';

/** Voxels of a live surface are not finer than this part of the spacing. */
const FINEST = 0.6;

export class SurfaceFeed {
  /** Called when the surface of a frame is on the stage. */
  onShown: ((fields: WorldFields) => void) | undefined;
  private readonly stage: Stage;
  private worker: Worker | undefined;
  private scene: Scene | undefined;
  private first: WorldFields | undefined;
  /** The frame whose surface is being made, and the one that waits for it. */
  private building: WorldFields | undefined;
  private waiting: WorldFields | undefined;
  private id = 0;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Another scene, with its first frame: skins are bound to that. */
  setScene(scene: Scene, first: WorldFields): void {
    this.scene = scene;
    this.first = first;
    this.send();
  }

  /** The stage looks different now. */
  renew(): void {
    this.send();
    if (this.stage.fields) this.show(this.stage.fields);
  }

  show(fields: WorldFields): void {
    if (this.stage.shows !== 'surface') {
      this.onShown?.(fields);
      return;
    }
    this.waiting = fields;
    this.buildNext();
  }

  dispose(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private send(): void {
    const { scene, first } = this;
    if (!scene || !first || this.stage.shows !== 'surface') return;
    const settings = { voxel: Math.max(FINEST, scene.surface.voxel) };
    this.id++;
    this.post({ say: 'scene', scene, first, settings, wasmUrl, memoryBytes });
  }

  private post(message: ToSurface): void {
    if (!this.worker) {
      this.worker = new Worker(new URL('../worker/surface.worker.ts', import.meta.url), { type: 'module' });
      this.worker.addEventListener('message', ({ data }: MessageEvent<FromSurface>) => this.hear(data));
    }
    this.worker.postMessage(message);
  }

  private buildNext(): void {
    if (this.building || !this.waiting) return;
    this.building = this.waiting;
    this.waiting = undefined;
    this.post({ say: 'build', id: this.id, fields: this.building });
  }

  private hear({ id, mesh }: FromSurface): void {
    const fields = this.building;
    this.building = undefined;
    if (mesh && fields && id === this.id) this.stage.setSurface(mesh, fields);
    if (fields && this.waiting === undefined) this.onShown?.(fields);
    this.buildNext();
  }
}
