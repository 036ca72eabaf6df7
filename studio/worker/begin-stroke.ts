// Tools as inputs of a live world.

import type { LiveWorld } from '../../src/live/live-world.ts';
import type { Stroke } from '../../src/live/stroke.ts';
import { rounded, roundedPoint, type StrokeInput } from '../model/strokes.ts';

/** W/m³ that a stroke of heat adds or takes; about 30 K a second in water or honey. */
const HEATING = 1e8;

/** Begins the stroke of a tool with the next frame. */
export function beginStroke(live: LiveWorld, input: StrokeInput): Stroke {
  const { tool } = input,
    center = roundedPoint(input),
    radius = rounded(input.radius, input.radius),
    shape = { sphere: { center, radius } };
  switch (tool) {
    case 'grab':
      return live.grab(center, { radius, pull: 200 });
    case 'push':
    case 'obstacle':
      return live.addObstacle({ shape, tangentRestitution: 0.5 });
    case 'cut':
      return live.addObstacle({ shape: wireAt(input), cuts: true });
    case 'pour':
      return live.pour(emitterAt(input));
    case 'erase':
      return live.erase({ shape });
    case 'heat':
    case 'cool':
      return live.heat({ shape, power: tool === 'heat' ? HEATING : -HEATING } as never);
  }
}

/** A wire along z, three times as long as the reach to either side. */
function wireAt(input: StrokeInput) {
  const [x, y, z] = roundedPoint(input),
    half = rounded(3 * input.radius, input.radius);
  return {
    capsule: {
      from: [x, y, rounded(z - half, input.radius)] as const,
      to: [x, y, rounded(z + half, input.radius)] as const,
      radius: rounded(input.radius / 6, input.radius),
    },
  };
}

/** An opening from which the substance falls. */
function emitterAt(input: StrokeInput): Parameters<LiveWorld['pour']>[0] {
  const { radius, substance = '', spacing = radius / 2, dimension } = input;
  return {
    substance,
    shape: { disc: { center: roundedPoint(input), normal: [0, -1, 0], radius: rounded(radius, radius) } },
    speed: rounded(Math.sqrt(2 * 9.81 * radius), radius),
    spacing,
    jitter: dimension === 2 ? 0 : 0.1,
  };
}
