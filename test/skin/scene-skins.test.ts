// Skins of a scene: no part of the physics, the surface of their bodies, files with vertices that stay the same.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { Mesh } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { loadScene } from '../../src/cache/scene-file.ts';
import { decodeSurface } from '../../src/cache/surface-file.ts';
import { colorsOf, vertexValues } from '../../src/colors/particle-colors.ts';
import { openSurface } from '../../src/frames/surface-file.ts';
import { exportCache, meshCache, renderCache, runScene } from '../../src/make/index.ts';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { differences } from '../../src/scene/physics.ts';

/** A box with each face cut into n × n squares, as OBJ text; faces share no vertices. `color` stands behind every vertex. */
function boxObj(half: number, n: number, color = ''): string {
  const lines: string[] = [];
  let first = 1;
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const [u, v] = sign > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
      for (let i = 0; i <= n; i++) {
        for (let j = 0; j <= n; j++) {
          const p = [0, 0, 0];
          p[axis] = sign * half;
          p[u!] = half * ((2 * i) / n - 1);
          p[v!] = half * ((2 * j) / n - 1);
          lines.push(`v ${p.join(' ')} ${color}`);
        }
      }
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) {
          const a = first + i * (n + 1) + j;
          lines.push(`f ${a} ${a + n + 1} ${a + n + 2} ${a + 1}`);
        }
      first += (n + 1) * (n + 1);
    }
  }
  return `${lines.join('\n')}\n`;
}

const BODY = { substance: 'toy', shape: { box: { min: [-0.2, 0.3, -0.2], max: [0.2, 0.7, 0.2] } }, spacing: 0.1 };
const SKIN = { mesh: { file: 'coarse.obj', translate: [0, 0.5, 0] } };
const scene = (bodies: readonly object[]): string =>
  JSON.stringify({
    duration: 0.2,
    frameRate: 10,
    substances: { toy: { model: 'globules', kind: 'solid' } },
    bodies,
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    output: { width: 64, height: 48 },
  });

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skin-'));
  writeFileSync(at('coarse.obj'), boxObj(0.2, 2, '1 0 0'));
  writeFileSync(at('fine.obj'), boxObj(0.2, 5));
  writeFileSync(at('plain.json'), scene([BODY]));
  writeFileSync(at('skinned.json'), scene([{ ...BODY, skin: SKIN }]));
  writeFileSync(
    at('finer.json'),
    scene([{ ...BODY, skin: { ...SKIN, mesh: { ...SKIN.mesh, file: 'fine.obj' }, follow: 'particles' } }]),
  );
  const beside = { substance: 'toy', shape: { box: { min: [0.6, 0.3, -0.2], max: [1, 0.7, 0.2] } }, spacing: 0.1 };
  writeFileSync(at('mixed.json'), scene([beside, { ...BODY, skin: SKIN }]));
  await runScene(at('skinned.json'), { output: at('out') });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function surfaceOf(cache: string, frame: number): SurfaceMesh {
  const bytes = new Uint8Array(readFileSync(join(cache, 'surface', `${String(frame).padStart(6, '0')}.surface`)));
  return decodeSurface(bytes, openSurface(bytes)!.key)!;
}

describe('a skin of a scene', () => {
  test('is no part of the physics', async () => {
    const [plain, skinned, finer] = await Promise.all(
      ['plain.json', 'skinned.json', 'finer.json'].map((name) => loadScene(at(name))),
    );
    expect(differences(plain!.scene, skinned!.scene)).toEqual([]);
    expect(differences(skinned!.scene, finer!.scene)).toEqual([]);
  });

  test('is the surface of its body: the mesh of the file at the start, and moved with the particles later', async () => {
    await meshCache(at('out'));
    const { triangleSet } = readMesh(new Uint8Array(readFileSync(at('coarse.obj'))), 'coarse.obj'),
      [first, last] = [surfaceOf(at('out'), 0), surfaceOf(at('out'), 2)],
      cache = openCache(at('out'));
    expect(first.elements).toEqual(triangleSet.triangles);
    expect(last.elements).toEqual(triangleSet.triangles);
    const placed = Float32Array.from(triangleSet.positions, (c, k) => c + (k % 3 === 1 ? 0.5 : 0));
    for (let k = 0; k < placed.length; k++) expect(first.positions[k]).toBeCloseTo(placed[k]!, 6);
    // 0.2 s of free fall, and the block stays a block: the mean height of the skin falls as that of the particles.
    const mean = (list: Float32Array): number =>
        list.filter((_, k) => k % 3 === 1).reduce((a, b) => a + b, 0) / (list.length / 3),
      fallen = mean(cache.readFrame(0).position) - mean(cache.readFrame(2).position);
    expect(fallen).toBeGreaterThan(0.15);
    expect(Math.abs(mean(first.positions) - mean(last.positions) - fallen)).toBeLessThan(0.02);
    expect(new Set(first.fields.skin!.values)).toEqual(new Set([1]));
  });

  test('has the colors of its file', () => {
    const { fields } = surfaceOf(at('out'), 0);
    expect([...colorsOf(openCache(at('out')).scene, vertexValues(fields)).subarray(0, 3)]).toEqual([1, 0, 0]);
  });

  test('can be replaced by a finer one without simulating again', async () => {
    const before = openCache(at('out')).frameLines.map(({ sha256 }) => sha256);
    await renderCache(at('out'), { scene: at('finer.json'), frame: 1, output: at('fine.png') });
    await runScene(at('finer.json'), { output: at('out') });
    const cache = openCache(at('out'));
    expect(cache.frameLines.map(({ sha256 }) => sha256)).toEqual(before);
    await meshCache(at('out'), { scene: at('finer.json') });
    expect(surfaceOf(at('out'), 1).positions.length).toBe(3 * 6 * 36);
    await meshCache(at('out'), { scene: at('skinned.json') });
    expect(surfaceOf(at('out'), 1).positions.length).toBe(3 * 6 * 9);
  });

  test('stands beside the surface of what has none', async () => {
    await runScene(at('mixed.json'), { output: at('mixed') });
    await meshCache(at('mixed'));
    const { fields, elements, positions } = surfaceOf(at('mixed'), 1),
      skin = fields.skin!.values;
    expect(skin.filter((k) => k === 2).length).toBe(54);
    expect(skin.filter((k) => k === 0).length).toBeGreaterThan(100);
    expect(Math.max(...elements)).toBe(positions.length / 3 - 1);
    // The skin is at the left, the surface at the right: none of the two bodies is drawn twice.
    skin.forEach((k, v) => {
      expect(positions[3 * v]! > 0.4).toBe(k === 0);
    });
  });

  test('that leaves its body, and `repair` of a skin, are refused', async () => {
    writeFileSync(at('off.json'), scene([{ ...BODY, skin: { mesh: { file: 'coarse.obj' } } }]));
    await runScene(at('off.json'), { output: at('off') });
    await expect(meshCache(at('off'))).rejects.toThrow(/SKIN_OFF_BODY at \/bodies\/0\/skin.*translate/s);
    writeFileSync(at('repair.json'), scene([{ ...BODY, skin: { mesh: { ...SKIN.mesh, repair: true } } }]));
    await expect(loadScene(at('repair.json'))).rejects.toThrow(/repair/);
  });
});

