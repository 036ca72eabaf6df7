// Where pictures are taken from: the camera of the scene, completed so that the substance is in the picture. One view serves all
// frames, so that the picture never jumps.

import type { Scene } from '../scene/schema.ts';
import type { Bounds } from '../shapes/bounds.ts';
import { EXACT_TRIGONOMETRY, tanDegrees } from '../shapes/exact-trigonometry.ts';
import { cosDegrees, sinDegrees, unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { boundsToShow, edgeOf, type Focus, focusOn, wholeOf } from './framing.ts';
import { along, cornersOf, cross, diagonalOf, dot, middleOf, minus } from './vector.ts';

/** A camera, and the part of the world that it is there to show. */
export interface View {
  /** Where the camera stands, m. */
  readonly position: Vec3;
  /** What it looks at: the middle of the picture, m. */
  readonly target: Vec3;
  /** Up in the picture: a unit vector that stands on the line of sight. */
  readonly up: Vec3;
  /** Angle between the lower and the upper edge of the picture, degrees. Not used in a parallel view. */
  readonly fieldOfView: number;
  /** Height of what the picture shows, m, in a parallel view; undefined in perspective. */
  readonly height: number | undefined;
  /** The substance of all frames and what of the obstacles is near it, m. */
  readonly bounds: Bounds;
  /** How far the middle of the picture is to the right and above the line of sight, over the distance: what a lens sees beside its middle. */
  readonly shift?: readonly [number, number] | undefined;
}

/** Part of the picture that stays free on each side. */
const MARGIN = 0.07;
/** The view from the front, from the right and from above, degrees. */
const AZIMUTH = 28;
const ELEVATION = 20;

/**
 * The view of a scene whose particles stay within `bounds` (m) in all frames. What the camera of the scene leaves open is chosen so
 * that substance and nearby obstacles fill a picture of the given width over height: the whole of the bounds, or where particles are known
 * (x, y, z of some from all frames, m) all but the outermost few of them.
 * @example const view = frameView(scene, { min: [0, 0, 0], max: [1.6, 1.2, 0.4] });
 */
export function frameView(
  scene: Scene,
  bounds: Bounds,
  aspect: number = scene.output.width / scene.output.height,
  particles: ArrayLike<number> = [],
): View {
  const { camera, dimension } = scene;
  const shown = boundsToShow(scene, bounds);
  const focus = focusOn(scene, particles, shown);
  const target = camera.target ?? (dimension === 2 ? middleOfFocus(focus) : middleOf(shown));
  const isSet = camera.position !== undefined && minus(camera.position, target).some((c) => c !== 0);
  const back = isSet ? unit(minus(camera.position!, target)) : dimension === 2 ? FRONT : threeQuarter(camera.up);
  const up = uprightOf(camera.up, back);
  const common = { up, fieldOfView: camera.fieldOfView, bounds: shown };
  if (camera.height !== undefined || dimension === 2) {
    const height = camera.height ?? heightAround(focus, target, back, up, aspect);
    return { ...common, target, position: camera.position ?? along(target, diagonalOf(shown), back), height };
  }
  if (isSet) return { ...common, target, position: camera.position!, height: undefined };
  // A camera that goes around must see all of it from every side.
  const all = camera.orbit === 0 ? focus : wholeOf(sweptAround(shown, camera.up));
  const eye = standBack(all, target, { back, up, fieldOfView: camera.fieldOfView, aspect, isFixed: !!camera.target });
  return { ...common, ...eye, height: undefined };
}

/** A view whose camera has moved, with its up set right for the new line of sight. */
export function uprightView(view: View, up: Vec3): View {
  return { ...view, up: uprightOf(up, unit(minus(view.position, view.target), FRONT)) };
}

const FRONT: Vec3 = [0, 0, 1];

/** The box around all that a box passes when it is turned around an upright axis through its middle. */
function sweptAround(bounds: Bounds, pictureUp: Vec3): Bounds {
  const up = unit(pictureUp);
  const middle = middleOf(bounds);
  let [wide, high] = [0, 0];
  for (const corner of cornersOf(bounds)) {
    const d = minus(corner, middle);
    const rise = dot(d, up);
    high = Math.max(high, Math.abs(rise));
    wide = Math.max(wide, Math.sqrt(Math.max(0, dot(d, d) - rise * rise)));
  }
  const reach = ([0, 1, 2] as const).map((axis) => {
    const u = Math.abs(up[axis]);
    return u * high + Math.sqrt(Math.max(0, 1 - u * u)) * wide;
  }) as [number, number, number];
  return { min: minus(middle, reach), max: along(middle, 1, reach) };
}

/** From the middle of the scene to the camera: from the front (z, or −y if z is up), a little from the right and from above. */
function threeQuarter(pictureUp: Vec3): Vec3 {
  const up = unit(pictureUp);
  const front = Math.abs(up[2]) > 0.9 ? uprightOf([0, -1, 0], up) : uprightOf([0, 0, 1], up);
  const right = cross(up, front);
  const trig = EXACT_TRIGONOMETRY;
  const level = cosDegrees(ELEVATION, trig);
  const level1 = along([0, 0, 0], level * cosDegrees(AZIMUTH, trig), front);
  const level2 = along(level1, level * sinDegrees(AZIMUTH, trig), right);
  return unit(along(level2, sinDegrees(ELEVATION, trig), up));
}

/** The part of `up` that stands on `axis`, of length 1; anything that does if there is none. */
function uprightOf(up: Vec3, axis: Vec3): Vec3 {
  const wanted = unit(up);
  const across = along(wanted, 0 - dot(wanted, axis), axis);
  if (dot(across, across) > 1e-12) return unit(across);
  const other: Vec3 = Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [0, 0, -1];
  return unit(along(other, 0 - dot(other, axis), axis));
}

/** The farthest that is to be seen, by a measure of points. */
function farthest({ loose, firm }: Focus, measure: (point: Vec3) => number): number {
  return Math.max(edgeOf(loose.map(measure)), ...firm.map(measure));
}

/** The middle of the box around what is to be seen. */
function middleOfFocus(focus: Focus): Vec3 {
  const middle = (axis: 0 | 1 | 2): number =>
    (farthest(focus, (p) => p[axis]) - farthest(focus, (p) => 0 - p[axis])) / 2;
  return [middle(0), middle(1), middle(2)];
}

/** Height of the smallest parallel view around `target` that shows what is to be seen. */
function heightAround(focus: Focus, target: Vec3, back: Vec3, up: Vec3, aspect: number): number {
  const right = cross(up, back);
  const half = farthest(focus, (point) => {
    const d = minus(point, target);
    return Math.max(Math.abs(dot(d, up)), Math.abs(dot(d, right)) / aspect);
  });
  return half > 0 ? (2 * half) / (1 - 2 * MARGIN) : 1;
}

/** How a camera looks at what it shows. */
interface Looking {
  readonly back: Vec3;
  readonly up: Vec3;
  readonly fieldOfView: number;
  readonly aspect: number;
  /** Whether the target must be in the middle of the picture. */
  readonly isFixed: boolean;
}

/**
 * The nearest place from which a perspective camera sees all that it is to show, looking along −back. With slope t of the picture's edge,
 * a point at (x, z) of the camera's axes is inside if |x − x_eye| ≤ t (z − z_eye). Unless the target is fixed, the camera also moves
 * sideways until all is in the middle of the picture.
 */
function standBack(focus: Focus, target: Vec3, { back, up, fieldOfView, aspect, isFixed }: Looking) {
  const right = cross(up, back);
  const slope = tanDegrees(fieldOfView / 2) * (1 - 2 * MARGIN);
  const from: Focus = {
    loose: focus.loose.map((point) => minus(point, target)),
    firm: focus.firm.map((point) => minus(point, target)),
  };
  const across = reach(from, right, back, slope * aspect, isFixed);
  const upward = reach(from, up, back, slope, isFixed);
  const nearest = farthest(from, (point) => dot(point, back));
  const depth = nearest + farthest(from, (point) => 0 - dot(point, back));
  const distance = Math.max(across.distance, upward.distance, nearest + 0.05 * depth);
  const aim = along(along(target, across.shift, right), upward.shift, up);
  return { target: aim, position: along(aim, distance, back) };
}

/** How far back the camera must stand for one axis of the picture, and how far aside. */
function reach(focus: Focus, side: Vec3, back: Vec3, slope: number, centered: boolean) {
  const high = farthest(focus, (p) => dot(p, side) + slope * dot(p, back));
  const low = farthest(focus, (p) => slope * dot(p, back) - dot(p, side));
  if (centered) return { distance: Math.max(high, low) / slope, shift: 0 };
  return { distance: (high + low) / (2 * slope), shift: (high - low) / 2 };
}
