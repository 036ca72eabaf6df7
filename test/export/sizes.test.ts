// Every format with odd numbers of things, in odd places; the same bytes every time; and large meshes.

import fc from 'fast-check';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ExportContext, type ExportFrame, FORMATS, type FormatName, type What } from '../../src/export/index.ts';
import { BUBBLE, type FoamParticles } from '../../src/foam/foam-particles.ts';
import { World } from '../../src/index.ts';
import type { SurfaceMesh, VertexField } from '../../src/meshes/surface-mesh.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { fuzzed, holdsAsync } from '../helpers/holds.ts';
import { bufferOf, bytesOf, contextOf, DROP, keep, textOf } from './frames.ts';
import { torus } from './meshes.ts';
import { readVtk } from './vtk-file.ts';

let contexts: Record<What, ExportContext>;
beforeAll(async () => {
  using world = await World.create(DROP);
  const of = (what: What) => contextOf(world.scene, what, 1);
  contexts = { surface: await of('surface'), particles: await of('particles'), foam: await of('foam') };
});

/** Also places that nobody can simulate; further out, sums of squares and sizes of pictures are no numbers any more. */
const anyFloat = fc.float({ min: Math.fround(-1e30), max: Math.fround(1e30), noNaN: true });

/** Particles anywhere that a number can say. */
const anyFields: fc.Arbitrary<WorldFields> = fc.integer({ min: 0, max: 5 }).chain((count) => {
  const floats = (per: number, value = anyFloat) =>
    fc.array(value, { minLength: per * count, maxLength: per * count }).map((values) => Float32Array.from(values));
  const positive = fc.float({ min: Math.fround(1e-6), max: Math.fround(1e6), noNaN: true });
  return fc.record({
    count: fc.constant(count),
    position: floats(3),
    velocity: floats(3),
    density: floats(1, positive),
    mass: floats(1, positive),
    smoothingLength: floats(1, positive),
    id: fc
      .uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: count, maxLength: count })
      .map((ids) => Uint32Array.from(ids.sort((a, b) => a - b))),
    substance: fc.constant(new Uint32Array(count)),
  });
});

/** The particles as a surface of which some vertices form triangles. */
function surfaceOf(fields: WorldFields): SurfaceMesh {
  const { count, position, velocity, density, mass, smoothingLength, id, substance } = fields;
  const named: Record<string, VertexField> = { velocity: { components: 3, values: velocity } };
  for (const [name, values] of Object.entries({ density, mass, smoothingLength, id, substance })) {
    named[name] = { components: 1, values };
  }
  const normals = position.map((_, k) => (k % 3 === 1 ? 1 : 0));
  const elements = Uint32Array.from({ length: 3 * Math.floor(count / 3) }, (_, k) => k);
  return { dimension: 3, positions: position, normals, elements, fields: named };
}

/** The particles as bubbles. */
function foamOf({ count, position, velocity, mass }: WorldFields): FoamParticles {
  return { count, position, velocity, kind: new Uint32Array(count).fill(BUBBLE), age: mass, life: mass, radius: mass };
}

test.each(Object.keys(FORMATS) as FormatName[])(
  '%s takes few or no things anywhere, and gives the same bytes again',
  fuzzed,
  async (name) => {
    await holdsAsync(
      fc.asyncProperty(anyFields, fc.constantFrom<What>('surface', 'particles', 'foam'), async (fields, what) => {
        if (FORMATS[name].refuse(contexts[what])) return;
        const frame: ExportFrame = { frame: 7, time: 0.28, fields, surface: surfaceOf(fields), foam: foamOf(fields) };
        const bytes = await bytesOf(name, [frame], contexts[what]);
        expect(Buffer.compare(bytes, await bytesOf(name, [frame], contexts[what]))).toBe(0);
        expect(bytes.length).toBeGreaterThan(20);
        if (name === 'ply')
          expect(new PLYLoader().parse(bufferOf(bytes)).getAttribute('position').array).toEqual(fields.position);
        if (name === 'vtk') expect(readVtk(bytes).arrays.get('Points/Points')).toEqual(fields.position);
        if (name === 'obj') expect(verticesIn(textOf(bytes))).toEqual(Array.from(fields.position));
      }),
      { numRuns: 40 },
    );
  },
);

function verticesIn(text: string): number[] {
  return [...text.matchAll(/^v (.*)$/gm)].flatMap(([, line]) => line!.split(' ').map((x) => Math.fround(Number(x))));
}

describe('300,000 triangles', () => {
  test.each(['ply', 'obj', 'stl', 'vtk', 'pov', 'usda'] as const)('fit into %s', async (name) => {
    const surface = torus(500, 300, 1, 0.3);
    const fields = await particles();
    const bytes = await bytesOf(name, [{ frame: 0, time: 0, fields, surface }], contexts.surface);
    expect(bytes.length).toBeGreaterThan(12 * 300_000);
    if (name === 'obj') expect(textOf(bytes.subarray(-64))).toContain(`f ${surface.elements.at(-3)! + 1}//`);
  });
});

async function particles(): Promise<WorldFields> {
  using world = await World.create(DROP);
  return keep(world.fields);
}
