// The active surface: as the dense reference, closed, the same on any number of threads, from a snapshot on, quieter than the isosurface
// when particles change size, true to its volume, and right when bodies part, meet, come and go.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ActiveSurface,
  findDefects,
  meshVolume,
  type SceneInput,
  type SurfaceMesh,
  Surfacer,
  sceneSchema,
  surfaceOptions,
  ThixoError,
  World,
  type WorldFields,
} from '../../src/index.ts';
import { ballAt, radiusOf, softParticles, softScene } from '../../validation/soft-field.ts';
import { componentsOf, normalJump } from '../helpers/compare-meshes.ts';
import { type ActiveTerms, activeGrid, advanceActive, meanRadius } from '../reference/active-surface.ts';
import { cubicLattice } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';

const SPACING = 0.1;
const FRAME = 1 / 25;
const scene = (surface: object = {}, dimension: 2 | 3 = 3) =>
  sceneSchema.parse({
    dimension,
    substances: { water: { preset: 'water' } },
    surface: { kind: 'active', voxel: 0.5, ...surface },
  });

/** A particle of a made-up frame. */
interface Grain {
  readonly x: Vec3;
  readonly v?: Vec3;
  readonly id: number;
  /** Over SPACING. */
  readonly size?: number;
}

function fieldsOf(grains: readonly Grain[], dimension: 2 | 3 = 3): WorldFields {
  const n = grains.length,
    sorted = [...grains].sort((a, b) => a.id - b.id);
  return {
    count: n,
    position: Float32Array.from(sorted.flatMap(({ x }) => x)),
    velocity: Float32Array.from(sorted.flatMap(({ v = [0, 0, 0] }) => v)),
    density: new Float32Array(n).fill(1000),
    mass: Float32Array.from(sorted, ({ size = 1 }) => 1000 * (size * SPACING) ** dimension),
    smoothingLength: Float32Array.from(sorted, ({ size = 1 }) => 1.3 * size * SPACING),
    id: Uint32Array.from(sorted, ({ id }) => id),
    substance: new Uint32Array(n),
  };
}

/** The particles of a lattice in a ball, moved by `by`. */
function ball(radius: number, by: Vec3 = [0, 0, 0], firstId = 0, v: Vec3 = [0, 0, 0]): Grain[] {
  const n = 2 * Math.ceil(radius / SPACING) + 1,
    middle = ((n - 1) / 2) * SPACING;
  return cubicLattice([n, n, n], SPACING)
    .map((x) => x.map((c) => c - middle))
    .filter((x) => Math.hypot(...x) <= radius)
    .map((x, k) => ({ x: x.map((c, a) => c + by[a]!) as unknown as Vec3, id: firstId + k, v }));
}

const expectSound = (mesh: SurfaceMesh): void => {
  expect(Object.values(findDefects(mesh)).every((n) => n === 0)).toBe(true);
};

/** Runs frames through a surface of its own and gives the meshes. */
async function follow(frames: readonly WorldFields[], settings: object = {}, threads = 1): Promise<SurfaceMesh[]> {
  const surface = await ActiveSurface.create(scene(settings), { threads });
  const meshes = frames.map((fields) => surface.advance(fields, FRAME));
  surface.dispose();
  return meshes;
}

describe('beside the dense reference', () => {
  it('grows alike', async () => {
    const [support, level, voxel] = [1.2, 0.4, 0.05];
    const settings = {
      dimension: 2,
      voxel,
      smallest: 0.6,
      level,
      active: { tracking: 1, tension: 0.01, volume: 0 },
    } as const;
    const surface = await ActiveSurface.create(softScene(settings), { renew: false });
    const fields = softParticles([{ center: [0, 0, 0], radius: support, weight: 1 }], 2, 1);
    surface.advance(softParticles([ballAt(level, 0.35, 0.6)], 2), 1);
    surface.advance(fields, 1e-9);
    const mesh = surface.advance(fields, 0.8);
    surface.dispose();
    const field = (x: Vec3): number => Math.max(0, 1 - (x[0] ** 2 + x[1] ** 2) / support ** 2) ** 3;
    const terms: ActiveTerms = { tracking: 1, tension: 0.01, volume: 0, field, level };
    const grid = activeGrid(2, 0.9, voxel, (x) => 0.35 - Math.hypot(...x));
    advanceActive(grid, terms, 0.8);
    expect(meanRadius(grid)).toBeGreaterThan(0.45);
    expect(Math.abs(radiusOf(meshVolume(mesh), 2) - meanRadius(grid))).toBeLessThan(0.15 * voxel);
  });
});

