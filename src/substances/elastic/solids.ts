// The solids of a world between steps: their links stand in the shared memory, in the order of nodes, and follow from the state. They are
// written again when a particle was lost, when the reference shape was renewed, when the memory was laid out anew, and after a restore.

import type { Engine } from '../../engine/engine.ts';
import type { Setup } from '../../engine/family.ts';
import { type Holder, holdersOf } from '../../obstacles/holders.ts';
import { ThixoError } from '../../problem.ts';
import type { Cut } from '../../scene/schema.ts';
import { EXACT_TRIGONOMETRY } from '../../shapes/exact-trigonometry.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Solid, solidOf } from '../../shapes/solid.ts';
import * as at from '../../wasm/layout.ts';
import { refusal } from './check.ts';
import { type Blade, bladesOf } from './cracks/blades.ts';
import { type Cutter, cutterOf, noteCuts } from './cracks/cutter.ts';
import { partsOfNodes } from './cracks/parts.ts';
import { type KeptLinks, type Links, linkNodes, type ReferenceNodes, type Sight } from './gradients.ts';
import { type Control, controlOf, hasHourglass, writeControl } from './hourglass.ts';
import { type ElasticParameters, elasticSmoothing, isElastic } from './parameters.ts';
import { type Factors, planFactors } from './plan-factors.ts';

/** Σ g² over 1/size² of a node of what melts: up to 6.5 on lattices, and far more in crumbs and drops. */
export const STEEPEST = 10;

/** What links were written for. */
interface Written {
  /** Number of the reference shape: `memory.references`. */
  readonly references: number;
  readonly nodes: number;
  /** Of the particle set: the memory was laid out anew if it grew. */
  readonly capacity: number;
  /** Numbers of `lists.crackFacets`, and of `lists.crackFronts`. */
  readonly cracks: number;
  readonly fronts: number;
}

/** The solids of a world. */
export interface Solids {
  readonly engine: Engine;
  readonly own: readonly ElasticParameters[];
  readonly holders: readonly Holder[];
  readonly cuts: readonly Cut[];
  /** Of the scene: the scatter of strengths comes from it. */
  readonly seed: number;
  /** Regions that cannot break. */
  readonly unbreakable: readonly Solid[];
  /** Obstacles that cut. */
  readonly blades: readonly Blade[];
  /** Whether anything can break or is cut on the way. */
  readonly breaks: boolean;
  written: Written | undefined;
  /** The links, as far as the host needs them. */
  links: Links | undefined;
  /** What cuts them, where anything does. */
  cutter: Cutter | undefined;
  /** h of the finest particles of solids that are split beside cracks, m. */
  finest: ReadonlyMap<ElasticParameters, number>;
  /** Near neighbors, of hourglass control. */
  control: Control | undefined;
  /** Of implicit steps. */
  factors: Factors | undefined;
  /** Particles when their number was last looked at. */
  seen: { readonly count: number; readonly nextId: number };
}

/** Prepares the solids of a world; nothing is linked yet. */
export function solidsOn({ engine, scene }: Setup, own: readonly ElasticParameters[]): Solids {
  const blades = bladesOf(scene.obstacles);
  const s: Solids = {
    engine,
    own,
    holders: holdersOf(scene, EXACT_TRIGONOMETRY),
    cuts: scene.cuts,
    seed: scene.seed,
    blades,
    unbreakable: scene.unbreakable.map(({ region }) => solidOf(region as Shape, EXACT_TRIGONOMETRY, scene.dimension)),
    breaks: blades.length > 0 || own.some(({ strength }) => strength !== undefined),
    written: undefined,
    links: undefined,
    cutter: undefined,
    control: undefined,
    factors: undefined,
    finest: new Map(),
    seen: { count: -1, nextId: -1 },
  };
  engine.set.shared.setInt(at.ELASTIC_CUT, Number(scene.cuts.length > 0 || s.breaks));
  if (scene.cuts.length > 0 || s.breaks) {
    noteCuts(engine.set, s, () => {
      const places = placesOfNodes(s);
      return { places, nodes: nodesOf(s, places) };
    });
    engine.set.parts = () => partsOf(s);
  }
  engine.beforePairs.push(() => ensureLinks(s));
  return s;
}

/** Makes sure that the links are those of the particles as they are. */
export function ensureLinks(s: Solids): void {
  const { set, memory, lists } = s.engine,
    { count, nextId, capacity } = set;
  if (s.seen.count !== count || s.seen.nextId !== nextId) {
    s.seen = { count, nextId };
    const nodes = countSolid(s);
    if (memory.references === 0) holdNodes(s);
    if (nodes !== memory.nodes) {
      memory.nodes = nodes;
      memory.references = memory.references! + 1;
    }
  }
  const { written } = s;
  if (
    written &&
    written.references === memory.references &&
    written.nodes === memory.nodes &&
    written.capacity === capacity &&
    written.cracks === lists.crackFacets!.length &&
    (written.fronts === lists.crackFronts!.length || !s.cutter?.fades)
  )
    return;
  const places = placesOfNodes(s),
    nodes = nodesOf(s, places),
    links = linkUncut(s, nodes, places);
  const body = s.engine.steps === 0 ? flatBody(nodes, links) : -1; // later it is a crumb of what a sink took
  if (body >= 0) throw new ThixoError([tooFlat(body, nodes.dimension)]);
  writeLinks(s, nodes, links);
}

