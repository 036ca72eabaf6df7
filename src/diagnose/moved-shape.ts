// The same shape somewhere else, or larger.

import type { Bounds } from '../shapes/bounds.ts';
import type { Shape, Vec3 } from '../shapes/shape.ts';
import { lengthOf, round3 } from './suspicion.ts';

type Placed = Shape | { readonly disc: { readonly center: Vec3 } } | { readonly points: unknown };

/** A shape moved by a vector (m); undefined if it cannot be moved by a few numbers. */
export function movedShape(shape: Placed, by: Vec3): object | undefined {
  const to = (v: Vec3): number[] => v.map((x, a) => (by[a] === 0 ? x : round6(x + by[a]!)));
  if ('disc' in shape) return { disc: { ...shape.disc, center: to(shape.disc.center) } };
  if ('sphere' in shape) return { sphere: { ...shape.sphere, center: to(shape.sphere.center) } };
  if ('box' in shape) {
    const { box } = shape;
    return { box: 'min' in box ? { min: to(box.min), max: to(box.max) } : { ...box, center: to(box.center) } };
  }
  if ('capsule' in shape)
    return { capsule: { ...shape.capsule, from: to(shape.capsule.from), to: to(shape.capsule.to) } };
  if ('cylinder' in shape)
    return { cylinder: { ...shape.cylinder, from: to(shape.cylinder.from), to: to(shape.cylinder.to) } };
  if ('mesh' in shape) return { mesh: { ...shape.mesh, translate: to(shape.mesh.translate ?? [0, 0, 0]) } };
  return undefined;
}

/** A container enlarged by a factor about its middle, and so that it holds some boxes with a margin (m); undefined if it has no size to change. */
export function enlargedShape(
  shape: Shape,
  factor: number,
  boxes: readonly Bounds[],
  margin: number,
  dimension: 2 | 3,
): Shape | undefined {
  if ('box' in shape) {
    const { box } = shape,
      isPlain = 'min' in box;
    if (!isPlain) return { box: { ...box, size: box.size.map((x) => round3(x * factor)) as never } };
    const end = (a: number, sign: -1 | 1): number => {
      if (a >= dimension) return sign < 0 ? box.min[a]! : box.max[a]!;
      const middle = (box.min[a]! + box.max[a]!) / 2,
        own = middle + sign * factor * (box.max[a]! - middle),
        reach = boxes.map(({ min, max }) => (sign < 0 ? min[a]! - margin : max[a]! + margin)).filter(Number.isFinite);
      return round6(sign < 0 ? Math.min(own, ...reach) : Math.max(own, ...reach));
    };
    return { box: { min: [0, 1, 2].map((a) => end(a, -1)) as never, max: [0, 1, 2].map((a) => end(a, 1)) as never } };
  }
  if ('sphere' in shape) {
    const { center, radius } = shape.sphere,
      corner = ({ min, max }: Bounds) =>
        lengthOf(center.map((c, a) => Math.max(Math.abs(min[a]! - c), Math.abs(max[a]! - c))));
    return { sphere: { center, radius: round3(Math.max(radius * factor, ...boxes.map((b) => corner(b) + margin))) } };
  }
  if ('capsule' in shape) return { capsule: longerTube(shape.capsule, factor, boxes, margin) };
  if ('cylinder' in shape) return { cylinder: longerTube(shape.cylinder, factor, boxes, margin) };
  return undefined;
}

interface Tube {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

function longerTube({ from, to, radius }: Tube, factor: number, boxes: readonly Bounds[], margin: number): Tube {
  const middle = from.map((x, a) => (x + to[a]!) / 2),
    half = lengthOf(to.map((x, a) => x - middle[a]!)),
    axis = to.map((x, a) => (x - middle[a]!) / half);
  let long = factor * half,
    wide = factor * radius;
  for (const { min, max } of boxes) {
    for (let n = 0; n < 8; n++) {
      const corner = middle.map((x, a) => ((n >> a) & 1 ? max[a]! : min[a]!) - x),
        along = corner.reduce((sum, x, a) => sum + x * axis[a]!, 0);
      long = Math.max(long, Math.abs(along) + margin);
      wide = Math.max(wide, lengthOf(corner.map((x, a) => x - along * axis[a]!)) + margin);
    }
  }
  const end = (sign: number): Vec3 => middle.map((x, a) => round6(x + sign * long * axis[a]!)) as never;
  return { from: end(-1), to: end(1), radius: round3(wide) };
}

/** The shortest way along an axis that takes a box off another with a gap (m), upward if that is as good; none if they are apart. */
export function waysOut(of: Bounds, off: Bounds, gap: number, dimension: 2 | 3): Vec3[] {
  const ways = [0, 1, 2].slice(0, dimension).flatMap((a) => {
    const along = (d: number): Vec3 => [0, 1, 2].map((b) => (a === b ? d : 0)) as never;
    return [along(off.max[a]! - of.min[a]! + gap), along(off.min[a]! - of.max[a]! - gap)];
  });
  return ways
    .filter((way) => way.every(Number.isFinite))
    .sort((a, b) => lengthOf(a) - lengthOf(b) || b[1] - a[1])
    .slice(0, 4);
}

/** Whether two boxes overlap by more than a margin (m). */
export function overlap(a: Bounds, b: Bounds, margin: number, dimension: 2 | 3): boolean {
  return [0, 1, 2].slice(0, dimension).every((k) => a.min[k]! + margin < b.max[k]! && b.min[k]! + margin < a.max[k]!);
}

function round6(x: number): number {
  return Number(x.toPrecision(6));
}
