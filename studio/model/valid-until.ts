// Which frames of a run stay right when its scene changes: those before anything that differs begins to act.

import { isRecord } from './value.ts';

/** Keys of a scene that change no frame. */
const VIEW: ReadonlySet<string> = new Set([
  '$schema',
  'format',
  'name',
  'camera',
  'look',
  'surface',
  'output',
  'duration',
]);
/** Lists whose items begin to act at a time of their own. */
const TIMED: ReadonlySet<string> = new Set([
  'emitters',
  'sinks',
  'obstacles',
  'forces',
  'heatRegions',
  'bodies',
  'changes',
]);

/** The time, s, until which two scenes run alike; Infinity if they differ only in how they are shown. */
export function validUntil(before: unknown, after: unknown): number {
  if (!isRecord(before) || !isRecord(after)) return JSON.stringify(before) === JSON.stringify(after) ? Infinity : 0;
  let until = Infinity;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (VIEW.has(key) || key.startsWith('x-')) continue;
    const [a, b] = [before[key], after[key]];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    until = Math.min(until, TIMED.has(key) ? earliest(a, b) : 0);
  }
  return until;
}

/** When the first item begins that only one of two lists has. */
function earliest(a: unknown, b: unknown): number {
  const [left, right] = [a, b].map((list) => (Array.isArray(list) ? list.map((item) => JSON.stringify(item)) : [])) as [
      string[],
      string[],
    ],
    odd = [...leftOver(left, right), ...leftOver(right, left)];
  return Math.min(...odd.map((text) => startOf(JSON.parse(text))));
}

/** What a list has more of than another. */
function leftOver(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return list.filter((item) => {
    const place = rest.indexOf(item);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}

/** When an item of a list begins to act, s. */
export function startOf(item: unknown): number {
  if (!isRecord(item)) return 0;
  const { time, from } = item;
  if (typeof time === 'number') return time;
  if (typeof from === 'number') return from;
  const [kind] = Object.values(item);
  if (Object.keys(item).length === 1 && isRecord(kind)) return startOf(kind);
  return 0;
}