/** Finds the links of nodes, with what is cut as it is now. */
export function linkUncut(s: Solids, nodes: ReferenceNodes, places: Uint32Array, kept?: KeptLinks): Links {
  s.cutter = cutterOf(s, nodes, places);
  return linkNodes(nodes, s.cutter && sightOf(s.cutter), s.cutter ? undefined : kept);
}

/** The part of every particle, as `ParticleSet.parts` has it. */
function partsOf(s: Solids): Uint32Array {
  const { set } = s.engine,
    places = placesOfNodes(s),
    ids = set.u32('id'),
    found = new Uint32Array(set.count),
    parts = partsOfNodes(areCurrent(s, places.length) ? s.links! : newLinks(s, places));
  places.forEach((i, n) => {
    found[i] = 1 + ids[places[parts[n]!]!]!;
  });
  return found;
}

/** Whether the links at hand are those of so many nodes as they are. */
function areCurrent({ engine: { memory, lists }, written, links, cutter }: Solids, nodes: number): boolean {
  return (
    links !== undefined &&
    written !== undefined &&
    written.references === memory.references &&
    written.nodes === nodes &&
    written.cracks === lists.crackFacets!.length &&
    (written.fronts === lists.crackFronts!.length || !cutter?.fades)
  );
}

function newLinks(s: Solids, places: Uint32Array): Links {
  const nodes = nodesOf(s, places),
    cutter = cutterOf(s, nodes, places);
  return linkNodes(nodes, cutter && sightOf(cutter));
}

/** What lies between nodes, by what cuts them. */
function sightOf(cutter: Cutter): Sight {
  return {
    isCut: (i, j) => cutter.isCut(i, j),
    veilOf: cutter.fades ? (i, j) => cutter.veilOf(i, j) : undefined,
  };
}

/** Writes links for the particles as they are. Lists lie behind the links: they may be lost. */
export function writeLinks(s: Solids, nodes: ReferenceNodes, links: Links): void {
  const { set } = s.engine,
    bytes = blocksOf(links) * at.LINK_BYTES,
    control = hasHourglass(s.own) ? controlOf(nodes, links) : undefined,
    beside = bytes + (control?.bytes ?? 0), // both are multiples of 16
    factors = set.shared.int(at.ELASTIC_IMPLICIT) ? planFactors(s.engine, nodes, links, placesOfNodes(s)) : undefined;
  set.reserveLinks(beside + (factors?.plan.bytes ?? 0));
  numberNodes(s);
  packLinks(s, links);
  if (control) writeControl(s.engine, nodes, control, set.shared.u32[at.AT_LINKS >> 2]! + bytes);
  if (factors) factors.address = set.shared.u32[at.AT_LINKS >> 2]! + beside;
  Object.assign(s, { links, control, factors });
  s.finest = finestOf(s);
  noteWritten(s);
}

function finestOf({ engine: { set, substances }, own }: Solids): Map<ElasticParameters, number> {
  const finest = new Map<ElasticParameters, number>();
  if (!own.some(({ smallestParticle }) => smallestParticle !== undefined)) return finest;
  const kinds = set.u32('substance'),
    lengths = set.f64('smoothingLength');
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isElastic(p)) finest.set(p, Math.min(finest.get(p) ?? Number.POSITIVE_INFINITY, lengths[i]!));
  }
  return finest;
}

/** Notes what the links are for. */
export function noteWritten(s: Solids): void {
  const { set, memory, lists } = s.engine,
    { references, nodes } = memory as { references: number; nodes: number };
  s.written = {
    ...{ references, nodes, capacity: set.capacity },
    ...{ cracks: lists.crackFacets!.length, fronts: lists.crackFronts!.length },
  };
}

/** Particles of solids in the order of ids: where each one stands. */
export function placesOfNodes({ engine: { set, substances } }: Solids): Uint32Array {
  const kinds = set.u32('substance'),
    ids = set.u32('id'),
    solid = substances.map(isElastic),
    places: number[] = [];
  for (let i = 0; i < set.count; i++) if (solid[kinds[i]!]) places.push(i);
  return Uint32Array.from(places).sort((a, b) => ids[a]! - ids[b]!);
}

