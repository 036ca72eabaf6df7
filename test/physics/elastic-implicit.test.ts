// The implicit step of elastic solids: its derivative, its factor, what it conserves, and that it agrees with the explicit step.

import { describe, expect, test } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { elementsOf } from '../../src/substances/elastic/elements.ts';
import { factorInto, planFactor, solveFactored, vectorOf } from '../../src/substances/elastic/factor.ts';
import { linkNodes } from '../../src/substances/elastic/gradients.ts';
import { gridElements } from '../../src/substances/elastic/grid.ts';
import * as at from '../../src/wasm/layout.ts';
import { barScene, frequencyOf } from '../../validation/elastic-bar.ts';
import { applied, block, mapped, shaken, totals, turn } from '../helpers/elastic-shapes.ts';
import { fieldOf, forcesOf, putTo, solidScene } from '../helpers/elastic-world.ts';
import { inside, refusal, withWorld } from '../helpers/worlds.ts';
import { elasticForces, lame, linksOf } from '../reference/elastic.ts';

const STIFF = { youngsModulus: 1e9, poissonsRatio: 0.3, volumeStiffness: 0 },
  MATERIAL = { youngsModulus: 1e4, poissonsRatio: 0.3, volumeStiffness: 2e3 };
const IMPLICIT = { time: { elasticSolver: 'implicit' } } as const;

/** Largest difference over the largest number. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const largest = Math.max(...Array.from(b).map(Math.abs));
  return Math.max(...Array.from(a).map((x, n) => Math.abs(x - b[n]!))) / largest;
}

/** −w K p by the passes, in the order of ids, N. */
function product(world: World, p: ArrayLike<number>): Float64Array {
  const { set } = inside(world),
    { shared, team, chunks } = set,
    ids = set.u32('id'),
    nodes = shared.u32[at.AT_NODE_VELOCITY >> 2]! >>> 3,
    forces = shared.u32[at.AT_ELASTIC_FORCE >> 2]! >>> 3,
    out = new Float64Array(p.length);
  team.run(at.PASS_ELASTIC_PLACES, chunks);
  team.run(at.PASS_ELASTIC_SHAPE, chunks);
  shared.setReal(at.STIFFNESS_WEIGHT, 1);
  shared.setReal(at.VISCOUS_WEIGHT, 0);
  for (let n = 0; n < set.count; n++) for (let a = 0; a < 3; a++) shared.f64[nodes + 4 * n + a] = p[3 * n + a]!;
  team.run(at.PASS_ELASTIC_DERIVATIVE, chunks);
  team.run(at.PASS_ELASTIC_PRODUCT, chunks);
  for (let i = 0; i < set.count; i++)
    for (let a = 0; a < 3; a++) out[3 * ids[i]! + a] = shared.real(at.PAIR_UNIT) * shared.f64[forces + 4 * i + a]!;
  return out;
}

