// Obstacles that move until there is no room left: pistons, lids, closing plates.

import type { Fix } from '../problem.ts';
import type { Motion } from '../scene/schema.ts';
import * as at from '../wasm/layout.ts';
import { type Failure, round3, type Suspects, type Suspicion } from './suspicion.ts';

/** A substance this much denser than at rest, in the mean, has no room. */
const NO_ROOM = 1.08;
/** Parts of the time at which the motion may end, if it is too late for that at the last good frame. */
const ENDS = [0.85, 0.7, 0.5, 0.25];

/** Moving obstacles that the particle, or everything, is squeezed by. */
export function squeezing(s: Suspects, failure: Failure): Suspicion[] {
  const { scene, simulated } = s,
    near = obstaclesAt(s, failure.index),
    isDense = meanDensity(s) > NO_ROOM,
    ends = [s.frame / scene.frameRate, ...ENDS.map((part) => part * s.time)];
  return scene.obstacles.flatMap(({ motion }, k) => {
    if (!motion && !simulated.has(k)) return [];
    const isNear = near.some(({ obstacle }) => obstacle === k),
      others = near.flatMap(({ obstacle }) => (obstacle === k ? [] : [obstacle]));
    const message =
      isNear && others.length > 0
        ? `The particle is squeezed between the obstacles ${[k, ...others].sort((a, b) => a - b).join(' and ')}.`
        : `Obstacle ${k} moves until the substance has no room left.`;
    return {
      code: 'INSIDE_OBSTACLE',
      pointer: motion ? `/obstacles/${k}/motion` : `/obstacles/${k}`,
      message,
      hint: 'Let the motion end before there is no room left, or leave the substance a way out.',
      excess: isNear && others.length > 0 ? 60 : isDense ? 40 : isNear ? 20 : 2,
      cures: motion ? ends.flatMap((end) => stopped(`/obstacles/${k}/motion`, motion, end)) : [],
    };
  });
}

/** The obstacle that a particle is deep inside of. */
export function deepInside(s: Suspects, { index }: Failure): Suspicion[] {
  return obstaclesAt(s, index).flatMap(({ obstacle: k, isDeep }) =>
    isDeep
      ? [
          {
            code: 'INSIDE_OBSTACLE' as const,
            pointer: `/obstacles/${k}`,
            message: `The particle is inside obstacle ${k}.`,
            hint: 'Move the body out of the obstacle, or keep obstacles from squeezing it against each other.',
            excess: 30,
            cures: [],
          },
        ]
      : [],
  );
}

/** Obstacles within h of a particle; `isDeep`: it is inside by more than h/2. */
function obstaclesAt(
  { set, scene }: Suspects,
  index: number,
): { readonly obstacle: number; readonly isDeep: boolean }[] {
  if (index < 0 || index >= set.count) return [];
  const point = set.address('position') + 24 * index,
    h = set.f64('smoothingLength')[index]!,
    records = set.shared.u32[at.OBSTACLES >> 2]!;
  return scene.obstacles.flatMap((_, obstacle) => {
    const gap = set.team.wasm.obstacleDistance(records, obstacle, point, 0);
    return gap < h ? [{ obstacle, isDeep: gap < -0.5 * h }] : [];
  });
}

/** Mean of density over rest density; what is not a number does not count. */
function meanDensity({ set, substances }: Suspects): number {
  const density = set.f64('density'),
    kinds = set.u32('substance');
  let sum = 0,
    count = 0;
  for (let i = 0; i < set.count; i++) {
    const ratio = density[i]! / substances[kinds[i]!]!.restDensity;
    if (!(ratio > 0 && ratio < 100)) continue;
    sum += ratio;
    count++;
  }
  return count === 0 ? 1 : sum / count;
}

/** Where an obstacle begins. */
const REST = { time: 0, translate: [0, 0, 0] } as const;

/** The same motion until a time (s), then rest. */
export function stopped(pointer: string, motion: Motion, time: number): Fix[] {
  const end = round3(time);
  if (!(end > 0)) return [];
  if ('velocity' in motion) {
    const translate = motion.velocity.map((x) => round6(x * end));
    return [{ pointer, value: { keyframes: [REST, { time: end, translate }], pivot: [0, 0, 0] } }];
  }
  if ('rotation' in motion) {
    const { center, axis, degreesPerSecond } = motion.rotation,
      rotate = { axis, degrees: round6(degreesPerSecond * end) };
    return [{ pointer, value: { keyframes: [REST, { time: end, translate: [0, 0, 0], rotate }], pivot: center } }];
  }
  const kept = motion.keyframes.filter((frame) => frame.time < end),
    last = kept.at(-1),
    next = motion.keyframes[kept.length];
  if (!last || !next || last.rotate || next.rotate)
    return last ? [{ pointer: `${pointer}/keyframes`, value: kept }] : [];
  const u = (end - last.time) / (next.time - last.time),
    translate = last.translate.map((x, a) => round6(x + u * (next.translate[a]! - x)));
  return [{ pointer: `${pointer}/keyframes`, value: [...kept, { time: end, translate }] }];
}

function round6(x: number): number {
  return Number(x.toPrecision(6));
}
