// The ratios that the project has set itself as targets, from whatever rows were measured. Numbers only: nothing fails here.

import { type Errors, TARGETS } from '../src/make/compare/comparison.ts';
import type { ActiveResult } from './active.ts';
import type { AdaptiveResult } from './adaptive.ts';
import type { Result } from './measure.ts';
import type { SurfaceResult } from './surface.ts';

export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly target: string;
  readonly met: boolean;
}

/** Compares the results with the targets; a target whose rows were not measured is left out. */
export function findings(results: readonly Result[]): Finding[] {
  const at = (name: string) => results.find((result) => result.name === name);
  const found: Finding[] = [];
  for (const scene of ['dam-break', 'block']) {
    const base = at(`${scene}/100k/1`);
    if (base) {
      const ratio = base.referenceRatio!;
      found.push(limit(`${scene}/100k/1 over plain TypeScript`, ratio, '≥ 30', ratio >= 30));
      found.push(limit(`${scene}/100k/1 ns per directed pair`, base.nsPerPair, '≤ 6, goal 3.5', base.nsPerPair <= 6));
    }
    const large = at(`${scene}/1M/1`);
    if (base && large) {
      const growth = large.msPerStep / base.msPerStep;
      found.push(limit(`${scene} step at 1M over 100k`, growth, '≤ 11', growth <= 11));
    }
    for (const size of ['100k', '1M']) found.push(...threadSpeedup(at(`${scene}/${size}/1`), at(`${scene}/${size}/2`)));
  }
  const [uniform, contrast] = [at('search/100k/1'), at('search/100k/1/mixed')];
  if (uniform && contrast) {
    const ratio = contrast.nsPerPair / uniform.nsPerPair;
    found.push(limit('search per pair at 4:1 over uniform', ratio, '≤ 1.3', ratio <= 1.3));
  }
  return [...found, ...equalHashes(results)];
}

/** The targets of surfaces: five times VTK on one thread. */
export function surfaceFindings(results: readonly SurfaceResult[]): Finding[] {
  return results.flatMap(({ name, threads, ratio, cpuRatio }) =>
    ratio === null || cpuRatio === null || threads > 1
      ? []
      : [
          limit(`${name} over VTK`, ratio, '≥ 5', ratio >= 5),
          limit(`${name} over VTK, processor time`, cpuRatio, '≥ 5', cpuRatio >= 5),
        ],
  );
}

/** The active surface costs less than the simulation that it follows, and keeps its volume. [DC99 §7] */
export function activeFindings(results: readonly ActiveResult[]): Finding[] {
  return results.flatMap(({ name, cpuShare, volumeError }) => [
    limit(`${name} over the simulation, processor time`, cpuShare, '< 1', cpuShare < 1),
    limit(`${name} volume error, %`, 100 * volumeError, '≤ 1', volumeError <= 0.01),
  ]);
}

/** Adaptive runs are as fast as those of the paper and of the same quality as standard ones. [DC99 §7.3] */
export function adaptiveFindings(results: readonly AdaptiveResult[]): Finding[] {
  return results.flatMap((result) => {
    const { name, cpuSpeedup, evaluationRatio } = result,
      least = name === 'adaptive/fall-over-obstacle' ? 4.6 : 4;
    return [
      limit(`${name}, processor time`, cpuSpeedup, `≥ ${least}`, cpuSpeedup >= least),
      limit(`${name}, evaluations`, evaluationRatio, `≥ ${least}`, evaluationRatio >= least),
      ...(['centerOfMassError', 'profileError', 'volumeError'] as const).map((error) => {
        const part = result[error] / TARGETS[error];
        return limit(`${name}, ${ERROR_NAMES[error]} over its limit`, part, '≤ 1', part <= 1);
      }),
    ];
  });
}

const ERROR_NAMES: Readonly<Record<keyof Errors, string>> = {
  centerOfMassError: 'center of mass',
  profileError: 'profile',
  volumeError: 'volume',
};

function threadSpeedup(one: Result | undefined, two: Result | undefined): Finding[] {
  if (!one || !two) return [];
  const speedup = one.msPerStep / two.msPerStep;
  return [limit(`${one.name.replace(/\/1$/, '')} two threads over one`, speedup, '≥ 1.7', speedup >= 1.7)];
}

/** One and two threads must end in the same state. */
function equalHashes(results: readonly Result[]): Finding[] {
  const pairs = results.flatMap((two) => {
    const one = results.find(({ name }) => two.threads === 2 && name === two.name.replace('/2', '/1'));
    return one ? [one.hash === two.hash] : [];
  });
  if (pairs.length === 0) return [];
  const equal = pairs.filter(Boolean).length;
  const value = `${equal} of ${pairs.length}`;
  return [{ what: 'equal hashes for one and two threads', value, target: 'all', met: equal === pairs.length }];
}

function limit(what: string, value: number, target: string, met: boolean): Finding {
  return { what, value: value.toFixed(2), target, met };
}
