// Whether the detective finds what is wrong with a poisoned scene, and whether the change that it suggests lets the run go on.

import { type Fix, type Problem, type SceneInput, World } from '../../src/index.ts';
import { withValue } from '../../src/pointer.ts';
import type { Poisoned } from './poisoned.ts';

/** What came of one scene. */
export interface Verdict {
  readonly name: string;
  /** What was said: of a warning before the first step, or of a run that failed. */
  readonly said: Problem | undefined;
  /** Whether it names the fault. */
  readonly right: boolean;
  /** Whether the scene runs with the suggested change, and without the warning. */
  readonly cured: boolean;
  /** Frames before the failure. */
  readonly frames: number;
  /** Whether the failed frame left the world as it was. */
  readonly kept: boolean;
}

/** Frames until a poisoned scene must have failed. */
const FRAMES = 40;

/** How long a cured scene must run. */
export interface Patience {
  readonly frames: number;
  /** One that is slow is believed after so many force evaluations of single particles. */
  readonly evaluations: number;
}

export async function judge(
  { name, scene, guilty, when }: Poisoned,
  patience: Patience = { frames: 40, evaluations: 3e6 },
): Promise<Verdict> {
  using world = await World.create(scene);
  if (when === 'start') {
    const named = world.warnings.filter(({ pointer }) => guilty.test(pointer)),
      said = named.find(({ fix }) => fix) ?? named[0];
    const cured = said?.fix !== undefined && (await runsWith(scene, said.fix, patience, said));
    return { name, said, right: said !== undefined, cured, frames: 0, kept: true };
  }
  let before = world.hash();
  while (world.frame < FRAMES && world.advance().ok) before = world.hash();
  const kept = world.hash() === before,
    said = await world.diagnose();
  return {
    name,
    said,
    right: said !== undefined && guilty.test(said.pointer),
    cured: said?.fix !== undefined && (await runsWith(scene, said.fix, patience)),
    frames: world.frame,
    kept: kept && world.hash() === before,
  };
}

/** Whether a scene runs with a change, and does not warn of a problem any more. */
async function runsWith(
  scene: SceneInput,
  { pointer, value }: Fix,
  patience: Patience,
  gone?: Problem,
): Promise<boolean> {
  using world = await World.create(withValue(scene, pointer, value));
  if (gone && world.warnings.some((other) => other.code === gone.code && other.pointer === gone.pointer)) return false;
  let work = 0;
  while (world.frame < patience.frames && work < patience.evaluations) {
    const { ok, evaluations } = world.advance();
    if (!ok) return false;
    work += evaluations;
  }
  return true;
}
