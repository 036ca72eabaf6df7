// Viscoplastic worlds as a whole: explicit and implicit viscosity, momentum, walls, both forms of stress, and what J does.

import { describe, expect, it } from 'vitest';
import type { Ledger, SceneInput, SmoothedInput, World } from '../../src/index.ts';
import { stepFlow } from '../../src/substances/sph/flow-step.ts';
import { advance, inside, smoothedIn, withWorld } from '../helpers/worlds.ts';
import { SCENES } from '../scenes/index.ts';

type SubstanceInput = SmoothedInput;

const PASTE: SubstanceInput = {
  kernel: 'quartic',
  smoothing: 1.3,
  restDensity: 1,
  stiffness: 900,
  artificialViscosity: 0.2,
  jumpNumber: 10,
};
const FLOOR = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 } as const;

/** A block of 0.5 m on a floor, in the plane. */
function slump(substance: SubstanceInput, time: SceneInput['time'] = {}): SceneInput {
  return {
    dimension: 2,
    gravity: [0, -10, 0],
    frameRate: 20,
    substances: { paste: { ...PASTE, ...substance } },
    bodies: [
      {
        substance: 'paste',
        shape: { box: { min: [-0.25, 0, 0], max: [0.25, 0.5, 0] } },
        spacing: 0.0625,
        lattice: 'cubic',
      },
    ],
    obstacles: [FLOOR],
    time: { maxStepsPerFrame: 1 << 16, ...time },
  };
}

interface Extent {
  readonly height: number;
  readonly width: number;
}

function extentOf(world: World): Extent {
  const { min, max } = world.ledger().bounds!;
  return { height: max[1]!, width: max[0]! - min[0]! };
}

function afterFrames(scene: SceneInput, frames: number): Promise<Extent> {
  return withWorld(scene, (world) => {
    advance(world, frames);
    return extentOf(world);
  });
}

/** Momentum that no account explains, N·s. */
function openMomentum({ momentum, account: { added, removed, external, obstacles } }: Ledger): number {
  return Math.hypot(
    ...momentum.map((p, a) => p - (added.momentum[a]! - removed.momentum[a]! + external[a]! + obstacles[a]!)),
  );
}

/** A block of two pastes and oil that turns freely. */
function freeBlock(viscositySolver: 'explicit' | 'implicit'): SceneInput {
  return {
    gravity: [0, 0, 0],
    frameRate: 50,
    substances: {
      soft: { ...PASTE, xsph: 0.5 },
      stiff: { ...PASTE, jumpNumber: 80, xsph: 0.2, density: 'summation' },
    },
    bodies: [
      {
        substance: 'soft',
        shape: { box: { min: [-0.3, 0, 0], max: [0, 0.4, 0.3] } },
        spacing: 0.08,
        angularVelocity: [1, 2, 6],
      },
      {
        substance: 'stiff',
        shape: { box: { min: [0.02, 0, 0], max: [0.3, 0.3, 0.3] } },
        spacing: 0.07,
        velocity: [-3, 1, 0],
      },
    ],
    time: { viscositySolver, maxStepsPerFrame: 1 << 16 },
  };
}

describe('explicit and implicit viscosity', () => {
  it('are the same flow, the more so the shorter the steps', async () => {
    const explicit = await afterFrames(slump({}, { viscositySolver: 'explicit' }), 8);
    const difference = async (stepsPerFrame: number): Promise<number> => {
      const { height } = await afterFrames(slump({}, { viscositySolver: 'implicit', stepsPerFrame }), 8);
      return Math.abs(height / explicit.height - 1);
    };
    const [coarse, fine] = [await difference(1), await difference(512)];
    expect(coarse).toBeLessThan(0.02);
    expect(fine).toBeLessThan(coarse / 2);
  });

  it.each(['explicit', 'implicit'] as const)('%s: a free body keeps its momentum to rounding', async (solver) => {
    await withWorld(freeBlock(solver), (world) => {
      const start = world.ledger().momentum;
      advance(world, 4);
      const { momentum, mass, kineticEnergy } = world.ledger();
      expect(Math.hypot(...momentum.map((p, a) => p - start[a]!)) / Math.sqrt(2 * mass * kineticEnergy)).toBeLessThan(
        1e-12,
      );
    });
  });

  it('the solver is chosen by what binds the step', async () => {
    await withWorld(slump({ jumpNumber: 500 }), (world) => {
      expect(world.advance().criterion).not.toBe('viscosity');
      expect(smoothedIn(world).solver.solves).toBeGreaterThan(0);
    });
    await withWorld(slump({ jumpNumber: 500 }, { viscositySolver: 'explicit' }), (world) => {
      expect(world.advance().criterion).toBe('viscosity');
      expect(smoothedIn(world).solver.solves).toBe(0);
    });
  });
});

