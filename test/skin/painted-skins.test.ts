// Skins with textures: what readers find, what pictures show, what files carry, and what is refused.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { PNG } from 'pngjs';
import type { Mesh } from 'three';
import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadScene } from '../../src/cache/scene-file.ts';
import { decodeSurface } from '../../src/cache/surface-file.ts';
import { openSurface } from '../../src/frames/surface-file.ts';
import { exportCache, meshCache, renderCache, runScene } from '../../src/make/index.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';

/** A picture whose quarters are red (lower left), green (lower right), blue (upper left) and white. */
function quarters(side: number): Buffer {
  const png = new PNG({ width: side, height: side });
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [right, up] = [x >= side / 2, y < side / 2],
        color = up ? (right ? [255, 255, 255] : [0, 0, 255]) : right ? [0, 255, 0] : [255, 0, 0];
      png.data.set([...color, 255], 4 * (y * side + x));
    }
  }
  return PNG.sync.write(png);
}

/** The corners of a cube, half an edge 0.2 m, and its faces; the face toward +z has the whole picture, the others a corner of it. */
const CORNERS = [-1, 1].flatMap((z) => [-1, 1].flatMap((y) => [-1, 1].map((x) => [0.2 * x, 0.2 * y, 0.2 * z])));
const FACES = [
  [5, 6, 8, 7],
  [2, 1, 3, 4],
  [1, 5, 7, 3],
  [6, 2, 4, 8],
  [7, 8, 4, 3],
  [1, 2, 6, 5],
];
const COORDINATES = ['0 0', '1 0', '1 1', '0 1', '0.25 0.25'];
const cubeObj = (library: string): string =>
  [
    library,
    ...CORNERS.map((p) => `v ${p.join(' ')}`),
    ...COORDINATES.map((uv) => `vt ${uv}`),
    'usemtl skin',
    ...FACES.map((face, k) => `f ${face.map((v, c) => `${v}/${k === 0 ? c + 1 : 5}`).join(' ')}`),
    '',
  ].join('\n');
const MTL = 'newmtl skin\nKd 1 1 1\nmap_Kd quarters.png\n';

const scene = (mesh: object, more: object = {}): string =>
  JSON.stringify({
    duration: 0.1,
    frameRate: 10,
    gravity: [0, 0, 0],
    substances: { toy: { model: 'globules', kind: 'solid' } },
    bodies: [
      {
        ...{ substance: 'toy', shape: { box: { min: [-0.2, -0.2, -0.2], max: [0.2, 0.2, 0.2] } }, spacing: 0.1 },
        skin: { mesh },
      },
    ],
    camera: { position: [0, 0, 3], target: [0, 0, 0], fieldOfView: 12 },
    look: { finish: 'matte', ground: false },
    output: { width: 64, height: 64 },
    ...more,
  });

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'painted-'));
  writeFileSync(at('cube.obj'), cubeObj('mtllib cube.mtl'));
  writeFileSync(at('bare.obj'), cubeObj(''));
  writeFileSync(at('cube.mtl'), MTL);
  writeFileSync(at('quarters.png'), quarters(16));
  writeFileSync(at('cube.json'), scene({ file: 'cube.obj' }));
  await runScene(at('cube.json'), { output: at('out') });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function surfaceOf(file: string, frame = 0): Promise<SurfaceMesh> {
  await meshCache(at('out'), { scene: at(file) });
  const bytes = new Uint8Array(readFileSync(join(at('out'), 'surface', `${String(frame).padStart(6, '0')}.surface`)));
  return decodeSurface(bytes, openSurface(bytes)!.key)!;
}

/** The colors in the middles of the quarters of a picture of the face toward the camera: upper left, upper right, lower left, lower right. */
async function seen(file: string, more: object = {}): Promise<number[][]> {
  await renderCache(at('out'), { scene: at(file), frame: 0, output: at('seen.png'), ...more });
  const { data, width } = PNG.sync.read(readFileSync(at('seen.png')));
  const middle = width / 2,
    step = Math.round(width / 8);
  return [-1, 1].flatMap((y) =>
    [-1, 1].map((x) => [...data.subarray(4 * ((middle + y * step) * width + middle + x * step)).subarray(0, 3)]),
  );
}

/** Which of red, green and blue are bright. */
const names = (colors: number[][]): string[] =>
  colors.map((color) => ['r', 'g', 'b'].filter((_, k) => color[k]! > 0.6 * Math.max(...color)).join(''));

