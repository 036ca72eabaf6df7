// Makes the mesh of a cube of edge 1 with rounded edges, for skins of jelly: `tsx tools/make-cube.ts cube.obj`. The same bytes every time.

import { writeFileSync } from 'node:fs';

/** Where its sides are cut, and how far edges are rounded, over half an edge. */
const CUTS = [-1, -0.94, -0.8, -0.4, 0, 0.4, 0.8, 0.94, 1];
const ROUND = 0.2;
const last = CUTS.length - 1;

const numbers = new Map<string, number>(),
  vertices: string[] = [],
  faces: string[] = [];

/** The number of the vertex at a place of the grid, moved onto the rounded surface. */
function vertexAt(place: readonly number[]): number {
  const key = place.join(' '),
    known = numbers.get(key);
  if (known !== undefined) return known;
  const point = place.map((k) => CUTS[k]!),
    core = point.map((c) => Math.min(Math.max(c, ROUND - 1), 1 - ROUND)),
    off = point.map((c, a) => c - core[a]!),
    length = Math.hypot(...off),
    moved = core.map((c, a) => (c + (ROUND * off[a]!) / length) / 2),
    number = vertices.push(`v ${moved.map((c) => Number(c.toFixed(4))).join(' ')}`);
  numbers.set(key, number);
  return number;
}

for (let axis = 0; axis < 3; axis++) {
  for (const side of [0, last]) {
    for (let i = 0; i < last; i++) {
      for (let j = 0; j < last; j++) {
        const corner = (di: number, dj: number): number => {
          const place = [0, 0, 0];
          place[axis] = side;
          place[(axis + 1) % 3] = i + di;
          place[(axis + 2) % 3] = j + dj;
          return vertexAt(place);
        };
        const around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        faces.push(`f ${(side === 0 ? around.reverse() : around).join(' ')}`);
      }
    }
  }
}

const [file = 'cube.obj'] = process.argv.slice(2);
writeFileSync(
  file,
  `# A cube with rounded edges, made by tools/make-cube.ts; edge 1\n${[...vertices, ...faces].join('\n')}\n`,
);
process.stdout.write(`${file}: ${vertices.length} vertices, ${faces.length} faces\n`);