describe('walls', () => {
  it.each(['explicit', 'implicit'] as const)(
    '%s: the books close beside a wall that grips',
    async (viscositySolver) => {
      await withWorld(slump({}, { viscositySolver }), (world) => {
        advance(world, 4);
        const ledger = world.ledger();
        expect(openMomentum(ledger) / Math.hypot(...ledger.account.external)).toBeLessThan(1e-12);
        expect(Math.abs(ledger.account.obstacles[1])).toBeGreaterThan(0.1);
      });
    },
  );

  it('the books close with an emitter, a sink, a moving paddle and two other substances', async () => {
    const { scene, frames } = SCENES['paste-and-water']!;
    await withWorld(scene, (world) => {
      advance(world, frames);
      const ledger = world.ledger();
      expect(openMomentum(ledger) / Math.hypot(...ledger.account.external)).toBeLessThan(1e-9);
    });
  });

  it.each([2, 3] as const)('drag as mirrored particles behind the plane would; %i D', async (dimension) => {
    const spacing = 0.1,
      edge = 0.8,
      rows = (from: number, to: number): [number, number, number][] => {
        const found: [number, number, number][] = [];
        for (let y = from; y < to; y++)
          for (let x = 0; x < 8; x++)
            for (let z = 0; z < (dimension === 3 ? 8 : 1); z++)
              found.push([(x + 0.5) * spacing, (y + 0.5) * spacing, dimension === 3 ? (z + 0.5) * spacing : 0]);
        return found;
      };
    const accelerations = (from: number, walls: boolean): Promise<Map<string, number>> => {
      const positions = rows(from, 6),
        scene: SceneInput = {
          dimension,
          gravity: [0, 0, 0],
          substances: {
            oil: {
              kernel: 'quartic',
              smoothing: 1.3,
              restDensity: 1,
              viscosity: 1,
              stiffness: 1,
              artificialViscosity: 0,
              stressForm: 'morris', // symmetric: 1.07 and 1.12 in 2D
            },
          },
          bodies: [
            {
              substance: 'oil',
              lattice: 'cubic',
              spacing,
              shape: { points: { positions, velocities: positions.map(([, y]) => [y, 0, 0]) } },
            },
          ],
          obstacles: walls ? [FLOOR] : [],
          domain: { min: [0, -2, 0], max: [edge, 2, edge], periodic: [true, false, dimension === 3] },
          time: { viscositySolver: 'implicit' },
        };
      return withWorld(scene, (world) => {
        const { set } = inside(world);
        stepFlow(smoothedIn(world), 2 ** -40, false);
        const x = set.f64('position'),
          a = set.f64('acceleration');
        return new Map(
          Array.from({ length: set.count }, (_, i) => [`${Math.floor(x[3 * i + 1]! / spacing)}`, a[3 * i]!]),
        );
      });
    };
    const [alone, mirrored, walled] = [
      await accelerations(0, false),
      await accelerations(-6, false),
      await accelerations(0, true),
    ];
    for (const row of ['0', '1']) {
      const wanted = mirrored.get(row)! - alone.get(row)!;
      expect((walled.get(row)! - alone.get(row)!) / wanted, `row ${row}`).toBeGreaterThan(0.93);
      expect((walled.get(row)! - alone.get(row)!) / wanted, `row ${row}`).toBeLessThan(1.07);
    }
    expect(walled.get('5')!).toBe(alone.get('5')!); // two supports away
  });
});

