// Heat in elastic solids: conduction, stiffness by temperature, melting into a liquid and freezing again.

import { describe, expect, it } from 'vitest';
import { type ElasticInput, type SceneInput, type SmoothedInput, World } from '../../src/index.ts';
import { advance, inside, refusal, withWorld } from '../helpers/worlds.ts';

const EVERYWHERE = { sphere: { center: [0, 0, 0], radius: 100 } } as const;

const WAX: ElasticInput = {
  ...{ model: 'elastic', restDensity: 900, youngsModulus: 20000, poissonsRatio: 0.4, stressDamping: 20 },
  ...{ conductivity: 100, heatCapacity: 500, melting: { from: 330, to: 335 }, latentHeat: 5000, melted: 'melt' },
};
const MELT: SmoothedInput = {
  ...{ preset: 'paiva-2009-fast', restDensity: 880, jumpNumber: 2, conductivity: 80, heatCapacity: 600 },
};

/** A block of wax that slides over a cold floor while its upper half is heated. */
function melting(more: Partial<SceneInput> = {}): SceneInput {
  return {
    frameRate: 50,
    substances: { wax: WAX, melt: MELT },
    bodies: [
      {
        ...{ substance: 'wax', spacing: 0.01, temperature: 328, velocity: [0.1, 0, 0] },
        shape: { box: { min: [-0.03, 0.001, -0.03], max: [0.03, 0.061, 0.03] } },
      },
    ],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, temperature: 290 }],
    heatRegions: [{ shape: { box: { min: [-1, 0.035, -1], max: [1, 1, 1] } }, power: 1.6e8 }],
    ...more,
  };
}

/** How many particles of a substance there are. */
function countOf(world: World, name: string): number {
  const index = Object.keys(world.scene.substances).indexOf(name);
  return world.fields.substance.filter((kind) => kind === index).length;
}

/** What is left open in the ledger: of the heat as a part of it, of momentum as a part of what came from outside. */
function openIn(world: World): { heat: number; momentum: number } {
  const { heat, momentum, account } = world.ledger(),
    { added, removed, regions, obstacles, surroundings } = account.heat,
    given = [0, 1, 2].map((a) => account.added.momentum[a]! + account.external[a]! + account.obstacles[a]!),
    scale = Math.hypot(...account.external) + Math.hypot(...account.added.momentum);
  return {
    heat: Math.abs(heat - (added - removed + regions + obstacles + surroundings)) / heat,
    momentum: Math.hypot(...given.map((p, a) => p - momentum[a]!)) / scale,
  };
}

describe('conduction in a solid', () => {
  it.each([
    [2, 12],
    [2, 24],
    [2, 48],
    [3, 12],
  ] as const)('lets a cosine fade as the heat equation says, in %iD with %i across', (dimension, across) => {
    const scene: SceneInput = {
      ...{ dimension, gravity: [0, 0, 0], frameRate: 10 },
      substances: {
        iron: { model: 'elastic', restDensity: 1000, youngsModulus: 100, heatCapacity: 1000, conductivity: 1e5 },
      },
      bodies: [
        {
          ...{ substance: 'iron', spacing: 1 / across, lattice: 'cubic' },
          shape: { box: { min: [0, 0, 0], max: [1, 1, dimension === 3 ? 1 : 0] } },
        },
      ],
    };
    return withWorld(scene, (world) => {
      const set = () => inside(world).set,
        mode = (i: number) => Math.cos(Math.PI * set().f64('position')[3 * i]!);
      const T = set().f64('temperature');
      for (let i = 0; i < T.length; i++) T[i] = 300 + 50 * mode(i);
      advance(world, 5);
      let [sum, squares] = [0, 0];
      set()
        .f64('temperature')
        .forEach((t, i) => {
          sum += (t - 300) * mode(i);
          squares += mode(i) * mode(i);
        });
      const kappa = 1e5 / (1000 * 1000),
        expected = 50 * Math.exp(-kappa * Math.PI * Math.PI * 0.5);
      expect(Math.abs(sum / squares / expected - 1)).toBeLessThan(0.03); // V26 of smoothed particles: 0.023
    });
  });

  it('goes on into a liquid that touches it, and what one loses the other gets', () =>
    withWorld(
      {
        ...{ gravity: [0, 0, 0], frameRate: 50 },
        substances: { wax: { ...WAX, youngsModulus: 1000 }, melt: MELT },
        bodies: [
          {
            ...{ substance: 'wax', spacing: 0.01, temperature: 300 },
            shape: { box: { min: [0, 0, 0], max: [0.06, 0.06, 0.06] } },
          },
          {
            ...{ substance: 'melt', spacing: 0.01, temperature: 330 },
            shape: { box: { min: [0.06, 0, 0], max: [0.12, 0.06, 0.06] } },
          },
        ],
      },
      (world) => {
        const before = world.ledger().heat;
        advance(world, 10);
        const { temperature, substance } = world.fields,
          mean = (kind: number) => {
            const of = temperature!.filter((_, i) => substance[i] === kind);
            return of.reduce((sum, t) => sum + t, 0) / of.length;
          };
        // Two half spaces: Q/A = ΔT e₁e₂/(e₁ + e₂) 2√(t/π), e = √(kρC). Blocks of six across lack neighbors at their sides.
        const [e1, e2] = [Math.sqrt(100 * 900 * 500), Math.sqrt(80 * 880 * 600)],
          given = 30 * ((e1 * e2) / (e1 + e2)) * 2 * Math.sqrt(0.2 / Math.PI);
        expect(((mean(0) - 300) * 900 * 500 * 0.06) / given).toBeGreaterThan(0.75);
        expect(((mean(0) - 300) * 900 * 500 * 0.06) / given).toBeLessThan(1.05);
        expect(mean(1)).toBeLessThan(330);
        expect(Math.abs(world.ledger().heat / before - 1)).toBeLessThan(1e-12);
      },
    ));
});

