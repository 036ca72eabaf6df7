// Strokes of the tools: what the page says while they last, and the objects of the scene that they become.

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

/** Where the pointer is, as it is written. */
export function roundedPoint({ point, radius }: StrokeInput): Point {
  return point.map((x) => rounded(x, radius)) as unknown as Point;
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

/** Changes the part of an item that has `from` and `motion`: of a force that is what stands under its kind. */
function inner(
  item: Record<string, unknown>,
  change: (part: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> {
  const [kind] = Object.keys(item),
    only = Object.keys(item).length === 1 && kind ? item[kind] : undefined;
  return isRecord(only) ? { [kind!]: change(only) } : change(item);
}
