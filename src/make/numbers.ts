// Numbers in messages.

/** Two significant digits and a short exponent: `1.9e-4`. */
export function shortNumber(x: number): string {
  const size = Math.abs(x);
  return x === 0 || (size >= 0.01 && size < 1000) ? String(Number(x.toPrecision(2))) : x.toExponential(1);
}

/** A count with its noun: `1 frame`, `12,000 frames`. */
export function plural(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}
