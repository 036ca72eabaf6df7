// USD as text (.usda) with time samples: a Mesh, BasisCurves in 2D, or Points for particles. The format wants all samples of an
// attribute in one place, so the frames are gone through once per attribute; the file never has to fit into memory.

import { cameraOf, upAxis } from './camera.ts';
import { onlyColor, rangeOfFrames, roughnessOf } from './coloring.ts';
import { extentOf } from './extent.ts';
import type { ExportContext, ExportFrame, SequenceFormat } from './format.ts';
import { type Geometry, geometryOf } from './geometry.ts';
import { isAllSkin, sameNumbers } from './pc2.ts';
import type { Moment } from './solids.ts';
import { quotedText } from './text.ts';
import { TextWriter } from './text-writer.ts';
import { textureFiles } from './textures.ts';
import { type Attribute, colorAttribute, fieldAttribute, shapeAttributes } from './usda-attributes.ts';
import { BOUND_MESH, beginSubset, bindWhole, ST, subsetFaces, writeMaterials } from './usda-paint.ts';
import { writeCamera, writeSolids } from './usda-surroundings.ts';

/** USDA: one file for all frames, with every field, obstacles and camera. */
export const USDA: SequenceFormat = {
  kind: 'sequence',
  title: 'USD as text (.usda) with time samples',
  extension: () => 'usda',
  refuse: () => undefined,
  companions: textureFiles,
  encode: encodeUsda,
};

/** Bytes after which a piece of the file is handed on. */
const PIECE = 1 << 20;

/** The substance as a prim, up to its attributes. */
const PRIMS: Readonly<Record<Geometry['corners'], string>> = {
  1: '    def Points "Particles"\n    {\n',
  2: '    def BasisCurves "Surface"\n    {\n        uniform token type = "linear"\n        uniform token wrap = "periodic"\n',
  3: '    def Mesh "Surface"\n    {\n        uniform token orientation = "rightHanded"\n        uniform token subdivisionScheme = "none"\n',
};

const FOAM_PRIM = '    def Points "Foam"\n    {\n';
/** White, linear light. */
const FOAM_COLOR = [1, 1, 1] as const;

/** The .usda file of a sequence. */
export async function* encodeUsda(
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
): AsyncGenerator<Uint8Array> {
  const out = new TextWriter();
  const { extent, first, samples, isFixed } = await surveyFrames(frames, context),
    fields = first?.fields ?? [],
    textures = first?.texture ? textureFiles(context) : [];
  const corners = context.what === 'surface' ? context.scene.dimension : 1;
  writeHead(out, context, samples);
  out.text(textures.length > 0 ? BOUND_MESH : context.what === 'foam' ? FOAM_PRIM : PRIMS[corners]);
  const attributes = [...shapeAttributes(corners, context), ...fields.map(fieldAttribute)];
  if (first?.uv) attributes.push(ST);
  const color = context.what === 'foam' ? FOAM_COLOR : onlyColor(context);
  if (color) out.text(`        color3f[] primvars:displayColor = [(${color.join(', ')})]\n`);
  else attributes.push(colorAttribute(context, await rangeOfFrames(frames, context)));
  async function* write(attribute: Attribute): AsyncGenerator<Uint8Array> {
    if (isFixed && attribute.isTopology) await writeOnce(out, attribute, frames, context);
    else yield* writeSamples(out, attribute, samples, frames, context);
  }
  for (const attribute of attributes) yield* write(attribute);
  if (textures.length > 0 && !(isFixed && bindWhole(out, first!, textures.length))) {
    for (const number of textures.keys()) {
      beginSubset(out, number + 1);
      yield* write(subsetFaces(number + 1, textures.length));
      out.text('        }\n');
    }
  }
  out.text('    }\n');
  writeMaterials(out, textures, roughnessOf(context.scene));
  writeSolids(out, context, extent, samples);
  writeCamera(out, cameraOf(context, extent), context);
  yield out.text('}\n').take();
}

/** A frame as the file counts it. */
export interface Sample extends Moment {
  /** Its time code: the number of the first frame, and on from there by one. */
  readonly code: number;
}

/** One pass over the frames that finds out what stands at the head of the file. */
async function surveyFrames(frames: () => AsyncIterable<ExportFrame>, context: ExportContext) {
  const samples: Sample[] = [];
  let extent = extentOf(undefined, context);
  let first: Geometry | undefined,
    joins: Uint32Array | undefined,
    isFixed = isAllSkin(context.scene);
  for await (const frame of frames()) {
    if (samples.length === 0) {
      extent = extentOf(frame, context);
      first = geometryOf(frame, context);
    }
    if (isFixed) {
      const { elements } = geometryOf(frame, context);
      joins ??= elements.slice();
      isFixed = sameNumbers(joins, elements);
    }
    const code = (samples[0]?.code ?? frame.frame) + samples.length;
    samples.push({ code, time: frame.time, poses: frame.fields.poses });
  }
  return { extent, first, samples, isFixed: isFixed && joins !== undefined };
}

function writeHead(out: TextWriter, { title, frameRate, scene }: ExportContext, samples: readonly Sample[]): void {
  out.text(`#usda 1.0
(
    defaultPrim = "World"
    doc = ${quotedText(title)}
    endTimeCode = ${samples.at(-1)?.code ?? 0}
    framesPerSecond = ${frameRate}
    metersPerUnit = 1
    startTimeCode = ${samples[0]?.code ?? 0}
    timeCodesPerSecond = ${frameRate}
    upAxis = "${upAxis(scene)}"
)

def Xform "World" (
    kind = "component"
)
{
`);
}

/** Writes an attribute that is the same in all frames: programs then know that only points move. */
async function writeOnce(
  out: TextWriter,
  { type, name, perPoint, write }: Attribute,
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
): Promise<void> {
  for await (const frame of frames()) {
    out.text(`        ${type}[] ${name} = [`);
    write(out, geometryOf(frame, context), frame);
    out.text(perPoint ? '] (\n            interpolation = "vertex"\n        )\n' : ']\n');
    return;
  }
}

/** Writes an attribute with its values in all frames. */
async function* writeSamples(
  out: TextWriter,
  { type, name, perPoint, write }: Attribute,
  samples: readonly Sample[],
  frames: () => AsyncIterable<ExportFrame>,
  context: ExportContext,
): AsyncGenerator<Uint8Array> {
  // The empty value is for readers that go line by line and know metadata only behind one.
  if (perPoint) out.text(`        ${type}[] ${name} = [] (\n            interpolation = "vertex"\n        )\n`);
  out.text(`        ${type}[] ${name}.timeSamples = {\n`);
  let place = 0;
  for await (const frame of frames()) {
    out.text(`            ${samples[place++]!.code}: [`);
    write(out, geometryOf(frame, context), frame);
    out.text('],\n');
    if (out.size > PIECE) yield out.take();
  }
  out.text('        }\n');
}
