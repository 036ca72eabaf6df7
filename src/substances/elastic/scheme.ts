// How worlds of solids are stepped, and how solids take part in the scheme of another family.

import type { Guest } from '../../engine/engine.ts';
import type { Setup } from '../../engine/family.ts';
import { measureStepLimit } from '../../engine/limits.ts';
import type { CommonScheme } from '../../engine/scheme.ts';
import { ThixoError } from '../../problem.ts';
import type { Scene } from '../../scene/schema.ts';
import * as at from '../../wasm/layout.ts';
import { refusal } from './check.ts';
import { resampleSolids } from './cracks/resample.ts';
import { stepImplicit } from './implicit.ts';
import { limitElastic, limitImplicit } from './limits.ts';
import { clings, type ElasticParameters } from './parameters.ts';
import { phaseChanger } from './phases.ts';
import { type Solids, solidsOn } from './solids.ts';
import { addContacts, deform, packSolids, startElastic, stepElastic } from './step.ts';

/** δ where the scene does not say. */
export const IMPLICIT_DAMPING = 0.02;

/** One step for all, velocities in the middle of steps. */
export function elasticScheme(setup: Setup, own: readonly ElasticParameters[]): CommonScheme {
  const { engine, scene } = setup,
    { shared } = engine.set,
    s = solidsOn(setup, own),
    damping = scene.time.elasticDamping ?? IMPLICIT_DAMPING,
    isImplicit = scene.time.elasticSolver === 'implicit';
  if (isImplicit) {
    if (engine.set.bodies > 0) throw new ThixoError([unfelt()]);
    shared.setInt(at.ELASTIC_IMPLICIT, 1);
    shared.setInt(at.ELASTIC_DAMPED, 1); // velocities are looked at in any case
  }
  shared.setReal(at.FIRST_KICK, 1);
  shared.setReal(at.LAST_KICK, 0);
  shared.setReal(at.LAG, 0);
  return {
    kind: 'common',
    start: () => startElastic(s),
    change: (atFrame) => atFrame && !isImplicit && resampleSolids(s, scene.maxParticles),
    step: (dt) => (isImplicit ? stepImplicit(s, dt, damping) : stepElastic(s, dt)),
    limit: (out) => {
      if (isImplicit) limitImplicit(engine, scene, out);
      else {
        measureStepLimit(engine, out);
        limitElastic(engine, own, finestOf(s, setup, own), out);
      }
      for (const guest of engine.guests) guest.limit(out);
    },
  };
}

function unfelt() {
  const message = 'Bodies that particles move do not feel solids whose step is implicit.';
  return refusal('/time/elasticSolver', message, 'Remove `elasticSolver`, or let obstacles move by themselves.');
}

/** Solids in the scheme of another family: contacts are one more pair pass, the rest follows when all other forces are known. */
export function elasticGuest(setup: Setup, own: readonly ElasticParameters[]): Guest {
  const s = solidsOn(setup, own),
    { engine } = s,
    { neighbors, loop } = engine,
    isWet = engine.substances.some(({ model }) => model === 'sph'),
    isSticky = isWet && own.some(clings),
    change = phaseChanger(s, setup);
  return {
    pack: () => packSolids(s),
    ...(isWet && { fill: () => neighbors.runPairs(at.PASS_ELASTIC_FILLED + loop) }),
    sum: () => {
      addContacts(engine);
      if (isWet) neighbors.runPairs(at.PASS_ELASTIC_PRESSED + loop);
      if (isSticky) neighbors.runPairs(at.PASS_ELASTIC_CLUNG + loop);
    },
    settle: () => deform(s),
    limit: (out) => limitElastic(s.engine, own, finestOf(s, setup, own), out),
    change: (atFrame) => {
      const isNew = change?.(atFrame) ?? false;
      return (atFrame && resampleSolids(s, setup.scene.maxParticles)) || isNew;
    },
  };
}

/** A body that can break and is moved about by more than this part of its spacing has gradients so steep that half of the step is stable. */
const MOST_CALM = 0.3;

/** h of the finest particles of each solid as far as steps go, m. */
function finestOf(s: Solids, { engine, finest, scene }: Setup, own: readonly ElasticParameters[]): number[] {
  return own.map((p) => {
    const isRough = ({ substance, jitter }: Scene['bodies'][number]) => substance === p.name && jitter > MOST_CALM,
      h = s.finest.get(p) ?? finest[engine.substances.indexOf(p)]!;
    return p.strength !== undefined && scene.bodies.some(isRough) ? 0.5 * h : h;
  });
}
