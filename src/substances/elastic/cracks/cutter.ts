// Which pairs of particles are cut apart, from the cuts of a scene and the cracks of a world. Both lie in the shape at the start, so that
// a renewed reference shape changes nothing.

import type { Engine } from '../../../engine/engine.ts';
import type { ParticleSet } from '../../../particles/particle-set.ts';
import { randomUnit, STREAMS } from '../../../random/random.ts';
import type { Cut } from '../../../scene/schema.ts';
import { placedTriangles } from '../../../shapes/mesh-triangles.ts';
import { cosDegrees, sinDegrees, type Trigonometry, unit } from '../../../shapes/rotation.ts';
import { isHidden, type ReferenceNodes } from '../gradients.ts';
import { type ElasticParameters, isElastic } from '../parameters.ts';
import { FacetGrid } from './facet-grid.ts';
import { LiveFronts } from './live-fronts.ts';

/** κ_c: what crosses a crack so near to its front, over the spacing, is seen through at least a little. The paper does not say. [card §16] */
export const KAPPA = 0.7;
/** Of a pair that crosses exactly at a front: it is looked at again when the front runs on. */
const LEAST_VEIL = 1e-12;
/** Corners of a disc: its radius is right within 0.2 %. */
export const DISC_CORNERS = 48;

/** Particles of solids at their start, in the order of nodes. */
export interface StartNodes {
  readonly dimension: 2 | 3;
  /** x, y, z of each, m. */
  readonly starts: Float64Array;
  readonly bodies: Uint32Array;
  /** Longest segment between neighbors, m. */
  readonly reach: number;
  /** κ_c h̄ of each, m; 0 for those that a crack hides from each other up to its front. All hide if left out. */
  readonly fading?: Float64Array | undefined;
}

/** Parts of space by number; two particles in different parts are cut apart. */
interface Partition {
  /** −1 for all. */
  readonly body: number;
  readonly parts: Uint32Array;
}

/** What a world is cut by. */
interface CutWorld {
  readonly engine: Pick<Engine, 'set' | 'lists' | 'substances'>;
  readonly cuts: readonly Cut[];
  readonly breaks: boolean;
}

/** What cuts the nodes that stand at places; undefined if nothing does. */
export function cutterOf(world: CutWorld, nodes: ReferenceNodes, places: Uint32Array): Cutter | undefined {
  const { cuts, engine } = world,
    { set, lists } = engine;
  if (cuts.length === 0 && !world.breaks) return undefined;
  const { dimension, bodies } = nodes,
    from = set.f64('anchored'),
    starts = new Float64Array(3 * places.length);
  let reach = 0;
  places.forEach((i, n) => {
    reach = Math.max(reach, nodes.reaches[n]!);
    for (let a = 0; a < 3; a++) starts[3 * n + a] = from[3 * i + a]!;
  });
  const fading = fadingOf(world, nodes, places),
    cutter = new Cutter({ dimension, starts, bodies, reach, fading }, cuts, set.team.wasm);
  cutter.addCracks(lists.crackFacets!, 0);
  cutter.seeFronts(lists.crackFronts!);
  return cutter;
}

/** κ_c h̄ of all nodes, m; undefined where nothing can be seen through. */
function fadingOf({ engine }: CutWorld, { reaches }: ReferenceNodes, places: Uint32Array): Float64Array | undefined {
  const kinds = engine.set.u32('substance'),
    laws = engine.substances as readonly ElasticParameters[];
  if (!laws.some((p) => isElastic(p) && p.discontinuity === 'transparency')) return undefined;
  return Float64Array.from(places, (i, n) => {
    const { discontinuity, support } = laws[kinds[i]!]!;
    return discontinuity === 'transparency' ? (KAPPA * reaches[n]!) / support : 0;
  });
}

/** Whether two particles of a body are cut apart, from the state alone; by the particles that they are among. */
const tests = new WeakMap<ParticleSet, () => CutTest>();
type CutTest = ((i: number, j: number) => boolean) | undefined;

/** Lets `cutTestOf` know what cuts some particles. */
export function noteCuts(
  set: ParticleSet,
  world: CutWorld,
  find: () => { nodes: ReferenceNodes; places: Uint32Array },
): void {
  tests.set(set, () => {
    const { nodes, places } = find(),
      cutter = cutterOf(world, nodes, places),
      ranks = new Map(Array.from(places, (i, n) => [i, n]));
    return (
      cutter &&
      ((i, j) => {
        const [m, n] = [Math.min(ranks.get(i)!, ranks.get(j)!), Math.max(ranks.get(i)!, ranks.get(j)!)];
        return isHidden(nodes, m, n, cutter.veilOf(m, n));
      })
    );
  });
}

