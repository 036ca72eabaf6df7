// The blow-up detective: every cause is provoked, gets the right name, place and advice, leaves the world at the last good frame,
// and is gone when the advice is followed. Healthy worlds never hear of it: every scene in test/scenes must run.

import { describe, expect, it } from 'vitest';
import { type Divergence, type SceneInput, World } from '../../src/index.ts';
import type { Simulation } from '../../src/world/simulation.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
const tank = { shape: { box: { min: [0, 0, 0], max: [0.4, 4, 0.4] } }, inside: true } as const;

function cube(settings: Partial<BodyInput> = {}): BodyInput {
  return { substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } }, spacing: 0.05, ...settings };
}

/** A cube of water on a floor. */
function puddle(settings: Partial<SceneInput> = {}): SceneInput {
  return { substances: { water: { stiffness: 1000 } }, bodies: [cube()], obstacles: [floor], ...settings };
}

interface Failure {
  readonly problem: Divergence;
  /** Frames that went well before. */
  readonly frames: number;
}

/** Runs until a frame fails; that frame must leave no trace, and fail again in the same way. */
async function fail(scene: SceneInput, prepare: (world: World) => void = () => {}): Promise<Failure> {
  using world = await World.create(scene);
  prepare(world);
  const heard: Divergence[] = [];
  world.on('diverged', (problem) => heard.push(problem));
  for (let frame = 0; frame < 40; frame++) {
    const before = world.hash(),
      report = world.advance();
    if (report.ok) continue;
    expect([world.hash(), world.frame, report.frame]).toEqual([before, frame, frame]);
    expect(heard).toEqual([report.problem]);
    expect(world.advance()).toEqual(report);
    return { problem: report.problem!, frames: frame };
  }
  throw new Error('40 frames went well');
}

async function expectHealthy(scene: SceneInput, frames: number): Promise<void> {
  using world = await World.create(scene);
  for (let frame = 0; frame < frames; frame++) expect(world.advance().problem).toBeUndefined();
}

function simulationOf(world: World): Simulation {
  return (world as unknown as { simulation: Simulation }).simulation;
}

describe('steps that would have to be too small', () => {
  it('names the criterion and the setting', async () => {
    const { problem } = await fail(puddle({ time: { maxStepsPerFrame: 8 } }));
    expect(problem).toMatchObject({
      code: 'STEP_TOO_SMALL',
      severity: 'error',
      pointer: '/time/maxStepsPerFrame',
      symptom: 'step',
      particle: -1, // all are alike
      time: 0,
    });
    expect(problem.message).toMatch(/sound criterion .* more than 8 per frame/);
    expect(problem.hint).toContain('Lower the stiffness');
    await expectHealthy(
      puddle({ time: { maxStepsPerFrame: 8, divergence: 0.1 }, substances: { water: { stiffness: 1 } } }),
      1,
    );
    await expectHealthy(puddle({ time: { maxStepsPerFrame: 128 } }), 2);
  });

  it('names the particle that is too fast', async () => {
    const bullet = cube({
      shape: { points: { positions: [[5, 5, 5]], velocities: [[0, 0, 30000]] } },
    });
    const { problem } = await fail(puddle({ bodies: [cube(), bullet] }));
    expect(problem).toMatchObject({
      code: 'TOO_FAST',
      pointer: '/bodies/1/shape/points/velocities',
      ...{ particle: 720, position: [5, 5, 5] },
    });
    expect(problem.message).toContain('Body 1 starts at 3.00e+4 m/s');
    expect(problem.others.map(({ code }) => code)).toContain('STEP_TOO_SMALL');
  });
});

describe('bodies that overlap at the start', () => {
  const stack = (count: number, shift: number): SceneInput => ({
    substances: { water: { preset: 'adams-2009', stiffness: 4000 } },
    bodies: Array.from({ length: count }, (_, k) =>
      cube({ shape: { box: { min: [shift * k, 0, 0], max: [0.4 + shift * k, 0.4, 0.4] } } }),
    ),
    obstacles: [floor],
  });

  it('are found when they burst', async () => {
    const { problem, frames } = await fail(stack(5, 0.003));
    expect(problem).toMatchObject({ code: 'START_OVERLAP', pointer: '/bodies/1/shape' });
    expect(problem.message).toBe('Bodies 0 and 1 overlap at the start.');
    expect(problem.hint).toContain('Move them apart');
    expect(frames).toBeLessThan(3);
  });

  it('are warned of beforehand, and run when moved apart', async () => {
    using world = await World.create(stack(2, 0.003));
    expect(world.warnings.map(({ code }) => code)).toEqual(['START_OVERLAP']);
    await expectHealthy(stack(2, 0.45), 3);
  });
});

