// Everything that reads files.

import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import type { FuzzTarget } from './fuzz-run.ts';
import { cacheTargets } from './fuzz-targets-cache.ts';
import { meshTargets } from './fuzz-targets-mesh.ts';
import { sceneTargets, snapshotTargets } from './fuzz-targets-world.ts';

/** The test that feeds broken files to all of them: what is found is a case of it. */
export const ANSWERED = 'test/cache/fuzz.test.ts > broken files > are all answered';

/** All targets, each with its share of the inputs. */
export async function allTargets(): Promise<FuzzTarget[]> {
  const scenes = sceneTargets(await loadTrigonometry());
  return [...scenes, ...(await snapshotTargets()), ...(await cacheTargets()), ...(await meshTargets())];
}
