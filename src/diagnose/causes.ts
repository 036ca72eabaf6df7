// Why numbers go wrong: everything in the scene that is far from usual, the oddest first. Asked only after a step has failed, so nothing here
// needs to be fast. Whether a suspicion is right is found by trying its cure: src/world/diagnose.ts.

import { withValue } from '../pointer.ts';
import type { Fix } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { familiesIn } from '../substances/families.ts';
import type { Substance } from '../substances/substance.ts';
import { closingContainers } from './suspect-closing.ts';
import { blockedEmitters } from './suspect-emitters.ts';
import { heavyGravity, strongForces } from './suspect-forces.ts';
import { bodiesInEachOther, bodiesInObstacles, type Places, smallContainers } from './suspect-places.ts';
import { fastBodies, fastJets, fastObstacles } from './suspect-speeds.ts';
import { deepInside, squeezing } from './suspect-squeeze.ts';
import { compressedBodies, hardSubstances, oddDials, stiffSubstances, unlikeDensities } from './suspect-substances.ts';
import { familyCauses, largeSteps, leftDomain, manySteps, unstable } from './suspect-time.ts';
import type { Failure, Suspects, Suspicion } from './suspicion.ts';
import { measureScene } from './yardstick.ts';

export type { Suspects } from './suspicion.ts';

/** Below this nothing is odd about a value. */
const ODD = 1;
/** Overlaps of the start show within so many frames. */
const SOON = 3;

/** All causes that may be meant, the likeliest first; never none. */
export function likelyCauses(s: Suspects, failure: Failure): Suspicion[] {
  const trig = s.set.team.wasm,
    yardstick = measureScene(s.scene, trig),
    places: Places = { scene: s.scene, trig, yardstick };
  const found = [
    ...leftDomain(s, yardstick, failure),
    ...(s.frame < SOON ? startCauses(s, places) : []),
    ...smallContainers(places, s.time),
    ...closingContainers(places, s.time),
    ...blockedEmitters(places),
    ...familyCauses(s),
    ...deepInside(s, failure),
    ...fastBodies(s, yardstick),
    ...fastJets(s, yardstick),
    ...fastObstacles(s),
    ...squeezing(s, failure),
    ...strongForces(s, yardstick),
    ...heavyGravity(s, yardstick),
    ...stiffSubstances(s, yardstick, failure),
    ...hardSubstances(s, failure),
    ...oddDials(s, failure),
    ...unlikeDensities(s),
    ...compressedBodies(s),
    ...manySteps(s, failure),
    ...largeSteps(s),
    ...unstable(s, failure),
  ];
  const isGeneral = ({ code }: Suspicion) => code === 'UNSTABLE' || code === 'STEP_TOO_SMALL';
  const ranked = found.filter((cause) => cause.excess > ODD || isGeneral(cause)).sort((a, b) => b.excess - a.excess);
  return withJointCures(s.scene, ranked);
}

/** Lists of a scene whose items may be odd together. */
const LISTS = ['bodies', 'emitters', 'obstacles', 'forces', 'substances'] as const;
/** A list longer than this is not written out again, characters. */
const LONGEST = 20_000;

/** Two bodies that hit each other are too fast together: where several items of a list are odd, one cure is to change all of them. */
function withJointCures(scene: Scene, ranked: readonly Suspicion[]): Suspicion[] {
  const result = [...ranked];
  for (const list of LISTS) {
    const odd = ranked.filter(
      ({ pointer, excess, cures }) => excess > ODD && cures.length > 0 && pointer.startsWith(`/${list}/`),
    );
    if (odd.length < 2) continue;
    const together = (choose: (cures: readonly Fix[]) => Fix): Fix => ({
      pointer: `/${list}`,
      value: odd
        .map(({ cures }) => choose(cures))
        .filter(({ pointer }) => pointer.startsWith(`/${list}/`))
        .reduce((changed, { pointer, value }) => withValue(changed, pointer, value), scene)[list],
    });
    const joint = [together((cures) => cures[0]!), together((cures) => cures.at(-1)!)];
    if (JSON.stringify(joint).length > LONGEST) continue;
    result[result.indexOf(odd[0]!)] = { ...odd[0]!, cures: [...odd[0]!.cures, ...joint] };
  }
  return result;
}

/** Two particles closer than this part of their size push each other apart violently. */
export function tooClose(substances: readonly Substance[]): number {
  return Math.max(...familiesIn(substances).map(({ family }) => family.closest));
}

/** What is wrong with where the bodies start. */
function startCauses(s: Suspects, places: Places): Suspicion[] {
  const overlaps = bodiesInEachOther(places),
    isClose = s.startGap < tooClose(s.substances),
    inside = s.startedInside ? bodiesInObstacles(places) : [];
  if (!isClose || overlaps.length > 0) return [...overlaps, ...inside];
  const odd = s.scene.bodies.findIndex(({ jitter }) => jitter > 0),
    pointer = odd < 0 ? '/bodies' : `/bodies/${odd}/jitter`;
  return [
    ...inside,
    {
      code: 'START_OVERLAP',
      pointer,
      message: `Particles overlap at the start: two are ${(100 * s.startGap).toFixed(0)} % of their size apart.`,
      hint: 'Move the bodies apart, lower jitter, or use one spacing for bodies that touch.',
      excess: 1000,
      cures: odd < 0 ? [] : [0.1, 0].map((value) => ({ pointer, value })),
    },
  ];
}
