// What sources are told: plain settings, which the scene's bodies, emitters and sinks satisfy as they are. SI units.

import type { Trigonometry } from '../shapes/rotation.ts';
import type { Box, Shape, Vec3 } from '../shapes/shape.ts';

/** Space dimension of a world; in 2D every z is 0. */
export type SpaceDimension = 2 | 3;

/** What shapes need to know of the world. */
export interface Space {
  readonly dimension: SpaceDimension;
  readonly trig: Trigonometry;
}

/** What sources need to know of the world. */
export interface SourceContext extends Space {
  /** Seed of every random number of the scene, unsigned 32-bit. */
  readonly seed: number;
}

/** How particles are arranged: `hcp` in 3D only, `hexagonal` in 2D only, `cubic` in both (squares in 2D). */
export type LatticeName = 'hcp' | 'cubic' | 'hexagonal';

/** Places of particles in time. */
export interface PointsPath {
  readonly frameRate: number;
  /** x, y, z of every particle in every frame: float32 as base64. */
  readonly packed: string;
}

/** Explicit particles instead of a region to fill. */
export interface Points {
  readonly points: {
    /** One position per particle, m. */
    readonly positions: readonly Vec3[];
    /** One velocity per particle, m/s; the body velocity if left out. */
    readonly velocities?: readonly Vec3[] | undefined;
    /** Places in the shape at rest of an elastic solid, m; the positions if left out. */
    readonly rest?: readonly Vec3[] | undefined;
    /** Where they are at every time; they move freely if left out. */
    readonly path?: PointsPath | undefined;
  };
}

/** A round opening. */
export interface Disc {
  readonly disc: { readonly center: Vec3; readonly normal: Vec3; readonly radius: number };
}

/** A lump of substance that is there at the start. */
export interface BodySettings {
  readonly shape: Shape | Points;
  /** Distance between neighboring particles, m. */
  readonly spacing: number;
  /** So many, spread evenly; a lattice if left out. */
  readonly particles?: number | undefined;
  /** Default: `hcp` in 3D, `hexagonal` in 2D. */
  readonly lattice?: LatticeName | undefined;
  /** Largest random displacement on each axis as a fraction of the spacing. */
  readonly jitter: number;
  /** m/s */
  readonly velocity: Vec3;
  /** Rotation about the center of mass, rad/s. */
  readonly angularVelocity: Vec3;
}

/** An opening that releases particles. */
export interface EmitterSettings {
  readonly shape: Disc | Box;
  /** Direction of the jet, needed for a box; a disc emits along its normal. */
  readonly direction?: Vec3 | undefined;
  /** Speed of the jet, m/s. Either this or `flowRate`. */
  readonly speed?: number | undefined;
  /** Volume per second, m³/s (m²/s in 2D). */
  readonly flowRate?: number | undefined;
  /** Distance between neighboring particles, m. */
  readonly spacing: number;
  /** Largest random displacement on each axis as a fraction of the spacing. */
  readonly jitter: number;
  /** Start time, s. */
  readonly from: number;
  /** End time, s; never if left out. */
  readonly to?: number | undefined;
  /** Most particles it releases. */
  readonly maxParticles?: number | undefined;
}

/** A region that removes particles. */
export interface SinkSettings {
  readonly shape: Shape;
}
