// The letters of pictures, as strokes of a pen: capitals are 10 units high, small letters 7, the baseline is 0, y points up.
// M moves, L draws a line, Q a parabola around a corner (corner, end), R a quarter of an ellipse around a corner (corner, end).

/** What the pen draws; the widths follow from it. */
const STROKES: Readonly<Record<string, string>> = {
  '0': 'M0 3R0 0 3 0R6 0 6 3L6 7R6 10 3 10R0 10 0 7L0 3',
  '1': 'M0.6 8L3.4 10L3.4 0',
  '2': 'M0.1 7.3R0.1 10 3 10R6 10 6 7.4Q6 5.6 4.6 4.3L0 0L6 0',
  '3': 'M0.3 8.2Q0.9 10 3 10R5.7 10 5.7 7.6R5.7 5.4 3 5.4L2.2 5.4M3 5.4R6 5.4 6 2.7R6 0 3 0Q0.6 0 0 2',
  '4': 'M4.6 0L4.6 10L0 3L6.3 3',
  '5': 'M5.6 10L0.9 10L0.4 5.5Q1.5 6.5 3 6.5R6 6.5 6 3.3R6 0 2.9 0Q0.7 0 0 1.8',
  '6': 'M5.4 8.7Q4.8 10 3.3 10Q0 10 0 4.4L0 3.1R0 0 3 0R6 0 6 3.1R6 6.2 3 6.2R0 6.2 0 3.1',
  '7': 'M0 10L6 10L2 0',
  '8': 'M3 5.3R0.4 5.3 0.4 7.65R0.4 10 3 10R5.6 10 5.6 7.65R5.6 5.3 3 5.3R6 5.3 6 2.65R6 0 3 0R0 0 0 2.65R0 5.3 3 5.3',
  '9': 'M0.6 1.3Q1.2 0 2.7 0Q6 0 6 5.6L6 6.9R6 10 3 10R0 10 0 6.9R0 3.8 3 3.8R6 3.8 6 6.9',
  A: 'M0 0L3.5 10L7 0M1.15 3.3L5.85 3.3',
  B: 'M0 0L0 10L3.2 10R5.7 10 5.7 7.7R5.7 5.4 3.2 5.4L0 5.4M3.2 5.4R6.2 5.4 6.2 2.7R6.2 0 3.2 0L0 0',
  C: 'M6.4 7.9Q5.6 10 3.5 10R0 10 0 6L0 4R0 0 3.5 0Q5.6 0 6.4 2.1',
  D: 'M0 0L0 10L2.6 10R6.5 10 6.5 6L6.5 4R6.5 0 2.6 0L0 0',
  E: 'M5.4 0L0 0L0 10L5.4 10M0 5.3L4.6 5.3',
  F: 'M0 0L0 10L5.4 10M0 5.2L4.6 5.2',
  G: 'M6.4 8Q5.6 10 3.5 10R0 10 0 6L0 4R0 0 3.5 0Q6.6 0 6.6 3L6.6 4.7L3.8 4.7',
  H: 'M0 0L0 10M6.4 0L6.4 10M0 5.2L6.4 5.2',
  I: 'M0.4 0L0.4 10',
  J: 'M4 10L4 2.6R4 0 1.9 0Q0.4 0 0 1.6',
  K: 'M0 0L0 10M6 10L0 4.2M2 6.1L6.2 0',
  L: 'M0 10L0 0L5.2 0',
  M: 'M0 0L0 10L3.9 3L7.8 10L7.8 0',
  N: 'M0 0L0 10L6.4 0L6.4 10',
  O: 'M0 4L0 6R0 10 3.5 10R7 10 7 6L7 4R7 0 3.5 0R0 0 0 4',
  P: 'M0 0L0 10L3.2 10R6 10 6 7.4R6 4.8 3.2 4.8L0 4.8',
  Q: 'M0 4L0 6R0 10 3.5 10R7 10 7 6L7 4R7 0 3.5 0R0 0 0 4M4.4 2.4L7.1 -0.7',
  R: 'M0 0L0 10L3.2 10R6 10 6 7.4R6 4.8 3.2 4.8L0 4.8M3.2 4.8L6.3 0',
  S: 'M5.9 8.2Q5.2 10 3.1 10R0.3 10 0.3 7.6Q0.3 5.7 3.1 5.2Q6.2 4.6 6.2 2.6R6.2 0 3.1 0Q0.6 0 0 2',
  T: 'M0 10L6.6 10M3.3 10L3.3 0',
  U: 'M0 10L0 3.4R0 0 3.2 0R6.4 0 6.4 3.4L6.4 10',
  V: 'M0 10L3.4 0L6.8 10',
  W: 'M0 10L2.3 0L4.7 10L7.1 0L9.4 10',
  X: 'M0 0L6.2 10M0 10L6.2 0',
  Y: 'M0 10L3.2 4.6L6.4 10M3.2 4.6L3.2 0',
  Z: 'M0 10L6 10L0 0L6 0',
  a: 'M0.5 5.8Q1.2 7 2.8 7R5.2 7 5.2 4.8L5.2 0M5.2 4.1L2.5 4.1R0 4.1 0 2.05R0 0 2.3 0Q4.6 0 5.2 2',
  b: 'M0 10L0 0M0 4.2R0 7 2.8 7R5.6 7 5.6 3.9L5.6 3.1R5.6 0 2.8 0R0 0 0 2.8',
  c: 'M5 5.5Q4.3 7 2.8 7R0 7 0 3.9L0 3.1R0 0 2.8 0Q4.3 0 5 1.5',
  d: 'M5.6 10L5.6 0M5.6 4.2R5.6 7 2.8 7R0 7 0 3.9L0 3.1R0 0 2.8 0R5.6 0 5.6 2.8',
  e: 'M0 3.6L5.6 3.6L5.6 4R5.6 7 2.8 7R0 7 0 3.9L0 3.1R0 0 2.9 0Q4.5 0 5.3 1.4',
  f: 'M1.3 0L1.3 7.9R1.3 10 3.2 10L3.8 10M0 7L3.6 7',
  g: 'M5.6 7L5.6 -0.6R5.6 -3 3 -3Q1.3 -3 0.5 -2M5.6 4.2R5.6 7 2.8 7R0 7 0 3.9L0 3.3R0 0.2 2.8 0.2R5.6 0.2 5.6 3',
  h: 'M0 10L0 0M0 4R0 7 2.7 7R5.2 7 5.2 4.4L5.2 0',
  i: 'M0.3 7L0.3 0M0.3 9.6L0.3 9.9',
  j: 'M1.4 7L1.4 -1R1.4 -3 0 -3M1.4 9.6L1.4 9.9',
  k: 'M0 10L0 0M4.9 7L0 2.7M1.8 4.2L5.2 0',
  l: 'M0.2 10L0.2 1.5R0.2 0 1.6 0',
  m: 'M0 7L0 0M0 4.2R0 7 2.4 7R4.4 7 4.4 4.6L4.4 0M4.4 4.4R4.4 7 6.8 7R8.8 7 8.8 4.6L8.8 0',
  n: 'M0 7L0 0M0 4R0 7 2.7 7R5.2 7 5.2 4.4L5.2 0',
  o: 'M0 3.1L0 3.9R0 7 2.8 7R5.6 7 5.6 3.9L5.6 3.1R5.6 0 2.8 0R0 0 0 3.1',
  p: 'M0 7L0 -3M0 4.2R0 7 2.8 7R5.6 7 5.6 3.9L5.6 3.1R5.6 0 2.8 0R0 0 0 2.8',
  q: 'M5.6 7L5.6 -3M5.6 4.2R5.6 7 2.8 7R0 7 0 3.9L0 3.1R0 0 2.8 0R5.6 0 5.6 2.8',
  r: 'M0 7L0 0M0 3.8R0 7 2.9 7L3.4 7',
  s: 'M4.6 5.7Q4 7 2.4 7R0.2 7 0.2 5.3Q0.2 4 2.5 3.6Q4.9 3.2 4.9 1.8R4.9 0 2.4 0Q0.6 0 0 1.4',
  t: 'M1.3 9.3L1.3 1.9R1.3 0 3 0L3.7 0M0 7L3.7 7',
  u: 'M0 7L0 2.6R0 0 2.6 0R5.2 0 5.2 3M5.2 7L5.2 0',
  v: 'M0 7L2.7 0L5.4 7',
  w: 'M0 7L2 0L4 7L6 0L8 7',
  x: 'M0 0L5 7M0 7L5 0',
  y: 'M0 7L2.7 0M5.4 7L2.1 -1.6Q1.6 -3 0.2 -3',
  z: 'M0 7L4.8 7L0 0L4.8 0',
  '.': 'M0.3 0L0.3 0.2',
  ',': 'M0.7 0.2L0 -1.8',
  ':': 'M0.3 0L0.3 0.2M0.3 5.4L0.3 5.6',
  ';': 'M0.7 0.2L0 -1.8M0.7 5.4L0.7 5.6',
  '!': 'M0.3 10L0.3 3M0.3 0L0.3 0.2',
  '?': 'M0 8Q0.5 10 2.7 10R5.2 10 5.2 7.7Q5.2 6.4 3.8 5.5Q2.6 4.7 2.6 3M2.6 0L2.6 0.2',
  '-': 'M0 3.7L3 3.7',
  '–': 'M0 3.7L5 3.7',
  '−': 'M0 4.7L5 4.7',
  '+': 'M0 4.7L5 4.7M2.5 2.2L2.5 7.2',
  '=': 'M0 6L5 6M0 3.2L5 3.2',
  '<': 'M5 8L0 4.7L5 1.4',
  '>': 'M0 8L5 4.7L0 1.4',
  '~': 'M0 4Q1.2 6 2.6 4.8Q4 3.6 5.2 5.4',
  '/': 'M0 -1.2L3.8 11',
  '\\': 'M0 11L3.8 -1.2',
  '|': 'M0.3 -2L0.3 11.5',
  '(': 'M1.9 11.5Q0 9 0 5Q0 1 1.9 -1.5',
  ')': 'M0 11.5Q1.9 9 1.9 5Q1.9 1 0 -1.5',
  '[': 'M1.8 11.5L0 11.5L0 -1.5L1.8 -1.5',
  ']': 'M0 11.5L1.8 11.5L1.8 -1.5L0 -1.5',
  '%': 'M0 8.2R0 10 1.6 10R3.2 10 3.2 8.2R3.2 6.4 1.6 6.4R0 6.4 0 8.2M5.2 1.8R5.2 3.6 6.8 3.6R8.4 3.6 8.4 1.8R8.4 0 6.8 0R5.2 0 5.2 1.8M7 10L1.4 0',
  '°': 'M0 8.4R0 10 1.6 10R3.2 10 3.2 8.4R3.2 6.8 1.6 6.8R0 6.8 0 8.4',
  '·': 'M0.3 4.4L0.3 4.6',
  '×': 'M0 2.4L4.6 7M0 7L4.6 2.4',
  '*': 'M2.2 10L2.2 5.4M0.2 8.9L4.2 6.5M0.2 6.5L4.2 8.9',
  '#': 'M2.2 10L1.2 0M5.4 10L4.4 0M0.2 6.8L6.6 6.8M0 3.2L6.4 3.2',
  '&': 'M6.6 0L1.6 6.6Q0.9 7.6 0.9 8.2R0.9 10 2.8 10R4.6 10 4.6 8.3Q4.6 6.7 2.4 5.5Q0 4.4 0 2.6R0 0 2.7 0Q5.6 0 6.2 4.4',
  _: 'M0 -1.6L5.6 -1.6',
  "'": 'M0.3 10L0.3 7.2',
  '"': 'M0.3 10L0.3 7.2M2.5 10L2.5 7.2',
  µ: 'M0 7L0 -3M0 2.6R0 0 2.6 0R5.2 0 5.2 3M5.2 7L5.2 0',
  ρ: 'M0 -3L0 3.9R0 7 2.8 7R5.6 7 5.6 3.9L5.6 3.1R5.6 0 2.8 0R0 0 0 2.8',
};

