// Blades at work: what their edges have passed in the shape at the start is cut, and the body feels the resistance to it. [card §16]
//   facets between the samples of an edge at the last look and now;  impulse R ℓ Δt along the way of the edge, over the nodes around a sample,
//   none of which gets faster than the blade. What pushes loses R ℓ v Δt, the body gets R ℓ u Δt, and the cut takes R for its area.

import type { Engine } from '../../../engine/engine.ts';
import type { ElasticParameters } from '../parameters.ts';
import { type Blade, type Edge, edgeOf } from './blades.ts';
import { pushFacet } from './crack-lists.ts';
import type { Cracks } from './cracks.ts';
import { cutNumber } from './cutter.ts';
import type { Point } from './vectors.ts';
import { difference, dot, lengthOf, unitOf } from './vectors.ts';

/** Nodes so near to a sample say where it is, over the spacing; a sample is in a body where one is nearer than the second number. */
const AROUND = 1.5,
  INSIDE = 0.9;
/** An edge that has gone less far since its last facets waits, over the spacing. */
const LEAST_WAY = 0.25;
/** Numbers of a sample in the list: its body, −1 for none, and its place in the shape at the start. */
const SAMPLE = 4;

/** A sample of an edge in the shape at the start. */
interface Placed {
  /** −1: no solid is near. */
  readonly body: number;
  readonly at: Point;
}

const NOWHERE: Placed = { body: -1, at: [0, 0, 0] };

/** What blades work on. */
interface Work {
  readonly engine: Engine;
  readonly cracks: Cracks;
  readonly blades: readonly Blade[];
  /** Cuts of the scene: numbers of blades follow theirs. */
  readonly cuts: number;
}

/** Cuts what the edges of all blades have passed, and pushes what resists, over a time (s). */
export function cutWithBlades({ engine, cracks, blades, cuts }: Work, time: number): void {
  const { lists, dimension } = cracks,
    before = lists.bladeEdges!.slice(),
    after: number[] = [];
  let from = 0;
  blades.forEach((blade, k) => {
    const edge = edgeOf(engine.set.shared, blade, dimension, cracks.finest),
      present = new Present(cracks, engine, edge),
      now = edge.samples.map((p, n) => {
        const placed = present.place(p);
        if (placed.body >= 0) present.resist(edge, n, time);
        return placed;
      }),
      known = before.length > 0 ? readPlaced(before, from, now.length) : now.map(() => NOWHERE);
    from += SAMPLE * now.length;
    for (const { body, at } of renewed(cracks, known, now, cutNumber(cuts + k))) after.push(body, ...at);
  });
  lists.bladeEdges!.splice(0, before.length, ...after);
}

function readPlaced(list: readonly number[], from: number, count: number): Placed[] {
  return Array.from({ length: count }, (_, n) => {
    const [body, x, y, z] = list.slice(from + SAMPLE * n, from + SAMPLE * (n + 1));
    return { body: body ?? -1, at: [x ?? 0, y ?? 0, z ?? 0] };
  });
}

/** Lays facets where an edge has moved far enough. Returns what to remember of it. */
function renewed(cracks: Cracks, known: readonly Placed[], now: readonly Placed[], crack: number): readonly Placed[] {
  const hasMoved = now.some(({ body, at }, n) => {
    const before = known[n]!;
    return body >= 0 && body === before.body && lengthOf(difference(at, before.at)) > LEAST_WAY * cracks.finest;
  });
  if (!hasMoved) return now.map((placed, n) => (known[n]!.body >= 0 && placed.body >= 0 ? known[n]! : placed));
  const facets = cracks.lists.crackFacets!;
  if (cracks.dimension === 2) {
    now.forEach((placed, n) => {
      if (placed.body >= 0 && placed.body === known[n]!.body)
        pushFacet(facets, { crack, body: placed.body }, known[n]!.at, placed.at);
    });
    return now;
  }
  for (let n = 0; n + 1 < now.length; n++)
    for (const corners of [
      [known[n]!, now[n]!, known[n + 1]!],
      [now[n]!, now[n + 1]!, known[n + 1]!],
    ]) {
      const { body } = corners[0]!;
      if (body >= 0 && corners.every((corner) => corner.body === body))
        pushFacet(facets, { crack, body }, ...corners.map(({ at }) => at));
    }
  return now;
}

/** The solids around an edge as they are now. */
class Present {
  private readonly cracks: Cracks;
  private readonly engine: Engine;
  private readonly x: Float64Array;
  /** Nodes near the edge, ascending. */
  private readonly near: number[] = [];
  private readonly F = new Float64Array(9);
  private readonly inverse = new Float64Array(9);

  constructor(cracks: Cracks, engine: Engine, { samples }: Edge) {
    const { set } = engine,
      { places } = cracks.tensions,
      room = AROUND * cracks.coarsest,
      low = [0, 1, 2].map((a) => Math.min(...samples.map((p) => p[a]!)) - room),
      high = [0, 1, 2].map((a) => Math.max(...samples.map((p) => p[a]!)) + room);
    this.cracks = cracks;
    this.engine = engine;
    this.x = set.f64('position');
    places.forEach((i, n) => {
      for (let a = 0; a < 3; a++) if (!(this.x[3 * i + a]! >= low[a]! && this.x[3 * i + a]! <= high[a]!)) return;
      this.near.push(n);
    });
  }

