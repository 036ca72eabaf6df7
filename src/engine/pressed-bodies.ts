// Bodies that are unknowns of a solve for the pressure, as a scheme sees them. [ADR 55]

/**
 * Loads are six numbers for each obstacle whose pose is simulated: what it gives to the particles, and the moment of that about the origin.
 * Motions of the bodies go to the table that passes read.
 */
export interface PressedBodies {
  /** Writes how bodies in their present states answer, which the passes that set a system up read. */
  place(): void;
  /** Takes what acts on bodies in a step of dt (s) beside pressure: impulses `loads` (N·s), and whatever moves them from outside. */
  predict(dt: number, loads: Float64Array): void;
  /** Motions that these and forces `loads` (N) lead to in the step, m/s. */
  lead(loads: Float64Array): void;
  /** Takes how far bodies give way to hits, the first number of each six: what particles get back of them. */
  yieldTo(loads: Float64Array): void;
  /** Motions by forces `loads` (N) alone, m/s². */
  answer(loads: Float64Array): void;
}
