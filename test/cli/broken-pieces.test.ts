// Pieces of a broken solid as files: read back by the glTF validator and by three.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { type BufferGeometry, Mesh, type MeshStandardMaterial, type Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { readMesh } from '../../src/index.ts';
import { createJudge, type Judge } from '../helpers/mesh-judge.ts';
import { thixo, tinyCache } from './harness.ts';

/** Two halves of a block. */
const broken = () =>
  tinyCache(
    {
      gravity: [0, 0, 0],
      obstacles: [],
      substances: { stone: { model: 'elastic', youngsModulus: 1e5, restDensity: 2000 } },
      bodies: [{ substance: 'stone', spacing: 0.1, shape: { box: { min: [0, 0, 0], max: [0.8, 0.4, 0.4] } } }],
      cuts: [{ shape: { plane: { point: [0.4, 0, 0], normal: [1, 0, 0] } } }],
      surface: { voxel: 0.5 },
      look: { inside: { colors: ['#ff0000'] } },
    },
    1,
  );

let cwd: string, judge: Judge, names: string[];
beforeEach(async () => {
  [cwd, judge] = [await broken(), await createJudge()];
  const { part } = openCache(join(cwd, 'x')).readFrame(1);
  names = [...new Set(part)].sort((a, b) => a - b).map((name) => `piece-${String(name - 1).padStart(4, '0')}`);
});

/** Vertices at the same place as one. */
function volumeOf(positions: ArrayLike<number>, elements: ArrayLike<number>): number {
  const numbers = new Map<string, number>(),
    welded: number[] = [],
    at = Array.from({ length: positions.length / 3 }, (_, v) => {
      const place = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
      if (!numbers.has(place.join())) {
        numbers.set(place.join(), numbers.size);
        welded.push(...place);
      }
      return numbers.get(place.join())!;
    });
  return judge({ positions: Float32Array.from(welded), elements: Uint32Array.from(elements, (v) => at[v]!) }).volume;
}