describe('paste in a narrow container', () => {
  const WALLS: Record<string, SceneInput['obstacles']> = {
    box: [{ shape: { box: { min: [0, 0, -1], max: [0.1, 1, 1] } }, inside: true, grip: 1 }],
    planes: [
      FLOOR,
      { shape: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, grip: 1 },
      { shape: { plane: { point: [0.1, 0, 0], normal: [-1, 0, 0] } }, grip: 1 },
    ],
  };
  it.each(Object.entries(WALLS))('comes to rest between the walls of %s', (_, obstacles) => {
    const paste = { ...PASTE, restDensity: 1000, stiffness: 450, yieldStress: 200, consistency: 100, jumpNumber: 100 };
    const column: SceneInput = {
      ...slump(paste),
      obstacles: obstacles!,
      bodies: [
        {
          substance: 'paste',
          shape: { box: { min: [0, 0, 0], max: [0.1, 0.3, 0] } },
          spacing: 0.02,
          lattice: 'cubic',
        },
      ],
    };
    return withWorld(column, (world) => {
      advance(world, 1);
      const { kineticEnergy } = world.ledger();
      advance(world, 3);
      expect(world.ledger().kineticEnergy).toBeLessThan(0.5 * kineticEnergy);
    });
  });
});

describe('paste at rest in a container', () => {
  const half = 0.05,
    corners = [-half, half].flatMap((x) => [0, 0.3].flatMap((y) => [-half, half].flatMap((z) => [x, y, z]))),
    faces = [
      [0, 1, 3, 2],
      [4, 6, 7, 5],
      [0, 4, 5, 1],
      [2, 3, 7, 6],
      [0, 2, 6, 4],
      [1, 5, 7, 3],
    ].flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]);
  const containers = {
    box: { box: { min: [-half, 0, -half], max: [half, 0.3, half] } },
    mesh: { mesh: { positions: corners, triangles: faces } },
    cylinder: { cylinder: { from: [0, 0, 0], to: [0, 0.3, 0], radius: 0.06 } },
  } as const;

  it.each(Object.entries(containers))('stays where it is, with all walls of its corners: %s', async (_, shape) => {
    const region =
      'cylinder' in shape
        ? { cylinder: { from: [0, 0, 0], to: [0, 0.16, 0], radius: 0.06 } }
        : { box: { min: [-half, 0, -half], max: [half, 0.16, half] } };
    await withWorld(
      {
        frameRate: 20,
        substances: { paste: { preset: 'paiva-2009-fast', yieldStress: 200, consistency: 100, jumpNumber: 100 } },
        bodies: [{ substance: 'paste', shape: region, spacing: 0.02, lattice: 'cubic' }],
        obstacles: [{ shape, inside: true, grip: 1 }],
      } as SceneInput,
      (world) => {
        const top = world.ledger().bounds.max[1];
        advance(world, 8);
        const { bounds, kineticEnergy } = world.ledger();
        expect(Math.abs(bounds.max[1] - top)).toBeLessThan(0.001);
        expect(kineticEnergy).toBeLessThan(1e-6);
      },
    );
  });
});

describe('steps of a stiff substance', () => {
  /** A block that spins in free space. */
  const spinning = (substance: SubstanceInput): SceneInput => {
    const { bodies, ...scene } = slump(substance);
    return { ...scene, gravity: [0, 0, 0], obstacles: [], bodies: [{ ...bodies![0]!, angularVelocity: [0, 0, 5] }] };
  };

  it.each([
    ['very stiff', { jumpNumber: 1e6, yieldStress: 1e6, consistency: 1e6 }],
    ['too stiff for single precision', { jumpNumber: 50, yieldStress: 10, consistency: 1000, powerIndex: 0.1 }],
  ] as const)('%s: the start asks for no smaller step than the sound', (_, substance) =>
    withWorld(spinning(substance), (world) => {
      const report = world.advance();
      expect([report.ok, report.criterion]).toEqual([true, 'sound']);
      expect(Number.isFinite(world.ledger().kineticEnergy)).toBe(true);
    }),
  );

  it('is that of explicit forces where stress tensors act', () =>
    withWorld({ ...slump({ stressForm: 'tensor', jumpNumber: 50 }), frameRate: 2000 }, (world) => {
      expect(world.advance().criterion).toBe('viscosity');
    }));
});

