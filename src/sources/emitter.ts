// Emitters: layers of particles leave an opening one after the other, each exactly when the jet has moved on by one layer, and
// appear where they have got to by the time of the call. What is released, when and in which order does not depend on how often
// the emitter is asked. Nothing is allocated here while emitting.

import { invariant } from '../problem.ts';
import { randomSigned, STREAMS } from '../random/random.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { type JetLayer, layerSpacing, makeJetLayers } from './jet-layers.ts';
import { jetDirection, makeOpening } from './opening.ts';
import type { EmitterSettings, SourceContext, SpaceDimension } from './source.ts';

/** A prepared emitter: everything that does not change. */
export interface Jet {
  readonly dimension: SpaceDimension;
  /** Velocity of the jet, m/s. */
  readonly velocity: Vec3;
  /** Time between two layers, s; infinite if nothing ever leaves. */
  readonly interval: number;
  /** How the opening moves; undefined if it does not. */
  readonly pose: OpeningPose | undefined;
  /** Layers are released in turn. */
  readonly layers: readonly JetLayer[];
  /** Start and end, s. */
  readonly from: number;
  readonly to: number;
  readonly maxParticles: number;
  /** Largest random displacement on each axis, m. */
  readonly jitter: number;
  readonly seed: number;
  /** Random stream of this emitter. */
  readonly stream: number;
}

/** Where an opening is at a time (s): twelve numbers, a rotation row by row and a translation, as for obstacles. Does not allocate. */
export type OpeningPose = (time: number, out: Float64Array) => void;

/** What a snapshot saves of an emitter. */
export interface EmitterState {
  /** Layers whose time has come so far. */
  layers: number;
  /** Particles released so far. */
  particles: number;
}

/** Receives one released particle: position (m), velocity (m/s), mass (kg). */
export type ReleaseParticle = (
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
  mass: number,
) => void;

/** Asked about the first `count` sites (m) of a layer that left them `age` seconds ago with a velocity (m/s). */
export type LayerCheck = (sites: ArrayLike<number>, count: number, velocity: Vec3, age: number) => boolean;

/** Layers are counted up to here, as far as whole numbers and their halves are exact. */
const MOST_LAYERS = 0x8000000000000; // 2⁵¹

/**
 * Prepares an emitter that `checkEmitter` has found free of errors.
 * @param index place in the scene; decides the random stream
 * @param restDensity kg/m³ (kg/m² in 2D)
 */
export function makeJet(
  settings: EmitterSettings,
  index: number,
  restDensity: number,
  context: SourceContext,
  pose?: OpeningPose,
): Jet {
  const { dimension, seed } = context;
  const direction = jetDirection(settings, dimension);
  invariant(direction, 'an emitter without a direction was not refused');
  const opening = makeOpening(settings, direction, context);
  const layers = makeJetLayers(opening, settings.spacing, restDensity, dimension);
  const speed = layers ? jetSpeed(settings, opening.area) : 0;
  return {
    dimension,
    velocity: [direction[0] * speed, direction[1] * speed, direction[2] * speed],
    interval: layerSpacing(settings.spacing, dimension) / speed,
    layers: layers ?? [],
    pose,
    from: settings.from,
    to: settings.to ?? Number.POSITIVE_INFINITY,
    maxParticles: settings.maxParticles ?? Number.POSITIVE_INFINITY,
    jitter: settings.jitter * settings.spacing,
    seed,
    stream: STREAMS.emitter + index,
  };
}

/** Speed of the jet, m/s: as given, or the flow rate over the area of the opening. */
function jetSpeed({ speed, flowRate }: EmitterSettings, area: number): number {
  return speed ?? (flowRate ?? 0) / area;
}

/** The state of an emitter that has released nothing yet. */
export function initialEmitterState(): EmitterState {
  return { layers: 0, particles: 0 };
}

/**
 * Releases every particle due by `time` (s) and answers how many. Layer n leaves the opening at from + (n + ½) · interval: it is
 * the middle of the slab of substance that passes between two such times, so that the mass out is never more than half a layer
 * from ρ₀ · flow rate · time, and a window of whole intervals releases exactly its mass.
 * @param room particles the world can still take; a layer that does not fit is lost
 * @param hasRoom whether nothing stands where a layer will be; one that has no room is left out, so that the emitter waits
 */
