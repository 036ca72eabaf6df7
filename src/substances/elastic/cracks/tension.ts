// The tension at a place in the shape at the start, averaged over the nodes that see it, and the plane that it pulls apart. [card §16]
//   σ̄ = Σ ω σ_k / Σ ω,  ω = (1 − (r/R)²)³,  σ = P Fᵀ/det F;  n the direction of its largest principal value;  N ∝ F̄ᵀn in the shape at the start

import type { ParticleSet } from '../../../particles/particle-set.ts';
import * as at from '../../../wasm/layout.ts';
import type { Links } from '../gradients.ts';
import type { Cutter } from './cutter.ts';
import { largestPrincipal } from './principal.ts';
import type { StartGrid } from './start-grid.ts';

export type Point = readonly [number, number, number];

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
  private readonly places: Uint32Array;
  /** σ and F, nine numbers each, of the nodes that were asked for. */
  private readonly known = new Map<number, Float64Array>();

  constructor(set: ParticleSet, links: Links, cutter: Cutter, grid: StartGrid, places: Uint32Array) {
    this.set = set;
    this.links = links;
    this.cutter = cutter;
    this.grid = grid;
    this.places = places;
  }

  /**
   * The tension within a radius (m) around a place of a body; undefined where no node sees it.
   * @param front only nodes ahead of it count: those behind lie at the faces of its crack, where nothing pulls
   */
  at(body: number, y: Point, radius: number, front?: Front): Tension | undefined {
    const { starts, bodies, dimension } = this.cutter.nodes,
      sum = new Float64Array(18);
    let weight = 0;
    this.grid.eachWithin(y, y, radius, (n) => {
      if (bodies[n] !== body) return;
      const [x0, x1, x2] = [starts[3 * n]!, starts[3 * n + 1]!, starts[3 * n + 2]!],
        square = (x0 - y[0]) * (x0 - y[0]) + (x1 - y[1]) * (x1 - y[1]) + (x2 - y[2]) * (x2 - y[2]),
        s = 1 - square / (radius * radius);
      if (front && !isAhead(front, x0, x1, x2)) return;
      if (!(s > 0) || this.cutter.facets.crosses(body, y[0], y[1], y[2], x0, x1, x2)) return;
      const own = this.ofNode(n);
      if (own[17] === 0) return; // a crumb
      const w = s * s * s;
      weight += w;
      for (let k = 0; k < 18; k++) sum[k]! += w * own[k]!;
    });
    if (!(weight > 0)) return undefined;
    const { value, direction } = largestPrincipal(sum.subarray(0, 9), dimension),
      N = [0, 1, 2].map((c) => [0, 1, 2].reduce((dot, r) => dot + sum[9 + 3 * r + c]! * direction[r]!, 0)),
      size = Math.sqrt(N[0]! * N[0]! + N[1]! * N[1]! + N[2]! * N[2]!);
    if (!(size > 0)) return undefined;
    return { value: value / weight, normal: [N[0]! / size, N[1]! / size, N[2]! / size] };
  }

  /** Whether the tension within a radius (m) around a place may be so large: no average is above all bounds. */
  mayReach(body: number, y: Point, radius: number, value: number): boolean {
    const { bodies } = this.cutter.nodes;
    let found = false;
    this.grid.eachWithin(y, y, radius, (n) => {
      if (!found && bodies[n] === body && this.boundOf(n) >= value) found = true;
    });
    return found;
  }

  /** Bound of the tension of a node by the stress pass, Pa. */
  boundOf(n: number): number {
    const { u32, f64 } = this.set.shared;
    return f64[(u32[at.AT_NODE_STRESS >> 2]! >>> 3) + 10 * n + 9]!;
  }

  private ofNode(n: number): Float64Array {
    const known = this.known.get(n);
    if (known) return known;
    const { u32, f64, real } = viewsOf(this.set),
      out = new Float64Array(18),
      F = this.gradient(n, out.subarray(9)),
      row = (u32[at.AT_NODE_STRESS >> 2]! >>> 3) + 10 * n,
      J =
        F[0]! * (F[4]! * F[8]! - F[5]! * F[7]!) -
        F[1]! * (F[3]! * F[8]! - F[5]! * F[6]!) +
        F[2]! * (F[3]! * F[7]! - F[4]! * F[6]!),
      perVolume = real(at.PAIR_UNIT) / (this.set.f64('referenceVolume')[this.places[n]!]! * J);
    if (J > 0)
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          let dot = 0;
          for (let k = 0; k < 3; k++) dot += f64[row + 3 * r + k]! * F[3 * c + k]!;
          out[3 * r + c] = perVolume * dot;
        }
    this.known.set(n, out);
    return out;
  }

  /** F = Σ (x_j − x_n) g_njᵀ of node n. */
  private gradient(n: number, F: Float64Array): Float64Array {
    const { begins, to, g } = this.links,
      { u32, f64 } = this.set.shared,
      x = u32[at.AT_NODE_PLACE >> 2]! >>> 3;
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
