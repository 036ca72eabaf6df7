// The public façade: what a user of the library can do, and what it must refuse.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { type SceneInput, World, type WorldEvents } from '../../src/index.ts';
import { Team } from '../../src/threads/team.ts';
import { byId } from '../helpers/engine.ts';
import { advance, collisionScene, inside, livelyScene, pointsScene, refusal, withWorld } from '../helpers/worlds.ts';
import { WRONG_SCENES } from '../helpers/wrong-scenes.ts';
import type { Vec3 } from '../reference/sph.ts';

const FLOOR: NonNullable<SceneInput['obstacles']>[number] = {
  shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } },
};

describe('a world', () => {
  it('starts at frame 0 with every default filled in', async () => {
    await withWorld({ frameRate: 50, duration: 2.02 }, (world) => {
      expect([world.frame, world.time, world.frameCount, world.threads]).toEqual([0, 0, 101, 1]);
      expect(world.scene).toMatchObject({ format: 1, dimension: 3, gravity: [0, -9.81, 0], seed: 1 });
      expect(world.warnings).toEqual([]);
    });
  });

  it('counts frames and time, and reports them', async () => {
    await withWorld({ ...livelyScene(), frameRate: 40 }, (world) => {
      for (let k = 1; k <= 3; k++) {
        const report = world.advance();
        expect(report).toMatchObject({ ok: true, frame: k, time: k / 40, particles: world.fields.count });
        expect(report.dt.min).toBeLessThanOrEqual(report.dt.max);
        expect(report.steps * report.dt.max).toBeGreaterThanOrEqual((1 - 1e-12) / 40);
        expect(report.steps * report.dt.min).toBeLessThanOrEqual((1 + 1e-12) / 40);
        expect([world.frame, world.time]).toEqual([k, k / 40]);
      }
    });
  });

  it('refuses a number of threads that makes no sense', async () => {
    for (const threads of [0, -1, 1.5, 65, Number.NaN]) {
      await expect(World.create({}, { threads })).rejects.toThrow('OPTION_THREADS');
    }
  });

  it('may be disposed of twice, and not used afterwards', async () => {
    const world = await World.create(livelyScene(), { threads: 2 });
    world.advance();
    world.dispose();
    world.dispose();
    world[Symbol.dispose]();
    for (const use of [
      () => world.advance(),
      () => world.fields,
      () => world.ledger(),
      () => world.snapshot(),
      () => world.hash(),
    ]) {
      expect(use).toThrow(/disposed/);
    }
  });
});