/** What a character that has no strokes looks like. */
const UNKNOWN = 'M0 0L0 10L5 10L5 0L0 0';
/** Powers are small and raised. */
const POWERS: Readonly<Record<string, string>> = {
  '⁰': '0',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '⁻': '−',
};
const POWER_SIZE = 0.62;
const POWER_RISE = 4.6;

/** Pieces of a quarter of an ellipse or a parabola. */
const PIECES = 6;
/** Control points of the cubic that is nearest to a quarter of a circle: 4(√2 − 1)/3 of the way to the corner. */
const ROUND = (4 * (Math.SQRT2 - 1)) / 3;

/** A letter, in units of a tenth of the height of capitals. */
export interface Glyph {
  /** Lines of the pen: x, y of both ends. */
  readonly lines: readonly (readonly [number, number, number, number])[];
  readonly width: number;
}

const known = new Map<string, Glyph>();

/** The strokes of a character; an empty box for one that is not known. */
export function glyphOf(character: string): Glyph {
  let glyph = known.get(character);
  if (!glyph) {
    glyph = draw(character);
    known.set(character, glyph);
  }
  return glyph;
}

function draw(character: string): Glyph {
  if (character === ' ') return { lines: [], width: 2 };
  const power = POWERS[character];
  if (power !== undefined) return raised(glyphOf(power));
  const lines = linesOf(STROKES[character] ?? UNKNOWN);
  return { lines, width: Math.max(0.6, ...lines.flatMap(([x0, , x1]) => [x0, x1])) };
}

