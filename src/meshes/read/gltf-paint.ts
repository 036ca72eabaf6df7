// The paint of a glTF file: texture coordinates, colors of vertices, base colors and base color textures of materials. Other textures,
// transparency and texture transforms are left out.

import { cubeRoot } from '../../math/roots.ts';
import { fromBase64 } from '../../shapes/base64.ts';
import type { Accessors } from './gltf-accessors.ts';
import { type GltfData, type GltfJson, inlineText, listIn, numberIn, objectIn } from './gltf-json.ts';
import { type MeshFile, shownValue } from './mesh-file.ts';
import { MOST_TEXTURES, type TextureSource } from './paint.ts';

const WHITE = [1, 1, 1];

/** Collects the paint of primitives in the order in which their vertices come. */
export class GltfPaint {
  private readonly data: GltfData;
  private readonly accessors: Accessors;
  private readonly uv: number[] = [];
  private readonly texture: number[] = [];
  /** Linear red, green, blue of every vertex. */
  private readonly colors: number[] = [];
  /** Normals of the file, by which vertices at one place are told apart; 0, 0, 0 where it has none. */
  private readonly normals: number[] = [];
  private readonly images: unknown[] = [];
  private hasUv = false;
  private hasColors = false;

  constructor(data: GltfData, accessors: Accessors) {
    this.data = data;
    this.accessors = accessors;
  }

  /** Takes the paint of a primitive with so many vertices. */
  add(primitive: GltfJson, vertices: number): void {
    const attributes = objectIn(primitive.attributes) ?? {},
      material = primitive.material === undefined ? undefined : this.data.item('materials', primitive.material),
      surface = objectIn(material?.pbrMetallicRoughness) ?? {},
      map = objectIn(surface.baseColorTexture),
      coordinates = attributes[`TEXCOORD_${map ? (numberIn(map, 'texCoord') ?? 0) : 0}`],
      uv = coordinates === undefined ? undefined : this.read(coordinates, 2, vertices),
      number = map && uv ? this.numberOf(map) : 0;
    for (let v = 0; v < vertices; v++) {
      // v is counted from the upper edge there
      this.uv.push(uv?.[2 * v] ?? 0, uv ? 1 - uv[2 * v + 1]! : 0);
      this.texture.push(number);
    }
    this.hasUv ||= uv !== undefined;
    this.addColors(attributes.COLOR_0, surface, vertices);
    const normals = attributes.NORMAL === undefined ? undefined : this.read(attributes.NORMAL, 3, vertices);
    for (let k = 0; k < 3 * vertices; k++) this.normals.push(normals?.[k] ?? 0);
  }

  /** What was found, for a mesh with these positions. */
  finish(positions: Float64Array): Pick<MeshFile, 'colors' | 'paint'> {
    const colors = this.hasColors ? { colors: Uint8Array.from(this.colors, srgbByte) } : {};
    if (!this.hasUv) return colors;
    const paint = {
      uv: Float32Array.from(this.uv),
      texture: Uint8Array.from(this.texture),
      textures: this.images.map((image) => this.sourceOf(image)),
      twins: twinsOf(positions, this.normals),
    };
    return { ...colors, paint };
  }

  private addColors(accessor: unknown, surface: GltfJson, vertices: number): void {
    const factor = listIn(surface, 'baseColorFactor'),
      base = factor.length >= 3 && factor.every(Number.isFinite) ? (factor as number[]) : WHITE,
      components = this.accessors.componentsOf(accessor) === 4 ? 4 : 3,
      own = accessor === undefined ? undefined : this.read(accessor, components, vertices);
    this.hasColors ||= own !== undefined || base.some((c, a) => a < 3 && c !== 1);
    for (let v = 0; v < vertices; v++) {
      for (let a = 0; a < 3; a++) this.colors.push(base[a]! * (own?.[components * v + a] ?? 1));
    }
  }

  private read(accessor: unknown, components: 2 | 3 | 4, vertices: number): Float64Array {
    const values = this.accessors.read(accessor, components);
    if (values.length === components * vertices && values.every(Number.isFinite)) return values;
    throw this.data.wrong(`Accessor ${shownValue(accessor)} does not have a finite entry for each vertex.`);
  }

  /** The number of the picture of a texture, from 1. */
  private numberOf(map: GltfJson): number {
    const image = this.data.item('textures', map.index)?.source;
    if (image === undefined)
      throw this.data.wrong('A base color texture has no picture, or only one that needs an extension.', PNG_HINT);
    const known = this.images.indexOf(image),
      number = known < 0 ? this.images.push(image) : known + 1;
    if (number > MOST_TEXTURES) throw this.data.wrong(`The file has more than ${MOST_TEXTURES} base color textures.`);
    return number;
  }

  private sourceOf(number: unknown): TextureSource {
    const image = this.data.item('images', number),
      name = `image ${shownValue(number)}`;
    if (!image) throw this.data.wrong(`There is no ${name}.`);
    if (image.bufferView !== undefined) return { name, bytes: this.accessors.bytesOf(image.bufferView) };
    if (typeof image.uri !== 'string') throw this.data.wrong(`The ${name} has no data.`);
    const text = inlineText(image.uri);
    if (text === undefined) return { name: image.uri, file: decoded(image.uri) };
    const bytes = fromBase64(text.padEnd(4 * Math.ceil(text.length / 4), '='));
    if (!bytes) throw this.data.wrong(`The data of ${name} is not base64.`);
    return { name, bytes };
  }
}

const PNG_HINT = 'Export the file with PNG pictures.';

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** For every vertex the first one at its place with its normal: files repeat vertices where texture coordinates jump. */
function twinsOf(positions: Float64Array, normals: readonly number[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
    const key = `${positions.subarray(3 * v, 3 * v + 3)},${normals.slice(3 * v, 3 * v + 3)}`,
      known = first.get(key);
    if (known === undefined) first.set(key, v);
    return known ?? v;
  });
}

/** The nearest sRGB byte of linear light. Roots are exact in all engines; `colors`, which has such a curve too, stands above. */
function srgbByte(linear: number): number {
  const x = Math.min(Math.max(linear, 0), 1);
  const srgb = x <= 0.0031308 ? 12.92 * x : 1.055 * Math.sqrt(Math.sqrt(cubeRoot(x * x * x * x * x))) - 0.055;
  return Math.round(255 * srgb);
}