describe('obstacles', () => {
  const ball = { sphere: { center: [0.2, 0.2, 0.2], radius: 0.4 } } as const;
  const squeeze = (speed: number): SceneInput => ({
    substances: { water: { stiffness: 400 } },
    bodies: [cube()],
    obstacles: [
      { shape: ball, inside: true },
      { shape: { sphere: { center: [1.2, 0.2, 0.2], radius: 0.5 } }, motion: { velocity: [speed, 0, 0] } },
    ],
  });

  it('that close on a body are named', async () => {
    const { problem } = await fail(squeeze(-3));
    expect(problem).toMatchObject({ code: 'CONTAINER_TOO_SMALL', pointer: '/obstacles/1/motion' });
    expect(problem.message).toContain('obstacle 1 leaves container 0 less room');
    expect(problem.hint).toContain('Let the motion end');
    expect(problem.others[0]).toMatchObject({
      code: 'INSIDE_OBSTACLE',
      message: expect.stringContaining('squeezed between the obstacles 0 and 1'),
    });
    const [x, y, z] = problem.position;
    expect(0.4 - Math.hypot(x - 0.2, y - 0.2, z - 0.2)).toBeLessThan(0.061); // within h of the container
    await expectHealthy(squeeze(0), 10);
  });

  const ram = (speed: number): SceneInput => ({
    gravity: [0, 0, 0],
    substances: { water: { stiffness: 10 } },
    bodies: [cube()],
    obstacles: [{ shape: { box: { min: [-2, -1, -1], max: [-0.1, 1, 1] } }, motion: { velocity: [speed, 0, 0] } }],
    time: { maxStepsPerFrame: 1024 },
  });

  it('that are faster than sound are named', async () => {
    const { problem } = await fail(ram(2000));
    expect(problem).toMatchObject({ code: 'OBSTACLE_TOO_FAST', pointer: '/obstacles/0/motion' });
    expect(problem.message).toContain('2.00e+3 m/s');
    expect(problem.hint).toContain('Slow down its motion');
    await expectHealthy(ram(2), 5);
  });

  it('that turn too fast are named', async () => {
    const spin = (degreesPerSecond: number): SceneInput => ({
      substances: { water: { stiffness: 10 } },
      bodies: [cube()],
      obstacles: [
        floor,
        {
          shape: { box: { min: [0.5, -1, -1], max: [0.7, 1, 1] } },
          motion: { rotation: { center: [0, 0, 0], axis: [0, 1, 0], degreesPerSecond } },
        },
      ],
      time: { maxStepsPerFrame: 2048 },
    });
    const { problem } = await fail(spin(36000));
    expect(problem).toMatchObject({ code: 'OBSTACLE_TOO_FAST', pointer: '/obstacles/1/motion' });
    await expectHealthy(spin(36), 5);
  });
});

describe('settings', () => {
  it('in other units are recognized', async () => {
    const time = { maxStepsPerFrame: 2048 };
    const fall = (gravity: number) =>
      puddle({ substances: { water: { preset: 'desbrun-1999' } }, obstacles: [tank], gravity: [0, -gravity, 0], time });
    const { problem } = await fail(fall(9810));
    expect(problem).toMatchObject({ code: 'WRONG_UNITS', pointer: '/gravity' });
    expect(problem.hint).toContain('check for millimeters');
    await expectHealthy(fall(9.81), 8);
  });

  it('that allow steps beyond stability are named', async () => {
    const splash = (time: SceneInput['time']) =>
      puddle({
        substances: { water: { stiffness: 1000, artificialViscosity: 0.02 } },
        bodies: [cube({ velocity: [0, -8, 0] })],
        time,
      });
    const { problem, frames } = await fail(splash({ courant: 1, acceleration: 1, divergence: 0.5 }));
    expect(problem).toMatchObject({ code: 'STEP_TOO_LARGE', pointer: '/time/courant', symptom: 'acceleration' });
    expect(problem.message).toContain('time.courant is 1');
    expect(problem.particle).toBeGreaterThanOrEqual(0);
    expect(frames).toBeLessThan(2); // before anything has flown apart
    await expectHealthy(splash({}), 5);
  });
});

