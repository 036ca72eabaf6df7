// One piece of a frame by itself.

import type { WorldFields } from './published-fields.ts';

/** Numbers per particle of every field; a field that is missing here does not compile. */
const COMPONENTS: Readonly<Record<Exclude<keyof WorldFields, 'count'>, 1 | 3>> = {
  position: 3,
  velocity: 3,
  density: 1,
  mass: 1,
  smoothingLength: 1,
  id: 1,
  substance: 1,
  parent: 1,
  temperature: 1,
  viscosity: 1,
  piece: 1,
};

/**
 * The particles of one piece, copied: to save or to mesh it by itself. None if there is no such piece.
 * @example
 * const largest = pieceFields(world.fields, 0);
 * const mesh = surfacer.build(largest, surfaceOptions(world.scene));
 */
export function pieceFields(fields: WorldFields & { readonly piece: Uint32Array }, number: number): WorldFields {
  const members: number[] = [];
  for (let i = 0; i < fields.count; i++) if (fields.piece[i] === number) members.push(i);
  const names = Object.keys(COMPONENTS) as (keyof typeof COMPONENTS)[],
    copied = names.flatMap((name) => {
      const values = fields[name];
      return values ? [[name, chosen(values, COMPONENTS[name], members)] as const] : [];
    });
  return { count: members.length, ...Object.fromEntries(copied) } as unknown as WorldFields;
}

function chosen<T extends Float32Array | Uint32Array>(values: T, components: number, members: readonly number[]): T {
  const out = new (values.constructor as new (length: number) => T)(components * members.length);
  for (let k = 0; k < members.length; k++) {
    for (let a = 0; a < components; a++) out[components * k + a] = values[components * members[k]! + a]!;
  }
  return out;
}
