// What happened in a cache, or in several, as curves over time: an SVG file to look at, or a CSV file for other programs.

import { extname } from 'node:path';
import { openCache } from '../cache/cache.ts';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { SUBSTANCE_COLORS } from '../colors/substance-colors.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { ThixoError } from '../problem.ts';
import { requireNames, requirePath } from '../scene/options.ts';
import { openInput, requireFrames } from './cache-input.ts';
import { type Line, type Panel, svgChart } from './compare/svg-chart.ts';
import { withProblems } from './failure.ts';
import { plural } from './numbers.ts';
import { surroundingsOf } from './options.ts';
import { besideCache, requireWritableFolder } from './output-path.ts';
import { pathFrom } from './path-from.ts';
import { requireLabels, usualLabels } from './several-caches.ts';
import { usage } from './usage.ts';

/** How to plot. */
export interface PlotOptions {
  /**
   * An .svg file, or a .csv file with all numbers. Default: the name of the first cache with .svg.
   * @example { output: 'energy.csv' }
   */
  readonly output?: string | undefined;
  /**
   * What each cache is called, in their order. Default: the names of their folders.
   * @example { labels: ['coarse', 'fine'] }
   */
  readonly labels?: readonly string[] | undefined;
  /**
   * The folder that relative paths start from. Default: that of the process.
   * @example { cwd: '/home/ada/clay' }
   */
  readonly cwd?: string | undefined;
}

/** A curve of every frame. */
interface Quantity {
  /** Column of the CSV file. */
  readonly name: string;
  of(line: FrameLine): number;
}

/** Curves that share a panel. */
interface Group {
  readonly title: string;
  readonly quantities: readonly Quantity[];
  readonly close?: boolean;
}

const AXES = ['x', 'y', 'z'] as const;
const MOST = 6;

/**
 * Draws energy, momentum, center of mass, density, speed, step, particles and temperature over time; of several caches in the same panels.
 * @example const output = await plotCaches(['out/coarse', 'out/fine'], { output: 'convergence.svg' });
 * @returns the path of the file as the caller knows it
 */
export async function plotCaches(caches: readonly string[], options: PlotOptions = {}): Promise<string> {
  return withProblems(async () => {
    requireNames(options, ['output', 'labels', 'cwd']);
    for (const cache of caches) requirePath('cache', cache);
    requireLabels(caches, options.labels, 1, MOST);
    const around = surroundingsOf({ cwd: options.cwd }),
      { cwd } = around,
      output = options.output ?? `${besideCache(caches[0]!, cwd)}.svg`,
      draw = WRITERS[extname(output).toLowerCase()];
    if (!draw) throw new ThixoError([usage(`${output} is neither .svg nor .csv.`, 'Name a file with such an ending.')]);
    const runs: Run[] = [];
    for (const [k, name] of caches.entries()) {
      const input = await openInput(name, {}, around);
      requireFrames(input, { first: 0, last: Number.POSITIVE_INFINITY });
      const label = (options.labels ?? usualLabels(caches, cwd))[k]!;
      runs.push({ label, title: input.title, lines: openCache(input.cache).frameLines });
    }
    requireWritableFolder(pathFrom(cwd, `${output}/..`));
    new Disk(realFiles).write(pathFrom(cwd, output), Buffer.from(draw(runs)));
    return output;
  });
}

/** The frames of a cache, and its name. */
interface Run {
  readonly label: string;
  readonly title: string;
  readonly lines: readonly FrameLine[];
}

const along = (name: string, of: (line: FrameLine) => readonly number[]): Quantity[] =>
  AXES.map((axis, k) => ({ name: `${name} ${axis}`, of: (line) => of(line)[k]! }));

/** What is drawn of these runs: no z in 2D, no temperature where there is none. */
function groupsOf(runs: readonly Run[]): Group[] {
  const all = runs.flatMap(({ lines }) => lines),
    isFlat = all.every(({ bounds }) => bounds.min[2] === bounds.max[2]),
    inPlane = (quantities: readonly Quantity[]) => (isFlat ? quantities.slice(0, 2) : quantities);
  const single = (name: string, of: Quantity['of']): Quantity[] => [{ name, of }];
  const groups: Group[] = [
    { title: 'Kinetic energy, J', quantities: single('kinetic energy', ({ kineticEnergy }) => kineticEnergy) },
    { title: 'Fastest particle, m/s', quantities: single('speed', ({ speedMax }) => speedMax) },
    { title: 'Momentum, N·s', quantities: inPlane(along('momentum', ({ momentum }) => momentum)) },
    { title: 'Center of mass, m', quantities: inPlane(along('center', ({ centerOfMass }) => centerOfMass)) },
    {
      title: 'Density, kg/m³',
      quantities: (['min', 'mean', 'max'] as const).map((key) => ({
        name: `density ${key}`,
        of: ({ density }) => density[key],
      })),
      close: true,
    },
    {
      title: 'Temperature, K',
      quantities: (['min', 'mean', 'max'] as const).map((key) => ({
        name: `temperature ${key}`,
        of: ({ temperature }) => temperature?.[key] ?? Number.NaN,
      })),
      close: true,
    },
    { title: 'Longest step of a frame, s', quantities: single('step', ({ dt }) => dt.max || Number.NaN) },
    { title: 'Particles', quantities: single('particles', ({ particles }) => particles) },
  ];
  return groups.filter(({ quantities }) => all.some((line) => quantities.some(({ of }) => Number.isFinite(of(line)))));
}

function drawSvg(runs: readonly Run[]): string {
  const longest = runs.reduce((a, b) => (b.lines.length > a.lines.length ? b : a)),
    times = longest.lines.map(({ time }) => time),
    title = runs.length === 1 ? runs[0]!.title : runs.map(({ label }) => label).join(', ');
  return svgChart({
    title,
    subtitle: `${plural(longest.lines.length, 'frame')}, ${times.at(-1)} s`,
    axis: 'simulated time, s',
    times,
    panels: (runs.length > 1 ? groupsOf(runs).flatMap(apart) : groupsOf(runs)).map((group) =>
      panelOf(group, runs, times),
    ),
  });
}

/** A panel for each quantity: several runs in one that has more would be a tangle. */
function apart({ title, quantities, close = false }: Group): Group[] {
  if (quantities.length === 1) return [{ title, quantities, close }];
  return quantities.map((one) => ({ title: title.replace(',', ` ${shortName(one)},`), quantities: [one], close }));
}

const shortName = ({ name }: Quantity): string => name.split(' ').at(-1)!;

/** Lines in the colors of the runs, or of the quantities where there is one run. */
function panelOf({ title, quantities, close = false }: Group, runs: readonly Run[], times: readonly number[]): Panel {
  const several = runs.length > 1;
  const lines = runs.flatMap(({ label, lines: frames }, r) =>
    quantities.map((quantity, q): Line => {
      const values = new Map(frames.map((line) => [line.time, quantity.of(line)]));
      return {
        label: several ? label : shortName(quantity),
        color: SUBSTANCE_COLORS[(several ? r : q) % SUBSTANCE_COLORS.length]!,
        values: times.map((time) => values.get(time) ?? Number.NaN),
      };
    }),
  );
  return { title, lines, close };
}

function writeCsv(runs: readonly Run[]): string {
  const quantities = groupsOf(runs).flatMap((group) => group.quantities),
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

const WRITERS: Readonly<Record<string, (runs: readonly Run[]) => string>> = { '.svg': drawSvg, '.csv': writeCsv };