/** Tells whether two particles of a body are cut apart; undefined if none are. */
export function cutTestOf(set: ParticleSet): CutTest {
  return tests.get(set)?.();
}

/** Tells which pairs of nodes are cut. */
export class Cutter {
  readonly facets: FacetGrid;
  readonly nodes: StartNodes;
  private readonly partitions: readonly Partition[];
  private fronts: LiveFronts | undefined;

  constructor(nodes: StartNodes, cuts: readonly Cut[], trig: Trigonometry) {
    this.nodes = nodes;
    this.facets = new FacetGrid(nodes.dimension, nodes.starts, nodes.reach);
    const partitions: Partition[] = [];
    cuts.forEach(({ shape, body = -1 }, k) => {
      if ('plane' in shape) partitions.push({ body, parts: sidesOf(nodes, shape.plane) });
      else if ('cells' in shape) partitions.push({ body, parts: cellsOf(nodes, shape.cells) });
      else this.addFacets(facetsOf(shape, nodes.dimension, trig), body, cutNumber(k));
    });
    this.partitions = partitions;
  }

  /** Whether anything can be seen through. */
  get fades(): boolean {
    return this.nodes.fading !== undefined;
  }

  /** Farthest from a front that a pair is seen through, m. */
  get farthest(): number {
    return this.nodes.fading?.reduce((most, x) => Math.max(most, x), 0) ?? 0;
  }

  /** Takes the fronts of a list for those that there are. */
  seeFronts(list: readonly number[]): void {
    if (this.fades) this.fronts = new LiveFronts(list, this.nodes.dimension, this.farthest);
  }

  /**
   * What two nodes of a body see of each other: a = (d_s/(κ_c h̄))², d_s from where their segment crosses a crack to its front; the largest of
   * several, 0 where it crosses none, and 1 where nothing is seen. [AW09 eq. 70, card §16]
   */
  veilOf(i: number, j: number): number {
    const { starts: x, bodies, fading } = this.nodes,
      body = bodies[i]!,
      within = fading ? 0.5 * (fading[i]! + fading[j]!) : 0;
    if (!(within > 0)) return Number(this.isCut(i, j));
    if (this.isParted(i, j)) return 1;
    const p = [x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!] as const,
      q = [x[3 * j]!, x[3 * j + 1]!, x[3 * j + 2]!] as const;
    let veil = 0;
    this.facets.eachCrossed(body, p, q, (facet, crack) => {
      if (veil === 1) return;
      const t = this.facets.passes(facet, p, q),
        [cx, cy, cz] = [0, 1, 2].map((a) => p[a]! + t * (q[a]! - p[a]!)) as [number, number, number],
        square = this.fronts!.nearest(body, crack, cx, cy, cz, within);
      veil = Math.max(veil, LEAST_VEIL, Math.min(1, square / (within * within)));
    });
    return veil;
  }

  /** Whether two nodes of a body are in different parts of space. */
  private isParted(i: number, j: number): boolean {
    const body = this.nodes.bodies[i]!;
    for (const { body: of, parts } of this.partitions)
      if ((of < 0 || of === body) && parts[i] !== parts[j]) return true;
    return false;
  }

  /** Whether two nodes of a body are cut apart: a crack or cut lies between them. */
  isCut(i: number, j: number): boolean {
    const { starts, bodies } = this.nodes,
      body = bodies[i]!;
    if (this.isParted(i, j)) return true;
    return this.facets.crosses(
      body,
      starts[3 * i]!,
      starts[3 * i + 1]!,
      starts[3 * i + 2]!,
      starts[3 * j]!,
      starts[3 * j + 1]!,
      starts[3 * j + 2]!,
    );
  }

  /** Adds facets of cracks from a place in their list on. */
  addCracks(list: readonly number[], from: number): void {
    const { stride } = this.facets;
    for (let at = from; at + 2 + stride <= list.length; at += 2 + stride)
      this.facets.add(list, at + 2, list[at]!, list[at + 1]!);
  }

  private addFacets(corners: ArrayLike<number>, body: number, crack: number): void {
    for (let at = 0; at < corners.length; at += this.facets.stride) this.facets.add(corners, at, body, crack);
  }
}

/** The number that the facets of a cut have among cracks, which count from 0. */
export function cutNumber(cut: number): number {
  return -1 - cut;
}

