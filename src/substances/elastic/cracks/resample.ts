// More particles beside cracks: a particle that sees too few others is split in seven, so that its children see each other. [AW09 eq. 71, card §16]
//   Ω_i = Σ ω'_ij/ω_ij over ω_ij > 0 [X45];  Ω_i < Ω_min: split as in adaptive worlds [DC99 §4.1, card §5], in the shape at the start
//   x_c = x_i + F_i (X_c − X_i), v_c = v_i;  mass, center of mass and momenta stay; energy that would rise is held as where links are cut
// When a frame begins, from the state alone. The middle child keeps the id of its parent.

import { fieldBytes } from '../../../particles/field-rows.ts';
import type { ParticleSet } from '../../../particles/particle-set.ts';
import { CHILDREN, SPREAD, splitParticle } from '../../../particles/split.ts';
import * as at from '../../../wasm/layout.ts';
import { isHidden, type Links, type ReferenceNodes } from '../gradients.ts';
import type { ElasticParameters } from '../parameters.ts';
import { ensureLinks, nodesOf, placesOfNodes, type Solids } from '../solids.ts';
import { Cutter } from './cutter.ts';
import { holdEnergy } from './hold-energy.ts';

/** Ω_min: in space as the card has it, of 26 neighbors; in the plane as much of 8. */
export const LEAST_SEEN = { 2: 4, 3: 10 } as const;
/** Spreads that are tried, over that of a split: children stay on the side of their parent. */
const SPREADS = [1, 0.8, 0.6];
/** Size of a child over that of its parent: 7^(−1/d). */
const SMALLER = { 2: 0.3779644730092272, 3: 0.5227579585747102 } as const;

/** The children of a node, beside the one in the middle: offsets in the shape at the start, m, and masses, kg. */
interface Family {
  readonly node: number;
  /** x, y, z of all, the middle one first. */
  readonly offsets: Float64Array;
  readonly masses: readonly number[];
}

/** Splits the particles that see too few others; true if there were any, and all must be evaluated again. */
export function resampleSolids(s: Solids, maxParticles: number): boolean {
  const { engine } = s,
    { set, dimension } = engine;
  if (!s.own.some(({ smallestParticle }) => smallestParticle !== undefined) || !s.breaks) return false;
  if (engine.lists.crackFacets!.length === 0 && s.cuts.length === 0) return false;
  ensureLinks(s);
  const places = placesOfNodes(s),
    nodes = nodesOf(s, places),
    room = Math.floor((maxParticles - set.count) / (CHILDREN - 1)),
    families = familiesOf(s, places, poorNodes(s, nodes, places).slice(0, Math.max(0, room)));
  if (families.length === 0) return false;
  const F = families.map(({ node }) => gradientOf(set, places, s.links!, node, dimension)),
    touched = new Set<number>();
  for (const { node } of families) {
    touched.add(places[node]!);
    for (let l = s.links!.begins[node]!; l < s.links!.begins[node + 1]!; l++) touched.add(places[s.links!.to[l]!]!);
  }
  families.forEach((family, k) => {
    for (const child of addChildren(set, family, places[family.node]!, F[k]!, dimension)) touched.add(child);
  });
  engine.neighbors.invalidate();
  const ids = set.u32('id');
  holdEnergy(
    engine,
    [...touched].sort((a, b) => ids[a]! - ids[b]!), // places differ after a restore
    () => {
      ensureLinks(s);
      set.team.run(at.PASS_ELASTIC_PLACES, set.chunks);
    },
  );
  s.written = undefined; // hourglass control is of the volumes that carry stress, which have changed
  return true;
}

/** Nodes that a crack left too few neighbors, and that may get smaller. */
function poorNodes(s: Solids, nodes: ReferenceNodes, places: Uint32Array): number[] {
  const { set, substances, dimension } = s.engine,
    { begins, to, cut, veil, flat } = s.links!,
    isCrumb = new Uint8Array(nodes.count),
    poor: number[] = [];
  for (const n of flat) isCrumb[n] = 1;
  for (let n = 0; n < nodes.count; n++) {
    const { smallestParticle, support } = substances[set.u32('substance')[places[n]!]!] as ElasticParameters,
      size = (SMALLER[dimension] * nodes.reaches[n]!) / support;
    if (smallestParticle === undefined || size < smallestParticle || isCrumb[n]) continue;
    let [seen, lost] = [0, false];
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      if (cut![l] || (veil?.[l] ?? 0) > 0) lost = true;
      if (!cut![l]) seen += seenPart(nodes, n, to[l]!, veil?.[l] ?? 0);
    }
    if (lost && seen < LEAST_SEEN[dimension]) poor.push(n);
  }
  return poor;
}

/** ω'/ω of two nodes with a veil between them. [AW09 eq. 70-71] */
function seenPart(nodes: ReferenceNodes, i: number, j: number, veil: number): number {
  if (veil === 0) return 1;
  if (isHidden(nodes, i, j, veil)) return 0;
  const { places: X, reaches } = nodes,
    h = 0.5 * (reaches[i]! + reaches[j]!);
  let square = 0;
  for (let a = 0; a < 3; a++) square += (X[3 * j + a]! - X[3 * i + a]!) * (X[3 * j + a]! - X[3 * i + a]!);
  const u = Math.sqrt(square) / h,
    part = (1 - (u + veil) * (u + veil)) / (1 - u * u);
  return part * part * part;
}

