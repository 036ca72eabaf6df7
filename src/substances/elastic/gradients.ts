// Neighbors in the reference shape and the gradients over them: ∇f at i = Σ (f_j − f_i) g_ij. [AW09 eq. 32, 37-38; card §13]
// Both forms have the same structure, because ∇Φ_j of all samples sum to 0. Some 5 µs per particle, once per reference shape.

import { eachNearPair } from '../../particles/near-pairs.ts';

/** Particles of solids in their reference shape, in the order of nodes. */
export interface ReferenceNodes {
  readonly count: number;
  readonly dimension: 2 | 3;
  /** x, y, z of each, m. */
  readonly places: Float64Array;
  /** Where its weights end, m; two particles take the mean. */
  readonly reaches: Float64Array;
  /** Only particles of one body are neighbors. */
  readonly bodies: Uint32Array;
  /** 1: ∇Φ of moving least squares, 0: differences. */
  readonly isMls: Uint8Array;
  /** Largest square of all g of a node, 1/m²; more is too stiff for the step. Without a limit if left out. */
  readonly steepest?: Float64Array;
}

/** The links of all nodes: those of node n from begins[n] to begins[n + 1]. */
export interface Links {
  readonly begins: Uint32Array;
  /** Nodes that they lead to, ascending in each list. */
  readonly to: Uint32Array;
  /** g_ij, three numbers each, 1/m. */
  readonly g: Float64Array;
  /** 1: the two are cut apart; the link stays, without weight. Only of worlds with cuts or cracks. */
  readonly cut?: Uint8Array | undefined;
  /** a, by which a crack between the two lengthens r/h in their weight; 0 where there is none. Only where cracks can be seen through. */
  readonly veil?: Float64Array | undefined;
  /** Nodes whose neighbors lie on a line or in a plane, or are too few. Their g are 0: they have no strain of their own. */
  readonly flat: readonly number[];
}

/** Smallest pivot of a moment matrix over its first: below, its neighbors say nothing of one direction. */
const LEAST_PIVOT = 1e-6;
/** Largest Σ|g|² times the square of the reach, of a node with cut links. In whole bodies it is 3, 8 at corners, up to 19 with much jitter. */
const MOST_STIFF = 12;

/** Links of bodies that did not change, from before. */
export interface KeptLinks {
  readonly links: Links;
  /** Whether a body is as it was, with the same nodes in the same places. */
  isKept(body: number): boolean;
}

/**
 * Finds the neighbors and their gradients. They follow from the nodes, and from what is cut, alone, bit for bit.
 * @param sight what lies between two nodes, the first before the second
 * @param kept where these are from, of bodies that did not change; not with cuts
 */
export function linkNodes(nodes: ReferenceNodes, sight?: Sight, kept?: KeptLinks): Links {
  const { begins, to } = kept ? findSomeNeighbors(nodes, kept) : findNeighbors(nodes),
    g = new Float64Array(3 * to.length),
    { cut, veil } = sight ? cutLinks(nodes, begins, to, sight) : {},
    fit = new Fit(nodes.dimension);
  const links = { begins, to, g, cut, veil },
    flat: number[] = [],
    wasFlat = new Set(kept?.links.flat);
  for (let i = 0; i < nodes.count; i++) {
    if (kept?.isKept(nodes.bodies[i]!)) {
      const [from, end] = [3 * kept.links.begins[i]!, 3 * kept.links.begins[i + 1]!];
      g.set(kept.links.g.subarray(from, end), 3 * begins[i]!);
      if (wasFlat.has(i)) flat.push(i);
    } else if (!fit.node(nodes, links, i)) flat.push(i);
  }
  return { ...links, flat };
}

/** Neighbors of bodies that changed; those of others from before. */
function findSomeNeighbors(nodes: ReferenceNodes, { links, isKept }: KeptLinks): Pick<Links, 'begins' | 'to'> {
  const isOld = Uint8Array.from(nodes.bodies, (body) => Number(isKept(body))),
    fresh = findNeighbors({ ...nodes, reaches: nodes.reaches.map((reach, n) => (isOld[n] ? 0 : reach)) }),
    begins = new Uint32Array(nodes.count + 1),
    from = (n: number) => (isOld[n] ? links : fresh);
  for (let n = 0; n < nodes.count; n++) begins[n + 1] = begins[n]! + from(n).begins[n + 1]! - from(n).begins[n]!;
  const to = new Uint32Array(begins[nodes.count]!);
  for (let n = 0; n < nodes.count; n++)
    to.set(from(n).to.subarray(from(n).begins[n]!, from(n).begins[n + 1]!), begins[n]!);
  return { begins, to };
}

