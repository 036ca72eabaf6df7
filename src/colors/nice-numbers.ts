// Round numbers for scales: the ends of a range and the ticks between them. Decimal from the start, so that 3 × 0.1 is 0.3.

/** 1, 2 or 5 times a power of ten. */
interface Step {
  readonly digit: number;
  readonly exponent: number;
}

/** Ranges narrower than this part of their numbers have no ticks of their own: their numbers would have too many digits. */
const NARROWEST = 1e-11;

/**
 * The ticks of a scale: multiples of 1, 2 or 5 · 10ⁿ inside of the range, ends included: two or more, and at most `most` (5 or more).
 * A range too narrow to be told apart has the one tick `low`, and what is no range has none.
 * @example niceTicks(0, 2.7, 6) // [0, 0.5, 1, 1.5, 2, 2.5]
 */
export function niceTicks(low: number, high: number, most: number): number[] {
  if (!(high >= low) || !Number.isFinite(high - low)) return [];
  if (isNarrow(low, high)) return [low];
  let step = stepAbove((high - low) / most);
  let ticks = multiplesWithin(low, high, step);
  while (ticks.length > most) {
    step = step.digit === 1 ? { ...step, digit: 2 } : step.digit === 2 ? { ...step, digit: 5 } : tenTimes(step);
    ticks = multiplesWithin(low, high, step);
  }
  return ticks;
}

/**
 * The smallest range of round numbers around the given one; a single number gets some room on both sides, no numbers get 0 to 1.
 * @example niceRange(0.02, 2.93) // [0, 3]
 */
export function niceRange(low: number, high: number): readonly [number, number] {
  if (!(high >= low) || !Number.isFinite(high - low)) return [0, 1];
  if (low === 0 && high === 0) return [0, 1];
  if (isNarrow(low, high)) {
    const room = Math.max(Math.abs(low), Math.abs(high)) / 20;
    return room > 1e-300 ? niceRange(low - room, high + room) : [0, 1];
  }
  const step = stepAbove((high - low) / 20);
  let first = Math.floor(low / multiple(1, step)) + 1;
  while (multiple(first, step) > low) first--;
  let last = Math.ceil(high / multiple(1, step)) - 1;
  while (multiple(last, step) < high) last++;
  return [multiple(first, step), multiple(last, step)];
}

/** The smallest step that is not below a length. */
function stepAbove(length: number): Step {
  const exponent = Number(length.toExponential().split('e')[1]);
  for (const digit of [1, 2, 5]) if (multiple(1, { digit, exponent }) >= length) return { digit, exponent };
  return { digit: 1, exponent: exponent + 1 };
}

const tenTimes = (step: Step): Step => ({ digit: 1, exponent: step.exponent + 1 });

/** k steps from zero, as near as a number can be. */
function multiple(k: number, { digit, exponent }: Step): number {
  return Number(`${k * digit}e${exponent}`) + 0; // + 0: never −0
}

function multiplesWithin(low: number, high: number, step: Step): number[] {
  const ticks: number[] = [];
  for (let k = Math.floor(low / multiple(1, step)); multiple(k, step) <= high; k++) {
    if (multiple(k, step) >= low) ticks.push(multiple(k, step));
  }
  return ticks;
}

function isNarrow(low: number, high: number): boolean {
  return !(high - low > NARROWEST * Math.max(Math.abs(low), Math.abs(high))) || high - low < 1e-300;
}
