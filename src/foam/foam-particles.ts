// Spray, foam and bubbles of one frame: numbers in single precision, so that a file holds exactly what the next frame starts from.

/** What a particle is now. It may become another kind in every frame. */
export const SPRAY = 0;
export const FOAM = 1;
export const BUBBLE = 2;

/** The particles of a frame. */
export interface FoamParticles {
  readonly count: number;
  /** x, y, z, m. */
  readonly position: Float32Array;
  /** x, y, z, m/s. */
  readonly velocity: Float32Array;
  /** SPRAY, FOAM or BUBBLE. */
  readonly kind: Uint32Array;
  /** s */
  readonly age: Float32Array;
  /** How long it can still be foam, s. Only foam gets older in this sense. */
  readonly life: Float32Array;
  /** m */
  readonly radius: Float32Array;
}

/** One of them. */
export interface FoamParticle {
  readonly position: readonly [number, number, number];
  readonly velocity: readonly [number, number, number];
  readonly kind: number;
  readonly age: number;
  readonly life: number;
  readonly radius: number;
}

/** Particles as arrays. */
export function packFoam(all: readonly FoamParticle[]): FoamParticles {
  return {
    count: all.length,
    position: Float32Array.from(all.flatMap(({ position }) => position)),
    velocity: Float32Array.from(all.flatMap(({ velocity }) => velocity)),
    kind: Uint32Array.from(all, ({ kind }) => kind),
    age: Float32Array.from(all, ({ age }) => age),
    life: Float32Array.from(all, ({ life }) => life),
    radius: Float32Array.from(all, ({ radius }) => radius),
  };
}

/** Number k of the particles. */
export function foamAt({ position: p, velocity: v, kind, age, life, radius }: FoamParticles, k: number): FoamParticle {
  return {
    position: [p[3 * k]!, p[3 * k + 1]!, p[3 * k + 2]!],
    velocity: [v[3 * k]!, v[3 * k + 1]!, v[3 * k + 2]!],
    ...{ kind: kind[k]!, age: age[k]!, life: life[k]!, radius: radius[k]! },
  };
}

export const NO_FOAM: FoamParticles = packFoam([]);
