// What makes the solve of an implicit step short: the matrix of all bodies in their reference shapes, factored once, and turned with them.
// Rounds of plain conjugate gradients grow with the step as explicit steps would; with this they do not. [ADR 39]
//   A₀ = D + Σ_j V_j ((λ + k_v) G Gᵀ + μ (Gᵀ G + G·G)),  G of node j: g_jk of its neighbors and −Σ g_jk of its own.  z = R A₀⁻¹ Rᵀ r

import type { Links } from './gradients.ts';

/** The nodes of all solids as the matrix needs them. Weights of the step are in λ and μ. */
export interface Stiff {
  readonly links: Links;
  /** λ + k_v and μ of each node times its volume. */
  readonly lambda: Float64Array;
  readonly mu: Float64Array;
  /** D of each node. */
  readonly diagonal: Float64Array;
}

/** L of A₀ = L Lᵀ by rows, from the first entry of each that is not 0. */
export interface Factor {
  /** Where each node stands. */
  readonly order: Uint32Array;
  readonly rows: readonly Float64Array[];
}

/** Factors by what they follow from: the same for any history. */
export type Factors = Map<string, Factor | undefined>;

/** Products that a factor may take: one or two seconds. Larger bodies do without. */
const MOST_PRODUCTS = 2e9;

/** Factors A₀; nothing if that would take too long. */
export function factorOf(of: Stiff): Factor | undefined {
  const order = narrowOrder(of.links),
    firsts = firstColumns(of.links, order);
  let products = 0;
  for (let n = 0; n < firsts.length; n++) products += 27 * (n - firsts[n]! + 1) * (n - firsts[n]! + 1);
  if (products > MOST_PRODUCTS) return undefined;
  const rows = Array.from(
    { length: 3 * firsts.length },
    (_, r) => new Float64Array(r + 1 - 3 * firsts[Math.floor(r / 3)]!),
  );
  assemble(of, order, rows);
  for (let i = 0; i < rows.length; i++) eliminate(rows, i);
  return { order, rows };
}

/** Solves L Lᵀ z = r in place; three numbers for each node, in the order of the factor. */
export function solveFactored({ rows }: Factor, z: Float64Array): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!,
      last = row.length - 1,
      first = i - last;
    let [even, odd] = [0, 0]; // two sums, so that one need not wait for the other
    for (let k = 1; k < last; k += 2) {
      even += row[k - 1]! * z[first + k - 1]!;
      odd += row[k]! * z[first + k]!;
    }
    if (last % 2 === 1) even += row[last - 1]! * z[i - 1]!;
    z[i] = (z[i]! - even - odd) / row[last]!;
  }
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!,
      last = row.length - 1,
      first = i - last,
      x = z[i]! / row[last]!;
    z[i] = x;
    for (let k = 0; k < last; k++) z[first + k]! -= row[k]! * x;
  }
}

/** A row of L from one of A₀ and the rows above. */
function eliminate(rows: readonly Float64Array[], i: number): void {
  const row = rows[i]!,
    first = i + 1 - row.length;
  for (let j = first; j <= i; j++) {
    const other = rows[j]!,
      start = j + 1 - other.length,
      from = Math.max(first, start);
    let sum = row[j - first]!;
    for (let k = from; k < j; k++) sum -= row[k - first]! * other[k - start]!;
    row[j - first] = j < i ? sum / other[j - start]! : Math.sqrt(sum);
  }
}

/** Adds the blocks of every node to the rows of the lower half. */
function assemble(
  { links: { begins, to, g }, lambda, mu, diagonal }: Stiff,
  order: Uint32Array,
  rows: readonly Float64Array[],
): void {
  const count = order.length;
  for (let n = 0; n < count; n++) {
    const near = begins[n + 1]! - begins[n]!,
      nodes = new Uint32Array(near + 1),
      G = new Float64Array(3 * (near + 1)); // its own is the last
    nodes[near] = n;
    for (let l = 0; l < near; l++) {
      nodes[l] = to[begins[n]! + l]!;
      for (let a = 0; a < 3; a++) {
        G[3 * l + a] = g[3 * (begins[n]! + l) + a]!;
        G[3 * near + a]! -= G[3 * l + a]!;
      }
    }
    for (let p = 0; p <= near; p++)
      for (let q = 0; q <= near; q++) {
        const [i, j] = [order[nodes[p]!]!, order[nodes[q]!]!];
        if (j <= i) addBlock(rows, i, j, G, p, q, lambda[n]!, mu[n]!);
      }
    for (let a = 0; a < 3; a++) {
      const row = rows[3 * order[n]! + a]!;
      row[row.length - 1]! += diagonal[n]!;
    }
  }
}

/** λ G_p G_qᵀ + μ (G_q G_pᵀ + G_p·G_q) into the block of i and j. */
function addBlock(
  rows: readonly Float64Array[],
  i: number,
  j: number,
  G: Float64Array,
  p: number,
  q: number,
  lambda: number,
  mu: number,
): void {
  const dot = G[3 * p]! * G[3 * q]! + G[3 * p + 1]! * G[3 * q + 1]! + G[3 * p + 2]! * G[3 * q + 2]!;
  for (let r = 0; r < 3; r++) {
    const row = rows[3 * i + r]!,
      first = 3 * i + r + 1 - row.length;
    for (let c = 0; c < 3 && 3 * j + c <= 3 * i + r; c++) {
      const value = lambda * G[3 * p + r]! * G[3 * q + c]! + mu * G[3 * p + c]! * G[3 * q + r]!;
      row[3 * j + c - first]! += value + (r === c ? mu * dot : 0);
    }
  }
}

/** The order of Cuthill and McKee: neighbors of neighbors come close to each other. */
function narrowOrder({ begins, to }: Links): Uint32Array {
  const count = begins.length - 1,
    order = new Uint32Array(count).fill(count),
    degree = (n: number) => begins[n + 1]! - begins[n]!;
  let next = 0;
  const spread = (start: number, mark: (n: number) => boolean): number[] => {
    const list = [start];
    mark(start);
    for (let at = 0; at < list.length; at++) {
      const near = [...to.subarray(begins[list[at]!]!, begins[list[at]! + 1]!)].sort(
        (a, b) => degree(a) - degree(b) || a - b,
      );
      for (const n of near) if (mark(n)) list.push(n);
    }
    return list;
  };
  for (let n = 0; n < count; n++) {
    if (order[n]! < count) continue;
    let far = n;
    for (let k = 0; k < 2; k++) {
      const seen = new Set<number>();
      far = spread(far, (m) => !seen.has(m) && seen.add(m) !== undefined).at(-1)!;
    }
    spread(far, (m) => {
      if (order[m]! < count) return false;
      order[m] = next++;
      return true;
    });
  }
  return order;
}

/** Of each place in the order, the first that shares a node's neighborhood with it. */
function firstColumns({ begins, to }: Links, order: Uint32Array): Uint32Array {
  const firsts = Uint32Array.from(order.keys());
  for (let n = 0; n < order.length; n++) {
    const near = to.subarray(begins[n]!, begins[n + 1]!);
    let least = order[n]!;
    for (const j of near) least = Math.min(least, order[j]!);
    for (const j of [n, ...near]) firsts[order[j]!] = Math.min(firsts[order[j]!]!, least);
  }
  return firsts;
}
