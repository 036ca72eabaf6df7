// Mesh files: what the project's own exporters, other programs and people write, and what nobody should have written.

import { Document, type Mesh as GltfMesh, WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExportFrame } from '../../src/export/index.ts';
import { ThixoError, type World } from '../../src/index.ts';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
import { repairMesh } from '../../src/meshes/repair-mesh.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';
import { bytesOf, contextOf, dropFrames } from '../export/frames.ts';
import { torus } from '../export/meshes.ts';
import { Dice } from '../helpers/dice.ts';
import { mutateBytes } from '../helpers/fuzz-bytes.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const RING = torus(24, 12, 0.3, 0.1);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, name: string, most?: number): TriangleSet =>
  readMesh(typeof text === 'string' ? utf8(text) : text, name, most).triangleSet;

/** The triangles as corners, each begun at its smallest corner and then sorted: what a mesh is, however its vertices are numbered. */
function cornersOf({ positions, triangles }: TriangleSet): string[] {
  const found: string[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) =>
      [...positions.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3)].map(Math.fround).join(),
    );
    const first = corners.indexOf([...corners].sort()[0]!);
    found.push([...corners.slice(first), ...corners.slice(0, first)].join(' '));
  }
  return found.sort();
}

/** The one problem with which something is refused. */
function refusal(act: () => unknown): ThixoError['problems'][number] {
  try {
    act();
  } catch (error) {
    if (error instanceof ThixoError) return error.problems[0]!;
    throw error;
  }
  throw new Error('nothing was refused');
}

let drop: { scene: World['scene']; frames: ExportFrame[] };
const files: Record<string, Uint8Array> = {};
beforeAll(async () => {
  drop = await dropFrames();
  const scene = { ...drop.scene, obstacles: [] };
  const context = await contextOf(scene, 'surface', 1);
  const frames = [{ ...drop.frames[0]!, surface: RING }];
  for (const name of ['obj', 'stl', 'ply'] as const) files[name] = await bytesOf(name, frames, context);
  files.glb = await bytesOf('gltf', frames, context);
});

describe('the files of our own exporters', () => {
  it.each(['obj', 'stl', 'ply', 'glb'])('come back bit by bit: %s', (ending) => {
    const ring = { positions: Float64Array.from(RING.positions), triangles: RING.elements };
    const back = read(files[ending]!, `ring.${ending}`);
    expect(back.positions.length).toBe(RING.positions.length);
    expect(cornersOf(back)).toEqual(cornersOf(ring));
  });
});

describe('OBJ', () => {
  const text = [
    '# made by hand',
    'mtllib none.mtl',
    'o thing',
    'v 0 0 0',
    'v 1 0 0 1.0',
    'v 1 1e0 0 0.5 0.5 0.5',
    'vt 0 0',
    'vn 0 0 1',
    'v 0 1 0',
    'g side',
    's off',
    'f 1/1/1 2//1 3/1 \\',
    '  4',
    'v 0 0 -1.5e0',
    'f -1 -2 -5 # the last, the one before, the first',
    'l 1 2',
    'p 1',
    'f 1 2',
  ].join('\r\n');

  it('takes polygons as fans, negative numbers, joined lines and whatever stands beside them', () => {
    const { triangleSet, skipped } = readMesh(utf8(text), 'a.OBJ');
    expect([...triangleSet.triangles]).toEqual([0, 1, 2, 0, 2, 3, 4, 3, 0]);
    expect([...triangleSet.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, -1.5]);
    expect(skipped).toBe(3);
  });

  it.each([
    ['v 0 0', /line 1: A vertex needs three numbers, not nothing/],
    ['v 0 0 1e999', /line 1: .*not "1e999"/],
    ['v 0 0 NaN', /line 1: .*not "NaN"/],
    ['v 0 0 0\n\nf 0 1 1', /line 3: "0" is not a corner/],
    ['v 0 0 0\nf 1 1 -2', /line 2: "-2" is not a corner/],
    ['v 0 0 0\nf 1 1 1e0', /line 2: "1e0" is not a corner/],
    ['v 0 0 0\nf 1 1 1\nf 1 1 7\nf 1 2 1\nv 0 0 0', /line 3: There is no vertex 7; the file has 2/],
  ])('is refused with its line: %j', (wrong, message) => {
    const found = refusal(() => read(wrong, 'a.obj'));
    expect(found).toMatchObject({ code: 'ASSET_INVALID', place: expect.stringMatching(/^a\.obj:\d+:1$/) });
    expect(found.message).toMatch(message);
    expect(found.hint).not.toBe('');
  });

  it('may name vertices that come later', () => {
    expect([...read('f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0', 'a.obj').triangles]).toEqual([0, 1, 2]);
  });
});