export function emitUntil(
  jet: Jet,
  state: EmitterState,
  time: number,
  release: ReleaseParticle,
  room: number = Number.POSITIVE_INFINITY,
  hasRoom?: LayerCheck,
): number {
  const { layers, maxParticles } = jet;
  let released = 0;
  let lost = 0;
  while (state.particles < maxParticles && isDue(jet, state.layers, time)) {
    const layer = layers[state.layers % layers.length]!;
    const count = Math.min(layer.sites.length / 3, maxParticles - state.particles);
    if (released + count <= room) {
      const due = releaseTime(jet, state.layers),
        age = time - due,
        placed = jet.pose ? movedLayer(jet, layer, due) : { sites: layer.sites, velocity: jet.velocity };
      lost = 0;
      if (!hasRoom || hasRoom(placed.sites, count, placed.velocity, age)) {
        releaseLayer(jet, state, placed, layer.mass, count, age, release);
        released += count;
      }
    } else if (++lost === layers.length) {
      state.layers = firstNotDue(jet, state.layers, time); // neither kind fits: so none does
      break;
    }
    state.layers++;
  }
  return released;
}

/** When layer n leaves the opening, s. Never earlier than the layer before. */
function releaseTime({ from, interval }: Jet, n: number): number {
  return from + (n + 0.5) * interval;
}

function isDue(jet: Jet, n: number, time: number): boolean {
  const due = releaseTime(jet, n);
  return due <= time && due < jet.to;
}

/** The first layer after the due layer n that is not due yet; found by halving, so that billions take no longer than ten. */
function firstNotDue(jet: Jet, n: number, time: number): number {
  let due = n;
  let later = n + 1;
  while (later < MOST_LAYERS && isDue(jet, later, time)) later = Math.min(2 * later, MOST_LAYERS);
  while (later - due > 1) {
    const middle = due + Math.floor((later - due) / 2);
    if (isDue(jet, middle, time)) due = middle;
    else later = middle;
  }
  return later;
}

/** Layers that are due by `time` (s) and have not left. */
export function layersOwed(jet: Jet, { layers, particles }: EmitterState, time: number): number {
  if (jet.layers.length === 0 || particles >= jet.maxParticles || !isDue(jet, layers, time)) return 0;
  return firstNotDue(jet, layers, time) - layers;
}

/** When the next layer is due, s; never once the emitter is done. */
export function nextRelease(jet: Jet, state: EmitterState): number {
  const { to, maxParticles, layers } = jet;
  const time = releaseTime(jet, state.layers);
  return layers.length > 0 && time < to && state.particles < maxParticles ? time : Number.POSITIVE_INFINITY;
}

/** A layer where its opening is. */
interface PlacedLayer {
  readonly sites: ArrayLike<number>;
  readonly velocity: Vec3;
}

/** The velocity of an opening is what it goes in so much time around the release, s. */
const MOMENT = 1e-4;
const before = new Float64Array(12),
  now = new Float64Array(12);

/** A layer that leaves a moving opening at a time (s): turned and shifted with it, and with the velocity of its center. */
function movedLayer({ pose, velocity }: Jet, { sites }: JetLayer, time: number): PlacedLayer {
  const moved = new Float64Array(sites.length),
    center = [0, 0, 0],
    drift: [number, number, number] = [0, 0, 0];
  for (let n = 0; n < sites.length; n++) center[n % 3]! += (3 * sites[n]!) / sites.length;
  pose!(time - MOMENT, before);
  pose!(time, now);
  for (let a = 0; a < 3; a++) {
    const at = (pose: Float64Array, [x, y, z]: ArrayLike<number> & Iterable<number>) =>
      pose[3 * a]! * x! + pose[3 * a + 1]! * y! + pose[3 * a + 2]! * z!;
    for (let n = 0; n < sites.length; n += 3) moved[n + a] = at(now, sites.subarray(n, n + 3)) + now[9 + a]!;
    drift[a] = at(now, velocity) + (at(now, center) + now[9 + a]! - at(before, center) - before[9 + a]!) / MOMENT;
  }
  return { sites: moved, velocity: drift };
}

/** Releases the first `count` particles of a layer that left the opening `age` seconds ago. */
function releaseLayer(
  { dimension, jitter, seed, stream }: Jet,
  state: EmitterState,
  { sites, velocity }: PlacedLayer,
  mass: number,
  count: number,
  age: number,
  release: ReleaseParticle,
): void {
  const [vx, vy, vz] = velocity;
  for (let n = 0; n < count; n++) {
    let x = sites[3 * n]! + vx * age;
    let y = sites[3 * n + 1]! + vy * age;
    let z = sites[3 * n + 2]! + vz * age;
    if (jitter > 0) {
      const draw = 3 * state.particles;
      x += jitter * randomSigned(seed, stream, draw);
      y += jitter * randomSigned(seed, stream, draw + 1);
      if (dimension === 3) z += jitter * randomSigned(seed, stream, draw + 2);
    }
    release(x, y, z, vx, vy, vz, mass);
    state.particles++;
  }
}
