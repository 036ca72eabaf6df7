// What a step brought from outside. A step returns it; the books of the world add it up.

/** x, y, z. */
export type Triple = [number, number, number];

/** What one step, or one evaluation without time, brought from outside. Valid until the next one. */
export interface Booking {
  /** Particles evaluated. */
  evaluated: number;
  /** Impulse of gravity and force fields before the new forces were known, N·s. */
  readonly externalBefore: Triple;
  /** The same with the new forces, N·s. */
  readonly externalAfter: Triple;
  /** Impulse of obstacles that were hit, N·s. */
  readonly obstacles: Triple;
  /** Impulse of the pressure and the grip of walls, N·s. */
  readonly walls: Triple;
  /** Impulse that individual steps leave open, N·s. */
  readonly asymmetry: Triple;
  /** Heat from regions, obstacles and surroundings, J. */
  readonly heat: Triple;
}

/** An empty booking. */
export function newBooking(): Booking {
  return {
    evaluated: 0,
    externalBefore: [0, 0, 0],
    externalAfter: [0, 0, 0],
    obstacles: [0, 0, 0],
    walls: [0, 0, 0],
    asymmetry: [0, 0, 0],
    heat: [0, 0, 0],
  };
}
