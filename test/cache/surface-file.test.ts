import { describe, expect, it } from 'vitest';
import { decodeSurface, encodeSurface, isSurface } from '../../src/cache/surface-file.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';

/** A tetrahedron with fields of both types. */
const MESH: SurfaceMesh = {
  dimension: 3,
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  normals: Float32Array.of(-0.6, -0.6, -0.6, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  elements: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  fields: {
    velocity: { components: 3, values: Float32Array.from({ length: 12 }, (_, k) => k / 7) },
    id: { components: 1, values: Uint32Array.of(7, 8, 9, 4_000_000_000) },
  },
};

describe('a surface file', () => {
  it('gives back every bit of a surface, and the same bytes every time', () => {
    const file = encodeSurface(MESH, 'k');
    expect(decodeSurface(file, 'k')).toEqual(MESH);
    expect(Buffer.compare(file, encodeSurface(MESH, 'k'))).toBe(0);
    expect(isSurface(file, 'k')).toBe(true);
  });

  it('holds lines in 2D, and nothing at all', () => {
    const flat: SurfaceMesh = { ...MESH, dimension: 2, elements: Uint32Array.of(0, 1, 1, 2, 2, 0) };
    expect(decodeSurface(encodeSurface(flat, 'k'), 'k')).toEqual(flat);
    const none = new Float32Array(0);
    const nothing: SurfaceMesh = {
      ...{ dimension: 3, positions: none, normals: none, elements: new Uint32Array(0) },
      fields: { velocity: { components: 3, values: none } },
    };
    expect(decodeSurface(encodeSurface(nothing, 'k'), 'k')).toEqual(nothing);
  });

  it('does not count with another key', () => {
    const file = encodeSurface(MESH, 'k');
    expect(decodeSurface(file, 'other')).toBeUndefined();
    expect(isSurface(file, 'other')).toBe(false);
  });

  it('does not count with any flipped bit or any length but its own', () => {
    const file = encodeSurface(MESH, 'k');
    for (let at = 0; at < file.length; at++) {
      const broken = Uint8Array.from(file);
      broken[at]! ^= 1 << (at % 8);
      expect([at, isSurface(broken, 'k'), decodeSurface(broken, 'k')]).toEqual([at, false, undefined]);
    }
    for (const length of [0, 7, 16, 40, file.length - 1])
      expect(decodeSurface(file.subarray(0, length), 'k')).toBeUndefined();
    expect(decodeSurface(Buffer.concat([file, Buffer.of(0)]), 'k')).toBeUndefined();
  });

  it.each<[what: string, mesh: SurfaceMesh]>([
    ['an element names a vertex that is not there', { ...MESH, elements: Uint32Array.of(0, 1, 4) }],
    ['there is not a normal for every vertex', { ...MESH, normals: MESH.normals.subarray(0, 9) }],
    ['a field is too short', { ...MESH, fields: { id: { components: 1, values: Uint32Array.of(1, 2) } } }],
  ])('does not count if %s, although its checksum fits', (_, mesh) => {
    const file = encodeSurface(mesh, 'k');
    expect(isSurface(file, 'k')).toBe(true);
    expect(decodeSurface(file, 'k')).toBeUndefined();
  });
});