/** Stress over strain, and plastic strain, in the middle of a bar that is pulled to 1.01 of its length at a temperature. */
function pulled(temperature: number, yieldStrain?: number): Promise<{ modulus: number; plastic: number }> {
  const soft = { softening: { from: 300, to: 320 }, softened: 0.2 };
  const moved = (x: number) => ({
    keyframes: [{ time: 0 }, { time: 0.1, translate: [x, 0, 0] as [number, number, number] }],
  });
  const scene: SceneInput = {
    ...{ gravity: [0, 0, 0], frameRate: 50 },
    substances: {
      bar: {
        ...{ model: 'elastic', restDensity: 1000, youngsModulus: 20000, poissonsRatio: 0.3, ...soft },
        ...{ stressDamping: 20, massDamping: 10, ...(yieldStrain && { yieldStrain, creep: 100 }) },
      },
    },
    bodies: [
      {
        ...{ substance: 'bar', spacing: 0.01, lattice: 'cubic', temperature },
        shape: { box: { min: [-0.1, -0.02, -0.02], max: [0.1, 0.02, 0.02] } },
      },
    ],
    anchors: [
      { min: [-1, -1, -1], max: [-0.09, 1, 1], motion: moved(-0.001) },
      { min: [0.09, -1, -1], max: [1, 1, 1], motion: moved(0.001) },
    ],
  };
  return withWorld(scene, (world) => {
    advance(world, 25);
    const { position, count } = world.fields,
      middle = Array.from({ length: count }, (_, i) => i).filter((i) => Math.abs(position[3 * i]!) < 0.03),
      mean = (values: ArrayLike<number>) => middle.reduce((sum, i) => sum + values[i]!, 0) / middle.length;
    const along = mean(world.fields.get('strain')!) / Math.sqrt(1 + 2 * 0.3 * 0.3); // that across is ν of it, twice
    return {
      modulus: mean(world.fields.get('stress')!) / along,
      plastic: mean(world.fields.get('plasticStrain')!),
    };
  });
}

describe('stiffness by temperature', () => {
  it('is that of the range in a bar that is pulled', async () => {
    for (const [T, part] of [
      [290, 1],
      [310, 0.6],
      [330, 0.2],
    ] as const) {
      const { modulus } = await pulled(T);
      expect(Math.abs(modulus / (part * 20000) - 1)).toBeLessThan(0.03);
    }
  });

  it('lets it yield sooner where it is warm', async () => {
    expect((await pulled(290, 0.02)).plastic).toBe(0);
    expect((await pulled(330, 0.02)).plastic).toBeGreaterThan(0.003);
  });
});

