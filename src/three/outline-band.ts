// The outline of a 2D substance as a band of triangles, because lines in a browser are one pixel wide.

import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';

/** A band along an outline, `width` m wide to the inside, that faces +z. */
export function outlineBand(outline: SurfaceMesh, width: number): SurfaceMesh {
  const vertices = outline.positions.length / 3,
    positions = new Float32Array(6 * vertices),
    normals = new Float32Array(6 * vertices),
    elements = new Uint32Array(3 * outline.elements.length);
  positions.set(outline.positions);
  for (let k = 0; k < 3 * vertices; k++)
    positions[3 * vertices + k] = outline.positions[k]! - width * outline.normals[k]!;
  for (let k = 2; k < normals.length; k += 3) normals[k] = 1;
  for (let k = 0; k < outline.elements.length; k += 2) {
    const a = outline.elements[k]!,
      b = outline.elements[k + 1]!;
    elements.set([a, b, b + vertices, b + vertices, a + vertices, a], 3 * k);
  }
  const fields = Object.fromEntries(
    Object.entries(outline.fields).map(([name, field]): [string, VertexField] => [name, twice(field)]),
  );
  return { dimension: 3, positions, normals, elements, fields };
}

/** The same values once more behind themselves. */
function twice({ components, values }: VertexField): VertexField {
  const doubled =
    values instanceof Float32Array ? new Float32Array(2 * values.length) : new Uint32Array(2 * values.length);
  doubled.set(values);
  doubled.set(values, values.length);
  return { components, values: doubled };
}