describe('export --pieces of a broken solid', () => {
  it('gives pieces names that stay, in a folder', async () => {
    expect(names).toHaveLength(2);
    expect((await thixo(['export', 'x', '--format', 'ply', '--pieces', '-o', 'p', '-q'], { cwd })).code).toBe(0);
    const files = readdirSync(join(cwd, 'p')).filter((name) => name.endsWith('.ply'));
    expect(files.sort()).toEqual([0, 1].flatMap((frame) => names.map((name) => `00000${frame}-${name}.ply`)));
    let total = 0;
    for (const file of files.slice(2)) {
      const bytes = readFileSync(join(cwd, 'p', file)),
        { positions, triangles } = readMesh(bytes, file).triangleSet;
      expect(bytes.subarray(0, 800).toString()).toMatch(
        /property float s\nproperty float t\n(.*\n)*property uint inner/,
      );
      total += volumeOf(Float32Array.from(positions), triangles);
    }
    expect(Math.abs(total / 0.128 - 1)).toBeLessThan(0.01);
  });

  it('keeps them apart in one .glb: a node each, the surface and inner faces with materials of their own', async () => {
    expect((await thixo(['export', 'x', '--pieces', '-o', 'b.glb', '-q'], { cwd })).code).toBe(0);
    const bytes = readFileSync(join(cwd, 'b.glb')),
      { issues } = await validateBytes(new Uint8Array(bytes));
    expect(issues.numErrors).toBe(0);
    expect(issues.numWarnings).toBe(0);
    const { scene } = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
    let total = 0;
    for (const name of names) {
      const node = scene.getObjectByName(name) as Object3D,
        meshes: Mesh<BufferGeometry, MeshStandardMaterial>[] = [];
      expect(node.children).toHaveLength(2); // one for each frame
      node.children[1]!.traverse((child) => child instanceof Mesh && meshes.push(child as (typeof meshes)[0]));
      expect(meshes.map(({ material }) => material.name)).toEqual(['substance', 'inside']);
      const { position, uv, color } = meshes[1]!.geometry.attributes;
      expect(uv!.itemSize).toBe(2);
      const inside = meshes[1]!.geometry.index!.getX(0);
      expect([color!.getX(inside), color!.getY(inside), color!.getZ(inside)]).toEqual([1, 0, 0]);
      total += volumeOf(
        position!.array,
        meshes.flatMap(({ geometry }) => [...geometry.index!.array]),
      );
    }
    expect(Math.abs(total / 0.128 - 1)).toBeLessThan(0.01);
  });

  it('keeps them apart in one .obj, with closed objects', async () => {
    expect((await thixo(['export', 'x', '--pieces', '--frame', '1', '-o', 'b.obj', '-q'], { cwd })).code).toBe(0);
    const text = readFileSync(join(cwd, 'b.obj'), 'utf8'),
      found = new OBJLoader().parse(text);
    expect(found.children.map(({ name }) => name).sort()).toEqual(names);
    for (const child of found.children as Mesh[]) {
      expect((child.material as unknown as { name: string }[]).map(({ name }) => name)).toEqual(['outside', 'inside']);
      expect(child.geometry.attributes.uv).toBeDefined();
    }
    // Faces by the numbers of vertices alone are closed: nothing needs to be merged.
    const positions = [...text.matchAll(/^v (\S+) (\S+) (\S+)$/gm)].flatMap((row) => row.slice(1).map(Number)),
      elements = [...text.matchAll(/^f (\d+)\/\S+ (\d+)\/\S+ (\d+)\/\S+$/gm)].flatMap((row) =>
        row.slice(1).map((n) => Number(n) - 1),
      ),
      { status, volume } = judge({ positions: Float32Array.from(positions), elements: Uint32Array.from(elements) });
    expect(status).toBe('NoError');
    expect(Math.abs(volume / 0.128 - 1)).toBeLessThan(0.01);
  });

  it('keeps closed outlines apart in the .obj of a plane', async () => {
    const plane = await tinyCache(
      {
        ...{ dimension: 2, gravity: [0, 0, 0], obstacles: [] },
        substances: { stone: { model: 'elastic', youngsModulus: 1e5, restDensity: 2000 } },
        bodies: [{ substance: 'stone', spacing: 0.1, shape: { box: { min: [0, 0, 0], max: [0.8, 0.4, 0] } } }],
        cuts: [{ shape: { plane: { point: [0.4, 0, 0], normal: [1, 0, 0] } } }],
        surface: { voxel: 0.5 },
      },
      1,
    );
    expect((await thixo(['export', 'x', '--pieces', '--frame', '1', '-o', 'b.obj', '-q'], { cwd: plane })).code).toBe(
      0,
    );
    const text = readFileSync(join(plane, 'b.obj'), 'utf8'),
      places = [...text.matchAll(/^v (\S+) (\S+) (\S+)$/gm)].map((row) => row.slice(1).map(Number)),
      objects = text.split(/^o /m).slice(1);
    expect(objects).toHaveLength(2);
    let area = 0;
    for (const object of objects) {
      expect(object).toContain('usemtl inside');
      const open = new Map<string, number>();
      for (const [, from, to] of object.matchAll(/^l (\d+) (\d+)$/gm)) {
        const [[x, y], [u, v]] = [places[Number(from) - 1]!, places[Number(to) - 1]!] as [number[], number[]];
        open.set(from!, (open.get(from!) ?? 0) + 1);
        open.set(to!, (open.get(to!) ?? 0) - 1);
        area += 0.5 * (x! * v! - y! * u!);
      }
      expect([...open.values()].filter((ends) => ends !== 0)).toEqual([]);
    }
    expect(Math.abs(area / 0.32 - 1)).toBeLessThan(0.01);
  });

  it('writes texture coordinates of USD, and wants a folder for formats without objects', async () => {
    expect(
      (await thixo(['export', 'x', '--format', 'usda', '--pieces', '--frame', '1', '-o', 'u', '-q'], { cwd })).code,
    ).toBe(0);
    expect(readFileSync(join(cwd, 'u', `000001-${names[0]}.usda`), 'utf8')).toContain(
      'texCoord2f[] primvars:st.timeSamples',
    );
    const { code, stderr } = await thixo(['export', 'x', '--pieces', '--frame', '1', '-o', 'b.ply'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('every piece gets its own file')]);
  });

  it('counts what is cut apart as two pieces, though it touches', async () => {
    const { stdout } = await thixo(['info', 'x', '--pieces', '--json'], { cwd });
    expect(JSON.parse(stdout).frames[0].pieces.count).toBe(2);
  });
});
