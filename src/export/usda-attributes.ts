// The attributes of a substance in USD: which ones there are, and how the numbers of a frame are written.

import type { Range } from '../colors/particle-colors.ts';
import { particleRadii } from '../colors/particle-radii.ts';
import { pointColors } from './coloring.ts';
import { measureBounds } from './extent.ts';
import type { ExportContext, ExportFrame } from './format.ts';
import type { Geometry, NamedField } from './geometry.ts';
import { loopsOf } from './loops.ts';
import type { TextWriter } from './text-writer.ts';

/** An attribute that is an array, with a value for every frame. */
export interface Attribute {
  /** USD's name of the type of an entry. */
  readonly type: string;
  readonly name: string;
  /** Whether there is one entry per point, in words that USD does not know by itself. */
  readonly perPoint: boolean;
  /** Whether it only says how points are joined, which may be the same in all frames. */
  readonly isTopology?: boolean;
  /** Writes the entries of one frame. */
  write(out: TextWriter, geometry: Geometry, frame: ExportFrame): void;
}

/** Points, what joins them, and the box around them. */
export function shapeAttributes(corners: Geometry['corners'], context: ExportContext): Attribute[] {
  const { scene } = context;
  const points = attribute('point3f', 'points', (out, g) => writeVectors(out, g.positions, orderOf(g)));
  if (context.what === 'foam') {
    const widths = (foam: ExportFrame['foam']) => foam!.radius.map((radius) => 2 * radius);
    return [
      attribute('float3', 'extent', (out, g, { foam }) => writeExtent(out, g, widths(foam))),
      points,
      attribute('float', 'widths', (out, _, { foam }) => writeNumbers(out, widths(foam))),
    ];
  }
  if (corners === 1) {
    const widths = (fields: ExportFrame['fields']) => particleRadii(scene, fields).map((radius) => 2 * radius);
    return [
      attribute('float3', 'extent', (out, g, { fields }) => writeExtent(out, g, widths(fields))),
      points,
      attribute('float', 'widths', (out, _, { fields }) => writeNumbers(out, widths(fields))),
      attribute('int64', 'ids', (out, _, { fields }) => writeNumbers(out, fields.id)),
    ];
  }
  const extent = attribute('float3', 'extent', (out, g) => writeExtent(out, g));
  if (corners === 2) {
    return [
      extent,
      attribute('int', 'curveVertexCounts', (out, g) => writeNumbers(out, loopsOf(g.elements).lengths)),
      points,
    ];
  }
  const threes = (g: Geometry) => new Uint32Array(g.elements.length / 3).fill(3);
  return [
    extent,
    { ...attribute('int', 'faceVertexCounts', (out, g) => writeNumbers(out, threes(g))), isTopology: true },
    { ...attribute('int', 'faceVertexIndices', (out, g) => writeNumbers(out, g.elements)), isTopology: true },
    points,
    { ...attribute('normal3f', 'normals', (out, g) => writeVectors(out, g.normals!)), perPoint: true },
  ];
}

/** A field: `velocities` is what motion blur is made of, the others are primvars of their own name. */
export function fieldAttribute({ name, components, values }: NamedField, place: number): Attribute {
  const own = (g: Geometry) => g.fields[place]!.values;
  if (components === 3) {
    const type = 'vector3f';
    const write: Attribute['write'] = (out, g) => writeVectors(out, own(g), orderOf(g));
    return name === 'velocity'
      ? attribute(type, 'velocities', write)
      : { ...attribute(type, `primvars:${name}`, write), perPoint: true };
  }
  const type = values instanceof Float32Array ? 'float' : 'int';
  return { ...attribute(type, `primvars:${name}`, (out, g) => writeNumbers(out, own(g), orderOf(g))), perPoint: true };
}

/** The colors of our own pictures, in linear light. */
export function colorAttribute(context: ExportContext, range: Range): Attribute {
  const write: Attribute['write'] = (out, g) => writeVectors(out, pointColors(context, g, range), orderOf(g));
  return { ...attribute('color3f', 'primvars:displayColor', write), perPoint: true };
}

function attribute(type: string, name: string, write: Attribute['write']): Attribute {
  return { type, name, perPoint: false, write };
}

/** Curves have their points in the order in which they are joined. */
function orderOf({ corners, elements }: Geometry): Uint32Array | undefined {
  return corners === 2 ? loopsOf(elements).order : undefined;
}

/** Writes whole numbers or floats. */
function writeNumbers(out: TextWriter, values: Float32Array | Uint32Array, order?: Uint32Array): void {
  const count = order?.length ?? values.length;
  const whole = values instanceof Uint32Array;
  for (let i = 0; i < count; i++) {
    const value = values[order ? order[i]! : i]!;
    if (i > 0) out.text(', ');
    if (whole) out.integer(value);
    else out.float(value);
  }
}

function writeVectors(out: TextWriter, values: ArrayLike<number>, order?: Uint32Array): void {
  const count = order?.length ?? values.length / 3;
  for (let i = 0; i < count; i++) {
    out
      .text(i > 0 ? ', (' : '(')
      .vector(values, 3 * (order ? order[i]! : i), ', ')
      .text(')');
  }
}

/** Writes the corners of the box around points, each as wide as said. */
function writeExtent(out: TextWriter, { positions }: Geometry, widths: Float32Array = new Float32Array(0)): void {
  let reach = 0;
  for (const width of widths) reach = Math.max(reach, width / 2);
  const { min, max } = measureBounds(positions);
  const corners = Float32Array.of(...min.map((x) => x - reach), ...max.map((x) => x + reach));
  writeVectors(out, corners);
}
