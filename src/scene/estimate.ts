// How many particles a scene will have, from volumes and flow rates: the same effort for ten particles and for ten billion.

import { boundsOf, measureOf } from '../shapes/bounds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { solidOf } from '../shapes/solid.ts';
import { expectedSites, layerSpacing } from '../sources/jet-layers.ts';
import { defaultLattice, fitLattice, makeLattice, siteCount, volumePerParticle } from '../sources/lattice.ts';
import { jetDirection, makeOpening } from '../sources/opening.ts';
import type { Body, Emitter, Scene } from './schema.ts';
import { type Surroundings, surroundingsOf, timeInFlight } from './time-in-flight.ts';

/** Particles of a jet may push and hold each other: how much longer than by falling alone they are taken to live. */
const SLOWER = 2;

/** Particles a scene is expected to have. Those of jets that fall freely into a sink or out of the domain live as long as they fall. */
export interface ParticleEstimate {
  /** Of its bodies. */
  readonly start: number;
  /** When its duration is over. */
  readonly end: number;
}

type Space = Pick<Scene, 'dimension'> & { readonly trig: Trigonometry };

/** Expected particles at the start and at the end of a scene that was found right. */
export function estimateParticles(scene: Scene, trig: Trigonometry): ParticleEstimate {
  const space = { dimension: scene.dimension, trig, around: surroundingsOf(scene, trig) };
  const start = scene.bodies.reduce((sum, body) => sum + bodyParticles(body, space), 0);
  const released = scene.emitters.reduce((sum, emitter) => sum + emittedBy(emitter, scene.duration, space), 0);
  return { start, end: Math.max(start, Math.min(start + released, scene.maxParticles)) };
}

/** Expected particles of a body: exact for points and for boxes along the axes, else its volume over that of a particle. */
export function bodyParticles({ shape, spacing, lattice, particles }: Body, { dimension, trig }: Space): number {
  if ('points' in shape) return shape.points.positions.length;
  if (particles !== undefined) return particles;
  const solid = solidOf(shape, trig, dimension);
  const sites = makeLattice(lattice ?? defaultLattice(dimension), dimension, spacing);
  if ('box' in shape && 'min' in shape.box) return siteCount(fitLattice(sites, boundsOf(solid)));
  const count = Math.round(measureOf(solid) / volumePerParticle(sites));
  return Number.isNaN(count) ? Number.POSITIVE_INFINITY : count;
}

/** Particles of an emitter that are expected to be there after a time from the start, s. */
function emittedBy(
  emitter: Emitter,
  duration: number,
  space: Space & { readonly around: Surroundings | undefined },
): number {
  const direction = jetDirection(emitter, space.dimension);
  if (!direction) return 0;
  const opening = makeOpening(emitter, direction, space);
  const speed = emitter.speed ?? (emitter.flowRate ?? 0) / opening.area;
  const flight = space.around ? timeInFlight(opening, speed, emitter.spacing, space.around) : Number.POSITIVE_INFINITY;
  const time = Math.min(Math.min(duration, emitter.to ?? duration) - emitter.from, SLOWER * flight);
  const layers = Math.floor((time * speed) / layerSpacing(emitter.spacing, space.dimension) + 0.5);
  const perLayer = Math.round(expectedSites(opening, emitter.spacing, space.dimension));
  const released = layers > 0 && perLayer > 0 ? layers * perLayer : 0;
  return Math.min(released, emitter.maxParticles ?? released);
}
