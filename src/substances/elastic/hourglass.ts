// What holds a solid against modes that strain does not feel, such as every second particle moved to and fro. [card §14, Gan15, ADR 39]
//   E = ½ Σ_i s_i Σ_j ω_ij |x_ij − F̃_i X_ij|²,  s_i = α E V_i/Σ_j ω_ij |X_ij|²,  F̃_i = Σ_j ω_ij x_ij X_ijᵀ A_i⁻¹, A_i = Σ_j ω_ij X_ij X_ijᵀ
// F̃ is the linear map that fits the neighbors best: what bodies do as a whole, turn, stretch, shear, has no such energy. The nearest neighbors
// see every such mode; more would cost as much as the forces themselves. Here is what follows from the reference shape alone; the passes are in
// assembly/elastic/hourglass.ts.

import type { Engine } from '../../engine/engine.ts';
import * as at from '../../wasm/layout.ts';
import { type Links, linkOf, type ReferenceNodes } from './gradients.ts';
import type { ElasticParameters } from './parameters.ts';

/** Neighbors count up to this part of the support: the six nearest of a cubic lattice, the twelve of a close packing. */
const NEAR = 0.77;
/** Smallest determinant of A over the power of its trace. */
const LEAST = 1e-6;

/** Near neighbors of all nodes: those of node n from begins[n] to begins[n + 1]. */
export interface Control {
  readonly begins: Uint32Array;
  readonly to: Uint32Array;
  /** ω_ij of each; the same both ways. */
  readonly weights: Float32Array;
  /** That they take in the shared memory. */
  readonly bytes: number;
}

/** Whether any solid has hourglass control. */
export function hasHourglass(own: readonly ElasticParameters[]): boolean {
  return own.some(({ hourglass }) => hourglass > 0);
}

/** The near ones among the neighbors. */
export function controlOf(nodes: ReferenceNodes, links: Links): Control {
  const { count } = nodes,
    begins = new Uint32Array(count + 1),
    to = new Uint32Array(links.to.length),
    weights = new Float32Array(links.to.length);
  let [pairs, end] = [0, 0];
  for (let n = 0; n < count; n++) {
    for (let l = links.begins[n]!; l < links.begins[n + 1]!; l++) {
      const j = links.to[l]!,
        u = nearness(nodes, n, j);
      if (u > NEAR * NEAR) continue;
      to[end] = j;
      weights[end++] = links.cut?.[l] ? 0 : weightOf(u, links.veil?.[l]); // what is cut stays in its lane: sums are the same as if it was cut later
    }
    begins[n + 1] = end;
    pairs += (end - begins[n]! + 1) >> 1;
  }
  return { begins, to: to.slice(0, end), weights: weights.slice(0, end), bytes: pairs * at.CONTROL_BYTES };
}

/** The square of r/h of two nodes. */
function nearness({ places: X, reaches }: ReferenceNodes, n: number, j: number): number {
  const h = 0.5 * (reaches[n]! + reaches[j]!);
  let square = 0;
  for (let a = 0; a < 3; a++) square += (X[3 * j + a]! - X[3 * n + a]!) * (X[3 * j + a]! - X[3 * n + a]!);
  return square / (h * h);
}

/** ω, from the square of r/h and what a crack adds to r/h. [AW09 eq. 70] */
function weightOf(square: number, veil = 0): number {
  const u = Math.sqrt(square) + veil,
    s = 1 - (veil > 0 ? u * u : square);
  return s * s * s;
}

/** Writes near neighbors from an address on, and A⁻¹ and s of all nodes. An odd neighbor is beside its own node and weighs nothing. */
export function writeControl(engine: Engine, nodes: ReferenceNodes, control: Control, address: number): void {
  const { u32, f32, f64 } = engine.set.shared,
    spans = u32[at.AT_NODE_CONTROL >> 2]! >>> 2,
    { begins, to, weights } = control,
    { places: X } = nodes;
  let next = address;
  for (let n = 0; n < nodes.count; n++) {
    u32[spans + 2 * n] = next;
    for (let l = begins[n]!; l < begins[n + 1]!; l += 2) {
      for (let lane = 0; lane < 2; lane++) {
        const there = l + lane < begins[n + 1]!,
          j = there ? to[l + lane]! : n;
        u32[(next >>> 2) + lane] = j;
        f32[(next >>> 2) + 2 + lane] = there ? weights[l + lane]! : 0;
        for (let a = 0; a < 3; a++) f64[(next >>> 3) + 2 + 2 * a + lane] = X[3 * j + a]! - X[3 * n + a]!;
      }
      next += at.CONTROL_BYTES;
    }
    u32[spans + 2 * n + 1] = next;
  }
  writeFits(engine, nodes, control);
}

/**
 * Writes the control of some nodes anew, after links of theirs were cut. The same bits as from scratch.
 * @param places particles that the nodes are
 */
