// Moving a shape: every place in it goes the same way.

import { isRecord } from './value.ts';

/** Keys of shapes that are places. */
const PLACES: readonly string[] = ['center', 'min', 'max', 'from', 'to', 'point', 'position', 'translate'];

const isPlace = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === 3 && value.every((x) => typeof x === 'number');

/** The middle of a shape; undefined if it names no places. */
export function middleOf(shape: unknown): number[] | undefined {
  const places = placesOf(shape).map(([, place]) => place);
  if (places.length === 0) return undefined;
  return [0, 1, 2].map((a) => places.reduce((sum, place) => sum + place[a]!, 0) / places.length);
}

/** The shape somewhere else; numbers keep six digits. */
export function movedShape(shape: unknown, by: readonly number[]): unknown {
  if (!isRecord(shape)) return shape;
  const [kind, part] = Object.entries(shape)[0] ?? [];
  if (kind === undefined || !isRecord(part)) return shape;
  const moved = Object.fromEntries(
    placesOf(shape).map(([key, place]) => [key, place.map((x, a) => Number((x + by[a]!).toPrecision(6)))]),
  );
  return { ...shape, [kind]: { ...part, ...moved } };
}

function placesOf(shape: unknown): [string, readonly number[]][] {
  const part = isRecord(shape) ? Object.values(shape)[0] : undefined;
  if (!isRecord(part)) return [];
  return Object.entries(part).filter(
    (entry): entry is [string, readonly number[]] => PLACES.includes(entry[0]) && isPlace(entry[1]),
  );
}