describe('a falling body', () => {
  const falling: SceneInput = {
    substances: { water: { preset: 'water', stiffness: 450, artificialViscosity: 0.1, quadraticViscosity: 0 } }, // calm
    bodies: [
      { substance: 'water', shape: { sphere: { center: [0, 0.75, 0], radius: 0.3 } }, spacing: 0.075 },
      { substance: 'water', shape: { box: { min: [-0.5, 0, -0.5], max: [0.5, 0.3, 0.5] } }, spacing: 0.075 },
    ],
    obstacles: [{ shape: { box: { min: [-0.5, 0, -0.5], max: [0.5, 2, 0.5] } }, inside: true }],
    surface: { kind: 'active', voxel: 0.5 },
  };
  const meshes: SurfaceMesh[] = [],
    substance: number[] = [];

  beforeAll(async () => {
    const world = await World.create(falling),
      surface = await ActiveSurface.create(world.scene),
      [rest = 0] = surfaceOptions(world.scene).restDensities;
    for (let frame = 0; frame < 12; frame++) {
      if (frame > 0) world.advance();
      meshes.push(surface.advance(world.fields, 1 / world.scene.frameRate));
      substance.push(world.fields.mass.reduce((sum, m) => sum + m, 0) / rest);
    }
    surface.dispose();
    world.dispose();
  });

  it('has a closed surface in every frame', () => {
    for (const mesh of meshes) {
      expect(mesh.elements.length).toBeGreaterThan(1000);
      expectSound(mesh);
    }
  });

  it('keeps its volume within 1 %', () => {
    for (const [k, mesh] of meshes.entries()) expect(Math.abs(meshVolume(mesh) / substance[k]! - 1)).toBeLessThan(0.01);
  });

  it('merges with the pool', () => {
    expect(componentsOf(meshes[0]!)).toBe(2);
    expect(componentsOf(meshes.at(-1)!)).toBe(1);
  });
});

describe('bodies that part and meet', () => {
  const pair = (apart: number, v: number): WorldFields =>
    fieldsOf([...ball(0.35, [-apart, 0, 0], 0, [-v, 0, 0]), ...ball(0.35, [apart, 0, 0], 1000, [v, 0, 0])]);

  it('change the number of pieces', async () => {
    const way = Array.from({ length: 9 }, (_, k) => 0.3 + 0.05 * k);
    const frames = [...way.map((a) => pair(a, 0.05 / FRAME)), ...[...way].reverse().map((a) => pair(a, -0.05 / FRAME))];
    const pieces = (await follow(frames)).map(componentsOf);
    expect([pieces[0], pieces[9], pieces.at(-1)]).toEqual([1, 2, 1]);
  });
});

describe('particles that change size', () => {
  /** Every second frame, one particle in three is replaced by seven of a seventh of its mass. [card §5] */
  const body = ball(0.55);
  const split = ({ x, id }: Grain): Grain[] => {
    const size = 1 / Math.cbrt(7);
    const offsets = [-0.48, 0.48].flatMap(
      (d) =>
        [
          [d, 0, 0],
          [0, d, 0],
          [0, 0, d],
        ] as const,
    );
    return [[0, 0, 0], ...offsets].map((by, k) => ({
      x: x.map((c, a) => c + SPACING * by[a]!) as unknown as Vec3,
      id: 10_000 + 7 * id + k,
      size,
    }));
  };
  const whole = fieldsOf(body),
    mixed = fieldsOf(body.flatMap((grain) => (grain.id % 3 === 0 ? split(grain) : [grain])));
  const frames = [whole, whole, whole, mixed, whole, mixed, whole];

  it('make the active surface flicker less than the isosurface', async () => {
    const active = await follow(frames, { voxel: 0.35 });
    const surfacer = await Surfacer.create();
    // The voxels of both are those of whole particles.
    const options = surfaceOptions(scene({ voxel: 0.35 }));
    const fine = { ...options, voxel: 0.35 * Math.cbrt(7) };
    const isosurfaces = frames.map((fields) => surfacer.build(fields, fields === mixed ? fine : options));
    surfacer.dispose();
    const jumps = (meshes: readonly SurfaceMesh[]): number =>
      meshes.slice(3).reduce((sum, mesh, k) => sum + normalJump(meshes[k + 2]!, mesh), 0) / (meshes.length - 3);
    expect(jumps(isosurfaces)).toBeGreaterThan(0.01);
    expect(jumps(active)).toBeLessThan(0.25 * jumps(isosurfaces));
  });
});

