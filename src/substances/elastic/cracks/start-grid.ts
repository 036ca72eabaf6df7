// Which nodes are near a point in the shape at the start. Nodes come in ascending order within a cell, cells in order: sums over them
// depend on the nodes alone.

/** Cells along the longest edge, at most. */
const MOST_CELLS = 1024;

/** Nodes in cells. */
export class StartGrid {
  private readonly starts: Float64Array;
  private readonly low = [0, 0, 0];
  private readonly counts = [1, 1, 1];
  private readonly perMeter: number;
  private readonly cells = new Map<number, number[]>();

  /** @param edge of a cell, m */
  constructor(starts: Float64Array, edge: number) {
    const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
    this.low.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < starts.length; k++) {
      this.low[k % 3] = Math.min(this.low[k % 3]!, starts[k]!);
      high[k % 3] = Math.max(high[k % 3]!, starts[k]!);
    }
    const extents = high.map((x, a) => Math.max(0, x - this.low[a]!)),
      size = Math.max(edge, ...extents.map((extent) => extent / MOST_CELLS));
    this.starts = starts;
    this.perMeter = 1 / size;
    extents.forEach((extent, a) => {
      this.counts[a] = Math.floor(extent / size) + 1;
    });
    for (let n = 0; 3 * n < starts.length; n++) {
      const key = this.keyOf(
          this.cellOf(0, starts[3 * n]!),
          this.cellOf(1, starts[3 * n + 1]!),
          this.cellOf(2, starts[3 * n + 2]!),
        ),
        known = this.cells.get(key);
      if (known) known.push(n);
      else this.cells.set(key, [n]);
    }
  }

  /** Visits all nodes in the box around a box, `room` wider on each side (m). */
  eachWithin(low: readonly number[], high: readonly number[], room: number, visit: (n: number) => void): void {
    const [lx, ly, lz] = [low[0]! - room, low[1]! - room, low[2]! - room],
      [hx, hy, hz] = [high[0]! + room, high[1]! + room, high[2]! + room],
      [toX, toY, toZ] = [this.cellOf(0, hx), this.cellOf(1, hy), this.cellOf(2, hz)],
      { starts } = this;
    for (let z = this.cellOf(2, lz); z <= toZ; z++)
      for (let y = this.cellOf(1, ly); y <= toY; y++)
        for (let x = this.cellOf(0, lx); x <= toX; x++) {
          const cell = this.cells.get(this.keyOf(x, y, z));
          if (!cell) continue;
          for (const n of cell) {
            const [px, py, pz] = [starts[3 * n]!, starts[3 * n + 1]!, starts[3 * n + 2]!];
            if (px >= lx && px <= hx && py >= ly && py <= hy && pz >= lz && pz <= hz) visit(n);
          }
        }
  }

  private keyOf(x: number, y: number, z: number): number {
    return x + this.counts[0]! * (y + this.counts[1]! * z);
  }

  private cellOf(axis: number, x: number): number {
    return Math.min(Math.max(Math.floor((x - this.low[axis]!) * this.perMeter), 0), this.counts[axis]! - 1);
  }
}