/** The children of nodes, as far as all of a node can be on its side of every cut. */
function familiesOf(s: Solids, places: Uint32Array, parents: readonly number[]): Family[] {
  const { dimension } = s.engine,
    found: Family[] = [];
  let open = parents;
  for (const spread of SPREADS) {
    if (open.length === 0) break;
    const families = open.map((node) => familyOf(s, places, node, spread * SPREAD[dimension])),
      isWhole = sidesOf(s, places, families);
    found.push(...families.filter((_, k) => isWhole[k]));
    open = families.filter((_, k) => !isWhole[k]).map(({ node }) => node);
  }
  return found.sort((a, b) => a.node - b.node); // the order of ids
}

function familyOf(s: Solids, places: Uint32Array, node: number, spread: number): Family {
  const { set, dimension, substances } = s.engine,
    { begins, to, cut } = s.links!,
    i = places[node]!,
    starts = set.f64('anchored'),
    position = Array.from(starts.subarray(3 * i, 3 * i + 3)),
    density = substances[set.u32('substance')[i]!]!.restDensity,
    neighbors: number[] = [];
  for (let l = begins[node]!; l < begins[node + 1]!; l++) {
    const j = 3 * places[to[l]!]!;
    if (!cut![l]) neighbors.push(starts[j]!, starts[j + 1]!, starts[j + 2]!);
  }
  const children = splitParticle({
    ...{ dimension, id: set.u32('id')[i]!, position, mass: set.f64('mass')[i]!, density, neighbors, spread },
    ...{ gradient: [0, 0, 0], densityMin: density, densityMax: density },
  });
  return {
    node,
    offsets: Float64Array.from(
      children.flatMap(({ x, y, z }) => [x - position[0]!, y - position[1]!, z - position[2]!]),
    ),
    masses: children.map(({ mass }) => mass),
  };
}

/** Which families have no cut between a child and its parent. */
function sidesOf(s: Solids, places: Uint32Array, families: readonly Family[]): boolean[] {
  const { set, lists, dimension } = s.engine,
    from = set.f64('anchored'),
    bodies: number[] = [],
    starts: number[] = [];
  for (const { node, offsets } of families)
    for (let c = 0; c < CHILDREN; c++) {
      bodies.push(set.u32('sourceBody')[places[node]!]!);
      for (let a = 0; a < 3; a++) starts.push(from[3 * places[node]! + a]! + offsets[3 * c + a]!);
    }
  const { reach } = s.cutter!.nodes,
    nodes = { dimension, starts: Float64Array.from(starts), bodies: Uint32Array.from(bodies), reach },
    cutter = new Cutter(nodes, s.cuts, set.team.wasm);
  cutter.addCracks(lists.crackFacets!, 0);
  return families.map((_, k) => {
    for (let c = 1; c < CHILDREN; c++) if (cutter.isCut(CHILDREN * k, CHILDREN * k + c)) return false;
    return true;
  });
}

/** F = Σ (x_j − x_i) g_ijᵀ of a node, row after row. */
function gradientOf(
  set: ParticleSet,
  places: Uint32Array,
  { begins, to, g }: Links,
  n: number,
  d: 2 | 3,
): Float64Array {
  const x = set.f64('position'),
    F = new Float64Array(9),
    i = places[n]!;
  for (let l = begins[n]!; l < begins[n + 1]!; l++)
    for (let r = 0; r < 3; r++) {
      const apart = x[3 * places[to[l]!]! + r]! - x[3 * i + r]!;
      for (let c = 0; c < 3; c++) F[3 * r + c]! += apart * g[3 * l + c]!;
    }
  if (d === 2) F[8] = 1;
  return F;
}

/** Adds the six outer children of particle i, and makes it the middle one. Returns the new ones. */
function addChildren(set: ParticleSet, { offsets, masses }: Family, i: number, F: Float64Array, d: 2 | 3): number[] {
  const first = set.append(CHILDREN - 1),
    whole = set.f64('mass')[i]!,
    children = Array.from({ length: CHILDREN - 1 }, (_, k) => first + k);
  for (const row of set.rows) {
    if (row.name === 'id') continue;
    const bytes = fieldBytes(row),
      begin = set.address(row.name);
    for (const n of children) set.shared.u8.copyWithin(begin + n * bytes, begin + i * bytes, begin + (i + 1) * bytes);
  }
  const x = set.f64('position'),
    smaller = SMALLER[d];
  [i, ...children].forEach((n, c) => {
    const part = masses[c]! / whole;
    for (const name of ['referenceVolume', 'elasticEnergy']) set.f64(name)[n]! *= part;
    set.f64('smoothingLength')[n]! *= smaller;
    set.f64('mass')[n] = masses[c]!;
    for (let a = 0; a < 3; a++) {
      const way = offsets.subarray(3 * c, 3 * c + 3);
      set.f64('reference')[3 * n + a]! += way[a]!;
      set.f64('anchored')[3 * n + a]! += way[a]!;
      x[3 * n + a]! += F[3 * a]! * way[0]! + F[3 * a + 1]! * way[1]! + F[3 * a + 2]! * way[2]!;
    }
  });
  return children;
}
