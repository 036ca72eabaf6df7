// What readers of mesh files share: what they give, and how they refuse.

import { problem, ThixoError } from '../../problem.ts';
import type { TriangleSet } from '../../shapes/triangle-set.ts';
import type { MeshPaint } from './paint.ts';

/** The mesh of a file, as it is in there: nothing repaired, and in the units and axes of the file. */
export interface MeshFile {
  readonly triangleSet: TriangleSet;
  /** What is in the file beside triangles and was left out: points, lines, faces with less than three corners. */
  readonly skipped: number;
  /** Colors of the vertices, if the file has them: sRGB, one byte each for red, green and blue. */
  readonly colors?: Uint8Array | undefined;
  /** Texture coordinates and pictures, if they were asked for and the file has them. */
  readonly paint?: MeshPaint | undefined;
}

/** What a reader needs to know beside the bytes. */
export interface ReadContext {
  /** Name of the file, for messages. */
  readonly name: string;
  /** Most triangles. */
  readonly most: number;
  /** Reads a file that the mesh names, by its path as the mesh has it. Given if the paint of the mesh is wanted. */
  readonly side?: ((path: string) => Uint8Array) | undefined;
}

/** Where a file is wrong: a line, from 1, or a byte, from 0. */
export type Spot = { readonly line: number } | { readonly offset: number };

/** The error of a file that cannot be understood. */
export function refusal({ name }: ReadContext, spot: Spot, message: string, hint: string): ThixoError {
  if ('line' in spot) {
    const found = problem('ASSET_INVALID', '', `${name}, line ${spot.line}: ${message}`, hint);
    return new ThixoError([{ ...found, place: `${name}:${spot.line}:1` }]);
  }
  const found = problem('ASSET_INVALID', '', `${name}, byte ${spot.offset}: ${message}`, hint);
  return new ThixoError([{ ...found, offset: spot.offset }]);
}

/** The error of a file with more triangles than allowed, or more vertices than these can have. */
export function tooManyTriangles(
  { name, most }: ReadContext,
  what: 'triangles' | 'vertices' = 'triangles',
): ThixoError {
  const message = `${name} has more than ${what === 'vertices' ? 3 * most : most} ${what}.`;
  return new ThixoError([problem('LIMIT_TRIANGLES', '', message, 'Simplify the mesh, or raise --limits triangles.')]);
}

/** A text for messages, cut to a length that can be read. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** Any value of a JSON text for messages. Never `String(value)`: an object may have a `toString` of its own, which is not a function. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return 'a list';
  if (value === undefined) return 'nothing';
  return typeof value === 'object' && value !== null ? 'an object' : `${value}`;
}

/** Whether a number can be a coordinate: meshes are kept in single precision, where 1e39 is not finite. */
export function isCoordinate(x: number): boolean {
  return Number.isFinite(Math.fround(x));
}
