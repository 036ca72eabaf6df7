// A symmetric matrix of small elements, factored: that of all bodies in their reference shapes, or of coarser grids over them. [ADR 39]
//   A₀ = Σ_j (D_j N Nᵀ + (λ + k_v) G Gᵀ + μ (Gᵀ G + G·G)),  N and G of element j: values and gradients at a node of the functions near it

import type { Links } from './gradients.ts';

/** What acts at each node of the solids: functions with their values and gradients there. */
export interface Elements {
  /** Functions in all; each has three unknowns. */
  readonly functions: number;
  /** Those at node n from begins[n] to begins[n + 1]. */
  readonly begins: Uint32Array;
  readonly to: Uint32Array;
  readonly values: Float64Array;
  /** Three numbers each, 1/m. */
  readonly gradients: Float64Array;
}

/** Weights of the elements: of the step too. */
export interface Stiff {
  /** λ + k_v and μ of each node times its volume. */
  readonly lambda: Float64Array;
  readonly mu: Float64Array;
  /** D of each node. */
  readonly diagonal: Float64Array;
  /** Adds what else acts along each axis alike, between functions that share an element. */
  readonly alike?: (add: (i: number, j: number, value: number) => void) => void;
}

/** L of A₀ = L Lᵀ by rows, from the first entry of each that is not 0. */
export interface Factor {
  /** Where each function stands. */
  readonly order: Uint32Array;
  readonly rows: readonly Float64Array[];
}

/** What is factored: the nodes themselves, or a grid over them. */
export interface Coarse {
  readonly factor: Factor;
  /** Functions at the nodes; none where each node has its own. */
  readonly elements?: Elements;
  /** Of a grid: what each node does by itself, 1 over its diagonal. */
  readonly inverse?: Float64Array;
}

/** Factors by what they follow from: the same for any history. */
export type Factors = Map<string, Coarse>;

/** The nodes as functions of their own, as the links of solids have them: g_jk of neighbors and −Σ g_jk of their own. */
export function elementsOf({ begins, to, g }: Pick<Links, 'begins' | 'to' | 'g'>): Elements {
  const functions = begins.length - 1,
    elements = {
      functions,
      begins: begins.map((begin, n) => begin + n), // its own is the last
      to: new Uint32Array(to.length + functions),
      values: new Float64Array(to.length + functions),
      gradients: new Float64Array(3 * (to.length + functions)),
    };
  for (let n = 0; n < functions; n++) {
    const own = elements.begins[n + 1]! - 1;
    elements.to[own] = n;
    elements.values[own] = 1;
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      elements.to[l + n] = to[l]!;
      for (let a = 0; a < 3; a++) {
        elements.gradients[3 * (l + n) + a] = g[3 * l + a]!;
        elements.gradients[3 * own + a]! -= g[3 * l + a]!;
      }
    }
  }
  return elements;
}

/** Factors A₀; nothing if that would take more products than it may. */
export function factorOf(elements: Elements, stiff: Stiff, mostProducts: number): Factor | undefined {
  const order = narrowOrder(elements),
    firsts = firstColumns(elements, order);
  let products = 0;
  for (let n = 0; n < firsts.length; n++) products += 27 * (n - firsts[n]! + 1) * (n - firsts[n]! + 1);
  if (products > mostProducts) return undefined;
  const rows = Array.from(
    { length: 3 * firsts.length },
    (_, r) => new Float64Array(r + 1 - 3 * firsts[Math.floor(r / 3)]!),
  );
  assemble(elements, stiff, order, rows);
  for (let i = 0; i < rows.length; i++) eliminate(rows, i);
  return { order, rows };
}