function raised({ lines, width }: Glyph): Glyph {
  const s = POWER_SIZE;
  const dy = POWER_RISE;
  return { lines: lines.map(([x0, y0, x1, y1]) => [s * x0, s * y0 + dy, s * x1, s * y1 + dy]), width: s * width };
}

/** A path as straight lines. */
function linesOf(path: string): [number, number, number, number][] {
  const lines: [number, number, number, number][] = [];
  let [x, y] = [0, 0];
  const to = (endX: number, endY: number): void => {
    lines.push([x, y, endX, endY]);
    [x, y] = [endX, endY];
  };
  for (const [, command, rest] of path.matchAll(/([MLQR])([^MLQR]*)/g)) {
    const numbers = rest!.trim().split(/ +/).map(Number) as [number, number, number, number];
    if (command === 'M') [x, y] = numbers;
    else if (command === 'L') to(numbers[0], numbers[1]);
    else curve(x, y, numbers, command === 'R' ? ROUND : 2 / 3, to);
  }
  return lines;
}

/** A cubic from x0, y0 around a corner to an end, whose control points lie `bend` of the way to the corner: 2/3 makes a parabola. */
function curve(
  x0: number,
  y0: number,
  [cornerX, cornerY, x3, y3]: readonly [number, number, number, number],
  bend: number,
  to: (x: number, y: number) => void,
): void {
  const at = (p0: number, corner: number, p3: number, t: number): number => {
    const s = 1 - t;
    const p1 = p0 + bend * (corner - p0);
    const p2 = p3 + bend * (corner - p3);
    return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3;
  };
  for (let k = 1; k <= PIECES; k++) to(at(x0, cornerX, x3, k / PIECES), at(y0, cornerY, y3, k / PIECES));
}
