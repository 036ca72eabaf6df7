// Which unknowns meet in one term of an energy: the places of its matrix.

import type { Rows, ShapeField } from './shape-field.ts';

/** Which particles share a row, and so a block of the matrix. */
export function couplings(field: ShapeField, ...targets: readonly { readonly rows: Rows }[]): number[][] {
  const sets = Array.from({ length: field.count }, (_, i) => new Set([i]));
  for (const { starts, particles } of [field.atParticles, ...targets.map(({ rows }) => rows)]) {
    for (let k = 0; k + 1 < starts.length; k++) {
      const row = particles.subarray(starts[k]!, starts[k + 1]!);
      for (const i of row) for (const j of row) sets[i]!.add(j);
    }
  }
  return sets.map((set) => [...set].sort((a, b) => a - b));
}
