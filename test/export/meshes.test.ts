// Formats for one surface, read back by three's loaders and judged by manifold-3d: the same bits, still a closed solid.

import type { BufferGeometry, LineSegments, Mesh, Points } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportFrame } from '../../src/export/index.ts';
import { ThixoError, type World } from '../../src/index.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { bufferOf, bytesOf, contextOf, dropFrames, planeFrames, textOf } from './frames.ts';
import { nothing, torus } from './meshes.ts';
import { solidOf } from './solid.ts';

const RING = torus(24, 12, 0.3, 0.1);

let drop: { scene: World['scene']; frames: ExportFrame[] };
let plane: typeof drop;
beforeAll(async () => {
  [drop, plane] = await Promise.all([dropFrames(), planeFrames()]);
});

const valuesOf = (geometry: BufferGeometry, name: string): Float32Array =>
  geometry.getAttribute(name)!.array as Float32Array;

async function surfaceBytes(name: 'ply' | 'obj' | 'stl', surface: SurfaceMesh): Promise<Uint8Array> {
  const context = await contextOf(drop.scene, 'surface', 1);
  return bytesOf(name, [{ ...drop.frames[0]!, surface }], context);
}

describe('PLY', () => {
  const names = {
    velocity: ['vx', 'vy', 'vz'],
    density: ['density'],
    mass: ['mass'],
    h: ['smoothingLength'],
    id: ['id'],
    substance: ['substance'],
  };

  function read(bytes: Uint8Array): BufferGeometry {
    const loader = new PLYLoader();
    loader.setCustomPropertyNameMapping(names);
    return loader.parse(bufferOf(bytes));
  }

  test('holds a surface with normals and every field', async () => {
    const geometry = read(await surfaceBytes('ply', RING));
    expect(valuesOf(geometry, 'position')).toEqual(RING.positions);
    expect(valuesOf(geometry, 'normal')).toEqual(RING.normals);
    expect(Array.from(geometry.index!.array)).toEqual(Array.from(RING.elements));
    expect(valuesOf(geometry, 'velocity')).toEqual(RING.fields.velocity!.values);
    expect(valuesOf(geometry, 'density')).toEqual(RING.fields.density!.values);
    expect(valuesOf(geometry, 'mass')).toEqual(RING.fields.mass!.values);
    expect(valuesOf(geometry, 'h')).toEqual(RING.fields.smoothingLength!.values);
    expect(Array.from(valuesOf(geometry, 'id'))).toEqual(Array.from(RING.fields.id!.values));
    const { genus, volume } = await solidOf(valuesOf(geometry, 'position'), geometry.index!.array);
    expect(genus).toBe(1);
    expect(volume).toBeCloseTo(2 * Math.PI ** 2 * 0.3 * 0.1 ** 2, 2);
  });

  test('holds particles with every field', async () => {
    const [{ fields }] = drop.frames as [ExportFrame];
    const geometry = read(await bytesOf('ply', drop.frames, await contextOf(drop.scene, 'particles', 1)));
    expect(fields.count).toBeGreaterThan(30);
    expect(valuesOf(geometry, 'position')).toEqual(fields.position);
    expect(valuesOf(geometry, 'velocity')).toEqual(fields.velocity);
    expect(valuesOf(geometry, 'density')).toEqual(fields.density);
    expect(Array.from(valuesOf(geometry, 'id'))).toEqual(Array.from(fields.id));
    expect(geometry.index).toBeNull();
  });

  test('holds the outline of a 2D scene as edges', async () => {
    const bytes = await bytesOf('ply', plane.frames, await contextOf(plane.scene, 'surface', 1));
    const text = textOf(bytes);
    expect(text).toContain('element edge 8\nproperty int vertex1\nproperty int vertex2\nend_header\n');
    const { surface } = plane.frames[0]!;
    const edges = new Int32Array(bufferOf(bytes.slice(-64)));
    expect(Array.from(edges)).toEqual(Array.from(surface!.elements));
  });
});

describe('OBJ', () => {
  test('holds a surface with its normals', async () => {
    const { geometry } = new OBJLoader().parse(textOf(await surfaceBytes('obj', RING))).children[0] as Mesh;
    const corner = (values: Float32Array) => expand(values, RING.elements);
    expect(valuesOf(geometry, 'position')).toEqual(corner(RING.positions));
    expect(valuesOf(geometry, 'normal')).toEqual(corner(RING.normals));
    const every = Uint32Array.from({ length: RING.elements.length }, (_, k) => k);
    expect((await solidOf(valuesOf(geometry, 'position'), every)).genus).toBe(1);
  });

  test('holds particles as points', async () => {
    const text = textOf(await bytesOf('obj', drop.frames, await contextOf(drop.scene, 'particles', 1)));
    const points = new OBJLoader().parse(text).children[0] as Points;
    expect(points.type).toBe('Points');
    expect(valuesOf(points.geometry, 'position')).toEqual(drop.frames[0]!.fields.position);
  });

  test('holds the outline of a 2D scene as lines', async () => {
    const text = textOf(await bytesOf('obj', plane.frames, await contextOf(plane.scene, 'surface', 1)));
    const lines = new OBJLoader().parse(text).children[0] as LineSegments;
    const { surface } = plane.frames[0]!;
    expect(lines.type).toBe('LineSegments');
    expect(valuesOf(lines.geometry, 'position')).toEqual(expand(surface!.positions, surface!.elements));
  });
});

describe('STL', () => {
  test('holds a surface with the normals of its triangles', async () => {
    const geometry = new STLLoader().parse(bufferOf(await surfaceBytes('stl', RING)));
    const positions = valuesOf(geometry, 'position');
    expect(positions).toEqual(expand(RING.positions, RING.elements));
    const normals = valuesOf(geometry, 'normal');
    const smooth = expand(RING.normals, RING.elements);
    for (let k = 0; k < normals.length; k += 3) {
      const n = normals.subarray(k, k + 3);
      expect(Math.hypot(...n)).toBeCloseTo(1, 5);
      expect(n[0]! * smooth[k]! + n[1]! * smooth[k + 1]! + n[2]! * smooth[k + 2]!).toBeGreaterThan(0.8);
    }
    const every = Uint32Array.from({ length: RING.elements.length }, (_, k) => k);
    expect((await solidOf(positions, every)).genus).toBe(1);
  });

  test('refuses particles, and surfaces in the plane', async () => {
    const particles = await contextOf(drop.scene, 'particles', 1);
    const outlines = await contextOf(plane.scene, 'surface', 1);
    await expect(bytesOf('stl', drop.frames, particles)).rejects.toThrow(ThixoError);
    await expect(bytesOf('stl', plane.frames, outlines)).rejects.toThrow('EXPORT_IMPOSSIBLE');
  });
});

test.each(['ply', 'obj', 'stl'] as const)('%s holds a surface without triangles', async (name) => {
  const bytes = await surfaceBytes(name, nothing(3));
  if (name === 'ply') expect(new PLYLoader().parse(bufferOf(bytes)).getAttribute('position').count).toBe(0);
  if (name === 'obj') expect(textOf(bytes)).not.toMatch(/^[vf] /m);
  if (name === 'stl') expect(bytes.length).toBe(84);
});

/** The values at the corners of elements, one after the other. */
function expand(values: Float32Array, elements: Uint32Array): Float32Array {
  const out = new Float32Array(3 * elements.length);
  for (const [k, vertex] of elements.entries()) out.set(values.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
  return out;
}
