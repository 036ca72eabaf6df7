// Blender opens a cache with our importer: meshes, velocities, materials, instances and camera are those of the cache.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cache, openCache } from '../../src/cache/cache.ts';
import { decodeSurface } from '../../src/cache/surface-file.ts';
import { linearColor, parseColor } from '../../src/colors/color.ts';
import { openSurface } from '../../src/frames/surface-file.ts';
import { meshCache, runScene } from '../../src/make/index.ts';
import { outputOf, runs, scriptPath } from '../../tools/clients/programs.ts';
import { boxAround } from '../../tools/clients/sample.ts';

const LAST = 2;
const SCENE = {
  duration: 0.08,
  substances: { water: { preset: 'water' }, honey: { preset: 'honey' } },
  bodies: [
    { substance: 'water', shape: { sphere: { center: [0, 0.16, 0], radius: 0.1 } }, spacing: 0.03 },
    {
      substance: 'honey',
      shape: { sphere: { center: [0.3, 0.3, 0], radius: 0.08 } },
      spacing: 0.03,
      velocity: [1, 0, 2],
    },
  ],
  surface: { voxel: 0.6 },
  camera: { position: [1, 0.5, 2], target: [0, 0.2, 0], fieldOfView: 30 },
  look: { colors: ['#204060', '#e68c14'] },
};

interface Found {
  readonly vertices: number;
  readonly faces: number;
  readonly box: readonly number[];
  readonly velocity: readonly number[];
  readonly materials: readonly (readonly [string, readonly number[]])[];
  readonly materialOfFaces: readonly number[];
  readonly particles: number;
  readonly particleBox: readonly number[];
  readonly particleVelocity: readonly number[];
  readonly instances: number;
  readonly camera: readonly [readonly number[], readonly number[], number];
  readonly frames: readonly number[];
  readonly refused: string;
}

const isThere = runs('blender', ['--version']);
let folder = '';
let cache: Cache;
let found: Found;

beforeAll(async () => {
  if (!isThere) return;
  folder = mkdtempSync(join(tmpdir(), 'thixo-blender-'));
  const path = join(folder, 'drops');
  writeFileSync(join(folder, 'drops.json'), JSON.stringify(SCENE));
  await runScene(join(folder, 'drops.json'), { output: path });
  await meshCache(path);
  cache = openCache(path);
  const importer = join(dirname(scriptPath('x')), '..', '..', 'blender');
  const words = [
    '--background',
    '--factory-startup',
    '--python-exit-code',
    '1',
    '--python',
    scriptPath('read_cache.py'),
  ];
  const text = outputOf('blender', [...words, '--', importer, path, `${LAST}`]);
  found = JSON.parse(
    text
      .split('\n')
      .find((line) => line.startsWith('RESULT '))!
      .slice(7),
  ) as Found;
}, 120_000);
afterAll(() => folder && rmSync(folder, { recursive: true }));

/** Blender's z is up. */
const upright = ([x0, y0, z0, x1, y1, z1]: readonly number[]): number[] => [x0!, -z1!, y0!, x1!, -z0!, y1!];
const near = (a: readonly number[], b: readonly number[], off = 1e-5): void => {
  expect(a).toHaveLength(b.length);
  for (const [k, x] of b.entries()) expect(Math.abs(a[k]! - x)).toBeLessThan(off);
};
const sums = (values: ArrayLike<number>): number[] =>
  [0, 1, 2].map((axis) => Array.from(values).reduce((sum, v, k) => (k % 3 === axis ? sum + v : sum), 0));

describe('the importer for Blender', () => {
  beforeEach((context) => {
    if (!isThere) context.skip('no Blender; install blender');
  });

  it('shows the surface of the frame, with its velocities and the substances as materials', () => {
    const file = readFileSync(join(folder, 'drops', 'surface', `${LAST}`.padStart(6, '0').concat('.surface'))),
      mesh = decodeSurface(file, openSurface(file)!.key)!;
    expect([found.vertices, found.faces]).toEqual([mesh.positions.length / 3, mesh.elements.length / 3]);
    near(found.box, upright(boxAround(mesh.positions)));
    near(found.velocity, sums(mesh.fields['velocity']!.values), 1e-2);
    expect(found.materials.map(([name]) => name)).toEqual(['water', 'honey']);
    for (const [k, color] of ['#204060', '#e68c14'].entries())
      near(found.materials[k]![1].slice(0, 3), linearColor(parseColor(color)), 1e-3);
    expect(found.materialOfFaces).toEqual([0, 1]);
  });

  it('shows the particles as instances', () => {
    const { position, velocity, count } = cache.readFrame(LAST);
    expect([found.particles, found.instances]).toEqual([count, count]);
    near(found.particleBox, upright(boxAround(position)));
    near(found.particleVelocity, sums(velocity), 1e-2);
  });

  it('has the camera and the time of the scene, and refuses what is no cache', () => {
    const [place, ahead, angle] = found.camera;
    near(place, [1, -2, 0.5]);
    const length = Math.sqrt(1 + 4 + 0.09);
    near(ahead, [-1 / length, 2 / length, -0.3 / length]);
    expect(angle).toBeCloseTo((30 * Math.PI) / 180, 5);
    expect(found.frames).toEqual([0, LAST, 25]);
    expect(found.refused).toMatch(/no manifest/);
  });
});