describe('a stiff block that spins in the air', () => {
  /** Part of its angular momentum that is left after 0.12 s, with momentum kept. */
  const spinLeft = (substance: SubstanceInput, time: SceneInput['time'] = {}): Promise<number> =>
    withWorld(
      {
        gravity: [0, 0, 0],
        substances: { clay: { ...PASTE, restDensity: 1000, stiffness: 400, ...substance } },
        bodies: [
          {
            substance: 'clay',
            shape: { box: { min: [-0.1, -0.05, -0.05], max: [0.1, 0.05, 0.05] } },
            spacing: 0.025,
            angularVelocity: [0, 0, 3],
            velocity: [0.2, 0, 0],
          },
        ],
        time: { maxStepsPerFrame: 1 << 16, ...time },
      },
      (world) => {
        const before = world.ledger();
        advance(world, 3);
        const after = world.ledger();
        expect(Math.abs(after.momentum[0] - before.momentum[0])).toBeLessThan(1e-12 * before.momentum[0]);
        return after.angularMomentum[2] / before.angularMomentum[2];
      },
    );
  const stiff = { yieldStress: 2000, consistency: 2000, jumpNumber: 150 };

  it('goes on spinning with the symmetric stress and with central forces, and is held by the Morris form', async () => {
    expect(Math.abs((await spinLeft({ ...stiff, stressForm: 'symmetric' })) - 1)).toBeLessThan(1e-6);
    expect(Math.abs((await spinLeft({ ...stiff, stressForm: 'central' })) - 1)).toBeLessThan(0.02);
    expect(await spinLeft({ ...stiff, stressForm: 'morris' })).toBeLessThan(0.1);
  });

  it('spins alike with both solvers', async () => {
    const soft: SubstanceInput = { yieldStress: 20, consistency: 20, jumpNumber: 5, stressForm: 'symmetric' },
      [solved, explicit] = [
        await spinLeft(soft, { viscositySolver: 'implicit' }),
        await spinLeft(soft, { viscositySolver: 'explicit' }),
      ];
    expect(Math.abs(solved - explicit)).toBeLessThan(0.01);
  });
});

describe('a column of honey on a slippery floor', () => {
  it('sinks at the rate of stress over Trouton viscosity, 4 μ in the plane', async () => {
    const width = 0.1,
      height = 0.2,
      viscosity = 5000,
      spacing = width / 8;
    await withWorld(
      {
        dimension: 2,
        frameRate: 100,
        gravity: [0, -9.81, 0],
        substances: {
          honey: {
            ...PASTE,
            restDensity: 1000,
            stiffness: 450,
            jumpNumber: undefined,
            viscosity,
            stressForm: 'symmetric',
          },
        },
        bodies: [
          {
            substance: 'honey',
            lattice: 'cubic',
            spacing,
            shape: { box: { min: [-width / 2, 0, 0], max: [width / 2, height, 0] } },
          },
        ],
        obstacles: [{ ...FLOOR, grip: 0, tangentRestitution: 1 }],
      },
      (world) => {
        advance(world, 12);
        const { position, velocity, count } = world.fields;
        let found = 0,
          wanted = 0;
        for (let i = 0; i < count; i++) {
          const y = position[3 * i + 1]!,
            exact = (-1000 * 9.81 * (height * y - (y * y) / 2)) / (4 * viscosity);
          found += velocity[3 * i + 1]! * exact;
          wanted += exact * exact;
        }
        expect(found / wanted).toBeGreaterThan(0.95); // 0.85 before pressure and stress met the same surface [ADR 29]
        expect(found / wanted).toBeLessThan(1.05);
      },
    );
  });
});

