// Which nodes are near a point in the shape at the start. Nodes come in ascending order within a cell, cells in order: sums over them
// depend on the nodes alone.

/** Cells of a grid, at most. */
const MOST_CELLS = 4e6;

/** Nodes in cells. */
export class StartGrid {
  private readonly starts: Float64Array;
  private readonly low = [0, 0, 0];
  private readonly counts: readonly number[];
  private readonly perMeter: number;
  /** Nodes cell after cell, their places, and where those of a cell begin. */
  private readonly nodes: Uint32Array;
  private readonly places: Float64Array;
  private readonly begins: Uint32Array;
  /** What the last search found. */
  readonly found: Uint32Array;
  /** 1 for cells that hold a node that was marked. */
  private readonly marks: Uint8Array;

  /** @param edge of a cell, m; larger where there would be too many */
  constructor(starts: Float64Array, edge: number) {
    const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
    this.low.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < starts.length; k++) {
      this.low[k % 3] = Math.min(this.low[k % 3]!, starts[k]!);
      high[k % 3] = Math.max(high[k % 3]!, starts[k]!);
    }
    const extents = high.map((x, a) => Math.max(0, x - this.low[a]!)),
      countsAt = (size: number) => extents.map((extent) => Math.floor(extent / size) + 1);
    let size = edge;
    while (countsAt(size).reduce((all, count) => all * count, 1) > MOST_CELLS) size *= 1.25;
    this.starts = starts;
    this.perMeter = 1 / size;
    this.counts = countsAt(size);
    const cells = this.counts.reduce((all, count) => all * count, 1);
    this.nodes = new Uint32Array(starts.length / 3);
    this.places = new Float64Array(starts.length);
    this.found = new Uint32Array(starts.length / 3);
    this.begins = new Uint32Array(cells + 1);
    this.marks = new Uint8Array(cells);
    this.sort();
  }

  /** Finds the nodes in the box around a box, `room` wider on each side (m). Returns how many; `found` has them until the next search. */
  findWithin(low: readonly number[], high: readonly number[], room: number): number {
    const lx = low[0]! - room,
      ly = low[1]! - room,
      lz = low[2]! - room,
      hx = high[0]! + room,
      hy = high[1]! + room,
      hz = high[2]! + room,
      fromX = this.cellOf(0, lx),
      toX = this.cellOf(0, hx),
      fromY = this.cellOf(1, ly),
      toY = this.cellOf(1, hy),
      toZ = this.cellOf(2, hz),
      { places, nodes, begins, found } = this;
    let count = 0;
    for (let z = this.cellOf(2, lz); z <= toZ; z++)
      for (let y = fromY; y <= toY; y++) {
        const row = this.keyOf(0, y, z),
          end = begins[row + toX + 1]!;
        for (let k = begins[row + fromX]!; k < end; k++) {
          const px = places[3 * k]!,
            py = places[3 * k + 1]!,
            pz = places[3 * k + 2]!;
          if (px >= lx && px <= hx && py >= ly && py <= hy && pz >= lz && pz <= hz) found[count++] = nodes[k]!;
        }
      }
    return count;
  }

  /** Whether a node of a body is as near to a place (m). */
  hasNear(bodies: Uint32Array, body: number, at: readonly [number, number, number], radius: number): boolean {
    const { places, nodes, begins } = this,
      fromX = this.cellOf(0, at[0] - radius),
      toX = this.cellOf(0, at[0] + radius),
      fromY = this.cellOf(1, at[1] - radius),
      toY = this.cellOf(1, at[1] + radius),
      toZ = this.cellOf(2, at[2] + radius);
    for (let z = this.cellOf(2, at[2] - radius); z <= toZ; z++)
      for (let y = fromY; y <= toY; y++) {
        const row = this.keyOf(0, y, z),
          end = begins[row + toX + 1]!;
        for (let k = begins[row + fromX]!; k < end; k++) {
          const dx = places[3 * k]! - at[0],
            dy = places[3 * k + 1]! - at[1],
            dz = places[3 * k + 2]! - at[2];
          if (dx * dx + dy * dy + dz * dz <= radius * radius && bodies[nodes[k]!] === body) return true;
        }
      }
    return false;
  }

  /** Marks the cells of all nodes of which something is true, and no others. */
  mark(is: (n: number) => boolean): void {
    this.marks.fill(0);
    for (let n = 0; n < this.nodes.length; n++) if (is(n)) this.marks[this.cellOfNode(n)] = 1;
  }

  /** Whether a cell that a cube around a place touches is marked. */
  isMarked(at: readonly number[], room: number): boolean {
    const toX = this.cellOf(0, at[0]! + room),
      toY = this.cellOf(1, at[1]! + room),
      toZ = this.cellOf(2, at[2]! + room);
    for (let z = this.cellOf(2, at[2]! - room); z <= toZ; z++)
      for (let y = this.cellOf(1, at[1]! - room); y <= toY; y++)
        for (let x = this.cellOf(0, at[0]! - room); x <= toX; x++) if (this.marks[this.keyOf(x, y, z)]) return true;
    return false;
  }

  private sort(): void {
    const { begins, nodes, places, starts } = this;
    for (let n = 0; n < nodes.length; n++) begins[this.cellOfNode(n) + 1]!++;
    for (let c = 0; c + 1 < begins.length; c++) begins[c + 1]! += begins[c]!;
    const next = begins.slice();
    for (let n = 0; n < nodes.length; n++) nodes[next[this.cellOfNode(n)]!++] = n;
    nodes.forEach((n, k) => {
      for (let a = 0; a < 3; a++) places[3 * k + a] = starts[3 * n + a]!;
    });
  }

  private cellOfNode(n: number): number {
    const { starts } = this;
    return this.keyOf(
      this.cellOf(0, starts[3 * n]!),
      this.cellOf(1, starts[3 * n + 1]!),
      this.cellOf(2, starts[3 * n + 2]!),
    );
  }

  private keyOf(x: number, y: number, z: number): number {
    return x + this.counts[0]! * (y + this.counts[1]! * z);
  }

  private cellOf(axis: number, x: number): number {
    return Math.min(Math.max(Math.floor((x - this.low[axis]!) * this.perMeter), 0), this.counts[axis]! - 1);
  }
}
