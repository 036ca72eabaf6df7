// A body that has flowed far takes its present shape as its reference: neighbors and gradients are those of today. [AW09 §7.3, X36]
//   ε_p ← F⁻ᵀ(ε_p − ε)F⁻¹,  X ← x,  V ← V det F.  The stress stays, seen from the new shape.

import { maxOverChunks } from '../../engine/reports.ts';
import * as at from '../../wasm/layout.ts';
import type { Links } from './gradients.ts';
import type { ElasticParameters } from './parameters.ts';
import { linkUncut, nodesOf, placesOfNodes, type Solids, writeLinks } from './solids.ts';

/** Plastic strain at which a body is due. [card §15] */
const DUE = 0.2;
/** Strain from the present reference that it must have too: what it took over from the last one is no flow. */
const MOVED = 0.1;
/** Looked at every so many steps: renewing costs as much as about a hundred steps. */
const EVERY = 16;

/** Renews the reference of every body that is due and flows without a limit. */
export function renewReference(s: Solids): void {
  const { engine } = s,
    { set, steps, memory } = engine;
  if (s.blades.length > 0) return; // cuts lie in the first shape
  if (steps % EVERY !== 0 || !(set.shared.real(at.STEP) > 0) || !(maxOverChunks(set, at.REPORT_LARGEST_FLOW) > DUE))
    return;
  const places = placesOfNodes(s),
    due = bodiesDue(s, places);
  if (due.size === 0) return;
  const now = set.f64('position'),
    before = nodesOf(s, places),
    after = { ...before, places: before.places.slice() };
  for (let n = 0; n < before.count; n++)
    if (due.has(before.bodies[n]!)) for (let a = 0; a < 3; a++) after.places[3 * n + a] = now[3 * places[n]! + a]!;
  const kept = { links: s.links!, isKept: (body: number) => !due.has(body) },
    links = linkUncut(s, after, places, kept);
  if (links.flat.length > s.links!.flat.length) return; // it got too thin somewhere: its old reference still serves
  for (let n = 0; n < before.count; n++) if (due.has(before.bodies[n]!)) carryOver(s, n, places, s.links!);
  for (let n = 0; n < before.count; n++)
    if (due.has(before.bodies[n]!)) set.f64('reference').set(after.places.subarray(3 * n, 3 * n + 3), 3 * places[n]!);
  memory.references = memory.references! + 1;
  writeLinks(s, after, links);
  engine.neighbors.invalidate(); // whether there was room or not: what happens must not depend on it
}

/** Bodies with a particle that has flowed so far, unless there is a limit to that. */
function bodiesDue({ engine: { set, substances } }: Solids, places: Uint32Array): Set<number> {
  const stretch = set.f64('plasticStretch'),
    shear = set.f64('plasticShear'),
    kinds = set.u32('substance'),
    bodies = set.u32('sourceBody'),
    strain = set.f64('strain'),
    due = new Set<number>();
  for (const i of places) {
    const p = substances[kinds[i]!] as ElasticParameters;
    if (p.yieldStrain === undefined || p.maxPlasticStrain !== undefined || p.strength !== undefined) continue; // cracks lie in the first shape
    let square = 0;
    for (let a = 0; a < 3; a++) {
      const [x, y] = [stretch[3 * i + a]!, shear[3 * i + a]!];
      square += x * x + 2 * y * y;
    }
    if (square > DUE * DUE && strain[i]! > MOVED) due.add(bodies[i]!);
  }
  return due;
}

/** A node that is pressed to less of its volume, or inside out, takes no stress along. */
const LEAST_VOLUME = 0.05;

/** Of the node in hand, row after row. */
const F = new Float64Array(9),
  inverse = new Float64Array(9),
  D = new Float64Array(9),
  carried = new Float64Array(9);

/** ε_p and V of a node, from its old reference to its present place. */
export function carryOver({ engine: { set, dimension } }: Solids, n: number, places: Uint32Array, links: Links): void {
  const i = places[n]!,
    stretch = set.f64('plasticStretch').subarray(3 * i, 3 * i + 3),
    shear = set.f64('plasticShear').subarray(3 * i, 3 * i + 3);
  measureDeformation(set.f64('position'), n, places, links, dimension);
  if (F.every((f, k) => f === 0 || k === 8)) return; // a crumb
  const J = carryPlastic(F, stretch, shear);
  if (J > LEAST_VOLUME) set.f64('referenceVolume')[i]! *= J;
  else {
    stretch.fill(0);
    shear.fill(0);
  }
}

/** F = Σ (x_j − x_i) g_ijᵀ. */
function measureDeformation(
  x: Float64Array,
  n: number,
  places: Uint32Array,
  { begins, to, g }: Links,
  dimension: 2 | 3,
) {
  const i = places[n]!;
  F.fill(0);
  if (dimension === 2) F[8] = 1;
  for (let l = begins[n]!; l < begins[n + 1]!; l++) {
    const j = places[to[l]!]!;
    for (let r = 0; r < 3; r++) {
      const apart = x[3 * j + r]! - x[3 * i + r]!;
      for (let c = 0; c < 3; c++) F[3 * r + c]! += apart * g[3 * l + c]!;
    }
  }
}

/** F⁻¹; returns det F. */
function invert(F: Float64Array, out: Float64Array): number {
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      const [p, q, u, v] = [3 * ((r + 1) % 3), 3 * ((r + 2) % 3), (c + 1) % 3, (c + 2) % 3];
      out[3 * c + r] = F[p + u]! * F[q + v]! - F[p + v]! * F[q + u]!;
    }
  const J = F[0]! * out[0]! + F[1]! * out[3]! + F[2]! * out[6]!;
  for (let k = 0; k < 9; k++) out[k]! /= J;
  return J;
}

/**
 * ε_p ← F⁻ᵀ(ε_p − ε)F⁻¹, in place; returns det F. [X36]
 * @param stretch xx, yy, zz
 * @param shear yz, zx, xy
 */
export function carryPlastic(F: Float64Array, stretch: Float64Array, shear: Float64Array): number {
  const J = invert(F, inverse);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      const green = 0.5 * (F[r]! * F[c]! + F[3 + r]! * F[3 + c]! + F[6 + r]! * F[6 + c]! - Number(r === c));
      D[3 * r + c] = (r === c ? stretch[r]! : shear[3 - r - c]!) - green;
    }
  carried.fill(0);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++)
      for (let p = 0; p < 3; p++)
        for (let q = 0; q < 3; q++) carried[3 * r + c]! += inverse[3 * p + r]! * D[3 * p + q]! * inverse[3 * q + c]!;
  for (let a = 0; a < 3; a++) {
    stretch[a] = carried[4 * a]!;
    const [b, c] = [(a + 1) % 3, (a + 2) % 3];
    shear[a] = 0.5 * (carried[3 * b + c]! + carried[3 * c + b]!);
  }
  return J;
}