describe.each([2, 3] as const)('the derivative in %i D', (dimension) => {
  const shape = block([5, 4, dimension === 3 ? 4 : 1], { dimension, gradient: 'mls', jitter: 0.1 }),
    links = linksOf(shape),
    scene = { ...solidScene(shape, MATERIAL), ...IMPLICIT };

  // Where there is no stress, nothing is left out. So the body is only turned.
  test('is that of the forces where there is no stress', () =>
    withWorld(scene, (world) => {
      const R = turn(dimension === 3 ? [0.6, 0, 0.8] : [0, 0, 1], 1.1),
        x = mapped(shape, (X) => applied(R, X)),
        p = shaken(new Float64Array(x.length), 1, dimension),
        step = 1e-7,
        along = (s: number) =>
          elasticForces(
            shape,
            links,
            MATERIAL,
            x.map((c, n) => c + s * step * p[n]!),
          ),
        [ahead, behind] = [along(1), along(-1)];
      putTo(world, x);
      expect(
        difference(
          product(world, p),
          ahead.map((f, n) => (f - behind[n]!) / (2 * step)),
        ),
      ).toBeLessThan(1e-6);
    }));

  test('is that of the forces with hourglass control too', () =>
    withWorld({ ...solidScene(shape, MATERIAL, { hourglass: 0.3 }), ...IMPLICIT }, (world) => {
      const R = turn(dimension === 3 ? [0.6, 0, 0.8] : [0, 0, 1], 1.1),
        x = mapped(shape, (X) => applied(R, X)),
        p = shaken(new Float64Array(x.length), 1, dimension),
        step = 1e-7,
        along = (s: number) => {
          putTo(
            world,
            x.map((c, n) => c + s * step * p[n]!),
          );
          return forcesOf(world);
        },
        [ahead, behind] = [along(1), along(-1)],
        plain = elasticForces(
          shape,
          links,
          MATERIAL,
          x.map((c, n) => c + step * p[n]!),
        );
      expect(difference(ahead, plain)).toBeGreaterThan(0.01); // the control does something
      putTo(world, x);
      expect(
        difference(
          product(world, p),
          ahead.map((f, n) => (f - behind[n]!) / (2 * step)),
        ),
      ).toBeLessThan(1e-6);
    }));

  test('is symmetric, never negative, and has neither force nor torque in a body that is bent', () =>
    withWorld(scene, (world) => {
      const x = shaken(
          mapped(shape, ([a, b, c]) => [1.2 * a! + 0.1 * b!, 0.9 * b! + a! * a!, c!]),
          0.004,
          dimension,
        ),
        p = shaken(new Float64Array(x.length), 1, dimension),
        q = p.map((c, n) => c * Math.cos(n));
      putTo(world, x);
      const [Kp, Kq] = [product(world, p), product(world, q)],
        dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, c, n) => sum + c * b[n]!, 0);
      expect(dot(Kp, q) / dot(Kq, p)).toBeCloseTo(1, 10);
      expect(dot(Kp, p)).toBeLessThan(0);
      const { force, torque } = totals(x, Kp),
        largest = Math.max(...Kp.map(Math.abs));
      for (const c of [...force, ...torque]) expect(Math.abs(c)).toBeLessThan(1e-11 * largest);
    }));

  test('is what the factor solves, in the reference shape', () =>
    withWorld(scene, (world) => {
      const count = shape.volume.length,
        { lambda, mu } = lame(MATERIAL),
        links = linkNodes({
          ...{ count, dimension, places: shape.reference, bodies: new Uint32Array(count) },
          reaches: new Float64Array(count).fill(shape.support),
          isMls: new Uint8Array(count).fill(1),
        }),
        stiff = {
          lambda: shape.volume.map((V) => V * (lambda + MATERIAL.volumeStiffness)),
          mu: shape.volume.map((V) => V * mu),
          diagonal: new Float64Array(count).fill(5),
        },
        elements = elementsOf(links),
        plan = planFactor(elements, Number.POSITIVE_INFINITY)!,
        p = shaken(new Float64Array(3 * count), 1, dimension);
      putTo(world, shape.reference);
      const Kp = product(world, p),
        { shared, team } = inside(world).set;
      shared.ensure(shared.bytes + plan.bytes + 8);
      const room = { plan, shared, wasm: team.wasm, address: shared.bytes - plan.bytes },
        z = vectorOf(room);
      factorInto(room, elements, stiff);
      for (let n = 0; n < count; n++)
        for (let a = 0; a < 3; a++) z[3 * plan.order[n]! + a] = 5 * p[3 * n + a]! - Kp[3 * n + a]!;
      solveFactored(room);
      const found = p.map((_, k) => z[3 * plan.order[Math.floor(k / 3)]! + (k % 3)]!);
      expect(difference(found, p)).toBeLessThan(1e-9);
    }));
});

/** A free bar of a solid that spins and swings. */
function spinning(steps: number, more: SceneInput['time'] = {}): SceneInput {
  const shape = block([3, 3, 8], { jitter: 0.05 });
  return {
    ...solidScene(shape, STIFF),
    frameRate: 100,
    time: { stepsPerFrame: steps, maxStepsPerFrame: 1 << 16, ...more },
  };
}

/** Velocities of a rotation, and of a swing along z. */
function setSwinging(world: World, spin: number, swing: number): void {
  const x = fieldOf(world, 'position', 3),
    v = x.map((_, n) => [-spin * x[n + 1]!, spin * x[n - 1]!, swing * x[n - 2]! * x[n]!][n % 3]!);
  putTo(world, x, v);
}

