// The isosurface beside the reference field in double precision: every crossed edge of the grid and no other has a vertex, where linear
// interpolation puts it; normals are the field's gradient; fields are averages that weigh as the field does.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { SurfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { ambiguousFaces, crossedEdges, edgeOf, edgesOf, NEAREST, UNSURE, vertices } from '../helpers/grid-edges.ts';
import { ball, block, fieldsAt, plainOptions } from '../helpers/surface-clouds.ts';
import { randomStream } from '../reference/arrangements.ts';
import { ReferenceField } from '../reference/isosurface.ts';
import type { Vec3 } from '../reference/sph.ts';

let surfacer: Surfacer;
beforeAll(async () => {
  surfacer = await Surfacer.create();
});
afterAll(() => surfacer.dispose());

interface Case {
  readonly name: string;
  readonly fields: WorldFields;
  readonly options: SurfaceOptions;
}

const S = 0.1;

/** A thin shell around nothing, a hole in a block, a drop beside it: what skipping blocks could lose. */
function hollowBlock(): Vec3[] {
  const solid = block([14, 14, 14], S, 0.1, 3).filter((x) => Math.hypot(x[0] - 0.65, x[1] - 0.6, x[2] - 0.62) > 0.26),
    pierced = solid.filter((x) => Math.hypot(x[0] - 0.2, x[1] - 1.1, x[2] - 1.05) > 0.13);
  return [...pierced, [1.9, 0.3, 0.4], [2.0, 0.33, 0.42]];
}

const random = randomStream(5);
const gas = Array.from({ length: 150 }, (): Vec3 => [random() * 1.2, random() * 1.2, random() * 1.2]);
const flatGas = Array.from({ length: 400 }, (): Vec3 => [random() * 4, random() * 4, 0]);
const halves = (i: number) => (i % 2 === 0 ? S : 4 * S);

const CASES: readonly Case[] = [
  { name: 'ball', fields: fieldsAt(ball(0.42, S, 0.2), { spacing: S }), options: plainOptions() },
  { name: 'fine ball', fields: fieldsAt(ball(0.22, S, 0.2), { spacing: S }), options: plainOptions({ voxel: 0.1 }) },
  { name: 'coarse ball', fields: fieldsAt(ball(0.62, S, 0.2), { spacing: S }), options: plainOptions({ voxel: 1.3 }) },
  { name: 'lone particle', fields: fieldsAt([[0.3, -0.2, 0.1]], { spacing: S }), options: plainOptions() },
  { name: 'low level', fields: fieldsAt(ball(0.32, S, 0.2), { spacing: S }), options: plainOptions({ level: 0.1 }) },
  { name: 'high level', fields: fieldsAt(ball(0.42, S, 0.2), { spacing: S }), options: plainOptions({ level: 0.75 }) },
  { name: 'gas', fields: fieldsAt(gas, { spacing: S }), options: plainOptions({ voxel: 0.4 }) },
  { name: 'gas, coarse', fields: fieldsAt(gas, { spacing: S }), options: plainOptions({ voxel: 0.9 }) },
  { name: 'cavities', fields: fieldsAt(hollowBlock(), { spacing: S }), options: plainOptions({ voxel: 0.5 }) },
  { name: 'cavities, finer', fields: fieldsAt(hollowBlock(), { spacing: S }), options: plainOptions({ voxel: 0.24 }) },
  {
    name: 'two sizes, two substances, compressed',
    fields: fieldsAt(gas, { spacing: halves, substance: (i) => i % 2, compression: (i) => 0.8 + 0.1 * (i % 5) }),
    options: plainOptions({ voxel: 0.5, field: 'characteristic' }),
  },
  {
    name: 'far away',
    fields: fieldsAt(
      ball(0.3, S, 0.2).map(([x, y, z]): Vec3 => [x + 40, y - 70, z + 20]),
      { spacing: S },
    ),
    options: plainOptions(),
  },
  {
    name: 'gas in 2D',
    fields: fieldsAt(flatGas, { spacing: S, dimension: 2 }),
    options: plainOptions({ dimension: 2 }),
  },
  {
    name: 'gas in 2D, coarse',
    fields: fieldsAt(flatGas, { spacing: S, dimension: 2 }),
    options: plainOptions({ dimension: 2, voxel: 0.9 }),
  },
  {
    name: 'block in 2D, two sizes',
    fields: fieldsAt(block([12, 12, 1], 2 * S, 0.2), {
      spacing: (i) => (i % 4 === 0 ? S : 2 * S),
      dimension: 2,
      compression: (i) => 1 + 0.05 * (i % 3),
    }),
    options: plainOptions({ dimension: 2, field: 'characteristic' }),
  },
];

/** A sheet that waves, and a thread: what fitted kernels are for. */
const sheet = block([14, 14, 1], 1.3 * S).map(([x, y]): Vec3 => [x, y, 0.2 * S * Math.sin(9 * x + 4 * y)]);
const thread = block([20, 1, 1], S).map(([x]): Vec3 => [x, 0.3 * Math.sin(2 * x), 0.2 * x]);

