// A comparison as text for people: the totals, the speed over time, the errors and what they mean.

import { type ComparedFrame, type Comparison, type Errors, type Pair, TARGETS } from '../../make/compare/comparison.ts';
import { WORK_KINDS, type WorkKind } from '../../threads/work-times.ts';
import { columns, number, plural, shortCount, shortNumber } from '../format.ts';

/** Time over processor time from which on a machine counts as busy. */
const BUSY = 1.15;
/** Rows of the table over time. */
const ROWS = 10;

/** The lines of the report. */
export function comparisonTable(comparison: Comparison): string[] {
  return [
    ...totals(comparison),
    '',
    ...whereTimeGoes(comparison),
    '',
    ...overTime(comparison.frames),
    '',
    ...errorRows(comparison),
    '',
    verdict(comparison),
  ];
}

function totals(comparison: Comparison): string[] {
  const { seconds, cpuSeconds, evaluations, steps, particles, splits, merges } = comparison;
  const share = particles.standard > 0 ? particles.adaptive / particles.standard : 1;
  const rows = columns(
    [
      ['', 'adaptive', 'standard', ''],
      ['time', ...pair(seconds, inSeconds), `${times(comparison.speedup)} as fast`],
      ['processor time', ...pair(cpuSeconds, inSeconds), times(comparison.cpuSpeedup)],
      ['evaluations', ...pair(evaluations, count), times(comparison.evaluationRatio)],
      ['steps', ...pair(steps, count), ''],
      ['particles, mean', ...pair(particles, count), percent(share)],
    ],
    [1, 2],
  );
  if (splits + merges > 0) rows.push(`${plural(splits, 'split')}, ${plural(merges, 'merge')}`);
  if (isBusy(seconds, cpuSeconds)) rows.push('The machine was busy: processor time is more reliable.');
  return rows;
}

/** Whether a run waited for the processor: its time is much longer than that of the processor. */
function isBusy(seconds: Pair, cpuSeconds: Pair): boolean {
  return (['adaptive', 'standard'] as const).some((run) => seconds[run] > BUSY * cpuSeconds[run]);
}

const KIND_NAMES: Readonly<Record<WorkKind, string>> = {
  search: 'neighbor search',
  obstacles: 'drift and obstacles',
  pack: 'pack and predict',
  density: 'density',
  forces: 'forces',
  viscosity: 'viscosity',
  heat: 'heat',
  steps: 'kick and steps',
  adapt: 'split and merge',
  host: 'rest',
};

/** Seconds by kind of work, and their part of the whole; without kinds that neither run has. */
function whereTimeGoes({ timeBy }: Comparison): string[] {
  const runs = [timeBy.adaptive, timeBy.standard].map((times) => ({ times, whole: sumOf(Object.values(times)) || 1 }));
  const rows = WORK_KINDS.filter((kind) => runs.some(({ times }) => times[kind] > 0)).map((kind) => [
    KIND_NAMES[kind],
    ...runs.flatMap(({ times, whole }) => [times[kind].toFixed(3), `${Math.round((100 * times[kind]) / whole)} %`]),
  ]);
  return columns([['where the time goes', 'adaptive s', '', 'standard s', ''], ...rows], [1, 2, 3, 4]);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The frames in at most ten spans: cost and errors of each. */
function overTime(frames: readonly ComparedFrame[]): string[] {
  const head = [
    'frames',
    'adaptive s',
    'standard s',
    'speed-up',
    'particles',
    'standard',
    'center',
    'profile',
    'volume',
  ];
  const rows = spansOf(frames).map((span) => {
    const [first, last] = [span[0]!, span.at(-1)!];
    const sum = (value: (frame: ComparedFrame) => number): number => span.reduce((all, each) => all + value(each), 0);
    const most = (key: keyof Errors): number => Math.max(...span.map((frame) => frame[key]));
    const [adaptive, standard] = [sum(({ seconds }) => seconds.adaptive), sum(({ seconds }) => seconds.standard)];
    return [
      first === last ? String(first.frame) : `${first.frame}-${last.frame}`,
      shortNumber(adaptive),
      shortNumber(standard),
      shortNumber(adaptive > 0 ? standard / adaptive : 1),
      shortCount(last.particles.adaptive),
      shortCount(last.particles.standard),
      percent(most('centerOfMassError')),
      small(sum(({ profileError }) => profileError) / span.length),
      percent(most('volumeError')),
    ];
  });
  return columns([head, ...rows], [1, 2, 3, 4, 5, 6, 7, 8]);
}

function spansOf(frames: readonly ComparedFrame[]): ComparedFrame[][] {
  const spans = Math.min(ROWS, frames.length),
    start = (k: number): number => Math.round((k * frames.length) / spans);
  return Array.from({ length: spans }, (_, k) => frames.slice(start(k), start(k + 1)));
}

const NAMES: readonly (readonly [key: keyof Errors, name: string, show: (x: number) => string])[] = [
  ['centerOfMassError', 'center of mass, largest', percent],
  ['profileError', 'profile, mean', (x) => `${small(x)} spacings`],
  ['volumeError', 'volume, largest', percent],
];

function errorRows(comparison: Comparison): string[] {
  const rows = NAMES.map(([key, name, show]) => [
    name,
    show(comparison[key]),
    show(TARGETS[key]).replace('1 spacings', '1 spacing'),
    comparison[key] <= TARGETS[key] ? 'good' : 'too large',
  ]);
  return columns([['error', 'measured', 'target', ''], ...rows], [1, 2]);
}

/** Whether the adaptive run is as good as the standard one, and what it saves. */
function verdict(comparison: Comparison): string {
  const missed = NAMES.filter(([key]) => comparison[key] > TARGETS[key]).map(([, name]) => name.split(',')[0]);
  const speed = `${times(comparison.speedup)} as fast`;
  return missed.length === 0
    ? `Equal quality, ${speed}.`
    : `Not of equal quality (${missed.join(', ')}), ${speed}. A larger adaptivity.detail is more accurate.`;
}

const times = (x: number): string => `${number(Number(x.toPrecision(3)))} times`;
const pair = ({ adaptive, standard }: Pair, show: (x: number) => string): string[] => [show(adaptive), show(standard)];
const inSeconds = (x: number): string => `${number(x)} s`;
const count = (n: number): string => Math.round(n).toLocaleString('en-US');

function percent(x: number): string {
  return `${small(100 * x)} %`;
}

/** Two digits, and none of what is too small to matter. */
function small(x: number): string {
  return x > 0 && x < 0.005 ? '<0.01' : shortNumber(x);
}
