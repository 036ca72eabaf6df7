// Points of fronts that have not ended, in cells: which run beside a point, and which it meets.

import { ENDED, type FrontPoint, RESTS } from './crack-lists.ts';
import type { Point } from './vectors.ts';
import { difference, dot, lengthOf } from './vectors.ts';

/** Fronts whose directions have a larger cosine run beside each other, and those with a smaller one than its negative at each other. */
const BESIDE = 0.3;
/** Fronts that run at each other meet from here on, over the spacing: at every look both go half of it at most. */
const MEET = 1.1;
/** Those that have passed each other by no more than this, over the spacing, meet too. */
const PASSED = 0.25;
/** A front meets itself where its points are at least so many apart along it. */
const APART = 8;

interface Entry {
  readonly point: FrontPoint;
  readonly cell: Point;
  /** Its front, its place there, and how many points that has. */
  readonly front: number;
  readonly k: number;
  readonly count: number;
}

const NONE: readonly Entry[] = [];

/** Cells may share a key. */
const keyOf = (x: number, y: number, z: number) =>
  Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);

/** Points of fronts that have not ended. */
export class NearFronts {
  private readonly cells = new Map<number, Entry[]>();
  private readonly reach: number;

  /** @param reach farthest that is asked for, m */
  constructor(fronts: readonly (readonly FrontPoint[])[], reach: number) {
    this.reach = reach;
    fronts.forEach((points, front) => {
      points.forEach((point, k) => {
        if (point.runs === ENDED) return;
        const cell = this.cellOf(point.at),
          key = keyOf(...cell),
          entry = { point, cell, front, k, count: points.length },
          known = this.cells.get(key);
        if (known) known.push(entry);
        else this.cells.set(key, [entry]);
      });
    });
  }

  /**
   * Whether another front of the body is nearer to a point than a way (m).
   * @param onlyBeside only those count that run the same way
   */
  hasOther(own: FrontPoint, front: number, way: number, onlyBeside: boolean): boolean {
    let found = false;
    this.eachNear(own, way, ({ point, front: of }) => {
      found = of !== front && (!onlyBeside || dot(point.towards, own.towards) > BESIDE);
      return found;
    });
    return found;
  }

  /** Where point k of a front meets another front, or its own from the other side: the nearest point of that. One of both must run. */
  meets(own: FrontPoint, front: number, k: number, spacing: number): Point | undefined {
    let [nearest, least]: [Point | undefined, number] = [undefined, MEET * spacing];
    this.eachNear(own, least, ({ point, front: of, k: there, count }, distance) => {
      const along = Math.abs(there - k);
      if (of === front && Math.min(along, count - along) < APART) return false;
      if (own.runs >= RESTS && point.runs >= RESTS) return false;
      if (distance >= least || dot(point.towards, own.towards) > -BESIDE) return false;
      if (dot(own.towards, difference(point.at, own.at)) < -PASSED * spacing) return false;
      [nearest, least] = [point.at, distance];
      return false;
    });
    return nearest;
  }

  /** Whether a front of a body is nearer to a place than a way (m). */
  isNear(body: number, at: Point, way: number): boolean {
    let found = false;
    this.eachNear({ body, at }, way, () => {
      found = true;
      return found;
    });
    return found;
  }

  /** Visits the points of the body within a way (m), in an order that follows from the list of fronts, until a visit says that it is enough. */
  private eachNear(
    own: Pick<FrontPoint, 'body' | 'at'>,
    way: number,
    visit: (entry: Entry, distance: number) => boolean,
  ): void {
    const { reach } = this,
      [x, y, z] = own.at,
      [endX, endY, endZ] = [
        Math.floor((x + way) / reach),
        Math.floor((y + way) / reach),
        Math.floor((z + way) / reach),
      ];
    for (let cz = Math.floor((z - way) / reach); cz <= endZ; cz++)
      for (let cy = Math.floor((y - way) / reach); cy <= endY; cy++)
        for (let cx = Math.floor((x - way) / reach); cx <= endX; cx++)
          for (const entry of this.cells.get(keyOf(cx, cy, cz)) ?? NONE) {
            const { point, cell } = entry;
            if (point === own || point.body !== own.body || cell[0] !== cx || cell[1] !== cy || cell[2] !== cz)
              continue;
            const distance = lengthOf(difference(point.at, own.at));
            if (distance < way && visit(entry, distance)) return;
          }
  }

  private cellOf(at: Point): Point {
    return [Math.floor(at[0] / this.reach), Math.floor(at[1] / this.reach), Math.floor(at[2] / this.reach)];
  }
}

/** Farthest that fronts which meet are asked for, m. */
export const meetingReach = (spacing: number): number => MEET * spacing;
