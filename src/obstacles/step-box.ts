// The box along the world's axes that a solid does not leave during a step: whatever is farther away need not look at it.

import { BOX, CAPSULE, CYLINDER, MESH, SPHERE } from '../shapes/kinds.ts';
import type { Solid } from '../shapes/solid.ts';
import type { Pose } from './pose.ts';

/** How much larger than computed a box is, over its size: rounding is far less. */
const WIDER = 1e-9;
const NEVER = Number.POSITIVE_INFINITY;

/** Half edges of the box around a solid in its local frame, m; infinite for planes, and for containers, which are all around. */
export function halfEdgesOf({ kind, vector, radius, halfLength }: Solid, inside: boolean): Float64Array {
  if (inside) return Float64Array.of(NEVER, NEVER, NEVER);
  if (kind === BOX || kind === MESH) return Float64Array.from(vector);
  if (kind === SPHERE) return Float64Array.of(radius, radius, radius);
  if (kind !== CAPSULE && kind !== CYLINDER) return Float64Array.of(NEVER, NEVER, NEVER);
  return Float64Array.from(vector, (u) => times(Math.abs(u), halfLength) + radius);
}

/** Writes low and high corner (m) of the box around a solid with these half edges on its way from one pose to another. */
export function stepBoxInto(out: Float64Array, at: number, halfEdges: Float64Array, start: Pose, end: Pose): void {
  let turn = 0;
  for (let k = 0; k < 9; k++) turn += square(end[k]! - start[k]!);
  const size = Math.sqrt(square(halfEdges[0]!) + square(halfEdges[1]!) + square(halfEdges[2]!));
  const around = times(Math.sqrt(turn) + WIDER, size); // no point of a solid that turns is ever farther from where it began
  for (let row = 0; row < 3; row++) {
    const a = halfEdgeAlong(halfEdges, start, row) + around,
      b = halfEdgeAlong(halfEdges, end, row) + around;
    out[at + row] = Math.min(start[9 + row]! - a, end[9 + row]! - b);
    out[at + 3 + row] = Math.max(start[9 + row]! + a, end[9 + row]! + b);
  }
}

function halfEdgeAlong(halfEdges: Float64Array, pose: Pose, row: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += times(Math.abs(pose[3 * row + k]!), halfEdges[k]!);
  return sum;
}

function square(x: number): number {
  return x * x;
}

/** a·b, where b may be infinite and 0·∞ is 0. */
function times(a: number, b: number): number {
  return a === 0 ? 0 : a * b;
}
