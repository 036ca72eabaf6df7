// Terrains: the same everywhere, closed, of the size that was asked for, and of the form that their name promises.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
import { repairMesh } from '../../src/meshes/repair-mesh.ts';
import { makeTerrain, TERRAINS, type TerrainKind, terrainTriangles, usualTerrain } from '../../src/meshes/terrain.ts';
import { measureOf } from '../../src/shapes/bounds.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { temporaryFolder, thixo, writeFiles } from '../cli/harness.ts';

const KINDS = Object.keys(TERRAINS) as TerrainKind[];
const mean = (values: readonly number[]): number => values.reduce((sum, h) => sum + h, 0) / values.length;

/** What the bytes of the heights are, on every machine: changes only if a terrain is meant to look different. */
const HASHES: Record<TerrainKind, string> = {
  mountain: '3d02b13a6e0af4b5',
  valley: '6c46dfacabfb7bc8',
  ridge: 'b887a2f7b4aec36e',
  plain: 'b79a8ab439f13fb3',
};

describe.each(KINDS)('a %s', (kind) => {
  const options = { ...usualTerrain(kind), triangles: 5000 };
  const { heights, min, max } = makeTerrain(options);

  it('has the size, the height and no more triangles than asked for', () => {
    const all = heights.flat();
    expect([min, max]).toEqual([
      [-5, -5],
      [5, 5],
    ]);
    expect(Math.min(...all)).toBe(0);
    expect(Math.max(...all)).toBeCloseTo(options.height, 6);
    const { triangles } = terrainTriangles(options);
    expect(triangles.length / 3).toBeLessThanOrEqual(5000);
    expect(triangles.length / 3).toBeGreaterThan(4700);
  });

  it('is closed and sound', () => {
    expect(repairMesh(terrainTriangles(options)).report).toMatchObject({
      ...{ closed: true, components: 1, degenerate: 0, duplicates: 0, flipped: 0, welded: 0, nonManifoldEdges: 0 },
      volume: expect.closeTo(measureOf(solidOf({ heightfield: makeTerrain(options) }, Math)), 1),
    });
  });

  it('is the same everywhere, and another with another seed', () => {
    const bytes = Float64Array.from(heights.flat());
    const hash = createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex').slice(0, 16);
    expect(hash).toBe(HASHES[kind]);
    expect(makeTerrain({ ...options, seed: 2 }).heights).not.toEqual(heights);
  });

  it('has no steps: neighbors differ by far less than its height', () => {
    const fine = makeTerrain({ ...options, triangles: 80_000 }).heights;
    const steps = fine.flatMap((row) => row.slice(1).map((h, i) => Math.abs(h - row[i]!)));
    expect(Math.max(...steps)).toBeLessThan(0.1 * options.height);
  });
});

describe('the form', () => {
  const rows = (kind: TerrainKind, seed: number) =>
    makeTerrain({ ...usualTerrain(kind), seed, triangles: 5000 }).heights;

  it.each([1, 2, 3])('of a mountain is a cone with a crater, seed %i', (seed) => {
    const heights = rows('mountain', seed),
      n = heights.length - 1;
    /** Mean height at a distance from the middle, over half the size. */
    const around = (r: number): number =>
      mean(
        Array.from(
          { length: 60 },
          (_, k) => heights[Math.round((n / 2) * (1 + r * Math.sin(k)))]![Math.round((n / 2) * (1 + r * Math.cos(k)))]!,
        ),
      );
    const [middle, rim, slope, foot] = [around(0), around(0.15), around(0.5), around(0.9)];
    expect(rim).toBeGreaterThan(middle);
    expect(rim).toBeGreaterThan(2 * slope);
    expect(slope).toBeGreaterThan(1.5 * foot);
  });

  it.each([1, 2, 3])('of a valley leads down along z, seed %i', (seed) => {
    const floor = rows('valley', seed).map((row) => Math.min(...row));
    expect(mean(floor.slice(0, 10))).toBeGreaterThan(mean(floor.slice(-10)) + 0.3);
    expect(mean(floor)).toBeLessThan(0.5 * mean(rows('valley', seed).flat()));
  });

  it.each([1, 2, 3])('of a ridge is high in the middle of x, seed %i', (seed) => {
    const crest = rows('ridge', seed).map((row) => Math.max(...row));
    expect(Math.min(...crest)).toBeGreaterThan(2 * mean(rows('ridge', seed).map((row) => row[0]!)));
  });
});