const momentaOf = (world: World): number[] => {
  const x = fieldOf(world, 'position', 3),
    v = fieldOf(world, 'velocity', 3),
    m = fieldOf(world, 'mass', 1),
    { force, torque } = totals(
      x,
      v.map((c, n) => m[Math.floor(n / 3)]! * c),
    );
  return [...force, ...torque];
};

function advance(world: World, frames: number): void {
  for (let k = 0; k < frames; k++) expect(world.advance().problem?.message).toBeUndefined();
}

test('a stiff bar that spins keeps momentum to rounding, angular momentum to the accuracy of the solve', () =>
  withWorld(spinning(8, { elasticSolver: 'implicit' }), (world) => {
    setSwinging(world, 20, 50);
    const before = momentaOf(world),
      whole = Math.hypot(...before.slice(3));
    advance(world, 40);
    const after = momentaOf(world);
    for (let a = 0; a < 3; a++) expect(Math.abs(after[a]! - before[a]!)).toBeLessThan(1e-11 * whole);
    for (let a = 3; a < 6; a++) expect(Math.abs(after[a]! - before[a]!)).toBeLessThan(1e-3 * whole);
  }));

test('with the steps of the explicit step it goes the same way', async () => {
  const run = (solver: 'explicit' | 'implicit') =>
    withWorld({ ...spinning(4096, { elasticSolver: solver, elasticDamping: 0 }), frameRate: 1000 }, (world) => {
      setSwinging(world, 20, 50);
      const start = fieldOf(world, 'position', 3);
      advance(world, 1);
      return fieldOf(world, 'position', 3).map((c, n) => c - start[n]!);
    });
  expect(difference(await run('implicit'), await run('explicit'))).toBeLessThan(1e-3);
});

test('the first swing of a stiff cantilever is that of the explicit step within 2 %', async () => {
  const bar = {
      ...{
        across: 3,
        along: 14,
        spacing: 0.01,
        youngsModulus: 1e9,
        poissonsRatio: 0.3,
        gradient: 'mls' as const,
        support: 1.8,
      },
      velocity: (_x: number, _y: number, z: number) => [20 * z * z, 0, 0] as const,
      frameRate: 20 * 240, // about 20 frames per period
    } as const,
    frequency = (time: SceneInput['time']) =>
      withWorld({ ...barScene(bar), time: { maxStepsPerFrame: 1 << 16, ...time } }, (world) => {
        const tip = [0],
          particle = 3 * (world.fields.count - 1),
          start = world.fields.position[particle]!;
        for (let frame = 0; frame < 50; frame++) {
          advance(world, 1);
          tip.push(world.fields.position[particle]! - start);
        }
        return frequencyOf(tip, 1 / bar.frameRate);
      }),
    explicit = await frequency({});
  expect(explicit).toBeGreaterThan(120);
  expect(Math.abs((await frequency({ elasticSolver: 'implicit', stepsPerFrame: 1 })) / explicit - 1)).toBeLessThan(
    0.02,
  );
});

