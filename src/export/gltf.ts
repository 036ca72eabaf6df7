// glTF 2.0 in one .glb with its animation. Particles that stay the same, and skins, are one mesh with a morph target per frame, which plays
// smoothly; everything else is a mesh per frame, shown by scaling the others to nothing. Everything is in memory until the end.

import {
  type Accessor,
  Document,
  type Material,
  type Mesh,
  type Node,
  type Primitive,
  VertexLayout,
  WebIO,
} from '@gltf-transform/core';
import type { Range } from '../colors/particle-colors.ts';
import type { Bounds } from '../shapes/bounds.ts';
import { fieldOfColor, isKept } from '../substances/known-fields.ts';
import { cornersOf, trianglesByTexture } from '../surface/scene-paint.ts';
import { cameraOf, upAxis } from './camera.ts';
import { onlyColor, pointColors, ROUGHNESS, rangeOfFrames, roughnessOf } from './coloring.ts';
import { extentOf } from './extent.ts';
import type { CompanionFile, ExportContext, ExportFrame, SequenceFormat } from './format.ts';
import { facesOf, type Geometry, geometryOf, type NamedField } from './geometry.ts';
import { addCamera, addSolids, Builder } from './gltf-builder.ts';
import { isAllSkin, sameNumbers } from './pc2.ts';
import { refusal, refuseFoam, throwIf } from './refusal.ts';
import type { Moment } from './solids.ts';
import { textureFiles } from './textures.ts';

/** glTF: one .glb for all frames, with colors, obstacles and camera. */
export const GLTF: SequenceFormat = {
  kind: 'sequence',
  title: 'glTF 2.0 (.glb), animated',
  extension: () => 'glb',
  refuse: refuseFoam,
  encode: encodeGltf,
};

/** Frames up to which morph targets are used: graphics cards hold a limited number. */
const MOST_MORPHS = 256;
/** A .glb counts its bytes with 32 bits; a little is left for what is not arrays. */
const MOST_BYTES = 2 ** 32 - 2 ** 26;
/** glTF's numbers for points, lines and triangles. */
const MODES = { 1: 0, 2: 1, 3: 4 } as const;

