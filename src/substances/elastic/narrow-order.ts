// In which order functions are eliminated, so that those which share an element stand close to each other.

import type { Elements } from './elements.ts';

/** The order of Cuthill and McKee: functions that share an element come close to each other. */
export function narrowOrder(elements: Elements): Uint32Array {
  const { begins, to } = sharers(elements),
    count = elements.functions,
    order = new Uint32Array(count).fill(count),
    degree = (n: number) => begins[n + 1]! - begins[n]!;
  let next = 0;
  const spread = (start: number, mark: (n: number) => boolean): number[] => {
    const list = [start];
    mark(start);
    for (let at = 0; at < list.length; at++) {
      const near = [...to.subarray(begins[list[at]!]!, begins[list[at]! + 1]!)].sort(
        (a, b) => degree(a) - degree(b) || a - b,
      );
      for (const n of near) if (mark(n)) list.push(n);
    }
    return list;
  };
  for (let n = 0; n < count; n++) {
    if (order[n]! < count) continue;
    let far = n;
    for (let k = 0; k < 2; k++) {
      const seen = new Set<number>();
      far = spread(far, (m) => !seen.has(m) && seen.add(m) !== undefined).at(-1)!;
    }
    spread(far, (m) => {
      if (order[m]! < count) return false;
      order[m] = next++;
      return true;
    });
  }
  return order;
}

/** Functions that share an element with each: where every node has a function of its own, the elements themselves say enough. */
function sharers({ functions, begins, to }: Elements): Pick<Elements, 'begins' | 'to'> {
  if (functions === begins.length - 1) return { begins, to };
  const sets = Array.from({ length: functions }, () => new Set<number>());
  for (let n = 0; n + 1 < begins.length; n++)
    for (let p = begins[n]!; p < begins[n + 1]!; p++)
      for (let q = begins[n]!; q < begins[n + 1]!; q++) sets[to[p]!]!.add(to[q]!);
  const ends = new Uint32Array(functions + 1);
  sets.forEach((set, n) => {
    ends[n + 1] = ends[n]! + set.size;
  });
  return { begins: ends, to: Uint32Array.from(sets.flatMap((set) => [...set])) };
}

/** Of each place in the order, the first that shares an element with it. */
export function firstColumns({ begins, to }: Elements, order: Uint32Array): Uint32Array {
  const firsts = Uint32Array.from(order.keys());
  for (let n = 0; n + 1 < begins.length; n++) {
    const near = to.subarray(begins[n]!, begins[n + 1]!);
    let least = order.length;
    for (const j of near) least = Math.min(least, order[j]!);
    for (const j of near) firsts[order[j]!] = Math.min(firsts[order[j]!]!, least);
  }
  return firsts;
}
