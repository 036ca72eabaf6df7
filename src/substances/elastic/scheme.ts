// How worlds of solids are stepped, and how solids take part in the scheme of another family.

import type { Guest } from '../../engine/engine.ts';
import type { Setup } from '../../engine/family.ts';
import { measureStepLimit } from '../../engine/limits.ts';
import type { CommonScheme } from '../../engine/scheme.ts';
import * as at from '../../wasm/layout.ts';
import { limitElastic } from './limits.ts';
import type { ElasticParameters } from './parameters.ts';
import { solidsOn } from './solids.ts';
import { addContacts, deform, packSolids, startElastic, stepElastic } from './step.ts';

/** One step for all, velocities in the middle of steps. */
export function elasticScheme(setup: Setup, own: readonly ElasticParameters[]): CommonScheme {
  const { engine } = setup,
    { shared } = engine.set,
    s = solidsOn(setup, own);
  shared.setReal(at.FIRST_KICK, 1);
  shared.setReal(at.LAST_KICK, 0);
  shared.setReal(at.LAG, 0);
  return {
    kind: 'common',
    start: () => startElastic(s),
    step: (dt) => stepElastic(s, dt),
    limit: (out) => {
      measureStepLimit(engine, out);
      limitElastic(engine, own, finestOf(setup, own), out);
      for (const guest of engine.guests) guest.limit(out);
    },
  };
}

/** Solids in the scheme of another family: contacts are one more pair pass, the rest follows when all other forces are known. */
export function elasticGuest(setup: Setup, own: readonly ElasticParameters[]): Guest {
  const s = solidsOn(setup, own);
  return {
    pack: () => packSolids(s),
    sum: () => addContacts(s.engine),
    settle: () => deform(s),
    limit: (out) => limitElastic(s.engine, own, finestOf(setup, own), out),
  };
}

/** h of the finest particles of each solid, m. */
function finestOf({ engine, finest }: Setup, own: readonly ElasticParameters[]): number[] {
  return own.map((p) => finest[engine.substances.indexOf(p)]!);
}
