// Ghost particles: where they stand, their passes against the reference, which takes them for particles, and what the scene may ask of them.
// [AW09 §6.3, card §20, ADR 41]

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { depthBehind, toWorld } from '../../src/obstacles/ghosts/behind-surface.ts';
import { ghostSites } from '../../src/obstacles/ghosts/ghost-sites.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { packingSum } from '../../src/substances/sph/lattice-sums.ts';
import { byId, relativeError } from '../helpers/engine.ts';
import { ghostsAt, withGhosts } from '../helpers/ghosts.ts';
import { openMomentum } from '../helpers/ledgers.ts';
import { TRIG } from '../helpers/scene-check.ts';
import { advance, inside, refusal, stateOfWorld, withWorld } from '../helpers/worlds.ts';
import { material, rates, sumDensity, xsph } from '../reference/sph.ts';
import { boxMesh } from '../shapes/mesh-samples.ts';

/** Pairs are summed in f32, in the frame of the obstacle; about three times the worst measured of pairs of particles. */
const TOLERANCE = 1e-4;
const SPACING = 0.1;

const mesh = ({ positions, triangles }: ReturnType<typeof boxMesh>): Shape => ({
  mesh: { positions: [...positions], triangles: [...triangles] } as never,
});

describe('sites', () => {
  const region = { min: [-1, -1, -1], max: [1, 1, 1] } as const,
    request = { spacing: SPACING, depth: 0.27, region };
  const shapes: [string, Shape, 2 | 3, boolean, volume: number][] = [
    ['floor', { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, 2, false, 2.5 * 0.3],
    ['box', { box: { center: [0, 0, 0], size: [0.8, 0.6, 0.5] } }, 3, false, 0.8 * 0.6 * 0.5 - 0],
    ['box to be in', { box: { min: [-0.5, -0.5, 0], max: [0.5, 0.5, 0] } }, 2, true, 4 * 0.27 + Math.PI * 0.27 ** 2],
    ['ball', { sphere: { center: [0, 0, 0], radius: 0.5 } }, 3, false, (4 / 3) * Math.PI * (0.5 ** 3 - 0.23 ** 3)],
    ['disc to be in', { sphere: { center: [0, 0, 0], radius: 0.6 } }, 2, true, Math.PI * (0.87 ** 2 - 0.6 ** 2)],
    ['capsule', { capsule: { from: [0, -0.3, 0], to: [0, 0.3, 0], radius: 0.25 } }, 3, false, 0.183],
    ['mesh', mesh(boxMesh(0.4, 0.45, 0.5, 2)), 3, false, 0.8 * 0.9 * 1 - 0.26 * 0.36 * 0.46],
  ];

  it.each(shapes)(
    '%s: behind the surface, the first half a spacing behind it',
    (_, shape, dimension, isInside, volume) => {
      const solid = solidOf(shape, TRIG, dimension),
        { positions, volumes, depths } = ghostSites(solid, isInside, request),
        found = volumes.map((_, k) => {
          const p = positions.slice(3 * k, 3 * k + 3) as unknown as [number, number, number];
          return depthBehind(solid, isInside, ...toWorld(solid, p));
        });
      expect(volumes.length).toBeGreaterThan(20);
      found.forEach((depth, k) => {
        expect(Math.abs(depth - depths[k]!)).toBeLessThan(0.1 * SPACING); // beside edges they stand a little off their layer
      });
      expect(Math.min(...found)).toBeGreaterThan(0.35 * SPACING);
      expect(Math.min(...found)).toBeLessThan(0.51 * SPACING);
      const total = volumes.reduce((sum, V) => sum + V, 0);
      expect(total / volume).toBeGreaterThan(0.8); // a lattice in a layer of three spacings
      expect(total / volume).toBeLessThan(1.25);
    },
  );

  it.each([
    [2, false, 5],
    [2, false, 8],
    [2, false, 12],
    [2, true, 8],
    [3, false, 6],
    [3, true, 6],
  ] as const)(
    'round, in %i D (to be in: %s), radius %i: a layer has the volume of what it stands for',
    (dimension, isInside, across) => {
      const radius = across * SPACING,
        solid = solidOf({ sphere: { center: [0, 0, 0], radius } }, TRIG, dimension),
        { volumes, depths } = ghostSites(solid, isInside, { spacing: SPACING, depth: 3 * SPACING }),
        ball = (r: number) => (dimension === 2 ? Math.PI * r ** 2 : (4 / 3) * Math.PI * r ** 3),
        side = isInside ? 1 : -1;
      for (let layer = 0; layer < 3; layer++) {
        const middle = (layer + 0.5) * SPACING,
          sum = volumes.reduce((total, V, k) => total + (Math.abs(depths[k]! - middle) < 1e-9 ? V : 0), 0),
          whole = Math.abs(ball(radius + side * layer * SPACING) - ball(radius + side * (layer + 1) * SPACING));
        expect(Math.abs(sum / whole - 1)).toBeLessThan(0.03); // by the sites of the lattice it was up to 0.12
      }
    },
  );

  it('fit together around a tank of planes: what is behind two of them stands there once', async () => {
    await withWorld(tank('continuity', 2, 'planes'), (world) => {
      const { positions, volumes } = ghostsAt(world, 0),
        places = new Set(
          volumes.map((_, k) =>
            positions
              .slice(3 * k, 3 * k + 2)
              .map((x) => Math.round(x / 0.01))
              .join(),
          ),
        );
      expect(places.size).toBe(volumes.length);
      for (let k = 0; k < volumes.length; k++) {
        const [x, y] = positions.slice(3 * k, 3 * k + 2) as [number, number];
        expect(Math.min(x, y, 1 - x)).toBeLessThan(0); // behind some plane
      }
    });
  });
});

/** Water on a lattice that fits its tank. */
function tank(density: 'continuity' | 'summation', dimension: 2 | 3, walls: 'planes' | 'box'): SceneInput {
  const back = dimension === 3 ? 0.6 : 0,
    wall = (point: [number, number, number], normal: [number, number, number]) => ({
      shape: { plane: { point, normal } },
    });
  return {
    dimension,
    frameRate: 4096,
    boundary: 'ghosts',
    substances: { water: { kernel: 'dc', smoothing: 1.35, stiffness: 1000, artificialViscosity: 0, density } },
    bodies: [
      {
        substance: 'water',
        shape: { box: { min: [0, 0, 0], max: [1, 0.8, back] } },
        spacing: SPACING,
        lattice: 'cubic',
      },
    ],
    domain: { min: [0, 0, 0], max: [1, 2, 1] },
    obstacles:
      walls === 'planes'
        ? [wall([0, 0, 0], [0, 1, 0]), wall([0, 0, 0], [1, 0, 0]), wall([1, 0, 0], [-1, 0, 0])]
        : [{ shape: { box: { min: [0, 0, 0], max: [1, 2, back] } }, inside: true }],
  };
}

describe('states', () => {
  it.each([
    [2, 'planes'],
    [2, 'box'],
    [3, 'box'],
  ] as const)('a summed compression is the sum over the lattice, %i D, %s', async (dimension, walls) => {
    const scene = tank('summation', dimension, walls);
    scene.bodies![0]!.density = 1020; // heavier particles, so that ghosts are compressed
    await withWorld(scene, (world) => {
      const { positions, compressions } = ghostsAt(world, 0),
        scale = 1 / packingSum('dc', 1.35, dimension),
        expected = compressions.map((_, k) => Math.max(1, scale * sumAt(positions.slice(3 * k, 3 * k + 3), dimension)));
      expect(Math.max(...expected)).toBeGreaterThan(1.004);
      compressions.forEach((N, k) => {
        if (positions[3 * k + 1]! < 1.5) expect(N).toBeCloseTo(expected[k]!, 5); // planes end above the domain
      });
      expect(compressions.filter((N) => N > 1).length).toBeGreaterThan(20);
    });
  });

  it('an integrated compression follows the predictor scheme', async () => {
    const scene = tank('continuity', 2, 'box');
    scene.bodies![0]!.velocity = [0, -1, 0];
    await withWorld(scene, (world) => {
      const before = ghostsAt(world, 0);
      advance(world, 1);
      const after = ghostsAt(world, 0),
        dt = 1 / 4096;
      expect(Math.max(...before.rates)).toBeGreaterThan(0.5); // water comes nearer
      after.compressions.forEach((N, k) => {
        expect(N - 1).toBeCloseTo(before.compressions[k]! - 1 + (dt / 2) * (before.rates[k]! + after.rates[k]!), 12);
      });
    });
  });
});

/** Σ V W around a ghost of a tank, in which water is 2 % heavier than at rest. */
function sumAt([x = 0, y = 0, z = 0]: readonly number[], dimension: 2 | 3): number {
  const norm = dimension === 2 ? 10 / Math.PI : 15 / Math.PI, // of (1 − r/R)³
    W = (r: number, R: number) => (norm * Math.max(0, 1 - r / R) ** 3) / R ** dimension,
    ghost = 2.7,
    water = 2.7 * 1.02 ** (1 / dimension), // supports, in spacings
    between = (a: number, low: number, high: number) => a > low && a < high;
  let sum = 0;
  for (let i = -3; i <= 3; i++)
    for (let j = -3; j <= 3; j++)
      for (let k = dimension === 3 ? -3 : 0; k <= (dimension === 3 ? 3 : 0); k++) {
        const r = Math.hypot(i, j, k),
          isWithin = between(x + i * SPACING, 0, 1) && (dimension === 2 || between(z + k * SPACING, 0, 0.6)),
          height = y + j * SPACING;
        if (!isWithin || !between(height, 0, 2)) sum += W(r, ghost);
        else if (height < 0.8) sum += 1.02 * 0.5 * (W(r, ghost) + W(r, water));
      }
  return sum;
}

/** Disordered liquid beside a box that turns and moves, and a ball at rest. */
function beside(density: 'continuity' | 'summation', dimension: 2 | 3, moves: boolean): SceneInput {
  const back = dimension === 3 ? 0.5 : 0,
    deep = dimension === 3 ? 0.4 : 1;
  return {
    dimension,
    gravity: [0, 0, 0],
    frameRate: 8192,
    boundary: 'ghosts',
    time: { viscositySolver: 'explicit' },
    substances: {
      test: {
        kernel: 'quartic',
        smoothing: 1.35,
        stiffness: 1000,
        density,
        artificialViscosity: 1,
        quadraticViscosity: 2,
        viscosity: 3,
        stressForm: 'morris',
        xsph: 0.4,
        negativePressure: 0.5,
      },
    },
    bodies: [
      {
        substance: 'test',
        shape: { box: { min: [0, 0, 0], max: [0.6, 0.6, back] } },
        spacing: SPACING,
        lattice: 'cubic',
        jitter: 0.2,
        density: 1020,
        velocity: [-1, -2, 0],
        angularVelocity: [0, 0, 3],
      },
    ],
    obstacles: [
      {
        shape: {
          box: { center: [0.25, -0.3, back / 2], size: [0.9, 0.4, deep], rotation: { axis: [0, 0, 1], degrees: 7 } },
        },
        tangentRestitution: 0,
        ...(moves && { motion: { rotation: { center: [0.2, -0.2, 0], axis: [0, 0, 1], degreesPerSecond: 200 } } }),
      },
      { shape: { sphere: { center: [-0.36, 0.3, back / 2], radius: 0.26 } }, tangentRestitution: 0 },
    ],
  };
}

describe('passes', () => {
  const m = (density: 'continuity' | 'summation') =>
    material({
      artificialViscosity: 1,
      quadraticViscosity: 2,
      viscosity: 3,
      xsph: 0.4,
      negativePressure: 0.5,
      density,
    });

  it.each([
    ['continuity', 2],
    ['continuity', 3],
    ['summation', 2],
    ['summation', 3],
  ] as const)('ghosts at rest act as particles do: %s, %i D', async (density, dimension) => {
    await withWorld(beside(density, dimension, false), (world) => {
      const ghosts = ghostsAt(world, 0),
        own = stateOfWorld(world, 'quartic'),
        count = own.mass.length,
        h = 1.35 * SPACING,
        all = withGhosts(own, ghosts, 1000, undefined, h),
        expected = rates(all, [m(density)], { only: (i) => i < count }),
        alone = rates(own, [m(density)]),
        { set } = inside(world).engine;
      expect(ghosts.volumes.length).toBeGreaterThan(50);
      expect(relativeError(alone.acceleration, expected.acceleration.subarray(0, 3 * count))).toBeGreaterThan(0.1);
      expect(relativeError(byId(set, 'acceleration'), expected.acceleration.subarray(0, 3 * count))).toBeLessThan(
        TOLERANCE,
      );
      expect(relativeError(byId(set, 'drift'), xsph(all, [m(density)]).subarray(0, 3 * count))).toBeLessThan(TOLERANCE);
      if (density === 'continuity')
        expect(relativeError(byId(set, 'densityRate'), expected.densityRate.subarray(0, count))).toBeLessThan(
          TOLERANCE,
        );
      else {
        const sums = sumDensity(all, [m(density)]).map((rho) => rho / packingSum('quartic', 1.35, dimension));
        expect(relativeError(byId(set, 'density'), sums.subarray(0, count))).toBeLessThan(TOLERANCE);
      }
      if (density === 'summation') return;
      const back = rates(all, [m(density)])
        .densityRate.subarray(count)
        .map((rate) => rate / 1000);
      expect(relativeError(Float64Array.from(ghosts.rates), withoutPairs(back, all, count, m(density)))).toBeLessThan(
        TOLERANCE,
      );
    });
  });

  it.each([2, 3] as const)('ghosts of a solid that turns, after a step, %i D', async (dimension) => {
    await withWorld(beside('continuity', dimension, true), (world) => {
      const { set } = inside(world).engine,
        dt = 1 / 8192,
        a = byId(set, 'acceleration'),
        rate = byId(set, 'densityRate'),
        old = ghostsAt(world, 0);
      advance(world, 1);
      expect(inside(world).engine.steps).toBe(1);
      const own = stateOfWorld(world, 'quartic'),
        now = byId(set, 'acceleration'),
        nowRate = byId(set, 'densityRate'),
        count = own.mass.length;
      const there = {
        ...own, // v* = v½ + ½dt a of before, v½ = v − ½dt a of now
        velocity: own.velocity.map((v, c) => v + (dt / 2) * (a[c]! - now[c]!)),
        density: own.density.map((rho, i) => rho + (dt / 2) * (rate[i]! - nowRate[i]!)),
      };
      const ghosts = { ...ghostsAt(world, dt), compressions: old.compressions.map((N, k) => N + dt * old.rates[k]!) },
        Omega = (200 * Math.PI) / 180,
        turning = (x: number, y: number) => {
          const isOfBox = y < -0.05 && x > -0.3;
          return isOfBox ? ([-Omega * (y + 0.2), Omega * (x - 0.2), 0] as const) : ([0, 0, 0] as const);
        },
        all = withGhosts(there, ghosts, 1000, turning, 1.35 * SPACING),
        expected = rates(all, [m('continuity')], { only: (i) => i < count });
      expect(ghosts.obstacles.every((k, n) => (k === 0) === (all.velocity[3 * (count + n)] !== 0))).toBe(true);
      expect(relativeError(now, expected.acceleration.subarray(0, 3 * count))).toBeLessThan(3 * TOLERANCE);
      expect(relativeError(nowRate, expected.densityRate.subarray(0, count))).toBeLessThan(3 * TOLERANCE);
    });
  });

  it('books what it does: momentum comes from nowhere else', async () => {
    await withWorld({ ...beside('summation', 3, true), gravity: [1, -9, 2] }, (world) => {
      advance(world, 40);
      expect(openMomentum(world.ledger())).toBeLessThan(1e-9);
    });
  });

  it('lets a substance slide along a level floor that does not grip', async () => {
    const scene = tank('summation', 2, 'box');
    scene.obstacles = [{ shape: { box: { min: [-3, -1, 0], max: [4, 0, 0] } } }];
    scene.substances = { water: { ...scene.substances!.water!, artificialViscosity: 0.2 } as never };
    scene.gravity = [0, -1, 0];
    scene.frameRate = 100;
    scene.bodies![0]!.velocity = [0.5, 0, 0];
    delete scene.domain;
    await withWorld(scene, (world) => {
      const before = world.ledger().momentum[0];
      advance(world, 10);
      expect(world.ledger().momentum[0] / before).toBeGreaterThan(0.97);
    });
  });
});

/** The rates of ghosts by particles alone: without what ghosts of other velocities would give them. */
function withoutPairs(
  back: Float64Array,
  all: Parameters<typeof rates>[0],
  count: number,
  m: ReturnType<typeof material>,
): Float64Array {
  const velocity = all.velocity.slice().fill(0, 0, 3 * count), // ghosts among themselves
    still = rates({ ...all, velocity, mass: all.mass.map((x, i) => (i < count ? 0 : x)) }, [m]).densityRate;
  return back.map((rate, k) => rate - still[count + k]! / 1000);
}

describe('determinism', () => {
  it.each(['continuity', 'summation'] as const)('any number of threads, and after a restore: %s', async (density) => {
    const scene: SceneInput = { ...beside(density, 3, true), gravity: [0, -9.81, 0], frameRate: 200 },
      hashes: string[] = [];
    for (const threads of [1, 2, 3])
      await withWorld(
        scene,
        async (world) => {
          advance(world, 4);
          const snapshot = world.snapshot();
          advance(world, 4);
          hashes.push(world.hash());
          const restored = await World.restore(snapshot, { threads });
          try {
            advance(restored, 4);
            hashes.push(restored.hash());
          } finally {
            restored.dispose();
          }
        },
        { threads },
      );
    expect(new Set(hashes).size).toBe(1);
  });

  it('a branch may not change the shapes of obstacles that have ghosts, or the boundary', async () => {
    const scene = tank('continuity', 2, 'box');
    await withWorld(scene, async (world) => {
      advance(world, 1);
      const snapshot = world.snapshot(),
        wider = [{ shape: { box: { min: [0, 0, 0], max: [1.2, 2, 0] } }, inside: true }] as const,
        { boundary: _, ...walls } = scene;
      expect(await refusal(World.branch(snapshot, { ...scene, obstacles: [...wider] }))).toMatchObject([
        { code: 'BRANCH_FIXED', pointer: '/obstacles' },
      ]);
      expect((await refusal(World.branch(snapshot, walls)))[0]).toMatchObject({
        code: 'BRANCH_FIXED',
        pointer: '/boundary',
      });
      const other = await World.branch(snapshot, { ...scene, gravity: [0, -1, 0] });
      advance(other, 1);
      other.dispose();
    });
  });
});

describe('refusals', () => {
  const water = tank('summation', 2, 'box'),
    substance = water.substances!.water as object,
    open = boxMesh(0.5, 0.5, 0.5, 1);
  it.each<[string, Partial<SceneInput>, string]>([
    ['particles of several sizes', { adaptivity: {} }, '/adaptivity'],
    ['a substance that yields', { substances: { water: { preset: 'clay' } as never } }, '/boundary'],
    [
      'heat',
      {
        surroundings: { temperature: 300, convection: 5 } as never,
        substances: { water: { ...substance, conductivity: 1 } as never },
      },
      '/boundary',
    ],
    [
      'a domain that wraps around',
      { domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, false, false] } },
      '/domain/periodic',
    ],
    [
      'a corrected force',
      { substances: { water: { ...substance, pressureForce: 'corrected' } as never } },
      '/substances/water/pressureForce',
    ],
    [
      'two kinds of density',
      { substances: { water: substance as never, oil: { ...substance, density: 'continuity' } as never } },
      '/substances/oil/density',
    ],
    [
      'a plane without an end',
      { domain: undefined, obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }] },
      '/obstacles/0/shape',
    ],
    [
      'a plane that moves',
      { obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, motion: { velocity: [0, 1, 0] } }] },
      '/obstacles/0/shape',
    ],
    [
      'an open mesh',
      {
        dimension: 3,
        bodies: tank('summation', 3, 'box').bodies!,
        obstacles: [{ shape: mesh({ ...open, triangles: open.triangles.slice(3) } as typeof open) as never }],
      },
      '/obstacles/0/shape',
    ],
    ['globules', { substances: { water: { model: 'globules' } as never } }, '/boundary'],
    [
      'too many',
      { obstacles: [{ shape: { box: { min: [-1e6, -1e6, 0], max: [1e6, 0, 0] } } }], domain: undefined },
      '/boundary',
    ],
  ])('%s', async (_, change, pointer) => {
    const problems = await refusal(World.create({ ...water, ...change }));
    expect(problems[0]).toMatchObject({ code: 'SCENE_GHOSTS', pointer, severity: 'error' });
    expect(problems[0]!.hint.length).toBeGreaterThan(5);
  });

  it('none without obstacles, without bodies, or with walls', async () => {
    const { bodies: _, ...empty } = water;
    for (const scene of [{ ...water, obstacles: [] }, empty, { ...water, boundary: 'walls' as const }])
      await withWorld(scene, (world) => {
        expect(inside(world).engine.ghosts?.count ?? 0).toBe(0);
        advance(world, 1);
      });
  });
});
