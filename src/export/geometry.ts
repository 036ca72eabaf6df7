// Surfaces and particles in one form, so that a format is written once: points with fields, joined to triangles, to segments or not at all.

import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { exportedFields, fieldValues } from '../substances/known-fields.ts';
import { INNER_FIELD } from '../surface/pieces/broken-bodies.ts';
import { TEXTURE_FIELD, UV_FIELD } from '../surface/scene-paint.ts';
import { type VertexPieces, vertexPieces } from '../surface/surface-pieces.ts';
import { withPieces } from '../world/pieces.ts';
import type { WorldFields } from '../world/published-fields.ts';
import type { ExportContext, ExportFrame } from './format.ts';

/** What a file holds of one frame. */
export interface Geometry {
  /** Vertices per element: 3 for triangles, 2 for segments, 1 for single points. */
  readonly corners: 1 | 2 | 3;
  /** Points. */
  readonly count: number;
  /** x, y, z of every point, m. */
  readonly positions: Float32Array;
  /** Unit vectors out of the substance; none for particles. */
  readonly normals: Float32Array | undefined;
  /** Points of every element, `corners` each; empty for particles, each of which is an element. */
  readonly elements: Uint32Array;
  /** Texture coordinates u, v of every point, if a surface has them: (0, 0) is the lower left corner of a picture. */
  readonly uv?: Float32Array | undefined;
  /** Number of the picture of every point, from 1; 0 for none. */
  readonly texture?: Uint32Array | undefined;
  /** Values at the points, by name. */
  readonly fields: readonly NamedField[];
  /** Numbers of the colors of pieces, at the vertices of a surface. */
  readonly pieceColor?: Uint32Array | Float32Array | undefined;
}

/** A field and its name. */
export interface NamedField extends VertexField {
  readonly name: string;
}

/** The surface, the particles or the foam of a frame, as the context asks. */
export function geometryOf(frame: ExportFrame, { what, scene }: Pick<ExportContext, 'what' | 'scene'>): Geometry {
  if (what === 'particles') return inItsColor(frame, ofParticles(withPieces(scene, frame.fields)));
  if (what === 'foam') return ofFoam(frame);
  if (frame.surface) return inItsColor(frame, ofSurface(frame.surface, scene, frame.fields));
  const message = `Frame ${frame.frame} has no surface.`;
  throw new ThixoError([
    problem('EXPORT_IMPOSSIBLE', '', message, 'Give `surface` with every frame, or export particles.'),
  ]);
}

/** Elements of the surface and of inner faces: those of pieces say which of both their vertices are of. */
export function facesOf({ elements, corners, fields }: Geometry): { outer: Uint32Array; inner: Uint32Array } {
  const flags = fields.find(({ name }) => name === INNER_FIELD)?.values;
  if (!flags) return { outer: elements, inner: new Uint32Array(0) };
  const of = (flag: number): Uint32Array => elements.filter((_, k) => flags[elements[k - (k % corners)]!] === flag);
  return { outer: of(0), inner: of(1) };
}

/** Points with their kind (0 spray, 1 foam, 2 bubble), age, time left as foam, and radius. */
function ofFoam({ frame, foam }: ExportFrame): Geometry {
  if (!foam)
    throw new ThixoError([
      problem('EXPORT_IMPOSSIBLE', '', `Frame ${frame} has no foam.`, 'Make it first: thixo foam <cache>.'),
    ]);
  const { count, position, velocity, kind, age, life, radius } = foam,
    named = (name: string, values: NamedField['values'], components: 1 | 3 = 1): NamedField => ({
      ...{ name, components, values },
    });
  return {
    ...{ corners: 1, count, positions: position, normals: undefined, elements: new Uint32Array(0) },
    fields: [
      named('velocity', velocity, 3),
      named('kind', kind),
      named('age', age),
      named('life', life),
      named('radius', radius),
    ],
  };
}

/** With the color of the piece that the frame is, if it is one. */
function inItsColor({ pieceColor: color }: ExportFrame, geometry: Geometry): Geometry {
  return color === undefined ? geometry : { ...geometry, pieceColor: new Uint32Array(geometry.count).fill(color) };
}

function ofSurface(mesh: SurfaceMesh, scene: Scene, particles: WorldFields): Geometry {
  const { dimension, positions, normals, elements, fields } = mesh;
  let found: VertexPieces | undefined;
  const pieces = (): VertexPieces | undefined => {
    found ??= vertexPieces(scene, mesh, particles);
    return found;
  };
  const { [UV_FIELD]: uv, [TEXTURE_FIELD]: texture, ...others } = fields,
    named: NamedField[] = Object.entries(others).map(([name, field]) => ({ name, ...field }));
  if (fields.id) named.push(pieceField(() => pieces()!.piece.values));
  return {
    ...{ corners: dimension, count: positions.length / 3, positions, normals, elements, fields: named },
    ...(uv?.values instanceof Float32Array && { uv: uv.values }),
    ...(texture?.values instanceof Uint32Array && { texture: texture.values }),
    get pieceColor() {
      return pieces()?.pieceColor.values;
    },
  };
}

/** The piece of every point, found when it is asked for: some formats have no place for it, others pass over the frames many times. */
function pieceField(find: () => VertexField['values']): NamedField {
  return {
    ...{ name: 'piece', components: 1 },
    get values() {
      return find();
    },
  };
}

function ofParticles(fields: WorldFields & { readonly piece: Uint32Array }): Geometry {
  const named = exportedFields().flatMap(({ name, components }): NamedField[] => {
    if (name === 'piece') return [pieceField(() => fields.piece)];
    const values = fieldValues(fields, name);
    return values ? [{ name, components, values }] : [];
  });
  named.sort((a, b) => Number(a.name === 'piece') - Number(b.name === 'piece')); // the piece comes last, as on surfaces
  const { count, position } = fields;
  return { corners: 1, count, positions: position, normals: undefined, elements: new Uint32Array(0), fields: named };
}