/** On which side of a plane every node is; what is on it is in front. */
function sidesOf({ starts }: StartNodes, { point, normal }: { point: ArrayLike<number>; normal: ArrayLike<number> }) {
  const parts = new Uint32Array(starts.length / 3),
    size = Math.sqrt(normal[0]! * normal[0]! + normal[1]! * normal[1]! + normal[2]! * normal[2]!);
  for (let n = 0; n < parts.length; n++) {
    let distance = 0,
      most = 0;
    for (let a = 0; a < 3; a++) {
      distance += (normal[a]! / size) * (starts[3 * n + a]! - point[a]!);
      most = Math.max(most, Math.abs(starts[3 * n + a]! - point[a]!));
    }
    parts[n] = Number(distance > -1e-9 * most);
  }
  return parts;
}

/** The nearest center of every node; the first of several. */
function cellsOf(
  { starts, dimension }: StartNodes,
  cells: Extract<Cut['shape'], { cells: unknown }>['cells'],
): Uint32Array {
  const parts = new Uint32Array(starts.length / 3),
    { count } = cells,
    centers = cellCenters(cells, dimension);
  for (let n = 0; n < parts.length; n++) {
    let nearest = Number.POSITIVE_INFINITY;
    for (let c = 0; c < count; c++) {
      let square = 0;
      for (let a = 0; a < dimension; a++) {
        const d = starts[3 * n + a]! - centers[dimension * c + a]!;
        square += d * d;
      }
      if (square >= nearest) continue;
      nearest = square;
      parts[n] = c;
    }
  }
  return parts;
}

/** The centers of cells, `dimension` numbers each, m. */
export function cellCenters(
  { min, max, count, seed }: Extract<Cut['shape'], { cells: unknown }>['cells'],
  dimension: 2 | 3,
): Float64Array {
  const centers = new Float64Array(dimension * count);
  for (let k = 0; k < centers.length; k++) {
    const a = k % dimension;
    centers[k] = min[a]! + (max[a]! - min[a]!) * randomUnit(seed, STREAMS.cut, k);
  }
  return centers;
}

/** Corners of the facets of a disc or mesh, one facet after another. */
export function facetsOf(
  shape: Extract<Cut['shape'], { disc: unknown } | { mesh: unknown }>,
  d: 2 | 3,
  trig: Trigonometry,
) {
  const corners: number[] = [];
  if ('mesh' in shape) {
    const { positions, triangles } = placedTriangles(shape, trig);
    for (const vertex of triangles) for (let a = 0; a < 3; a++) corners.push(positions[3 * vertex + a]!);
    return corners;
  }
  const rim = rimOf(shape.disc, d, trig);
  if (d === 2) return rim.flat();
  rim.forEach((point, k) => {
    corners.push(...shape.disc.center, ...point, ...rim[(k + 1) % rim.length]!);
  });
  return corners;
}

/** Corners of a disc around its normal; the two ends of a segment in the plane. */
export function rimOf(
  { center, normal, radius }: { center: ArrayLike<number>; normal: readonly [number, number, number]; radius: number },
  dimension: 2 | 3,
  trig: Trigonometry,
): [number, number, number][] {
  const n = unit(normal);
  if (dimension === 2)
    return [-1, 1].map((side) => [center[0]! - side * radius * n[1], center[1]! + side * radius * n[0], 0]);
  const [u, v] = besides(n);
  return Array.from({ length: DISC_CORNERS }, (_, k) => {
    const degrees = (360 / DISC_CORNERS) * k,
      x = radius * cosDegrees(degrees, trig),
      y = radius * sinDegrees(degrees, trig);
    return [0, 1, 2].map((a) => center[a]! + x * u[a]! + y * v[a]!) as [number, number, number];
  });
}

/** Two directions across a unit vector and each other, right-handed with it. */
export function besides(n: readonly [number, number, number]): [number[], number[]] {
  const least = Math.min(...n.map(Math.abs)),
    axis = n.findIndex((x) => Math.abs(x) === least),
    u = n.map((x, a) => Number(a === axis) - n[axis]! * x),
    size = Math.sqrt(u[0]! * u[0]! + u[1]! * u[1]! + u[2]! * u[2]!),
    e = u.map((x) => x / size);
  return [e, [0, 1, 2].map((a) => n[(a + 1) % 3]! * e[(a + 2) % 3]! - n[(a + 2) % 3]! * e[(a + 1) % 3]!)];
}
