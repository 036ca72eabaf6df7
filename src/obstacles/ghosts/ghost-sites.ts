// Where the ghost particles of an obstacle stand: in its solid, or around the container that it is, in layers behind the surface, the first
// half a spacing behind it. [AW09 §6.3, card §20, ADR 41] Planes and boxes have a lattice along their faces. Of other shapes the sites of a
// lattice are moved to the nearest layer, and each gets the volume that its neighbors in the layer leave to it.
// Done once, in the frame of the obstacle; the same on every machine.

import { type Bounds, boundsOf } from '../../shapes/bounds.ts';
import { outwardNormal } from '../../shapes/distance.ts';
import { BOX, MESH, PLANE } from '../../shapes/kinds.ts';
import type { Vec3 } from '../../shapes/shape.ts';
import type { Solid } from '../../shapes/solid.ts';
import { depthBehind, toWorld } from './behind-surface.ts';
import { evenLayer } from './even-layers.ts';
import { SiteGrid } from './site-grid.ts';

/** Ghosts of one obstacle. */
export interface GhostSites {
  /** In the local frame of the obstacle, three numbers each, m. */
  readonly positions: readonly number[];
  /** m³; m² in 2D. */
  readonly volumes: readonly number[];
  /** How far behind the surface, m. */
  readonly depths: readonly number[];
}

/** What ghosts are wanted. */
export interface GhostRequest {
  /** Distance between them, m. */
  readonly spacing: number;
  /** How far behind the surface, m. */
  readonly depth: number;
  /** Where particles can be, if that is bounded. */
  readonly region?: Bounds | undefined;
}

/** Sites that are looked at for one obstacle at most: some seconds of work. */
const MOST_SITES = 1 << 22;
/** Sites along an edge of the blocks that are looked at as a whole. */
const BLOCK = 4;

/** Where sites are in the cells of a lattice: in those of meshes nowhere in particular, so that faces along the axes go through none. */
const CENTERED: Vec3 = [0.5, 0.5, 0.5];
const ASKEW: Vec3 = [0.4137, 0.5713, 0.6391];

/** Thrown where an obstacle would have more ghosts than anyone can want. */
export class TooManyGhosts extends Error {}

class Collector {
  readonly positions: number[] = [];
  readonly volumes: number[] = [];
  readonly depths: number[] = [];
  /** How much of the lattice's cells lies in each layer, m³; m² in 2D. */
  readonly layers: number[] = [];
  private looked = 0;
  private readonly solid: Solid;
  private readonly region: Bounds | undefined;
  private readonly margin: number;

  constructor(solid: Solid, { depth, region }: GhostRequest) {
    this.solid = solid;
    this.region = region;
    this.margin = depth;
  }

  /** Notes that sites are looked at. */
  look(sites = 1): void {
    this.looked += sites;
    if (this.looked > MOST_SITES) throw new TooManyGhosts();
  }

  /** Throws if there are too many sites to begin with. */
  expect(sites: number): void {
    this.look(sites);
    this.looked -= sites;
  }

  /** Takes a point of the local frame, if particles can come near it. */
  take(p: Vec3, volume: number, depth: number): void {
    this.look();
    if (!this.isInReach(p)) return;
    this.positions.push(p[0], p[1], p[2]);
    this.volumes.push(volume);
    this.depths.push(depth);
  }

  private isInReach(p: Vec3): boolean {
    const { region, margin, solid } = this;
    if (!region) return true;
    const x = toWorld(solid, p);
    for (let a = 0; a < solid.dimension; a++)
      if (x[a]! < region.min[a]! - margin || x[a]! > region.max[a]! + margin) return false;
    return true;
  }
}

/**
 * The ghosts of a solid at rest.
 * @param inside whether it is a container: then they stand around it
 */
export function ghostSites(solid: Solid, inside: boolean, request: GhostRequest): GhostSites {
  const out = new Collector(solid, request);
  if (solid.kind === PLANE) fillPlane(solid, inside, request, out);
  else if (solid.kind === BOX) fillBox(solid, inside, request, out);
  else return fillLayers(solid, inside, request, out);
  return out;
}

function volumeOf(spacing: number, dimension: 2 | 3): number {
  return dimension === 2 ? spacing * spacing : spacing * spacing * spacing;
}

/** Layers below a plane, over the region; lattices of planes that go through one point fit together. */
function fillPlane(solid: Solid, inside: boolean, { spacing, depth, region }: GhostRequest, out: Collector): void {
  const { vector: n, center, dimension } = solid,
    [s, t] = axesAlong(n, dimension),
    [low, high] = extentAlong(region!, center, s, depth),
    [near, far] = dimension === 3 ? extentAlong(region!, center, t, depth) : [0, 0],
    down = inside ? 1 : -1,
    layers = Math.ceil(depth / spacing),
    volume = volumeOf(spacing, dimension);
  out.expect(layers * ((high - low) / spacing) * (dimension === 3 ? (far - near) / spacing : 1));
  for (let i = Math.floor(low / spacing); i <= Math.ceil(high / spacing); i++)
    for (let j = Math.floor(near / spacing); j <= Math.ceil(far / spacing); j++)
      for (let k = 0; k < layers; k++) {
        const a = (i + 0.5) * spacing,
          b = dimension === 3 ? (j + 0.5) * spacing : 0,
          below = (k + 0.5) * spacing,
          at = (c: 0 | 1 | 2) => a * s[c] + b * t[c] + down * below * n[c];
        out.take([at(0), at(1), dimension === 3 ? at(2) : 0], volume, below);
      }
}

