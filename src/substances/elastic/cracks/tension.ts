// The tension at a place in the shape at the start, averaged over the nodes that see it, and the plane that it pulls apart. [card §16]
//   σ̄ = Σ ω σ_k / Σ ω,  ω = (1 − (r/R)²)³,  σ = P Fᵀ/det F;  n the direction of its largest principal value;  N ∝ F̄ᵀn in the shape at the start

import type { ParticleSet } from '../../../particles/particle-set.ts';
import * as at from '../../../wasm/layout.ts';
import type { Links } from '../gradients.ts';
import type { Cutter } from './cutter.ts';
import { largestPrincipal } from './principal.ts';
import { flatOf } from './renew-links.ts';
import { type Front, Sight } from './sight.ts';
import type { StartGrid } from './start-grid.ts';
import type { Point } from './vectors.ts';

/** What pulls at a place. */
export interface Tension {
  /** Largest principal stress, Pa. */
  readonly value: number;
  /** Unit normal, in the shape at the start, of the plane that it pulls apart. */
  readonly normal: Point;
}

/** Where all bounds are below this part of the tension that is asked for, their average is, and that is all that is asked of it. */
export const FAR = 0.85;

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
  /** Bounds of the tension of nodes by the stress pass, as the look began, Pa. */
  private readonly bounds: Float64Array;
  private readonly sum = new Float64Array(18);
  private readonly gradient = new Float64Array(9);
  private readonly sight: Sight;
  /** The nodes that see the place in hand. */
  private readonly nodes: Uint32Array;
  private readonly weights: Float64Array;
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
    this.bounds = new Float64Array(count);
    this.sight = new Sight(cutter, grid);
    this.nodes = new Uint32Array(count);
    this.weights = new Float64Array(count);
  }

  /**
   * Forgets the stresses of the last look.
   * @param least no tension below it is asked for, Pa
   */
  begin(least: number): void {
    const numbers = this.set.u32('node'),
      { u32, f64 } = this.set.shared,
      { bounds } = this,
      row = (u32[at.AT_NODE_STRESS >> 2]! >>> 3) + 9;
    for (let i = 0; i < this.set.count; i++) if (numbers[i]! > 0) this.places[numbers[i]! - 1] = i;
    for (let n = 0; n < bounds.length; n++) bounds[n] = f64[row + 10 * n]!;
    this.look++;
    this.grid.mark((n) => bounds[n]! >= least);
  }

  /**
   * The tension within a radius (m) around a place of a body; undefined where no node sees it, or where it is less than asked for.
   * @param front only nodes ahead of it count: those behind lie at the faces of its crack, where nothing pulls
   * @param least Pa
   */
  at(body: number, place: Point, radius: number, front?: Front, least = Number.NEGATIVE_INFINITY): Tension | undefined {
    const { sum, known } = this;
    this.lastBound = this.see(body, place, radius, front, least);
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
    const { value, direction: d } = largestPrincipal(sum, this.cutter.nodes.dimension),
      x = 0 + sum[9]! * d[0] + sum[12]! * d[1] + sum[15]! * d[2],
      y = 0 + sum[10]! * d[0] + sum[13]! * d[1] + sum[16]! * d[2],
      z = 0 + sum[11]! * d[0] + sum[14]! * d[1] + sum[17]! * d[2],
      size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0) || value / weight < least) return undefined;
    return { value: value / weight, normal: [x / size, y / size, z / size] };
  }

  /** Notes the nodes that see a place, and their weights. Returns the average of their bounds, without those that have none. */
  private see(body: number, y: Point, radius: number, front: Front | undefined, least: number): number {
    const { dimension, reach } = this.cutter.nodes,
      { nodes, weights, bounds, sizes, sight } = this,
      view = sight.of(body, y, radius, front),
      { nodes: around, closeness, hidden } = sight,
      { begin, end } = view;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = begin; k < end; k++) if (closeness[k]! > 0 && bounds[around[k]!]! > most) most = bounds[around[k]!]!;
    if (most < FAR * least) return most;
    sight.hide(view);
    let [weight, sum] = [0, 0];
    this.seen = 0;
    for (let k = begin; k < end; k++) {
      const n = around[k]!,
        s = closeness[k]!;
      if (!(s > 0) || hidden[k] === 1) continue;
      const size = sizes ? sizes[n]! / reach : 1,
        w = s * s * s * size * size * (dimension === 3 ? size : 1);
      nodes[this.seen] = n;
      weights[this.seen++] = w;
      if (bounds[n] === 0) continue;
      weight += w;
      sum += w * bounds[n]!;
    }
    return weight > 0 ? sum / weight : Number.NEGATIVE_INFINITY;
  }

  /** Whether the tension within a radius (m) around a place ahead may be so large: no average is above all bounds. */
  mayReach(body: number, y: Point, radius: number, value: number, front: Front): boolean {
    if (!this.grid.isMarked(y, radius)) return false;
    const { bounds, sight } = this,
      { begin, end } = sight.of(body, y, radius, front),
      { nodes } = sight;
    for (let k = begin; k < end; k++) if (bounds[nodes[k]!]! >= value) return true;
    return false;
  }

  /** Bound of the tension of a node by the stress pass, Pa. */
  boundOf(n: number): number {
    return this.bounds[n]!;
  }

  /** Where σ and F of a node stand among those that are known. */
  private ofNode(n: number): number {
    const begin = 18 * n;
    if (this.asked[n] === this.look) return begin;
    this.asked[n] = this.look;
    const { shared } = this.set,
      { u32, f64 } = shared,
      { known: out } = this,
      F = this.gradientInto(n, this.gradient),
      row = (u32[at.AT_NODE_STRESS >> 2]! >>> 3) + 10 * n,
      J =
        F[0]! * (F[4]! * F[8]! - F[5]! * F[7]!) -
        F[1]! * (F[3]! * F[8]! - F[5]! * F[6]!) +
        F[2]! * (F[3]! * F[7]! - F[4]! * F[6]!),
      i = this.places[n]!,
      volume = this.set.f64('referenceVolume')[i]! * (1 - this.set.f64('damage')[i]!), // the one that the stress pass took
      perVolume = shared.real(at.PAIR_UNIT) / (volume * J);
    for (let k = 0; k < 9; k++) {
      out[begin + k] = 0;
      out[begin + 9 + k] = F[k]!;
    }
    if (J > 0 && volume > 0)
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          let dot = 0;
          for (let k = 0; k < 3; k++) dot += f64[row + 3 * r + k]! * F[3 * c + k]!;
          out[begin + 3 * r + c] = perVolume * dot;
        }
    return begin;
  }

  /** Whether nodes that carry stress are within a radius (m) around a place. */
  isHeld(body: number, y: Point, radius: number): boolean {
    const { bodies } = this.cutter.nodes,
      isCrumb = flatOf(this.links, bodies.length);
    const count = this.grid.findWithin(y, y, radius);
    for (let k = 0; k < count; k++) {
      const n = this.grid.found[k]!;
      if (bodies[n] === body && !isCrumb[n]) return true;
    }
    return false;
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
    let [a, b, c, d, e, f, h, i, j] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    const px = f64[x + 4 * n]!,
      py = f64[x + 4 * n + 1]!,
      pz = f64[x + 4 * n + 2]!;
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const q = x + 4 * to[l]!,
        dx = f64[q]! - px,
        dy = f64[q + 1]! - py,
        dz = f64[q + 2]! - pz,
        gx = g[3 * l]!,
        gy = g[3 * l + 1]!,
        gz = g[3 * l + 2]!;
      a += dx * gx;
      b += dx * gy;
      c += dx * gz;
      d += dy * gx;
      e += dy * gy;
      f += dy * gz;
      h += dz * gx;
      i += dz * gy;
      j += dz * gz;
    }
    F[0] = a;
    F[1] = b;
    F[2] = c;
    F[3] = d;
    F[4] = e;
    F[5] = f;
    F[6] = h;
    F[7] = i;
    F[8] = j;
    if (this.cutter.nodes.dimension === 2 && (F[0] !== 0 || F[4] !== 0)) F[8] = 1;
    return F;
  }
}
