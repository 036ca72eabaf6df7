// The ghost particles of all obstacles of a scene: what is behind two of them stands there once, and each ghost knows what the ghosts around
// it add to its density. [AW09 eq. 55, card §20, ADR 41] Done once, before a world starts.

import { type KernelName, kernelValue } from '../../kernels/kernels.ts';
import type { Bounds } from '../../shapes/bounds.ts';
import { outwardNormal } from '../../shapes/distance.ts';
import type { Vec3 } from '../../shapes/shape.ts';
import type { Solid } from '../../shapes/solid.ts';
import { mayMove, type PreparedObstacle } from '../pack.ts';
import { depthBehind, toWorld } from './behind-surface.ts';
import { type GhostSites, ghostSites } from './ghost-sites.ts';
import { SiteGrid } from './site-grid.ts';

/** What the ghosts of a world are like. */
export interface GhostSettings {
  readonly kernel: KernelName;
  readonly dimension: 2 | 3;
  /** Distance between ghosts: that of the finest particles, m. */
  readonly spacing: number;
  /** Their support radius, m. */
  readonly support: number;
  /** The largest support radius of all particles, m: so far behind surfaces do ghosts stand. */
  readonly reach: number;
  /** Where particles can be, if that is bounded. */
  readonly region?: Bounds | undefined;
}

/** The ghosts of one obstacle. */
export interface ObstacleGhosts {
  /** Which obstacle of the scene. */
  readonly obstacle: number;
  /** In its local frame, three numbers each, m. */
  readonly positions: readonly number[];
  /** m³; m² in 2D. */
  readonly volumes: readonly number[];
  /** Unit vectors across the surface, in the local frame, three numbers each. */
  readonly normals: readonly number[];
  /** Σ V W over the ghosts around each, itself included. */
  readonly sums: readonly number[];
}

interface Sampled extends GhostSites {
  readonly obstacle: number;
  readonly solid: Solid;
  readonly moves: boolean;
}

/** Finds the ghosts of prepared obstacles. Throws `TooManyGhosts`. */
export function prepareGhosts(obstacles: readonly PreparedObstacle[], settings: GhostSettings): ObstacleGhosts[] {
  const { spacing, support, reach, region } = settings,
    depth = reach + support; // the deepest only count in the sums of the others
  const sampled = obstacles.map((prepared, obstacle): Sampled => {
    const { solid } = prepared,
      moves = mayMove(prepared),
      sites = ghostSites(solid, prepared.obstacle.inside, { spacing, depth, region: moves ? undefined : region });
    return { ...(moves ? sites : leaveOut(sites, solid, obstacles.slice(0, obstacle))), obstacle, solid, moves };
  });
  const resting = sampled.filter(({ moves }) => !moves);
  return sampled.map((own) => {
    const sums = sumsOf(own, own.moves ? [own] : resting, settings);
    return shallow(own, sums, own.moves ? [] : obstacles.filter((prepared) => !mayMove(prepared)), reach);
  });
}

/** Leaves out what is also behind the surface of an obstacle before this one; none of them moves. */
function leaveOut(sites: GhostSites, solid: Solid, before: readonly PreparedObstacle[]): GhostSites {
  const others = before.filter((prepared) => !mayMove(prepared)),
    isFree = (k: number) => {
      const x = toWorld(solid, [sites.positions[3 * k]!, sites.positions[3 * k + 1]!, sites.positions[3 * k + 2]!]);
      return !others.some(({ solid: other, obstacle }) => depthBehind(other, obstacle.inside, ...x) > 0);
    };
  return others.length === 0 ? sites : chosen(sites, isFree);
}

function chosen({ positions, volumes, depths }: GhostSites, isChosen: (k: number) => boolean): GhostSites {
  const kept = volumes.flatMap((_, k) => (isChosen(k) ? [k] : []));
  return {
    positions: kept.flatMap((k) => [positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!]),
    volumes: kept.map((k) => volumes[k]!),
    depths: kept.map((k) => depths[k]!),
  };
}

/** Σ V W of each ghost over all those that keep their distance to it. */
function sumsOf(own: Sampled, all: readonly Sampled[], { kernel, dimension, support }: GhostSettings): number[] {
  const places = all.flatMap(worldPlaces),
    volumes = all.flatMap((sites) => sites.volumes),
    grid = new SiteGrid(places, support),
    here = worldPlaces(own);
  return own.volumes.map((_, k) => {
    let sum = 0;
    grid.visit(here[3 * k]!, here[3 * k + 1]!, here[3 * k + 2]!, (l, r2) => {
      sum += volumes[l]! * kernelValue(kernel, dimension, Math.sqrt(r2), support);
    });
    return sum;
  });
}

function worldPlaces({ positions, volumes, solid }: Sampled): number[] {
  return volumes.flatMap((_, k) => [
    ...toWorld(solid, [positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!]),
  ]);
}

/** The ghosts that particles can feel: those that are not too deep behind any surface. */
function shallow(
  sites: Sampled,
  sums: readonly number[],
  resting: readonly PreparedObstacle[],
  reach: number,
): ObstacleGhosts {
  const places = worldPlaces(sites),
    depthIn = ({ solid, obstacle }: PreparedObstacle, k: number) =>
      depthBehind(solid, obstacle.inside, places[3 * k]!, places[3 * k + 1]!, places[3 * k + 2]!),
    near = sites.depths.map((depth, k) => depth < reach && !resting.some((other) => depthIn(other, k) >= reach)),
    isNear = (k: number) => near[k]!,
    { positions, volumes } = chosen(sites, isNear);
  return {
    obstacle: sites.obstacle,
    positions,
    volumes,
    normals: volumes.flatMap((_, k) => normalAt(sites.solid, positions.slice(3 * k, 3 * k + 3) as unknown as Vec3)),
    sums: sums.filter((_, k) => isNear(k)),
  };
}

/** The normal of the surface nearest to a point of the local frame, in that frame. */
function normalAt(solid: Solid, p: Vec3): number[] {
  const r = solid.rotation,
    [x, y, z] = outwardNormal(solid, ...toWorld(solid, p));
  return [0, 1, 2].map((a) => r[a]! * x + r[3 + a]! * y + r[6 + a]! * z);
}