/** The .glb of a sequence. */
export async function* encodeGltf(
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
): AsyncGenerator<Uint8Array> {
  const survey = await surveyFrames(frames, context);
  const range = await rangeOfFrames(frames, context);
  const builder = new Builder(new Document(), context.title);
  if (upAxis(context.scene) === 'Z') builder.root.setRotation([-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  if (survey.morph) await addMorphs(builder, frames, context, range);
  else if (survey.pieces) await addPieces(builder, frames, context, range);
  else await addSwitched(builder, frames, context, range);
  addSolids(builder, context, survey.extent, survey.moments);
  addCamera(builder, cameraOf(context, survey.extent), context.scene.output);
  yield await new WebIO().setVertexLayout(VertexLayout.SEPARATE).writeBinary(builder.document);
}

interface Survey {
  /** Where obstacles are in every frame. */
  readonly moments: readonly Moment[];
  /** What is shown, m. */
  readonly extent: Bounds;
  /** Whether the points stay the same, and morph targets can hold them. */
  readonly morph: boolean;
  /** Whether frames come in pieces. */
  readonly pieces: boolean;
}

/** One pass over the frames that finds out what they have in common. */
async function surveyFrames(frames: () => AsyncIterable<ExportFrame>, context: ExportContext): Promise<Survey> {
  const moments: Moment[] = [];
  let extent = extentOf(undefined, context);
  let points: Uint32Array | undefined;
  let same =
    (context.what === 'particles' || isAllSkin(context.scene)) && isKept(fieldOfColor(context.scene.look.colorBy).name);
  let bytes = 0,
    pieces = false;
  for await (const frame of frames()) {
    const geometry = geometryOf(frame, context),
      now = context.what === 'particles' ? frame.fields.id : geometry.elements;
    if (!points) {
      points = now.slice();
      extent = extentOf(frame, context);
    }
    same &&= geometry.count > 0 && sameNumbers(points, now);
    bytes += bytesOf(geometry);
    pieces ||= frame.pieces !== undefined;
    if (bytes > MOST_BYTES) {
      throwIf(
        refusal(
          'A .glb file holds at most 4 GiB, and these frames need more.',
          'Export fewer frames, or use `usda` or `vtk`.',
        ),
      );
    }
    moments.push({ time: frame.time, poses: frame.fields.poses });
  }
  const morph = same && !pieces && moments.length > 1 && moments.length <= MOST_MORPHS;
  return { moments, extent, pieces, morph };
}

function bytesOf({ count, positions, normals, elements, fields }: Geometry): number {
  const values = positions.length + (normals?.length ?? 0) + elements.length;
  return 4 * fields.reduce((sum, { components }) => sum + components * count, values);
}

/** One mesh whose positions and normals go from target to target. */
async function addMorphs(
  builder: Builder,
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
  range: Range,
): Promise<void> {
  const { document } = builder;
  let base:
    | { readonly primitives: readonly Primitive[]; readonly positions: Float32Array; readonly normals?: Float32Array }
    | undefined;
  let count = 0;
  for await (const frame of frames()) {
    const geometry = geometryOf(frame, context);
    if (!base) {
      const kept = geometry.fields.filter(({ name }) => isKept(name));
      base = {
        primitives: addPrimitives(builder, { ...geometry, fields: kept }, context, range, geometry),
        positions: geometry.positions.slice(),
        ...(geometry.normals && { normals: geometry.normals.slice() }),
      };
    } else {
      const { primitives, positions, normals } = base,
        target = document.createPrimitiveTarget(`frame ${frame.frame}`);
      target.setAttribute('POSITION', builder.vectors(geometry.positions.map((x, k) => x - positions[k]!)));
      if (normals) target.setAttribute('NORMAL', builder.vectors(geometry.normals!.map((x, k) => x - normals[k]!)));
      for (const primitive of primitives) primitive.addTarget(target);
    }
    count++;
  }
  if (!base) return;
  const weights = new Float32Array(count * (count - 1));
  for (let k = 1; k < count; k++) weights[k * (count - 1) + k - 1] = 1;
  const mesh = document.createMesh(context.what).setWeights(Array(count - 1).fill(0));
  for (const primitive of base.primitives) mesh.addPrimitive(primitive);
  const node = builder.addNode(context.what).setMesh(mesh);
  const times = Float32Array.from({ length: count }, (_, k) => k / context.frameRate);
  builder.animate(node, 'weights', 'LINEAR', builder.scalars(times), builder.scalars(weights));
}

/** A mesh per frame; each is full size while its frame lasts, and of no size before and after. */
async function addSwitched(
  builder: Builder,
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
  range: Range,
): Promise<void> {
  const nodes: { readonly node: Node; readonly place: number }[] = [];
  let place = 0;
  for await (const frame of frames()) {
    const geometry = geometryOf(frame, context);
    const isEmpty = geometry.corners === 1 ? geometry.count === 0 : geometry.elements.length === 0;
    if (!isEmpty) {
      const mesh = builder.document.createMesh(`${context.what} ${frame.frame}`);
      for (const primitive of addPrimitives(builder, geometry, context, range)) mesh.addPrimitive(primitive);
      nodes.push({ node: builder.addNode(`${context.what} ${frame.frame}`).setMesh(mesh), place });
    }
    place++;
  }
  if (place < 2) return;
  for (const { node, place: own } of nodes) showDuring(builder, node, own, place, context.frameRate);
}

/** A node for every piece, with its mesh in every frame below it: shown one at a time, the surface and the inner faces as two primitives. */
async function addPieces(
  builder: Builder,
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
  range: Range,
): Promise<void> {
  const nodes: { readonly node: Node; readonly place: number }[] = [],
    parents = new Map<string, Node>();
  let place = 0;
  for await (const frame of frames()) {
    for (const { name, surface } of frame.pieces ?? []) {
      if (surface.elements.length === 0) continue;
      const geometry = geometryOf({ ...frame, surface }, context),
        mesh = builder.document.createMesh(`${name} ${frame.frame}`),
        parent = parents.get(name) ?? builder.addNode(name),
        node = builder.document.createNode(`${name} ${frame.frame}`).setMesh(mesh);
      parents.set(name, parent.addChild(node));
      addFaces(builder, mesh, geometry, context, range);
      nodes.push({ node, place });
    }
    place++;
  }
  if (place < 2) return;
  for (const { node, place: own } of nodes) showDuring(builder, node, own, place, context.frameRate);
}

/** The surface of a piece and its inner faces, with the same vertices and no pictures. */
function addFaces(builder: Builder, mesh: Mesh, geometry: Geometry, context: ExportContext, range: Range): void {
  const { outer, inner } = facesOf(geometry),
    indices = (elements: Uint32Array): Accessor => builder.indices(elements, geometry.count),
    [primitive] = addPrimitives(
      builder,
      { ...geometry, elements: outer, texture: undefined },
      context,
      range,
      geometry,
    ) as [Primitive];
  if (outer.length > 0) mesh.addPrimitive(primitive);
  if (inner.length === 0) return;
  const other = builder.document.createPrimitive().setMode(MODES[geometry.corners]).setIndices(indices(inner));
  for (const name of primitive.listSemantics()) other.setAttribute(name, primitive.getAttribute(name)!);
  if (outer.length === 0) primitive.dispose();
  mesh.addPrimitive(
    other.setMaterial(
      builder.material('inside', (material) => material.setMetallicFactor(0).setRoughnessFactor(ROUGHNESS.matte)),
    ),
  );
}

function showDuring(builder: Builder, node: Node, place: number, count: number, frameRate: number): void {
  // All end together, so that the last frame is seen as long as the others, also by players that start over.
  const keys = [...new Set([0, place, place + 1, count])].sort((a, b) => a - b);
  const times = Float32Array.from(keys, (key) => key / frameRate);
  const scales = Float32Array.from(keys.flatMap((key) => Array(3).fill(Math.min(key, count - 1) === place ? 1 : 0)));
  if (place > 0) node.setScale([0, 0, 0]);
  builder.animate(node, 'scale', 'STEP', builder.scalars(times), builder.vectors(scales));
}

/** The primitives of a geometry, in the colors of `colored`: one, or one for each picture. They share their points. */
function addPrimitives(
  builder: Builder,
  geometry: Geometry,
  context: ExportContext,
  range: Range,
  colored: Geometry = geometry,
): Primitive[] {
  const { corners, count, positions, normals, elements, fields, uv, texture } = geometry;
  const textures = textureFiles(context),
    isSplit = texture !== undefined && textures.length > 0 && corners === 3;
  const primitive = builder.document.createPrimitive().setMode(MODES[corners]);
  if (!isSplit) primitive.setMaterial(substanceMaterial(builder, context));
  primitive.setAttribute('POSITION', builder.vectors(positions));
  if (normals && corners === 3) primitive.setAttribute('NORMAL', builder.vectors(normals));
  if (uv) primitive.setAttribute('TEXCOORD_0', builder.pairs(uv.map((c, k) => (k % 2 === 0 ? c : 1 - c))));
  if (corners > 1 && !isSplit) primitive.setIndices(builder.indices(elements, count));
  if (!onlyColor(context)) primitive.setAttribute('COLOR_0', builder.colors(pointColors(context, colored, range)));
  for (const field of fields) primitive.setAttribute(attributeName(field), fieldAccessor(builder, field));
  if (!isSplit) return [primitive];
  return trianglesByTexture(elements, texture, textures.length).flatMap((triangles, number) => {
    if (triangles.length === 0) return [];
    const indices = builder.indices(cornersOf(elements, triangles), count),
      file = textures[number - 1];
    return [
      primitive
        .clone()
        .setIndices(indices)
        .setMaterial(substanceMaterial(builder, context, file)),
    ];
  });
}

/** smoothingLength becomes _SMOOTHING_LENGTH: names of one's own begin with an underscore and are in capitals. */
function attributeName({ name }: NamedField): string {
  return `_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** A field as floats: the format has no whole numbers of 32 bits here. */
function fieldAccessor(builder: Builder, { components, values }: NamedField): Accessor {
  const floats = values instanceof Float32Array ? values : Float32Array.from(values);
  return components === 3 ? builder.vectors(floats) : builder.scalars(floats);
}

/** The one material of the substance, or the one with a picture. */
function substanceMaterial(builder: Builder, context: ExportContext, texture?: CompanionFile): Material {
  return builder.material(texture ? texture.name : 'substance', (material) => {
    const [r, g, b] = onlyColor(context) ?? [1, 1, 1];
    material.setBaseColorFactor([r, g, b, 1]);
    material.setMetallicFactor(0).setRoughnessFactor(roughnessOf(context.scene));
    if (!texture) return;
    const { name, bytes } = texture;
    material.setBaseColorTexture(builder.document.createTexture(name).setImage(bytes.slice()).setMimeType('image/png'));
  });
}
