// Small closed meshes with fields: what exporters are tried on.

import type { SurfaceMesh, VertexField } from '../../src/meshes/surface-mesh.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';

/** Fields with a different value at every vertex. */
function fieldsFor(count: number): Record<string, VertexField> {
  const scalars = (scale: number) => Float32Array.from({ length: count }, (_, i) => Math.fround(scale * (1 + i / 7)));
  return {
    velocity: { components: 3, values: Float32Array.from({ length: 3 * count }, (_, k) => Math.sin(k)) },
    density: { components: 1, values: scalars(1000) },
    mass: { components: 1, values: scalars(0.01) },
    smoothingLength: { components: 1, values: scalars(0.02) },
    id: { components: 1, values: Uint32Array.from({ length: count }, (_, i) => 3 * i + 1) },
    substance: { components: 1, values: new Uint32Array(count) },
  };
}

/** A ball whose triangles come from an octahedron, each cut into `cuts`² parts. */
export function ball(cuts: number, radius: number, center: Vec3 = [0, 0, 0]): SurfaceMesh {
  const vertices = new Map<string, number>();
  const normals: number[] = [];
  const vertexAt = (...p: [number, number, number]): number => {
    const key = p.join();
    const found = vertices.get(key);
    if (found !== undefined) return found;
    const length = Math.hypot(...p);
    normals.push(...p.map((x) => x / length));
    vertices.set(key, vertices.size);
    return vertices.size - 1;
  };
  const elements: number[] = [];
  for (const [sx, sy, sz] of SIGNS) {
    const corner = (i: number, j: number) => vertexAt(sx * i, sy * j, sz * (cuts - i - j));
    const add = (a: number, b: number, c: number) => elements.push(...(sx * sy * sz > 0 ? [a, b, c] : [a, c, b]));
    for (let i = 0; i < cuts; i++) {
      for (let j = 0; i + j < cuts; j++) {
        add(corner(i, j), corner(i + 1, j), corner(i, j + 1));
        if (i + j + 1 < cuts) add(corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1));
      }
    }
  }
  const unit = Float32Array.from(normals);
  const positions = unit.map((x, k) => center[k % 3]! + radius * x);
  return {
    dimension: 3,
    positions,
    normals: unit,
    elements: Uint32Array.from(elements),
    fields: fieldsFor(unit.length / 3),
  };
}

const SIGNS = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));

/** A circle of segments in the plane, the substance on the left. */
export function circle(segments: number, radius: number): SurfaceMesh {
  const around = Array.from({ length: segments }, (_, k) => (2 * Math.PI * k) / segments);
  const normals = Float32Array.from(around.flatMap((angle) => [Math.cos(angle), Math.sin(angle), 0]));
  const elements = Uint32Array.from(around.flatMap((_, k) => [k, (k + 1) % segments]));
  return { dimension: 2, positions: normals.map((x) => radius * x), normals, elements, fields: fieldsFor(segments) };
}

/** A mesh without vertices. */
export function nothing(dimension: 2 | 3): SurfaceMesh {
  const none = new Float32Array(0);
  return { dimension, positions: none, normals: none, elements: new Uint32Array(0), fields: fieldsFor(0) };
}

/** A ring, for a mesh with a hole. */
export function torus(around: number, across: number, radius: number, thickness: number): SurfaceMesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const elements: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const normal = [Math.cos(u) * Math.cos(v), Math.sin(v), -Math.sin(u) * Math.cos(v)];
      normals.push(...normal);
      positions.push(...[Math.cos(u), 0, -Math.sin(u)].map((x, k) => radius * x + thickness * normal[k]!));
      const [a, b] = [i * across + j, ((i + 1) % around) * across + j];
      const [c, d] = [i * across + ((j + 1) % across), ((i + 1) % around) * across + ((j + 1) % across)];
      elements.push(a, b, d, a, d, c);
    }
  }
  const fields = fieldsFor(around * across);
  return {
    dimension: 3,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    elements: Uint32Array.from(elements),
    fields,
  };
}