describe('a solid that melts', () => {
  it('becomes its melt particle by particle, and the ledger stays closed', () =>
    withWorld(melting(), (world) => {
      const { mass, particles } = world.ledger(),
        ids = world.fields.id.slice();
      const melted: number[] = [];
      for (let frame = 0; frame < 12; frame++) {
        advance(world, 1);
        melted.push(countOf(world, 'melt'));
        const open = openIn(world);
        expect(open.heat).toBeLessThan(1e-12);
        expect(open.momentum).toBeLessThan(1e-12);
      }
      const now = world.ledger();
      expect(now.particles).toBe(particles);
      expect(now.mass).toBe(mass);
      expect(world.fields.id).toEqual(ids);
      expect(new Set(melted).size).toBeGreaterThan(3); // not all at once
      expect(melted.at(-1)).toBeGreaterThan(20);
      expect(countOf(world, 'wax')).toBeGreaterThan(20);
      const { temperature, substance } = world.fields;
      substance.forEach((kind, i) => {
        if (kind === 0) expect(temperature![i]).toBeLessThan(340); // 5 K in a few steps of this power
      });
    }));

  it('changes neither momentum nor heat nor temperature when a particle melts, and takes its latent heat first', async () => {
    const scene = melting({
      ...{ gravity: [0, 0, 0], obstacles: [] },
      substances: { wax: { ...WAX, conductivity: 0 }, melt: { ...MELT, conductivity: 0 } },
      heatRegions: [{ shape: EVERYWHERE, power: 900 * 1e5 }], // 10⁵ W/kg
    });
    await withWorld(scene, (world) => {
      const needed = 500 * (335 - 328) + 5000; // J/kg
      while (countOf(world, 'melt') === 0) {
        expect(world.time).toBeLessThan((1.1 * needed) / 1e5 + 0.04);
        advance(world, 1);
      }
      expect(world.time).toBeGreaterThan(needed / 1e5);
      expect(countOf(world, 'wax')).toBe(0);
      const { temperature, momentum, account, heat } = world.ledger(),
        beyond = 1e5 * world.time - needed; // J/kg
      expect(temperature!.min).toBeGreaterThan(335);
      expect(temperature!.max).toBeLessThan(335 + beyond / 500 + 1e-9);
      expect(temperature!.min).toBeGreaterThan(335 + beyond / 600 - 1e-6);
      for (let a = 0; a < 3; a++) expect(Math.abs(momentum[a]! - account.added.momentum[a]!)).toBeLessThan(1e-15);
      expect(Math.abs(heat / (account.heat.added + account.heat.regions) - 1)).toBeLessThan(1e-13);
    });
  });

  it('goes on alike after a restore in the middle, on any number of threads', async () => {
    const hashes = async (threads: number): Promise<string[]> =>
      withWorld(
        melting(),
        (world) => {
          const found: string[] = [];
          for (let frame = 0; frame < 8; frame++) {
            advance(world, 1);
            found.push(world.hash());
          }
          return found;
        },
        { threads },
      );
    const alone = await hashes(1);
    for (const threads of [2, 3]) expect(await hashes(threads)).toEqual(alone);
    let world = await World.create(melting());
    for (const [frame, expected] of alone.entries()) {
      const ledger = world.ledger(),
        snapshot = world.snapshot();
      world.dispose();
      world = await World.restore(snapshot, { threads: 1 + (frame % 3) });
      expect(world.ledger()).toEqual(ledger);
      advance(world, 1);
      expect(world.hash()).toBe(expected);
    }
    expect(countOf(world, 'melt')).toBeGreaterThan(20);
    expect(countOf(world, 'wax')).toBeGreaterThan(20);
    world.dispose();
  });

  it('leaves nothing behind that held or strained it', () =>
    withWorld(
      melting({
        anchors: [{ min: [-1, -1, -1], max: [1, 1, 1] }],
        heatRegions: [{ shape: EVERYWHERE, power: 1e9 }],
      }),
      (world) => {
        advance(world, 3);
        expect(countOf(world, 'wax')).toBe(0);
        expect(Math.max(...world.fields.get('strain')!)).toBe(0);
        expect(Math.max(...inside(world).set.f64('elasticEnergy'))).toBe(0);
        const { centerOfMass } = world.ledger();
        advance(world, 3);
        expect(world.ledger().centerOfMass[1]).toBeLessThan(centerOfMass[1] - 1e-4); // the anchor lets go
      },
    ));
});

/** Liquid wax in a cold box. */
const POOL: SceneInput = {
  frameRate: 50,
  substances: { melt: { ...MELT, conductivity: 300 }, wax: { ...WAX, conductivity: 300, freezing: 332 } },
  bodies: [
    {
      ...{ substance: 'melt', spacing: 0.012, temperature: 345 },
      shape: { box: { min: [-0.036, 0, -0.036], max: [0.036, 0.048, 0.036] } },
    },
  ],
  obstacles: [
    { shape: { box: { min: [-0.036, 0, -0.036], max: [0.036, 0.2, 0.036] } }, inside: true, temperature: 280 },
  ],
};