/** Two directions along a plane, along axes of the world where that is possible; the second is none in 2D. */
function axesAlong(n: Vec3, dimension: 2 | 3): readonly [Vec3, Vec3] {
  if (dimension === 2)
    return [
      [-n[1], n[0], 0],
      [0, 0, 0],
    ];
  const size = n.map(Math.abs),
    axis = size.indexOf(Math.min(...size)),
    e = [0, 1, 2].map((a) => Number(a === axis) - n[axis]! * n[a]!),
    length = Math.sqrt(e[0]! * e[0]! + e[1]! * e[1]! + e[2]! * e[2]!),
    s: Vec3 = [e[0]! / length, e[1]! / length, e[2]! / length];
  return [s, [n[1] * s[2] - n[2] * s[1], n[2] * s[0] - n[0] * s[2], n[0] * s[1] - n[1] * s[0]]];
}

/** From where to where a region reaches along a direction, from a center, with a margin; m. */
function extentAlong({ min, max }: Bounds, center: Vec3, s: Vec3, margin: number): [low: number, high: number] {
  let low = -margin,
    high = margin;
  for (let a = 0; a < 3; a++) {
    const p = (min[a]! - center[a]!) * s[a]!,
      q = (max[a]! - center[a]!) * s[a]!;
    low += Math.min(p, q);
    high += Math.max(p, q);
  }
  return [low, high];
}

/** The lattice of a box: as many sites along each edge as fit best, in it or around it. */
function fillBox(solid: Solid, inside: boolean, { spacing, depth }: GhostRequest, out: Collector): void {
  const { vector, dimension } = solid,
    flat = dimension === 2,
    edges = vector.map((half) => 2 * half),
    counts = edges.map((edge, a) => (flat && a === 2 ? 1 : Math.max(1, Math.round(edge / spacing)))),
    steps = edges.map((edge, a) => (flat && a === 2 ? 1 : edge / counts[a]!)),
    layers = steps.map((step, a) => (flat && a === 2 ? 0 : Math.ceil(depth / step))),
    volume = steps[0]! * steps[1]! * steps[2]!,
    margin = (a: number) => (inside ? layers[a]! : 0),
    deep = (a: number, i: number) => !inside && i >= layers[a]! && i < counts[a]! - layers[a]!,
    within = (a: number, i: number) => i >= 0 && i < counts[a]!,
    place = (a: number, i: number) => (flat && a === 2 ? 0 : (i + 0.5 - counts[a]! / 2) * steps[a]!);
  const [a, b, c] = counts as [number, number, number];
  out.expect(flat ? 2 * layers[0]! * (a + b) : 2 * layers[0]! * (a * b + b * c + c * a));
  for (let i = -margin(0); i < counts[0]! + margin(0); i++)
    for (let j = -margin(1); j < counts[1]! + margin(1); j++) {
      const central = inside ? within(0, i) && within(1, j) : deep(0, i) && deep(1, j);
      if (central && flat) continue;
      for (let k = -margin(2); k < counts[2]! + margin(2); k++) {
        if (central && (inside ? within(2, k) : deep(2, k))) {
          k = (inside ? counts[2]! : counts[2]! - layers[2]!) - 1; // on to the far side
          continue;
        }
        const p: Vec3 = [place(0, i), place(1, j), place(2, k)],
          behind = depthBehind(solid, inside, ...toWorld(solid, p));
        if (behind > 0 && behind <= depth) out.take(p, volume, behind);
        else out.look();
      }
    }
}

