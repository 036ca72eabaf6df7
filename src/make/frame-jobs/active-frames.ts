// Active surfaces: each follows from the one before, so that frames are made in order. Every few frames the whole state is saved beside the
// surfaces, so that an interrupted job goes on from there.

import { performance } from 'node:perf_hooks';
import { openCache, readFrame } from '../../cache/cache.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../cache/checkpoint-file.ts';
import { chainKeys, SURFACE_STATE, surfaceSetOf, surfaceStateFile } from '../../cache/derived.ts';
import { Disk, numberOfFile } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import type { FrameLine } from '../../frames/manifest-line.ts';
import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import { ThixoError } from '../../problem.ts';
import type { Scene } from '../../scene/schema.ts';
import { ActiveSurface } from '../../surface/active-surface.ts';
import { surfaceSettings } from '../surface-settings.ts';
import type { FrameMaker, MeshJob } from './job.ts';
import { findSurface, storeSurface } from './stored-surface.ts';

/** Frames between two saved states. */
const STATE_EVERY = 5;
/** The newest ones are kept. */
const STATES_KEPT = 2;

/** Makes the surfaces of a job, in order. */
export async function makeActiveSurfaces(job: MeshJob): Promise<FrameMaker> {
  const follower = new Follower(job);
  return {
    make: async (task) => {
      const began = performance.now(),
        found = findSurface(follower.disk, job, task);
      if (found) return found;
      follower.set = task.surfaceSet ?? '';
      const made = storeSurface(follower.disk, job, task, await follower.surfaceOf(task.line.frame), began);
      follower.saveState();
      return made;
    },
    dispose: () => follower.dispose(),
  };
}

/** An active surface that can be brought to any frame. */
class Follower {
  readonly disk = new Disk(realFiles);
  /** The set that its surfaces belong to. */
  set = '';
  private readonly cache: string;
  private readonly derived: string;
  private readonly scene: Scene;
  private surface: ActiveSurface | undefined;
  /** The frame it stands at; −1 before the first. */
  private frame = -1;
  private lines: readonly FrameLine[] = [];
  private keys: readonly string[] = [];

  constructor({ cache, derived, scene }: MeshJob) {
    this.cache = cache;
    this.derived = derived;
    this.scene = scene;
  }

  /** The surface of a frame; those between the nearest saved state and it are gone through again. */
  async surfaceOf(frame: number): Promise<SurfaceMesh> {
    if (frame >= this.lines.length) this.readLines();
    if (this.frame !== frame - 1) await this.restoreBefore(frame);
    this.surface ??= await ActiveSurface.create(this.scene, { threads: 1 });
    let mesh: SurfaceMesh | undefined;
    while (this.frame < frame) mesh = this.advance();
    return mesh!;
  }

  /** Saves the state of this frame if it is one of those. */
  saveState(): void {
    const { frame, disk, derived } = this;
    if (frame === 0 || frame % STATE_EVERY !== 0) return;
    const path = surfaceStateFile(derived, frame, this.set),
      state = Buffer.concat([Buffer.from(this.keys[frame]!), this.surface!.snapshot()]);
    disk.write(path, encodeCheckpoint(state));
    for (const old of this.savedFrames().slice(0, -STATES_KEPT)) disk.remove(surfaceStateFile(derived, old, this.set));
  }

  dispose(): void {
    this.surface?.dispose();
  }

  private advance(): SurfaceMesh {
    const line = this.lines[++this.frame]!,
      before = this.lines[line.frame - 1];
    return this.surface!.advance(readFrame(this.disk, this.cache, line), before ? line.time - before.time : 0);
  }

  private readLines(): void {
    this.lines = openCache(this.cache).frameLines;
    this.keys = chainKeys(surfaceSettings(this.scene), this.lines);
  }

  /** Goes to the newest saved state before a frame, or to the beginning. */
  private async restoreBefore(frame: number): Promise<void> {
    this.surface?.dispose();
    this.surface = await ActiveSurface.create(this.scene, { threads: 1 });
    this.frame = -1;
    for (const saved of this.savedFrames().reverse()) {
      const state = saved < frame ? this.readState(saved) : undefined;
      if (!state) continue;
      this.surface.restore(state);
      this.frame = saved;
      return;
    }
  }

  private savedFrames(): number[] {
    return this.disk
      .list(surfaceSetOf(this.derived, this.set))
      .flatMap((name) => numberOfFile(name, SURFACE_STATE) ?? []);
  }

  /** A saved state; undefined if it is damaged or of other frames or settings. */
  private readState(frame: number): Uint8Array | undefined {
    const path = surfaceStateFile(this.derived, frame, this.set),
      key = this.keys[frame];
    try {
      const state = decodeCheckpoint(this.disk.read(path)!, path);
      if (key === undefined || new TextDecoder().decode(state.subarray(0, key.length)) !== key) return undefined;
      return Uint8Array.from(state.subarray(key.length));
    } catch (error) {
      if (error instanceof ThixoError) return undefined;
      throw error;
    }
  }
}
