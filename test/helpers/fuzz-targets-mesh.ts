// What reads meshes, points and heights: files of every format, torn, lying about their size, or with words that do not belong there.

import { digest } from '../../src/cache/disk.ts';
import { decodeSurface, encodeSurface } from '../../src/cache/surface-file.ts';
import { joinPacked, readHeader } from '../../src/frames/packed-file.ts';
import { checkedBytes, SURFACE_KIND, type SurfaceContent } from '../../src/frames/surface-file.ts';
import { readMesh } from '../../src/meshes/read/read-mesh.ts';
import { repairMesh } from '../../src/meshes/repair-mesh.ts';
import { readHeights } from '../../src/scene/heights-text.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { readPoints } from '../../src/scene/points-text.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';
import { bytesOf, contextOf, dropFrames } from '../export/frames.ts';
import { torus } from '../export/meshes.ts';
import type { Dice } from './dice.ts';
import { mutateBytes } from './fuzz-bytes.ts';
import type { FuzzTarget } from './fuzz-run.ts';
import { mutateValues, tearText } from './fuzz-scenes.ts';
import { answer } from './fuzz-targets-world.ts';

const RING = torus(12, 6, 0.3, 0.1);
/** How many of the inputs each format gets: PLY and OBJ are what most people have. */
const SHARES = { ply: 14, obj: 12, stl: 6, glb: 5, gltf: 5 } as const;
const WORDS = [
  ...[
    'v',
    'vt',
    'vn',
    'f',
    'o',
    'g',
    'usemtl',
    'ply',
    'solid',
    'facet',
    'vertex',
    'endfacet',
    'endsolid',
    'element vertex',
  ],
  ...['element face', 'property list uchar int vertex_indices', 'property double x', 'end_header', 'format ascii 1.0'],
  ...[
    '0',
    '-1',
    '1',
    '2/3/4',
    '1//1',
    '4294967295',
    '-2147483648',
    '1e400',
    '-1e308',
    '1e-320',
    'nan',
    'inf',
    '0x10',
    '1,5',
  ],
  ...['', '\\\n', '\n', '\r', '\0', '\v', '#', '"', '\u00a0', '💧'],
];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Targets for every mesh format, for points and heights, and for the surfaces of a cache. */
export async function meshTargets(): Promise<FuzzTarget[]> {
  const files = await ringFiles();
  const meshes = Object.entries(SHARES).map(
    ([ending, share]): FuzzTarget => ({
      name: `mesh, ${ending}`,
      share,
      make: (dice) => wrongMesh(files[ending]!, ending, dice),
      feed: (bytes) => answer(() => useMesh(bytes, `a.${ending}`), textOf(bytes)),
    }),
  );
  const points = utf8(Array.from({ length: 40 }, (_, k) => `${k} ${k / 7} 1e-${k}\n`).join(''));
  const heights = utf8(Array.from({ length: 12 }, (_, j) => `${j} 0.5 -1 2e3 ${j / 3}\n`).join(''));
  const surface = encodeSurface(RING, 'k');
  return [
    ...meshes,
    text('points', points, (bytes) => readPoints(textOf(bytes), DEFAULT_LIMITS.particles)),
    text('heights', heights, (bytes) => readHeights(textOf(bytes))),
    {
      name: 'surface',
      share: 4,
      make: (dice) => (dice.chance(0.5) ? mutateBytes(surface, dice, 200) : lyingSurface(surface, dice)),
      feed: (bytes) => (decodeSurface(bytes, 'k') ? 'read' : 'refused'),
    },
  ];
}

/** A text whose answer may also be a fault in words. */
function text(name: string, good: Uint8Array, read: (bytes: Uint8Array) => object): FuzzTarget {
  return {
    name,
    share: 2,
    make: (dice) => (dice.chance(0.5) ? mutateBytes(good, dice) : otherWords(good, dice)),
    feed: (bytes) => ('message' in read(bytes) ? 'refused' : 'read'),
  };
}