/** The nodes of all solids in their reference shape. */
export function nodesOf(s: Solids, places = placesOfNodes(s)): ReferenceNodes {
  const { set, substances, dimension } = s.engine,
    reference = set.f64('reference'),
    lengths = set.f64('smoothingLength'),
    bodies = set.u32('sourceBody'),
    kinds = set.u32('substance'),
    count = places.length;
  const nodes = {
    ...{ count, dimension },
    places: new Float64Array(3 * count),
    reaches: new Float64Array(count),
    bodies: new Uint32Array(count),
    isMls: new Uint8Array(count),
    steepest: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
  };
  for (let n = 0; n < count; n++) {
    const i = places[n]!,
      p = substances[kinds[i]!] as ElasticParameters;
    for (let a = 0; a < 3; a++) nodes.places[3 * n + a] = reference[3 * i + a]!;
    nodes.reaches[n] = (p.support / elasticSmoothing(p)) * lengths[i]!;
    nodes.bodies[n] = bodies[i]!;
    nodes.isMls[n] = Number(p.gradient === 'mls');
    const size = lengths[i]! / elasticSmoothing(p);
    if (p.melted !== undefined || p.strength !== undefined) nodes.steepest[n] = STEEPEST / (size * size);
  }
  return nodes;
}

/** Notes which anchor or handle holds what: the first one that a particle starts in. */
function holdNodes({ engine: { set }, holders }: Solids): void {
  const start = set.f64('position'),
    volumes = set.f64('referenceVolume'),
    bodies = set.u32('sourceBody'),
    held = set.u32('anchor');
  set.f64('anchored').set(start);
  for (let i = 0; i < set.count; i++) {
    if (!(volumes[i]! > 0)) continue;
    const holds = (holder: Holder) => holder.holds(start[3 * i]!, start[3 * i + 1]!, start[3 * i + 2]!),
      path = holders.findIndex(({ body }) => body === bodies[i]);
    held[i] = 1 + (path < 0 ? holders.findIndex(holds) : path);
  }
}

function countSolid({ engine: { set, substances } }: Solids): number {
  const kinds = set.u32('substance'),
    solid = substances.map(isElastic);
  let count = 0;
  for (let i = 0; i < set.count; i++) if (solid[kinds[i]!]) count++;
  return count;
}

/** Gives every particle of a solid its number in the order of ids. */
function numberNodes(s: Solids): void {
  const numbers = s.engine.set.u32('node'),
    places = placesOfNodes(s);
  numbers.fill(0);
  s.engine.set.shared.setInt(at.NODE_COUNT, places.length);
  for (let n = 0; n < places.length; n++) numbers[places[n]!] = n + 1;
}

/** Pairs of links of all nodes. */
function blocksOf({ begins }: Links): number {
  let blocks = 0;
  for (let n = 0; n + 1 < begins.length; n++) blocks += (begins[n + 1]! - begins[n]! + 1) >> 1;
  return blocks;
}

/** Puts the links where the passes read them, two neighbors side by side: who they are, g_ij, g_ji. An odd one is beside its own node and 0. */
function packLinks({ engine: { set } }: Solids, { begins, to, g }: Links): void {
  const { u32, f64 } = set.shared,
    spans = u32[at.AT_NODE_LINKS >> 2]! >>> 2,
    back = begins.slice(); // lists ascend: the links that lead back come in the order of the nodes
  let next = u32[at.AT_LINKS >> 2]!;
  for (let n = 0; n + 1 < begins.length; n++) {
    u32[spans + 2 * n] = next;
    for (let l = begins[n]!; l < begins[n + 1]!; l += 2) {
      for (let lane = 0; lane < 2; lane++) {
        const link = l + lane,
          there = link < begins[n + 1]!,
          j = there ? to[link]! : n,
          returns = there ? back[j]!++ : 0;
        u32[(next >>> 2) + lane] = j;
        for (let a = 0; a < 3; a++) {
          f64[(next >>> 3) + 2 + 2 * a + lane] = there ? g[3 * link + a]! : 0;
          f64[(next >>> 3) + 8 + 2 * a + lane] = there ? g[3 * returns + a]! : 0;
        }
      }
      next += at.LINK_BYTES;
    }
    u32[spans + 2 * n + 1] = next;
  }
}

/** Of a body, this part of the particles may be corners that their neighbors carry along without a strain of their own. */
const CORNERS = 0.1;

/** A body that is too thin in many places, or that has a particle without any neighbor; −1 if there is none. */
function flatBody({ bodies }: ReferenceNodes, { begins, flat, cut }: Links): number {
  const counts = new Map<number, { all: number; flat: number }>();
  for (const body of bodies) {
    const count = counts.get(body) ?? { all: 0, flat: 0 };
    count.all++;
    counts.set(body, count);
  }
  for (const n of flat) {
    if (begins[n] === begins[n + 1]) return bodies[n]!;
    if (cut?.subarray(begins[n]!, begins[n + 1]!).includes(1)) continue; // a crumb that a cut leaves
    counts.get(bodies[n]!)!.flat++;
  }
  for (const [body, count] of counts) if (count.flat > CORNERS * count.all) return body;
  return -1;
}

function tooFlat(body: number, dimension: 2 | 3) {
  const message =
    dimension === 3
      ? `The particles of body ${body} lie in a plane or on a line somewhere: a solid needs neighbors in all directions.`
      : `The particles of body ${body} lie on a line somewhere: a solid needs neighbors in all directions.`;
  return refusal(
    `/bodies/${body}/spacing`,
    message,
    'Use a smaller spacing, so that every part of the body is at least two particles thick.',
  );
}
