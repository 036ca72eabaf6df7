// Facets of cuts and cracks in the cells of a grid over the solids at their start, so that a pair of particles looks at few of them.
// Adding a facet takes time by the cells that it touches. Answers do not depend on the grid.

import { crossesSegment, crossesTriangle } from './crossing.ts';

/** Cells along the longest edge of the grid, at most: a facet as large as the grid is in so many, squared. */
const MOST_ALONG = 256;
/** Cells of a grid, at most. */
const MOST_CELLS = 4e6;
/** Facets are in all cells that are nearer to them than this part of a cell. */
const ROOM = 1e-6;
/** Edge of a cell over the longest segment: facets of cracks are half as long. */
const EDGE = 0.5;

/** No place that is asked for is so far outside of the grid, in cells. */
const OUTSIDE = 4;

/** x, y, z, m */
type Place = readonly [number, number, number];

/** A point of a front, and where it runs to. */
interface Ahead {
  readonly at: Place;
  readonly towards: Place;
}

/** Some nodes of a body around a place. */
interface Around {
  readonly body: number;
  readonly place: Place;
  /** Around them all: low and high along x, y, z. */
  readonly box: readonly number[];
  /** Where all are ahead of it: facets that lie behind it, most of which are of its own crack, hide none of them. */
  readonly front: Ahead | undefined;
}

/** Facets of all bodies in their shape at the start. */
export class FacetGrid {
  readonly dimension: 2 | 3;
  /** Numbers of a facet: three for each corner. */
  readonly stride: 6 | 9;
  /** Corners of all facets. */
  readonly corners: number[] = [];
  /** Of every facet the body that it cuts, −1 for all, and the crack that it belongs to. */
  private readonly bodies: number[] = [];
  private readonly cracks: number[] = [];
  /** Boxes around all facets, with room: low and high along x, y, z. */
  private readonly boxes: number[] = [];
  private largest = -1;
  /** Facets of every cell that has any; by cells 1 + the number of their list, 0 for none. */
  private readonly facetsIn: number[][] = [];
  private readonly cells: Uint32Array;
  /** 1 + the last facet of every cell, 0 for none. */
  private readonly last: Uint32Array;
  private readonly low: readonly number[];
  private readonly counts: readonly number[];
  private readonly edge: number;
  private readonly perMeter: number;
  /** What `between` noted, the boxes of those, and the last search that looked at each facet. */
  private noted = new Uint32Array(64);
  private notedBoxes = new Float64Array(6 * 64);
  private notes = 0;
  private readonly seen: number[] = [];
  private search = 0;

