// The lights of a picture, like a small studio: a large soft key light from the upper left, a dim one from the right, a strip from
// behind, and a bright dome all around. They stand still relative to the camera, so that every view is lit well.

import { unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Projection } from './projection.ts';
import { along, cross, dot } from './vector.ts';

/** Directions to the lights, as unit vectors in the world, and what the studio is built around. */
export interface Lights {
  /** Away from the floor. */
  readonly up: Vec3;
  readonly key: Vec3;
  readonly fill: Vec3;
  readonly rim: Vec3;
  /** Axes of the softbox of the key light, across and along. */
  readonly keyAcross: Vec3;
  readonly keyAlong: Vec3;
}

/** Sets up the studio for a camera; `up` points away from the floor, `toKey` toward the key light if the scene says where it is. */
export function lightsOf({ right, forward, up: pictureUp }: Projection, up: Vec3, toKey?: Vec3): Lights {
  const level = levelOf(forward, up, pictureUp);
  const side = cross(level, up);
  const aside = dot(side, right) < 0 ? along([0, 0, 0], -1, side) : side;
  const from = (rightward: number, upward: number, away: number): Vec3 =>
    unit(along(along(along([0, 0, 0], rightward, aside), upward, up), away, level));
  const key = toKey ? unit(toKey) : from(-0.66, 0.95, -0.42);
  const keyAcross = unit(cross(up, key), aside);
  return {
    up,
    key,
    fill: from(0.9, 0.35, -0.5),
    rim: from(0.45, 0.5, 0.9),
    keyAcross,
    keyAlong: cross(key, keyAcross),
  };
}

/** The line of sight, made level; if it goes straight up or down, the picture's up is. */
function levelOf(forward: Vec3, up: Vec3, pictureUp: Vec3): Vec3 {
  const level = along(forward, 0 - dot(forward, up), up);
  if (dot(level, level) > 1e-6) return unit(level);
  return unit(along(pictureUp, 0 - dot(pictureUp, up), up), [0, 0, -1]);
}
