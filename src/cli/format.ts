// Numbers for people.

export { plural, shortNumber } from '../make/numbers.ts';

/** Four significant digits, without an exponent where that is readable. */
export function number(x: number): string {
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e-3 && size < 1e6 ? String(Number(x.toPrecision(4))) : x.toExponential(3);
}

/** `812`, `41k`, `1.2M`. */
export function shortCount(n: number): string {
  if (n < 10_000) return String(n);
  if (n < 999_500) return `${Math.round(n / 1000)}k`;
  return `${(n / 1e6).toFixed(n < 9_950_000 ? 1 : 0)}M`;
}

/** `850 B`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let k = 0,
    size = bytes;
  for (; size >= 999.5 && k < units.length - 1; k++) size /= 1000;
  return `${k === 0 || size >= 99.5 ? Math.round(size) : Number(size.toPrecision(2))} ${units[k]}`;
}

/** `7 s`, `2 min 05 s`, `3 h 12 min`, `2 d 04 h`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds),
    two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${two((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${two((whole % 86_400) / 3600)} h`;
}

/** Rows as columns of equal width, two spaces apart; `right` lists the columns that are aligned to the right. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const width = (k: number): number => Math.max(...rows.map((row) => row[k]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, k) => width(k));
  return rows.map((row) =>
    row
      .map((cell, k) => (right.includes(k) ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!)))
      .join('  ')
      .trimEnd(),
  );
}
