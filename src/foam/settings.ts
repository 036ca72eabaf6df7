// How much foam there is and how it behaves.

export interface FoamSettings {
  /** Particles that a particle of the liquid makes at most per second where air is trapped. */
  readonly trappedAir: number;
  /** The same on crests of waves. */
  readonly waveCrest: number;
  /** Shortest and longest time that something can be foam, s. */
  readonly lifetime: readonly [number, number];
  /** Lift of bubbles over their weight. */
  readonly buoyancy: number;
  /** Part of the difference to the velocity of the liquid that bubbles lose in a frame, 0 to 1. */
  readonly drag: number;
}

export const FOAM_DEFAULTS: FoamSettings = {
  trappedAir: 200,
  waveCrest: 200,
  lifetime: [2, 5],
  buoyancy: 2,
  drag: 0.8,
};
