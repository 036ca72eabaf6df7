// Mass, center and inertia of rigid bodies against integrals over many points, and turning against what mechanics says.

import { describe, expect, it } from 'vitest';
import { startOf, takeAlong, turnInto } from '../../src/obstacles/body.ts';
import { Gyration } from '../../src/rigid/gyration.ts';
import { joinMasses, massProperties } from '../../src/rigid/mass-properties.ts';
import { principalAxes } from '../../src/rigid/principal-axes.ts';
import { quaternionOf } from '../../src/rigid/quaternion.ts';
import { boundsOf } from '../../src/shapes/bounds.ts';
import { signedDistance } from '../../src/shapes/distance.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { type Solid, solidOf } from '../../src/shapes/solid.ts';

const trig = { sin: Math.sin, cos: Math.cos };

/** Sums over a lattice of points: mass, center, inertia. */
function measured(solid: Solid, density: number, n: number) {
  const { min, max } = boundsOf(solid),
    flat = solid.dimension === 2,
    step = [0, 1, 2].map((a) => (flat && a === 2 ? 1 : (max[a]! - min[a]!) / n)),
    points: number[][] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      for (let k = 0; k < (flat ? 1 : n); k++) {
        const p = [i, j, k].map((m, a) => (flat && a === 2 ? 0 : min[a]! + (m + 0.5) * step[a]!));
        if (signedDistance(solid, p[0]!, p[1]!, p[2]!) < 0) points.push(p);
      }
  const each = density * step[0]! * step[1]! * step[2]!,
    center = [0, 1, 2].map((a) => points.reduce((sum, p) => sum + p[a]!, 0) / points.length),
    inertia = Array.from({ length: 9 }, (_, m) => {
      const [a, b] = [Math.floor(m / 3), m % 3];
      return points.reduce((sum, p) => {
        const d = p.map((x, c) => x - center[c]!);
        return sum + each * ((a === b ? d[0]! ** 2 + d[1]! ** 2 + d[2]! ** 2 : 0) - d[a]! * d[b]!);
      }, 0);
    });
  return { mass: each * points.length, center, inertia };
}

const SHAPES: Readonly<Record<string, Shape>> = {
  box: { box: { center: [1, 2, 3], size: [0.4, 0.2, 0.6], rotation: { axis: [1, 2, 3], degrees: 40 } } },
  sphere: { sphere: { center: [1, 0, 0], radius: 0.3 } },
  capsule: { capsule: { from: [0, 0, 0], to: [0.3, 0.4, 0.2], radius: 0.2 } },
  cylinder: { cylinder: { from: [0, 0, 0], to: [0.3, 0.4, 0.2], radius: 0.2 } },
};
const FLAT: Readonly<Record<string, Shape>> = {
  box: { box: { center: [1, 2, 0], size: [0.4, 0.2, 1], rotation: { axis: [0, 0, 1], degrees: 40 } } },
  sphere: { sphere: { center: [1, 0, 0], radius: 0.3 } },
  capsule: { capsule: { from: [0, 0, 0], to: [0.3, 0.4, 0], radius: 0.2 } },
  cylinder: { cylinder: { from: [0, 0, 0], to: [0.3, 0.4, 0], radius: 0.2 } },
  'cylinder across': { cylinder: { from: [0, 0, -1], to: [0, 0, 1], radius: 0.2 } },
};

describe.each([
  [3, SHAPES],
  [2, FLAT],
] as const)('mass properties in %iD', (dimension, shapes) => {
  it.each(Object.keys(shapes))('%s: those of its points', (name) => {
    const solid = solidOf(shapes[name]!, trig, dimension),
      found = massProperties(solid, 700),
      sums = measured(solid, 700, dimension === 2 ? 300 : 70);
    expect(found.mass / sums.mass).toBeCloseTo(1, 2);
    const size = sums.inertia[8]!;
    for (let a = 0; a < dimension; a++) expect(found.center[a]).toBeCloseTo(sums.center[a]!, 2);
    for (let m = 0; m < 9; m++)
      if (dimension === 3 || m === 8) expect(Math.abs(found.inertia[m]! - sums.inertia[m]!)).toBeLessThan(0.015 * size);
  });
});

