// The skins of a scene: meshes that follow the particles of bodies, shown in place of their surface. Bound to the particles of the first frame;
// any family of substances can carry one. With what has no skin, one mesh. [AW09 §7.2]

import { linearColor } from '../colors/color.ts';
import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Body, Scene } from '../scene/schema.ts';
import { fromBase64 } from '../shapes/base64.ts';
import { placedTriangles } from '../shapes/mesh-triangles.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Mesh } from '../shapes/shape.ts';
import { fillable } from '../shapes/shell.ts';
import { solidOf } from '../shapes/solid.ts';
import { type BoundSkin, bindSkin } from '../skin/bind-skin.ts';
import { deformSkin } from '../skin/deform-skin.ts';
import type { SkinMesh } from '../skin/skin-mesh.ts';
import { fillBody } from '../sources/fill-body.ts';
import { fieldValues, vertexFieldRows } from '../substances/known-fields.ts';
import { chosenFields } from '../world/piece-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { packedPaintOf, TEXTURE_FIELD, twinsOf, UV_FIELD, type VertexPaint, vertexPaint } from './scene-paint.ts';

/** A body and its skin. */
export interface BodySkin {
  /** Place of the body in the scene. */
  readonly body: number;
  readonly skin: BoundSkin;
  /** Ids of its particles, in the order of the weights. */
  readonly ids: Uint32Array;
  /** Texture coordinates and pictures of its vertices, if its file has them. */
  readonly paint?: VertexPaint | undefined;
}

/** The fields that only vertices of surfaces with skins have: the number of the body from 1, 0 for what has no skin; and the color of its file. */
export const SKIN_FIELD = 'skin';
export const SKIN_COLOR_FIELD = 'skinColor';

/** Whether a scene has a skin. */
export function hasSkins({ bodies }: Pick<Scene, 'bodies'>): boolean {
  return bodies.some(({ skin }) => skin !== undefined);
}

/**
 * The skins of a scene, bound to the particles of its first frame.
 * @example const skins = bindSkins(scene, cache.readFrame(0), trig); const mesh = skinnedSurface(skins, fields, (rest) => surfacer.build(rest, options));
 */
export function bindSkins(scene: Scene, first: WorldFields, trig: Trigonometry): readonly BodySkin[] {
  const filled = scene.bodies.map((body, k) => particlesOf(body, k, scene, trig)),
    places = placesOf(first.id);
  let next = 0;
  return scene.bodies.flatMap((body, k): BodySkin[] => {
    const start = next;
    next += filled[k]!.length / 3;
    if (!body.skin) return [];
    const ids = Uint32Array.from({ length: next - start }, (_, n) => start + n).filter((id) => places.has(id)),
      isPoints = 'points' in body.shape,
      // Points say themselves where they are at rest; a designed motion need not begin there.
      [from, placeOf] = isPoints
        ? [filled[k]!, (id: number) => id - start]
        : [first.position, (id: number) => places.get(id)!],
      reference = Float64Array.from(
        { length: 3 * ids.length },
        (_, n) => from[3 * placeOf(ids[Math.floor(n / 3)]!) + (n % 3)]!,
      ),
      { follow, normals, within = 'points' in body.shape ? undefined : body.shape } = body.skin,
      solid = within && fillable(solidOf(within, trig, 3), ids.length),
      pointer = `/bodies/${k}/skin`;
    const skin = bindSkin(skinMeshOf(body, trig), reference, { follow, normals, solid, pointer });
    return [{ body: k, ids, skin, paint: vertexPaint(scene, k) }];
  });
}

/** The surface of a frame: the skins where their particles are now, and the surface around all other particles. */
export function skinnedSurface(
  skins: readonly BodySkin[],
  fields: WorldFields,
  surfaceOf: (rest: WorldFields) => SurfaceMesh,
): SurfaceMesh {
  const places = placesOf(fields.id),
    taken = new Set<number>();
  const meshes = skins.map((each) => {
    const own = Array.from(each.ids, (id) => places.get(id) ?? -1);
    requireAll(own, each.body);
    for (const i of own) taken.add(i);
    return skinAt(each, fields, own);
  });
  const others = Array.from({ length: fields.count }, (_, i) => i).filter((i) => !taken.has(i));
  return joinedSurfaces([markedSkin(surfaceOf(chosenFields(fields, others)), 0), ...meshes]);
}

