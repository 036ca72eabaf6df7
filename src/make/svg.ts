// Pieces of SVG files.

import { xmlText } from '../export/text.ts';

/** Colors of charts. */
export const INK = '#22252b';
export const FAINT = '#e3e5e9';
export const SOFT = '#6a6f78';

/** A number of pixels. */
export const px = (x: number): string => String(Number(x.toFixed(1)));

/** A straight line. */
export function stroke(x1: number, y1: number, x2: number, y2: number, color: string): string {
  return `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" stroke="${color}"/>`;
}

/** A text. */
export function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${px(x)}" y="${px(y)}"${more ? ` ${more}` : ''}>${escaped(content)}</text>`;
}

/** The file: a head with its title above what is drawn. */
export function svgFile(
  title: string,
  subtitle: string,
  width: number,
  height: number,
  drawn: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="${INK}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(24, 34, title, 'font-size="20" font-weight="bold"'),
    text(24, 58, subtitle, `font-size="14" fill="${SOFT}"`),
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

const UNITS: readonly (readonly [least: number, unit: number, name: string])[] = [
  [1e9, 1e9, 'G'],
  [1e6, 1e6, 'M'],
  [1e4, 1e3, 'k'],
];

/** `0.05`, `200`, `25k`, `1.5M`. */
export function tickLabel(value: number): string {
  const [, unit, name] = UNITS.find(([least]) => Math.abs(value) >= least) ?? [0, 1, ''];
  return `${Number((value / unit).toPrecision(6))}${name}`;
}

/** Text without the characters that XML does not allow, and with names for those that mean something in it. */
export function escaped(content: string): string {
  return xmlText(Array.from(content, (letter) => (/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(letter) ? ' ' : letter)).join(''));
}
