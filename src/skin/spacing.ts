// How far apart the particles of a body are.

import { KdTree } from '../meshless/search/kd-tree.ts';

/** Mean distance of a particle to its nearest neighbor, m; 1 for a single particle. */
export function spacingOf(positions: Float64Array): number {
  const tree = new KdTree(3, positions),
    count = positions.length / 3;
  let sum = 0;
  for (let i = 0; i < count && count > 1; i++) {
    const other = tree.nearest(positions.subarray(3 * i, 3 * i + 3), 2).find((j) => j !== i)!;
    let square = 0;
    for (let a = 0; a < 3; a++) {
      const d = positions[3 * i + a]! - positions[3 * other + a]!;
      square += d * d;
    }
    sum += Math.sqrt(square);
  }
  return sum > 0 ? sum / count : 1;
}