describe('STL', () => {
  const facet = (corners: string[]): string =>
    ['facet normal 0 0 1', ' outer loop', ...corners.map((c) => `  vertex ${c}`), ' endloop', 'endfacet'].join('\n');
  const text = `solid two words\n${facet(['0 0 0', '1 0 0', '0 1 0'])}\n${facet(['1 0 0', '1 1 0', '0 1 0'])}\nendsolid`;

  it('is read as text, and its corners are welded', () => {
    const set = read(text, 'a.stl');
    expect([...set.triangles]).toEqual([0, 1, 2, 1, 3, 2]);
    expect([...set.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    expect([...read(`solid\n${facet(['0 0 0', '1 0 0', '1 1 0', '0 1 0'])}`, 'a.stl').triangles]).toEqual([
      0, 1, 2, 0, 2, 3,
    ]);
  });

  it('may be binary and begin with "solid"', () => {
    const bytes = files.stl!.slice();
    bytes.set(utf8('solid '));
    expect(cornersOf(read(bytes, 'a.stl'))).toEqual(cornersOf(read(files.stl!, 'a.stl')));
  });

  it.each([
    [text.replace('vertex 1 0 0', 'vertex 1 0'), /line 5: .* is not a corner/],
    [text.replace('  vertex 1 0 0\n', ''), /line 7: A facet ends after 2 corners/],
    [text.slice(0, text.indexOf('endfacet')), /line 8: The file ends within a facet/],
    [`${text}\nv 1 2 3`, /line 17: "v" is not a word/],
  ])('is refused with its line', (wrong, message) => {
    expect(refusal(() => read(wrong, 'a.stl'))).toMatchObject({
      code: 'ASSET_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('is refused with its byte', () => {
    const bytes = files.stl!.slice();
    new DataView(bytes.buffer).setUint32(80, 0xffffffff, true);
    expect(refusal(() => read(bytes, 'a.stl'))).toMatchObject({ code: 'ASSET_INVALID', offset: 80 });
    const nan = files.stl!.slice();
    new DataView(nan.buffer).setFloat32(84 + 50 + 12, Number.NaN, true);
    expect(refusal(() => read(nan, 'a.stl'))).toMatchObject({ code: 'ASSET_INVALID', offset: 146 });
    expect(refusal(() => read(new Uint8Array(20), 'a.stl'))).toMatchObject({ code: 'ASSET_INVALID', offset: 20 });
  });
});

describe('PLY', () => {
  const head = [
    'ply',
    'format ascii 1.0',
    'comment made by hand',
    'element camera 1',
    'property list uchar double pose',
    'element vertex 4',
    'property uchar red',
    'property double x',
    'property float y',
    'property short z',
    'property list uchar float weights',
    'element face 3',
    'property uchar flags',
    'property list uchar uint vertex_index',
    'element nothing 999999999999',
    'end_header',
  ].join('\n');
  const body = [
    '2 1 2',
    '255 0 0 0 1 7',
    '255 1 0 0 0',
    '0 1.5 1 0 0',
    '0 0 1 -3 2 1 1',
    '',
    '9 4 0 1 2 3',
    '9 3 2 1 3',
    '9 2 0 1',
  ].join('\n');
  const text = `${head}\n${body}`;
  const expected = { positions: [0, 0, 0, 1, 0, 0, 1.5, 1, 0, 0, 1, -3], triangles: [0, 1, 2, 0, 2, 3, 2, 1, 3] };
  const plain = ({ positions, triangles }: TriangleSet) => ({ positions: [...positions], triangles: [...triangles] });

  it('is read as text, with everything skipped that is no mesh', () => {
    expect(plain(read(text, 'a.ply'))).toEqual(expected);
    expect(plain(read(text.replaceAll('\n', '\r\n'), 'a.ply'))).toEqual(expected);
    expect(readMesh(utf8(text), 'a.ply').skipped).toBe(1);
  });

  it.each([true, false])('is read as bytes, little-endian: %s', (little) => {
    const bytes: number[] = [];
    const put = (size: number, write: (view: DataView) => void): void => {
      const view = new DataView(new ArrayBuffer(size));
      write(view);
      bytes.push(...new Uint8Array(view.buffer));
    };
    const u8 = (...values: number[]) => bytes.push(...values);
    const f64 = (x: number) => put(8, (view) => view.setFloat64(0, x, little));
    const f32 = (x: number) => put(4, (view) => view.setFloat32(0, x, little));
    const i16 = (x: number) => put(2, (view) => view.setInt16(0, x, little));
    const u32 = (x: number) => put(4, (view) => view.setUint32(0, x, little));
    u8(2);
    [1, 2].forEach(f64);
    for (let v = 0; v < 4; v++) {
      u8(255);
      f64(expected.positions[3 * v]!);
      f32(expected.positions[3 * v + 1]!);
      i16(expected.positions[3 * v + 2]!);
      u8(v);
      for (let k = 0; k < v; k++) f32(k);
    }
    for (const face of [
      [0, 1, 2, 3],
      [2, 1, 3],
      [0, 1],
    ]) {
      u8(9, face.length);
      face.forEach(u32);
    }
    const start = utf8(`${head.replace('ascii', little ? 'binary_little_endian' : 'binary_big_endian')}\n`);
    const file = Uint8Array.of(...start, ...bytes);
    expect(plain(read(file, 'a.ply'))).toEqual(expected);
    expect(refusal(() => read(file.slice(0, -1), 'a.ply'))).toMatchObject({
      code: 'ASSET_INVALID',
      offset: expect.any(Number),
    });
  });

  it.each([
    ['no head', 'ply\n', /no head/],
    ['no format', text.replace('format ascii 1.0\n', ''), /no format/],
    ['an unknown type', text.replace('property short z', 'property half z'), /line 10: .*not a property/],
    ['no vertices', text.replace('property double x', 'property double u'), /no vertices with x, y and z/],
    ['no faces', text.replace('vertex_index', 'strips'), /no faces/],
    ['a word', text.replace('1.5', 'far'), /"far" instead of a number/],
    ['a missing line', text.replace('\n9 2 0 1', ''), /ends within its values|only/],
    ['a stray corner', text.replace('9 3 2 1 3', '9 3 2 1 4'), /corner at vertex 4; there are 4/],
    ['a negative corner', text.replace('9 3 2 1 3', '9 3 2 1 -3'), /"-3" is not a vertex/],
    ['a long list', text.replace('9 3 2 1 3', '9 999999999 2 1 3'), /cannot have 999999999 entries/],
    ['many vertices', text.replace('element vertex 4', 'element vertex 999999999999999'), /only \d+ bytes left/],
  ])('is refused: %s', (_what, wrong, message) => {
    expect(refusal(() => read(wrong, 'a.ply'))).toMatchObject({
      code: 'ASSET_INVALID',
      message: expect.stringMatching(message),
    });
  });
});

describe('glTF', () => {
  /** A document of somebody else's library: a mesh with two primitives below a node that is below a turned one. */
  async function written(
    form: 'glb' | 'gltf',
    change: (mesh: GltfMesh, document: Document) => void = () => {},
  ): Promise<Uint8Array> {
    const document = new Document();
    const buffer = document.createBuffer();
    const points = document
      .createAccessor()
      .setType('VEC3')
      .setArray(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0))
      .setBuffer(buffer);
    const corners = document
      .createAccessor()
      .setType('SCALAR')
      .setArray(Uint16Array.of(0, 1, 2))
      .setBuffer(buffer);
    const strip = document
      .createAccessor()
      .setType('SCALAR')
      .setArray(Uint8Array.of(0, 1, 2, 3))
      .setBuffer(buffer);
    const mesh = document.createMesh();
    mesh.addPrimitive(document.createPrimitive().setAttribute('POSITION', points).setIndices(corners));
    mesh.addPrimitive(document.createPrimitive().setAttribute('POSITION', points).setIndices(strip).setMode(5));
    mesh.addPrimitive(document.createPrimitive().setAttribute('POSITION', points).setMode(0));
    const child = document.createNode().setMesh(mesh).setScale([2, 1, 1]).setTranslation([0, 0, 3]);
    const turned = document.createNode().setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]).addChild(child);
    document.createScene().addChild(turned);
    change(mesh, document);
    if (form === 'glb') return new WebIO().writeBinary(document);
    const { json, resources } = await new WebIO().writeJSON(document);
    const data = Buffer.from(Object.values(resources)[0]!).toString('base64');
    json.buffers![0]!.uri = `data:application/octet-stream;base64,${data}`;
    return utf8(JSON.stringify(json));
  }

  it.each(['glb', 'gltf'] as const)('is read with the transforms of its nodes: %s', async (form) => {
    const { triangleSet, skipped } = readMesh(await written(form), `a.${form}`);
    expect([...triangleSet.triangles]).toEqual([0, 1, 2, 4, 5, 6, 5, 7, 6]);
    const [x, y, z] = triangleSet.positions.subarray(3, 6);
    expect([x, y, z]).toEqual([expect.closeTo(0, 6), expect.closeTo(2, 6), 3]);
    expect(triangleSet.positions[6]).toBeCloseTo(-1, 6);
    expect(skipped).toBe(1);
  });

  it('keeps the outside of what a node mirrors', async () => {
    const bytes = await written('glb', (_, document) => document.getRoot().listNodes()[0]!.setScale([-1, 1, 1]));
    expect([...read(bytes, 'a.glb').triangles]).toEqual([0, 2, 1, 4, 6, 5, 5, 6, 7]);
  });

  it('is refused if a node is below itself, if data is elsewhere, or if it is compressed', async () => {
    const edited = async (edit: (json: Record<string, never>) => void): Promise<Uint8Array> => {
      const json = JSON.parse(new TextDecoder().decode(await written('gltf')));
      edit(json);
      return utf8(JSON.stringify(json));
    };
    // biome-ignore lint/suspicious/noExplicitAny: any part of it is made wrong
    const cases: [(json: any) => void, RegExp][] = [
      [(json) => (json.nodes[1].children = [0, 1]), /in two places/],
      [(json) => (json.nodes[0].children = [1]), /in two places/],
      [(json) => (json.nodes[1].children = [7]), /does not exist/],
      [(json) => (json.buffers[0].uri = 'data.bin'), /in another file, "data\.bin"/],
      [(json) => (json.buffers[0].uri = 'data:;base64,###'), /not base64/],
      [(json) => (json.extensionsRequired = ['KHR_draco_mesh_compression']), /needs KHR_draco/],
      [(json) => (json.accessors[0].count = 2 ** 40), /reaches beyond/],
      [(json) => (json.accessors[0].sparse = {}), /sparse/],
      [(json) => (json.accessors[1].byteOffset = -4), /reaches beyond/],
      [(json) => (json.bufferViews[0].byteLength = 1e9), /beyond its buffer/],
      [(json) => (json.meshes[0].primitives[0].attributes.POSITION = 1), /wrong type/],
      [(json) => (json.asset.version = '1.0'), /not glTF 2\.0/],
    ];
    for (const [edit, message] of cases) {
      const bytes = await edited(edit);
      expect(refusal(() => read(bytes, 'a.gltf'))).toMatchObject({
        code: 'ASSET_INVALID',
        message: expect.stringMatching(message),
      });
    }
  });
});

describe('a glTF file whose names and numbers are something else', () => {
  it.each<[what: string, json: object]>([
    ['a version that is missing', { asset: {} }],
    ['a version that is an object', { asset: { version: { toString: 1 } } }],
    [
      'an extension that is an object',
      { extensionsRequired: [{ toString: 1 }], scenes: [{ nodes: [{ toString: 1 }] }] },
    ],
    ['a node that is a list', { scenes: [{ nodes: [[]] }] }],
    ['a mesh that is an object', { nodes: [{ mesh: { toString: 1 } }] }],
    [
      'a type that is an object',
      {
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, type: { toString: 1 } }],
      },
    ],
    ['an accessor that is an object', { meshes: [{ primitives: [{ attributes: { POSITION: { toString: 1 } } }] }] }],
  ])('%s', (_, json) => {
    const text = JSON.stringify({ asset: { version: '2.0' }, ...json });
    const { code, message } = refusal(() => read(text, 'a.gltf'));
    expect(code).toBe('ASSET_INVALID');
    expect(message).not.toMatch(/undefined|\[object/);
  });
});

