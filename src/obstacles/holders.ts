// What holds elastic solids: anchors, which are boxes, then handles, which are regions and may be soft, then paths of whole bodies. One table for all.

import type { Motion, Scene } from '../scene/schema.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Shape } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';

/** Something that holds. */
export interface Holder {
  readonly motion: Motion | undefined;
  /** Over what the step allows. */
  readonly strength: number;
  /** s */
  readonly until: number;
  /** The body that it moves along its path, if it is none of the others. */
  readonly body?: number;
  /** Whether it holds what starts at a place, m. */
  holds(x: number, y: number, z: number): boolean;
}

/** The holders of a scene, in the order of their numbers. */
export function holdersOf(
  { anchors, handles, bodies, dimension }: Pick<Scene, 'anchors' | 'handles' | 'bodies' | 'dimension'>,
  trig: Trigonometry,
): Holder[] {
  return [
    ...anchors.map(({ min, max, motion, until = Number.POSITIVE_INFINITY }) => ({
      ...{ motion, until, strength: 1 },
      holds: (...place: readonly [number, number, number]) => place.every((x, a) => x >= min[a]! && x <= max[a]!),
    })),
    ...handles.map(({ region, motion, strength, until = Number.POSITIVE_INFINITY }) => {
      const solid = solidOf(region as Shape, trig, dimension);
      return {
        ...{ motion, strength, until },
        holds: (...place: readonly [number, number, number]) => signedDistance(solid, ...place) <= 0,
      };
    }),
    ...drivenBodies({ bodies }).map((body) => ({
      ...{ motion: undefined, until: Number.POSITIVE_INFINITY, strength: 1, body },
      holds: () => false,
    })),
  ];
}

/** Bodies that move along a path of the scene. */
export function drivenBodies({ bodies }: Pick<Scene, 'bodies'>): number[] {
  return bodies.flatMap(({ shape }, k) => ('points' in shape && shape.points.path ? [k] : []));
}