describe('thixo terrain', () => {
  it('lists the kinds', async () => {
    const { code, stdout } = await thixo(['terrain']);
    expect(code).toBe(0);
    for (const kind of KINDS) expect(stdout).toContain(kind);
    expect(JSON.parse((await thixo(['terrain', '--json'])).stdout).terrains).toHaveLength(KINDS.length);
  });

  it.each(['obj', 'stl', 'ply', 'glb'])('writes a file that scenes read: %s', async (ending) => {
    const cwd = temporaryFolder();
    const words = [
      'terrain',
      'ridge',
      '-o',
      `deep/a.${ending}`,
      '--size',
      '4',
      '--height',
      '1',
      '--triangles',
      '500',
      '--seed',
      '9',
    ];
    expect(await thixo(words, { cwd })).toMatchObject({ code: 0, stdout: `deep/a.${ending}\n` });
    const bytes = new Uint8Array(readFileSync(join(cwd, `deep/a.${ending}`)));
    const { report, triangleSet } = repairMesh(readMesh(bytes, `a.${ending}`).triangleSet);
    expect(report).toMatchObject({ closed: true, flipped: 0, duplicates: 0, degenerate: 0, components: 1 });
    const made = repairMesh(terrainTriangles({ kind: 'ridge', size: 4, height: 1, triangles: 500, seed: 9 }));
    expect([report.triangles, report.vertices]).toEqual([made.report.triangles, made.report.vertices]);
    expect([...triangleSet.positions].sort()).toEqual([...made.triangleSet.positions].map(Math.fround).sort());
    writeFiles(cwd, { 'scene.json': { obstacles: [{ shape: { mesh: { file: `deep/a.${ending}` } } }] } });
    expect((await loadScene(cwd)).scene.obstacles).toHaveLength(1);
    await thixo([...words.slice(0, 3), `again.${ending}`, ...words.slice(4)], { cwd });
    expect(new Uint8Array(readFileSync(join(cwd, `again.${ending}`)))).toEqual(bytes);
  });

  it('replaces another file only when asked to; the same again is fine', async () => {
    const cwd = temporaryFolder(),
      words = ['terrain', 'plain', '-o', 'a.obj', '--triangles', '50'];
    writeFiles(cwd, { 'a.obj': 'mine' });
    const refused = await thixo(words, { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('There is another file at a.obj.') });
    expect(readFileSync(join(cwd, 'a.obj'), 'utf8')).toBe('mine');
    expect(await thixo([...words, '--overwrite'], { cwd })).toMatchObject({ code: 0 });
    expect(await thixo(words, { cwd })).toMatchObject({ code: 0 });
  });

  it('hints at a path that scenes read, wherever the file is', async () => {
    const cwd = temporaryFolder(),
      output = join(cwd, 'ground', 'a.obj');
    const { stderr } = await thixo(['terrain', 'plain', '-o', output, '--triangles', '50'], { cwd });
    const [, obstacles] = /"obstacles": (.*)$/m.exec(stderr)!;
    writeFiles(cwd, { 'ground/scene.json': { obstacles: JSON.parse(obstacles!) } });
    expect((await loadScene(join(cwd, 'ground'))).scene.obstacles).toHaveLength(1);
  });

  it.each([
    [['terrain', 'hill', '-o', 'a.obj'], /no terrain "hill".*The kinds are/s],
    [['terrain', 'plain'], /no file to write to/],
    [['terrain', 'plain', '-o', 'a.fbx'], /does not end in \.obj/],
    [['terrain', '-o', 'a.obj', '--size', '-3'], /meters above 0/],
    [['terrain', '-o', 'a.obj', '--triangles', '3e6'], /from 32 to 2000000/],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await thixo(words, { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