/** What lies between nodes: whether they are cut apart, or how much they are. */
export interface Sight {
  isCut(i: number, j: number): boolean;
  /** a of AW09 eq. 70 where cracks can be seen through. */
  readonly veilOf?: ((i: number, j: number) => number) | undefined;
}

function cutLinks(nodes: ReferenceNodes, begins: Uint32Array, to: Uint32Array, { isCut, veilOf }: Sight) {
  const cut = new Uint8Array(to.length),
    veil = veilOf && new Float64Array(to.length),
    back = begins.slice(); // lists ascend: the links that lead back come in the order of the nodes
  for (let i = 0; i < nodes.count; i++)
    for (let l = begins[i]!; l < begins[i + 1]!; l++) {
      const j = to[l]!,
        returns = back[j]!++;
      if (i > j) continue;
      if (veil) {
        veil[l] = veil[returns] = veilOf!(i, j);
        cut[l] = cut[returns] = Number(isHidden(nodes, i, j, veil[l]!));
      } else if (isCut(i, j)) cut[l] = cut[returns] = 1;
    }
  return { cut, veil };
}

/** Whether nothing of a neighbor is seen through a veil: r/h + a ≥ 1. Without one it is seen. [AW09 eq. 70] */
export function isHidden({ places, reaches }: ReferenceNodes, i: number, j: number, veil: number): boolean {
  if (veil === 0 || veil >= 1) return veil >= 1;
  let square = 0;
  for (let a = 0; a < 3; a++)
    square += (places[3 * j + a]! - places[3 * i + a]!) * (places[3 * j + a]! - places[3 * i + a]!);
  return Math.sqrt(square) / (0.5 * (reaches[i]! + reaches[j]!)) + veil >= 1;
}

/** The link from one node to another; lists ascend. */
export function linkOf({ begins, to }: Links, from: number, node: number): number {
  let low = begins[from]!,
    high = begins[from + 1]!;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (to[middle]! <= node) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether few neighbors in bad places make the gradients of a node too steep. */
function isTooSteep({ steepest }: ReferenceNodes, { begins, g }: Omit<Links, 'flat'>, i: number): boolean {
  if (!steepest || steepest[i] === Number.POSITIVE_INFINITY) return false;
  let [squares, x, y, z] = [0, 0, 0, 0];
  for (let k = 3 * begins[i]!; k < 3 * begins[i + 1]!; k += 3) {
    squares = squares + g[k]! * g[k]! + g[k + 1]! * g[k + 1]! + g[k + 2]! * g[k + 2]!;
    x += g[k]!;
    y += g[k + 1]!;
    z += g[k + 2]!;
  }
  return squares + x * x + y * y + z * z > steepest[i]!; // that of the node itself
}

/** Neighbors of a node that room is made for at first. */
const USUAL = 16;

function findNeighbors({ count, places, reaches, bodies }: ReferenceNodes): Pick<Links, 'begins' | 'to'> {
  const begins = new Uint32Array(count + 1),
    halves = reaches.map((reach) => 0.5 * reach);
  let pairs = new Uint32Array(2 * USUAL * count),
    end = 0;
  eachNearPair({ count, positions: places, reaches: halves }, (i, j) => {
    if (bodies[i] !== bodies[j]) return;
    if (end === pairs.length) pairs = grown(pairs);
    pairs[end++] = i;
    pairs[end++] = j;
    begins[i + 1]!++;
    begins[j + 1]!++;
  });
  for (let n = 0; n < count; n++) begins[n + 1]! += begins[n]!;
  const found = new Uint32Array(end),
    next = begins.slice();
  for (let k = 0; k < end; k += 2) {
    const [i, j] = [pairs[k]!, pairs[k + 1]!];
    found[next[i]!++] = j;
    found[next[j]!++] = i;
  }
  return { begins, to: ascending(begins, found) };
}

function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * numbers.length + 2);
  more.set(numbers);
  return more;
}

/** The same lists in ascending order. Every link has one that leads back, so nodes that come in order fill the lists of others in order. */
function ascending(begins: Uint32Array, found: Uint32Array): Uint32Array {
  const to = new Uint32Array(found.length),
    next = begins.slice();
  for (let n = 0; n + 1 < begins.length; n++)
    for (let l = begins[n]!; l < begins[n + 1]!; l++) to[next[found[l]!]!++] = n;
  return to;
}

