// glTF 2.0, .glb and .gltf with its data inside: the triangles of all meshes of the scene, moved by their nodes, and paint if it is wanted.
// Skins, morphs and animations are left out. The numbers of the file are believed only as far as there are bytes for them.

import { fromBase64 } from '../../shapes/base64.ts';
import { Accessors } from './gltf-accessors.ts';
import { type GltfData, type GltfJson, inlineText, listIn, numberIn, objectIn, parseGltf } from './gltf-json.ts';
import { composed, IDENTITY4, isMirrored, type Matrix4, nodeMatrix, transformed } from './gltf-matrix.ts';
import { GltfPaint } from './gltf-paint.ts';
import { isCoordinate, type MeshFile, type ReadContext, refusal, shownValue, tooManyTriangles } from './mesh-file.ts';

/** Modes of primitives that are triangles: single, strip, fan. */
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;
/** Most primitives, each counted as often as a node shows it: also those without a triangle cost time. */
const MOST_PRIMITIVES = 1_000_000;
/** Extensions that change where vertices are found, and are not read. */
const COMPRESSED = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression'];

/** Reads a glTF file. Throws ASSET_INVALID with the byte at which its JSON, or its data, is wrong. */
export function readGltf(bytes: Uint8Array, context: ReadContext): MeshFile {
  const data = parseGltf(bytes, context);
  const needed = listIn(data.json, 'extensionsRequired'),
    required = COMPRESSED.find((name) => needed.includes(name));
  if (required) throw data.wrong(`The file needs ${required}.`, 'Export it without compression.');
  return new Collector(data, context).collect();
}

class Collector {
  private readonly data: GltfData;
  private readonly context: ReadContext;
  private readonly accessors: Accessors;
  private readonly positions: number[] = [];
  private readonly triangles: number[] = [];
  private skipped = 0;
  private primitives = 0;
  private readonly paint: GltfPaint | undefined;

  constructor(data: GltfData, context: ReadContext) {
    this.data = data;
    this.context = context;
    this.accessors = new Accessors(data, buffersOf(data, context));
    if (context.side) this.paint = new GltfPaint(data, this.accessors);
  }

  collect(): MeshFile {
    const { json } = this.data;
    const scenes = listIn(json, 'scenes'),
      nodes = listIn(json, 'nodes');
    const scene = this.data.item('scenes', scenes.length > 0 ? (numberIn(json, 'scene') ?? 0) : undefined);
    if (scene) this.visit(listIn(scene, 'nodes'));
    else if (nodes.length > 0) this.visit(rootsOf(nodes));
    else for (const k of listIn(json, 'meshes').keys()) this.addMesh(k, IDENTITY4);
    const triangleSet = { positions: Float64Array.from(this.positions), triangles: Uint32Array.from(this.triangles) };
    return { triangleSet, skipped: this.skipped, ...this.paint?.finish(triangleSet.positions) };
  }

  /** Nodes form a tree: a node that is met twice is a mistake, and could be met without end. */
  private visit(roots: readonly unknown[]): void {
    const seen = new Set<unknown>();
    const open = roots.toReversed().map((node): [unknown, Matrix4] => [node, IDENTITY4]);
    for (let next = open.pop(); next; next = open.pop()) {
      const [number, parent] = next;
      const node = this.data.item('nodes', number);
      if (!node || seen.has(number))
        throw this.data.wrong(`Node ${shownValue(number)} does not exist, or is in two places.`);
      seen.add(number);
      const local = nodeMatrix(node);
      if (!local) throw this.data.wrong(`Node ${shownValue(number)} has a transform that does not consist of numbers.`);
      const matrix = composed(parent, local);
      if (node.mesh !== undefined) this.addMesh(node.mesh, matrix);
      for (const child of listIn(node, 'children').toReversed()) open.push([child, matrix]);
    }
  }

  private addMesh(number: unknown, matrix: Matrix4): void {
    const mesh = this.data.item('meshes', number);
    if (!mesh) throw this.data.wrong(`There is no mesh ${shownValue(number)}.`);
    for (const primitive of listIn(mesh, 'primitives')) this.addPrimitive(objectIn(primitive) ?? {}, matrix);
  }

  private addPrimitive(primitive: GltfJson, matrix: Matrix4): void {
    if (++this.primitives > MOST_PRIMITIVES)
      throw this.data.wrong(
        `The nodes show more than ${MOST_PRIMITIVES} primitives.`,
        'Join meshes before the export.',
      );
    const mode = primitive.mode ?? TRIANGLES;
    const points = objectIn(primitive.attributes)?.POSITION;
    if ((mode !== TRIANGLES && mode !== STRIP && mode !== FAN) || points === undefined) {
      this.skipped++;
      return;
    }
    const positions = this.accessors.read(points, 3),
      first = this.positions.length / 3,
      vertices = positions.length / 3;
    const corners =
      primitive.indices === undefined
        ? Float64Array.from({ length: vertices }, (_, k) => k)
        : this.accessors.read(primitive.indices, 1);
    const stray = corners.find((vertex) => vertex >= vertices);
    if (stray !== undefined) throw this.data.wrong(`A corner is at vertex ${stray}; there are ${vertices} vertices.`);
    if (this.triangles.length + 3 * corners.length > 9 * this.context.most) throw tooManyTriangles(this.context);
    if (3 * (first + vertices) > 9 * this.context.most) throw tooManyTriangles(this.context, 'vertices');
    for (let v = 0; v < vertices; v++) {
      const point = transformed(matrix, positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!);
      if (!point.every(isCoordinate)) throw this.data.wrong('A vertex of a mesh is not finite.');
      this.positions.push(...point);
    }
    this.paint?.add(primitive, vertices);
    this.addCorners(corners, first, mode, isMirrored(matrix));
  }

  private addCorners(corners: Float64Array, first: number, mode: number, mirrored: boolean): void {
    const step = mode === TRIANGLES ? 3 : 1;
    for (let k = 0; k + 2 < corners.length; k += step) {
      const a = first + corners[mode === FAN ? 0 : k]!;
      let b = first + corners[k + 1]!,
        c = first + corners[k + 2]!;
      if (mirrored !== (mode === STRIP && k % 2 === 1)) [b, c] = [c, b];
      this.triangles.push(a, b, c);
    }
    if (this.triangles.length > 3 * this.context.most) throw tooManyTriangles(this.context);
  }
}

function rootsOf(nodes: readonly unknown[]): number[] {
  const children = new Set(nodes.flatMap((node) => listIn(objectIn(node) ?? {}, 'children')));
  return nodes.map((_, k) => k).filter((k) => !children.has(k));
}

/** The bytes of every buffer: the binary part of a .glb, or written into the JSON. */
function buffersOf({ json, binary, wrong }: GltfData, context: ReadContext): Uint8Array[] {
  return listIn(json, 'buffers').map((item, k) => {
    const uri = objectIn(item)?.uri;
    if (uri === undefined && k === 0 && binary) return binary;
    if (typeof uri !== 'string') throw wrong(`Buffer ${k} has no data.`);
    const text = inlineText(uri);
    if (text === undefined) {
      const message = `The data of buffer ${k} is in another file, ${JSON.stringify(uri.slice(0, 40))}.`;
      throw refusal(context, { offset: 0 }, message, 'Export one .glb file, or .gltf with its data inside.');
    }
    const bytes = fromBase64(text.padEnd(4 * Math.ceil(text.length / 4), '='));
    if (!bytes) throw wrong(`The data of buffer ${k} is not base64.`);
    return bytes;
  });
}