/** A stiff cube that falls on a floor, beside one that an anchor carries. */
const FALLING: SceneInput = {
  frameRate: 50,
  substances: { rubber: { model: 'elastic', preset: 'rubber' } },
  bodies: [
    {
      ...{ substance: 'rubber', spacing: 0.01, lattice: 'cubic' },
      shape: { box: { center: [0, 0.04, 0], size: [0.04, 0.04, 0.04] } },
    },
    {
      ...{ substance: 'rubber', spacing: 0.01, lattice: 'cubic' },
      shape: { box: { center: [0.2, 0.2, 0], size: [0.08, 0.03, 0.03] } },
    },
  ],
  anchors: [{ min: [0.15, 0, -1], max: [0.175, 1, 1], motion: { velocity: [0, 0.2, 0] } }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  time: { elasticSolver: 'implicit' },
};

test('a cube comes to rest on a floor, an anchor carries a bar, and the books are right', () =>
  withWorld(FALLING, (world) => {
    advance(world, 50);
    const x = fieldOf(world, 'position', 3),
      cube = 64,
      low = Math.min(...Array.from({ length: cube }, (_, i) => x[3 * i + 1]!)),
      high = Math.max(...Array.from({ length: cube }, (_, i) => x[3 * i + 1]!));
    expect(low).toBeGreaterThan(0.0045);
    expect(low).toBeLessThan(0.0055);
    expect(high - low).toBeGreaterThan(0.029);
    expect(high - low).toBeLessThan(0.031);
    const bar = Array.from({ length: x.length / 3 - cube }, (_, i) => x[3 * (cube + i) + 1]!);
    expect(bar.reduce((sum, y) => sum + y, 0) / bar.length).toBeGreaterThan(0.38);
    expect(bar.reduce((sum, y) => sum + y, 0) / bar.length).toBeLessThan(0.41);
    const { momentum, account } = world.ledger();
    for (let a = 0; a < 3; a++)
      expect(momentum[a]).toBeCloseTo(account.added.momentum[a]! + account.external[a]! + account.obstacles[a]!, 9);
  }));

test('the same bits for any number of threads and after a restore', async () => {
  const hashes: string[] = [];
  for (const threads of [1, 2, 3, 4, 7]) {
    using world = await World.create(FALLING, { threads });
    advance(world, 6);
    hashes.push(world.hash());
  }
  using first = await World.create(FALLING, { threads: 1 });
  advance(first, 3);
  using second = await World.restore(first.snapshot(), { threads: 2 });
  advance(second, 3);
  hashes.push(second.hash());
  expect(new Set(hashes).size).toBe(1);
});

test('the functions of a grid add up to 1 and to the places', () => {
  const shape = block([4, 3, 3], { jitter: 0.2 }),
    count = shape.volume.length,
    bodies = Uint32Array.from({ length: count }, (_, n) => n % 2),
    nodes = { count, dimension: 3 as const, places: shape.reference, bodies },
    grid = gridElements({ ...nodes, reaches: new Float64Array(count), isMls: new Uint8Array(count) }, 0.017),
    owners = new Map<number, number>();
  for (let n = 0; n < count; n++) {
    const sums = [0, 0, 0, 0];
    for (let l = grid.begins[n]!; l < grid.begins[n + 1]!; l++) {
      sums[0]! += grid.values[l]!;
      for (let a = 0; a < 3; a++) sums[a + 1]! += grid.gradients[3 * l + a]!;
      expect(owners.get(grid.to[l]!) ?? bodies[n]).toBe(bodies[n]); // bodies share nothing
      owners.set(grid.to[l]!, bodies[n]!);
    }
    expect(sums[0]).toBeCloseTo(1, 12);
    for (let a = 1; a < 4; a++) expect(Math.abs(sums[a]!)).toBeLessThan(1e-9);
  }
});

test('a body too large to be factored takes few rounds, whatever its modulus, and the same bits on two threads', async () => {
  const large = (youngsModulus: number): SceneInput => ({
    frameRate: 25,
    substances: { stiff: { model: 'elastic', youngsModulus, poissonsRatio: 0.3, restDensity: 1000 } },
    bodies: [
      {
        ...{ substance: 'stiff', spacing: 0.01, lattice: 'cubic' },
        shape: { box: { center: [0, 0.2, 0], size: [0.11, 0.11, 0.11] } },
      },
    ],
    anchors: [{ min: [-1, 0.24, -1], max: [1, 1, 1] }],
    time: { elasticSolver: 'implicit', stepsPerFrame: 2 },
  });
  const products = async (youngsModulus: number, threads: number) => {
    using world = await World.create(large(youngsModulus), { threads });
    const { team } = inside(world).set,
      run = team.run.bind(team);
    let count = 0;
    team.run = (pass: number, tasks: number) => {
      if (pass === at.PASS_ELASTIC_PRODUCT) count++;
      run(pass, tasks);
    };
    advance(world, 1);
    return { count, hash: world.hash() };
  };
  const rubber = await products(1e6, 1),
    wood = await products(1e9, 1);
  expect(rubber.count).toBeLessThan(2 * 60);
  expect(wood.count).toBeLessThan(2 * 60);
  expect((await products(1e9, 2)).hash).toBe(wood.hash);
});

test('other substances are refused beside it', async () => {
  const problems = await refusal(
    World.create({ ...FALLING, substances: { ...FALLING.substances, water: { preset: 'water' } } }),
  );
  expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toContain('SCENE_ELASTIC /time/elasticSolver');
});
