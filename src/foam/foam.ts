// Spray, foam and bubbles over the frames of a liquid, one frame after the other. [IAAT12], limits of its potentials by ADR 59
// What a frame leaves behind is all that the next one needs, so a run can go on from any of them.

import type { Scene } from '../scene/schema.ts';
import { lengthOf, type Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { FOAM, type FoamParticle, type FoamParticles, foamAt, NO_FOAM, packFoam } from './foam-particles.ts';
import { freePlaces } from './free-places.ts';
import { generateFoam } from './generate.ts';
import { liquidIn, Surroundings } from './liquid.ts';
import { kindOf, liquidAt, moveFoam } from './move.ts';
import { type Limits, measurePotentials, NO_LIMITS, raiseLimits } from './potentials.ts';
import type { FoamSettings } from './settings.ts';

/** What a frame leaves behind. */
export interface FoamState {
  readonly particles: FoamParticles;
  readonly limits: Limits;
}

export const NO_FOAM_YET: FoamState = { particles: NO_FOAM, limits: NO_LIMITS };

/** A frame of the liquid. */
export interface FoamFrame {
  readonly frame: number;
  /** s */
  readonly time: number;
  readonly fields: WorldFields;
}

/** Foam that is brought from frame to frame. */
export class Foam {
  private readonly scene: Scene;
  private readonly settings: FoamSettings;
  private readonly trig: Trigonometry;
  /** Liquid of the last frame. */
  private before: Surroundings | undefined;

  constructor(scene: Scene, settings: FoamSettings, trig: Trigonometry) {
    this.scene = scene;
    this.settings = settings;
    this.trig = trig;
  }

  /** Looks at a frame whose foam is there already, so that `advance` can go on from it. */
  enter({ fields }: FoamFrame): void {
    this.before = new Surroundings(liquidIn(this.scene, fields));
  }

  /** The foam of the next frame; dt is the time since the last one, s, and 0 for the first. */
  advance(state: FoamState, { frame, time, fields }: FoamFrame, dt: number): FoamState {
    const { scene, settings, trig } = this,
      { seed } = scene,
      now = new Surroundings(liquidIn(scene, fields)),
      isFree = freePlaces(scene, time, fields.poses, trig);
    const moved = this.moveAll(state.particles, this.before ?? now, now, dt); // old ones to the time of this frame
    this.before = now;
    const potentials = measurePotentials(now),
      limits = raiseLimits(state.limits, potentials, now, lengthOf(scene.gravity)),
      born = generateFoam(now.liquid, potentials, limits, settings, { seed, frame, dt });
    const all = [...moved, ...born]
      .filter((particle) => isFree(particle.position))
      .map((particle) => ({ ...particle, kind: kindOf(liquidAt(now, particle.position).neighbors) }))
      .filter(({ kind, life }) => kind !== FOAM || life > 0);
    return { particles: packFoam(all), limits };
  }

  /** Half the frame in the liquid that was, half in the liquid that is. */
  private moveAll(old: FoamParticles, before: Surroundings, now: Surroundings, dt: number): FoamParticle[] {
    const { gravity } = this.scene,
      half = dt / 2,
      step = (particle: FoamParticle, around: Surroundings): FoamParticle =>
        moveFoam(particle, around, gravity as Vec3, this.settings, half);
    return Array.from({ length: old.count }, (_, k) => step(step(foamAt(old, k), before), now));
  }
}