it('a mesh of a box has what the box has, wherever it stands', () => {
  const [x, y, z] = [0.4, 0.2, 0.6],
    corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [5 + (k & 1 ? x : 0), 7 + (k & 2 ? y : 0), k & 4 ? z : 0]),
    quads = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6],
    triangles = [0, 4, 8, 12, 16, 20].flatMap((q) => [0, 1, 2, 0, 2, 3].map((c) => quads[q + c]!));
  const mesh = massProperties(solidOf({ mesh: { positions: corners, triangles } }, trig), 300),
    box = massProperties(solidOf({ box: { min: [5, 7, 0], max: [5 + x, 7 + y, z] } }, trig), 300);
  expect(mesh.mass).toBeCloseTo(box.mass, 10);
  for (let a = 0; a < 3; a++) expect(mesh.center[a]).toBeCloseTo(box.center[a]!, 10);
  for (let m = 0; m < 9; m++) expect(mesh.inertia[m]).toBeCloseTo(box.inertia[m]!, 10);
});

it('two halves are the whole', () => {
  const box = (min: number, max: number) =>
      massProperties(solidOf({ box: { min: [min, 0, 0], max: [max, 0.3, 0.5] } }, trig), 300),
    whole = box(0, 1),
    joined = joinMasses([box(0, 0.3), box(0.3, 1)]);
  expect(joined.mass).toBeCloseTo(whole.mass, 10);
  for (let m = 0; m < 9; m++) expect(joined.inertia[m]).toBeCloseTo(whole.inertia[m]!, 10);
});

it('principal axes make up the inertia', () => {
  const inertia = [3, 0.4, -0.3, 0.4, 2, 0.5, -0.3, 0.5, 4],
    { moments, axes: q } = principalAxes(inertia);
  for (let m = 0; m < 9; m++) {
    const [a, b] = [Math.floor(m / 3), m % 3];
    expect([0, 1, 2].reduce((sum, k) => sum + q[3 * a + k]! * moments[k]! * q[3 * b + k]!, 0)).toBeCloseTo(
      inertia[m]!,
      12,
    );
  }
  const [w, x, y, z] = quaternionOf(q);
  expect(w * w + x * x + y * y + z * z).toBeCloseTo(1, 12);
});

describe('turning freely', () => {
  const inertia = [1, 0, 0, 0, 2, 0, 0, 0, 3];
  const run = (spin: readonly [number, number, number], dt: number, steps: number, moments = inertia) => {
    const gyration = new Gyration(moments, trig),
      state = startOf([0, 0, 0], { obstacle: 0, mass: 1, inertia: moments, spin }),
      [L, w] = [new Float64Array(3), new Float64Array(3)];
    gyration.momentumInto(L, state, state.subarray(10, 13));
    const energies: number[] = [];
    for (let n = 0; n < steps; n++) {
      gyration.steadySpinInto(w, state, L, dt);
      state.set(w, 10);
      takeAlong(state, state, dt, trig);
      gyration.spinInto(w, state, L);
      energies.push(0.5 * (w[0]! * L[0]! + w[1]! * L[1]! + w[2]! * L[2]!));
    }
    return { state, energies };
  };

  it('keeps its energy while it tumbles, as no explicit step without a structure does', () => {
    const { energies } = run([0.01, 2, 0.01], 0.02, 20000), // about the middle axis: Dzhanibekov
      first = 0.5 * (1e-4 + 8 + 3e-4);
    for (const energy of energies) expect(Math.abs(energy / first - 1)).toBeLessThan(1e-3);
    expect(Math.abs(energies.at(-1)! / first - 1)).toBeLessThan(1e-3); // no drift in 64 turns
  });

  it('precesses as a symmetric top: the axis goes round at L/I', () => {
    const top = [1, 0, 0, 0, 1, 0, 0, 0, 2],
      [wx, wz] = [0.5, 3],
      L = Math.sqrt(wx * wx + 4 * wz * wz),
      T = (2 * Math.PI) / L,
      axisAfter = (time: number) => {
        const r = new Float64Array(9);
        turnInto(r, run([wx, 0, wz], time / 400, 400, top).state);
        return [r[2]!, r[5]!, r[8]!];
      };
    const [there, back] = [axisAfter(T / 2), axisAfter(T)];
    expect(Math.hypot(back[0]!, back[1]!, back[2]! - 1)).toBeLessThan(1e-4);
    expect(Math.hypot(there[0]!, there[1]!)).toBeCloseTo((2 * wx * 2 * wz) / (L * L), 4); // sin 2θ, tan θ = I₁ω₁/I₃ω₃
  });

  it('is of second order', () => {
    const at = (steps: number) => run([1, 2, 0.5], 2 / steps, steps).state,
      exact = at(25600),
      error = (steps: number) =>
        Math.hypot(
          ...at(steps)
            .slice(3, 7)
            .map((x, n) => x - exact[3 + n]!),
        );
    expect(error(100) / error(200)).toBeGreaterThan(3.7);
    expect(error(100) / error(200)).toBeLessThan(4.3);
  });
});
