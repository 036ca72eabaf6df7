// The box around points, and the box that an export shows.

import type { Bounds } from '../shapes/bounds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { ExportContext, ExportFrame } from './format.ts';

/** The smallest box around points, m; the origin if there are none. */
export function measureBounds(positions: Float32Array): Bounds {
  if (positions.length === 0) return { min: [0, 0, 0], max: [0, 0, 0] };
  const min: [number, number, number] = [positions[0]!, positions[1]!, positions[2]!];
  const max: [number, number, number] = [...min];
  for (let k = 3; k < positions.length; k++) {
    const axis = (k % 3) as 0 | 1 | 2;
    const x = positions[k]!;
    if (x < min[axis]) min[axis] = x;
    if (x > max[axis]) max[axis] = x;
  }
  return { min, max };
}

/** What an export shows, m: what the caller says, else twice the box of the particles of a frame. */
export function extentOf(frame: ExportFrame | undefined, context: ExportContext): Bounds {
  if (context.extent) return context.extent;
  const { min, max } = measureBounds(frame?.fields.position ?? new Float32Array(0));
  const grow = (k: 0 | 1 | 2): number => (max[k] - min[k]) / 2;
  return {
    min: [min[0] - grow(0), min[1] - grow(1), min[2] - grow(2)],
    max: [max[0] + grow(0), max[1] + grow(1), max[2] + grow(2)],
  };
}

/** The middle of a box, m. */
export function middleOf({ min, max }: Bounds): Vec3 {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

/** The diagonal of a box, m; 1 for a single point. */
export function diagonalOf({ min, max }: Bounds): number {
  const [x, y, z] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  return Math.sqrt(x * x + y * y + z * z) || 1;
}
