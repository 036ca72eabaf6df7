// A new field is one row: rows are added to the table here, and nothing else. Each is published, saved, sorted, split and merged by
// its rule, written to frames and files, carried onto surfaces, and can be colored by.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeFrame, encodeFrame } from '../../src/cache/frame-file.ts';
import { colorRange, colorsOf, rangeOf, valuesOf } from '../../src/colors/particle-colors.ts';
import { pieceFields, type SceneInput, type SurfaceMesh, Surfacer, surfaceOptions, World } from '../../src/index.ts';
import type { FieldColumns } from '../../src/particles/fields.ts';
import { legendOf } from '../../src/render/legend.ts';
import { sceneJsonSchema } from '../../src/scene/json-schema.ts';
import { type Look, sceneSchema } from '../../src/scene/schema.ts';
import { addFamily } from '../../src/substances/families.ts';
import { decodeSnapshot, encodeSnapshot } from '../../src/world/snapshot.ts';
import { bytesOf, contextOf, textOf } from '../export/frames.ts';
import { readVtk } from '../export/vtk-file.ts';
import { byId } from '../helpers/engine.ts';
import { advance, inside, refusal, withWorld } from '../helpers/worlds.ts';
import { adaptiveSplash } from '../scenes/adaptive-splash.ts';

vi.mock('../../src/particles/fields.ts', async (original) => {
  const real = await original<typeof import('../../src/particles/fields.ts')>();
  const rows: Record<string, FieldColumns> = {
    wear: {
      ...{ type: 'f64', components: 1, lifetime: 'state', unit: 'J', meaning: 'work that wore it' },
      ...{ initial: 2.5, merge: 'sum', published: 12, vertex: 'mean' },
      color: { title: 'Wear', fromZero: true },
    },
    grain: {
      ...{ type: 'f64', components: 3, lifetime: 'state', unit: 'm', meaning: 'direction of its grain' },
      ...{ merge: 'mean', published: 13, vertex: 'mean' },
      color: { by: 'grainLength', title: 'Grain length' },
    },
    batch: {
      ...{ type: 'u32', components: 1, lifetime: 'state', unit: '', meaning: 'where it comes from' },
      ...{ initial: 7, published: 14, vertex: 'nearest' },
      color: { title: 'Batch' },
    },
    soot: {
      ...{ type: 'f64', components: 1, lifetime: 'state', unit: '', meaning: 'how black it is' },
      ...{ initial: 0.75, published: 15, vertex: 'mean' },
    },
  };
  return { ...real, FIELDS: { ...real.FIELDS, ...rows } };
});

/** What a scene says to color by one of the new fields, which the types do not know. */
const coloredBy = (name: string): SceneInput => ({ ...BLOCK, look: { colorBy: name as Look['colorBy'] } });

/** A block that falls on a plane. */
const BLOCK: SceneInput = {
  substances: { water: { preset: 'desbrun-1999' } },
  bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } }, spacing: 0.05 }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
};

const wearOf = (id: number): number => 1 + 0.5 * id;
const grainOf = (id: number): number[] => [id, -id, 0.25];
const batchOf = (id: number): number => 3 * id;

/** Gives every particle values that tell which one it is. */
function mark(world: World): void {
  const { set } = inside(world),
    ids = set.u32('id');
  for (let i = 0; i < set.count; i++) {
    set.f64('wear')[i] = wearOf(ids[i]!);
    set.f64('grain').set(grainOf(ids[i]!), 3 * i);
    set.u32('batch')[i] = batchOf(ids[i]!);
  }
}

/** Every particle has the values of its id. */
function expectMarked({ fields }: World): void {
  const ids = [...fields.id];
  expect(fields.get('wear')).toEqual(Float32Array.from(ids, wearOf));
  expect(fields.get('grain')).toEqual(Float32Array.from(ids.flatMap(grainOf)));
  expect(fields.get('batch')).toEqual(Uint32Array.from(ids, batchOf));
}