describe('a cube with a picture', () => {
  test('keeps the vertices of its file, copies behind, and smooth normals', async () => {
    const { positions, normals, fields, elements } = await surfaceOf('cube.json');
    expect(positions.length / 3).toBe(8 + 4); // the four corners of the front also belong to faces of one color
    for (const [v, corner] of CORNERS.entries())
      for (const [a, c] of corner.entries()) expect(positions[3 * v + a]).toBeCloseTo(c, 6);
    expect([...fields.texture!.values]).toEqual(Array(12).fill(1));
    expect(fields.uv!.components).toBe(2);
    // Each corner of the front is there twice, with the same normal.
    for (let v = 8; v < 12; v++) {
      const twin = [4, 5, 6, 7].find((k) => [0, 1, 2].every((a) => positions[3 * k + a] === positions[3 * v + a]))!;
      expect(normals.subarray(3 * v, 3 * v + 3)).toEqual(normals.subarray(3 * twin, 3 * twin + 3));
    }
    // Coordinates of the first face, as the file has them, by place: u grows with x, v with y.
    for (const v of elements.subarray(0, 6)) {
      expect(fields.uv!.values[2 * v]).toBe(positions[3 * v]! > 0 ? 1 : 0);
      expect(fields.uv!.values[2 * v + 1]).toBe(positions[3 * v + 1]! > 0 ? 1 : 0);
    }
  });

  test('shows it the right way up', async () => {
    expect(names(await seen('cube.json'))).toEqual(['b', 'rgb', 'r', 'g']);
  });

  test('gives the same picture on any number of threads', async () => {
    const pictures = [1, 3].map(async (threads) => {
      await renderCache(at('out'), { scene: at('cube.json'), output: at(`threads-${threads}`), threads });
      return readFileSync(join(at(`threads-${threads}`), '000001.png'));
    });
    const [one, three] = [await pictures[0]!, await pictures[1]!];
    expect(three.equals(one)).toBe(true);
  });

  test('shows numbers in place of it, if colors stand for numbers', async () => {
    const colors = await seen('cube.json', { set: ['look.colorBy=speed', 'look.legend=false'] });
    expect(new Set(names(colors)).size).toBe(1);
  });

  test('gets its picture from the scene too, without materials', async () => {
    writeFileSync(at('named.json'), scene({ file: 'bare.obj', texture: 'quarters.png' }));
    expect(names(await seen('named.json'))).toEqual(['b', 'rgb', 'r', 'g']);
  });

  test('multiplies it with the color of the material', async () => {
    writeFileSync(at('dim.mtl'), MTL.replace('Kd 1 1 1', 'Kd 1 0 1'));
    writeFileSync(at('dim.obj'), cubeObj('mtllib dim.mtl'));
    writeFileSync(at('dim.json'), scene({ file: 'dim.obj' }));
    const [, white, , green] = await seen('dim.json');
    expect(names([white!])).toEqual(['rb']);
    expect(Math.max(...green!)).toBeLessThan(60);
  });

  test('is read from PLY with s and t, and a comment that names the picture', async () => {
    const front = [4, 5, 7, 6],
      uv = ['0 0', '1 0', '1 1', '0 1'];
    const lines = [
      ...['ply', 'format ascii 1.0', 'comment TextureFile quarters.png', 'element vertex 4'],
      ...['x', 'y', 'z', 's', 't'].map((name) => `property float ${name}`),
      ...['element face 1', 'property list uchar int vertex_indices', 'end_header'],
      ...front.map((v, k) => `${CORNERS[v]!.join(' ')} ${uv[k]}`),
      '4 0 1 2 3',
    ];
    writeFileSync(at('front.ply'), `${lines.join('\n')}\n`);
    writeFileSync(at('ply.json'), scene({ file: 'front.ply' }));
    expect(names(await seen('ply.json'))).toEqual(['b', 'rgb', 'r', 'g']);
  });
});

/** A glTF square toward +z with colors, a base color and an embedded picture; v is counted downward there. */
function gltfText(picture: object, factor = [1, 1, 1, 1]): string {
  const floats = (...values: number[]): Buffer => Buffer.from(Float32Array.from(values).buffer),
    parts = [
      floats(...[4, 5, 7, 6].flatMap((v) => CORNERS[v]!)),
      floats(0, 1, 1, 1, 1, 0, 0, 0),
      floats(...Array(4).fill([1, 1, 1]).flat()),
      Buffer.from(Uint16Array.of(0, 1, 2, 0, 2, 3).buffer),
      quarters(16),
    ];
  let offset = 0;
  const bufferViews = parts.map(({ length }) => {
    offset += length;
    return { buffer: 0, byteOffset: offset - length, byteLength: length };
  });
  const accessor = (bufferView: number, type: string, count: number, componentType = 5126) => ({
    ...{ bufferView, type, count, componentType },
  });
  return JSON.stringify({
    asset: { version: '2.0' },
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1, COLOR_0: 2 }, indices: 3, material: 0 }] }],
    accessors: [accessor(0, 'VEC3', 4), accessor(1, 'VEC2', 4), accessor(2, 'VEC3', 4), accessor(3, 'SCALAR', 6, 5123)],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, baseColorFactor: factor } }],
    textures: [{ source: 0 }],
    images: [picture],
    bufferViews,
    buffers: [
      { byteLength: offset, uri: `data:application/octet-stream;base64,${Buffer.concat(parts).toString('base64')}` },
    ],
  });
}

