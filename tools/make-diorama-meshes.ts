// Writes what is only seen: the landscapes of flow-down-terrain and its large twin, a block of meadow with earth below it, rocks and firs, just inside of
// the planes, balls and rods on which the substance flows. Run with `tsx tools/make-diorama-meshes.ts`.

import { writeFileSync } from 'node:fs';
import { dice, noise } from '../src/render/pattern.ts';

type Point = readonly [x: number, y: number, z: number];

interface Mesh {
  readonly points: Point[];
  readonly faces: number[][];
}

interface Rock {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
}

/** The block, m, and its grid. */
const BLOCK = { x: [-2.1, 1.5], z: [-1.3, 1.2], bottom: -0.14, columns: 60, rows: 42 } as const;

/** How far what is seen lies below what is touched, m. */
const GAP = 0.012;

/** Where the substance comes: half the width of the valley, m. Beyond it hills may rise above the planes. */
const VALLEY = 0.8;

const clamp = (t: number): number => Math.min(Math.max(t, 0), 1);

/** The ground: two planes that make a valley and one that closes it, as in the scene, hollowed a little, with hills beside the valley. */
function height(x: number, z: number): number {
  const valley = Math.max(-0.4495 * x + 0.4878 * Math.abs(z), 0.4663 * (x - 0.05));
  const beside = clamp((Math.abs(z) - VALLEY) / 0.4);
  const hills = 0.28 * noise(1.7 * x + 3, 0.5, 1.7 * z) - 0.1 + 0.06 * noise(6 * x, 4.5, 6 * z);
  const hollows = 0.012 * noise(5 * x, 8.5, 5 * z) + 0.006 * noise(17 * x, 2.5, 17 * z);
  return valley - GAP - hollows + beside * hills;
}

const at = (range: readonly [number, number], k: number, steps: number): number =>
  range[0] + ((range[1] - range[0]) * k) / steps;

function meadow(): Mesh {
  const { columns, rows, bottom } = BLOCK;
  const points: Point[] = [];
  const faces: number[][] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const [x, z] = [at(BLOCK.x, i, columns), at(BLOCK.z, j, rows)];
      points.push([x, height(x, z), z]);
    }
  }
  const id = (i: number, j: number): number => j * (columns + 1) + i;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      faces.push([id(i, j), id(i, j + 1), id(i + 1, j + 1)], [id(i, j), id(i + 1, j + 1), id(i + 1, j)]);
    }
  }
  closeBelow({ points, faces }, rim(id), bottom);
  return { points, faces };
}

/** The edge of the grid, once around, counterclockwise as seen from above. */
function rim(id: (i: number, j: number) => number): number[] {
  const { columns, rows } = BLOCK;
  const around: number[] = [];
  for (let j = 0; j < rows; j++) around.push(id(0, j));
  for (let i = 0; i < columns; i++) around.push(id(i, rows));
  for (let j = rows; j > 0; j--) around.push(id(columns, j));
  for (let i = columns; i > 0; i--) around.push(id(i, 0));
  return around;
}

/** Adds walls down from an edge, and a bottom. */
function closeBelow({ points, faces }: Mesh, edge: readonly number[], bottom: number): void {
  const low = edge.map((k) => points.push([points[k]![0], bottom, points[k]![2]]) - 1);
  const middle = points.push([0, bottom, 0]) - 1;
  edge.forEach((k, n) => {
    const next = (n + 1) % edge.length;
    faces.push([k, low[n]!, low[next]!], [k, low[next]!, edge[next]!], [low[n]!, middle, low[next]!]);
  });
}

/** The earth below the meadow, where it is cut: a wall around the block, as thick as paper would be. */
function earth(): Mesh {
  const { columns, rows, bottom } = BLOCK;
  const points: Point[] = [];
  const faces: number[][] = [];
  const out = 0.006;
  const edge = rim((i, j) => j * (columns + 1) + i);
  for (const k of edge) {
    const [i, j] = [k % (columns + 1), Math.floor(k / (columns + 1))];
    const [x, z] = [at(BLOCK.x, i, columns), at(BLOCK.z, j, rows)];
    const wide = (n: number, last: number): number => (n === 0 ? -out : n === last ? out : 0);
    const top = height(x, z) - 0.03 - 0.03 * noise(9 * (x + z), 0.5, 9 * (x - z));
    const [wx, wz] = [x + wide(i, columns), z + wide(j, rows)];
    points.push([wx, top, wz], [wx, bottom, wz], [x, top, z], [x, bottom, z]);
  }
  edge.forEach((_, n) => {
    const [a, b] = [4 * n, 4 * ((n + 1) % edge.length)];
    // outside, top, inside, bottom
    for (const [p, q] of [
      [0, 1],
      [2, 0],
      [3, 2],
      [1, 3],
    ] as const)
      faces.push([a + p, a + q, b + q], [a + p, b + q, b + p]);
  });
  return { points, faces };
}