const FITTED: readonly Case[] = [
  ...CASES.filter(({ name }) => !/^(fine|coarse) ball|finer$|level$/.test(name)), // what round ones have shown
  { name: 'sheet', fields: fieldsAt(sheet, { spacing: S }), options: plainOptions({ voxel: 0.4 }) },
  { name: 'thread', fields: fieldsAt(thread, { spacing: S }), options: plainOptions() },
].map(({ name, fields, options }) => ({ name: `fitted, ${name}`, fields, options: { ...options, kernels: 'fitted' } }));

/** Vertices that normals and fields are checked at. */
const SAMPLE = 800;

describe.each([...CASES, ...FITTED])('$name', ({ name, fields, options }) => {
  const reference = new ReferenceField(fields, options),
    voxel = options.voxel * reference.spacing;
  let mesh: SurfaceMesh;
  beforeAll(() => {
    mesh = surfacer.build(fields, options);
  });

  it('has a vertex on every crossed edge of the grid and on no other, where linear interpolation puts it', () => {
    const found = new Map([...edgesOf(mesh, voxel)].map(([edge, { t }]) => [edge, t])),
      expected = crossedEdges(reference, voxel);
    const wrong: string[] = [];
    for (const [edge, { t, slack }] of expected) {
      const is = found.get(edge);
      found.delete(edge);
      if (is === undefined ? slack < 1 : Math.abs(is - t) > slack + 1e-3) wrong.push(`${edge}: ${is} instead of ${t}`);
    }
    for (const edge of found.keys()) wrong.push(`${edge}: one too many`);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(expected.size).toBeGreaterThan(options.dimension === 2 ? 20 : 100);
  });

  it('joins what the saddle of an ambiguous face joins', () => {
    const found = edgesOf(mesh, voxel),
      sides = new Set<string>();
    for (let e = 0; e < mesh.elements.length; e++) {
      const next = e % options.dimension === options.dimension - 1 ? e - options.dimension + 1 : e + 1;
      sides.add(sideOf(mesh.elements[e]!, mesh.elements[next]!));
    }
    const has = ([a, b]: readonly [string, string]) => sides.has(sideOf(found.get(a)!.vertex, found.get(b)!.vertex));
    const faces = ambiguousFaces(reference, voxel);
    expect(faces.filter(({ cut, uncut }) => !cut.every(has) || uncut.some(has))).toEqual([]);
    if (name.endsWith('coarse')) expect(faces.length).toBeGreaterThan(5);
  });

  it('has vertices on the level within the error of linear interpolation', () => {
    const excess = sample(mesh).map(({ x }) => {
      if (edgeOf(x, voxel) === undefined) return 0;
      const slope = Math.hypot(...reference.gradientAt(x)),
        bound = (voxel ** 2 / 8) * reference.curvatureBound(x, voxel) + slope * voxel * NEAREST;
      return Math.abs(reference.valueAt(x) - options.level) - bound;
    });
    expect(Math.max(...excess)).toBeLessThan(UNSURE);
  });

  it('has the gradient as normals', () => {
    const errors = sample(mesh).map(({ x, v }) => {
      const gradient = reference.gradientAt(x),
        slope = Math.hypot(...gradient);
      if (slope * reference.spacing < 1e-3) return 0;
      return Math.hypot(...gradient.map((g, a) => -g / slope - mesh.normals[3 * v + a]!));
    });
    expect(Math.max(...errors)).toBeLessThan(1e-3);
  });

  it('carries averages that weigh as the field does', () => {
    const errors = { velocity: 0, density: 0, mass: 0, smoothingLength: 0 };
    for (const { x, v } of sample(mesh)) {
      const shares = reference.sharesAt(x),
        total = shares.reduce((sum, { share }) => sum + share, 0);
      for (const name of ['velocity', 'density', 'mass', 'smoothingLength'] as const) {
        const { components, values } = mesh.fields[name]!,
          scale = fields[name].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        for (let a = 0; a < components; a++) {
          const sum = shares.reduce((s, { index, share }) => s + share * fields[name][components * index + a]!, 0);
          errors[name] = Math.max(errors[name], Math.abs(values[components * v + a]! - sum / total) / scale);
        }
      }
    }
    expect(Math.max(...Object.values(errors))).toBeLessThan(2e-4);
  });

  it('carries the names of the particle that counts most', () => {
    const wrong = sample(mesh).filter(({ x, v }) => {
      const [first, second] = reference.sharesAt(x);
      if (second && second.share > first!.share * (1 - 1e-3)) return false;
      const { id, substance } = mesh.fields;
      return id!.values[v] !== fields.id[first!.index] || substance!.values[v] !== fields.substance[first!.index];
    });
    expect(wrong).toEqual([]);
  });
});

/** Some of the vertices, spread over all blocks. */
function sample(mesh: SurfaceMesh): { readonly x: Vec3; readonly v: number }[] {
  const all = vertices(mesh).map((x, v) => ({ x, v })),
    stride = Math.ceil(all.length / SAMPLE);
  return all.filter(({ v }) => v % stride === 0);
}

const sideOf = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`);
