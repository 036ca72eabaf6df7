// The evenness of a shape: its sum against the formula, what it leaves alone, and what it cures.

import { expect, it } from 'vitest';
import { Evenness } from '../../src/design/evenness.ts';
import { ShapeDesign, sampledField } from '../../src/design/index.ts';
import { deformationGradientInto, type ShapeField } from '../../src/design/shape-field.ts';
import { randomSigned } from '../../src/random/random.ts';
import { bar } from './bars.ts';

const noisy = (count: number, size: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => size * randomSigned(7, 1, k));

/** Σ V Σ ω |x'_j − x'_i − F (x_j − x_i)|² / Σ ω r², written out. */
function plainEvenness({ positions: x, volumes, atParticles, count }: ShapeField, u: Float64Array): number {
  const F = new Float64Array(9);
  let E = 0;
  for (let i = 0; i < count; i++) {
    deformationGradientInto(F, atParticles, i, u);
    let [sum, total] = [0, 0];
    for (let n = atParticles.starts[i]!; n < atParticles.starts[i + 1]!; n++) {
      const j = atParticles.particles[n]!,
        omega = Math.max(0, atParticles.values[n]!),
        r = [0, 1, 2].map((a) => x[3 * j + a]! - x[3 * i + a]!);
      for (let a = 0; a < 3; a++) {
        const moved = r[a]! + u[3 * j + a]! - u[3 * i + a]!,
          linear = F[3 * a]! * r[0]! + F[3 * a + 1]! * r[1]! + F[3 * a + 2]! * r[2]!;
        sum += omega * (moved - linear) * (moved - linear);
        total += omega * r[a]! * r[a]!;
      }
    }
    E += (volumes[i]! * sum) / total;
  }
  return E;
}

it('is the sum of its formula, with the gradient of its differences', () => {
  const field = bar([2, 3, 4]),
    evenness = new Evenness(field),
    u = noisy(3 * field.count, 0.2),
    g = new Float64Array(u.length),
    step = 1e-4;
  expect(evenness.energy(3, u, g)).toBeCloseTo(3 * plainEvenness(field, u), 12);
  for (let k = 0; k < u.length; k += 5) {
    const slope =
      (evenness.energy(3, u.with(k, u[k]! + step)) - evenness.energy(3, u.with(k, u[k]! - step))) / (2 * step);
    expect(g[k]).toBeCloseTo(slope, 9);
  }
});

it('leaves alone what is linear', () => {
  const field = bar(),
    u = field.positions.map((x, k) => 0.3 * x + 0.2 * field.positions[k - (k % 3)]! + 5 + (k % 3));
  expect(new Evenness(field).energy(1, u)).toBeLessThan(1e-26);
});

/** How much neighboring points on the side of a box that is pulled long differ in their way outward, m: root mean square of second differences. */
function lumps(evenness: number): number {
  const design = new ShapeDesign(sampledField({ box: { min: [0, 0, 0], max: [1, 1, 3] } }, { count: 120 }), {
    volume: 0,
    evenness,
  });
  design.setHandles([
    { grip: { region: { box: { min: [-1, -1, -1], max: [2, 2, 0.4] } } } },
    { grip: { region: { box: { min: [-1, -1, 2.6], max: [2, 2, 4] } } }, translate: [0, 0, 1.6] },
  ]);
  design.solve();
  const side = Array.from({ length: 60 }, (_, k) => design.moved([0, 0.5, 0.6 + 0.03 * k])[0]!),
    second = side.slice(1, -1).map((x, k) => side[k]! - 2 * x + side[k + 2]!);
  return Math.sqrt(second.reduce((sum, x) => sum + x * x, 0) / second.length);
}

it('takes most of the lumps out of a box that is pulled by half its length', () => {
  const [without, usual] = [lumps(0), lumps(3)];
  expect(without).toBeGreaterThan(1e-4);
  expect(usual).toBeLessThan(without / 3);
});