it.each<[name: string, text: string]>([
  ['a.obj', 'v 1e39 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
  ['a.stl', 'solid\nfacet\nvertex -1e39 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n'],
  [
    'a.ply',
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement face 1\n' +
      'property list uchar int vertex_indices\nend_header\n0 1e39 0\n1 0 0\n0 1 0\n3 0 1 2\n',
  ],
])('a coordinate that single precision cannot hold is refused: %s', (name, text) => {
  expect(refusal(() => repairMesh(read(text, name))).code).toBe('ASSET_INVALID');
});

describe('any file', () => {
  it('is refused by the ending of its name', () => {
    expect(refusal(() => read('', 'a.fbx'))).toMatchObject({
      code: 'ASSET_INVALID',
      hint: expect.stringMatching(/\.obj, \.stl/),
    });
    expect(refusal(() => read('', 'obj'))).toMatchObject({ code: 'ASSET_INVALID' });
  });

  it.each(['obj', 'stl', 'ply', 'glb'])('with too many triangles is refused: %s', (ending) => {
    expect(refusal(() => read(files[ending]!, `a.${ending}`, 100))).toMatchObject({ code: 'LIMIT_TRIANGLES' });
  });

  it.each(['obj', 'stl', 'ply', 'glb'])(
    'gives a mesh or an error with advice, whatever its bytes: %s',
    fuzzed,
    (ending) => {
      const judge = (bytes: Uint8Array): void => {
        try {
          const { positions, triangles } = read(bytes, `a.${ending}`, 5000);
          expect(positions.every(Number.isFinite)).toBe(true);
          expect(triangles.every((vertex) => 3 * vertex < positions.length)).toBe(true);
          expect((positions.length % 3) + (triangles.length % 3)).toBe(0);
        } catch (error) {
          if (!(error instanceof ThixoError)) throw error;
          expect(['ASSET_INVALID', 'LIMIT_TRIANGLES']).toContain(error.problems[0]!.code);
          expect(error.problems[0]!.hint).not.toBe('');
        }
      };
      holds(fc.property(fc.uint8Array({ maxLength: 200 }), judge), { numRuns: 200 });
      const words = fc.constantFrom(
        'v',
        'f',
        '1',
        '-1',
        '1/2',
        'ply',
        'solid',
        'vertex',
        'endfacet',
        'format ascii 1.0',
        '\n',
        'element face 9',
        'end_header',
        '1e400',
        '\0',
      );
      holds(
        fc.property(fc.array(words), (list) => judge(utf8(list.join(' ')))),
        { numRuns: 200 },
      );
      holds(
        fc.property(fc.nat(), (k) => judge(mutateBytes(files[ending]!, new Dice(k), 400))),
        { numRuns: 300 },
      );
    },
  );
});
