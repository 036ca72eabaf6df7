// Particles that have frozen join the solid that they touch. It takes its present shape as its reference, as a body that has flowed does;
// its stress goes on as a plastic strain, so that it still springs back to what it was. [AW09 §7.3, X36]

import { rootOf } from '../../math/roots.ts';
import { eachNearPair } from '../../particles/near-pairs.ts';
import { linkNodes } from './gradients.ts';
import { type ElasticParameters, elasticSmoothing } from './parameters.ts';
import { carryOver } from './renew-reference.ts';
import { placesOfNodes, type Solids, STEEPEST } from './solids.ts';

/** Names of bodies that no body of the scene has: this and the id of the first particle that froze in it. */
const FROZEN_BODY = 0x40000000;

/**
 * Makes frozen particles parts of solids. Bodies that they join become one.
 * @param frozen particles that are of a solid since now, each where it stands
 * @param former places of the nodes that were there before, for which the links are
 */
export function joinFrozen(s: Solids, frozen: readonly number[], former: Uint32Array): void {
  const { set, substances } = s.engine,
    x = set.f64('position'),
    X = set.f64('reference'),
    volumes = set.f64('referenceVolume'),
    masses = set.f64('mass'),
    kinds = set.u32('substance'),
    bodies = set.u32('sourceBody'),
    ids = set.u32('id');
  for (const i of frozen) {
    volumes[i] = masses[i]! / substances[kinds[i]!]!.restDensity;
    bodies[i] = FROZEN_BODY + ids[i]!;
  }
  const nodes = placesOfNodes(s),
    groups = groupsAround(s, nodes, new Set(frozen)),
    isNode = new Set(nodes),
    joins = (i: number) => isNode.has(i) && groups.has(bodies[i]!);
  former.forEach((i, n) => {
    if (joins(i)) carryOver(s, n, former, s.links!);
  });
  for (const i of nodes) {
    const body = groups.get(bodies[i]!);
    if (body === undefined) continue;
    bodies[i] = body;
    for (let a = 0; a < 3; a++) X[3 * i + a] = x[3 * i + a]!;
  }
}

/**
 * Those of some cold particles of a melt that have enough solid around them, or each other, to be parts of a solid: single ones and films of
 * one layer stay liquid.
 * @param solid number of the substance that they would be
 */
export function whoCanFreeze(s: Solids, solid: number, cold: readonly number[]): number[] {
  if (cold.length === 0) return [];
  const { set, substances, dimension } = s.engine,
    p = substances[solid] as ElasticParameters,
    x = set.f64('position'),
    masses = set.f64('mass'),
    kinds = set.u32('substance'),
    ids = set.u32('id'),
    there = Array.from(kinds.keys()).filter((i) => kinds[i] === solid),
    all = [...there, ...cold].sort((a, b) => ids[a]! - ids[b]!),
    sizes = Float64Array.from(all, (i) => rootOf(masses[i]! / p.restDensity, dimension));
  const { flat } = linkNodes({
    ...{ count: all.length, dimension },
    places: Float64Array.from(all.flatMap((i) => [x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!])),
    reaches: sizes.map((size) => p.support * size),
    bodies: new Uint32Array(all.length),
    isMls: new Uint8Array(all.length).fill(Number(p.gradient === 'mls')),
    steepest: sizes.map((size) => STEEPEST / (size * size)),
  });
  const loose = new Set(flat.map((n) => all[n]!));
  return cold.filter((i) => !loose.has(i));
}

/** Bodies that frozen particles touch, and the name that all of those have from now on which hang together by them: their smallest. */
function groupsAround(s: Solids, nodes: Uint32Array, frozen: ReadonlySet<number>): Map<number, number> {
  const { set, substances } = s.engine,
    x = set.f64('position'),
    lengths = set.f64('smoothingLength'),
    kinds = set.u32('substance'),
    bodies = set.u32('sourceBody'),
    parents = new Map<number, number>(),
    positions = new Float64Array(3 * nodes.length),
    reaches = new Float64Array(nodes.length);
  const root = (body: number): number => {
    let at = body;
    while ((parents.get(at) ?? at) !== at) at = parents.get(at)!;
    return at;
  };
  nodes.forEach((i, n) => {
    const p = substances[kinds[i]!] as ElasticParameters;
    for (let a = 0; a < 3; a++) positions[3 * n + a] = x[3 * i + a]!;
    reaches[n] = 0.5 * (p.support / elasticSmoothing(p)) * lengths[i]!;
    if (frozen.has(i)) parents.set(bodies[i]!, bodies[i]!);
  });
  eachNearPair({ count: nodes.length, positions, reaches }, (m, n) => {
    const [i, j] = [nodes[m]!, nodes[n]!];
    if (kinds[i] !== kinds[j] || !(frozen.has(i) || frozen.has(j))) return;
    const [a, b] = [root(bodies[i]!), root(bodies[j]!)];
    parents.set(a, Math.min(a, b));
    parents.set(b, Math.min(a, b));
  });
  return new Map([...parents.keys()].map((body) => [body, root(body)]));
}