  /** Where a place is in the shape at the start, and in which body. */
  place(p: Point): Placed {
    const body = this.bodyAt(p),
      X = [0, 0, 0];
    let weight = 0;
    if (body < 0) return NOWHERE;
    this.each(p, body, (n, d, w) => {
      const { starts } = this.cracks.cutter.nodes,
        back = this.back(n);
      weight += w;
      for (let a = 0; a < 3; a++) {
        const way = back ? back[3 * a]! * d[0] + back[3 * a + 1]! * d[1] + back[3 * a + 2]! * d[2] : d[a]!;
        X[a]! += w * (starts[3 * n + a]! + way);
      }
    });
    return { body, at: [X[0]! / weight, X[1]! / weight, X[2]! / weight] };
  }

  /** Pushes the nodes around a sample as the resistance to cutting does over a time (s). */
  resist({ samples, velocities, share, body: mover }: Edge, sample: number, time: number): void {
    const { set, substances, booking } = this.engine,
      p = samples[sample]!,
      body = this.bodyAt(p, INSIDE),
      way = unitOf(velocities[sample]!),
      { places } = this.cracks.tensions,
      [v, masses, kinds, held] = [set.f64('velocity'), set.f64('mass'), set.u32('substance'), set.u32('anchor')];
    let all = 0;
    if (body < 0 || !way) return;
    this.each(p, body, (_n, _d, w) => {
      all += w;
    });
    const speed = dot(velocities[sample]!, way);
    this.each(p, body, (n, _d, w) => {
      const i = places[n]!,
        { cuttingResistance } = substances[kinds[i]!] as ElasticParameters,
        own = v[3 * i]! * way[0] + v[3 * i + 1]! * way[1] + v[3 * i + 2]! * way[2],
        most = masses[i]! * Math.max(0, speed - own),
        impulse = Math.min(most, (w / all) * cuttingResistance * share[sample]! * time);
      if (!(impulse > 0) || held[i]! > 0) return;
      const J = way.map((e) => impulse * e) as unknown as Point;
      for (let a = 0; a < 3; a++) {
        v[3 * i + a]! += J[a]! / masses[i]!;
        booking.obstacles[a]! += J[a]!;
      }
      if (mover >= 0) addLoad(booking.loads, mover, this.x.subarray(3 * i, 3 * i + 3), J);
    });
  }

  /** The body of the node that is nearest to a place, −1 if none is near. */
  private bodyAt(p: Point, within = AROUND): number {
    const { bodies } = this.cracks.cutter.nodes,
      { reaches } = this.cracks.nodes,
      support = this.cracks.support;
    let [body, nearest] = [-1, 1];
    for (const n of this.near) {
      const far = this.apart(p, n) / ((within * reaches[n]!) / support);
      if (far < nearest) [body, nearest] = [bodies[n]!, far];
    }
    return body;
  }

  private apart(p: Point, n: number): number {
    const i = 3 * this.cracks.tensions.places[n]!,
      { x } = this;
    return lengthOf([p[0] - x[i]!, p[1] - x[i + 1]!, p[2] - x[i + 2]!]);
  }

  /** Visits the nodes of a body around a place: the way from the node to the place, and its weight. */
  private each(p: Point, body: number, visit: (n: number, d: Point, w: number) => void): void {
    const { bodies } = this.cracks.cutter.nodes,
      { reaches } = this.cracks.nodes;
    for (const n of this.near) {
      if (bodies[n] !== body) continue;
      const i = 3 * this.cracks.tensions.places[n]!,
        d: Point = [p[0] - this.x[i]!, p[1] - this.x[i + 1]!, p[2] - this.x[i + 2]!],
        far = lengthOf(d) / ((AROUND * reaches[n]!) / this.cracks.support),
        s = 1 - far * far;
      if (s > 0) visit(n, d, s * s * s);
    }
  }

  /** F⁻¹ of a node; undefined of a crumb. */
  private back(n: number): Float64Array | undefined {
    const { F, inverse: out } = this;
    this.cracks.tensions.gradientInto(n, F);
    const c = (r: number, k: number) =>
        F[3 * ((r + 1) % 3) + ((k + 1) % 3)]! * F[3 * ((r + 2) % 3) + ((k + 2) % 3)]! -
        F[3 * ((r + 1) % 3) + ((k + 2) % 3)]! * F[3 * ((r + 2) % 3) + ((k + 1) % 3)]!,
      J = F[0]! * c(0, 0) + F[1]! * c(0, 1) + F[2]! * c(0, 2);
    if (!(J > 0.05)) return undefined;
    for (let r = 0; r < 3; r++) for (let k = 0; k < 3; k++) out[3 * k + r] = c(r, k) / J;
    return out;
  }
}

/** Adds an impulse (N·s) at a place to what a body gave. */
function addLoad(loads: Float64Array, body: number, x: ArrayLike<number>, J: Point): void {
  const at = 6 * body;
  for (let a = 0; a < 3; a++) {
    const [b, c] = [(a + 1) % 3, (a + 2) % 3];
    loads[at + a]! += J[a]!;
    loads[at + 3 + a]! += x[b]! * J[c]! - x[c]! * J[b]!;
  }
}
