// Where the cuts of a scene pass through a body in its shape at the start.

import type { Cut } from '../../scene/schema.ts';
import type { Trigonometry } from '../../shapes/rotation.ts';
import { cellCenters, facetsOf } from '../../substances/elastic/cracks/cutter.ts';
import { FacetGrid } from '../../substances/elastic/cracks/facet-grid.ts';

/** A place, m. */
export type Place = readonly [number, number, number];

/** A cut that divides all of space. */
interface Divider {
  partOf(at: Place): number;
  /** Where the way between places in two parts passes from one to the other, 0 to 1. */
  crossing(from: Place, to: Place): number;
}

/** Halvings of the way through a facet. */
const HALVINGS = 12;

/** The cuts of one body. */
export class StartCuts {
  private readonly dividers: readonly Divider[];
  private readonly facets: FacetGrid | undefined;
  private readonly body: number;
  private readonly numbers = new Map<string, number>();

  /** @param points particles of the body, x, y, z, m */
  constructor(
    cuts: readonly Cut[],
    body: number,
    points: Float64Array,
    spacing: number,
    dimension: 2 | 3,
    trig: Trigonometry,
  ) {
    const own = cuts.filter((cut) => (cut.body ?? body) === body),
      facets = new FacetGrid(dimension, points, 2 * spacing);
    this.body = body;
    this.dividers = own.flatMap(({ shape }) =>
      'plane' in shape ? [planeDivider(shape.plane)] : 'cells' in shape ? [cellDivider(shape.cells, dimension)] : [],
    );
    for (const { shape } of own) {
      if ('plane' in shape || 'cells' in shape) continue;
      const corners = facetsOf(shape, dimension, trig);
      for (let at = 0; at < corners.length; at += facets.stride) facets.add(corners, at, body, 0);
    }
    this.facets = facets.count > 0 ? facets : undefined;
  }

  /** The part of space that a place is in, as a number. */
  regionOf(at: Place): number {
    if (this.dividers.length === 0) return 0;
    const key = this.dividers.map((divider) => divider.partOf(at)).join(),
      known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.numbers.size);
    return this.numbers.size - 1;
  }

  /** Whether a disc or a mesh is between two places. */
  isBetween(from: Place, to: Place): boolean {
    return this.facets?.crosses(this.body, ...from, ...to) ?? false;
  }

  /** Where the way between two places passes a cut, 0 to 1; undefined if none is between them. */
  crossing(from: Place, to: Place): number | undefined {
    for (const divider of this.dividers)
      if (divider.partOf(from) !== divider.partOf(to)) return divider.crossing(from, to);
    if (!this.isBetween(from, to)) return undefined;
    let [low, high] = [0, 1];
    for (let k = 0; k < HALVINGS; k++) {
      const t = 0.5 * (low + high),
        middle = from.map((x, a) => x + t * (to[a]! - x)) as unknown as Place;
      if (this.isBetween(from, middle)) high = t;
      else low = t;
    }
    return 0.5 * (low + high);
  }
}

function planeDivider({ point, normal }: { point: ArrayLike<number>; normal: ArrayLike<number> }): Divider {
  const height = (at: Place): number =>
    normal[0]! * (at[0] - point[0]!) + normal[1]! * (at[1] - point[1]!) + normal[2]! * (at[2] - point[2]!);
  return {
    partOf: (at) => Number(height(at) >= 0),
    crossing: (from, to) => height(from) / (height(from) - height(to)),
  };
}

function cellDivider(cells: Extract<Cut['shape'], { cells: unknown }>['cells'], dimension: 2 | 3): Divider {
  const centers = cellCenters(cells, dimension),
    square = (at: Place, c: number): number => {
      let sum = 0;
      for (let a = 0; a < dimension; a++) {
        const d = at[a]! - centers[dimension * c + a]!;
        sum += d * d;
      }
      return sum;
    },
    partOf = (at: Place): number => {
      let best = 0,
        nearest = Number.POSITIVE_INFINITY;
      for (let c = 0; c < cells.count; c++) {
        const d = square(at, c);
        if (d < nearest) [best, nearest] = [c, d];
      }
      return best;
    };
  return {
    partOf,
    crossing: (from, to) => {
      const [a, b] = [partOf(from), partOf(to)],
        before = square(from, a) - square(from, b);
      return before / (before - square(to, a) + square(to, b));
    },
  };
}
