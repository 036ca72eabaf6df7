// The table of fields as a list, and the fields that the particles of one world have.

import { type Feature, FIELDS, type FieldColumns, type FieldRow } from './fields.ts';

/** Every row of the table. */
export const TABLE_ROWS: readonly FieldRow[] = Object.entries<FieldColumns>(FIELDS).map(([name, row]) => ({
  name,
  ...row,
}));

/**
 * The fields that the particles of a world store, in the order in which they are saved: those of the table, then what its families bring.
 * @example fieldsOf(['heat'], [{ name: 'wear', type: 'f64', components: 1, lifetime: 'state', unit: '', meaning: 'how worn' }])
 */
export function fieldsOf(features: readonly Feature[], extra: readonly FieldRow[] = []): readonly FieldRow[] {
  return [...TABLE_ROWS, ...extra].filter((row) => row.lifetime === 'state' && hasFeature(row, features));
}

/** Whether worlds with these features have a field or an array. */
export function hasFeature({ feature }: { readonly feature?: Feature }, features: readonly Feature[]): boolean {
  return feature === undefined || features.includes(feature);
}

/** Bytes one particle takes in a field. */
export function fieldBytes(row: Pick<FieldRow, 'components' | 'type'> & { readonly words?: number }): number {
  return row.components * (row.type === 'f64' ? 8 : 4 * (row.words ?? 1));
}

/** Bytes of one particle's state. */
export function stateBytes(rows: readonly FieldRow[]): number {
  return rows.reduce((sum, row) => sum + fieldBytes(row), 0);
}
