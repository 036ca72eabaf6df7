// One piece of a frame by itself.

import { fieldValues, publishedFields } from '../substances/known-fields.ts';
import type { WorldFields } from './published-fields.ts';

/**
 * The particles of one piece, copied: to save or to mesh it by itself. None if there is no such piece. Obstacles are where they are.
 * @example
 * const largest = pieceFields(world.fields, 0);
 * const mesh = surfacer.build(largest, surfaceOptions(world.scene));
 */
export function pieceFields(fields: WorldFields & { readonly piece: Uint32Array }, number: number): WorldFields {
  const members: number[] = [];
  for (let i = 0; i < fields.count; i++) if (fields.piece[i] === number) members.push(i);
  return chosenFields(fields, members);
}

/** Some of the particles by themselves, copied. */
export function chosenFields(fields: WorldFields, members: readonly number[]): WorldFields {
  const copied = publishedFields().flatMap(({ name, components }) => {
    const values = fieldValues(fields, name);
    return values ? [[name, chosen(values, components, members)] as const] : [];
  });
  const { poses } = fields;
  return { count: members.length, ...Object.fromEntries(copied), ...(poses && { poses }) } as unknown as WorldFields;
}

function chosen<T extends Float32Array | Uint32Array>(values: T, components: number, members: readonly number[]): T {
  const out = new (values.constructor as new (length: number) => T)(components * members.length);
  for (let k = 0; k < members.length; k++) {
    for (let a = 0; a < components; a++) out[components * k + a] = values[components * members[k]! + a]!;
  }
  return out;
}