/** The particles that a body starts with. */
function particlesOf(
  body: Body,
  k: number,
  { dimension, seed, maxParticles }: Scene,
  trig: Trigonometry,
): Float64Array {
  return fillBody(body, k, 1, maxParticles, { dimension, seed, trig }).positions;
}

/** Where the particles with these ids stand. */
export function placesOf(ids: Uint32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) places.set(ids[i]!, i);
  return places;
}

function requireAll(places: readonly number[], body: number): void {
  const lost = places.filter((i) => i < 0).length;
  if (lost === 0) return;
  const message = `${lost} of the ${places.length} particles that the skin of body ${body} follows are gone.`,
    hint = 'Show only the frames before, keep sinks and the end of the domain away from the body, or leave `skin` out.';
  throw new ThixoError([problem('SKIN_LOST', `/bodies/${body}/skin`, message, hint)]);
}

/** The skin of a body as the scene has it, with normals: means of the triangles around a vertex, weighted by their areas. */
export function skinMeshOf(body: Pick<Body, 'skin'>, trig: Trigonometry): SkinMesh {
  const { mesh } = body.skin!,
    { positions, triangles } = placedTriangles({ mesh } as unknown as Mesh, trig),
    bytes = 'colors' in mesh && mesh.colors ? fromBase64(mesh.colors) : undefined,
    colors = bytes && bytes.length === positions.length ? linearColors(bytes) : plainColors(body, positions.length / 3);
  return { positions, triangles, normals: vertexNormals(positions, triangles, twinsOf(body)), colors };
}

/** White where a picture is, which colors are multiplied with; nothing if there is no picture. */
function plainColors(body: Pick<Body, 'skin'>, vertices: number): Float32Array | undefined {
  const paint = packedPaintOf(body);
  if (!paint || paint.textures.length === 0) return undefined;
  const numbers = fromBase64(paint.texture) ?? new Uint8Array(0);
  return Float32Array.from({ length: 3 * vertices }, (_, k) => (numbers[Math.floor(k / 3)]! > 0 ? 1 : NO_COLOR));
}

function linearColors(bytes: Uint8Array): Float32Array {
  const colors = new Float32Array(bytes.length);
  for (let k = 0; k < bytes.length; k += 3)
    colors.set(linearColor([bytes[k]! / 255, bytes[k + 1]! / 255, bytes[k + 2]! / 255]), k);
  return colors;
}

/** `twins` names for every vertex the first one at the same point: they share a normal. */
function vertexNormals(p: Float64Array, triangles: Uint32Array, twins?: Uint32Array): Float64Array {
  const normals = new Float64Array(p.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!],
      [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!],
      [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!],
      n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      const at = twins ? 3 * twins[corner / 3]! : corner;
      for (let k = 0; k < 3; k++) normals[at + k]! += n[k]!;
    }
  }
  for (const [v, twin] of twins?.entries() ?? []) normals.copyWithin(3 * v, 3 * twin, 3 * twin + 3);
  for (let k = 0; k < normals.length; k += 3) {
    const [x, y, z] = [normals[k]!, normals[k + 1]!, normals[k + 2]!],
      length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) normals.set([x / length, y / length, z / length], k);
    else normals.set([0, 1, 0], k); // a vertex without a triangle
  }
  return normals;
}

