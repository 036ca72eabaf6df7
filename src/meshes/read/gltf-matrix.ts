// Transforms of glTF nodes: 4×4 matrices column by column, whose last row is 0 0 0 1.

import { type GltfJson, listIn } from './gltf-json.ts';

/** Sixteen numbers, column by column. */
export type Matrix4 = readonly number[];

/** The transform that changes nothing. */
export const IDENTITY4: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The matrix of a node, or made of its scale, rotation (a quaternion x, y, z, w) and translation; undefined if they are no numbers. */
export function nodeMatrix(node: GltfJson): Matrix4 | undefined {
  const read = (key: string, fallback: readonly number[]): readonly number[] | undefined => {
    if (node[key] === undefined) return fallback;
    const list = listIn(node, key);
    return list.length === fallback.length && list.every(Number.isFinite) ? (list as readonly number[]) : undefined;
  };
  const matrix = read('matrix', IDENTITY4);
  if (node.matrix !== undefined) return matrix;
  const [t, r, s] = [read('translation', [0, 0, 0]), read('rotation', [0, 0, 0, 1]), read('scale', [1, 1, 1])];
  if (!t || !r || !s) return undefined;
  const [x, y, z, w] = r as [number, number, number, number];
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return [...columns.flatMap((column, k) => [...column.map((c) => c * s[k]!), 0]), ...t, 1];
}

/** First b, then a. */
export function composed(a: Matrix4, b: Matrix4): Matrix4 {
  return b.map((_, n) => {
    const column = n - (n % 4),
      row = n % 4;
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[row + 4 * k]! * b[column + k]!, 0);
  });
}

/** A point moved by a matrix. */
export function transformed(m: Matrix4, x: number, y: number, z: number): [number, number, number] {
  return [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ];
}

/** Whether a matrix turns left into right. */
export function isMirrored(m: Matrix4): boolean {
  const determinant =
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
    m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!);
  return determinant < 0;
}
