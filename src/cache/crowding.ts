// Points that lie closer together than their particles are large: each has many neighbors then, and it is the lists of pairs that take the
// memory. Counted from how many points are in each cube of the size of a support, so the effort is that of the points.

import type { Body, Scene } from '../scene/schema.ts';

/** Support of a particle over its spacing, about: that of the usual kernels, with the skin of the lists. */
const SUPPORT = 2.7;
/** Pairs of a particle in a body that is packed as usual; their memory is part of that of a particle. */
const USUAL_PAIRS = 60;

/** A body whose points are crowded. */
export interface Crowd {
  /** Number of the body in the scene. */
  readonly body: number;
  /** Neighbors of one of its particles, on average. */
  readonly neighbors: number;
  /** Pairs beyond those of a body that is packed as usual. */
  readonly pairs: number;
}

/** The body of a scene with the most pairs that its particles do not pay for; undefined if none has any. */
export function findCrowd({ bodies, dimension }: Pick<Scene, 'bodies' | 'dimension'>): Crowd | undefined {
  const crowds = bodies.flatMap((body, k) => crowdOf(body, k, dimension));
  return crowds.sort((a, b) => b.pairs - a.pairs)[0];
}

function crowdOf({ shape, spacing }: Body, body: number, dimension: 2 | 3): Crowd[] {
  if (!('points' in shape)) return [];
  const { positions } = shape.points,
    cells = new Map<string, number>();
  for (const position of positions) {
    const cell = position.map((x) => Math.floor(x / (SUPPORT * spacing))).join(' ');
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }
  // A support is 4π/3 of such a cube, π of a square; a pair counts once.
  const perCell = (dimension === 3 ? (4 / 3) * Math.PI : Math.PI) / 2,
    n = positions.length;
  let pairs = 0;
  for (const count of cells.values()) pairs += perCell * count * count;
  const likely = Math.min(pairs, (n * (n - 1)) / 2),
    extra = likely - USUAL_PAIRS * n;
  return extra > 0 ? [{ body, neighbors: (2 * likely) / n, pairs: extra }] : [];
}
