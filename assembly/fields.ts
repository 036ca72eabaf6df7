// Force fields of the scene: accelerations that depend on position and velocity only. A field is 12 f64: kind, then its numbers.

import { FORCE_COUNT, FORCES } from '../src/wasm/layout';
import { address, int } from './context';

const SPRING = 1, ATTRACTOR = 2, VORTEX = 3, DRAG = 4, GRAB = 5, PUSH = 6;
/** Bytes of a field. */
const FIELD_BYTES: usize = 96;

/** Adds every field to the acceleration a of a particle at x with velocity v. */
@inline export function addFields(x: usize, v: usize, a: usize): void {
  const count = int(FORCE_COUNT);
  for (let k = 0; k < count; k++) addField(address(FORCES) + <usize>k * FIELD_BYTES, x, v, a);
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
  else if (kind == GRAB || kind == PUSH) addNear(field, kind, v, a, dx, dy, dz);
  else push(a, p, q, r);
}

/** Fields that end at a distance R: w = (1 − d²/R²)² of a damped spring, or of an acceleration. */
function addNear(field: usize, kind: i32, v: usize, a: usize, dx: f64, dy: f64, dz: f64): void {
  const R = load<f64>(field, 40), q2 = (dx * dx + dy * dy + dz * dz) / (R * R);
  if (!(q2 < 1)) return;
  const w = (1 - q2) * (1 - q2), ux = load<f64>(field, 64), uy = load<f64>(field, 72), uz = load<f64>(field, 80);
  if (kind == PUSH) {
    push(a, w * ux, w * uy, w * uz);
    return;
  }
  const k = -w * load<f64>(field, 32), c = -w * load<f64>(field, 48);
  push(a, k * dx + c * (load<f64>(v) - ux), k * dy + c * (load<f64>(v, 8) - uy), k * dz + c * (load<f64>(v, 16) - uz));
}

@inline function push(a: usize, x: f64, y: f64, z: f64): void {
  store<f64>(a, load<f64>(a) + x);
  store<f64>(a, load<f64>(a, 8) + y, 8);
  store<f64>(a, load<f64>(a, 16) + z, 16);
}
