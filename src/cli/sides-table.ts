// The table of `thixo check <cache>`: a row for each frame, a column for each obstacle.

import type { FrameSides } from '../cache/check-frames.ts';

/** Lines of the table; none without obstacles. */
export function sidesTable(frames: readonly FrameSides[]): string[] {
  const obstacles = frames[0]?.wrong.length ?? 0;
  if (obstacles === 0) return [];
  const heads = ['frame', 'time (s)', 'particles', ...Array.from({ length: obstacles }, (_, k) => `obstacle ${k}`)],
    rows = frames.map(({ frame, time, particles, wrong }) => [
      String(frame),
      time.toFixed(3),
      String(particles),
      ...wrong.map((count) => (count === null ? 'open' : String(count))),
    ]);
  const widths = heads.map((head, c) => Math.max(head.length, ...rows.map((row) => row[c]!.length)));
  return [heads, ...rows].map((row) => row.map((cell, c) => cell.padStart(widths[c]!)).join('  '));
}
