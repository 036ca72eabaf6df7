// A symmetric matrix of small elements, factored: that of all bodies in their reference shapes, or of coarser grids over them. [ADR 39, 52]
// The host puts the matrix together, assembly/elastic/factor.ts factors it and solves with it.
//   A₀ = Σ_j (D_j N Nᵀ + (λ + k_v) G Gᵀ + μ (Gᵀ G + G·G)),  N and G of element j: values and gradients at a node of the functions near it

import type { WasmExports } from '../../threads/module.ts';
import type { SharedMemory } from '../../wasm/memory.ts';
import type { Elements } from './elements.ts';
import { firstColumns, narrowOrder } from './narrow-order.ts';

/** Weights of the elements: of the step too. */
export interface Stiff {
  /** λ + k_v and μ of each node times its volume. */
  readonly lambda: Float64Array;
  readonly mu: Float64Array;
  /** D of each node. */
  readonly diagonal: Float64Array;
  /** Adds what else acts along each axis alike, between functions that share an element. */
  readonly alike?: undefined | ((add: (i: number, j: number, value: number) => void) => void);
}

/** How A₀ is factored, as far as it follows from the elements alone. */
export interface FactorPlan {
  /** Where each function stands. */
  readonly order: Uint32Array;
  /** Of each place, the first that shares an element with it: rows begin there. */
  readonly firsts: Uint32Array;
  /** That the factor takes. */
  readonly bytes: number;
}

/** Where a factor stands in the shared memory, and who works there. */
export interface FactorRoom {
  readonly plan: FactorPlan;
  readonly shared: Pick<SharedMemory, 'u32' | 'f64'>;
  readonly wasm: Pick<WasmExports, 'factorBlocks' | 'solveBlocks'>;
  /** A multiple of 8. */
  readonly address: number;
}

/** Plans a factor; nothing if it would take more products than it may. */
export function planFactor(elements: Elements, mostProducts: number): FactorPlan | undefined {
  const order = narrowOrder(elements),
    firsts = firstColumns(elements, order);
  let [products, numbers] = [0, 0];
  firsts.forEach((first, n) => {
    products += 27 * (n - first + 1) * (n - first + 1);
    numbers += 9 * (n - first);
  });
  return products > mostProducts ? undefined : { order, firsts, bytes: 8 * (numbers + HEAD * firsts.length) };
}

/** Numbers of a function before the rows: three of z, the span of its rows, the lower half of its diagonal block. */
const HEAD = 3 + 1 + 6;

/** Where z, spans, diagonal blocks and rows of a factor stand. */
function placesOf({ plan: { firsts }, address }: Omit<FactorRoom, 'shared' | 'wasm'>) {
  const count = firsts.length,
    spans = address + 24 * count,
    diagonals = spans + 8 * count;
  return { count, z: address, spans, diagonals, rows: diagonals + 48 * count };
}

/** Factors A₀ where its room is. */
export function factorInto(room: FactorRoom, elements: Elements, stiff: Stiff): void {
  const { plan, shared, wasm } = room,
    { firsts } = plan,
    { count, spans, diagonals, rows } = placesOf(room);
  shared.f64.fill(0, room.address >>> 3, (room.address + plan.bytes) >>> 3);
  let next = rows;
  for (let n = 0; n < count; n++) {
    const bytes = 24 * (n - firsts[n]!);
    shared.u32[(spans >>> 2) + 2 * n] = next;
    shared.u32[(spans >>> 2) + 2 * n + 1] = bytes;
    next += 3 * bytes;
  }
  assemble(elements, stiff, plan, { f64: shared.f64, rows: rowStarts(plan, rows), diagonals: diagonals >>> 3 });
  wasm.factorBlocks(spans, diagonals, count);
}

/** Where rows begin, as numbers of f64. */
function rowStarts({ firsts }: FactorPlan, rows: number): Float64Array {
  let next = rows / 8;
  return Float64Array.from(firsts, (first, n) => {
    next += 9 * (n - first);
    return next - 9 * (n - first);
  });
}

/** The right side of a solve and then its solution: three numbers for each function, in the order of the plan. */
export function vectorOf({ plan, shared, address }: FactorRoom): Float64Array {
  return shared.f64.subarray(address >>> 3, (address >>> 3) + 3 * plan.firsts.length);
}

/** Solves A₀ z = r in place, with what stands in the vector of the room. */
export function solveFactored(room: FactorRoom): void {
  const { count, z, spans, diagonals } = placesOf(room);
  room.wasm.solveBlocks(spans, diagonals, count, z);
}

/** Where the rows of the lower half are. */
interface Blocks {
  readonly f64: Float64Array;
  readonly rows: Float64Array;
  readonly diagonals: number;
}

/** Adds the blocks of every element to the lower half. */
function assemble(elements: Elements, stiff: Stiff, { order, firsts }: FactorPlan, blocks: Blocks): void {
  const { begins, to, values: N, gradients } = elements,
    { lambda, mu, diagonal, alike } = stiff,
    { f64, rows, diagonals } = blocks,
    /** Of row r of block i, j the first number. */
    at = (i: number, j: number, r: number) =>
      j === i ? diagonals + 6 * i + (r * (r + 1)) / 2 : rows[i]! + 3 * (r * (i - firsts[i]!) + j - firsts[i]!);
  for (let n = 0; n + 1 < begins.length; n++)
    for (let p = begins[n]!; p < begins[n + 1]!; p++)
      for (let q = begins[n]!; q < begins[n + 1]!; q++) {
        const [i, j] = [order[to[p]!]!, order[to[q]!]!];
        if (j > i) continue;
        blockInto(block, gradients, p, q, lambda[n]!, mu[n]!, diagonal[n]! * N[p]! * N[q]!);
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < (j === i ? r + 1 : 3); c++) f64[at(i, j, r) + c]! += block[3 * r + c]!;
      }
  alike?.((p, q, value) => {
    const [i, j] = [order[p]!, order[q]!];
    if (j <= i) for (let r = 0; r < 3; r++) f64[at(i, j, r) + r]! += value;
  });
}

const block = new Float64Array(9);

/** D N_p N_q + λ G_p G_qᵀ + μ (G_q G_pᵀ + G_p·G_q). */
function blockInto(
  out: Float64Array,
  G: Float64Array,
  p: number,
  q: number,
  lambda: number,
  mu: number,
  mass: number,
): void {
  const dot = G[3 * p]! * G[3 * q]! + G[3 * p + 1]! * G[3 * q + 1]! + G[3 * p + 2]! * G[3 * q + 2]!;
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      const value = lambda * G[3 * p + r]! * G[3 * q + c]! + mu * G[3 * p + c]! * G[3 * q + r]!;
      out[3 * r + c] = value + (r === c ? mu * dot + mass : 0);
    }
}