describe('hardly anything', () => {
  it.each<[string, SceneInput]>([
    ['an empty scene', {}],
    ['no duration', { duration: 0 }],
    ['a substance nobody is made of', { substances: { water: {} } }],
    ['only obstacles', { obstacles: [FLOOR] }],
    ['a body without points', pointsScene([])],
  ])('%s: advances and stays empty', async (_, scene) => {
    await withWorld(scene, (world) => {
      advance(world, 3);
      expect(world.fields.count).toBe(0);
      expect(world.fields.position.length).toBe(0);
      expect(world.ledger()).toMatchObject({ particles: 0, mass: 0, momentum: [0, 0, 0], speedMax: 0 });
      const { plan } = inside(world).engine.neighbors;
      expect(Number.isFinite(plan!.slabs * plan!.cellsPerSlab)).toBe(true);
    });
  });

  it('duration 0 has no frames', async () => {
    await withWorld({ duration: 0 }, (world) => {
      expect(world.frameCount).toBe(0);
    });
  });

  it('one particle falls freely', async () => {
    const scene = pointsScene([[0, 10, 0]], { gravity: [0, -10, 0], frameRate: 25 });
    await withWorld(scene, (world) => {
      advance(world, 25);
      expect(world.fields.position[1]).toBeCloseTo(5, 5);
      expect(world.fields.velocity[1]).toBeCloseTo(-10, 5);
    });
  });

  it('two particles move apart on their line, equally fast', async () => {
    const scene = pointsScene([
      [0, 0, 0],
      [0.05, 0.05, 0],
    ]);
    scene.bodies![0]!.density = 1100;
    await withWorld(scene, (world) => {
      advance(world, 2);
      const v = byId(inside(world).set, 'velocity');
      expect(v[0]!).toBeLessThan(0);
      for (let a = 0; a < 3; a++) expect(v[a]! + v[3 + a]!).toBe(0);
      expect(v[0]).toBe(v[1]);
      expect(Math.abs(v[2]!)).toBe(0);
    });
  });

  it('coincident particles are warned about, stay finite and exert no force on each other', async () => {
    const scene = pointsScene([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    await withWorld(scene, (world) => {
      expect(world.warnings).toMatchObject([{ code: 'START_OVERLAP', severity: 'warning' }]);
      advance(world, 3);
      expect([...world.fields.position]).toEqual(new Array(9).fill(0));
    });
  });

  it('an opening smaller than one particle is warned about and releases nothing', async () => {
    const scene = pointsScene([], {
      emitters: [
        {
          substance: 'water',
          shape: { disc: { center: [0, 0, 0], normal: [1, 0, 0], radius: 1e-4 } },
          speed: 1,
          spacing: 0.1,
        },
      ],
    });
    await withWorld(scene, (world) => {
      expect(world.warnings.map(({ code }) => code)).toContain('SOURCE_EMPTY');
      advance(world, 5);
      expect(world.fields.count).toBe(0);
    });
  });
});

describe('a wrong scene', () => {
  it.each(WRONG_SCENES)('%s is refused', async (_, scene, code, pointer) => {
    const problems = await refusal(World.create(scene as SceneInput));
    expect(problems).toContainEqual(expect.objectContaining({ code, pointer, severity: 'error' }));
    for (const { message, hint } of problems) expect(message.length * hint.length).toBeGreaterThan(0);
  });

  it('has all its problems listed at once', async () => {
    const problems = await refusal(
      World.create({
        substances: { water: {} },
        bodies: ['wine', 'beer'].map((substance) => ({
          substance,
          shape: { sphere: { center: [0, 0, 0], radius: 1 } },
          spacing: 0.5,
        })),
      }),
    );
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/bodies/0/substance', '/bodies/1/substance']);
  });

  it.each(WRONG_SCENES)('%s leaves no threads behind', async (_, scene) => {
    const start = vi.spyOn(Team, 'start');
    const stop = vi.spyOn(Team.prototype, 'stop');
    await refusal(World.create(scene as SceneInput, { threads: 2 }));
    expect(stop).toHaveBeenCalledTimes(start.mock.calls.length);
    vi.restoreAllMocks();
  });
});

describe('fields', () => {
  it('are the state in order of id, rounded to f32', async () => {
    await withWorld(livelyScene(), (world) => {
      advance(world, 25);
      const { set } = inside(world);
      const { fields } = world;
      const ids = [...fields.id];
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect(new Set(ids).size).toBe(fields.count);
      expect(fields.count).not.toBe(set.nextId); // some have left: ids have gaps
      for (const name of ['position', 'velocity', 'density', 'mass', 'smoothingLength'] as const) {
        expect(fields[name]).toEqual(Float32Array.from(byId(set, name)));
      }
      expect(new Set(fields.substance)).toEqual(new Set([0, 1]));
      expect(fields.substance.length).toBe(fields.count);
    });
  });

  it('are made once per frame', async () => {
    await withWorld(livelyScene(), (world) => {
      const before = Float32Array.from(world.fields.position);
      expect(world.fields.position.buffer).toBe(world.fields.position.buffer);
      advance(world, 1);
      expect(world.fields.position.subarray(0, before.length)).not.toEqual(before);
    });
  });
});

describe('the ledger', () => {
  it('closes in a scene where everything happens', async () => {
    await withWorld(livelyScene(), (world) => {
      advance(world, 40);
      const { particles, mass, momentum, account } = world.ledger();
      const { added, removed, external, obstacles } = account;
      expect(added.particles).toBeGreaterThan(300);
      expect(removed.particles).toBeGreaterThan(20);
      expect(particles).toBe(added.particles - removed.particles);
      expect(Math.abs(mass - (added.mass - removed.mass))).toBeLessThan(1e-12 * mass);
      const scale = Math.hypot(...external) + Math.hypot(...obstacles) + Math.hypot(...added.momentum);
      for (let a = 0; a < 3; a++) {
        const booked = added.momentum[a]! - removed.momentum[a]! + external[a]! + obstacles[a]!;
        expect(Math.abs(momentum[a]! - booked)).toBeLessThan(1e-9 * scale);
      }
    });
  });

  const closed: [string, Parameters<typeof collisionScene>][] = [
    ['two substances', [{ stiffness: 100 }, { stiffness: 100, restDensity: 700, viscosity: 1 }]],
    [
      'XSPH',
      [
        { stiffness: 100, xsph: 0.5 },
        { stiffness: 100, xsph: 0.2 },
      ],
    ],
    [
      'stored XSPH',
      [
        { stiffness: 100, xsph: 0.5, xsphStored: true },
        { stiffness: 100, xsph: 0.2, xsphStored: true },
      ],
    ],
  ];

  it.each(closed)('mass and momentum do not change in a closed world: %s', async (_, [a, b]) => {
    await withWorld(collisionScene(a, b), (world) => {
      const before = world.ledger();
      advance(world, 20);
      const after = world.ledger();
      expect(Math.abs(after.mass - before.mass)).toBeLessThan(1e-12 * before.mass);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(after.momentum[k]! - before.momentum[k]!)).toBeLessThan(1e-13 * 2 * before.mass);
      }
    });
  });
});

