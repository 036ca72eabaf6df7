// The tension at a place in the shape at the start, averaged over the nodes that see it, and the plane that it pulls apart. [card §16]
//   σ̄ = Σ ω σ_k / Σ ω,  ω = (1 − (r/R)²)³,  σ = P Fᵀ/det F;  n the direction of its largest principal value;  N ∝ F̄ᵀn in the shape at the start

import type { ParticleSet } from '../../../particles/particle-set.ts';
import * as at from '../../../wasm/layout.ts';
import type { Links } from '../gradients.ts';
import type { Cutter } from './cutter.ts';
import { largestPrincipal } from './principal.ts';
import { flatOf } from './renew-links.ts';
import type { StartGrid } from './start-grid.ts';
import type { Point } from './vectors.ts';

/** A point of a front and where it runs to. */
interface Front {
  readonly at: Point;
  readonly towards: Point;
}

/** What pulls at a place. */
export interface Tension {
  /** Largest principal stress, Pa. */
  readonly value: number;
  /** Unit normal, in the shape at the start, of the plane that it pulls apart. */
  readonly normal: Point;
}

/** Stresses of nodes as the last pass left them, found when they are asked for. */
export class Tensions {
  private readonly set: ParticleSet;
  private readonly links: Links;
  private readonly cutter: Cutter;
  private readonly grid: StartGrid;
  /** Where the particle of every node stands. */
  readonly places: Uint32Array;
  /** σ and F, nine numbers each, of the nodes that were asked for, and at which look that was. */
  private readonly known: Float64Array;
  private readonly asked: Uint32Array;
  private look = 0;
  private readonly sum = new Float64Array(18);
  /** The nodes that see the place in hand. */
  private readonly nodes: number[] = [];
  private readonly weights: number[] = [];
  private seen = 0;
  /** Bound of the tension that was last asked for, Pa. */
  lastBound = 0;
  private readonly sizes: Float64Array | undefined;

  /** @param sizes of nodes where some were split: each counts as much as it is large */
  constructor(set: ParticleSet, links: Links, cutter: Cutter, grid: StartGrid, sizes?: Float64Array) {
    const count = cutter.nodes.bodies.length;
    this.sizes = sizes;
    this.set = set;
    this.links = links;
    this.cutter = cutter;
    this.grid = grid;
    this.places = new Uint32Array(count);
    this.known = new Float64Array(18 * count);
    this.asked = new Uint32Array(count);
  }

  /**
   * Forgets the stresses of the last look.
   * @param least no tension below it is asked for, Pa
   */
  begin(least: number): void {
    const numbers = this.set.u32('node');
    for (let i = 0; i < this.set.count; i++) if (numbers[i]! > 0) this.places[numbers[i]! - 1] = i;
    this.look++;
    this.grid.mark((n) => this.boundOf(n) >= least);
  }

  /**
   * The tension within a radius (m) around a place of a body; undefined where no node sees it, or where it is less than asked for.
   * @param front only nodes ahead of it count: those behind lie at the faces of its crack, where nothing pulls
   * @param least Pa
   */
  at(body: number, y: Point, radius: number, front?: Front, least = Number.NEGATIVE_INFINITY): Tension | undefined {
    const { sum, known } = this;
    this.lastBound = this.see(body, y, radius, front);
    if (!(this.lastBound >= least)) return undefined; // no average is above that of the bounds
    let weight = 0;
    sum.fill(0);
    for (let k = 0; k < this.seen; k++) {
      const own = this.ofNode(this.nodes[k]!),
        w = this.weights[k]!;
      if (known[own + 17] === 0) continue; // a crumb
      weight += w;
      for (let c = 0; c < 18; c++) sum[c]! += w * known[own + c]!;
    }
    if (!(weight > 0)) return undefined;
    const { value, direction } = largestPrincipal(sum.subarray(0, 9), this.cutter.nodes.dimension),
      N = [0, 1, 2].map((c) => [0, 1, 2].reduce((dot, r) => dot + sum[9 + 3 * r + c]! * direction[r]!, 0)),
      size = Math.sqrt(N[0]! * N[0]! + N[1]! * N[1]! + N[2]! * N[2]!);
    if (!(size > 0) || value / weight < least) return undefined;
    return { value: value / weight, normal: [N[0]! / size, N[1]! / size, N[2]! / size] };
  }

