// What triangles cost: the same settled substance, step by step in turns, with an obstacle of triangles and without it, or with the box that
// it is instead. CPU time of one thread, so that other work on the machine matters less.

import { type SceneInput, World } from '../src/index.ts';
import type { Shape } from '../src/shapes/shape.ts';
import { packTriangles, type TriangleSet } from '../src/shapes/triangle-set.ts';
import { median } from './median.ts';
import { lumpyBall, tub } from './mesh-shapes.ts';
import { fixed, tableLine } from './print.ts';

/** What a row yields. Times are medians of CPU time for a particle and a step, ns; the ratio is the median of its own. */
export interface MeshResult {
  readonly name: string;
  readonly triangles: number;
  readonly particles: number;
  readonly rounds: number;
  readonly without: number;
  readonly with: number;
  readonly ratio: number;
  /** From the scene to the first step, s. */
  readonly start: number;
}

interface MeshRow {
  readonly name: string;
  readonly mesh: () => TriangleSet;
  readonly inside: boolean;
  /** Whether the substance is one that walls grip and press. */
  readonly flows?: boolean;
}

const BOX: Shape = { box: { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] } };
const PASTE = { preset: 'paiva-2009-fast', yieldStress: 200, consistency: 100, jumpNumber: 100 } as const;
const ROUNDS = 9;

const ROWS: readonly MeshRow[] = [
  { name: 'meshes/ball/10k', mesh: () => lumpyBall(0.2, 50), inside: false },
  { name: 'meshes/tub/10k', mesh: () => tub(0.5, 29), inside: true },
  { name: 'meshes/ball/10k-flow', mesh: () => lumpyBall(0.2, 50), inside: false, flows: true },
  { name: 'meshes/tub/10k-flow', mesh: () => tub(0.5, 29), inside: true, flows: true },
  { name: 'meshes/ball/1m', mesh: () => lumpyBall(0.2, 500), inside: false },
  { name: 'meshes/tub/1m', mesh: () => tub(0.5, 289), inside: true },
];

/** Whether a name asks for rows of meshes. */
export const isMeshName = (wanted: string): boolean => /^meshes(\/|$)/.test(wanted);

/** Measures the rows that names ask for by their beginnings. */
export async function* measureMeshes(names: readonly string[]): AsyncGenerator<MeshResult> {
  for (const row of ROWS) if (names.some((wanted) => row.name.startsWith(wanted))) yield measureRow(row);
}

async function measureRow({ name, mesh, inside, flows = false }: MeshRow): Promise<MeshResult> {
  const set = mesh(),
    packed = packTriangles(set),
    container = { shape: BOX, inside: true },
    withMesh = inside
      ? [{ shape: { mesh: { packed } }, inside }]
      : [container, { shape: { mesh: { packed, translate: [0, -0.3, 0] } } }];
  const settled = scene(
    inside ? [container] : [container, { shape: { sphere: { center: [0, -0.3, 0], radius: 0.21 } } }],
    flows,
  );
  using first = await World.create(settled);
  for (let frame = 0; frame < 8; frame++) first.advance();
  const snapshot = first.snapshot(),
    began = performance.now();
  using loaded = await World.branch(snapshot, { ...settled, obstacles: withMesh } as SceneInput);
  const start = (performance.now() - began) / 1000;
  using bare = await World.branch(snapshot, { ...settled, obstacles: [container] } as SceneInput);
  const pairs: { bare: number; loaded: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) pairs.push({ bare: stepTime(bare), loaded: stepTime(loaded) });
  return {
    name,
    triangles: set.triangles.length / 3,
    particles: first.fields.count,
    rounds: ROUNDS,
    without: median(pairs.map((pair) => pair.bare)),
    with: median(pairs.map((pair) => pair.loaded)),
    ratio: median(pairs.map((pair) => pair.loaded / pair.bare)),
    start,
  };
}

function scene(obstacles: SceneInput['obstacles'], flows: boolean): SceneInput {
  return {
    frameRate: 400,
    substances: { [flows ? 'paste' : 'water']: flows ? PASTE : { preset: 'desbrun-1999' } },
    bodies: [
      {
        substance: flows ? 'paste' : 'water',
        shape: { box: { min: [-0.49, -0.49, -0.49], max: [0.49, -0.05, 0.49] } },
        spacing: 0.027,
      },
    ],
    obstacles: obstacles!,
  };
}

/** CPU time of a step of the next frame for each particle, ns. */
function stepTime(world: World): number {
  const before = process.cpuUsage(),
    { steps } = world.advance(),
    { user } = process.cpuUsage(before);
  return (user * 1000) / (steps * world.fields.count);
}

type Column = readonly [head: string, width: number, cell: (r: MeshResult) => string];

const COLUMNS: readonly Column[] = [
  ['row', 20, (r) => r.name],
  ['triangles', 9, (r) => String(r.triangles)],
  ['particles', 9, (r) => String(r.particles)],
  ['without ns', 10, (r) => fixed(r.without, 0)],
  ['with ns', 8, (r) => fixed(r.with, 0)],
  ['ratio', 6, (r) => fixed(r.ratio, 3)],
  ['start s', 8, (r) => fixed(r.start, 2)],
];
const WIDTHS = COLUMNS.map(([, width]) => width);

export const meshTableHead = (): string =>
  tableLine(
    COLUMNS.map(([head]) => head),
    WIDTHS,
  );
export const meshTableRow = (result: MeshResult): string =>
  tableLine(
    COLUMNS.map(([, , cell]) => cell(result)),
    WIDTHS,
  );