describe('in a world', () => {
  it('new particles start with what the row says', async () => {
    await withWorld(BLOCK, ({ fields }) => {
      expect(new Set(fields.get('wear'))).toEqual(new Set([2.5]));
      expect(new Set(fields.get('grain'))).toEqual(new Set([0]));
      expect(new Set(fields.get('batch'))).toEqual(new Set([7]));
      expect(fields.get('grain')).toHaveLength(3 * fields.count);
    });
  });

  it('it moves with its particle when particles are sorted, and is published in order of id', async () => {
    await withWorld(BLOCK, (world) => {
      mark(world);
      const before = inside(world).set.u32('id').slice();
      advance(world, 8);
      expect(inside(world).set.u32('id')).not.toEqual(before);
      expectMarked(world);
    });
  });

  it('it is saved, hashed and restored', async () => {
    await withWorld(BLOCK, async (world) => {
      const bare = world.hash();
      mark(world);
      expect(world.hash()).not.toBe(bare);
      using twin = await World.restore(world.snapshot());
      expect(twin.hash()).toBe(world.hash());
      expectMarked(twin);
    });
  });

  it('a snapshot with other fields is refused', async () => {
    await withWorld(BLOCK, async (world) => {
      const { header, state } = decodeSnapshot(world.snapshot()),
        { fields } = header,
        wear = fields.indexOf('wear');
      for (const other of [
        fields.with(wear, 'worn'),
        fields.toSpliced(wear, 1),
        [...fields, 'batch'],
        fields.toReversed(),
      ]) {
        const [problem] = await refusal(World.restore(encodeSnapshot({ ...header, fields: other }, state)));
        expect(problem!.message).toBe('The snapshot has different particle fields from this program.');
      }
    });
  });

  it('splits share a sum out by mass and merges add it up; means by mass stay; the rest is inherited', async () => {
    await withWorld({ ...adaptiveSplash.scene, emitters: [], sinks: [] }, (world) => {
      mark(world);
      const { set } = inside(world),
        start = world.ledger().account.adaptations,
        batches = new Set(set.u32('batch')),
        total = (values: Float64Array) => values.reduce((sum, x) => sum + x, 0),
        wear = total(set.f64('wear')),
        grain = grainMoments(world);
      advance(world, 12);
      const { splits, merges } = world.ledger().account.adaptations;
      expect(splits - start.splits).toBeGreaterThan(5);
      expect(merges - start.merges).toBeGreaterThan(5);
      expect(total(set.f64('wear')) / wear).toBeCloseTo(1, 10);
      grainMoments(world).forEach((moment, a) => {
        expect(moment / grain[a]!).toBeCloseTo(1, 10);
      });
      for (const batch of set.u32('batch')) expect(batches.has(batch)).toBe(true);
    });
  });
});

async function surfaceOf({ fields, scene }: World): Promise<SurfaceMesh> {
  const surfacer = await Surfacer.create();
  try {
    return surfacer.build(fields, surfaceOptions(scene));
  } finally {
    surfacer.dispose();
  }
}

/** Σ m grain. */
function grainMoments(world: World): number[] {
  const { set } = inside(world),
    mass = byId(set, 'mass'),
    grain = byId(set, 'grain' as 'position');
  return [0, 1, 2].map((a) => mass.reduce((sum, m, i) => sum + m * grain[3 * i + a]!, 0));
}