/** The same ring in every format, as our own exporters write it. */
async function ringFiles(): Promise<Record<string, Uint8Array>> {
  const drop = await dropFrames(),
    context = await contextOf({ ...drop.scene, obstacles: [] }, 'surface', 1),
    frames = [{ ...drop.frames[0]!, surface: RING }];
  const files: Record<string, Uint8Array> = {};
  for (const name of ['obj', 'stl', 'ply'] as const) files[name] = await bytesOf(name, frames, context);
  files.glb = await bytesOf('gltf', frames, context);
  files.gltf = asGltf(files.glb);
  return files;
}

const GLB_HEAD = 20;

/** The JSON of a GLB file. */
function jsonOf(glb: Uint8Array): Record<string, unknown> {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(textOf(glb.subarray(GLB_HEAD, GLB_HEAD + length))) as Record<string, unknown>;
}

/** What follows the JSON of a GLB file: the head of the binary part and its bytes. */
const binaryOf = (glb: Uint8Array): Uint8Array =>
  glb.subarray(GLB_HEAD + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true));

function asGltf(glb: Uint8Array): Uint8Array {
  const json = jsonOf(glb),
    binary = binaryOf(glb).subarray(8);
  const uri = `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`;
  return utf8(JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri }] }));
}

function wrongMesh(good: Uint8Array, ending: string, dice: Dice): Uint8Array {
  if (dice.chance(0.4)) return mutateBytes(good, dice, 300);
  if (ending === 'glb') return lyingGlb(good, dice);
  if (ending === 'gltf') return utf8(JSON.stringify(mutateValues(JSON.parse(textOf(good)), dice)));
  return dice.chance(0.2) ? Buffer.from(tearText(textOf(good), dice), 'latin1') : otherWords(good, dice);
}

/** A GLB file whose JSON says something else, with the lengths that belong to it. */
function lyingGlb(glb: Uint8Array, dice: Dice): Uint8Array {
  const json = utf8(JSON.stringify(mutateValues(jsonOf(glb), dice))),
    padded = Buffer.alloc(Math.ceil(json.length / 4) * 4, ' ');
  padded.set(json);
  const bytes = Buffer.concat([glb.subarray(0, GLB_HEAD), padded, binaryOf(glb)]);
  bytes.writeUInt32LE(bytes.length, 8);
  bytes.writeUInt32LE(padded.length, 12);
  return bytes;
}

/** A text with one to four other words in it, now and then very often. */
function otherWords(good: Uint8Array, dice: Dice): Uint8Array {
  const words = textOf(good).split(/(?<=\s)/);
  for (let k = 1 + dice.below(4); k > 0; k--) {
    const word = dice.pick(WORDS) + dice.pick([' ', '\n', '']);
    const times = dice.chance(0.95) ? 1 : dice.pick([10, 1000, 20_000]);
    words.splice(dice.below(words.length), dice.below(3), word.repeat(times));
  }
  return Buffer.from(words.join(''), 'latin1');
}

/** A surface of a cache whose header says something else, with the checksum that belongs to it. */
function lyingSurface(surface: Uint8Array, dice: Dice): Uint8Array {
  const { header, end } = readHeader(surface, '', SURFACE_KIND),
    { sha256: _, ...content } = header as SurfaceContent & { sha256: string };
  const packed = [dice.chance(0.2) ? mutateBytes(surface.subarray(end), dice, 0) : surface.subarray(end)],
    lying = { ...(mutateValues(content, dice) as SurfaceContent) };
  return joinPacked(SURFACE_KIND, { ...lying, sha256: digest(checkedBytes(lying, packed)) }, packed);
}

/** Reads a mesh and mends it; what comes out must be a mesh. */
function useMesh(bytes: Uint8Array, name: string): void {
  const read = readMesh(bytes, name).triangleSet;
  requireMesh(read);
  requireMesh(repairMesh(read).triangleSet);
}

function requireMesh({ positions, triangles }: TriangleSet): void {
  if (!positions.every(Number.isFinite)) throw new Error('a vertex that is nowhere');
  if (!triangles.every((vertex) => 3 * vertex < positions.length)) throw new Error('a corner that is no vertex');
  if ((positions.length % 3) + (triangles.length % 3) > 0) throw new Error('a part of a vertex or triangle');
}
