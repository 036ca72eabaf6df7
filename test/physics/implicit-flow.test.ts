// Pressure that is solved for where substances flow, have heat, carry tension, or split and merge. [ADR 43]

import { describe, expect, it } from 'vitest';
import type { SceneInput, SmoothedInput, World } from '../../src/index.ts';
import { gradientFactor, packingSum } from '../../src/substances/sph/lattice-sums.ts';
import type { SphParameters } from '../../src/substances/sph/parameters.ts';
import { byId } from '../helpers/engine.ts';
import { advance, inside, smoothedIn, stateOfWorld, withWorld } from '../helpers/worlds.ts';
import { systemOf } from '../reference/implicit-pressure.ts';

/** A blob that is too dense in one half and too thin in the other, flies and turns; no gravity. */
function blob(liquid: SmoothedInput, more: Partial<SceneInput> = {}): SceneInput {
  const half = (min: number, max: number, density: number) => ({
    ...{ substance: 'liquid', spacing: 0.05, density, lattice: 'cubic' as const },
    ...{ velocity: [1, 2, 0] as [number, number, number], angularVelocity: [0, 0, 3] as [number, number, number] },
    shape: {
      box: { min: [min, -0.25, 0] as [number, number, number], max: [max, 0.25, 0] as [number, number, number] },
    },
  });
  return {
    ...{ dimension: 2, gravity: [0, 0, 0], frameRate: 400 },
    substances: {
      liquid: { preset: 'water', stiffness: 900, artificialViscosity: 0, quadraticViscosity: 0, ...liquid },
    },
    bodies: [half(-0.3, 0, 1015), half(0, 0.3, 990)],
    time: { pressure: 'implicit' },
    ...more,
  };
}

/** One step of a blob; what the reference says is left of errors of ρ/ρ₀, and the pressures. */
async function leftAfterStep(scene: SceneInput, tension: number) {
  return withWorld(scene, (world) => {
    const before = stateOfWorld(world),
      { smoothing, restDensity } = inside(world).substances[0] as SphParameters,
      system = systemOf(before, {
        ...{ restDensity, stiffness: 900, tension },
        sumScale: 1 / packingSum('dc', smoothing, 2),
        gradientScale: 1 / gradientFactor('dc', smoothing, 2),
      }),
      report = world.advance();
    expect(report).toMatchObject({ ok: true, steps: 1 });
    const { set } = inside(world),
      mu = byId(set, 'solved'),
      F = system.forces(mu),
      dt = report.dt.max,
      kick = dt / 2, // velocities then stand in the middle of the step
      // the pressure acts last, whatever acted before it
      predicted = byId(set, 'velocity').map((v, n) => v - (kick * F[n]!) / before.mass[Math.floor(n / 3)]!),
      errors = system.errors(mu, predicted, dt, kick);
    return { mu, errors, none: system.errors(new Float64Array(mu.length), predicted, dt, kick) };
  });
}

const meanOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((a, b) => a + Math.abs(b), 0) / values.length;

describe('one step', () => {
  it('of a liquid that carries tension solves the system of the reference', async () => {
    const { mu, errors, none } = await leftAfterStep(blob({ viscosity: 0, negativePressure: 0.2 }), 0.2);
    expect(Math.min(...mu)).toBeLessThan(-100);
    expect(Math.max(...mu)).toBeGreaterThan(1000);
    expect(meanOf(none)).toBeGreaterThan(2e-3);
    expect(meanOf(errors)).toBeLessThan(2.2e-4); // what the solver may leave, and f32
  });

  it('of a liquid whose viscosity is solved for too ends with the velocities of its pressure', async () => {
    const scene = blob(
      { preset: 'honey', restDensity: 1000, negativePressure: 0 },
      { time: { pressure: 'implicit', viscositySolver: 'implicit' } },
    );
    const { mu, errors, none } = await leftAfterStep(scene, 0),
      left = errors.map((e, i) => (e > 0 || mu[i]! > 1 ? e : 0)); // who has no pressure may be thin
    expect(Math.max(...mu)).toBeGreaterThan(1000);
    expect(Math.max(...none)).toBeGreaterThan(0.01);
    expect(meanOf(left)).toBeLessThan(2.2e-4);
  });

  it.each([
    ['explicit', 1e-12],
    ['implicit', 1e-9], // what rounding leaves is spread in f64, particle by particle
  ] as const)('and sixty of them keep the momentum of free honey, viscosity %s', async (viscositySolver, most) => {
    const scene = blob({ preset: 'honey', viscosity: 1 }, { time: { pressure: 'implicit', viscositySolver } });
    await withWorld(scene, (world) => {
      const start = world.ledger().momentum.slice();
      advance(world, 60);
      const change = world.ledger().momentum.map((p, a) => Math.abs(p - start[a]!));
      expect(Math.max(...change)).toBeLessThan(most * Math.hypot(...start));
    });
  });
});