/** A rod with round ends, or a ball, with dents of up to a tenth of its radius. */
function rock({ from, to, radius }: Rock, mesh: Mesh): void {
  const axis: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const far = Math.hypot(...axis);
  const up: Point = far > 0 ? [axis[0] / far, axis[1] / far, axis[2] / far] : [0, 1, 0];
  const side = unit(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]));
  const front = cross(up, side);
  const [rings, sides] = [14, 22];
  const first = mesh.points.length;
  for (let r = 0; r <= rings; r++) {
    const polar = (Math.PI * r) / rings;
    for (let s = 0; s < sides; s++) {
      const turn = (2 * Math.PI * s) / sides;
      const d = [0, 1, 2].map(
        (k) => Math.cos(polar) * up[k]! + Math.sin(polar) * (Math.cos(turn) * side[k]! + Math.sin(turn) * front[k]!),
      ) as unknown as Point;
      const center = r < rings / 2 ? to : from;
      const place = (k: number): number => (center[k]! + radius * d[k]!) / radius;
      const dent =
        0.1 * noise(2.2 * place(0), 2.2 * place(1), 2.2 * place(2)) +
        0.05 * noise(6 * place(0), 6 * place(1), 6 * place(2));
      const away = radius * (1 - dent) - GAP;
      mesh.points.push([center[0] + away * d[0], center[1] + away * d[1], center[2] + away * d[2]]);
    }
  }
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < sides; s++) {
      const [a, b] = [first + r * sides + s, first + r * sides + ((s + 1) % sides)];
      if (r > 0) mesh.faces.push([a, a + sides, b]);
      if (r < rings - 1) mesh.faces.push([b, a + sides, b + sides]);
    }
  }
}

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function unit(a: Point): Point {
  const far = Math.hypot(...a);
  return [a[0] / far, a[1] / far, a[2] / far];
}

function rocks(all: readonly Rock[]): Mesh {
  const mesh: Mesh = { points: [], faces: [] };
  for (const one of all) rock(one, mesh);
  return mesh;
}

/** Firs on both sides of the valley, away from rocks: three cones each. */
function firs(all: readonly Rock[]): Mesh {
  const mesh: Mesh = { points: [], faces: [] };
  for (let n = 0; n < 170; n++) {
    const x = at(BLOCK.x, dice(n, 1, 5), 1) * 0.97;
    const z = at(BLOCK.z, dice(n, 2, 5), 1) * 0.95;
    if (Math.abs(z) < VALLEY + 0.02 || noise(1.5 * x, 9.5, 1.5 * z) < 0.35) continue;
    if (all.some(({ from, to, radius }) => near(x, z, from, radius) || near(x, z, to, radius))) continue;
    const tall = 0.13 + 0.13 * dice(n, 3, 5);
    for (const [low, high, wide] of [
      [0, 0.55, 0.3],
      [0.28, 0.78, 0.23],
      [0.55, 1, 0.16],
    ] as const) {
      cone(mesh, [x, height(x, z) - 0.01 + low * tall, z], (high - low) * tall, wide * tall);
    }
  }
  return mesh;
}

const near = (x: number, z: number, p: Point, radius: number): boolean =>
  Math.hypot(x - p[0], z - p[2]) < radius + 0.05;

function cone({ points, faces }: Mesh, [x, y, z]: Point, tall: number, wide: number): void {
  const sides = 8;
  const tip = points.push([x, y + tall, z]) - 1;
  const foot = points.push([x, y, z]) - 1;
  const first = points.length;
  for (let s = 0; s < sides; s++) {
    const turn = (2 * Math.PI * s) / sides;
    points.push([x + wide * Math.cos(turn), y, z + wide * Math.sin(turn)]);
  }
  for (let s = 0; s < sides; s++) {
    const [a, b] = [first + s, first + ((s + 1) % sides)];
    faces.push([tip, b, a], [foot, a, b]);
  }
}

function obj({ points, faces }: Mesh, name: string): string {
  const lines = [`# ${name}: made by tools/make-diorama-meshes.ts`];
  for (const p of points) lines.push(`v ${p.map((x) => Number(x.toFixed(3)) + 0).join(' ')}`);
  for (const f of faces) lines.push(`f ${f.map((k) => k + 1).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

const ball = (center: Point, radius: number): Rock => ({ from: center, to: center, radius });
const HILLS = [ball([-0.95, 0.4229, 0.34], 0.3), ball([-0.3, 0.4275, -0.6], 0.4)];
const SCENES: Readonly<Record<string, readonly Rock[]>> = {
  'flow-down-terrain': [...HILLS, { from: [-0.8, 0.7186, 0.9], to: [-0.12, 0.2378, 0.5], radius: 0.2 }],
  'flow-down-terrain-large': [...HILLS, { from: [-1.15, 0.89, 0.95], to: [-0.55, 0.435, 0.55], radius: 0.2 }],
};

function write(scene: string, name: string, mesh: Mesh): void {
  const text = obj(mesh, name);
  writeFileSync(new URL(`../scenes/${scene}/${name}`, import.meta.url), text);
  console.log(`scenes/${scene}/${name}: ${mesh.faces.length} triangles, ${text.length} bytes`);
}

for (const [scene, all] of Object.entries(SCENES)) {
  write(scene, 'meadow.obj', meadow());
  write(scene, 'earth.obj', earth());
  write(scene, 'rocks.obj', rocks(all));
  write(scene, 'firs.obj', firs(Object.values(SCENES).flat()));
}