describe('what comes and goes', () => {
  const jet = (more: object = {}): NonNullable<SceneInput['emitters']>[number] => ({
    substance: 'water',
    shape: { disc: { center: [0, 0, 0], normal: [1, 0, 0], radius: 0.15 } },
    speed: 2,
    spacing: 0.1,
    ...more,
  });

  it('emitters stop at their own limit and at that of the scene', async () => {
    await withWorld(
      pointsScene([], { maxParticles: 50, emitters: [jet({ maxParticles: 20 }), jet({ from: 0.2 })] }),
      (world) => {
        let most = 0;
        for (let k = 0; k < 40; k++) most = Math.max(most, world.advance().particles);
        expect(most).toBeLessThanOrEqual(50);
        expect(most).toBeGreaterThan(40);
        expect(inside(world).emitters[0]!.particles).toBe(20);
      },
    );
  });

  it('sinks remove what is inside of them, and only that', async () => {
    const sink = { shape: { sphere: { center: [0, 0, 0] as const, radius: 0.5 } } };
    const positions: Vec3[] = [
      [0.45, 0, 0],
      [0, -0.49, 0],
      [0.51, 0, 0],
      [3, 0, 0],
    ];
    await withWorld(pointsScene(positions, { sinks: [sink] }), (world) => {
      advance(world, 1);
      expect([...world.fields.id]).toEqual([2, 3]);
    });
  });

  const leaving = (onLeave: 'remove' | 'stop'): SceneInput => ({
    ...pointsScene([
      [0, 0, 0],
      [5, 0, 0],
    ]),
    frameRate: 10,
    domain: { min: [-1, -1, -1], max: [5.6, 1, 1], onLeave },
    forces: [{ uniform: { acceleration: [4, 0, 0] } }],
  });

  it('a domain removes what leaves it', async () => {
    await withWorld(leaving('remove'), (world) => {
      advance(world, 8);
      expect([...world.fields.id]).toEqual([0]);
      expect(world.ledger().account.removed.particles).toBe(1);
    });
  });

  it('or stops the run, which then stays at the last good frame', async () => {
    await withWorld(leaving('stop'), (world) => {
      advance(world, 5);
      const before = [world.hash(), world.frame, world.ledger()];
      for (let k = 0; k < 2; k++) {
        const report = world.advance();
        expect(report).toMatchObject({ ok: false, problem: { code: 'LEFT_DOMAIN', symptom: 'left' } });
        expect([world.hash(), world.frame, world.ledger()]).toEqual(before);
      }
      expect(world.fields.count).toBe(2);
    });
  });

  it('events come after the frame, in the order added, removed, frame', async () => {
    await withWorld(livelyScene(), (world) => {
      const seen: [keyof WorldEvents, number][] = [];
      let added = 0;
      let removed = 0;
      const offs = [
        world.on('frame', (event) => seen.push(['frame', event.frame])),
        world.on('removed', (event) => {
          seen.push(['removed', event.frame]);
          removed += event.ids.length;
        }),
        world.on('added', (event) => {
          seen.push(['added', event.frame]);
          added += event.count;
        }),
      ];
      const start = world.fields.count;
      advance(world, 20);
      const order = { added: 0, removed: 1, frame: 2, diverged: 3 };
      const ranks = seen.map(([name, frame]) => 10 * frame + order[name]);
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      expect(new Set(seen.map(([name]) => name)).size).toBe(3);
      expect(start + added - removed).toBe(world.fields.count);
      const heard = seen.length;
      for (const off of offs) off();
      advance(world, 1);
      expect(seen.length).toBe(heard);
    });
  });
});

describe('edges', () => {
  it('a particle pressed into the vertical edge of a container falls freely along it', async () => {
    const scene = pointsScene([[0.9, 1.9, 0.9]], {
      gravity: [0, -10, 0],
      frameRate: 100,
      forces: [{ uniform: { acceleration: [20, 0, 15] } }],
      obstacles: [{ shape: { box: { min: [0, 0, 0], max: [1, 2, 1] } }, inside: true }],
    });
    await withWorld(scene, (world) => {
      advance(world, 50);
      expect(world.fields.position[1]).toBeCloseTo(1.9 - 0.5 * 10 * 0.5 ** 2, 5);
      expect(world.fields.velocity[1]).toBeCloseTo(-5, 5);
      expect(world.fields.position[0]).toBeGreaterThan(0.93);
      expect(world.fields.position[2]).toBeGreaterThan(0.93);
    });
  });
});

describe('memory', () => {
  it('steps allocate no more than a few small objects', async () => {
    const { emitters: _, ...closed } = livelyScene();
    await withWorld({ ...closed, sinks: [], frameRate: 2 }, (world) => {
      world.advance();
      const before = process.memoryUsage().heapUsed;
      const { steps } = world.advance();
      // Without a collection in between: a search plans its grid and regions in a few small objects (12 kB); nothing grows with the particles.
      expect(steps).toBeGreaterThan(200);
      expect((process.memoryUsage().heapUsed - before) / steps).toBeLessThan(6500);
    });
  });

  it('200 steps leave nothing behind', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const used = () => {
      gc();
      gc();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const { emitters: _, ...closed } = livelyScene();
    await withWorld({ ...closed, sinks: [] }, (world) => {
      const run = (steps: number) => {
        for (let done = 0; done < steps; ) done += world.advance().steps;
      };
      run(200);
      const before = used();
      run(200);
      expect(used() - before).toBeLessThan(200_000);
    });
  });
});
