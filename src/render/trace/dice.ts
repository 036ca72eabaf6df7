// Random numbers of a path: the pixel and the number of the ray decide them, nothing else. So pictures have the same bytes on every machine, for
// any number of threads.

/** A row of random numbers. */
export class Dice {
  private state = 0;
  /** A direction, evenly over the sphere; made by `direction`. */
  x = 0;
  y = 0;
  z = 0;

  /** Begins the row of a ray. */
  begin(pixel: number, ray: number): void {
    this.state = (Math.imul(pixel + 1, 0x9e3779b1) ^ Math.imul(ray + 1, 0x85ebca77)) | 0;
    this.next();
    this.next();
  }

  /** A number from 0 to 1. (A generator by O'Neill, 32 bits.) */
  next(): number {
    this.state = (Math.imul(this.state, 747796405) + 2891336453) | 0;
    const s = this.state >>> 0;
    const word = Math.imul((s >>> ((s >>> 28) + 4)) ^ s, 277803737);
    return ((word ^ (word >>> 22)) >>> 0) / 4294967296;
  }

  /** A direction into x, y, z: points of a cube until one is in the ball. */
  direction(): void {
    for (;;) {
      const x = 2 * this.next() - 1;
      const y = 2 * this.next() - 1;
      const z = 2 * this.next() - 1;
      const square = x * x + y * y + z * z;
      if (!(square <= 1 && square > 1e-9)) continue;
      const length = Math.sqrt(square);
      this.x = x / length;
      this.y = y / length;
      this.z = z / length;
      return;
    }
  }
}
