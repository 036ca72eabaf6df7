// How much of every pixel lies inside of closed lines, exactly: each line adds the area between itself and the right edge of the
// picture, with the sign of its direction, and what is enclosed remains. Costs what the lines touch, plus one pass over the picture.

/** Adds lines, then tells what they enclose. Lines must be closed, with the inside on one side throughout. */
export class PlaneFill {
  private readonly width: number;
  private readonly height: number;
  /** Per row: change of the covered area from pixel to pixel. */
  private readonly changes: Float64Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.changes = new Float64Array((width + 2) * height);
  }

  /** A straight line between two points, in pixels from the top left corner. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const down = y1 > y0;
    const [topX, topY, bottomX, bottomY] = down ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (bottomX - topX) / (bottomY - topY);
    const last = Math.min(Math.ceil(bottomY), this.height);
    for (let row = Math.max(0, Math.floor(topY)); row < last; row++) {
      const from = Math.max(topY, row);
      const to = Math.min(bottomY, row + 1);
      const [a, b] = [topX + slope * (from - topY), topX + slope * (to - topY)];
      this.piece(row, Math.min(a, b), Math.max(a, b), down ? to - from : from - to);
    }
  }

  /** The part of a line within one row: from x = a to b ≥ a over the given height of the row, signed. */
  private piece(row: number, a: number, b: number, height: number): void {
    const { width, changes } = this;
    const at = (width + 2) * row;
    const [left, right] = [Math.min(Math.max(a, 0), width), Math.min(Math.max(b, 0), width)];
    const span = b - a;
    if (!(span > 0)) {
      this.step(at, left, height);
      return;
    }
    if (left > a) changes[at]! += (height * Math.min(left - a, span)) / span; // left of the picture: covers whole rows
    for (let x = left; x < right; ) {
      const next = Math.min(Math.floor(x) + 1, right);
      this.step(at, (x + next) / 2, (height * (next - x)) / span);
      x = next;
    }
  }

  /** An upright line at x: it covers part of its own pixel, and all that follow. */
  private step(at: number, x: number, height: number): void {
    const pixel = Math.min(Math.floor(x), this.width);
    const rest = pixel + 1 - x;
    this.changes[at + pixel]! += height * rest;
    this.changes[at + pixel + 1]! += height * (1 - rest);
  }

  /** Covered part of every pixel, 0 to 1, rows from the top. Lines that wind around twice count once. */
  coverage(): Float32Array {
    const { width, height, changes } = this;
    const cover = new Float32Array(width * height);
    for (let row = 0; row < height; row++) {
      let sum = 0;
      for (let x = 0; x < width; x++) {
        sum += changes[(width + 2) * row + x]!;
        cover[row * width + x] = Math.min(Math.abs(sum), 1);
      }
    }
    return cover;
  }
}