/** A block of .2 × .2 m against the left wall of a tank that grips; lengths in m. */
function block(
  preset: 'honey' | 'lava' | 'water',
  pressure: 'explicit' | 'implicit',
  more: Partial<SceneInput> = {},
): SceneInput {
  return {
    ...{ dimension: 2, gravity: [0, -9.81, 0], frameRate: 50 },
    substances: { liquid: { preset } },
    bodies: [
      {
        substance: 'liquid',
        spacing: 0.0125,
        lattice: 'cubic',
        shape: { box: { min: [0, 0, 0], max: [0.2, 0.2, 0] } },
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.5, 1, 0] } }, inside: true, grip: 1 }],
    time: { pressure },
    ...more,
  };
}

function frontAndLevel(world: World) {
  const { position, mass, count } = world.fields;
  let [front, height, total] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    front = Math.max(front, position[3 * i]!);
    height += mass[i]! * position[3 * i + 1]!;
    total += mass[i]!;
  }
  return { front, level: (2 * height) / total };
}

describe.each(['honey', 'lava'] as const)('a block of %s', (preset) => {
  it('falls apart as with explicit pressure, in a tenth of the steps', async () => {
    const run = (pressure: 'explicit' | 'implicit') =>
      withWorld(block(preset, pressure), (world) => {
        let steps = 0;
        return [4, 4].map((frames) => {
          for (let f = 0; f < frames; f++) steps += world.advance().steps;
          return { ...frontAndLevel(world), steps };
        });
      });
    const [explicit, implicit] = [await run('explicit'), await run('implicit')];
    implicit.forEach(({ front, level }, k) => {
      expect(Math.abs(front / explicit[k]!.front - 1)).toBeLessThan(0.02);
      expect(Math.abs(level / explicit[k]!.level - 1)).toBeLessThan(0.02);
    });
    expect(10 * implicit[1]!.steps).toBeLessThan(explicit[1]!.steps);
  });
});

it('heat goes nowhere but where the ledger says', async () => {
  const scene = block('water', 'implicit', {
    substances: { liquid: { preset: 'water', conductivity: 50, heatCapacity: 1000 } },
    surroundings: { temperature: 300, convection: 500 },
  });
  scene.bodies![0]!.temperature = 400;
  await withWorld(scene, (world) => {
    advance(world, 10);
    const { heat, account } = world.ledger(),
      { added, surroundings } = account.heat;
    expect(surroundings).toBeLessThan(-100);
    expect(Math.abs(heat - added - surroundings)).toBeLessThan(1e-12 * heat);
  });
});

it('particles split and merge with one step for all', async () => {
  const scene = block('water', 'implicit', { adaptivity: { individualSteps: false } });
  scene.substances = { liquid: { preset: 'water', stiffness: 400 } };
  scene.obstacles = [{ shape: { box: { min: [0, 0, 0], max: [0.2, 1, 0] } }, inside: true }];
  await withWorld(scene, (world) => {
    const before = world.ledger().mass;
    expect(world.fields.count).toBeLessThan(0.6 * 256); // the inside was merged
    advance(world, 25);
    expect(Math.abs(world.ledger().mass / before - 1)).toBeLessThan(1e-12);
    expect(Math.abs(frontAndLevel(world).level / 0.2 - 1)).toBeLessThan(0.03); // adaptive worlds keep it so with explicit pressure too
    expect(smoothedIn(world).pressureSolver.solves).toBeGreaterThan(100);
  });
});
