// Where cracks end inside bodies: the parts of fronts that have not ended, in cells, so that the nearest one of a crack is found at once. They
// follow from the list of fronts alone.

import { ENDED, type FrontPoint, readFronts } from './crack-lists.ts';

/** Numbers of an edge: two ends. */
const EDGE = 6;

/** An edge of a front in 3D, a point of one in the plane, both of whose ends are then the same. */
interface FrontEdge {
  readonly body: number;
  readonly crack: number;
  /** x, y, z of both ends, m. */
  readonly ends: readonly number[];
}

/** The edges of all fronts that run or rest. An edge has ended when both of its ends have. */
export function liveEdges(list: readonly number[], dimension: 2 | 3): FrontEdge[] {
  return readFronts(list, dimension).flatMap((front) =>
    front.flatMap((point, k) => {
      const after = front[(k + 1) % front.length]!,
        isLive = point.runs !== ENDED || (dimension === 3 && after.runs !== ENDED);
      return isLive ? [edgeOf(point, dimension === 3 ? after : point)] : [];
    }),
  );
}

function edgeOf({ body, crack, at }: FrontPoint, after: FrontPoint): FrontEdge {
  return { body, crack, ends: [...at, ...after.at] };
}

/** Fronts that run or rest, for finding the nearest. */
export class LiveFronts {
  private readonly edges: readonly FrontEdge[];
  /** Edges by cells; cells may share an entry. */
  private readonly cells = new Map<number, number[]>();
  private readonly perMeter: number;

  /** @param within farthest that is ever asked for, m */
  constructor(list: readonly number[], dimension: 2 | 3, within: number) {
    this.perMeter = 1 / within;
    this.edges = liveEdges(list, dimension);
    this.edges.forEach(({ ends }, k) => {
      this.eachCell(ends, 0, (key) => {
        const known = this.cells.get(key);
        if (known) known.push(k);
        else this.cells.set(key, [k]);
      });
    });
  }

  /** Square of the distance from a place to the fronts of a crack in a body, m²; infinite where all are farther away than asked for (m). */
  nearest(body: number, crack: number, x: number, y: number, z: number, within: number): number {
    let least = within * within,
      isFound = false;
    this.eachCell([x, y, z, x, y, z], within, (key) => {
      for (const k of this.cells.get(key) ?? []) {
        const edge = this.edges[k]!;
        if (edge.body !== body || edge.crack !== crack) continue;
        const square = squareTo(edge.ends, x, y, z);
        if (square > least) continue;
        least = square;
        isFound = true;
      }
    });
    return isFound ? least : Number.POSITIVE_INFINITY;
  }

  /** Visits the cells of the box around two points, with room (m). */
  private eachCell(ends: readonly number[], room: number, visit: (key: number) => void): void {
    const { perMeter } = this,
      low = (a: number) => Math.floor((Math.min(ends[a]!, ends[a + 3]!) - room) * perMeter),
      high = (a: number) => Math.floor((Math.max(ends[a]!, ends[a + 3]!) + room) * perMeter),
      [endX, endY, endZ] = [high(0), high(1), high(2)];
    for (let z = low(2); z <= endZ; z++)
      for (let y = low(1); y <= endY; y++)
        for (let x = low(0); x <= endX; x++)
          visit(Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791));
  }
}

/** Square of the distance from a point to an edge, m². */
function squareTo(ends: readonly number[], x: number, y: number, z: number): number {
  const [ax, ay, az, bx, by, bz] = ends as unknown as [number, number, number, number, number, number],
    [ux, uy, uz] = [bx - ax, by - ay, bz - az],
    [px, py, pz] = [x - ax, y - ay, z - az],
    length = ux * ux + uy * uy + uz * uz,
    t = length > 0 ? Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / length)) : 0,
    [dx, dy, dz] = [px - t * ux, py - t * uy, pz - t * uz];
  return dx * dx + dy * dy + dz * dz;
}

/** The edges that are in one of two lists of fronts and not in the other: those that moved, began or ended. */
export function changedEdges(before: readonly number[], after: readonly number[], dimension: 2 | 3): FrontEdge[] {
  const keyOf = ({ body, crack, ends }: FrontEdge) => `${body} ${crack} ${ends.join(' ')}`,
    [old, now] = [liveEdges(before, dimension), liveEdges(after, dimension)],
    [oldKeys, nowKeys] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))];
  return [...old.filter((edge) => !nowKeys.has(keyOf(edge))), ...now.filter((edge) => !oldKeys.has(keyOf(edge)))];
}

/** Low and high corner of the box around an edge, m. */
export function boxOf({ ends }: FrontEdge): [low: number[], high: number[]] {
  const side = (pick: (a: number, b: number) => number) => [0, 1, 2].map((a) => pick(ends[a]!, ends[a + EDGE / 2]!));
  return [side(Math.min), side(Math.max)];
}
