// Foam: each frame follows from the one before, so that frames are made in order. The file of a frame is all that the next one needs: an
// interrupted job goes on from the last one that is whole.

import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openCache, readFrame } from '../../cache/cache.ts';
import { chainKeys, foamFile } from '../../cache/derived.ts';
import { Disk, digest } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { decodeFoam, encodeFoam } from '../../cache/foam-file.ts';
import { loadTrigonometry } from '../../cache/scene-file.ts';
import { Foam, type FoamFrame, type FoamState, NO_FOAM_YET } from '../../foam/foam.ts';
import type { FrameLine } from '../../frames/manifest-line.ts';
import type { Trigonometry } from '../../shapes/rotation.ts';
import { foamSettingsKey } from '../foam-settings.ts';
import type { FoamJob, FrameMaker, Made } from './job.ts';

/** Makes the foam of a job, in order. */
export async function makeFoam(job: FoamJob): Promise<FrameMaker> {
  const follower = new FoamFollower(job, await loadTrigonometry());
  return {
    make: async ({ line, key }) => follower.find(line, key) ?? follower.make(line.frame),
    dispose: () => {},
  };
}

/** Foam that can be brought to any frame. */
class FoamFollower {
  private readonly disk = new Disk(realFiles);
  private readonly job: FoamJob;
  private readonly foam: Foam;
  /** The frame it stands at; −1 before the first. */
  private frame = -1;
  private state: FoamState = NO_FOAM_YET;
  private lines: readonly FrameLine[] = [];
  private keys: readonly string[] = [];

  constructor(job: FoamJob, trig: Trigonometry) {
    this.job = job;
    this.foam = new Foam(job.scene, job.settings, trig);
  }

  /** The foam of a frame if it is there and whole. */
  find({ frame, time }: FrameLine, key: string): Made | undefined {
    const file = foamFile(this.job.derived, frame),
      bytes = this.disk.read(file);
    if (!bytes || decodeFoam(bytes)?.key !== key) return undefined;
    return { ...{ frame, time, made: false, file }, bytes: bytes.length, sha256: digest(bytes), wallSeconds: 0 };
  }

  /** Makes the foam of a frame, and that of all before it that are missing. */
  make(frame: number): Made {
    const began = performance.now();
    if (frame >= this.lines.length) this.readLines();
    if (this.frame !== frame - 1) this.restoreBefore(frame);
    let made: Omit<Made, 'wallSeconds'> | undefined;
    while (this.frame < frame) made = this.advance();
    return { ...made!, wallSeconds: (performance.now() - began) / 1000 };
  }

  private advance(): Omit<Made, 'wallSeconds'> {
    const line = this.lines[++this.frame]!,
      { frame, time, sha256: source } = line,
      before = this.lines[frame - 1];
    this.state = this.foam.advance(this.state, this.frameAt(line), before ? time - before.time : 0);
    const bytes = encodeFoam(this.state, { key: this.keys[frame]!, source }),
      file = foamFile(this.job.derived, frame);
    this.disk.makeFolder(dirname(file));
    this.disk.write(file, bytes);
    return { ...{ frame, time, made: true, file }, bytes: bytes.length, sha256: digest(bytes) };
  }

  /** Goes to the last frame before this one whose foam is whole, or to the beginning. */
  private restoreBefore(frame: number): void {
    for (let saved = frame - 1; saved >= 0; saved--) {
      const bytes = this.disk.read(foamFile(this.job.derived, saved)),
        found = bytes && decodeFoam(bytes);
      if (!found || found.key !== this.keys[saved]) continue;
      this.state = { particles: found.particles, limits: found.limits };
      this.frame = saved;
      this.foam.enter(this.frameAt(this.lines[saved]!));
      return;
    }
    this.state = NO_FOAM_YET;
    this.frame = -1;
  }

  private frameAt(line: FrameLine): FoamFrame {
    const { frame, time } = line;
    return { frame, time, fields: readFrame(this.disk, this.job.cache, line) };
  }

  private readLines(): void {
    this.lines = openCache(this.job.cache).frameLines;
    this.keys = chainKeys(foamSettingsKey(this.job.scene, this.job.settings), this.lines);
  }
}
