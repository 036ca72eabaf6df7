// A picture in tiles of 16 × 16 pixels, each marked or not: work is done only where there is some.

/** Pixels along each edge of a tile, as a power of two. */
const SHIFT = 4;

/** Marks on the tiles of a picture. */
export class Tiles {
  private readonly columns: number;
  private readonly rows: number;
  private marks: Uint8Array;

  /** No tile of a picture of width × height pixels is marked. */
  constructor(width: number, height: number) {
    this.columns = (width + 15) >> SHIFT;
    this.rows = (height + 15) >> SHIFT;
    this.marks = new Uint8Array(this.columns * this.rows);
  }

  /** Marks the tile of a pixel. */
  mark(x: number, y: number): void {
    this.marks[(y >> SHIFT) * this.columns + (x >> SHIFT)] = 1;
  }

  /** Whether the tile of a pixel is marked. */
  has(x: number, y: number): boolean {
    return this.marks[(y >> SHIFT) * this.columns + (x >> SHIFT)] === 1;
  }

  /** Marks all tiles within some pixels of a marked one. */
  grow(pixels: number): void {
    const by = Math.ceil(pixels / 16);
    const { columns, rows } = this;
    this.marks = spread(spread(this.marks, by, 1, columns, rows), by, columns, rows, columns);
  }
}

/** Spreads marks along one axis: `step` leads to the next tile of a line of `length` tiles, of which there are `lines`. */
function spread(marks: Uint8Array, by: number, step: number, length: number, lines: number): Uint8Array {
  const out = new Uint8Array(marks.length);
  const lineStep = step === 1 ? length : 1;
  for (let line = 0; line < lines; line++) {
    for (let k = 0; k < length; k++) {
      if (marks[line * lineStep + k * step] === 0) continue;
      const to = Math.min(k + by, length - 1);
      for (let n = Math.max(k - by, 0); n <= to; n++) out[line * lineStep + n * step] = 1;
    }
  }
  return out;
}