/** The least-squares fits of one node, with their scratch. */
export class Fit {
  private readonly d: 2 | 3;
  /** The moment matrix and its inverse, of up to four functions. */
  private readonly M = new Float64Array(16);
  private readonly inverse = new Float64Array(16);
  /** Of each neighbor of the node in hand: the basis, its weight, how steep that is, and Γ·p. */
  private p = new Float64Array(0);
  private weights = new Float64Array(0);
  private steepness = new Float64Array(0);
  private wholes = new Float64Array(0);
  private readonly moved = new Float64Array(12);
  private readonly slopes = new Float64Array(12);

  /** Of the links in hand. */
  private cut: Uint8Array | undefined;
  private veil: Float64Array | undefined;

  constructor(d: 2 | 3) {
    this.d = d;
  }

  /** Writes g of all links of node i. False, and all of them 0, where its neighbors are too few or too flat. */
  node(nodes: ReferenceNodes, links: Omit<Links, 'flat'>, i: number): boolean {
    const { begins, to, g } = links;
    this.cut = links.cut;
    this.veil = links.veil;
    const fits = nodes.isMls[i] ? this.mls(nodes, begins, to, g, i) : this.differences(nodes, begins, to, g, i);
    if (fits && this.isCalm(nodes, links, i) && !isTooSteep(nodes, links, i)) return true;
    g.fill(0, 3 * begins[i]!, 3 * begins[i + 1]!);
    return false;
  }

  /** Whether a node that lost neighbors to a cut is not stiffer than any that has its own: steps are made for those. */
  private isCalm(nodes: ReferenceNodes, { begins, g, cut, veil }: Omit<Links, 'flat'>, i: number): boolean {
    const [begin, end] = [begins[i]!, begins[i + 1]!];
    if (!cut?.subarray(begin, end).includes(1) && !veil?.subarray(begin, end).some((a) => a > 0)) return true;
    let square = 0;
    for (let k = 3 * begin; k < 3 * end; k++) square += g[k]! * g[k]!;
    return square * nodes.reaches[i]! * nodes.reaches[i]! < MOST_STIFF;
  }

  /** g_ij = ω_ij A⁻¹ X_ij, A = Σ ω_ij X_ij X_ijᵀ. False where A does not invert. [AW09 eq. 37-38] */
  differences(nodes: ReferenceNodes, begins: Uint32Array, to: Uint32Array, g: Float64Array, i: number): boolean {
    const { d, M, inverse } = this,
      near = this.look(nodes, begins, to, i),
      { p, weights } = this;
    M.fill(0);
    for (let l = 0; l < near; l++) {
      const w = weights[l]!;
      for (let a = 0; a < d; a++)
        for (let b = 0; b < d; b++) M[d * a + b]! += w * p[4 * l + a + 1]! * p[4 * l + b + 1]!;
    }
    if (!invert(M, inverse, d)) return false;
    for (let l = 0; l < near; l++) {
      const w = weights[l]! / nodes.reaches[i]!;
      for (let a = 0; a < d; a++) {
        let sum = 0;
        for (let b = 0; b < d; b++) sum += inverse[d * a + b]! * p[4 * l + b + 1]!;
        g[3 * (begins[i]! + l) + a] = w * sum;
      }
    }
    return true;
  }

