// Things that come, go and move: periods that are empty, motions that cannot be, and what cannot come late.

import { checkMotion } from '../obstacles/check-obstacle.ts';
import type { Period } from '../obstacles/period.ts';
import { type Problem, problem } from '../problem.ts';
import type { LenientScene } from './lenient-scene.ts';
import type { Motion, Scene } from './schema.ts';

type Timed = Period & { readonly motion?: Motion | undefined };

/** Problems of the periods and motions of sinks, emitters, regions of heat and forces, and of the periods of obstacles. */
export function checkMoving(scene: Scene, indices: LenientScene['indices']): Problem[] {
  const { dimension, obstacles, sinks, emitters, heatRegions, forces, boundary } = scene,
    moves = ({ motion }: Timed, at: string) => checkMotion(motion, `${at}/motion`, dimension);
  return [
    ...obstacles.flatMap((one, k) => [
      ...checkPeriod(one, `/obstacles/${indices.obstacles[k]}`),
      ...(boundary === 'ghosts' ? checkLasting(one, `/obstacles/${indices.obstacles[k]}`) : []),
    ]),
    ...sinks.flatMap((one, k) => both(one, `/sinks/${indices.sinks[k]}`)),
    ...emitters.flatMap((one, k) => moves(one, `/emitters/${indices.emitters[k]}`)),
    ...heatRegions.flatMap((one, k) => moves(one, `/heatRegions/${indices.heatRegions[k]}`)),
    ...forces.flatMap((force, k) => {
      const [kind, settings] = Object.entries(force)[0]!;
      return both(settings as Timed, `/forces/${indices.forces[k]}/${kind}`);
    }),
  ];

  function both(one: Timed, at: string): Problem[] {
    return [...checkPeriod(one, at), ...moves(one, at)];
  }
}

function checkPeriod({ from = 0, to }: Period, at: string): Problem[] {
  if (to === undefined || to > from) return [];
  const message = `It would be there from ${from} s to ${to} s: never.`;
  return [problem('PERIOD_EMPTY', `${at}/to`, message, 'Make `to` later than `from`, or remove it.')];
}

/** Ghosts have a state and stay. */
function checkLasting({ from, to }: Period, at: string): Problem[] {
  if (!from && to === undefined) return [];
  const message = 'An obstacle with ghosts is there all the time.';
  return [problem('SCENE_GHOSTS', `${at}/${from ? 'from' : 'to'}`, message, 'Leave out `boundary`, `from` and `to`.')];
}

/** Elastic solids find their neighbors at the start. */
export function checkArrival({ from, substance }: Scene['bodies'][number], scene: Scene, at: string): Problem[] {
  if (!from || scene.substances[substance]?.model !== 'elastic') return [];
  const message = 'An elastic solid is there from the start.';
  return [problem('SCENE_ELASTIC', at, message, 'Remove `from`, and let it wait out of the way.')];
}
