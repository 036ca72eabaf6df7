// New spray, foam and bubbles around the particles of a liquid. [IAAT12 §3] The random numbers of a particle are named by seed, frame and id.

import { perpendiculars } from '../meshes/solid-mesh.ts';
import { randomSigned, randomUnit, STREAMS } from '../random/random.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { type FoamParticle, SPRAY } from './foam-particles.ts';
import type { Liquid } from './liquid.ts';
import { type Limits, type Potentials, portionOf } from './potentials.ts';
import type { FoamSettings } from './settings.ts';

/** Numbers that one particle of the liquid may draw in a frame. */
const DRAWS = 0x10_0000;
/** Tries to hit the disc; together with the rest they stay below DRAWS / MOST. */
const TRIES = 16;
/** New particles around one at most. */
const MOST = 1000;
/** Smallest and largest radius of a new one, over the spacing of the liquid. */
const RADIUS = [0.08, 0.2] as const;

/** What new particles are named and measured by. */
export interface Moment {
  readonly seed: number;
  readonly frame: number;
  /** Time since the frame before, s. */
  readonly dt: number;
}

/** The new particles of a frame, in the order of the liquid; what kind each is, is decided when it first moves. */
export function generateFoam(
  liquid: Liquid,
  found: Potentials,
  limits: Limits,
  settings: FoamSettings,
  moment: Moment,
): FoamParticle[] {
  const all: FoamParticle[] = [];
  for (let i = 0; i < liquid.count; i++) {
    const { rate, strength } = rateOf(i, found, limits, settings);
    if (!(rate > 0)) continue;
    const draw = numbersOf(moment, liquid.id[i]!);
    const count = Math.min(MOST, Math.floor(rate * moment.dt + draw.unit())); // the mean is right also below 1
    for (let n = 0; n < count; n++) all.push(newParticle(liquid, i, strength, settings, moment.dt, draw));
  }
  return all;
}

/** New particles per second around one of the liquid, Φ_k (k_ta Φ_ta + k_wc Φ_wc), and how much that is of the most there can be. */
export function rateOf(
  i: number,
  found: Potentials,
  limits: Limits,
  { trappedAir, waveCrest }: FoamSettings,
): { readonly rate: number; readonly strength: number } {
  const energy = portionOf(found.energy[i]!, limits.energy),
    air = portionOf(found.trappedAir[i]!, limits.trappedAir),
    crest = portionOf(found.waveCrest[i]!, limits.waveCrest);
  return {
    rate: energy * (trappedAir * air + waveCrest * crest),
    strength: energy * Math.max(trappedAir > 0 ? air : 0, waveCrest > 0 ? crest : 0),
  };
}

/** One in the cylinder along the way that the particle of the liquid has come since the last frame. */
function newParticle(
  { position, velocity, spacing }: Liquid,
  i: number,
  strength: number,
  { lifetime: [shortest, longest] }: FoamSettings,
  dt: number,
  draw: Draw,
): FoamParticle {
  const v: Vec3 = [velocity[3 * i]!, velocity[3 * i + 1]!, velocity[3 * i + 2]!],
    speed = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]),
    [e1, e2] = perpendiculars([v[0] / speed, v[1] / speed, v[2] / speed]),
    [a, b] = draw.inDisc(),
    back = draw.unit() * dt,
    wide = spacing / 2;
  const across = (c: 0 | 1 | 2): number => wide * (a * e1[c] + b * e2[c]);
  const at = (c: 0 | 1 | 2): number => position[3 * i + c]! - back * v[c] + across(c);
  const apart = (c: 0 | 1 | 2): number => v[c] + across(c); // a spread of 1/s, as in the paper
  const [least, most] = RADIUS;
  return {
    position: [at(0), at(1), at(2)],
    velocity: [apart(0), apart(1), apart(2)],
    kind: SPRAY,
    age: back,
    life: shortest + (longest - shortest) * strength,
    radius: spacing * (least + (most - least) * draw.unit()),
  };
}

/** Random numbers of one particle of the liquid in one frame. */
interface Draw {
  unit(): number;
  /** A point of the unit disc. */
  inDisc(): readonly [number, number];
}

function numbersOf({ seed, frame }: Moment, id: number): Draw {
  const stream = STREAMS.foam + frame;
  let counter = id * DRAWS;
  const unit = (): number => randomUnit(seed, stream, counter++);
  const inDisc = (): readonly [number, number] => {
    for (let n = 0; n < TRIES; n++) {
      const a = randomSigned(seed, stream, counter++),
        b = randomSigned(seed, stream, counter++);
      if (a * a + b * b <= 1) return [a, b];
    }
    return [0, 0]; // once in 10¹¹
  };
  return { unit, inDisc };
}
