// Which nodes see a place in the shape at the start, past cuts and cracks. Points of fronts that do not move ask for the same again and again:
// what they see is kept, and only facets that are new are looked at. [AW09 §7.3: visibility]

import type { StartNodes } from './cutter.ts';
import type { FacetGrid } from './facet-grid.ts';
import type { StartGrid } from './start-grid.ts';
import type { Point } from './vectors.ts';

/** Nodes of all places that are kept, at most. */
const ROOM = 1 << 16;

/** A point of a front and where it runs to. */
export interface Front {
  readonly at: Point;
  readonly towards: Point;
}

/** What is around a place. */
export interface View {
  readonly body: number;
  readonly place: Point;
  readonly radius: number;
  readonly front: Front | undefined;
  /** Where its nodes stand among those of all views. */
  readonly begin: number;
  readonly end: number;
  /** The box around the place and the nodes within the radius: low and high along x, y, z. */
  readonly box: readonly number[];
  /** Facets that were looked at. */
  facets: number;
}

/** The views of a world. */
export class Sight {
  private readonly starts: StartNodes;
  private readonly facets: FacetGrid;
  private readonly grid: StartGrid;
  private readonly views = new Map<number, View>();
  private used = 0;
  /** Nodes in the boxes around places, also those in the corners, that are ahead of the front if there is one. */
  nodes: Uint32Array;
  /** 1 − (r/R)² of each. */
  closeness: Float64Array;
  /** 1: the node was found to be hidden. */
  hidden: Uint8Array;

  constructor({ nodes, facets }: { readonly nodes: StartNodes; readonly facets: FacetGrid }, grid: StartGrid) {
    this.starts = nodes;
    this.facets = facets;
    this.grid = grid;
    const room = Math.max(ROOM, nodes.bodies.length);
    this.nodes = new Uint32Array(room);
    this.closeness = new Float64Array(room);
    this.hidden = new Uint8Array(room);
  }

  /**
   * What is within a radius (m) around a place of a body. It serves until the next one is asked for.
   * @param front only nodes ahead of it count
   */
  of(body: number, place: Point, radius: number, front: Front | undefined): View {
    const key = keyOf(place, radius),
      known = this.views.get(key);
    if (known && isSame(known, body, place, radius, front)) return known;
    const view = this.gather(body, place, radius, front);
    this.views.set(key, view);
    return view;
  }

  /** Finds which nodes of a view are hidden by facets. */
  hide(view: View): void {
    const { facets, nodes, closeness, hidden } = this,
      { place, begin, end } = view;
    if (!facets.between(view, view.facets)) {
      view.facets = facets.count;
      return;
    }
    view.facets = facets.count;
    for (let k = begin; k < end; k++)
      if (closeness[k]! > 0 && hidden[k] === 0 && facets.hides(place, this.starts.starts, nodes[k]!)) hidden[k] = 1;
  }

  private gather(body: number, place: Point, radius: number, front: Front | undefined): View {
    const { starts, bodies } = this.starts,
      { grid } = this,
      y0 = place[0],
      y1 = place[1],
      y2 = place[2],
      count = grid.findWithin(place, place, radius);
    if (this.used + count > this.nodes.length) {
      this.views.clear();
      this.used = 0;
    }
    const { nodes, closeness, hidden, used: begin } = this;
    let lx = y0,
      ly = y1,
      lz = y2,
      hx = y0,
      hy = y1,
      hz = y2,
      end = begin;
    for (let k = 0; k < count; k++) {
      const n = grid.found[k]!,
        x = starts[3 * n]!,
        y = starts[3 * n + 1]!,
        z = starts[3 * n + 2]!;
      if (bodies[n] !== body || (front && !isAhead(front, x, y, z))) continue;
      const dx = x - y0,
        dy = y - y1,
        dz = z - y2,
        s = 1 - (dx * dx + dy * dy + dz * dz) / (radius * radius);
      nodes[end] = n;
      hidden[end] = 0;
      closeness[end++] = s;
      if (!(s > 0)) continue;
      if (x < lx) lx = x;
      if (x > hx) hx = x;
      if (y < ly) ly = y;
      if (y > hy) hy = y;
      if (z < lz) lz = z;
      if (z > hz) hz = z;
    }
    this.used = end;
    return { body, place, radius, front, begin, end, box: [lx, hx, ly, hy, lz, hz], facets: 0 };
  }
}

const bits = new Float64Array(4),
  words = new Int32Array(bits.buffer);

/** Places may share a key. */
function keyOf(place: Point, radius: number): number {
  bits[0] = place[0];
  bits[1] = place[1];
  bits[2] = place[2];
  bits[3] = radius;
  let key = 0;
  for (let k = 0; k < 8; k++) key = Math.imul(key ^ words[k]!, 0x01000193) ^ (key >>> 15);
  return key;
}

function isSame(view: View, body: number, place: Point, radius: number, front: Front | undefined): boolean {
  if (view.body !== body || view.radius !== radius || !isEqual(view.place, place)) return false;
  if (!front || !view.front) return front === view.front;
  return isEqual(view.front.at, front.at) && isEqual(view.front.towards, front.towards);
}

const isEqual = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

function isAhead(front: Front, x: number, y: number, z: number): boolean {
  const p = front.at,
    d = front.towards;
  return (x - p[0]) * d[0] + (y - p[1]) * d[1] + (z - p[2]) * d[2] > 0;
}