  /** Notes the nodes that see a place, and their weights. Returns the average of their bounds, without those that have none. */
  private see(body: number, y: Point, radius: number, front: Front | undefined): number {
    const { starts, bodies, dimension } = this.cutter.nodes;
    let [weight, bounds] = [0, 0];
    this.seen = 0;
    this.grid.eachWithin(y, y, radius, (n) => {
      if (bodies[n] !== body) return;
      const x0 = starts[3 * n]!,
        x1 = starts[3 * n + 1]!,
        x2 = starts[3 * n + 2]!,
        square = (x0 - y[0]) * (x0 - y[0]) + (x1 - y[1]) * (x1 - y[1]) + (x2 - y[2]) * (x2 - y[2]),
        s = 1 - square / (radius * radius);
      if (!(s > 0) || (front && !isAhead(front, x0, x1, x2))) return;
      if (this.cutter.facets.crosses(body, y[0], y[1], y[2], x0, x1, x2)) return;
      const bound = this.boundOf(n);
      const size = this.sizes ? this.sizes[n]! / this.cutter.nodes.reach : 1,
        w = s * s * s * size * size * (dimension === 3 ? size : 1);
      this.nodes[this.seen] = n;
      this.weights[this.seen] = w;
      this.seen++;
      if (bound === 0) return;
      weight += w;
      bounds += w * bound;
    });
    return weight > 0 ? bounds / weight : Number.NEGATIVE_INFINITY;
  }

  /** Whether the tension within a radius (m) around a place ahead may be so large: no average is above all bounds. */
  mayReach(body: number, y: Point, radius: number, value: number, front: Front): boolean {
    const { starts: x, bodies } = this.cutter.nodes;
    let found = false;
    if (!this.grid.isMarked(y, radius)) return false;
    this.grid.eachWithin(y, y, radius, (n) => {
      if (bodies[n] !== body || this.boundOf(n) < value) return false;
      found = isAhead(front, x[3 * n]!, x[3 * n + 1]!, x[3 * n + 2]!);
      return found;
    });
    return found;
  }

  /** Bound of the tension of a node by the stress pass, Pa. */
  boundOf(n: number): number {
    const { u32, f64 } = this.set.shared;
    return f64[(u32[at.AT_NODE_STRESS >> 2]! >>> 3) + 10 * n + 9]!;
  }

  /** Where σ and F of a node stand among those that are known. */
  private ofNode(n: number): number {
    const begin = 18 * n;
    if (this.asked[n] === this.look) return begin;
    this.asked[n] = this.look;
    const { u32, f64, real } = viewsOf(this.set),
      out = this.known.subarray(begin, begin + 18).fill(0),
      F = this.gradientInto(n, out.subarray(9)),
      row = (u32[at.AT_NODE_STRESS >> 2]! >>> 3) + 10 * n,
      J =
        F[0]! * (F[4]! * F[8]! - F[5]! * F[7]!) -
        F[1]! * (F[3]! * F[8]! - F[5]! * F[6]!) +
        F[2]! * (F[3]! * F[7]! - F[4]! * F[6]!),
      i = this.places[n]!,
      volume = this.set.f64('referenceVolume')[i]! * (1 - this.set.f64('damage')[i]!), // the one that the stress pass took
      perVolume = real(at.PAIR_UNIT) / (volume * J);
    if (J > 0 && volume > 0)
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          let dot = 0;
          for (let k = 0; k < 3; k++) dot += f64[row + 3 * r + k]! * F[3 * c + k]!;
          out[3 * r + c] = perVolume * dot;
        }
    return begin;
  }

  /** Whether nodes that carry stress are within a radius (m) around a place. */
  isHeld(body: number, y: Point, radius: number): boolean {
    const { bodies } = this.cutter.nodes,
      isCrumb = flatOf(this.links, bodies.length);
    let found = false;
    this.grid.eachWithin(y, y, radius, (n) => {
      found = bodies[n] === body && !isCrumb[n];
      return found;
    });
    return found;
  }

  /** Whether a node near a place (within m) may have as large a tension as was asked for at the beginning. */
  isTense(y: Point, radius: number): boolean {
    return this.grid.isMarked(y, radius);
  }

  /** F = Σ (x_j − x_n) g_njᵀ of node n. */
  gradientInto(n: number, F: Float64Array): Float64Array {
    const { begins, to, g } = this.links,
      { u32, f64 } = this.set.shared,
      x = u32[at.AT_NODE_PLACE >> 2]! >>> 3;
    F.fill(0);
    for (let l = begins[n]!; l < begins[n + 1]!; l++)
      for (let r = 0; r < 3; r++) {
        const d = f64[x + 4 * to[l]! + r]! - f64[x + 4 * n + r]!;
        for (let c = 0; c < 3; c++) F[3 * r + c]! += d * g[3 * l + c]!;
      }
    if (this.cutter.nodes.dimension === 2 && (F[0] !== 0 || F[4] !== 0)) F[8] = 1;
    return F;
  }
}

function isAhead({ at: p, towards: d }: Front, x: number, y: number, z: number): boolean {
  return (x - p[0]) * d[0] + (y - p[1]) * d[1] + (z - p[2]) * d[2] > 0;
}

function viewsOf({ shared }: ParticleSet) {
  return { u32: shared.u32, f64: shared.f64, real: (slot: number) => shared.real(slot) };
}
