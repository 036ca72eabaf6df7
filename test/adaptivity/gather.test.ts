// The passes of active particles against those of all pairs, and what is measured before a split against plain sums.

import { expect, it } from 'vitest';
import { ParticleView } from '../../src/adaptivity/particle-view.ts';
import type { SceneInput, SmoothedInput } from '../../src/index.ts';
import { smoothedOf } from '../../src/substances/sph/smoothed.ts';
import { evaluateNew, gatherAll, newTickReport } from '../../src/substances/sph/tick.ts';
import * as at from '../../src/wasm/layout.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import { byId, relativeError } from '../helpers/engine.ts';
import { inside, smoothedIn, withWorld } from '../helpers/worlds.ts';
import { W } from '../reference/kernels.ts';

type SubstanceInput = SmoothedInput;

/** Coarse particles beside fine ones that press against them. */
function scene(substance: SubstanceInput, more: Partial<SceneInput> = {}): SceneInput {
  const flat = more.dimension === 2 ? 1 : 0;
  return {
    gravity: [0, 0, 0],
    substances: { a: { preset: 'desbrun-1999', ...substance } },
    bodies: [
      {
        substance: 'a',
        shape: { box: { min: [0, 0, -flat], max: [0.5, 0.25, 0.5 + flat] } },
        spacing: flat ? 0.04 : 0.08,
        jitter: 0.2,
        density: 1050,
        angularVelocity: [0, 0, 3],
      },
      {
        substance: Object.keys(more.substances ?? { a: 0 }).at(-1)!,
        shape: { box: { min: [0, 0.25, -flat], max: [0.5, 0.4, 0.5 + flat] } },
        spacing: flat ? 0.02 : 0.04,
        jitter: 0.2,
        density: 1020,
        velocity: [0.3, -0.5, 0],
      },
    ],
    adaptivity: { levels: 0 },
    ...more,
  };
}

/** Evaluates the particles whose ids fulfil a condition, at no cost of time. */
function evaluate({ set, engine }: Simulation, isActive: (id: number) => boolean): number {
  const ids = set.u32('id'),
    steps = set.u32('step'),
    report = newTickReport();
  for (let i = 0; i < set.count; i++) if (isActive(ids[i]!)) steps[i]! |= at.STEP_NEW;
  evaluateNew(smoothedOf(engine), 0, report);
  return report.active;
}

/** m a, ρ̇, ρ and m Δv: sums over pairs are rounded to a common quantum of momentum. */
function results({ set }: Simulation): Float64Array[] {
  const mass = byId(set, 'mass'),
    timesMass = (field: Float64Array) => field.map((value, k) => value * mass[Math.floor(k / 3)]!);
  return [
    timesMass(byId(set, 'acceleration')),
    byId(set, 'densityRate'),
    byId(set, 'density'),
    timesMass(byId(set, 'drift')),
  ];
}

const mixed: Partial<SceneInput> = {
  substances: {
    a: { preset: 'desbrun-1999', viscosity: 2, xsph: 0.2 },
    b: { preset: 'desbrun-1999', restDensity: 800, stateEquation: 'tait', viscosity: 1, xsph: 0.4 },
  },
};
const uneven: Partial<SceneInput> = {
  substances: {
    a: { preset: 'desbrun-1999', density: 'summation' },
    b: { preset: 'desbrun-1999', density: 'summation', restDensity: 20, stiffness: 50_000 },
  },
};
const wrapped = { min: [0, 0, 0], max: [0.5, 0.4, 0.5], periodic: [true, true, true] } as const;

it.each<[string, SceneInput]>([
  ['one substance', scene({ artificialViscosity: 3 })],
  ['one substance in the plane', scene({ artificialViscosity: 3 }, { dimension: 2 })],
  ['several terms', scene({}, mixed)],
  ['a summed density', scene({ density: 'summation' })],
  ['summed densities far apart', scene({}, uneven)],
  ['a periodic domain', scene({}, { domain: wrapped })],
  ['the kernel wendland-c2', scene({ kernel: 'wendland-c2', smoothing: 1.6 })],
])('gathering gives what pairs give: %s', async (_, input) => {
  await withWorld(input, (world) => {
    const simulation = inside(world),
      { count } = simulation.set;
    expect(evaluate(simulation, () => true)).toBe(count); // each pair once
    const expected = results(simulation);
    expect(simulation.set.shared.int(at.PAIRED)).toBe(1);
    // Twice, because a summed density must be that of all before forces are.
    for (let k = 0; k < 6; k++) {
      expect(evaluate(simulation, (id) => id % 3 === k % 3)).toBeLessThan(0.4 * count);
      expect(simulation.set.shared.int(at.PAIRED)).toBe(0);
    }
    results(simulation).forEach((actual, k) => {
      if (expected[k]!.some((x) => x !== 0))
        expect(relativeError(actual, expected[k]!)).toBeLessThan(k === 2 ? 1e-6 : 5e-4); // of the net force: a quantum is 2⁻²¹ of the largest between two
      else expect(actual).toEqual(expected[k]!);
    });
  });
});

it.each<[string, 'dc' | 'wendland-c2', SceneInput]>([
  ['in space', 'dc', scene({})],
  ['in the plane', 'dc', scene({}, { dimension: 2 })],
  ['around the ends of a periodic domain', 'dc', scene({}, { domain: wrapped })],
  ['with another kernel', 'wendland-c2', scene({ kernel: 'wendland-c2' })],
])('measures are plain sums: %s', async (_, kernel, input) => {
  await withWorld(input, (world) => {
    const { set, scene } = inside(world),
      smoothed = smoothedIn(world),
      period = smoothed.neighbors.box.period;
    gatherAll(smoothed, 0);
    const rho = set.f64('density').slice(); // measuring may correct it
    set.team.run(smoothed.passes.measure, set.chunks);
    const view = new ParticleView(smoothed),
      { position: x, mass: m } = view.fields,
      h = view.smoothingLength;
    for (let i = 0; i < view.count; i += 7) {
      let fill = 0,
        contrast = 0,
        lightest = Number.POSITIVE_INFINITY,
        heaviest = 0;
      for (let j = 0; j < view.count; j++) {
        const r = Math.hypot(...[0, 1, 2].map((a) => shortest(x[3 * i + a]! - x[3 * j + a]!, period[a]!)));
        const mean = (R: number, S: number) =>
          (W(kernel, scene.dimension, r, R) + W(kernel, scene.dimension, r, S)) / 2;
        if (r >= 2 * Math.max(h[i]!, h[j]!)) continue;
        fill += (m[j]! / rho[j]!) * mean(2 * h[i]!, 2 * h[j]!);
        if (i === j) continue;
        contrast = Math.max(contrast, Math.abs(rho[i]! - rho[j]!));
        lightest = Math.min(lightest, m[j]!);
        heaviest = Math.max(heaviest, m[j]!);
      }
      expect(view.measure(i, at.MEASURE_FILL) / fill).toBeCloseTo(1, 5);
      expect(view.measure(i, at.MEASURE_CONTRAST)).toBeCloseTo(contrast, 2);
      expect(view.lightestBeside(i) / lightest).toBeCloseTo(1, 6);
      expect(view.heaviestBeside(i) / heaviest).toBeCloseTo(1, 6);
    }
  });
});

const shortest = (d: number, period: number) => (period > 0 ? d - period * Math.round(d / period) : d);