describe('velocities that alternate from row to row', () => {
  it.each([
    ['symmetric', 0.1],
    ['morris', 0.1],
    ['tensor', 0.999],
  ] as const)('%s: part that is left', async (stressForm, limit) => {
    const edge = 12,
      positions = Array.from({ length: edge * edge }, (_, k): [number, number, number] => [
        (k % edge) / edge,
        Math.floor(k / edge) / edge,
        0,
      ]);
    const scene: SceneInput = {
      dimension: 2,
      gravity: [0, 0, 0],
      frameRate: 1000,
      substances: { paste: { ...PASTE, artificialViscosity: 0, stressForm } },
      bodies: [
        {
          substance: 'paste',
          lattice: 'cubic',
          spacing: 1 / edge,
          shape: {
            points: {
              positions,
              velocities: positions.map((_, k) => [Math.floor(k / edge) % 2 === 0 ? 0.01 : -0.01, 0, 0]),
            },
          },
        },
      ],
      domain: { min: [0, 0, 0], max: [1, 1, 0], periodic: [true, true, false] },
      time: { viscositySolver: 'explicit', maxStepsPerFrame: 1 << 12 },
    };
    await withWorld(scene, (world) => {
      advance(world, 1);
      const left = Math.sqrt((2 * world.ledger().kineticEnergy) / world.ledger().mass) / 0.01;
      if (stressForm !== 'tensor') expect(left).toBeLessThan(limit);
      else expect(left).toBeGreaterThan(limit); // blind to it [X17]
    });
  });
});

describe('the larger J, the stiffer', () => {
  const J = [2, 10, 60] as const;

  it('a block spreads less and stays higher', async () => {
    const found: Extent[] = [];
    for (const jumpNumber of J) found.push(await afterFrames(slump({ jumpNumber }), 16));
    expect(found[0]!.width).toBeGreaterThan(found[1]!.width);
    expect(found[1]!.width).toBeGreaterThan(found[2]!.width);
    expect(found[0]!.height).toBeLessThan(found[1]!.height);
    expect(found[1]!.height).toBeLessThan(found[2]!.height);
  });

  it('it takes longer to flow out of a tube', async () => {
    const times: number[] = [];
    for (const jumpNumber of J) times.push(await timeToFlowOut(jumpNumber));
    expect(times[0]!).toBeLessThan(times[1]!);
    expect(times[1]!).toBeLessThan(times[2]!);
  });

  it('with summed density too', async () => {
    const found: Extent[] = [];
    for (const jumpNumber of [2, 60])
      found.push(await afterFrames(slump({ jumpNumber, density: 'summation', negativePressure: 0 }), 10));
    expect(found[0]!.height).toBeLessThan(found[1]!.height);
    expect(found[0]!.height).toBeGreaterThan(0.2);
  });
});

/** Until a twelfth of what stands between two plates, which is heavy enough to yield, has left them below, s. */
function timeToFlowOut(jumpNumber: number): Promise<number> {
  const plate = (x: -1 | 1) => ({
    shape: { box: { center: [0.35 * x, 0.8, 0] as const, size: [0.3, 1.6, 1] as const } },
    grip: 1,
  });
  return withWorld(
    {
      dimension: 2,
      gravity: [0, -10, 0],
      frameRate: 50,
      substances: { paste: { ...PASTE, jumpNumber } },
      bodies: [
        {
          substance: 'paste',
          shape: { box: { min: [-0.2, 0, 0], max: [0.2, 0.8, 0] } },
          spacing: 0.05,
          lattice: 'cubic',
        },
      ],
      obstacles: [plate(-1), plate(1)],
      time: { maxStepsPerFrame: 1 << 14 },
    },
    (world) => {
      for (;;) {
        const { position, count } = world.fields;
        let out = 0;
        for (let i = 0; i < count; i++) if (position[3 * i + 1]! < 0) out++;
        if (out > count / 12 || world.time > 10) return world.time;
        advance(world, 1);
      }
    },
  );
}