/** A skin where its particles are now, with their fields. */
function skinAt({ skin, body, paint }: BodySkin, fields: WorldFields, places: readonly number[]): SurfaceMesh {
  const { mesh } = skin,
    present = Float64Array.from(
      { length: 3 * places.length },
      (_, n) => fields.position[3 * places[Math.floor(n / 3)]! + (n % 3)]!,
    ),
    positions = new Float32Array(mesh.positions.length),
    normals = new Float32Array(mesh.positions.length);
  deformSkin(skin, present, { positions, normals });
  const colors = mesh.colors;
  const found = {
    ...fieldsOn(skin, fields, places),
    ...(colors && { [SKIN_COLOR_FIELD]: { components: 3 as const, values: colors } }),
    ...(paint && { [UV_FIELD]: { components: 2 as const, values: paint.uv } }),
    ...(paint?.texture && { [TEXTURE_FIELD]: { components: 1 as const, values: paint.texture } }),
  };
  return markedSkin({ dimension: 3, positions, normals, elements: mesh.triangles, fields: found }, body + 1);
}

/** Fields of the particles at the vertices: means by the weights that are positive, or those of the particle that counts most. */
export function fieldsOn(
  { starts, particles, values: weights, main }: BoundSkin,
  fields: WorldFields,
  places: readonly number[],
): Record<string, VertexField> {
  const found: Record<string, VertexField> = {},
    { mean, nearest } = vertexFieldRows(),
    vertices = main.length;
  for (const { name, components } of mean) {
    const from = fieldValues(fields, name);
    if (!from) continue;
    const values = new Float32Array(components * vertices);
    for (let v = 0; v < vertices; v++) {
      let total = 0;
      for (let n = starts[v]!; n < starts[v + 1]!; n++) total += Math.max(0, weights[n]!);
      for (let n = starts[v]!; n < starts[v + 1]!; n++) {
        const share = Math.max(0, weights[n]!) / total,
          i = components * places[particles[n]!]!;
        for (let a = 0; a < components; a++) values[components * v + a]! += share * from[i + a]!;
      }
    }
    found[name] = { components, values };
  }
  for (const { name, components, type } of nearest) {
    const from = fieldValues(fields, name);
    if (!from) continue;
    const values = new (type === 'f64' ? Float32Array : Uint32Array)(components * vertices);
    for (let v = 0; v < vertices; v++) {
      for (let a = 0; a < components; a++) values[components * v + a] = from[components * places[main[v]!]! + a]!;
    }
    found[name] = { components, values };
  }
  return found;
}

/** A surface whose vertices say which body they are the skin of, from 1; 0 for none. */
export function markedSkin(mesh: SurfaceMesh, skin: number): SurfaceMesh {
  const values = new Uint32Array(mesh.positions.length / 3).fill(skin);
  return { ...mesh, fields: { ...mesh.fields, [SKIN_FIELD]: { components: 1, values } } };
}

/** Several meshes as one, with the fields that any of them has; where one has none, white or 0. */
export function joinedSurfaces(all: readonly SurfaceMesh[]): SurfaceMesh {
  const meshes = all.filter(({ elements }) => elements.length > 0);
  if (meshes.length < 2) return meshes[0] ?? all[0]!;
  const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0),
    positions = new Float32Array(3 * vertices),
    normals = new Float32Array(3 * vertices),
    elements = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.elements.length, 0)),
    names = new Map(meshes.flatMap(({ fields }) => Object.entries(fields))),
    fields = Object.fromEntries(
      [...names].map(([name, { components, values }]) => [
        name,
        { components, values: emptyLike(values, components * vertices, name) },
      ]),
    );
  let [vertex, corner] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, 3 * vertex);
    normals.set(mesh.normals, 3 * vertex);
    for (const v of mesh.elements) elements[corner++] = v + vertex;
    for (const [name, { components, values }] of Object.entries(mesh.fields))
      fields[name]!.values.set(values, components * vertex);
    vertex += mesh.positions.length / 3;
  }
  return { dimension: meshes[0]!.dimension, positions, normals, elements, fields };
}

function emptyLike(values: Float32Array | Uint32Array, length: number, name: string): Float32Array | Uint32Array {
  if (values instanceof Uint32Array) return new Uint32Array(length);
  return new Float32Array(length).fill(name === SKIN_COLOR_FIELD ? NO_COLOR : 0);
}

/** What stands for a vertex without a color of its own. */
export const NO_COLOR = -1;