describe('of a frame', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.create(BLOCK);
    mark(world);
    advance(world, 1);
    return () => world.dispose();
  });

  it('it is in the file', () => {
    const { fields } = world,
      read = decodeFrame(encodeFrame(fields, 1, 0.04), 'frame');
    for (const name of ['wear', 'grain', 'batch'])
      expect(Object.entries(read)).toContainEqual([name, fields.get(name)]);
  });

  it('it may be missing in the file, which an older program may have written', () => {
    const { count, position, velocity, density, mass, smoothingLength, id, substance } = world.fields,
      old = { count, position, velocity, density, mass, smoothingLength, id, substance };
    expect(Object.keys(decodeFrame(encodeFrame(old, 1, 0.04), 'frame')).sort()).toEqual(
      [...Object.keys(old), 'frame', 'time'].sort(),
    );
  });

  it('it goes with its piece', () => {
    expect(pieceFields(world.fields, 0)).toMatchObject({
      wear: world.fields.get('wear'),
      grain: world.fields.get('grain'),
    });
  });

  it('it is on the vertices of the surface: numbers averaged, names of the nearest particle', async () => {
    const { fields } = await surfaceOf(world),
      { wear, grain, batch, soot, id } = fields;
    expect([wear!.components, grain!.components, batch!.components]).toEqual([1, 3, 1]);
    expect(wear!.values).toHaveLength(id!.values.length);
    expect(batch!.values).toEqual(id!.values.map(batchOf));
    for (let v = 0; v < wear!.values.length; v++) {
      const [x, y, z] = grain!.values.subarray(3 * v, 3 * v + 3); // the mean of ids, its opposite, a constant
      expect(wear!.values[v]! / wearOf(x!)).toBeCloseTo(1, 4);
      expect(y! / x!).toBeCloseTo(-1, 4);
      expect([z, soot!.values[v]]).toEqual([expect.closeTo(0.25, 5), expect.closeTo(0.75, 5)]);
    }
    expect(grain!.values.every(Number.isInteger)).toBe(false); // or nothing was averaged
  });

  it('a family that comes later brings its field to the surfaces of a surfacer that is there', async () => {
    const surfacer = await Surfacer.create(),
      { count, position, mass, density, velocity, smoothingLength, id, substance } = world.fields,
      tint = new Float32Array(count).fill(0.125),
      fields = { count, position, mass, density, velocity, smoothingLength, id, substance, tint },
      meshes = () => surfacer.build(fields, surfaceOptions(world.scene)).fields;
    expect(meshes()).not.toHaveProperty('tint');
    const row = { name: 'tint', type: 'f64', components: 1, lifetime: 'state', unit: '', meaning: 'shade' } as const,
      more = ['a', 'b', 'c'].map((name) => ({ ...row, name, published: 20, vertex: 'mean' }) as const);
    const remove = addFamily({ model: 'dye', fields: [...more, { ...row, published: 21, vertex: 'mean' }] } as never);
    try {
      for (const value of meshes().tint!.values) expect(value).toBeCloseTo(0.125, 6);
    } finally {
      remove();
      surfacer.dispose();
    }
  });

  it('it is in exported files', async () => {
    const { scene } = world,
      frame = { frame: 1, time: 0.04, fields: world.fields },
      context = await contextOf(scene, 'particles', 1);
    const arrays = readVtk(await bytesOf('vtk', [frame], context)).arrays;
    for (const name of ['wear', 'grain', 'batch'])
      expect(arrays.get(`PointData/${name}`)).toEqual(world.fields.get(name));
    const ply = textOf((await bytesOf('ply', [frame], context)).subarray(0, 1000));
    expect(ply).toContain(
      ['float wear', 'float grain_x', 'float grain_y', 'float grain_z', 'uint batch'].join('\nproperty '),
    );
    const surface = await surfaceOf(world),
      ofSurface = await contextOf(scene, 'surface', 1),
      onVertices = readVtk(await bytesOf('vtk', [{ ...frame, surface }], ofSurface)).arrays;
    expect(onVertices.get('PointData/wear')).toEqual(surface.fields.wear!.values);
  });

  it('one can color by it, with a legend', () => {
    const { fields } = world,
      scene = sceneSchema.parse(coloredBy('wear')),
      found = rangeOf(valuesOf(scene.look.colorBy, fields)),
      range = colorRange(scene, found);
    expect(found).toEqual(rangeOf(fields.get('wear')!));
    expect(range[0]).toBe(0);
    expect(new Set(colorsOf(scene, fields, range)).size).toBeGreaterThan(100);
    expect(legendOf(scene, range)).toMatchObject({ title: 'Wear', unit: 'J' });
    const [first, second] = valuesOf('grainLength' as Look['colorBy'], fields);
    expect([first, second]).toEqual([0.25, Math.fround(Math.hypot(1, 1, 0.25))]);
    expect(valuesOf('batch' as Look['colorBy'], fields)).toEqual(fields.get('batch'));
  });

  it('the scene format knows it, and a world of such a scene can be made', async () => {
    expect(JSON.stringify(sceneJsonSchema())).toContain('By wear, J.');
    await withWorld(coloredBy('grainLength'), ({ scene }) => expect(scene.look.colorBy).toBe('grainLength'));
    for (const name of ['grain', 'soot']) expect(() => sceneSchema.parse(coloredBy(name))).toThrow();
  });
});
