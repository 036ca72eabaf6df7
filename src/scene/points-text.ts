// Files of points: a line `x y z` or `x y z vx vy vz` for each particle, m and m/s; blanks or commas between, # begins a comment.

import type { Vec3 } from '../shapes/shape.ts';

/** The points of a file. */
export interface PointsText {
  readonly positions: readonly Vec3[];
  /** There if the lines have six numbers. */
  readonly velocities?: readonly Vec3[];
}

/** Why a file of points cannot be understood. */
export interface PointsFault {
  readonly code: 'ASSET_INVALID' | 'LIMIT_PARTICLES';
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
/** Six numbers and a comment have less characters. */
const LONGEST_LINE = 10_000;
const FORM = 'Write lines of three numbers, x y z, or six, x y z vx vy vz; start other lines with #.';

/** The points of a text, or the first thing that is wrong with it. */
export function readPoints(text: string, most: number): PointsText | PointsFault {
  const positions: Vec3[] = [];
  const velocities: Vec3[] = [];
  let columns = 0;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    line++;
    if (end - start > LONGEST_LINE)
      return { code: 'ASSET_INVALID', line, message: 'The line is too long.', hint: FORM };
    const numbers = text
      .slice(start, end)
      .replace(/#.*/, '')
      .split(/[\s,]+/)
      .filter(Boolean);
    start = end + 1;
    if (numbers.length === 0) continue;
    columns ||= numbers.length;
    const fault = lineFault(numbers, columns);
    if (fault) return { code: 'ASSET_INVALID', line, ...fault };
    const [x, y, z, vx, vy, vz] = numbers.map(Number);
    positions.push([x!, y!, z!]);
    if (columns === 6) velocities.push([vx!, vy!, vz!]);
    if (positions.length > most) {
      return {
        code: 'LIMIT_PARTICLES',
        line,
        message: `There are more than ${most} points.`,
        hint: 'Use fewer, or raise --limits particles.',
      };
    }
  }
  return columns === 6 ? { positions, velocities } : { positions };
}

function lineFault(numbers: readonly string[], columns: number): Pick<PointsFault, 'message' | 'hint'> | undefined {
  const wrong = numbers.find((number) => !NUMBER.test(number) || !Number.isFinite(Number(number)));
  if (wrong !== undefined) {
    const isPly = wrong.toLowerCase() === 'ply';
    const hint = isPly ? `This is a PLY file, which is not read yet. ${FORM}` : FORM;
    return { message: `${JSON.stringify(wrong.slice(0, 40))} is not a number.`, hint };
  }
  if (numbers.length === columns && (columns === 3 || columns === 6)) return undefined;
  const others = numbers.length === columns ? '' : `; the lines before have ${columns}`;
  return { message: `The line has ${numbers.length} numbers${others}.`, hint: FORM };
}
