// Force fields of the scene: accelerations that depend on position and velocity only. A field is 8 f64: kind, then its numbers.

import { FORCE_COUNT, FORCES } from '../src/wasm/layout';
import { address, int } from './context';

const SPRING = 1, ATTRACTOR = 2, VORTEX = 3, DRAG = 4;

/** Adds every field to the acceleration a of a particle at x with velocity v. */
@inline export function addFields(x: usize, v: usize, a: usize): void {
  const count = int(FORCE_COUNT);
  for (let k = 0; k < count; k++) addField(address(FORCES) + <usize>k * 64, x, v, a);
}

function addField(field: usize, x: usize, v: usize, a: usize): void {
  const kind = <i32>load<f64>(field), p = load<f64>(field, 8), q = load<f64>(field, 16), r = load<f64>(field, 24);
  const rate = load<f64>(field, 32);
  const dx = load<f64>(x) - p, dy = load<f64>(x, 8) - q, dz = load<f64>(x, 16) - r;
  if (kind == SPRING) push(a, -rate * dx, -rate * dy, -rate * dz);
  else if (kind == ATTRACTOR) {
    const softening = load<f64>(field, 40), d2 = dx * dx + dy * dy + dz * dz + softening * softening, k = -rate / (d2 * Math.sqrt(d2));
    push(a, k * dx, k * dy, k * dz);
  } else if (kind == VORTEX) {
    const ux = load<f64>(field, 40), uy = load<f64>(field, 48), uz = load<f64>(field, 56);
    push(a, rate * (uy * dz - uz * dy), rate * (uz * dx - ux * dz), rate * (ux * dy - uy * dx));
  } else if (kind == DRAG) push(a, -rate * (load<f64>(v) - p), -rate * (load<f64>(v, 8) - q), -rate * (load<f64>(v, 16) - r));
  else push(a, p, q, r);
}

@inline function push(a: usize, x: f64, y: f64, z: f64): void {
  store<f64>(a, load<f64>(a) + x);
  store<f64>(a, load<f64>(a, 8) + y, 8);
  store<f64>(a, load<f64>(a, 16) + z, 16);
}
