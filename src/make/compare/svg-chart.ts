// Line charts as an SVG file: panels side by side, each with round ticks, a legend above its lines, and a common axis of time.

import { niceRange, niceTicks } from '../../colors/nice-numbers.ts';
import { FAINT, INK, px, SOFT, stroke, svgFile, text, tickLabel } from '../svg.ts';

/** One line of a panel. */
export interface Line {
  readonly label: string;
  /** `#rrggbb` */
  readonly color: string;
  /** One per time; numbers that are not finite leave a gap. */
  readonly values: readonly number[];
  /** Drawn in dashes. */
  readonly dashed?: boolean;
}

/** One panel of a chart. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
  /** A level to compare with. */
  readonly mark?: { readonly value: number; readonly label: string };
  /** Whether the axis holds only the values instead of zero too: for numbers that hardly change. */
  readonly close?: boolean;
  /** A horizontal axis of its own, where it is not the time. */
  readonly along?: {
    readonly axis: string;
    readonly places: readonly number[];
    readonly from: number;
    readonly to: number;
  };
}

/** What is drawn. */
export interface Chart {
  readonly title: string;
  readonly subtitle: string;
  /** What the horizontal axis shows. */
  readonly axis: string;
  readonly times: readonly number[];
  readonly panels: readonly Panel[];
}

/** Sizes in pixels. */
const SIZE = { width: 520, height: 320, head: 76, columns: 2 };
const PLOT = { left: 66, right: 22, top: 62, bottom: 50 };
/** Height of a panel over that of its largest value. */
const HEADROOM = 1.1;
/** With at most so many points, each gets a dot. */
const DOTTED = 40;

/**
 * The text of an SVG file.
 * @example svgChart({ title: 'Speed', subtitle: '', axis: 'time, s', times: [0, 1], panels: [{ title: 'v', lines: [line] }] })
 */
export function svgChart({ title, subtitle, axis, times, panels }: Chart): string {
  const rows = Math.ceil(panels.length / SIZE.columns),
    [width, height] = [SIZE.columns * SIZE.width, SIZE.head + rows * SIZE.height];
  const drawn = panels.map((panel, k) => {
    const [x, y] = [(k % SIZE.columns) * SIZE.width, SIZE.head + Math.floor(k / SIZE.columns) * SIZE.height];
    return `<g transform="translate(${x} ${y})">\n${panelMarks(panel, times, axis).join('\n')}\n</g>`;
  });
  return svgFile(title, subtitle, width, height, drawn);
}

/** From values to pixels of a panel. */
interface Scales {
  x(time: number): number;
  y(value: number): number;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
}

/** The range of no values at all. */
const NONE = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

function scalesOf({ lines, mark, close = false, along }: Panel, times: readonly number[]): Scales {
  const values = [...lines.flatMap((line) => line.values), ...(mark ? [mark.value] : [])].filter(Number.isFinite);
  const [low, high] = values.reduce(([l, h], value) => [Math.min(l, value), Math.max(h, value)], [...NONE]),
    [base, top] = close ? niceRange(low, high) : niceRange(HEADROOM * Math.min(0, low), HEADROOM * Math.max(0, high)),
    first = along?.from ?? 0,
    last = along?.to ?? (times.reduce((most, time) => Math.max(most, time), 0) || 1);
  const [right, bottom] = [SIZE.width - PLOT.right, SIZE.height - PLOT.bottom];
  return {
    x: (time) => PLOT.left + ((time - first) / (last - first)) * (right - PLOT.left),
    y: (value) => bottom - ((value - base) / (top - base)) * (bottom - PLOT.top),
    xTicks: niceTicks(first, last, 8),
    yTicks: niceTicks(base, top, 6),
  };
}

function panelMarks(panel: Panel, allTimes: readonly number[], ofAll: string): string[] {
  const { axis = ofAll, places: times = allTimes } = panel.along ?? {},
    scales = scalesOf(panel, times),
    bottom = SIZE.height - PLOT.bottom;
  return [
    text(PLOT.left, 22, panel.title, 'font-size="14" font-weight="bold"'),
    ...legend(panel.lines),
    ...axes(scales),
    text((PLOT.left + SIZE.width - PLOT.right) / 2, bottom + 36, axis, `text-anchor="middle" fill="${SOFT}"`),
    ...(panel.mark ? markLine(panel.mark, scales) : []),
    ...panel.lines.flatMap((line) => lineMarks(line, times, scales)),
  ];
}

function axes({ x, y, xTicks, yTicks }: Scales): string[] {
  const [right, bottom] = [SIZE.width - PLOT.right, SIZE.height - PLOT.bottom];
  return [
    ...yTicks.flatMap((tick) => [
      stroke(PLOT.left, y(tick), right, y(tick), FAINT),
      text(PLOT.left - 8, y(tick) + 4, tickLabel(tick), 'text-anchor="end"'),
    ]),
    ...xTicks.flatMap((tick) => [
      stroke(x(tick), bottom, x(tick), bottom + 5, SOFT),
      text(x(tick), bottom + 19, tickLabel(tick), 'text-anchor="middle"'),
    ]),
    stroke(PLOT.left, bottom, right, bottom, SOFT),
    stroke(PLOT.left, PLOT.top, PLOT.left, bottom, SOFT),
  ];
}

/** Samples of the lines with their names, in a row above the plot. */
function legend(lines: readonly Line[]): string[] {
  let at = PLOT.left;
  return lines.flatMap((line) => {
    const x = at;
    at += 30 + 16 + 7 * line.label.length;
    return [`<line x1="${px(x)}" y1="41" x2="${px(x + 24)}" y2="41" ${pen(line)}/>`, text(x + 30, 45, line.label)];
  });
}

function markLine({ value, label }: NonNullable<Panel['mark']>, { y }: Scales): string[] {
  const right = SIZE.width - PLOT.right;
  return [
    `<line x1="${PLOT.left}" y1="${px(y(value))}" x2="${right}" y2="${px(y(value))}" stroke="${INK}" stroke-dasharray="2 4"/>`,
    text(PLOT.left + 6, y(value) - 5, label),
  ];
}

function lineMarks(line: Line, times: readonly number[], { x, y }: Scales): string[] {
  const pieces: string[][] = [[]];
  const dots: string[] = [];
  for (const [k, value] of line.values.entries()) {
    if (!Number.isFinite(value)) {
      pieces.push([]);
      continue;
    }
    const [cx, cy] = [px(x(times[k]!)), px(y(value))];
    pieces.at(-1)!.push(`${cx},${cy}`);
    dots.push(`<circle cx="${cx}" cy="${cy}" r="2.4" fill="${line.color}"/>`);
  }
  const drawn = pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => `<polyline points="${piece.join(' ')}" fill="none" stroke-linejoin="round" ${pen(line)}/>`);
  return line.values.length <= DOTTED ? [...drawn, ...dots] : drawn;
}

function pen({ color, dashed }: Line): string {
  return `stroke="${color}" stroke-width="2.2"${dashed ? ' stroke-dasharray="7 4"' : ''}`;
}
