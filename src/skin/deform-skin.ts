// A skin where its particles are now, in double precision and without allocation. [AW09 §7.2, card §17]
// Some 10 ns per weight; the fast way, four times as fast, is fast-skin.ts.

import type { BoundSkin } from './bind-skin.ts';

/** Where a skin is written to: x, y, z of every vertex. */
export interface SkinShape {
  /** m */
  readonly positions: Float64Array | Float32Array;
  /** Unit vectors outward. */
  readonly normals: Float64Array | Float32Array;
}

/**
 * Positions and normals of a skin from the present positions of its particles (x, y, z, m, in the order in which it was bound).
 * @example deformSkin(skin, present, { positions: new Float64Array(3 * n), normals: new Float64Array(3 * n) });
 */
export function deformSkin(skin: BoundSkin, present: ArrayLike<number>, out: SkinShape): void {
  const { mesh, starts, particles, values, slopes, directions, reference } = skin,
    isExact = skin.normals === 'exact',
    vertices = mesh.positions.length / 3;
  for (let v = 0; v < vertices; v++) {
    let x = mesh.positions[3 * v]!,
      y = mesh.positions[3 * v + 1]!,
      z = mesh.positions[3 * v + 2]!,
      ax = directions[6 * v]!,
      ay = directions[6 * v + 1]!,
      az = directions[6 * v + 2]!,
      bx = directions[6 * v + 3]!,
      by = directions[6 * v + 4]!,
      bz = directions[6 * v + 5]!;
    for (let n = starts[v]!; n < starts[v + 1]!; n++) {
      const i = 3 * particles[n]!,
        W = values[n]!,
        s = slopes[2 * n]!,
        t = slopes[2 * n + 1]!,
        ux = present[i]! - reference[i]!,
        uy = present[i + 1]! - reference[i + 1]!,
        uz = present[i + 2]! - reference[i + 2]!;
      x += W * ux;
      y += W * uy;
      z += W * uz;
      ax += s * ux;
      ay += s * uy;
      az += s * uz;
      bx += t * ux;
      by += t * uy;
      bz += t * uz;
    }
    out.positions[3 * v] = x;
    out.positions[3 * v + 1] = y;
    out.positions[3 * v + 2] = z;
    // cof(F) n = F a × F b (X31), or F n.
    const nx = isExact ? ay * bz - az * by : ax,
      ny = isExact ? az * bx - ax * bz : ay,
      nz = isExact ? ax * by - ay * bx : az,
      length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    out.normals[3 * v] = nx / length;
    out.normals[3 * v + 1] = ny / length;
    out.normals[3 * v + 2] = nz / length;
  }
}
