// The parts that a broken solid consists of: what hangs together by links that are not cut.

import type { Links } from '../gradients.ts';

/**
 * The part of every node: the lowest node that it hangs together with. Nodes hang together if a link between them is not cut and one of them
 * has a stress; crumbs hold nothing.
 */
export function partsOfNodes({ begins, to, cut, flat }: Links): Uint32Array {
  const count = begins.length - 1,
    parent = Uint32Array.from({ length: count }, (_, n) => n),
    isCrumb = new Uint8Array(count);
  for (const n of flat) isCrumb[n] = 1;
  const root = (n: number): number => {
    while (parent[n] !== n) {
      parent[n] = parent[parent[n]!]!;
      n = parent[n]!;
    }
    return n;
  };
  for (let n = 0; n < count; n++)
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const j = to[l]!;
      if (j < n || cut?.[l] || (isCrumb[n] && isCrumb[j])) continue;
      const a = root(n),
        b = root(j);
      if (a < b) parent[b] = a;
      else parent[a] = b;
    }
  return parent.map((_, n) => root(n));
}
