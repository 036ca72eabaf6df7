// What is drawn of a run over time: energy, momentum, volume, density, temperature, steps. One list for `thixo plot` and for the studio.

import type { FrameRecord, FrameWork } from './frame-record.ts';

/** What curves are drawn of: a frame in numbers. */
export type FrameNumbers = Pick<
  FrameRecord & FrameWork,
  | 'frame'
  | 'time'
  | 'particles'
  | 'mass'
  | 'momentum'
  | 'kineticEnergy'
  | 'centerOfMass'
  | 'bounds'
  | 'density'
  | 'speedMax'
  | 'temperature'
  | 'dt'
>;

/** A curve of every frame. */
export interface Quantity {
  /** Column of a CSV file. */
  readonly name: string;
  of(frame: FrameNumbers): number;
}

/** Curves that share a panel. */
export interface CurveGroup {
  readonly title: string;
  readonly quantities: readonly Quantity[];
  /** Whether the axis holds only the values instead of zero too. */
  readonly close?: boolean;
}

const AXES = ['x', 'y', 'z'] as const;

const along = (name: string, of: (frame: FrameNumbers) => readonly number[]): Quantity[] =>
  AXES.map((axis, k) => ({ name: `${name} ${axis}`, of: (frame) => of(frame)[k]! }));

const single = (name: string, of: Quantity['of']): Quantity[] => [{ name, of }];

const spread = (name: string, of: (frame: FrameNumbers) => FrameRecord['density'] | null): Quantity[] =>
  (['min', 'mean', 'max'] as const).map((key) => ({
    name: `${name} ${key}`,
    of: (frame) => of(frame)?.[key] ?? Number.NaN,
  }));

/** The short name of one of several curves in a panel. */
export const shortName = ({ name }: Quantity): string => name.split(' ').at(-1)!;

/** What is drawn of these frames: no z in 2D, no temperature where there is none. */
export function curveGroups(frames: readonly FrameNumbers[]): CurveGroup[] {
  const isFlat = frames.every(({ bounds }) => bounds.min[2] === bounds.max[2]),
    inPlane = (quantities: readonly Quantity[]) => (isFlat ? quantities.slice(0, 2) : quantities);
  const groups: CurveGroup[] = [
    { title: 'Kinetic energy, J', quantities: single('kinetic energy', ({ kineticEnergy }) => kineticEnergy) },
    { title: 'Fastest particle, m/s', quantities: single('speed', ({ speedMax }) => speedMax) },
    { title: 'Momentum, N·s', quantities: inPlane(along('momentum', ({ momentum }) => momentum)) },
    { title: 'Center of mass, m', quantities: inPlane(along('center', ({ centerOfMass }) => centerOfMass)) },
    {
      title: isFlat ? 'Area at mean density, m²' : 'Volume at mean density, m³',
      quantities: single(isFlat ? 'area' : 'volume', ({ mass, density }) => mass / density.mean),
    },
    { title: 'Density, kg/m³', quantities: spread('density', ({ density }) => density), close: true },
    { title: 'Temperature, K', quantities: spread('temperature', ({ temperature }) => temperature), close: true },
    { title: 'Longest step of a frame, s', quantities: single('step', ({ dt }) => dt.max || Number.NaN) },
    { title: 'Particles', quantities: single('particles', ({ particles }) => particles) },
  ];
  return groups.filter(({ quantities }) =>
    frames.some((frame) => quantities.some(({ of }) => Number.isFinite(of(frame)))),
  );
}

/** The frames of a run, and what it is called. */
export interface CurveRun {
  readonly label: string;
  readonly lines: readonly FrameNumbers[];
}

/** All curves as the text of a CSV file: a row for each frame of each run. */
export function curvesCsv(runs: readonly CurveRun[]): string {
  const quantities = curveGroups(runs.flatMap(({ lines }) => lines)).flatMap((group) => group.quantities),
    quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = ['run', 'frame', 'time', ...quantities.map(({ name }) => name.replaceAll(' ', '_'))];
  const rows = runs.flatMap(({ label, lines }) =>
    lines.map((line) => {
      const numbers = quantities.map(({ of }) => of(line)).map((value) => (Number.isFinite(value) ? value : ''));
      return [quoted(label), line.frame, line.time, ...numbers].join(',');
    }),
  );
  return `${[head.join(','), ...rows].join('\n')}\n`;
}