/** Sites of a lattice around any shape, each moved along the normal into the middle of its layer. */
function fillLayers(solid: Solid, inside: boolean, request: GhostRequest, out: Collector): GhostSites {
  const { spacing, depth } = request,
    { dimension, center } = solid,
    bounds = boundsOf(solid),
    margin = inside ? depth : 0,
    edge = BLOCK * spacing,
    radius = 0.5 * edge * Math.sqrt(dimension),
    blocks = [0, 1, 2].map((a) => Math.ceil((bounds.max[a]! - center[a]! + margin) / edge)),
    high = dimension === 3 ? blocks[2]! : 1,
    layerOf: number[] = [];
  out.expect(4 * blocks[0]! * blocks[1]! * (dimension === 3 ? 2 * high : 1));
  for (let i = -blocks[0]!; i < blocks[0]!; i++)
    for (let j = -blocks[1]!; j < blocks[1]!; j++)
      for (let k = dimension === 3 ? -high : 0; k < high; k++) {
        const corner: Vec3 = [i * edge, j * edge, k * edge],
          middle = (a: 0 | 1 | 2) => center[a] + corner[a] + (a < dimension ? 0.5 * edge : 0),
          behind = depthBehind(solid, inside, middle(0), middle(1), middle(2));
        out.look();
        if (behind > -radius && behind < depth + radius) fillBlock(solid, inside, request, corner, out, layerOf);
      }
  const { positions, depths } = out;
  for (const layer of new Set(layerOf)) {
    const members = layerOf.flatMap((own, k) => (own === layer ? [k] : []));
    if (layer >= 0) evenLayer(out.positions, members, solid, inside, (layer + 0.5) * spacing, spacing);
  }
  return { positions, depths, volumes: sharedVolumes(out, layerOf, spacing) };
}

/** The sites of a block, each in its layer. */
function fillBlock(
  solid: Solid,
  inside: boolean,
  { spacing, depth }: GhostRequest,
  corner: Vec3,
  out: Collector,
  layerOf: number[],
): void {
  const { dimension, center } = solid,
    shift = solid.kind === MESH ? ASKEW : CENTERED,
    along = inside ? 1 : -1, // the way to greater depths, along the normal
    depthAt = ([x, y, z]: Vec3) => depthBehind(solid, inside, x + center[0], y + center[1], z + center[2]);
  for (let n = 0; n < BLOCK * BLOCK * (dimension === 3 ? BLOCK : 1); n++) {
    const index = [n % BLOCK, Math.floor(n / BLOCK) % BLOCK, Math.floor(n / (BLOCK * BLOCK))],
      local = (a: 0 | 1 | 2) => corner[a] + (a < dimension ? (index[a]! + shift[a]) * spacing : 0),
      site: Vec3 = [local(0), local(1), local(2)],
      behind = depthAt(site);
    if (behind <= -spacing || behind > depth + spacing) continue;
    const normal = outwardNormal(solid, site[0] + center[0], site[1] + center[1], site[2] + center[2]),
      layer = behind > 0 && behind <= depth ? Math.floor(behind / spacing) : -1,
      target = (layer + 0.5) * spacing,
      way = along * (target - behind),
      moved: Vec3 = [site[0] + way * normal[0], site[1] + way * normal[1], site[2] + way * normal[2]],
      fits = layer < 0 || Math.abs(depthAt(moved) - target) < 0.1 * spacing,
      before = out.volumes.length;
    if (fits) addToLayers(out.layers, behind, normal, spacing, dimension);
    if (layer < 0) continue;
    const volume = volumeOf(spacing, dimension);
    if (fits) out.take(moved, volume, target);
    else if (behind > 0.25 * spacing) out.take(site, volume, behind); // in the middle of a thin part
    if (out.volumes.length > before) layerOf.push(fits ? layer : -1);
  }
}

/** Points of a cell that say which layers it lies in: 8 along an edge in 2D, 4 in 3D. */
const POINTS = 64;

/** Adds the cell around a site at a depth (m) to the layers that it lies in; there the surface is taken to be flat. */
function addToLayers(layers: number[], depth: number, normal: Vec3, spacing: number, dimension: 2 | 3): void {
  const edge = dimension === 2 ? 8 : 4,
    share = volumeOf(spacing, dimension) / POINTS,
    offset = (digit: number) => (((digit % edge) + 0.5) / edge - 0.5) * spacing;
  for (let k = 0; k < POINTS; k++) {
    let at = depth;
    for (let a = 0, digits = k; a < dimension; a++, digits = Math.floor(digits / edge))
      at += normal[a]! * offset(digits);
    const layer = Math.floor(at / spacing);
    if (layer >= 0) layers[layer] = (layers[layer] ?? 0) + share;
  }
}

/** Volumes of sites by how densely their layer is filled around them; together they have that of the layer. */
function sharedVolumes(
  { positions, volumes, layers }: Collector,
  layerOf: readonly number[],
  spacing: number,
): number[] {
  const reach = 2 * spacing,
    bump = (r2: number) => (1 - r2 / (reach * reach)) * (1 - r2 / (reach * reach)),
    shared = [...volumes];
  for (const layer of new Set(layerOf)) {
    if (layer < 0) continue;
    const members = layerOf.flatMap((own, k) => (own === layer ? [k] : [])),
      places = members.flatMap((k) => positions.slice(3 * k, 3 * k + 3)),
      grid = new SiteGrid(places, reach);
    let total = 0;
    members.forEach((k, m) => {
      let sum = 0;
      grid.visit(places[3 * m]!, places[3 * m + 1]!, places[3 * m + 2]!, (_, r2) => {
        sum += bump(r2);
      });
      shared[k] = volumes[k]! / sum;
      total += shared[k]!;
    });
    for (const k of members) shared[k]! *= layers[layer]! / total;
  }
  return shared;
}
