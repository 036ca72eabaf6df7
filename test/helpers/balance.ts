// Sums over particles that must vanish or are compared.

import { type State, vectorAt } from '../reference/sph.ts';

/** m b for every particle: what the passes round to a common quantum. */
export function timesMass(s: State, b: Float64Array): Float64Array {
  return b.map((value, k) => value * s.mass[Math.floor(k / 3)]!);
}

/** |Σ m b| over Σ m |b|. */
export function imbalance(s: State, b: Float64Array): number {
  const total = [0, 0, 0];
  let scale = 0;
  s.mass.forEach((m, i) => {
    const v = vectorAt(b, i);
    v.forEach((component, c) => {
      total[c]! += m * component;
    });
    scale += m * Math.hypot(...v);
  });
  return Math.hypot(...total) / scale;
}

/** |Σ m x × b| over Σ m |x| |b|. */
export function torque(s: State, b: Float64Array): number {
  const total = [0, 0, 0];
  let scale = 0;
  s.mass.forEach((m, i) => {
    const [x, y, z] = vectorAt(s.position, i);
    const [u, v, w] = vectorAt(b, i);
    [y * w - z * v, z * u - x * w, x * v - y * u].forEach((component, c) => {
      total[c]! += m * component;
    });
    scale += m * Math.hypot(x, y, z) * Math.hypot(u, v, w);
  });
  return Math.hypot(...total) / scale;
}
