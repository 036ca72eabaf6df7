// Points in cells, to find those near a place. For work that is done once, before a world starts.

/** Points sorted into cubes. Example: `new SiteGrid(positions, 0.1).visit(0, 0, 0, (k, r2) => …)`. */
export class SiteGrid {
  private readonly cells = new Map<number, number[]>();
  private readonly positions: ArrayLike<number>;
  private readonly reach: number;
  private readonly low: [number, number, number] = [0, 0, 0];
  private readonly size: [number, number, number] = [1, 1, 1];

  /**
   * @param positions three numbers per point, m
   * @param reach how far `visit` looks, m
   */
  constructor(positions: ArrayLike<number>, reach: number) {
    this.positions = positions;
    this.reach = reach;
    for (let a = 0; a < 3; a++) {
      let low = positions[a] ?? 0,
        high = low;
      for (let n = a; n < positions.length; n += 3) {
        low = Math.min(low, positions[n]!);
        high = Math.max(high, positions[n]!);
      }
      this.low[a] = low;
      this.size[a] = Math.floor((high - low) / reach) + 3; // and a layer of empty cells around
    }
    for (let k = 0; 3 * k < positions.length; k++) {
      const key = this.keyOf(
          this.cellOf(positions[3 * k]!, 0),
          this.cellOf(positions[3 * k + 1]!, 1),
          this.cellOf(positions[3 * k + 2]!, 2),
        ),
        cell = this.cells.get(key);
      if (cell) cell.push(k);
      else this.cells.set(key, [k]);
    }
  }

  /** Calls `found` with every point nearer than the reach and the square of its distance (m²), always in the same order. */
  visit(x: number, y: number, z: number, found: (k: number, r2: number) => void): void {
    const { positions, reach } = this,
      i = this.cellOf(x, 0),
      j = this.cellOf(y, 1),
      l = this.cellOf(z, 2);
    for (let c = l - 1; c <= l + 1; c++)
      for (let b = j - 1; b <= j + 1; b++)
        for (let a = i - 1; a <= i + 1; a++) {
          if (!this.isThere(a, b, c)) continue;
          for (const k of this.cells.get(this.keyOf(a, b, c)) ?? []) {
            const dx = x - positions[3 * k]!,
              dy = y - positions[3 * k + 1]!,
              dz = z - positions[3 * k + 2]!,
              r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < reach * reach) found(k, r2);
          }
        }
  }

  private cellOf(x: number, axis: 0 | 1 | 2): number {
    return Math.floor((x - this.low[axis]) / this.reach) + 1;
  }

  private isThere(i: number, j: number, k: number): boolean {
    const [a, b, c] = this.size;
    return i >= 0 && j >= 0 && k >= 0 && i < a && j < b && k < c;
  }

  private keyOf(i: number, j: number, k: number): number {
    const [a, b] = this.size;
    return (k * b + j) * a + i;
  }
}
