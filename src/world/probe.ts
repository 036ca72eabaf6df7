// What the particles around a place say of it: means of their fields, by distance and volume. Goes through all particles; for many places
// at once, `thixo/meshless` has searches and higher orders.

import type { Vec3 } from '../shapes/shape.ts';
import { fieldValues, vertexFieldRows } from '../substances/known-fields.ts';
import type { WorldFields } from './published-fields.ts';

/** Fields at a place by their names, in their units: numbers, or x, y, z of vectors. */
export type Probe = Readonly<Record<string, number | Vec3>>;

/**
 * The fields at a place (m): velocity (m/s), density (kg/m³), and where particles have them temperature (K), viscosity (Pa·s), strain, stress
 * (Pa), plasticStrain and so on. Shepard means over the particles within two smoothing lengths; undefined where there is none.
 * @example const { stress, plasticStrain } = probe(world.fields, [0.02, 0.33, 0.03]) ?? {};
 */
export function probe(fields: WorldFields, [x, y, z]: Vec3): Probe | undefined {
  const { count, position, mass, density, smoothingLength } = fields,
    near: { readonly i: number; readonly share: number }[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const [dx, dy, dz] = [position[3 * i]! - x, position[3 * i + 1]! - y, position[3 * i + 2]! - z],
      reach = 2 * smoothingLength[i]!,
      left = 1 - (dx * dx + dy * dy + dz * dz) / (reach * reach);
    if (!(left > 0)) continue;
    const share = (mass[i]! / density[i]!) * left * left * left;
    near.push({ i, share });
    total += share;
  }
  if (!(total > 0)) return undefined;
  const found = vertexFieldRows().mean.flatMap(({ name, components }) => {
    const values = fieldValues(fields, name);
    if (!values) return [];
    const mean = (a: number): number =>
      near.reduce((sum, { i, share }) => sum + share * values[components * i + a]!, 0) / total;
    return [[name, components === 3 ? ([mean(0), mean(1), mean(2)] as const) : mean(0)] as const];
  });
  return Object.fromEntries(found);
}
