// How a stretch of a frame is cut into steps, so that its end is hit exactly. [ADR 9]

/** Cuts a stretch, from 0 to 1. */
export interface StepPlan {
  /** Where the next step begins. */
  readonly at: number;
  /** The shortest step that there is. */
  readonly shortest: number;
  /** Takes the next step, no longer than `longest`; returns how long it is. */
  next(longest: number): number;
  /** The last step was not taken. */
  undo(): void;
}

/** Part of a limit by which rounding may make a step longer than it. */
const ROUNDING = 1e-9;
/** Steps grow only when so many of those that are left can be saved. */
const WORTH = 1 / 8;

/** Equal steps, any number of them. They are equal to the bit until the limit asks for other ones. */
export class EqualSteps implements StepPlan {
  at = 0;
  readonly shortest: number;
  private before = 0;
  private begin = 0;
  private steps = 0;
  private taken = 0;

  /** @param most so many steps at most, if all are equal */
  constructor(most: number) {
    this.shortest = (1 - ROUNDING) / most;
  }

  next(longest: number): number {
    this.before = this.at;
    const planned = this.steps - this.taken,
      needed = Math.max(1, Math.ceil(((1 - this.at) / longest) * (1 - ROUNDING)));
    if (needed > planned || needed < planned * (1 - WORTH)) {
      this.begin = this.at;
      this.steps = needed;
      this.taken = 0;
    }
    const { begin, steps } = this,
      taken = ++this.taken;
    this.at = taken === steps ? 1 : begin + (1 - begin) * (taken / steps);
    return (1 - begin) / steps;
  }

  undo(): void {
    this.at = this.before;
    this.steps = this.taken = 0; // nothing is planned: the next steps are equal from here on
  }
}

/** Halves, quarters, eighths …, each on its own grid: steps stay the same while a limit swings. */
export class HalvedSteps implements StepPlan {
  at = 0;
  readonly shortest: number;
  private before = 0;

  /** @param most so many steps at most */
  constructor(most: number) {
    let ticks = 1;
    while (ticks * 2 <= most) ticks *= 2;
    this.shortest = 1 / ticks;
  }

  next(longest: number): number {
    this.before = this.at;
    const ticks = 1 / this.shortest,
      tick = this.at * ticks;
    let length = tick === 0 ? ticks : tick & -tick;
    while (length > longest * ticks && length > 1) length /= 2;
    this.at = (tick + length) / ticks;
    return length / ticks;
  }

  undo(): void {
    this.at = this.before;
  }
}