/** The same in the plane, on a lattice; solid and melt of one density, which leaves the height to freezing alone. */
function poolOf(deep: number): SceneInput {
  const { melt, wax } = POOL.substances!,
    { bodies, obstacles } = POOL;
  return {
    ...POOL,
    dimension: 2,
    substances: { melt: { ...(melt as SmoothedInput), restDensity: 900 }, wax: wax! },
    bodies: [{ ...bodies![0]!, spacing: 0.048 / deep, lattice: 'cubic' }],
    obstacles: obstacles!,
  };
}

describe('a liquid that freezes', () => {
  it('is a solid at rest in the shape that it has, and the ledger stays closed', () =>
    withWorld(POOL, (world) => {
      const hashes: string[] = [];
      for (let frame = 0; frame < 40; frame++) {
        advance(world, 1);
        hashes.push(world.hash());
        expect(openIn(world).heat).toBeLessThan(1e-12);
        expect(openIn(world).momentum).toBeLessThan(1e-12);
      }
      expect(countOf(world, 'wax')).toBeGreaterThan(0.9 * world.fields.count);
      expect(Math.max(...world.fields.get('strain')!)).toBeLessThan(0.15);
      const { set } = inside(world),
        bodies = new Set(set.u32('sourceBody').filter((_, i) => set.u32('substance')[i] === 1));
      expect(bodies.size).toBe(1);
    }));

  it.each([6, 8, 12])('keeps its height within 1 %%, %i particles deep', (deep) =>
    withWorld(poolOf(deep), (world) => {
      const height = (): number => 2 * world.ledger().centerOfMass[1];
      expect(height()).toBeCloseTo(0.048, 9);
      advance(world, 35);
      expect(countOf(world, 'wax')).toBe(world.fields.count);
      expect(Math.abs(height() / 0.048 - 1)).toBeLessThan(0.01);
    }),
  );

  it('goes on alike after a restore, on any number of threads', async () => {
    using first = await World.create(POOL);
    advance(first, 4);
    using second = await World.restore(first.snapshot(), { threads: 3 });
    for (let frame = 0; frame < 5; frame++) {
      advance(first, 1);
      advance(second, 1);
      expect(second.hash()).toBe(first.hash());
    }
    expect(countOf(first, 'wax')).toBeGreaterThan(20);
  });

  it('not where a single particle is cold: it would be no solid', () =>
    withWorld(
      {
        ...POOL,
        gravity: [0, 0, 0],
        bodies: [
          { substance: 'melt', spacing: 0.012, temperature: 300, shape: { points: { positions: [[0, 0.1, 0]] } } },
        ],
      },
      (world) => {
        advance(world, 3);
        expect(countOf(world, 'wax')).toBe(0);
      },
    ));
});

describe('refused with a way out', () => {
  const wax = (more: Partial<ElasticInput>): Partial<SceneInput> => ({
    substances: {
      wax: { ...WAX, ...more },
      melt: MELT,
      sand: { model: 'globules', kind: 'powder', restDensity: 1600 },
    },
  });
  it.each<[string, Partial<SceneInput>]>([
    ['SCENE_ELASTIC /substances/wax/melted', wax({ melted: 'molten' })],
    ['SCENE_ELASTIC /substances/wax/melted', wax({ melted: 'sand' })],
    ['SCENE_ELASTIC /substances/wax/melted', wax({ melting: undefined, latentHeat: 0 })],
    ['SCENE_ELASTIC /substances/wax/melting', wax({ melted: undefined })],
    ['SCENE_ELASTIC /substances/wax/freezing', wax({ freezing: 336 })],
    ['SCENE_ELASTIC /substances/wax/freezing', wax({ melted: undefined, freezing: 330 })],
    ['HEAT_MELTING /substances/wax/melting/to', wax({ melting: { from: 340, to: 330 } })],
    ['HEAT_MELTING /substances/wax/latentHeat', wax({ melting: undefined, melted: undefined })],
    ['SCENE_ELASTIC /substances/tallow/melted', { substances: { wax: WAX, tallow: WAX, melt: MELT } }],
  ])('%s', async (expected, more) => {
    const problems = await refusal(World.create(melting(more)));
    expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(expected);
    for (const { hint } of problems) expect(hint).not.toBe('');
  });
});
