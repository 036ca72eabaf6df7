// The part of a surface that belongs to one substance. Surfaces of separate substances share no triangle, so nothing is cut.

import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';

/** The triangles whose first corner is of a substance, with the vertices they need. */
export function partOfSurface(surface: SurfaceMesh, substance: number): SurfaceMesh {
  const { positions, normals, elements, fields } = surface;
  const owner = fields['substance']?.values;
  const kept: number[] = [];
  const place = new Int32Array(positions.length / 3).fill(-1);
  const corners: number[] = [];
  for (let t = 0; t < elements.length; t += 3) {
    if ((owner?.[elements[t]!] ?? 0) !== substance) continue;
    for (let k = t; k < t + 3; k++) {
      const v = elements[k]!;
      if (place[v]! < 0) place[v] = kept.push(v) - 1;
      corners.push(place[v]!);
    }
  }
  const chosen = <T extends Float32Array | Uint32Array>(values: T, components: number): T => {
    const out = new (values.constructor as new (length: number) => T)(components * kept.length);
    for (const [k, v] of kept.entries()) {
      for (let c = 0; c < components; c++) out[components * k + c] = values[components * v + c]!;
    }
    return out;
  };
  const own: Record<string, VertexField> = {};
  for (const [name, { components, values }] of Object.entries(fields))
    own[name] = { components, values: chosen(values, components) };
  return {
    dimension: surface.dimension,
    positions: chosen(positions, 3),
    normals: chosen(normals, 3),
    elements: Uint32Array.from(corners),
    fields: own,
  };
}
