// Vectors of the geometry of cracks.

/** x, y, z */
export type Point = readonly [number, number, number];

/** a + t b */
export function along(a: Point, t: number, b: Point): Point {
  return [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
}

export function difference(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function lengthOf(a: Point): number {
  return Math.sqrt(dot(a, a));
}

/** The unit vector along a; undefined if it has no length to speak of. */
export function unitOf(a: Point): Point | undefined {
  const size = lengthOf(a);
  return size > 1e-9 ? [a[0] / size, a[1] / size, a[2] / size] : undefined;
}
