// A case at several resolutions: how each check changes with the distance of the particles, and by which order its error falls.

import type { Check, Comparison, ResolvedRun, ValidationCase } from './case.ts';
import { orderOf } from './order.ts';
import { type CaseReport, type Change, runCase } from './run.ts';

/** One check at all resolutions. */
export interface Series {
  readonly name: string;
  readonly comparison: Comparison;
  /** From coarse to fine. */
  readonly points: readonly SeriesPoint[];
  /** p of error ≈ C spacingᵖ; NaN where there is no error to fit. */
  readonly order: number;
}

export interface SeriesPoint {
  readonly resolution: number;
  /** Distance of particles, in some unit that is the same for all runs. */
  readonly spacing: number;
  readonly measured: number;
  /** Distance from the reference; NaN where there is none. */
  readonly error: number;
  readonly pass: boolean;
}

/** A case at several resolutions. */
export interface Study {
  /** V53 */
  readonly name: string;
  readonly definition: ValidationCase;
  /** Reports of the runs, from coarse to fine. */
  readonly runs: readonly (CaseReport & { readonly resolution: number })[];
  readonly series: readonly Series[];
  /** What holds across the runs. */
  readonly checks: readonly Check[];
  /** Whether every run passes and so does what must hold across them. */
  readonly pass: boolean;
}

/** Whether a case can be studied. */
export function isResolved(definition: ValidationCase): boolean {
  return definition.resolution !== undefined;
}

/** Runs a case at its resolutions, or at those that are given; `told` hears of each run. */
export async function studyCase(
  definition: ValidationCase,
  changes: readonly Change[] = [],
  resolutions: readonly number[] = definition.resolution?.values ?? [],
  told: (run: CaseReport & { readonly resolution: number }) => void = () => {},
): Promise<Study> {
  const { parameter, isSpacing = false } = definition.resolution!,
    runs: (CaseReport & { readonly resolution: number })[] = [];
  for (const resolution of resolutions) {
    const report = await runCase(definition, [...changes, [parameter, String(resolution)]]);
    runs.push({ ...report, resolution });
    told(runs.at(-1)!);
  }
  const whole = runs.every(({ problem }) => problem === undefined),
    checks = runs.length > 1 && whole ? (definition.compare?.(runs) ?? []) : [];
  return {
    name: `V${definition.number}`,
    definition,
    runs,
    series: seriesOf(runs, isSpacing),
    checks,
    pass: [...runs, ...checks].every(({ pass }) => pass),
  };
}

/** The checks of several runs, by name, in the order of the finest run. */
export function seriesOf(runs: readonly ResolvedRun[], isSpacing: boolean): Series[] {
  const names = new Set([...runs].reverse().flatMap(({ checks }) => checks.map(({ name }) => name)));
  return [...names].map((name) => {
    const found = runs.flatMap(({ resolution, checks }) => {
      const check = checks.find((c) => c.name === name);
      return check ? [{ resolution, spacing: isSpacing ? resolution : 1 / resolution, check }] : [];
    });
    const points = found.map(({ check, ...at }) => ({
      ...at,
      measured: check.measured,
      error: errorOf(check),
      pass: check.pass,
    }));
    return {
      name,
      comparison: found.at(-1)!.check.comparison,
      points,
      order: orderOf(points.map(({ spacing, error }) => [spacing, error])),
    };
  });
}

/** How far a value is from its reference. What is bounded by a tolerance above 0 is an error itself. */
export function errorOf({ comparison, measured, reference }: Check): number {
  if (comparison === 'absolute') return Math.abs(measured - reference!);
  if (comparison === 'relative') return Math.abs(measured / reference! - 1);
  if (comparison === 'none') return reference === null ? Number.NaN : Math.abs(measured - reference);
  return comparison === 'at most' && reference === 0 ? measured : Number.NaN;
}
