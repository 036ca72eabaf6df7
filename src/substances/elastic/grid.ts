// Bodies too large to be factored, seen coarsely: functions on a grid of cells over the reference shape of each. [ADR 39]

import type { Elements } from './elements.ts';
import type { ReferenceNodes } from './gradients.ts';

/**
 * The functions of a grid at the nodes: linear along each axis between the corners of cells. Each body has its own.
 * @param edge of the cells, m
 */
export function gridElements({ count, dimension, places, bodies }: ReferenceNodes, edge: number): Elements {
  const corners = 1 << dimension,
    numbers = new Map<string, number>(),
    to = new Uint32Array(corners * count),
    values = new Float64Array(corners * count),
    gradients = new Float64Array(3 * corners * count),
    cell = [0, 0, 0],
    part = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    for (let a = 0; a < dimension; a++) {
      const x = places[3 * n + a]! / edge;
      cell[a] = Math.floor(x);
      part[a] = x - cell[a]!;
    }
    for (let corner = 0; corner < corners; corner++) {
      const at = corners * n + corner,
        along = (a: number) => (corner >> a) & 1,
        weight = (a: number) => (a >= dimension ? 1 : along(a) ? part[a]! : 1 - part[a]!),
        key = `${bodies[n]},${cell[0]! + along(0)},${cell[1]! + along(1)},${cell[2]! + along(2)}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      to[at] = numbers.get(key)!;
      values[at] = weight(0) * weight(1) * weight(2);
      for (let a = 0; a < dimension; a++)
        gradients[3 * at + a] = ((along(a) ? 1 : -1) / edge) * weight((a + 1) % 3) * weight((a + 2) % 3);
    }
  }
  const begins = Uint32Array.from({ length: count + 1 }, (_, n) => corners * n);
  return { functions: numbers.size, begins, to, values, gradients };
}
