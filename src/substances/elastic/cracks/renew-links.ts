// What new facets cut: only pairs that they touch are looked at, only gradients of their ends are found again, here and in the shared
// memory. The result has the same bits as links from scratch.

import * as at from '../../../wasm/layout.ts';
import { Fit, type Links, linkOf, type ReferenceNodes } from '../gradients.ts';
import type { Cutter } from './cutter.ts';
import type { StartGrid } from './start-grid.ts';

/** The words of the shared memory. */
interface Words {
  readonly u32: Uint32Array;
  readonly f64: Float64Array;
}

/**
 * Cuts the links that facets from a number on cross. Returns the nodes whose gradients changed, ascending.
 */
export function cutLinks(
  nodes: ReferenceNodes,
  links: Links,
  cutter: Cutter,
  grid: StartGrid,
  first: number,
): number[] {
  const { facets } = cutter,
    { starts, bodies, reach } = cutter.nodes,
    touched = new Set<number>();
  const cross = (facet: number, i: number, j: number) =>
    facets.crossesFacet(
      facet,
      starts[3 * i]!,
      starts[3 * i + 1]!,
      starts[3 * i + 2]!,
      starts[3 * j]!,
      starts[3 * j + 1]!,
      starts[3 * j + 2]!,
    );
  for (let facet = first; facet < facets.count; facet++) {
    const corners = facets.corners.slice(facets.stride * facet, facets.stride * (facet + 1)),
      of = (a: number) => corners.filter((_, k) => k % 3 === a);
    grid.eachWithin(
      [0, 1, 2].map((a) => Math.min(...of(a))),
      [0, 1, 2].map((a) => Math.max(...of(a))),
      reach,
      (i) => {
        if (bodies[i] !== facets.bodyOf(facet)) return;
        for (let l = links.begins[i]!; l < links.begins[i + 1]!; l++) {
          const j = links.to[l]!;
          if (j < i || links.cut![l] || !cross(facet, i, j)) continue;
          links.cut![l] = links.cut![linkOf(links, j, i)] = 1;
          touched.add(i).add(j);
        }
      },
    );
  }
  const changed = [...touched].sort((a, b) => a - b),
    fit = new Fit(nodes.dimension),
    flat = new Set(links.flat);
  for (const i of changed) if (!fit.node(nodes, links, i)) flat.add(i);
  (links.flat as number[]).splice(0, links.flat.length, ...[...flat].sort((a, b) => a - b));
  return changed;
}

/** Writes the gradients of some nodes where the passes read them: at the nodes, and at those that they are linked to. */
export function rewriteLinks(words: Words, links: Links, nodes: readonly number[]): void {
  for (const n of nodes)
    for (let l = links.begins[n]!; l < links.begins[n + 1]!; l++) {
      const j = links.to[l]!,
        here = wordOf(words, links, n, l),
        there = wordOf(words, links, j, linkOf(links, j, n));
      for (let a = 0; a < 3; a++) {
        words.f64[here + 2 * a] = links.g[3 * l + a]!; //          g_nj
        words.f64[there + 6 + 2 * a] = links.g[3 * l + a]!; //     the g_ji of j
      }
    }
}

/** Where g_nj of a link begins, in words of 8 bytes; lanes of two links lie side by side. */
function wordOf({ u32 }: Words, { begins }: Links, n: number, l: number): number {
  const begin = u32[(u32[at.AT_NODE_LINKS >> 2]! >>> 2) + 2 * n]!,
    k = l - begins[n]!;
  return ((begin + (k >> 1) * at.LINK_BYTES) >>> 3) + 2 + (k & 1);
}