describe('the border of the world', () => {
  it('stops a run that wants it', async () => {
    const domain = { min: [-1, -0.5, -1], max: [1, 1, 1] } as const;
    const drop = (onLeave: 'stop' | 'remove') => puddle({ obstacles: [], domain: { ...domain, onLeave } });
    const { problem, frames } = await fail(drop('stop'));
    expect(problem).toMatchObject({ code: 'LEFT_DOMAIN', pointer: '/domain', symptom: 'left' });
    expect(problem.hint).toContain('set domain.onLeave to "remove"');
    expect(problem.position[1]).toBeLessThan(-0.5);
    expect(frames).toBe(8); // the lowest fall half a metre in 0.32 s
    await expectHealthy(drop('remove'), 12);
  });

  it('is where particles are too far away to be told apart', async () => {
    const stray = cube({ shape: { points: { positions: [[120_270, 0, 0]], velocities: [[10_000, 0, 0]] } } });
    const scene = puddle({ gravity: [0, 0, 0], frameRate: 1000, bodies: [cube(), stray] });
    const { problem } = await fail(scene);
    expect(problem).toMatchObject({ code: 'LEFT_DOMAIN', pointer: '/domain', symptom: 'strayed', particle: 720 });
    expect(problem.position[0]).toBeGreaterThan(120_270);
    expect(problem.hint).toContain('Give the scene a domain');
    const domain = { min: [-9, -9, -9], max: [120_270.5, 9, 9] } as const;
    await expectHealthy({ ...scene, domain }, 2);
  });
});

describe('wrong units', () => {
  it('are worth a warning when the world is made', async () => {
    const huge = { box: { min: [0, 0, 0], max: [400, 400, 400] } } as const;
    using millimeters = await World.create(puddle({ bodies: [cube({ shape: huge, spacing: 50 })] }));
    expect(millimeters.warnings.map(({ code, severity }) => [code, severity])).toEqual([['WRONG_UNITS', 'warning']]);
    using meters = await World.create(puddle());
    expect(meters.warnings).toEqual([]);
  });
});

describe('numbers that are none', () => {
  const still = puddle({ gravity: [0, 0, 0], obstacles: [] });
  const poke = (
    name: 'position' | 'velocity' | 'acceleration' | 'density' | 'densityRate',
    index: number,
    value: number,
  ) => {
    let id = -1;
    const prepare = (world: World) => {
      const { set } = simulationOf(world),
        field = set.f64(name);
      field[(field.length / set.count) * index] = value;
      id = set.u32('id')[index]!;
    };
    return fail(still, prepare).then(({ problem }) => ({ problem, id }));
  };

  it.each(['velocity', 'acceleration'] as const)('are found in the %s, with their particle', async (name) => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      for (const index of [0, 400, 719]) {
        const { problem, id } = await poke(name, index, value);
        expect(problem).toMatchObject({
          code: 'UNSTABLE',
          pointer: '/time/courant',
          symptom: 'non-finite',
          particle: id,
        });
      }
    }
  });

  it('are found in the position', async () => {
    const { problem } = await poke('position', 400, Number.NaN);
    expect(problem).toMatchObject({ code: 'UNSTABLE', symptom: 'non-finite' });
  });

  it.each(['density', 'densityRate'] as const)('are found in the %s', async (name) => {
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, 1e300]) {
      const { problem } = await poke(name, 400, value);
      expect(problem.code).toBe('UNSTABLE');
      expect(['non-finite', 'density']).toContain(problem.symptom);
    }
  });

  it('are told from particles that are merely too dense', async () => {
    const { problem, id } = await poke('density', 300, 25_000);
    expect(problem).toMatchObject({ code: 'UNSTABLE', symptom: 'density', particle: id });
  });
});
