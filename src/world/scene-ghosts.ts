// The ghosts of a scene: whether it can have them, and what they are like. [AW09 §6.3, ADR 41]

import type { Engine } from '../engine/engine.ts';
import { TooManyGhosts } from '../obstacles/ghosts/ghost-sites.ts';
import { Ghosts } from '../obstacles/ghosts/ghosts.ts';
import { type PackedGhosts, packGhosts } from '../obstacles/ghosts/pack-ghosts.ts';
import { type GhostSettings, prepareGhosts } from '../obstacles/ghosts/prepare-ghosts.ts';
import { mayMove, type PreparedObstacle } from '../obstacles/pack.ts';
import type { Feature } from '../particles/fields.ts';
import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { closedMesh } from '../shapes/closed-mesh.ts';
import { PLANE } from '../shapes/kinds.ts';
import { packingSum } from '../substances/sph/lattice-sums.ts';
import { isSph, type SphParameters } from '../substances/sph/parameters.ts';
import type { Substance } from '../substances/substance.ts';
import { ARENA } from '../wasm/layout.ts';

/** Particles may have a slightly larger support than their spacing says: the mass of a body is shared among those that fit into it. */
const LARGER = 1.05;

/** The ghosts of a scene before they have a place in memory. */
export interface PreparedGhosts {
  readonly packed: PackedGhosts;
  readonly settings: GhostSettings;
  readonly first: SphParameters;
}

/** Finds the ghosts of a scene that asks for them and has something that they act on. Throws what is wrong with that. */
export function ghostsOf(
  scene: Scene,
  substances: readonly Substance[],
  features: readonly Feature[],
  obstacles: readonly PreparedObstacle[],
): PreparedGhosts | undefined {
  if (scene.boundary !== 'ghosts') return undefined;
  const problems = ghostProblems(scene, substances, features, obstacles);
  if (problems.length > 0) throw new ThixoError(problems);
  const [first] = substances.filter(isSph),
    settings = first && settingsOf(scene, substances, first);
  if (!first || !settings || obstacles.length === 0) return undefined;
  try {
    const ghosts = prepareGhosts(obstacles, settings);
    return { packed: packGhosts(ghosts, settings.reach, substances.length), settings, first };
  } catch (error) {
    if (error instanceof TooManyGhosts) throw new ThixoError([tooMany(settings.spacing)]);
    throw error;
  }
}

/** Puts prepared ghosts into the memory of an engine, where they have room. */
export function placeGhostsOn(engine: Engine, { packed, settings, first }: PreparedGhosts, tables: number): void {
  const { set, dimension } = engine;
  engine.ghosts = new Ghosts(packed, set.shared, set.team, ghostAddress(tables), {
    length: settings.support / 2,
    sumScale: 1 / packingSum(first.kernel, first.smoothing, dimension),
    integrates: first.density === 'continuity',
  });
}

/** Where ghosts begin, behind other tables of so many bytes. */
function ghostAddress(tables: number): number {
  return ARENA + 64 * Math.ceil(tables / 64);
}

/** Bytes of the tables with those of ghosts. */
export function withGhosts(tables: number, ghosts: PreparedGhosts | undefined): number {
  return ghosts ? ghostAddress(tables) - ARENA + ghosts.packed.bytes : tables;
}

/** What ghosts must be like among the particles of a scene; nothing if there never are any. */
function settingsOf(
  { bodies, emitters, dimension, domain }: Scene,
  substances: readonly Substance[],
  first: SphParameters,
): GhostSettings | undefined {
  const sources = [...bodies, ...emitters].flatMap(({ substance, spacing }) => {
    const p = substances.find(({ name }) => name === substance)!;
    return isSph(p) ? [{ spacing, support: 2 * p.smoothing * spacing }] : [];
  });
  if (sources.length === 0) return undefined;
  const spacing = Math.min(...sources.map((source) => source.spacing)),
    reach = LARGER * Math.max(...sources.map((source) => source.support));
  return {
    kernel: first.kernel,
    dimension,
    spacing,
    support: 2 * first.smoothing * spacing,
    reach,
    region: domain && { min: domain.min, max: domain.max },
  };
}

const WALLS = 'Leave out `boundary`: walls act there too.';

function ghostProblems(
  scene: Scene,
  substances: readonly Substance[],
  features: readonly Feature[],
  obstacles: readonly PreparedObstacle[],
): Problem[] {
  const own = substances.filter(isSph),
    refuse = (pointer: string, message: string, hint = WALLS) => [problem('SCENE_GHOSTS', pointer, message, hint)];
  if (own.length === 0 && substances.length > 0)
    return refuse('/boundary', 'Ghosts act on smoothed particles only, and no substance is made of them.');
  const differs = own.find(({ density }) => density !== own[0]!.density),
    corrected = own.find(({ pressureForce }) => pressureForce === 'corrected');
  return [
    ...(features.includes('flow')
      ? refuse(
          '/boundary',
          'A substance here yields, has a visible viscosity, or heat flows: ghosts know none of that.',
        )
      : []),
    ...(scene.adaptivity
      ? refuse('/adaptivity', 'Particles that are split and merged do not fit ghosts of one size.')
      : []),
    ...(scene.domain?.periodic.some(Boolean)
      ? refuse('/domain/periodic', 'Ghosts do not know of a domain that wraps around.')
      : []),
    ...(differs
      ? refuse(
          below(below('/substances', differs.name), 'density'),
          `"${own[0]!.name}" has a density by ${own[0]!.density}, "${differs.name}" by ${differs.density}; ghosts need one kind.`,
          'Give all substances the same `density`.',
        )
      : []),
    ...(corrected
      ? refuse(
          below(below('/substances', corrected.name), 'pressureForce'),
          'A corrected pressure force does not know of ghosts.',
          'Use "plain", or leave out `boundary`.',
        )
      : []),
    ...obstacles.flatMap((prepared, k) => refusedShape(scene, prepared, `/obstacles/${k}/shape`)),
  ];
}

/** Why an obstacle cannot have ghosts, if it cannot. */
function refusedShape({ domain }: Scene, prepared: PreparedObstacle, pointer: string): Problem[] {
  const { solid } = prepared,
    refuse = (message: string, hint: string) => [problem('SCENE_GHOSTS', pointer, message, hint)];
  if (solid.kind === PLANE && mayMove(prepared))
    return refuse('A plane that moves has no end that ghosts could fill.', 'Use a box.');
  if (solid.kind === PLANE && !domain)
    return refuse(
      'A plane has no end: ghosts can stand only where particles can be, and the scene does not say where.',
      'Give the scene a `domain`, or use a box.',
    );
  if (solid.triangles && !closedMesh(solid.triangles))
    return refuse('An open mesh has no inside for ghosts.', `Close the mesh. ${WALLS}`);
  return [];
}

function tooMany(spacing: number): Problem {
  const message = `With a spacing of ${spacing} m the obstacles would have too many ghosts.`;
  return problem(
    'SCENE_GHOSTS',
    '/boundary',
    message,
    'Use a larger spacing, smaller obstacles, or a smaller `domain`.',
  );
}
