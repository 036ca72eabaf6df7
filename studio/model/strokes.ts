// Strokes of the tools as objects of the scene: timed, keyframed, on whole frames. What is written here is all that the simulation sees.

import { isRecord } from './value.ts';

export type StrokeTool = 'grab' | 'push' | 'pour' | 'erase' | 'heat' | 'cool' | 'obstacle' | 'cut';
export type Point = readonly [number, number, number];

/** What the page says of a stroke while it lasts. */
export interface StrokeInput {
  readonly tool: StrokeTool;
  /** Where the pointer is, m. */
  readonly point: Point;
  /** Reach, m. */
  readonly radius: number;
  /** Pour: of what, how densely, and which way. */
  readonly substance?: string | undefined;
  readonly spacing?: number | undefined;
  readonly dimension?: 2 | 3 | undefined;
}

/** A stroke: in which list of the scene it stands, and as what. */
export interface Stroke {
  readonly list: 'forces' | 'obstacles' | 'emitters' | 'sinks' | 'heatRegions';
  readonly item: Record<string, unknown>;
}

/** Places are kept to a part of the reach, times to whole frames: short numbers in the file, and the same for everybody who reads it. */
export function rounded(x: number, radius: number): number {
  const digits = Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(radius))));
  return Number(x.toFixed(digits));
}

/** W/m³ that a stroke of heat adds or takes; about 30 K a second in water or honey. */
const HEATING = 1e8;

/** A stroke that begins at a frame. */
export function beginStroke(input: StrokeInput, time: number): Stroke {
  const { tool, radius } = input,
    place = input.point.map((x) => rounded(x, radius)),
    size = rounded(radius, radius),
    motion = { keyframes: [{ time, translate: [0, 0, 0] }] };
  const ball = { sphere: { center: place, radius: size } };
  switch (tool) {
    case 'grab':
      return { list: 'forces', item: { grab: { center: place, radius: size, pull: 200, from: time, motion } } };
    case 'push':
      return { list: 'obstacles', item: { shape: ball, tangentRestitution: 0.5, from: time, motion } };
    case 'cut': {
      const reach = rounded(3 * radius, radius),
        [x = 0, y = 0, z = 0] = place;
      const wire = { capsule: { from: [x, y, z - reach], to: [x, y, z + reach], radius: rounded(radius / 6, radius) } };
      return { list: 'obstacles', item: { shape: wire, cuts: true, from: time, motion } };
    }
    case 'obstacle':
      return { list: 'obstacles', item: { shape: ball, tangentRestitution: 0.5, from: time, motion } };
    case 'pour': {
      const { substance, spacing, dimension } = input;
      const shape = { disc: { center: place, normal: [0, -1, 0], radius: size } };
      const speed = rounded(Math.sqrt(2 * 9.81 * radius), radius);
      const amount = { speed, spacing, jitter: dimension === 2 ? 0 : 0.1 };
      return { list: 'emitters', item: { substance, shape, ...amount, from: time, motion } };
    }
    case 'erase':
      return { list: 'sinks', item: { shape: ball, from: time, motion } };
    case 'heat':
    case 'cool':
      return {
        list: 'heatRegions',
        item: { shape: ball, flux: tool === 'heat' ? HEATING : -HEATING, from: time, motion },
      };
  }
}

/** The stroke with where it is at the end of the next frame. */
export function extendStroke({ list, item }: Stroke, { point, radius }: StrokeInput, time: number): Stroke {
  const start = startPlace(item),
    translate = point.map((x, a) => rounded(rounded(x, radius) - (start[a] ?? 0), radius));
  const add = (part: Record<string, unknown>): Record<string, unknown> => {
    const { keyframes } = part.motion as { keyframes: readonly { time: number; translate: readonly number[] }[] };
    return { ...part, motion: { keyframes: thinned([...keyframes, { time, translate }]) } };
  };
  return { list, item: inner(item, add) };
}

/** The stroke as it is when it has ended; an obstacle that was put down stays where it was left. */
export function endStroke({ list, item }: Stroke, tool: StrokeTool, time: number): Stroke {
  return tool === 'obstacle' ? { list, item } : { list, item: inner(item, (part) => ({ ...part, to: time })) };
}

/** An item of the timeline, all its times later by some seconds. */
export function shiftItem(item: Record<string, unknown>, by: number): Record<string, unknown> {
  const later = (time: unknown): unknown => (typeof time === 'number' ? Number((time + by).toFixed(9)) : time);
  return inner(item, (part) => {
    const motion = part.motion as { keyframes?: readonly { time: number }[] } | undefined;
    return {
      ...part,
      ...('from' in part && { from: later(part.from) }),
      ...('to' in part && { to: later(part.to) }),
      ...('time' in part && { time: later(part.time) }),
      ...(motion?.keyframes && {
        motion: { ...motion, keyframes: motion.keyframes.map((key) => ({ ...key, time: later(key.time) })) },
      }),
    };
  });
}

/** A pose that stands as long as three keyframes say so needs the first and the last only. */
function thinned<T extends { readonly translate: readonly number[] }>(keyframes: readonly T[]): readonly T[] {
  const [a, b, c] = keyframes.slice(-3).map((key) => JSON.stringify(key.translate));
  return c !== undefined && a === b && b === c ? [...keyframes.slice(0, -2), keyframes.at(-1)!] : keyframes;
}

/** Changes the part of an item that has `from` and `motion`: of a force that is what stands under its kind. */
function inner(
  item: Record<string, unknown>,
  change: (part: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> {
  const [kind] = Object.keys(item),
    only = Object.keys(item).length === 1 && kind ? item[kind] : undefined;
  return isRecord(only) ? { [kind!]: change(only) } : change(item);
}

/** Where a stroke began. */
function startPlace(item: Record<string, unknown>): readonly number[] {
  if (isRecord(item.grab)) return item.grab.center as number[];
  const shape = item.shape as Record<string, Record<string, number[]>>;
  const [kind = {}] = Object.values(shape);
  if (kind.center) return kind.center;
  const { from = [0, 0, 0], to = [0, 0, 0] } = kind;
  return from.map((x, a) => (x + to[a]!) / 2);
}
