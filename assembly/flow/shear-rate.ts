// The rate of deformation √(½ D:D) of a particle from its row of sums: D = L + Lᵀ, L = (∇v) B⁻¹ exact for linear flows. [card §3e, X13]

import { DIMENSION } from '../../src/wasm/layout';
import { real } from '../context';
import { BXX, BXY, BYY, BYZ, BZX, BZZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';

/** Below this determinant of B (1 where neighbors are all around, an eighth in a corner) a particle sees too little to be corrected. */
const LEAST_DETERMINANT: f64 = 0.02;

@inline function at(row: usize, offset: usize): f64 { return <f64>load<f32>(row + offset); }

/** Rate of deformation of the particle with this row, 1/s. */
export function shearRate(row: usize): f64 {
  const flat = real(DIMENSION) == 2;
  const bxx = at(row, BXX), byy = at(row, BYY), bzz = flat ? 1 : at(row, BZZ), bxy = at(row, BXY), byz = at(row, BYZ), bzx = at(row, BZX);
  // cofactors of the symmetric B
  const cxx = byy * bzz - byz * byz, cyy = bxx * bzz - bzx * bzx, czz = bxx * byy - bxy * bxy;
  const cxy = byz * bzx - bxy * bzz, cyz = bxy * bzx - byz * bxx, czx = bxy * byz - bzx * byy;
  const determinant = bxx * cxx + bxy * cxy + bzx * czx;
  let ixx = 1.0, iyy = 1.0, izz = 1.0, ixy = 0.0, iyz = 0.0, izx = 0.0;
  if (determinant > LEAST_DETERMINANT) {
    const k = 1 / determinant;
    ixx = k * cxx; iyy = k * cyy; izz = k * czz; ixy = k * cxy; iyz = k * cyz; izx = k * czx;
  }
  const xx = at(row, XX), xy = at(row, XY), xz = at(row, XZ), yx = at(row, YX), yy = at(row, YY), yz = at(row, YZ), zx = at(row, ZX);
  const zy = at(row, ZY), zz = at(row, ZZ);
  const dxx = 2 * (xx * ixx + xy * ixy + xz * izx), dyy = 2 * (yx * ixy + yy * iyy + yz * iyz), dzz = 2 * (zx * izx + zy * iyz + zz * izz);
  const dxy = xx * ixy + xy * iyy + xz * iyz + (yx * ixx + yy * ixy + yz * izx);
  const dyz = yx * izx + yy * iyz + yz * izz + (zx * ixy + zy * iyy + zz * iyz);
  const dzx = zx * ixx + zy * ixy + zz * izx + (xx * izx + xy * iyz + xz * izz);
  return Math.sqrt(0.5 * (dxx * dxx + dyy * dyy + dzz * dzz) + dxy * dxy + dyz * dyz + dzx * dzx);
}
