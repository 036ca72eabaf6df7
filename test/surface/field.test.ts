// The isosurface beside the reference field in double precision: every crossed edge of the grid and no other has a vertex, where linear
// interpolation puts it; normals are the field's gradient; fields are averages that weigh as the field does.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { SurfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { ball, block, fieldsAt, plainOptions } from '../helpers/surface-clouds.ts';
import { randomStream } from '../reference/arrangements.ts';
import { denseGrid, ReferenceField } from '../reference/isosurface.ts';
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
const flatGas = Array.from({ length: 120 }, (): Vec3 => [random() * 2, random() * 2, 0]);
const halves = (i: number) => (i % 2 === 0 ? S : 4 * S);

const CASES: readonly Case[] = [
  { name: 'ball', fields: fieldsAt(ball(0.42, S, 0.2), { spacing: S }), options: plainOptions() },
  { name: 'fine ball', fields: fieldsAt(ball(0.22, S, 0.2), { spacing: S }), options: plainOptions({ voxel: 0.1 }) },
  { name: 'coarse ball', fields: fieldsAt(ball(0.62, S, 0.2), { spacing: S }), options: plainOptions({ voxel: 1.3 }) },
  { name: 'lone particle', fields: fieldsAt([[0.3, -0.2, 0.1]], { spacing: S }), options: plainOptions() },
  { name: 'low level', fields: fieldsAt(ball(0.32, S, 0.2), { spacing: S }), options: plainOptions({ level: 0.1 }) },
  { name: 'high level', fields: fieldsAt(ball(0.42, S, 0.2), { spacing: S }), options: plainOptions({ level: 0.75 }) },
  { name: 'gas', fields: fieldsAt(gas, { spacing: S }), options: plainOptions({ voxel: 0.4 }) },
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
    name: 'block in 2D, two sizes',
    fields: fieldsAt(block([12, 12, 1], 2 * S, 0.2), {
      spacing: (i) => (i % 4 === 0 ? S : 2 * S),
      dimension: 2,
      compression: (i) => 1 + 0.05 * (i % 3),
    }),
    options: plainOptions({ dimension: 2, field: 'characteristic' }),
  },
];

/** Values this close to the level may lie on either side in f32. */
const UNSURE = 2e-5;
/** A vertex keeps this far from the nodes, voxels. */
const NEAREST = 1 / 64;
/** Vertices that normals and fields are checked at. */
const SAMPLE = 800;

describe.each(CASES)('$name', ({ fields, options }) => {
  const reference = new ReferenceField(fields, options),
    voxel = options.voxel * reference.spacing;
  let mesh: SurfaceMesh;
  beforeAll(() => {
    mesh = surfacer.build(fields, options);
  });

  it('has a vertex on every crossed edge of the grid and on no other, where linear interpolation puts it', () => {
    const found = edgesOf(mesh, voxel),
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

function vertices({ positions }: SurfaceMesh): Vec3[] {
  return Array.from({ length: positions.length / 3 }, (_, v) => [
    positions[3 * v]!,
    positions[3 * v + 1]!,
    positions[3 * v + 2]!,
  ]);
}

/** The edge of the grid that a vertex lies on and where on it, or nothing for the vertex in the middle of a cube. */
function edgeOf(x: Vec3, voxel: number): { edge: string; t: number } | undefined {
  const at = x.map((c) => c / voxel),
    off = at.map((c) => Math.abs(c - Math.round(c))),
    axis = off.indexOf(Math.max(...off));
  if (off.some((o, a) => a !== axis && o > 2e-3)) return undefined;
  const node = at.map((c, a) => (a === axis ? Math.floor(c) : Math.round(c)));
  return { edge: `${axis}:${node.join()}`, t: at[axis]! - node[axis]! };
}

function edgesOf(mesh: SurfaceMesh, voxel: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const x of vertices(mesh)) {
    const on = edgeOf(x, voxel);
    if (!on) continue;
    if (found.has(on.edge)) throw new Error(`two vertices on ${on.edge}`);
    found.set(on.edge, on.t);
  }
  return found;
}

/** Every edge of a dense grid that the level crosses, and how exactly it is known where. */
function crossedEdges(reference: ReferenceField, voxel: number): Map<string, { t: number; slack: number }> {
  const { low, size, values } = denseGrid(reference, voxel),
    strides = [1, size[0], size[0] * size[1]] as const;
  const crossed = new Map<string, { t: number; slack: number }>();
  values.forEach((a, n) => {
    const node = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / strides[2])];
    for (let axis = 0; axis < reference.dimension; axis++) {
      if (node[axis] === size[axis]! - 1) continue;
      const b = values[n + strides[axis]!]!,
        unsure = Math.min(Math.abs(a), Math.abs(b)) < UNSURE;
      if (a > 0 === b > 0 && !unsure) continue;
      const t = Math.min(1 - NEAREST, Math.max(NEAREST, a / (a - b)));
      const edge = `${axis}:${node.map((i, k) => i + low[k]!).join()}`;
      crossed.set(edge, { t, slack: unsure ? 1 : UNSURE / Math.abs(a - b) });
    }
  });
  return crossed;
}
