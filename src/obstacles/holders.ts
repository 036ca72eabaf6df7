// What holds elastic solids: anchors, which are boxes, and then handles, which are regions and may be soft. One table for both.

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
  /** Whether it holds what starts at a place, m. */
  holds(x: number, y: number, z: number): boolean;
}

/** The holders of a scene, in the order of their numbers. */
export function holdersOf(
  { anchors, handles, dimension }: Pick<Scene, 'anchors' | 'handles' | 'dimension'>,
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
  ];
}