  /** g_ij = ∇Φ_j with the linear basis, centered at X_i: ∂Φ = ∂Γ·b + Γ·∂b, ∂Γ = −M⁻¹ ∂M Γ. [AW09 eq. 32, card §13] */
  mls(nodes: ReferenceNodes, begins: Uint32Array, to: Uint32Array, g: Float64Array, i: number): boolean {
    const { d, M, inverse, moved, slopes } = this,
      m = d + 1,
      perH = 1 / nodes.reaches[i]!,
      near = this.look(nodes, begins, to, i),
      { p, weights, steepness, wholes } = this;
    M.fill(0);
    M[0] = 1; // that of the particle itself
    for (let l = 0; l < near; l++) {
      const w = weights[l]!;
      for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) M[m * a + b]! += w * p[4 * l + a]! * p[4 * l + b]!;
    }
    if (!invert(M, inverse, m)) return false;
    const gamma = inverse; // Γ = M⁻¹p(0) is its first row
    moved.fill(0);
    for (let k = 0; k < d; k++) {
      moved[4 * k + k + 1]! -= perH * gamma[0]!; // itself: p = p(0), ω = 1, no slope
      moved[4 * k]! -= perH * gamma[k + 1]!;
    }
    for (let l = 0; l < near; l++) {
      const w = weights[l]!;
      let whole = 0;
      for (let a = 0; a < m; a++) whole += gamma[a]! * p[4 * l + a]!;
      wholes[l] = whole;
      for (let k = 0; k < d; k++) {
        const steep = steepness[l]! * p[4 * l + k + 1]! * whole - w * perH * gamma[k + 1]!;
        for (let a = 0; a < m; a++) moved[4 * k + a]! += steep * p[4 * l + a]!;
        moved[4 * k + k + 1]! -= w * perH * whole;
      }
    }
    for (let k = 0; k < d; k++) {
      for (let a = 0; a < m; a++) {
        let sum = 0;
        for (let b = 0; b < m; b++) sum += inverse[m * a + b]! * moved[4 * k + b]!;
        slopes[4 * k + a] = -sum;
      }
    }
    for (let l = 0; l < near; l++) {
      const w = weights[l]!;
      for (let k = 0; k < d; k++) {
        let bent = 0;
        for (let a = 0; a < m; a++) bent += slopes[4 * k + a]! * p[4 * l + a]!;
        g[3 * (begins[i]! + l) + k] =
          w * bent + steepness[l]! * p[4 * l + k + 1]! * wholes[l]! - w * perH * gamma[k + 1]!;
      }
    }
    return true;
  }

  /**
   * Of the neighbors of node i: p = (1, y) with y = X_ij over the reach of i; ω = (1 − (r/h)²)³, and 0 for what is cut; and 6 (1 − s)² over
   * the square of the reach of the pair, times that of i, which makes y_k the slope ∂_kω, 1/m. Returns how many there are. [AW09 §7.3]
   * Through a crack r/h is longer by a [AW09 eq. 70], which the slope takes for fixed: linear fields are exact with any slope, and the one of a
   * has no bound where a segment lies nearly along the crack.
   */
  private look({ places, reaches }: ReferenceNodes, begins: Uint32Array, to: Uint32Array, i: number): number {
    const near = begins[i + 1]! - begins[i]!,
      own = reaches[i]!;
    if (near > this.weights.length) this.makeRoom(2 * near);
    const { p, d, weights, steepness } = this;
    for (let l = 0; l < near; l++) {
      const j = to[begins[i]! + l]!,
        h = 0.5 * (own + reaches[j]!);
      let square = 0;
      p[4 * l] = 1;
      for (let a = 0; a < 3; a++) {
        const x = places[3 * j + a]! - places[3 * i + a]!;
        if (a < d) p[4 * l + a + 1] = x / own;
        square += x * x;
      }
      const link = begins[i]! + l,
        a = this.veil?.[link] ?? 0,
        r = a > 0 ? Math.sqrt(square) : 0,
        u = r / h + a,
        s = this.cut?.[link] ? 0 : Math.max(0, 1 - (a > 0 ? u * u : square / (h * h)));
      steepness[l] = a > 0 ? (6 * s * s * u * own) / (h * r) : (6 * s * s * own) / (h * h);
      weights[l] = s * s * s;
    }
    return near;
  }

  private makeRoom(near: number): void {
    this.p = new Float64Array(4 * near);
    this.weights = new Float64Array(near);
    this.steepness = new Float64Array(near);
    this.wholes = new Float64Array(near);
  }
}

/** The inverse of a symmetric positive n × n matrix, by Gauss and Jordan without exchange of rows; false where it has none to speak of. */
function invert(M: Float64Array, out: Float64Array, n: number): boolean {
  out.fill(0);
  let largest = 0;
  for (let a = 0; a < n; a++) {
    out[n * a + a] = 1;
    largest = Math.max(largest, M[n * a + a]!);
  }
  for (let k = 0; k < n; k++) {
    const pivot = M[n * k + k]!;
    if (!(pivot > LEAST_PIVOT * largest)) return false;
    for (let c = 0; c < n; c++) {
      M[n * k + c]! /= pivot;
      out[n * k + c]! /= pivot;
    }
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const f = M[n * r + k]!;
      for (let c = 0; c < n; c++) {
        M[n * r + c]! -= f * M[n * k + c]!;
        out[n * r + c]! -= f * out[n * k + c]!;
      }
    }
  }
  return true;
}
