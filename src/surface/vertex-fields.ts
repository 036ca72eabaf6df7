// The particles' fields on the vertices of a surface: numbers are averaged, names (id, substance) are those of the particle that counts most.

import type { VertexField } from '../meshes/surface-mesh.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { FIELD_BYTES } from './layout.ts';

/** The averaged fields, in the order in which they stand in a row; not all particles have the last two. */
const AVERAGED = [
  { name: 'velocity', components: 3 },
  { name: 'density', components: 1 },
  { name: 'mass', components: 1 },
  { name: 'smoothingLength', components: 1 },
  { name: 'temperature', components: 1 },
  { name: 'viscosity', components: 1 },
] as const;
const NAMED = ['id', 'substance'] as const;

/** Numbers in a row; places of fields that the particles do not have are not used. */
const ROW = FIELD_BYTES >> 2;

/** Writes one row per particle. */
export function fieldRows(fields: WorldFields): (rows: Float32Array, source: Uint32Array, count: number) => void {
  return (rows, source, count) => {
    let column = 0;
    for (const { name, components } of AVERAGED) {
      const values = fields[name];
      for (let k = 0; values && k < count; k++) {
        for (let a = 0; a < components; a++) rows[ROW * k + column + a] = values[components * source[k]! + a]!;
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
  const found: Record<string, VertexField> = {};
  let column = 0;
  for (const { name, components } of AVERAGED) {
    if (!fields[name]) {
      column += components;
      continue;
    }
    const values = new Float32Array(components * nearest.length);
    for (let v = 0; v < nearest.length; v++) {
      for (let a = 0; a < components; a++) values[components * v + a] = rows[ROW * v + column + a]!;
    }
    found[name] = { components, values };
    column += components;
  }
  for (const name of NAMED) found[name] = { components: 1, values: nearest.map((particle) => fields[name][particle]!) };
  return found;
}