describe('a glTF file', () => {
  test.each([
    ['inside', { bufferView: 4, mimeType: 'image/png' }],
    ['beside', { uri: 'quarters.png' }],
  ])('has its picture %s', async (where, picture) => {
    writeFileSync(at(`${where}.gltf`), gltfText(picture));
    writeFileSync(at(`${where}.json`), scene({ file: `${where}.gltf` }));
    expect(names(await seen(`${where}.json`))).toEqual(['b', 'rgb', 'r', 'g']);
  });

  test('has a base color, in linear light', async () => {
    writeFileSync(at('factor.gltf'), gltfText({ uri: 'quarters.png' }, [0.5, 1, 0, 1]));
    writeFileSync(at('factor.json'), scene({ file: 'factor.gltf' }));
    const { fields } = await surfaceOf('factor.json');
    expect(fields.skinColor!.values[0]).toBeCloseTo(0.5, 2);
    expect([...fields.skinColor!.values.subarray(1, 3)]).toEqual([1, 0]);
  });
});

describe('files of a painted skin', () => {
  test('OBJ: coordinates, materials and the picture itself', async () => {
    await exportCache(at('out'), { format: 'obj', output: at('obj'), scene: at('cube.json') });
    const text = readFileSync(join(at('obj'), '000001.obj'), 'utf8'),
      library = /^mtllib (?<name>\S+)$/m.exec(text)!.groups!.name!,
      mesh = new OBJLoader().parse(text).children[0] as Mesh,
      { uv, position } = mesh.geometry.attributes;
    expect(uv!.count).toBe(36);
    for (let k = 0; k < 6; k++) {
      expect(position!.getZ(k)).toBeGreaterThan(0);
      expect(uv!.getX(k)).toBe(position!.getX(k) > 0 ? 1 : 0);
    }
    const materials = new MTLLoader().parse(readFileSync(join(at('obj'), library), 'utf8'), '') as unknown as {
      materialsInfo: Record<string, { map_kd?: string }>;
    };
    const { map_kd: picture } = materials.materialsInfo['texture-1']!;
    expect(readFileSync(join(at('obj'), picture!))).toEqual(readFileSync(at('quarters.png')));
  });

  test('OBJ: what was written can be a skin again', async () => {
    writeFileSync(at('obj/again.json'), scene({ file: '000000.obj' }));
    expect(names(await seen(join('obj', 'again.json')))).toEqual(['b', 'rgb', 'r', 'g']);
  });

  test('PLY: s and t, and a comment', async () => {
    await exportCache(at('out'), { format: 'ply', output: at('ply'), scene: at('cube.json') });
    const bytes = readFileSync(join(at('ply'), '000001.ply')),
      geometry = new PLYLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as never),
      picture = /^comment TextureFile (?<name>\S+)$/m.exec(bytes.toString('latin1'))!.groups!.name!;
    expect(geometry.attributes.uv!.count).toBe(12);
    expect(readdirSync(at('ply'))).toContain(picture);
  });

  test('glTF: TEXCOORD_0, the picture inside, and colors; the validator finds nothing', async () => {
    await exportCache(at('out'), { output: at('cube.glb'), scene: at('cube.json') });
    const bytes = new Uint8Array(readFileSync(at('cube.glb')));
    expect((await validateBytes(bytes)).issues.messages).toEqual([]);
    const view = new DataView(bytes.buffer, bytes.byteOffset),
      length = view.getUint32(12, true),
      json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))),
      binary = bytes.subarray(28 + length),
      [primitive] = json.meshes[0].primitives,
      { baseColorTexture } = json.materials[primitive.material].pbrMetallicRoughness,
      image = json.images[json.textures[baseColorTexture.index].source],
      { byteOffset, byteLength } = json.bufferViews[image.bufferView];
    expect(Object.keys(primitive.attributes)).toEqual(expect.arrayContaining(['TEXCOORD_0', 'COLOR_0', 'NORMAL']));
    expect(primitive.targets.length).toBe(1);
    expect(Buffer.from(binary.subarray(byteOffset, byteOffset + byteLength))).toEqual(readFileSync(at('quarters.png')));
    const uv = json.accessors[primitive.attributes.TEXCOORD_0],
      from = json.bufferViews[uv.bufferView].byteOffset + (uv.byteOffset ?? 0),
      floats = new Float32Array(binary.slice(from, from + 8 * uv.count).buffer),
      { fields } = await surfaceOf('cube.json');
    for (let k = 0; k < floats.length; k += 2) {
      expect(floats[k]).toBeCloseTo(fields.uv!.values[k]!, 6);
      expect(floats[k + 1]).toBeCloseTo(1 - fields.uv!.values[k + 1]!, 6);
    }
  });

  test('USD: primvars:st, and a material whose file is there', async () => {
    await exportCache(at('out'), { output: at('cube.usda'), scene: at('cube.json') });
    const text = readFileSync(at('cube.usda'), 'utf8'),
      picture = /asset inputs:file = @\.\/(?<name>[^@]+)@/.exec(text)!.groups!.name!;
    expect(text).toMatch(/texCoord2f\[\] primvars:st = \[\(.*\)\] \(\s+interpolation = "vertex"/);
    expect(text).toContain('rel material:binding = </World/Materials/Texture1>');
    expect(readFileSync(at(picture))).toEqual(readFileSync(at('quarters.png')));
  });

  test('PC2: only the vertices of the file', async () => {
    await exportCache(at('out'), { format: 'pc2', what: 'surface', output: at('cube.pc2'), scene: at('cube.json') });
    expect(readFileSync(at('cube.pc2')).readInt32LE(16)).toBe(8);
  });
});