export function renewControl(
  engine: Engine,
  nodes: ReferenceNodes,
  control: Control,
  links: Links,
  changed: readonly number[],
  places: readonly number[],
): void {
  const { begins, to, weights } = control,
    { u32, f32 } = engine.set.shared,
    spans = u32[at.AT_NODE_CONTROL >> 2]! >>> 2;
  changed.forEach((n, k) => {
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const link = linkOf(links, n, to[l]!);
      if (!links.cut![link] && !links.veil) continue;
      weights[l] = links.cut![link] ? 0 : weightOf(nearness(nodes, n, to[l]!), links.veil?.[link]);
      const lane = l - begins[n]!;
      f32[((u32[spans + 2 * n]! + (lane >> 1) * at.CONTROL_BYTES) >>> 2) + 2 + (lane & 1)] = weights[l]!;
    }
    writeFit(engine, nodes, control, n, places[k]!);
  });
}

function writeFits(engine: Engine, nodes: ReferenceNodes, control: Control): void {
  const { set } = engine,
    numbers = set.u32('node');
  for (let i = 0; i < set.count; i++) if (numbers[i]! > 0) writeFit(engine, nodes, control, numbers[i]! - 1, i);
}

const moment = new Float64Array(6);

/** Writes A⁻¹ and s of node n, which is particle i. */
function writeFit({ set, substances }: Engine, nodes: ReferenceNodes, control: Control, n: number, i: number) {
  const { f64, u32 } = set.shared,
    first = (u32[at.AT_NODE_FIT >> 2]! >>> 3) + 7 * n,
    fit = f64.subarray(first, first + 7),
    { hourglass, youngsModulus } = substances[set.u32('substance')[i]!] as ElasticParameters,
    V = set.f64('referenceVolume')[i]! * (1 - set.f64('damage')[i]!),
    trace = sumMoment(nodes, control, n, moment);
  fit.fill(0);
  if (invertMoment(moment, nodes.dimension, trace, fit)) fit[6] = (hourglass * youngsModulus * V) / trace;
}

/** A of a node, xx yy zz yz zx xy, m²; returns its trace. */
function sumMoment(
  { places: X }: ReferenceNodes,
  { begins, to, weights }: Control,
  n: number,
  A: Float64Array,
): number {
  A.fill(0);
  for (let l = begins[n]!; l < begins[n + 1]!; l++) {
    const j = 3 * to[l]!,
      w = weights[l]!,
      x = X[j]! - X[3 * n]!,
      y = X[j + 1]! - X[3 * n + 1]!,
      z = X[j + 2]! - X[3 * n + 2]!;
    A[0]! += w * x * x;
    A[1]! += w * y * y;
    A[2]! += w * z * z;
    A[3]! += w * y * z;
    A[4]! += w * z * x;
    A[5]! += w * x * y;
  }
  return A[0]! + A[1]! + A[2]!;
}

/** A⁻¹, in the plane with 0 across it; false where neighbors say nothing of one direction. */
function invertMoment(A: Float64Array, dimension: 2 | 3, trace: number, out: Float64Array): boolean {
  const xx = A[0]!,
    yy = A[1]!,
    yz = A[3]!,
    zx = A[4]!,
    xy = A[5]!,
    zz = dimension === 2 ? 1 : A[2]!,
    cxx = yy * zz - yz * yz,
    cyy = xx * zz - zx * zx,
    czz = xx * yy - xy * xy,
    cyz = zx * xy - xx * yz,
    czx = xy * yz - yy * zx,
    cxy = yz * zx - xy * zz,
    determinant = xx * cxx + xy * cxy + zx * czx;
  if (!(determinant > LEAST * (dimension === 2 ? trace * trace : trace * trace * trace))) return false;
  out[0] = cxx / determinant;
  out[1] = cyy / determinant;
  out[2] = dimension === 2 ? 0 : czz / determinant;
  out[3] = cyz / determinant;
  out[4] = czx / determinant;
  out[5] = cxy / determinant;
  return true;
}

/**
 * Adds the matrix of hourglass control, the same along each axis: of node i, s (δ_jk ω_j − ω_j ω_k X_jᵀ A⁻¹ X_k) between near neighbors j and k,
 * and for its own place what makes sums 0.
 * @param weight factor of all
 */
export function addControlMatrix(
  { set: { shared } }: Engine,
  { places: X }: ReferenceNodes,
  { begins, to, weights }: Control,
  weight: number,
  add: (i: number, j: number, value: number) => void,
): void {
  const { f64, u32 } = shared,
    fits = u32[at.AT_NODE_FIT >> 2]! >>> 3;
  for (let n = 0; n + 1 < begins.length; n++) {
    const [xx, yy, zz, yz, zx, xy, s] = f64.subarray(fits + 7 * n, fits + 7 * n + 7) as unknown as number[],
      apart = (l: number, a: number) => X[3 * to[l]! + a]! - X[3 * n + a]!;
    if (s === 0) continue;
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const [x, y, z] = [apart(l, 0), apart(l, 1), apart(l, 2)],
        [u, v, w] = [xx! * x + xy! * y + zx! * z, xy! * x + yy! * y + yz! * z, zx! * x + yz! * y + zz! * z];
      for (let k = begins[n]!; k < begins[n + 1]!; k++) {
        const fitted = weights[l]! * weights[k]! * (u * apart(k, 0) + v * apart(k, 1) + w * apart(k, 2)),
          value = weight * s! * ((l === k ? weights[l]! : 0) - fitted);
        add(to[l]!, to[k]!, value);
        add(to[l]!, n, -value);
        add(n, to[k]!, -value);
        add(n, n, value);
      }
    }
  }
}