describe('the same surface', () => {
  const frames = [0, 1, 2, 3].map((k) =>
    fieldsOf([...ball(0.4, [0.11 * k, -0.05 * k, 0], 0, [2.75, -1.25, 0]), ...ball(0.25, [0.9, 0, 0.02 * k], 2000)]),
  );
  let alone: SurfaceMesh[] = [];

  beforeAll(async () => {
    alone = await follow(frames);
  });

  it.each([2, 3])('comes from %i threads', async (threads) => {
    expect(await follow(frames, {}, threads)).toEqual(alone);
  });

  it('goes on from a snapshot', async () => {
    const first = await ActiveSurface.create(scene());
    first.advance(frames[0]!, FRAME);
    first.advance(frames[1]!, FRAME);
    const bytes = first.snapshot();
    first.dispose();
    const second = await ActiveSurface.create(scene());
    second.restore(bytes);
    expect(second.snapshot()).toEqual(bytes);
    expect(second.advance(frames[2]!, FRAME)).toEqual(alone[2]);
    expect(second.advance(frames[3]!, FRAME)).toEqual(alone[3]);
    second.dispose();
  });

  it('starts whatever the time, and bears frames at the same time', async () => {
    const surface = await ActiveSurface.create(scene());
    expect(surface.advance(frames[0]!, 0)).toEqual(alone[0]);
    const twice = surface.advance(frames[0]!, 0);
    surface.dispose();
    expectSound(twice);
    expect(meshVolume(twice)).toBeCloseTo(meshVolume(alone[0]!), 2);
  });

  it('does not come from a snapshot that is damaged or of other settings', async () => {
    const surface = await ActiveSurface.create(scene()),
      other = await ActiveSurface.create(scene({ level: 0.4 }));
    surface.advance(frames[0]!, FRAME);
    const bytes = surface.snapshot();
    expect(() => other.restore(bytes)).toThrow(ThixoError);
    for (const at of [0, 8, 12, 30, bytes.length - 1]) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1;
      expect(() => surface.restore(damaged)).toThrow(ThixoError);
    }
    for (const length of [0, 7, 19, 200, bytes.length - 4])
      expect(() => surface.restore(bytes.slice(0, length))).toThrow(ThixoError);
    surface.restore(bytes);
    surface.dispose();
    other.dispose();
  });
});

describe('bodies that come and go', () => {
  let surface: ActiveSurface;
  beforeAll(async () => {
    surface = await ActiveSurface.create(scene());
  });
  afterAll(() => surface.dispose());

  it('start from nothing, vanish and come back', () => {
    const nothing = fieldsOf([]),
      body = fieldsOf(ball(0.3));
    expect(surface.advance(nothing, FRAME).elements).toHaveLength(0);
    expect(componentsOf(surface.advance(body, FRAME))).toBe(1);
    expect(surface.advance(nothing, FRAME).elements).toHaveLength(0);
    expect(componentsOf(surface.advance(body, FRAME))).toBe(1);
  });

  it('appear out of nowhere beside others, and are followed out of sight', () => {
    const near = ball(0.3);
    surface.advance(fieldsOf(near), FRAME);
    const both = fieldsOf([...near, ...ball(0.3, [2, 0, 0], 5000)]);
    for (let frame = 0; frame < 3; frame++) surface.advance(both, FRAME);
    expect(componentsOf(surface.advance(both, FRAME))).toBe(2);
    let mesh = surface.advance(fieldsOf(near), FRAME);
    for (let frame = 0; frame < 6; frame++) mesh = surface.advance(fieldsOf(near), FRAME);
    expect(componentsOf(mesh)).toBe(1);
    expect(meshVolume(mesh) / (near.length * SPACING ** 3)).toBeCloseTo(1, 1);
  });

  it('go far without harm', () => {
    const far = 500; // m: ten thousand voxels
    surface.advance(fieldsOf(ball(0.3)), FRAME);
    let mesh = surface.advance(fieldsOf(ball(0.3, [far, 0, 0])), FRAME);
    for (let frame = 0; frame < 3; frame++) mesh = surface.advance(fieldsOf(ball(0.3, [far, 0, 0])), FRAME);
    expectSound(mesh);
    expect(componentsOf(mesh)).toBe(1);
    expect(Math.min(...mesh.positions.filter((_, k) => k % 3 === 0))).toBeGreaterThan(far - 0.6);
  });
});