describe('what cannot be painted', () => {
  const problem = async (mesh: object): Promise<string> => {
    writeFileSync(at('wrong.json'), scene(mesh));
    return loadScene(at('wrong.json')).then(
      () => 'read',
      (error: Error) => error.message,
    );
  };

  test.each([
    ['a missing picture', 'nothing.png', /ASSET_MISSING.*nothing\.png/s],
    ['a picture outside of the folder', '../quarters.png', /ASSET_OUTSIDE/],
    ['a JPEG picture', 'photo.jpg', /ASSET_INVALID.*is a JPEG picture.*Save it as PNG/s],
    ['a picture that is cut off', 'cut.png', /ASSET_INVALID.*cut off/s],
    ['a picture that is too large', 'large.png', /ASSET_INVALID.*100000 × 100000 pixels/s],
    ['a picture whose pixels are damaged', 'damaged.png', /ASSET_INVALID.*damaged/s],
  ])('is refused: %s', async (_, texture, message) => {
    writeFileSync(at('photo.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    const good = quarters(16),
      large = Buffer.from(good),
      damaged = Buffer.from(good);
    writeFileSync(at('cut.png'), good.subarray(0, good.length - 16));
    large.writeUInt32BE(100000, 16);
    large.writeUInt32BE(100000, 20);
    writeFileSync(at('large.png'), large);
    damaged.fill(7, 50, 60);
    writeFileSync(at('damaged.png'), damaged);
    expect(await problem({ file: 'bare.obj', texture })).toMatch(message);
    writeFileSync(at('wrong.mtl'), MTL.replace('quarters.png', texture));
    writeFileSync(at('wrong.obj'), cubeObj('mtllib wrong.mtl'));
    expect(await problem({ file: 'wrong.obj' })).toMatch(message);
  });

  test('is refused: materials that are not there, coordinates that are not there, paint that does not fit', async () => {
    writeFileSync(at('lost.obj'), cubeObj('mtllib lost.mtl'));
    expect(await problem({ file: 'lost.obj' })).toMatch(/ASSET_MISSING.*lost\.mtl/s);
    writeFileSync(at('plain.obj'), cubeObj('').replaceAll(/^vt.*\n|\/\d/gm, ''));
    expect(await problem({ file: 'plain.obj', texture: 'quarters.png' })).toMatch(/no texture coordinates/);
    writeFileSync(at('stray.obj'), cubeObj('').replace('6/2', '6/9'));
    expect(await problem({ file: 'stray.obj' })).toMatch(/no texture coordinates 9.*has 5/s);
    const { input } = await loadScene(at('cube.json')),
      { mesh } = input.bodies![0]!.skin as { mesh: { paint: object } };
    expect(await problem({ ...mesh, paint: { ...mesh.paint, uv: 'AAAA' } })).toMatch(/MESH_INVALID.*does not fit/s);
  });
});
