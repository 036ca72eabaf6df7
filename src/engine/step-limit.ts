// How long a step may be, and what says so.

/** What can bind the step: one of these, or a criterion that a family brings. */
export type Criterion =
  | 'sound'
  | 'viscosity'
  | 'speed'
  | 'acceleration'
  | 'divergence'
  | 'pressure'
  | 'heat'
  | 'none'
  | (string & {});

export interface StepLimit {
  /** Largest stable step, s; infinite without particles. */
  dt: number;
  criterion: Criterion;
  /** Whether viscous forces are to be solved for in the next step. */
  implicit: boolean;
}

/** Lowers a limit to dt (s) if that is less. */
export function tighten(limit: StepLimit, criterion: Criterion, dt: number): void {
  if (!(dt < limit.dt)) return;
  limit.dt = dt;
  limit.criterion = criterion;
}

/** That of a world without particles. */
export const NO_LIMIT: Readonly<StepLimit> = { criterion: 'none', dt: Number.POSITIVE_INFINITY, implicit: false };

/** A limit to write to. */
export function noLimit(): StepLimit {
  return { ...NO_LIMIT };
}
