// Whether the segment between two points crosses a facet: a triangle in 3D, a segment in the plane.
// Facets are larger than they are by a billionth, so that nothing slips through between two that share an edge or a corner. A point on a
// facet counts to its front side, so that it is cut off from one side only. [AW09 §7.3: visibility]

/** Part of lengths within which a point is on a facet. */
const NEAR = 1e-9;

/**
 * Whether the segment from p to q crosses the triangle whose nine numbers begin at f[k].
 */
export function crossesTriangle(
  f: ArrayLike<number>,
  k: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  const ax = f[k]! - px,
    ay = f[k + 1]! - py,
    az = f[k + 2]! - pz,
    bx = f[k + 3]! - px,
    by = f[k + 4]! - py,
    bz = f[k + 5]! - pz,
    cx = f[k + 6]! - px,
    cy = f[k + 7]! - py,
    cz = f[k + 8]! - pz,
    vx = qx - px,
    vy = qy - py,
    vz = qz - pz;
  // Normal of the triangle, twice its area long; distances of p and q from its plane, times that.
  const ux = bx - ax,
    uy = by - ay,
    uz = bz - az,
    wx = cx - ax,
    wy = cy - ay,
    wz = cz - az,
    nx = uy * wz - uz * wy,
    ny = uz * wx - ux * wz,
    nz = ux * wy - uy * wx,
    p = -(nx * ax + ny * ay + nz * az),
    q = p + nx * vx + ny * vy + nz * vz;
  if (p > 0 && q > 0) return false; // most
  const size = Math.max(largest(ax, ay, az), largest(bx, by, bz), largest(cx, cy, cz), largest(vx, vy, vz)),
    near = -NEAR * size * largest(nx, ny, nz);
  if (p > near === q > near) return false;
  // Volumes between the segment and the edges: of one sign if the line passes inside.
  const ab = vx * (ay * bz - az * by) + vy * (az * bx - ax * bz) + vz * (ax * by - ay * bx),
    bc = vx * (by * cz - bz * cy) + vy * (bz * cx - bx * cz) + vz * (bx * cy - by * cx),
    ca = vx * (cy * az - cz * ay) + vy * (cz * ax - cx * az) + vz * (cx * ay - cy * ax),
    least = -NEAR * size * size * largest(vx, vy, vz);
  return (ab >= least && bc >= least && ca >= least) || (ab <= -least && bc <= -least && ca <= -least);
}

/** Whether the segment from p to q crosses the one in the plane whose ends, three numbers each, begin at f[k]. */
export function crossesSegment(
  f: ArrayLike<number>,
  k: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): boolean {
  const ax = f[k]! - px,
    ay = f[k + 1]! - py,
    bx = f[k + 3]! - px,
    by = f[k + 4]! - py,
    vx = qx - px,
    vy = qy - py,
    nx = by - ay,
    ny = ax - bx,
    p = -(nx * ax + ny * ay),
    q = p + nx * vx + ny * vy,
    size = Math.max(largest(ax, ay, 0), largest(bx, by, 0), largest(vx, vy, 0)),
    near = -NEAR * size * largest(nx, ny, 0);
  if (p > near === q > near) return false;
  const a = vx * ay - vy * ax,
    b = vx * by - vy * bx,
    least = -NEAR * size * largest(vx, vy, 0);
  return (a >= least && b <= -least) || (a <= -least && b >= least);
}

function largest(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}
