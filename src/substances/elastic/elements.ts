// Functions at the nodes of solids, with their values and gradients: what matrices of implicit steps are made of.

import type { Links } from './gradients.ts';

/** What acts at each node of the solids: functions with their values and gradients there. */
export interface Elements {
  /** Functions in all; each has three unknowns. */
  readonly functions: number;
  /** Those at node n from begins[n] to begins[n + 1]. */
  readonly begins: Uint32Array;
  readonly to: Uint32Array;
  readonly values: Float64Array;
  /** Three numbers each, 1/m. */
  readonly gradients: Float64Array;
}

/** The nodes as functions of their own, as the links of solids have them: g_jk of neighbors and −Σ g_jk of their own. */
export function elementsOf({ begins, to, g }: Pick<Links, 'begins' | 'to' | 'g'>): Elements {
  const functions = begins.length - 1,
    elements = {
      functions,
      begins: begins.map((begin, n) => begin + n), // its own is the last
      to: new Uint32Array(to.length + functions),
      values: new Float64Array(to.length + functions),
      gradients: new Float64Array(3 * (to.length + functions)),
    };
  for (let n = 0; n < functions; n++) {
    const own = elements.begins[n + 1]! - 1;
    elements.to[own] = n;
    elements.values[own] = 1;
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      elements.to[l + n] = to[l]!;
      for (let a = 0; a < 3; a++) {
        elements.gradients[3 * (l + n) + a] = g[3 * l + a]!;
        elements.gradients[3 * own + a]! -= g[3 * l + a]!;
      }
    }
  }
  return elements;
}
