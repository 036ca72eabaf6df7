// The particles' fields on the vertices of a surface, as their rows say: averaged, or those of the particle that counts most (id, substance).

import type { VertexField } from '../meshes/surface-mesh.ts';
import { fieldValues, vertexFieldRows } from '../substances/known-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Numbers in a row at least: a vertex takes eight at once. */
const LEAST = 8;

/** Numbers in the row of a particle or vertex: all fields that are averaged, up to a multiple of four. */
export function rowNumbers(): number {
  const { mean } = vertexFieldRows();
  return Math.max(LEAST, 4 * Math.ceil(mean.reduce((sum, { components }) => sum + components, 0) / 4));
}

/** Writes one row per particle; places of fields that the particles do not have are not used. */
export function fieldRows(fields: WorldFields): (rows: Float32Array, source: Uint32Array, count: number) => void {
  const width = rowNumbers();
  return (rows, source, count) => {
    let column = 0;
    for (const { name, components } of vertexFieldRows().mean) {
      const values = fieldValues(fields, name);
      for (let k = 0; values && k < count; k++) {
        for (let a = 0; a < components; a++) rows[width * k + column + a] = values[components * source[k]! + a]!;
      }
      column += components;
    }
  };
}

/** Takes the fields of the vertices apart. `nearest` names particles of `fields`. */
export function vertexFields(
  fields: WorldFields,
  nearest: Uint32Array,
  rows: Float32Array,
): Readonly<Record<string, VertexField>> {
  const found: Record<string, VertexField> = {},
    kinds = vertexFieldRows(),
    width = rowNumbers();
  let column = 0;
  for (const { name, components } of kinds.mean) {
    if (fieldValues(fields, name)) {
      const values = new Float32Array(components * nearest.length);
      for (let v = 0; v < nearest.length; v++) {
        for (let a = 0; a < components; a++) values[components * v + a] = rows[width * v + column + a]!;
      }
      found[name] = { components, values };
    }
    column += components;
  }
  for (const { name, components, type } of kinds.nearest) {
    const values = fieldValues(fields, name);
    if (!values) continue;
    const own = new (type === 'f64' ? Float32Array : Uint32Array)(components * nearest.length);
    for (let v = 0; v < nearest.length; v++) {
      for (let a = 0; a < components; a++) own[components * v + a] = values[components * nearest[v]! + a]!;
    }
    found[name] = { components, values: own };
  }
  return found;
}
