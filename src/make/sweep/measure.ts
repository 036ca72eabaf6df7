// What a sweep measures: a number of the last frame, such as `bounds.max[0]`, or one of all frames, such as `max(speedMax)`.

import type { FrameRecord, FrameWork } from '../../frames/frame-record.ts';
import { ThixoError } from '../../problem.ts';
import { didYouMean } from '../../scene/suggest.ts';
import { usage } from '../usage.ts';

/** A frame in numbers, as `thixo info --json` shows it. */
export type MeasuredFrame = FrameRecord & FrameWork;

/** A number from the frames of a run; undefined where there is none. */
export type Measure = (frames: readonly MeasuredFrame[]) => number | undefined;

const triple = [0, 0, 0] as const,
  range = { min: 0, mean: 0, max: 0 };

/** Numbers that frames have; 0 stands for any. */
const SAMPLE = {
  ...{ frame: 0, time: 0, particles: 0, mass: 0, momentum: triple, angularMomentum: triple, kineticEnergy: 0 },
  ...{ centerOfMass: triple, bounds: { min: triple, max: triple }, density: range, speedMax: 0, temperature: range },
  ...{ evaluations: 0, wallSeconds: 0, steps: 0, dt: { min: 0, max: 0 } },
} satisfies Partial<Record<keyof MeasuredFrame, unknown>>;

const OVER: Readonly<Record<string, (values: readonly number[]) => number>> = {
  last: (values) => values.at(-1)!,
  first: (values) => values[0]!,
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  mean: (values) => sumOf(values) / values.length,
  sum: (values) => sumOf(values),
};

/**
 * Reads a measure. Throws USAGE.
 * @example readMeasure('max(speedMax)')(openCache('out/dam-break').frames) // the greatest speed of all frames, m/s
 */
export function readMeasure(text: string): Measure {
  const [, over = 'last', inner = ''] = /^\s*(?:([a-z]+)\s*\(\s*)?([^()]*?)\s*\)?\s*$/.exec(text) ?? [],
    isCall = /\(/.test(text);
  const reduce = Object.hasOwn(OVER, over) ? OVER[over] : undefined,
    steps = stepsOf(inner);
  if (!reduce || isCall !== text.trimEnd().endsWith(')')) throw unknown(text, over);
  if (typeof follow(SAMPLE, steps) !== 'number') throw unknown(text, steps[0] ?? '');
  return (frames) => {
    const values = frames.map((frame) => follow(frame, steps)).filter((value) => typeof value === 'number');
    return values.length > 0 ? reduce(values) : undefined;
  };
}

/** `bounds.max[0]` as `bounds`, `max`, `0`; empty if it is no path. */
function stepsOf(path: string): string[] {
  if (!/^[A-Za-z]+(?:\.[A-Za-z0-9]+|\[\d+\])*$/.test(path)) return [];
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

function follow(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string, unknown>)[step]
        : undefined,
    value,
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function unknown(text: string, word: string): ThixoError {
  const names = [...Object.keys(SAMPLE), ...Object.keys(OVER)],
    hint = `${didYouMean(word, names)}Write a number of a frame, such as bounds.max[0] or kineticEnergy, or max(speedMax) over all frames; also min, mean, sum, first.`;
  return new ThixoError([usage(`--measure ${text}: frames have no such number.`, hint)]);
}