describe('files of a skin', () => {
  test('PC2 holds its vertices in the order of its file', async () => {
    await exportCache(at('out'), { format: 'pc2', what: 'surface', output: at('skin.pc2'), scene: at('skinned.json') });
    const bytes = readFileSync(at('skin.pc2')),
      points = bytes.readInt32LE(16),
      { positions } = surfaceOf(at('out'), 2);
    expect([points, bytes.readInt32LE(28), bytes.length]).toEqual([54, 3, 32 + 3 * 54 * 12]);
    const last = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset + 32 + 2 * 54 * 12, bytes.byteOffset + bytes.length),
    );
    expect(last).toEqual(positions);
  });

  test('PC2 refuses a surface that is not all skin', async () => {
    const wish = { format: 'pc2', what: 'surface', output: at('mixed.pc2') } as const;
    await expect(exportCache(at('mixed'), wish)).rejects.toThrow(/EXPORT_IMPOSSIBLE.*skin/s);
  });

  test('glTF has one mesh with a target for each further frame, positions and normals', async () => {
    await exportCache(at('out'), { output: at('skin.glb'), scene: at('skinned.json') });
    const bytes = new Uint8Array(readFileSync(at('skin.glb')));
    expect((await validateBytes(bytes)).issues.messages).toEqual([]);
    const { scene: root } = await new GLTFLoader().parseAsync(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
        '',
      ),
      mesh = root.getObjectByName('surface') as Mesh,
      { position, normal } = mesh.geometry.morphAttributes;
    expect(mesh).toBeInstanceOf(Mesh);
    expect([position!.length, normal!.length]).toEqual([2, 2]);
    const color = mesh.geometry.getAttribute('color'); // that of the file, red
    for (let v = 0; v < color.count; v++)
      expect([color.getX(v), color.getY(v), color.getZ(v), color.getW(v)]).toEqual([1, 0, 0, 1]);
    const [first, last] = [surfaceOf(at('out'), 0), surfaceOf(at('out'), 2)];
    for (let k = 0; k < last.positions.length; k++) {
      expect(first.positions[k]! + position![1]!.array[k]!).toBeCloseTo(last.positions[k]!, 6);
      expect(first.normals[k]! + normal![1]!.array[k]!).toBeCloseTo(last.normals[k]!, 6);
    }
  });

  test('USD says once how the points are joined, and where they are in every frame', async () => {
    await exportCache(at('out'), { output: at('skin.usda'), scene: at('skinned.json') });
    await exportCache(at('mixed'), { output: at('mixed.usda') });
    const text = readFileSync(at('skin.usda'), 'utf8');
    expect(text).toMatch(/int\[\] faceVertexIndices = \[0, 3, 4/);
    expect(text).not.toContain('faceVertexIndices.timeSamples');
    expect(text).toContain('point3f[] points.timeSamples');
    expect(readFileSync(at('mixed.usda'), 'utf8')).toContain('faceVertexIndices.timeSamples');
  });
});

test('colors of vertices are read from OBJ and PLY', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect(readMesh(bytes('v 0 0 0 1 0.5 0\nv 1 0 0 0 0 1\nv 0 1 0 2 0 0\nf 1 2 3\n'), 'a.obj').colors).toEqual(
    Uint8Array.of(255, 128, 0, 0, 0, 255, 255, 0, 0),
  );
  expect(readMesh(bytes('v 0 0 0 1 0.5 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'a.obj').colors).toBeUndefined();
  const head =
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n';
  expect(readMesh(bytes(`${head}0 0 0 10 20 30\n1 0 0 1 2 3\n0 1 0 255 0 0\n3 0 1 2\n`), 'a.ply').colors).toEqual(
    Uint8Array.of(10, 20, 30, 1, 2, 3, 255, 0, 0),
  );
});
