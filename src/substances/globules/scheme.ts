// How worlds of globules are stepped, and how globules take part in the scheme of another family.

import type { Engine, Guest } from '../../engine/engine.ts';
import { measureStepLimit } from '../../engine/limits.ts';
import type { CommonScheme } from '../../engine/scheme.ts';
import * as at from '../../wasm/layout.ts';
import { contactPasses } from './contacts.ts';
import { forcePass, type Globules } from './globules.ts';
import { limitGlobules } from './limits.ts';
import type { GlobuleParameters } from './parameters.ts';
import { startGlobules, stepGlobules } from './step.ts';

/** One step for all: velocities in the middle of steps, or at their end as printed. */
export function globuleScheme(s: Globules): CommonScheme {
  const { shared } = s.set,
    printed = s.time.integrator === 'miller-1989';
  shared.setReal(at.FIRST_KICK, 1);
  shared.setReal(at.LAST_KICK, 0);
  shared.setReal(at.LAG, printed ? 0.5 : 0); // x + v dt + ½a dt², as printed [MP89 eq. 9]
  return {
    kind: 'common',
    start: () => startGlobules(s),
    step: (dt) => stepGlobules(s, dt, printed),
    limit: (out) => {
      measureStepLimit(s, out);
      limitGlobules(s, out);
      for (const guest of s.guests) guest.limit(out);
    },
    forget: () => shared.setInt(at.HAS_CLEARANCE, 0),
  };
}

/** Globules in the scheme of another family: one more pair pass, f = Σ x_ij [ s_r (b₁/D^m − b₂/D^n) − k_d s_d v_ij·x_ij/D² ]. [MP89 eq. 2] */
export function globuleGuest(engine: Engine, own: readonly GlobuleParameters[]): Guest {
  const { set, neighbors } = engine,
    forces = forcePass(engine, own);
  return {
    pack: () => set.team.run(at.PASS_PACK_GLOBULES, set.chunks),
    sum: () => neighbors.runPairs(forces),
    settle: contactPasses(engine, forces, true),
    limit: (out) => limitGlobules(engine, out),
  };
}
