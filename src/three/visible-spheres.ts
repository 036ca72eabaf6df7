// Which sphere each pixel of a picture shows, found by the processor: for pages that draw without a graphics card. There every triangle and
// every pixel that is drawn over costs, however little of it is seen; this looks at each pixel of each sphere too, but with a few operations.

import type { Matrix4 } from 'three';

/** Spheres are taken from near to far, by as many steps: what is hidden then needs one comparison a pixel. */
const STEPS = 512;

export class VisibleSpheres {
  width = 0;
  height = 0;
  /** 1 + the number of the sphere of each pixel, row by row from below; 0 where there is none. */
  numbers = new Uint32Array(0);
  /** The first and the last column and row in which there are any; the last is below the first if there are none. */
  readonly bounds = { left: 0, right: -1, bottom: 0, top: -1 };
  private depths = new Float32Array(0);
  /** x, y, z (forward) and radius of every sphere, as the camera sees it. */
  private seen = new Float64Array(0);
  private order = new Uint32Array(0);
  private readonly firsts = new Uint32Array(STEPS + 1);

  /**
   * Finds them.
   * @param spheres x, y, z and radius of every sphere
   * @param modelView as three.js has it; it may turn, move and scale, alike in all directions
   */
  find(spheres: Float32Array, count: number, modelView: Matrix4, projection: Matrix4, width: number, height: number) {
    this.resize(width, height);
    Object.assign(this.bounds, { left: width, right: -1, bottom: height, top: -1 });
    this.look(spheres, count, modelView.elements);
    const last = this.sort(count),
      { elements } = projection;
    for (let k = 0; k < last; k++) this.draw(this.order[k]!, elements);
  }

  private resize(width: number, height: number): void {
    if (width !== this.width || height !== this.height) {
      this.numbers = new Uint32Array(width * height);
      this.depths = new Float32Array(width * height);
      Object.assign(this, { width, height });
    } else this.numbers.fill(0);
    this.depths.fill(Infinity);
  }

  private look(spheres: Float32Array, count: number, m: readonly number[]): void {
    if (this.order.length < count) {
      this.order = new Uint32Array(2 * count);
      this.seen = new Float64Array(8 * count);
    }
    const { seen } = this,
      scale = Math.hypot(m[0]!, m[1]!, m[2]!);
    for (let i = 0; i < 4 * count; i += 4) {
      const x = spheres[i]!,
        y = spheres[i + 1]!,
        z = spheres[i + 2]!;
      seen[i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
      seen[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
      seen[i + 2] = -(m[2]! * x + m[6]! * y + m[10]! * z + m[14]!);
      seen[i + 3] = scale * spheres[i + 3]!;
    }
  }

  /** From near to far; returns how many there are. What is not a number is left out. */
  private sort(count: number): number {
    const { seen, order, firsts } = this;
    let near = Infinity,
      far = -Infinity;
    for (let i = 2; i < 4 * count; i += 4) {
      if (seen[i]! < near) near = seen[i]!;
      if (seen[i]! > far) far = seen[i]!;
    }
    const scale = far > near ? STEPS / (far - near) : 0,
      stepOf = (i: number): number => Math.min(STEPS - 1, Math.floor(scale * (seen[4 * i + 2]! - near)));
    firsts.fill(0);
    let known = 0;
    for (let i = 0; i < count; i++) {
      const step = stepOf(i);
      if (!(step >= 0)) continue;
      firsts[step + 1]!++;
      known++;
    }
    for (let k = 0; k < STEPS; k++) firsts[k + 1]! += firsts[k]!;
    for (let i = 0; i < count; i++) {
      const step = stepOf(i);
      if (step >= 0) order[firsts[step]!++] = i;
    }
    return known;
  }

  /**
   * One sphere. In a row of pixels the ray (u, v, 1), or in parallel views the ray through (u, v, 0), meets it where A u² + 2 B u + C is
   * positive, at the depth (b - sqrt(A u² + 2 B u + C)) / a.
   */
  private draw(i: number, p: readonly number[]): void {
    const { seen, width, height } = this,
      x = seen[4 * i]!,
      y = seen[4 * i + 1]!,
      z = seen[4 * i + 2]!,
      r = seen[4 * i + 3]!,
      isParallel = p[11] !== -1,
      beyond = x * x + y * y + z * z - r * r;
    if (!(r > 0) || (!isParallel && (z <= -r || beyond <= 0))) return;
    // Where the pixels of a row and of a column are.
    const du = 2 / (width * p[0]!),
      dv = 2 / (height * p[5]!),
      u0 = (isParallel ? -1 - p[12]! : p[8]! - 1) / p[0]! + du / 2,
      v0 = (isParallel ? -1 - p[13]! : p[9]! - 1) / p[5]! + dv / 2,
      // A sphere beside the camera may reach everywhere.
      isWide = !isParallel && z <= r;
    let low = y - r,
      high = y + r;
    if (!isParallel) {
      const middle = y * z,
        half = r * Math.sqrt(Math.max(0, y * y + z * z - r * r)),
        by = z * z - r * r;
      low = isWide ? -Infinity : (middle - half) / by;
      high = isWide ? Infinity : (middle + half) / by;
    }
    const first = Math.max(0, Math.ceil((low - v0) / dv)),
      last = Math.min(height - 1, Math.floor((high - v0) / dv));
    for (let row = first; row <= last; row++) {
      const v = v0 + row * dv,
        m = v * y + z,
        A = isParallel ? -1 : x * x - beyond,
        B = isParallel ? x : x * m,
        C = isParallel ? r * r - x * x - (v - y) * (v - y) : m * m - (1 + v * v) * beyond,
        root = Math.sqrt(B * B - A * C);
      if (!isWide && !(root >= 0)) continue;
      const from = isWide ? 0 : Math.max(0, Math.ceil(((root - B) / A - u0) / du)),
        to = isWide ? width - 1 : Math.min(width - 1, Math.floor(((-root - B) / A - u0) / du));
      if (from > to) continue;
      if (isParallel) this.fill(i, row, from, to, u0, du, A, B, C, z, 0, 1, 0, z - r);
      else this.fill(i, row, from, to, u0, du, A, B, C, m, x, 1 + v * v, 1, z - r);
    }
  }

  /** The pixels of one row that a sphere covers. */
  private fill(
    i: number,
    row: number,
    from: number,
    to: number,
    u0: number,
    du: number,
    A: number,
    B: number,
    C: number,
    b0: number,
    b1: number,
    a0: number,
    a1: number,
    nearest: number,
  ): void {
    const { depths, numbers, bounds, width } = this;
    for (let k = from, at = row * width + from; k <= to; k++, at++) {
      if (depths[at]! <= nearest) continue;
      const u = u0 + k * du,
        inside = (A * u + 2 * B) * u + C;
      if (inside < 0) continue;
      const depth = (b0 + b1 * u - Math.sqrt(inside)) / (a0 + a1 * u * u);
      if (!(depth < depths[at]!) || (a1 > 0 && depth <= 0)) continue;
      depths[at] = depth;
      numbers[at] = i + 1;
    }
    if (from < bounds.left) bounds.left = from;
    if (to > bounds.right) bounds.right = to;
    if (row < bounds.bottom) bounds.bottom = row;
    if (row > bounds.top) bounds.top = row;
  }
}
