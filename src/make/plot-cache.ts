// What happened in a cache, or in several, as curves over time: an SVG file to look at, or a CSV file for other programs.

import { extname } from 'node:path';
import { openCache } from '../cache/cache.ts';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { SUBSTANCE_COLORS } from '../colors/substance-colors.ts';
import { type CurveGroup, type CurveRun, curveGroups, curvesCsv, shortName } from '../frames/curves.ts';
import { type Distribution, distributionOf, speedsOf } from '../frames/distribution.ts';
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

/** Parts of the range that shares of particles are counted in. */
const PARTS = 32;
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
      const cache = openCache(input.cache),
        { density, velocity } = cache.readFrame(cache.frameLines.length - 1);
      runs.push({
        ...{ label, title: input.title, lines: cache.frameLines },
        density: distributionOf(density, PARTS),
        speed: distributionOf(speedsOf(velocity), PARTS),
      });
    }
    requireWritableFolder(pathFrom(cwd, `${output}/..`));
    new Disk(realFiles).write(pathFrom(cwd, output), Buffer.from(draw(runs)));
    return output;
  });
}

/** The frames of a cache, its name, and how its last frame is spread. */
interface Run extends CurveRun {
  readonly title: string;
  readonly density: Distribution | undefined;
  readonly speed: Distribution | undefined;
}

const groupsOf = (runs: readonly Run[]): CurveGroup[] => curveGroups(runs.flatMap(({ lines }) => lines));

function drawSvg(runs: readonly Run[]): string {
  const longest = runs.reduce((a, b) => (b.lines.length > a.lines.length ? b : a)),
    times = longest.lines.map(({ time }) => time),
    title = runs.length === 1 ? runs[0]!.title : runs.map(({ label }) => label).join(', ');
  return svgChart({
    title,
    subtitle: `${plural(longest.lines.length, 'frame')}, ${times.at(-1)} s`,
    axis: 'simulated time, s',
    times,
    panels: [
      ...(runs.length > 1 ? groupsOf(runs).flatMap(apart) : groupsOf(runs)).map((group) => panelOf(group, runs, times)),
      ...spreadPanels(runs, 'density', 'Density of the last frame, share of particles', 'density, kg/m³'),
      ...spreadPanels(runs, 'speed', 'Speed in the last frame, share of particles', 'speed, m/s'),
    ],
  });
}

/** A panel for each run: their ranges differ. */
function spreadPanels(runs: readonly Run[], key: 'density' | 'speed', title: string, axis: string): Panel[] {
  return runs.flatMap((run, r) => {
    const spread = run[key];
    if (!spread) return [];
    const { from, to, shares } = spread,
      places = shares.map((_, k) => from + ((k + 0.5) / shares.length) * (to - from)),
      line: Line = { label: run.label, color: SUBSTANCE_COLORS[r % SUBSTANCE_COLORS.length]!, values: shares };
    return [{ title, lines: [line], along: { axis, places, from, to } }];
  });
}

/** A panel for each quantity: several runs in one that has more would be a tangle. */
function apart({ title, quantities, close = false }: CurveGroup): CurveGroup[] {
  if (quantities.length === 1) return [{ title, quantities, close }];
  return quantities.map((one) => ({ title: title.replace(',', ` ${shortName(one)},`), quantities: [one], close }));
}

/** Lines in the colors of the runs, or of the quantities where there is one run. */
function panelOf(
  { title, quantities, close = false }: CurveGroup,
  runs: readonly Run[],
  times: readonly number[],
): Panel {
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

const WRITERS: Readonly<Record<string, (runs: readonly Run[]) => string>> = { '.svg': drawSvg, '.csv': curvesCsv };
