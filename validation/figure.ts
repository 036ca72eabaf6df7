// A figure as SVG, readable on light and dark pages: axes with units, a few curves, a legend. Plain text, no library; the same curves give
// the same bytes.

import type { CurveKind, Figure } from './case.ts';

/** A curve with the name of its legend. */
export interface NamedCurve {
  readonly name: string;
  readonly kind: CurveKind;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 720;
const LEFT = 78;
const RIGHT = 700;
const TOP = 46;
const BOTTOM = 376;
/** Of the first row of names, and from row to row. */
const LEGEND = 438;
const LINE = 22;

/** Simulated curves from coarse to fine: light to dark blue; in dark mode dark to light. */
const STYLE = `
  text { font: 14px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #24292f }
  .title { font-size: 16px; font-weight: 600 }
  .tick { font-size: 12px; fill: #57606a }
  .grid { stroke: #d8dee4; stroke-width: 1 }
  .frame { stroke: #8c959f; stroke-width: 1; fill: none }
  .curve { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
  .theory { fill: none; stroke: #24292f; stroke-width: 1.6; stroke-dasharray: 7 4 }
  .other { fill: none; stroke: #6e7781; stroke-width: 1.6; stroke-dasharray: 2 4 }
  .experiment { fill: #ffffff; stroke: #bc4c00; stroke-width: 2 }
  .paper { fill: #ffffff }
  .c0 { stroke: #8ec7ff } .c1 { stroke: #3f8fe0 } .c2 { stroke: #0b4f9e } .c3 { stroke: #062a57 }
  .d0 { fill: #8ec7ff } .d1 { fill: #3f8fe0 } .d2 { fill: #0b4f9e } .d3 { fill: #062a57 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .tick { fill: #9da7b3 } .grid { stroke: #2b323b } .frame { stroke: #6e7681 }
    .theory { stroke: #e6edf3 } .other { stroke: #9da7b3 } .experiment { fill: #0d1117; stroke: #ffa657 } .paper { fill: #0d1117 }
    .c0 { stroke: #1c5fa8 } .c1 { stroke: #3f8fe0 } .c2 { stroke: #79c0ff } .c3 { stroke: #cae8ff }
    .d0 { fill: #1c5fa8 } .d1 { fill: #3f8fe0 } .d2 { fill: #79c0ff } .d3 { fill: #cae8ff }
  }`;

interface Axis {
  readonly min: number;
  readonly max: number;
  readonly log: boolean;
  readonly ticks: readonly number[];
  /** From a value to a place in the picture. */
  at(value: number): number;
}

/** Draws curves; those without two finite points are left out. */
export function drawFigure({ title, x, y, log = {} }: Figure, given: readonly NamedCurve[]): string {
  const usable = (axis: 'x' | 'y', value: number) => Number.isFinite(value) && (!log[axis] || value > 0),
    curves = given
      .map((curve) => ({ ...curve, points: curve.points.filter(([a, b]) => usable('x', a) && usable('y', b)) }))
      .filter(({ points }) => points.length > 0),
    across = axisOf(
      curves.flatMap(({ points }) => points.map(([a]) => a)),
      log.x === true,
      LEFT,
      RIGHT,
      8,
    ),
    up = axisOf(
      curves.flatMap(({ points }) => points.map(([, b]) => b)),
      log.y === true,
      BOTTOM,
      TOP,
      6,
    );
  const height = (legendPlaces(curves).at(-1)?.y ?? LEGEND) + 22;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${quoted(title)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="6"/>`,
    `<text class="title" x="${LEFT}" y="28">${quoted(title)}</text>`,
    ...grid(across, up),
    `<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 42}" text-anchor="middle">${quoted(x)}</text>`,
    `<text x="20" y="${(TOP + BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 20 ${(TOP + BOTTOM) / 2})">${quoted(y)}</text>`,
    ...drawn(curves, across, up),
    '<g class="legend">',
    ...legend(curves),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Where the curves of simulations stand among themselves decides their color. */
function classes(curves: readonly NamedCurve[]): (curve: NamedCurve) => number {
  const simulated = curves.filter(({ kind }) => kind === 'simulated');
  return (curve) => Math.min(3, simulated.indexOf(curve) + Math.max(0, 3 - simulated.length));
}

function drawn(curves: readonly NamedCurve[], across: Axis, up: Axis): string[] {
  const color = classes(curves),
    theories = curves.filter(({ kind }) => kind === 'theory'),
    rank = { theory: 1, simulated: 0, experiment: 2 };
  return [...curves]
    .sort((a, b) => rank[a.kind] - rank[b.kind])
    .flatMap((curve) => {
      const places = curve.points.map(([a, b]) => [across.at(a), up.at(b)] as const);
      if (curve.kind === 'experiment') return places.map(([a, b]) => circle('experiment', a, b, 4));
      const line = path(places, curve.kind === 'theory' ? dash(theories.indexOf(curve)) : `curve c${color(curve)}`);
      const dots = curve.kind === 'simulated' && places.length <= 12;
      return dots ? [line, ...places.map(([a, b]) => circle(`d${color(curve)}`, a, b, 3.5))] : [line];
    });
}

const dash = (index: number): string => (index === 0 ? 'theory' : 'other');

const circle = (kind: string, x: number, y: number, r: number): string =>
  `<circle class="${kind}" cx="${place(x)}" cy="${place(y)}" r="${r}"/>`;

function path(places: readonly (readonly [number, number])[], kind: string): string {
  return `<path class="${kind}" d="M${places.map(([a, b]) => `${place(a)} ${place(b)}`).join('L')}"/>`;
}

function grid(across: Axis, up: Axis): string[] {
  return [
    ...across.ticks.flatMap((t) => [
      `<line class="grid" x1="${place(across.at(t))}" x2="${place(across.at(t))}" y1="${TOP}" y2="${BOTTOM}"/>`,
      `<text class="tick" x="${place(across.at(t))}" y="${BOTTOM + 18}" text-anchor="middle">${label(t)}</text>`,
    ]),
    ...up.ticks.flatMap((t) => [
      `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${place(up.at(t))}" y2="${place(up.at(t))}"/>`,
      `<text class="tick" x="${LEFT - 8}" y="${place(up.at(t) + 4)}" text-anchor="end">${label(t)}</text>`,
    ]),
    `<rect class="frame" x="${LEFT}" y="${TOP}" width="${RIGHT - LEFT}" height="${BOTTOM - TOP}"/>`,
  ];
}

/** Places of the names below the picture, in rows as long as it is wide. */
function legendPlaces(curves: readonly NamedCurve[]): { x: number; y: number }[] {
  let x = LEFT,
    y = LEGEND;
  return curves.map(({ name }) => {
    const width = 58 + 7.6 * name.length;
    if (x > LEFT && x + width > RIGHT + 20) {
      x = LEFT;
      y += LINE;
    }
    const at = { x, y };
    x += width;
    return at;
  });
}

function legend(curves: readonly NamedCurve[]): string[] {
  const color = classes(curves),
    theories = curves.filter(({ kind }) => kind === 'theory'),
    places = legendPlaces(curves);
  return curves.flatMap((curve, k) => {
    const { x, y } = places[k]!,
      mark = [
        [x, y],
        [x + 28, y],
      ] as const;
    const sign =
      curve.kind === 'experiment'
        ? circle('experiment', x + 14, y, 4)
        : path(mark, curve.kind === 'theory' ? dash(theories.indexOf(curve)) : `curve c${color(curve)}`);
    return [sign, `<text x="${place(x + 36)}" y="${place(y + 5)}">${quoted(curve.name)}</text>`];
  });
}

function axisOf(values: readonly number[], log: boolean, from: number, to: number, most: number): Axis {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return log ? logarithmic(low, high, from, to) : linear(low, high, from, to, most);
}

function linear(low: number, high: number, from: number, to: number, most: number): Axis {
  const size = Math.max(Math.abs(low), Math.abs(high)) || 1,
    spread = Math.max(high - low, 0.02 * size),
    min = low >= 0 && low < 0.25 * spread ? 0 : low - 0.05 * spread,
    max = high + 0.05 * spread,
    step = niceStep((max - min) / most),
    first = Math.ceil(min / step - 1e-9),
    ticks = Array.from({ length: Math.floor(max / step + 1e-9) - first + 1 }, (_, n) => (first + n) * step);
  return { min, max, log: false, ticks, at: (value) => from + ((value - min) / (max - min)) * (to - from) };
}

/** Decades, or parts of them where there are few. */
function logarithmic(low: number, high: number, from: number, to: number): Axis {
  const parts = high / low > 100 ? [1] : high / low > 8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7],
    all = Array.from({ length: 40 }, (_, n) => n - 20).flatMap((e) => parts.map((p) => p * 10 ** e)),
    min = all.filter((t) => t <= low * 0.98).at(-1) ?? low,
    max = all.find((t) => t >= high * 1.02) ?? high,
    scale = Math.log(max / min);
  return {
    ...{ min, max, log: true },
    ticks: all.filter((t) => t >= min * 0.999 && t <= max * 1.001),
    at: (value) => from + (Math.log(value / min) / scale) * (to - from),
  };
}

/** 1, 2 or 5 times a power of ten, not smaller than `step`. */
export function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= step * 0.999)!;
}

const place = (x: number): string => String(Math.round(10 * x) / 10);

const label = (value: number): string => {
  const round = Number(value.toPrecision(6));
  return Math.abs(round) < 1e-12 ? '0' : String(round).replace('-', '−');
};

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
