// Three f64 in a row, such as the position of a particle: formulas read `v.x + dt * a.x` in place of loads and stores.

/** A vector in memory; the address is its identity. */
@unmanaged export class Vector {
  x: f64;
  y: f64;
  z: f64;

  @inline set(x: f64, y: f64, z: f64): void {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** Square of its length. */
  @inline get square(): f64 {
    return this.x * this.x + this.y * this.y + this.z * this.z;
  }
}

/** The vector at an address. */
@inline export function vectorAt(address: usize): Vector {
  return changetype<Vector>(address);
}