/** Solves L Lᵀ z = r in place; three numbers for each function, in the order of the factor. */
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
    let [even, odd] = [row[j - first]!, 0],
      k = from;
    for (; k + 1 < j; k += 2) {
      even -= row[k - first]! * other[k - start]!;
      odd -= row[k + 1 - first]! * other[k + 1 - start]!;
    }
    if (k < j) even -= row[k - first]! * other[k - start]!;
    row[j - first] = j < i ? (even + odd) / other[j - start]! : Math.sqrt(even + odd);
  }
}

/** Adds the blocks of every element to the rows of the lower half. */
function assemble(
  elements: Elements,
  { lambda, mu, diagonal, alike }: Stiff,
  order: Uint32Array,
  rows: readonly Float64Array[],
) {
  const { begins, to, values: N } = elements;
  for (let n = 0; n + 1 < begins.length; n++)
    for (let p = begins[n]!; p < begins[n + 1]!; p++)
      for (let q = begins[n]!; q < begins[n + 1]!; q++) {
        const [i, j] = [order[to[p]!]!, order[to[q]!]!];
        if (j <= i) addBlock(rows, i, j, elements.gradients, p, q, lambda[n]!, mu[n]!, diagonal[n]! * N[p]! * N[q]!);
      }
  alike?.((p, q, value) => {
    const [i, j] = [order[p]!, order[q]!];
    if (j > i) return;
    for (let r = 3 * i; r < 3 * i + 3; r++) rows[r]![3 * (j - i) + rows[r]!.length - 1]! += value;
  });
}

/** D N_p N_q + λ G_p G_qᵀ + μ (G_q G_pᵀ + G_p·G_q) into the block of i and j. */
function addBlock(
  rows: readonly Float64Array[],
  i: number,
  j: number,
  G: Float64Array,
  p: number,
  q: number,
  lambda: number,
  mu: number,
  mass: number,
): void {
  const dot = G[3 * p]! * G[3 * q]! + G[3 * p + 1]! * G[3 * q + 1]! + G[3 * p + 2]! * G[3 * q + 2]!;
  for (let r = 0; r < 3; r++) {
    const row = rows[3 * i + r]!,
      first = 3 * i + r + 1 - row.length;
    for (let c = 0; c < 3 && 3 * j + c <= 3 * i + r; c++) {
      const value = lambda * G[3 * p + r]! * G[3 * q + c]! + mu * G[3 * p + c]! * G[3 * q + r]!;
      row[3 * j + c - first]! += value + (r === c ? mu * dot + mass : 0);
    }
  }
}

/** The order of Cuthill and McKee: functions that share an element come close to each other. */
function narrowOrder(elements: Elements): Uint32Array {
  const { begins, to } = sharers(elements),
    count = elements.functions,
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

/** Functions that share an element with each: where every node has a function of its own, the elements themselves say enough. */
function sharers({ functions, begins, to }: Elements): Pick<Elements, 'begins' | 'to'> {
  if (functions === begins.length - 1) return { begins, to };
  const sets = Array.from({ length: functions }, () => new Set<number>());
  for (let n = 0; n + 1 < begins.length; n++)
    for (let p = begins[n]!; p < begins[n + 1]!; p++)
      for (let q = begins[n]!; q < begins[n + 1]!; q++) sets[to[p]!]!.add(to[q]!);
  const ends = new Uint32Array(functions + 1);
  sets.forEach((set, n) => {
    ends[n + 1] = ends[n]! + set.size;
  });
  return { begins: ends, to: Uint32Array.from(sets.flatMap((set) => [...set])) };
}

/** Of each place in the order, the first that shares an element with it. */
function firstColumns({ begins, to }: Elements, order: Uint32Array): Uint32Array {
  const firsts = Uint32Array.from(order.keys());
  for (let n = 0; n + 1 < begins.length; n++) {
    const near = to.subarray(begins[n]!, begins[n + 1]!);
    let least = order.length;
    for (const j of near) least = Math.min(least, order[j]!);
    for (const j of near) firsts[order[j]!] = Math.min(firsts[order[j]!]!, least);
  }
  return firsts;
}
