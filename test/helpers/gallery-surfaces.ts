// Surfaces of the frames of a gallery scene while it plays, and what is wrong with them.

import type { World } from '../../src/index.ts';
import { surfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import { isLong } from './long.ts';
import { createJudge, faultsOf, type Judge } from './mesh-judge.ts';

/** Frames between those that are looked at; `npm run test:long` looks at all, as a release must. */
const STRIDE = isLong ? 1 : 24;

export class SurfaceInspector {
  private readonly surfacer: Surfacer;
  private readonly judge: Judge;
  /** What was wrong, in words. */
  readonly faults: string[] = [];
  /** Frames looked at. */
  frames = 0;

  private constructor(surfacer: Surfacer, judge: Judge) {
    this.surfacer = surfacer;
    this.judge = judge;
  }

  static async create(): Promise<SurfaceInspector> {
    return new SurfaceInspector(await Surfacer.create(), await createJudge());
  }

  /** Looks at the surface of a frame, if it is the turn of this frame. */
  look(world: World): void {
    if (world.frame % STRIDE !== 0) return;
    const mesh = this.surfacer.build(world.fields, surfaceOptions(world.scene));
    this.frames++;
    for (const fault of faultsOf(mesh, this.judge)) this.faults.push(`frame ${world.frame}: ${fault}`);
    if (world.fields.count > 0 && mesh.elements.length === 0) this.faults.push(`frame ${world.frame}: no surface`);
  }

  dispose(): void {
    this.surfacer.dispose();
  }
}