  /**
   * @param places x, y, z of the particles, m
   * @param reach longest segment between neighbors, m
   */
  constructor(dimension: 2 | 3, places: Float64Array, reach: number) {
    const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY),
      high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
    for (let k = 0; k < places.length; k++) {
      low[k % 3] = Math.min(low[k % 3]!, places[k]!);
      high[k % 3] = Math.max(high[k % 3]!, places[k]!);
    }
    const extents = low.map((x, a) => Math.max(0, high[a]! - x)),
      countsAt = (size: number) => extents.map((extent) => Math.floor(extent / size) + 1);
    let edge = Math.max(EDGE * reach, ...extents.map((extent) => extent / MOST_ALONG));
    while (product(countsAt(edge)) > MOST_CELLS) edge *= 1.25;
    this.dimension = dimension;
    this.stride = dimension === 3 ? 9 : 6;
    this.low = low;
    this.edge = edge;
    this.perMeter = 1 / edge;
    this.counts = countsAt(edge);
    this.cells = new Uint32Array(product(this.counts));
    this.last = new Uint32Array(this.cells.length);
  }

  /** How many facets there are. */
  get count(): number {
    return this.bodies.length;
  }

  /** The largest number of a crack; −1 if there is none. */
  get lastCrack(): number {
    return this.largest;
  }

  /** The body that a facet cuts; −1 for all. */
  bodyOf(facet: number): number {
    return this.bodies[facet]!;
  }

  /** Adds the facet whose corners begin at from[at]. */
  add(from: ArrayLike<number>, at: number, body: number, crack: number): void {
    const facet = this.count,
      begin = this.corners.length;
    for (let k = 0; k < this.stride; k++) this.corners.push(from[at + k]!);
    this.bodies.push(body);
    this.cracks.push(crack);
    this.seen.push(0);
    this.largest = Math.max(this.largest, crack);
    this.enclose(begin);
    if (this.dimension === 3) this.enterTriangle(facet, begin);
    else this.enterBox(facet, begin);
  }

  /** Whether a segment crosses a facet that cuts a body. Facets of a crack may be left out. */
  crosses(
    body: number,
    px: number,
    py: number,
    pz: number,
    qx: number,
    qy: number,
    qz: number,
    except = Number.NaN,
  ): boolean {
    if (this.facetsIn.length === 0) return false;
    const nx = this.counts[0]!,
      ny = this.counts[1]!,
      lx = Math.min(px, qx),
      ly = Math.min(py, qy),
      lz = Math.min(pz, qz),
      hx = Math.max(px, qx),
      hy = Math.max(py, qy),
      hz = Math.max(pz, qz),
      fromX = this.cellOf(0, lx),
      endX = this.cellOf(0, hx),
      fromY = this.cellOf(1, ly),
      endY = this.cellOf(1, hy),
      endZ = this.cellOf(2, hz),
      { bodies, cracks, boxes } = this;
    for (let z = this.cellOf(2, lz); z <= endZ; z++)
      for (let y = fromY; y <= endY; y++)
        for (let x = fromX; x <= endX; x++) {
          const list = this.cells[x + nx * (y + ny * z)]!;
          if (list === 0) continue;
          const facets = this.facetsIn[list - 1]!;
          for (let f = 0; f < facets.length; f++) {
            const facet = facets[f]!,
              of = bodies[facet]!,
              k = 6 * facet;
            if (lx > boxes[k + 1]! || hx < boxes[k]! || ly > boxes[k + 3]! || hy < boxes[k + 2]!) continue;
            if (lz > boxes[k + 5]! || hz < boxes[k + 4]! || (of !== body && of >= 0) || cracks[facet] === except)
              continue;
            if (this.crossesFacet(facet, px, py, pz, qx, qy, qz)) return true;
          }
        }
    return false;
  }

  /** Notes the facets from a number on that may hide some nodes from a place. Returns whether there are any. */
  between({ body, place, box, front }: Around, from: number): boolean {
    this.notes = 0;
    if (this.count <= from) return false;
    const { bodies, boxes, cells, last, facetsIn, seen, edge, counts } = this,
      nx = counts[0]!,
      ny = counts[1]!,
      lx = box[0]!,
      hx = box[1]!,
      ly = box[2]!,
      hy = box[3]!,
      lz = box[4]!,
      hz = box[5]!,
      fromX = this.cellOf(0, lx),
      endX = this.cellOf(0, hx),
      fromY = this.cellOf(1, ly),
      endY = this.cellOf(1, hy),
      endZ = this.cellOf(2, hz),
      search = ++this.search,
      ahead = front && isAhead(front, place[0], place[1], place[2]) ? front : undefined,
      dx = ahead ? ahead.towards[0] : 0,
      dy = ahead ? ahead.towards[1] : 0,
      dz = ahead ? ahead.towards[2] : 0,
      behind = ahead ? this.heightOf(ahead) - ROOM * edge : Number.NEGATIVE_INFINITY;
    for (let z = this.cellOf(2, lz); z <= endZ; z++) {
      const heightZ = this.sideOf(2, z, dz) * edge * dz;
      for (let y = fromY; y <= endY; y++) {
        const row = nx * (y + ny * z),
          heightYZ = heightZ + this.sideOf(1, y, dy) * edge * dy;
        for (let x = fromX; x <= endX; x++) {
          if (last[row + x]! <= from || heightYZ + this.sideOf(0, x, dx) * edge * dx <= behind) continue; // the cell is behind
          const list = facetsIn[cells[row + x]! - 1]!;
          for (let f = list.length - 1; f >= 0; f--) {
            const facet = list[f]!,
              k = 6 * facet;
            if (facet < from) break;
            if (lx > boxes[k + 1]! || hx < boxes[k]! || ly > boxes[k + 3]! || hy < boxes[k + 2]!) continue;
            if (lz > boxes[k + 5]! || hz < boxes[k + 4]! || seen[facet] === search) continue;
            seen[facet] = search;
            const of = bodies[facet]!;
            if ((of !== body && of >= 0) || (ahead && this.isBehind(facet, ahead))) continue;
            this.note(facet);
          }
        }
      }
    }
    return this.notes > 0;
  }

  /** How far a front is along its direction from the low end of the grid, m. */
  private heightOf({ at: p, towards: d }: Ahead): number {
    const { low } = this;
    return (p[0] - low[0]!) * d[0] + (p[1] - low[1]!) * d[1] + (p[2] - low[2]!) * d[2];
  }

  private note(facet: number): void {
    const k = this.notes++;
    if (k === this.noted.length) {
      const [noted, boxes] = [this.noted, this.notedBoxes];
      this.noted = new Uint32Array(2 * noted.length);
      this.notedBoxes = new Float64Array(2 * boxes.length);
      this.noted.set(noted);
      this.notedBoxes.set(boxes);
    }
    const { boxes, noted, notedBoxes } = this;
    noted[k] = facet;
    for (let c = 0; c < 6; c++) notedBoxes[6 * k + c] = boxes[6 * facet + c]!;
  }

  /** Whether one of the facets that were noted hides a node from the place. */
  hides(place: Place, starts: Float64Array, node: number): boolean {
    const px = place[0],
      py = place[1],
      pz = place[2],
      { noted, notedBoxes: boxes, notes } = this,
      qx = starts[3 * node]!,
      qy = starts[3 * node + 1]!,
      qz = starts[3 * node + 2]!,
      lx = Math.min(px, qx),
      ly = Math.min(py, qy),
      lz = Math.min(pz, qz),
      hx = Math.max(px, qx),
      hy = Math.max(py, qy),
      hz = Math.max(pz, qz);
    for (let f = 0, k = 0; f < notes; f++, k += 6) {
      if (lx > boxes[k + 1]! || hx < boxes[k]! || ly > boxes[k + 3]! || hy < boxes[k + 2]!) continue;
      if (lz > boxes[k + 5]! || hz < boxes[k + 4]!) continue;
      if (this.crossesFacet(noted[f]!, px, py, pz, qx, qy, qz)) return true;
    }
    return false;
  }

  /**
   * The side of a cell that is farther along a direction, in cells from the low end of the grid. One at the border stands for what is outside,
   * around the places that are asked for.
   */
  private sideOf(axis: number, cell: number, direction: number): number {
    if (direction > 0) return cell + 1 === this.counts[axis] ? cell + 1 + OUTSIDE : cell + 1;
    return cell === 0 ? -OUTSIDE : cell;
  }

  /** Whether all corners of a facet are behind a front, by more than rounding. */
  private isBehind(facet: number, front: Ahead): boolean {
    const { corners: c, stride } = this,
      p = front.at,
      d = front.towards,
      most = -ROOM * this.edge;
    for (let k = stride * facet; k < stride * facet + stride; k += 3)
      if ((c[k]! - p[0]) * d[0] + (c[k + 1]! - p[1]) * d[1] + (c[k + 2]! - p[2]) * d[2] > most) return false;
    return true;
  }

  /** Visits the facets that a segment crosses and that cut a body; one may come several times. */
  eachCrossed(
    body: number,
    [px, py, pz]: Place,
    [qx, qy, qz]: Place,
    visit: (facet: number, crack: number) => void,
  ): void {
    if (this.facetsIn.length === 0) return;
    const endX = this.cellOf(0, Math.max(px, qx)),
      endY = this.cellOf(1, Math.max(py, qy)),
      endZ = this.cellOf(2, Math.max(pz, qz));
    for (let z = this.cellOf(2, Math.min(pz, qz)); z <= endZ; z++)
      for (let y = this.cellOf(1, Math.min(py, qy)); y <= endY; y++)
        for (let x = this.cellOf(0, Math.min(px, qx)); x <= endX; x++) {
          const list = this.cells[this.keyOf(x, y, z)]!;
          if (list === 0) continue;
          for (const facet of this.facetsIn[list - 1]!) {
            const of = this.bodies[facet]!;
            if (of !== body && of >= 0) continue;
            if (this.crossesFacet(facet, px, py, pz, qx, qy, qz)) visit(facet, this.cracks[facet]!);
          }
        }
  }

  /** The part of the way from p to q at which it passes the plane of a facet. */
  passes(facet: number, p: Place, q: Place): number {
    const { corners: c, stride } = this,
      k = stride * facet,
      e = (a: number) => c[k + 3 + a]! - c[k + a]!,
      f = (a: number) => c[k + 6 + a]! - c[k + a]!,
      n =
        stride === 9
          ? [e(1) * f(2) - e(2) * f(1), e(2) * f(0) - e(0) * f(2), e(0) * f(1) - e(1) * f(0)]
          : [e(1), -e(0), 0],
      height = (x: Place) => n[0]! * (x[0] - c[k]!) + n[1]! * (x[1] - c[k + 1]!) + n[2]! * (x[2] - c[k + 2]!),
      [from, to] = [height(p), height(q)];
    return from === to ? 0 : Math.min(1, Math.max(0, from / (from - to)));
  }

  /** Whether a segment crosses one facet. */
  crossesFacet(facet: number, px: number, py: number, pz: number, qx: number, qy: number, qz: number): boolean {
    const { corners, stride } = this;
    return stride === 9
      ? crossesTriangle(corners, 9 * facet, px, py, pz, qx, qy, qz)
      : crossesSegment(corners, 6 * facet, px, py, qx, qy);
  }

  /** Notes the box around the facet whose corners begin at a place. */
  private enclose(at: number): void {
    const room = ROOM / this.perMeter;
    for (let a = 0; a < 3; a++) {
      let low = Number.POSITIVE_INFINITY,
        high = Number.NEGATIVE_INFINITY;
      for (let k = a; k < this.stride; k += 3) {
        low = Math.min(low, this.corners[at + k]!);
        high = Math.max(high, this.corners[at + k]!);
      }
      this.boxes.push(low - room, high + room);
    }
  }

  /** Cells of the box around a facet. */
  private enterBox(facet: number, at: number): void {
    const [x0, x1] = this.span(0, at) as [number, number],
      [y0, y1] = this.span(1, at) as [number, number];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) this.enter(facet, x, y, 0);
  }

  /** Cells along a triangle: columns along the axis that it is most across to, and in each the part that the plane passes. */
  private enterTriangle(facet: number, at: number): void {
    const c = this.corners,
      e = (k: number, a: number) => c[at + 3 * k + a]! - c[at + a]!,
      normal = [0, 1, 2].map((a) => {
        const [u, v] = [(a + 1) % 3, (a + 2) % 3];
        return e(1, u) * e(2, v) - e(1, v) * e(2, u);
      }),
      most = Math.max(...normal.map(Math.abs)),
      axis = normal.findIndex((n) => Math.abs(n) === most),
      [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [number, number];
    if (!(most > 0)) return; // no area: nothing crosses it
    const edge = 1 / this.perMeter,
      slopeU = normal[u]! / normal[axis]!,
      slopeV = normal[v]! / normal[axis]!,
      half = (0.5 + ROOM) * edge * (Math.abs(slopeU) + Math.abs(slopeV)) + ROOM * edge,
      [u0, u1] = this.span(u, at),
      [v0, v1] = this.span(v, at),
      [w0, w1] = this.span(axis, at),
      cell = [0, 0, 0];
    for (cell[u] = u0!; cell[u]! <= u1!; cell[u]!++)
      for (cell[v] = v0!; cell[v]! <= v1!; cell[v]!++) {
        const du = this.low[u]! + (cell[u]! + 0.5) * edge - c[at + u]!,
          dv = this.low[v]! + (cell[v]! + 0.5) * edge - c[at + v]!,
          middle = c[at + axis]! - slopeU * du - slopeV * dv,
          // Border cells stand for all that lies outside the grid.
          isBorder = [u, v].some((a) => cell[a] === 0 || cell[a] === this.counts[a]! - 1),
          from = isBorder ? w0! : Math.max(w0!, this.cellOf(axis, middle - half)),
          to = isBorder ? w1! : Math.min(w1!, this.cellOf(axis, middle + half));
        for (cell[axis] = from; cell[axis]! <= to; cell[axis]!++) this.enter(facet, cell[0]!, cell[1]!, cell[2]!);
      }
  }

  /** First and last cell of a facet along an axis. */
  private span(axis: number, at: number): number[] {
    let low = Number.POSITIVE_INFINITY,
      high = Number.NEGATIVE_INFINITY;
    for (let k = axis; k < this.stride; k += 3) {
      low = Math.min(low, this.corners[at + k]!);
      high = Math.max(high, this.corners[at + k]!);
    }
    const room = ROOM / this.perMeter;
    return [this.cellOf(axis, low - room), this.cellOf(axis, high + room)];
  }

  private enter(facet: number, x: number, y: number, z: number): void {
    const key = this.keyOf(x, y, z);
    if (this.cells[key] === 0) this.cells[key] = this.facetsIn.push([]);
    this.facetsIn[this.cells[key]! - 1]!.push(facet);
    this.last[key] = facet + 1;
  }

  private keyOf(x: number, y: number, z: number): number {
    return x + this.counts[0]! * (y + this.counts[1]! * z);
  }

  /** The cell of a coordinate; the first or last one for what is outside. */
  private cellOf(axis: number, x: number): number {
    return Math.min(Math.max(Math.floor((x - this.low[axis]!) * this.perMeter), 0), this.counts[axis]! - 1);
  }
}

function isAhead(front: Ahead, x: number, y: number, z: number): boolean {
  const p = front.at,
    d = front.towards;
  return (x - p[0]) * d[0] + (y - p[1]) * d[1] + (z - p[2]) * d[2] > 0;
}

function product(counts: readonly number[]): number {
  return counts.reduce((all, count) => all * count, 1);
}
