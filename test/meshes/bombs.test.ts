// Small files that ask for a lot of work or memory: each is read and mended, or refused, within a bound on processor time that is many times
// what it needs. What was quadratic took minutes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeManifest } from '../../src/cache/manifest.ts';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
import { repairMesh } from '../../src/meshes/repair-mesh.ts';
import { ThixoError } from '../../src/problem.ts';
import { readHeights } from '../../src/scene/heights-text.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { readPoints } from '../../src/scene/points-text.ts';
import { scanJson } from '../../src/scene/read-json.ts';
import { loadTrigonometry } from '../../src/threads/trigonometry.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** Of one file, s. */
const MOST_SECONDS = 5;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (count: number, line: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => line(k)).join('');
const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';

/** A glTF file with so many nodes that show one mesh of so many primitives. */
function instances(nodes: number, primitives: number, primitive: object = { attributes: { POSITION: 0 } }): string {
  const corners = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64');
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: Array.from({ length: nodes }, () => ({ mesh: 0 })),
    meshes: [{ primitives: Array.from({ length: primitives }, () => primitive) }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:;base64,${corners}` }],
  });
}

/** Many small closed parts in a row that look inward. */
function insideOut(parts: number): string {
  const vertices = lines(parts, (k) => `v ${3 * k} 0 0\nv ${3 * k + 1} 0 0\nv ${3 * k} 1 0\nv ${3 * k} 0 1\n`);
  const face = (...corners: number[]): string => `f ${corners.join(' ')}\n`;
  return (
    vertices +
    lines(parts, (k) => {
      const [a, b, c, d] = [1, 2, 3, 4].map((n) => 4 * k + n) as [number, number, number, number];
      return face(a, b, c) + face(a, d, b) + face(a, c, d) + face(b, d, c);
    })
  );
}

const PLY = `ply\nformat ascii 1.0\nelement vertex 3\n${['x', 'y', 'z'].map((a) => `property float ${a}\n`).join('')}`;

const MESHES: Readonly<Record<string, (size: number) => string>> = {
  'one face again and again.obj': (n) => TRIANGLE + 'f 1 2 3\n'.repeat(n),
  'one face in both directions.obj': (n) => TRIANGLE + 'f 1 2 3\nf 1 3 2\n'.repeat(n),
  'all faces around one edge.obj': (n) =>
    `v 0 0 0\nv 1 0 0\n${lines(n, (k) => `v 0 ${k % 211} ${Math.floor(k / 211)}\n`)}${lines(n, (k) => `f 1 2 ${k + 3}\n`)}`,
  'all faces around one vertex.obj': (n) =>
    `v 0 0 9\n${lines(n, (k) => `v ${k % 211} ${Math.floor(k / 211)} 0\n`)}${lines(n, (k) => `f 1 ${(k % n) + 2} ${((k + 1) % n) + 2}\n`)}`,
  'one face with many corners.obj': (n) => `${TRIANGLE}f ${'1 2 3 '.repeat(10 * n)}`,
  'one line without a blank.obj': (n) => `${TRIANGLE}f ${'1'.repeat(100 * n)}`,
  'lines joined without end.obj': (n) => `${TRIANGLE}f 1 2 3 ${'\\\n'.repeat(10 * n)}`,
  'parts that look inward.obj': (n) => insideOut(n),
  'a mesh shown often.gltf': (n) => instances(n, 1),
  'empty primitives shown often.gltf': (n) => instances(n, n, {}),
  'lists in lists.gltf': (n) => '['.repeat(100 * n),
  'objects without end.gltf': (n) => `[${'{},'.repeat(100 * n)}0]`,
  'a facet with many corners.stl': (n) =>
    `solid\nfacet\n${'vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n'.repeat(n)}endfacet\n`,
  'a list with many corners.ply': (n) =>
    `${PLY}element face 1\nproperty list uint int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n${30 * n} ${'0 1 2 '.repeat(10 * n)}\n`,
  'many faces of nothing.ply': (n) =>
    `${PLY}element face ${n}\nproperty list uint int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n${'0\n'.repeat(n)}`,
};

/** Reads something hostile; it may be refused, and that must not take long. */
function feed(name: string, act: () => unknown): void {
  const before = process.cpuUsage();
  try {
    act();
  } catch (error) {
    if (!(error instanceof ThixoError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6, `processor time of ${name}, s`).toBeLessThan(MOST_SECONDS);
}

describe('a bomb', () => {
  it.each(Object.keys(MESHES))('%s', (name) => {
    feed(name, () => repairMesh(readMesh(utf8(MESHES[name]!(40_000)), name).triangleSet));
  });

  it('of any size', fuzzed, () => {
    const bombs = fc.tuple(fc.constantFrom(...Object.keys(MESHES)), fc.integer({ min: 0, max: 1000 }));
    holds(
      fc.property(bombs, ([name, size]) => {
        feed(name, () => repairMesh(readMesh(utf8(MESHES[name]!(size)), name).triangleSet));
      }),
      { numRuns: 30 },
    );
  });

  it('that is a scene, points, heights or a manifest', async () => {
    const trig = await loadTrigonometry();
    const scenes: Readonly<Record<string, string>> = {
      'unknown keys': `{${lines(100_000, (k) => `"k${k}":1,`)}}`,
      'one key again and again': `{${'"gravity":1,'.repeat(100_000)}}`,
      'bodies that are none': `{"bodies":[${'{"shap":1},'.repeat(100_000)}]}`,
      'substances without end': `{"substances":{${lines(50_000, (k) => `"s${k}":{},`)}}}`,
      comments: `${'//\n'.repeat(1_000_000)}{}`,
    };
    for (const [name, text] of Object.entries(scenes)) feed(name, () => parseScene(scanJson(text).value, trig));
    feed('points in one line', () => readPoints('1 2 3 '.repeat(2_000_000), 1e6));
    feed('heights in one line', () => readHeights('1 2 3 '.repeat(1_000_000)));
    feed('a manifest of empty lines', () => decodeManifest(utf8('x\n'.repeat(2_000_000)), 'manifest.ndjson'));
  });
});
