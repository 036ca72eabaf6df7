// Plots of a sweep as one SVG file: every measure over every value that was varied. A dot is a run. Where another value has only a few settings, each
// has a color and a line of its own; otherwise the line is the mean.

import { niceRange, niceTicks } from '../../colors/nice-numbers.ts';
import { SUBSTANCE_COLORS } from '../../colors/substance-colors.ts';
import { plural } from '../numbers.ts';
import { FAINT, px, SOFT, stroke, svgFile, text, tickLabel } from '../svg.ts';
import type { NamedMeasure, SweepRow } from './collect.ts';
import { shortPath } from './sweep-batch.ts';

/** Sizes in pixels. */
const SIZE = { width: 520, height: 320, head: 76 };
const PLOT = { left: 76, right: 22, top: 62, bottom: 50 };
/** A value with more settings than this does not get colors. */
const MOST_COLORS = 6;

interface Point {
  /** Where it is on the axis. */
  readonly x: number;
  readonly y: number;
  /** Setting of the value that has colors. */
  readonly group: string;
}

/** The SVG file of a study. */
export function sweepPlots(
  title: string,
  paths: readonly string[],
  measures: readonly NamedMeasure[],
  rows: readonly SweepRow[],
): string {
  const over = rows.filter(({ outcome }) => outcome === 'done'),
    panels = measures.flatMap((measure, m) => paths.map((path) => panelMarks(measure.name, m, path, paths, over))),
    columns = Math.max(1, Math.min(paths.length, 3));
  const [width, height] = [columns * SIZE.width, SIZE.head + Math.ceil(panels.length / columns) * SIZE.height];
  const drawn = panels.map((marks, k) => {
    const [x, y] = [(k % columns) * SIZE.width, SIZE.head + Math.floor(k / columns) * SIZE.height];
    return `<g transform="translate(${x} ${y})">\n${marks.join('\n')}\n</g>`;
  });
  return svgFile(`${title}: sweep`, `${plural(over.length, 'run')} of ${rows.length}`, width, height, drawn);
}

function panelMarks(
  name: string,
  m: number,
  path: string,
  paths: readonly string[],
  rows: readonly SweepRow[],
): string[] {
  const axis = axisOf(rows.map(({ values }) => values[path] ?? '')),
    other = coloredPath(path, paths, rows);
  const points = rows.flatMap(({ values, measured }): Point[] => {
    const y = measured[m];
    return y === undefined ? [] : [{ x: axis.at(values[path] ?? ''), y, group: other ? (values[other] ?? '') : '' }];
  });
  const groups = [...new Set(points.map(({ group }) => group))],
    color = (group: string): string => SUBSTANCE_COLORS[groups.indexOf(group) % SUBSTANCE_COLORS.length]!;
  const [low, high] = niceRange(least(points), most(points)),
    bottom = SIZE.height - PLOT.bottom,
    y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - PLOT.top);
  return [
    text(PLOT.left, 22, name, 'font-size="14" font-weight="bold"'),
    ...(other ? legend(shortPath(other), groups, color) : []),
    ...axisMarks(axis, niceTicks(low, high, 6), y),
    text((PLOT.left + SIZE.width - PLOT.right) / 2, bottom + 36, path, `text-anchor="middle" fill="${SOFT}"`),
    ...groups.flatMap((group) =>
      line(
        points.filter((p) => p.group === group),
        axis,
        y,
        color(group),
      ),
    ),
    ...points.map(
      (p) => `<circle cx="${px(axis.x(p.x))}" cy="${px(y(p.y))}" r="3.2" fill="${color(p.group)}" fill-opacity=".75"/>`,
    ),
  ];
}

/** A horizontal axis: numbers where all values are some, else one place for each. */
interface Axis {
  at(value: string): number;
  x(at: number): number;
  readonly ticks: readonly (readonly [at: number, label: string])[];
}

function axisOf(values: readonly string[]): Axis {
  const right = SIZE.width - PLOT.right,
    numbers = values.map(Number),
    isNumeric = values.every((value, k) => value.trim() !== '' && Number.isFinite(numbers[k]));
  if (!isNumeric) {
    const names = [...new Set(values)],
      step = (right - PLOT.left) / Math.max(1, names.length);
    return {
      at: (value) => names.indexOf(value),
      x: (at) => PLOT.left + (at + 0.5) * step,
      ticks: names.map((name, k) => [k, name.length > 18 ? `${name.slice(0, 17)}…` : name] as const),
    };
  }
  const ends = [
      numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    ] as const,
    room = 0.04 * (ends[1] - ends[0] || Math.abs(ends[0]) || 1),
    [low, high] = numbers.length > 0 ? [ends[0] - room, ends[1] + room] : [0, 1];
  return {
    at: Number,
    x: (at) => PLOT.left + ((at - low) / (high - low)) * (right - PLOT.left),
    ticks: niceTicks(low, high, 8).map((tick) => [tick, tickLabel(tick)] as const),
  };
}

/** The first other value that has few settings, but more than one. */
function coloredPath(path: string, paths: readonly string[], rows: readonly SweepRow[]): string | undefined {
  return paths.find((other) => {
    const settings = new Set(rows.map(({ values }) => values[other])).size;
    return other !== path && settings > 1 && settings <= MOST_COLORS;
  });
}

function axisMarks(axis: Axis, yTicks: readonly number[], y: (value: number) => number): string[] {
  const [right, bottom] = [SIZE.width - PLOT.right, SIZE.height - PLOT.bottom];
  return [
    ...yTicks.flatMap((tick) => [
      stroke(PLOT.left, y(tick), right, y(tick), FAINT),
      text(PLOT.left - 8, y(tick) + 4, tickLabel(tick), 'text-anchor="end"'),
    ]),
    ...axis.ticks.flatMap(([at, label]) => [
      stroke(axis.x(at), bottom, axis.x(at), bottom + 5, SOFT),
      text(axis.x(at), bottom + 19, label, 'text-anchor="middle"'),
    ]),
    stroke(PLOT.left, bottom, right, bottom, SOFT),
    stroke(PLOT.left, PLOT.top, PLOT.left, bottom, SOFT),
  ];
}

/** The mean of the points at each place, from left to right. */
function line(points: readonly Point[], axis: Axis, y: (value: number) => number, color: string): string[] {
  const places = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  if (places.length < 2) return [];
  const at = places.map((x) => {
    const there = points.filter((p) => p.x === x);
    return `${px(axis.x(x))},${px(y(there.reduce((sum, p) => sum + p.y, 0) / there.length))}`;
  });
  return [
    `<polyline points="${at.join(' ')}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round" stroke-opacity=".6"/>`,
  ];
}

function legend(name: string, groups: readonly string[], color: (group: string) => string): string[] {
  let at = PLOT.left + 7 * name.length + 12;
  return [
    text(PLOT.left, 45, name, `fill="${SOFT}"`),
    ...groups.flatMap((group) => {
      const x = at,
        label = group.length > 12 ? `${group.slice(0, 11)}…` : group;
      at += 22 + 7.5 * label.length;
      return [`<circle cx="${px(x)}" cy="41" r="3.2" fill="${color(group)}"/>`, text(x + 8, 45, label)];
    }),
  ];
}

function least(points: readonly Point[]): number {
  return points.reduce((low, { y }) => Math.min(low, y), Number.POSITIVE_INFINITY);
}

function most(points: readonly Point[]): number {
  return points.reduce((high, { y }) => Math.max(high, y), Number.NEGATIVE_INFINITY);
}
