// Fronts that branch: where the tension ahead is enough for two, a front goes on as two that part by 60°. Our rule: energy flows with the square
// of the tension, so that √2 times the one at which a front runs feeds two, and both branches must see the one at which they run. [card §16]
// The branch is a crack of its own, which begins at the front of the other. Both go straight until they are apart, and neither branches again
// before that: what is between them is larger than crumbs, and their number is bounded.

import { ENDED, type FrontPoint, nextCrack, pushFacet, RUNS_BACK, type Running } from './crack-lists.ts';
import { AHEAD, AROUND, type BrittleBody, type Cracks } from './cracks.ts';
import type { Tension } from './tension.ts';
import type { Point } from './vectors.ts';
import { along, dot, unitOf } from './vectors.ts';

/** Half the angle between branches is 30°. Glass has 10° to 45° between them at first; fewer would leave crumbs. */
const COSINE = 0.8660254037844386,
  SINE = 0.5;
/** Length of the first facets of a branch, over the spacing: it begins beside the faces of the other. */
const STUB = 0.1;
/** Points in a row that branch together in space. */
const LEAST_ROW = 3;
/** A front and what its points see ahead. */
interface Branching {
  readonly cracks: Cracks;
  readonly body: BrittleBody;
  readonly front: readonly FrontPoint[];
  /** Undefined for points that see no tension. */
  readonly tensions: readonly (Tension | undefined)[];
  /** Whether other fronts are too near to a point. */
  isCrowded(point: FrontPoint): boolean;
  /** Where the facets of this look begin in their list. */
  readonly from: number;
}

/** What becomes of a front: its points with the directions that they have from now on, and new fronts. */
interface Branched {
  readonly front: readonly FrontPoint[];
  readonly branches: FrontPoint[][];
}

/** Lets a front branch where it is due. */
export function branchFront(b: Branching): Branched {
  const { front, body, tensions } = b,
    most = body.law.branching! * body.runsAt,
    isDue = front.map((point, k) => {
      const tension = tensions[k];
      return (
        tension !== undefined &&
        isRunning(point.runs) &&
        tension.value >= most &&
        !b.isCrowded(point) &&
        feedsTwo(b, point, tension)
      );
    }),
    next = [...front],
    branches: FrontPoint[][] = [];
  for (const row of rowsOf(isDue, b.cracks.dimension)) {
    const sides = sidesOf(b, row);
    if (!sides) continue;
    branches.push(layBranch(b, row, sides));
    row.forEach((k, n) => {
      next[k] = { ...front[k]!, towards: sides[n]![0] };
    });
  }
  return { front: next, branches };
}

/** Whether both branches of a point would run: each sees, ahead of it, the tension at which fronts do. */
function feedsTwo({ cracks, body }: Branching, point: FrontPoint, { normal }: Tension): boolean {
  const across = unitOf(along(normal, -dot(normal, point.towards), point.towards)),
    { spacing, runsAt, lag } = body;
  if (!across) return false;
  return [SINE, -SINE].every((side) => {
    const towards = along(along([0, 0, 0], COSINE, point.towards), side, across),
      ahead = along(point.at, AHEAD * spacing - lag, towards),
      from = { at: along(point.at, -lag, towards), towards };
    return cracks.tensions.at(point.body, ahead, AROUND * spacing, from, runsAt) !== undefined;
  });
}

const isRunning = (runs: Running) => runs !== ENDED && runs <= RUNS_BACK;

/** Points in a row that are due, in space at least three; every point by itself in the plane. */
function rowsOf(isDue: readonly boolean[], dimension: 2 | 3): number[][] {
  const rows: number[][] = [];
  let row: number[] = [];
  isDue.forEach((due, k) => {
    if (due) row.push(k);
    if (due && k + 1 < isDue.length && dimension === 3) return;
    if (row.length >= (dimension === 3 ? LEAST_ROW : 1)) rows.push(row);
    row = [];
  });
  return rows;
}

/** The two directions of every point of a row, the first on the same side for all. */
function sidesOf({ front, tensions }: Branching, row: readonly number[]): [Point, Point][] | undefined {
  const sides: [Point, Point][] = [];
  let before: Point | undefined;
  for (const k of row) {
    const d = front[k]!.towards,
      { normal } = tensions[k]!,
      across = unitOf(along(normal, -dot(normal, d), d));
    if (!across) return undefined;
    const n = before && dot(before, across) < 0 ? along([0, 0, 0], -1, across) : across,
      ahead = along([0, 0, 0], COSINE, d);
    sides.push([along(ahead, SINE, n), along(ahead, -SINE, n)]);
    before = n;
  }
  return sides;
}

/** Lays the first facets of a branch. Returns its front, whose ends hold on to the other in space. */
function layBranch({ cracks, body, front, from }: Branching, row: readonly number[], sides: [Point, Point][]) {
  const facets = cracks.lists.crackFacets!,
    crack = nextCrack(facets, cracks.dimension, from, cracks.cutter.facets.lastCrack),
    points = row.map((k, n): FrontPoint => {
      const isEnd = cracks.dimension === 3 && (n === 0 || n + 1 === row.length),
        towards = sides[n]![1],
        at = isEnd ? front[k]!.at : along(front[k]!.at, STUB * body.spacing, towards);
      return { ...front[k]!, crack, towards, at, runs: isEnd ? ENDED : front[k]!.runs, isStopped: false };
    });
  points.forEach((point, n) => {
    const root = front[row[n]!]!.at;
    if (cracks.dimension === 2) {
      pushFacet(facets, point, root, point.at);
      return;
    }
    if (n + 1 === points.length) return;
    const after = points[n + 1]!;
    pushFacet(facets, point, root, point.at, front[row[n + 1]!]!.at);
    pushFacet(facets, point, point.at, after.at, front[row[n + 1]!]!.at);
  });
  return points;
}
