// Every field that particles of any scene can have, and which of them frames, surfaces, files and colors use. Nobody else keeps a list.

import { TABLE_ROWS } from '../particles/field-rows.ts';
import type { ColorName, FieldColor, FieldRow } from '../particles/fields.ts';
import { allFacts } from './family-facts.ts';

/** The rows of the table, then those that families of substances bring. */
export function knownFields(): readonly FieldRow[] {
  return [...TABLE_ROWS, ...allFacts().flatMap(({ fields = [] }) => fields)];
}

/** A row of a field that one can color by. */
export type ColorRow = FieldRow & { readonly color: FieldColor };

/** What the outside sees of a particle, in the order of files. */
export function publishedFields(rows: readonly FieldRow[] = knownFields()): FieldRow[] {
  return rows.filter((row) => row.published !== undefined).sort((a, b) => a.published! - b.published!);
}

/** What a frame holds of a particle, in the order of the file. */
export function frameFields(): FieldRow[] {
  return publishedFields().filter(({ lifetime, framed }) => lifetime === 'state' || framed === true);
}

/** The fields of exported particles, in the order of files. */
export function exportedFields(): FieldRow[] {
  return publishedFields().filter((row) => row.export !== false);
}

/** What the vertices of a surface have: first the means, then what they take from the nearest particle. */
export function vertexFieldRows(): { readonly mean: readonly FieldRow[]; readonly nearest: readonly FieldRow[] } {
  const of = (kind: FieldRow['vertex']) => publishedFields().filter(({ vertex }) => vertex === kind);
  return { mean: of('mean'), nearest: of('nearest') };
}

/** The fields that one can color by, in the order of the reference: substances, real numbers, whole numbers, pieces. */
export function colorFields(): readonly ColorRow[] {
  const rank = ({ lifetime, type, color }: ColorRow): number =>
    color.category ? (lifetime === 'derived' ? 3 : 0) : type === 'f64' ? 1 : 2;
  return publishedFields()
    .filter((row): row is ColorRow => row.color !== undefined)
    .sort((a, b) => rank(a) - rank(b));
}

/** Name of a field in `look.colorBy`. */
export function colorName({ name, color }: ColorRow): ColorName {
  return (color.by ?? name) as ColorName;
}

/** What coloring by a field means, in a sentence. */
export function colorMeaning({ unit, unit2D, color }: ColorRow): string {
  const units = unit2D ? `, ${unit} (${unit2D} in 2D)` : unit && `, ${unit}`;
  return color.meaning ?? `By ${color.title.toLowerCase()}${units}.`;
}

/** The field that colors by this name stand for. */
export function fieldOfColor(by: ColorName): ColorRow {
  return colorFields().find((row) => colorName(row) === by)!;
}

/** Whether particles keep their value of a field as long as they live. */
export function isKept(name: string): boolean {
  return knownFields().some((row) => row.name === name && row.kept === true);
}

/** The values of a field by its name, where these fields have it. */
export function fieldValues(fields: object, name: string): Float32Array | Uint32Array | undefined {
  return (fields as Readonly<Record<string, Float32Array | Uint32Array | undefined>>)[name];
}
