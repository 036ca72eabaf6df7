// What a step brought from outside. A step returns it; the books of the world add it up.

/** x, y, z. */
export type Triple = [number, number, number];

/** What one step, or one evaluation without time, brought from outside. Valid until the next one. */
export interface Booking {
  /** Whether sums over particles come later, where ranks share the world: `settleBooks` of a simulation books them. */
  isLate: boolean;
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
  /** Of each body, six numbers: what it gave to the particles, N·s, and the moment of that about the origin, N·m·s. */
  readonly loads: Float64Array;
}

/** An empty booking of a world with so many bodies. */
export function newBooking(bodies = 0): Booking {
  return {
    isLate: false,
    evaluated: 0,
    externalBefore: [0, 0, 0],
    externalAfter: [0, 0, 0],
    obstacles: [0, 0, 0],
    walls: [0, 0, 0],
    asymmetry: [0, 0, 0],
    heat: [0, 0, 0],
    loads: new Float64Array(6 * bodies),
  };
}
