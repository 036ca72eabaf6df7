// What an OBJ file says of paint: texture coordinates, which of its material libraries' materials each face has, and the colors and
// pictures of these. Only Kd and map_Kd of a material are read.

import { numberOf } from './lines.ts';
import { type MeshFile, type ReadContext, refusal, shown, tooManyTriangles } from './mesh-file.ts';
import { besideFile, type MeshPaint, MOST_TEXTURES, type TextureSource, takeApart } from './paint.ts';
import { Words } from './words.ts';

/** One material: its color, sRGB from 0 to 1, and the name of its picture. */
interface ObjMaterial {
  color?: readonly number[];
  map?: string;
}

/** Collects the paint of an OBJ file line by line. */
export class ObjPaint {
  private readonly context: ReadContext;
  private readonly coordinates: number[] = [];
  private readonly corners: number[] = [];
  private readonly ofCorner: number[] = [];
  private readonly libraries: string[] = [];
  /** Names of materials in the order of their first use; the first is that of faces without one. */
  private readonly names: string[] = [''];
  private current = 0;
  private last: { readonly coordinate: number; readonly line: number } | undefined;

  constructor(context: ReadContext) {
    this.context = context;
  }

  /** Takes a line that is neither a vertex nor a face; false if it says nothing of paint. */
  take(key: string | undefined, words: Words): boolean {
    if (key === 'vt') {
      const values = [numberOf(words.nextWord()), numberOf(words.nextWord() ?? '0')];
      if (values.some(Number.isNaN)) {
        const message = 'Texture coordinates need two numbers.';
        throw refusal(this.context, words, message, 'Write a line such as "vt 0.5 0.25".');
      }
      this.coordinates.push(...values);
      if (this.coordinates.length > 6 * this.context.most) throw tooManyTriangles(this.context, 'vertices');
    } else if (key === 'mtllib') this.libraries.push(restOf(words));
    else if (key === 'usemtl') {
      const name = restOf(words),
        known = this.names.indexOf(name);
      this.current = known < 0 ? this.names.push(name) - 1 : known;
    } else return false;
    return true;
  }

  /** The number behind the first slash of a corner, from 0; −1 if there is none. */
  coordinateOf(word: string, line: number): number {
    const given = Number(/^[^/]*\/(?<number>[-+]?\d{1,10})/.exec(word)?.groups?.number ?? 0);
    if (given === 0) return -1;
    const coordinate = given < 0 ? this.coordinates.length / 2 + given : given - 1;
    if (coordinate < 0) throw this.noCoordinate(given, line);
    if (coordinate > (this.last?.coordinate ?? -1)) this.last = { coordinate, line };
    return coordinate;
  }

  /** Adds a corner of a triangle. */
  addCorner(coordinate: number): void {
    this.corners.push(coordinate);
    this.ofCorner.push(this.current);
  }

  /** The mesh with its paint. */
  finish(file: MeshFile): MeshFile {
    if (this.last && 2 * this.last.coordinate >= this.coordinates.length)
      throw this.noCoordinate(this.last.coordinate + 1, this.last.line);
    const library = this.readLibraries(),
      materials = this.names.map((name) => library.get(name) ?? {}),
      maps = [...new Set(materials.flatMap(({ map }) => (map === undefined ? [] : [map])))],
      isColored = materials.some(({ color }) => color);
    if (this.coordinates.length === 0 && !isColored) return file;
    if (maps.length > MOST_TEXTURES) {
      const message = `The materials name ${maps.length} pictures.`;
      throw refusal(this.context, { line: 1 }, message, `Use at most ${MOST_TEXTURES}.`);
    }
    const coordinate = Int32Array.from(this.corners),
      apart = takeApart(file.triangleSet, { coordinate, material: Uint32Array.from(this.ofCorner) }),
      paint = this.paintOf(apart, materials, maps, file.triangleSet.positions.length / 3);
    return { ...file, triangleSet: apart.triangleSet, paint, ...colorsOf(apart, materials, file.colors) };
  }

  private paintOf(
    { from, coordinate, material }: ReturnType<typeof takeApart>,
    materials: readonly ObjMaterial[],
    maps: readonly string[],
    fileVertices: number,
  ): MeshPaint {
    const uv = new Float32Array(2 * from.length);
    for (let v = 0; v < from.length; v++) {
      const at = coordinate[v]!;
      if (at >= 0) uv.set([this.coordinates[2 * at]!, this.coordinates[2 * at + 1]!], 2 * v);
    }
    const texture = Uint8Array.from(material, (m, v) =>
      coordinate[v]! < 0 || materials[m]!.map === undefined ? 0 : 1 + maps.indexOf(materials[m]!.map!),
    );
    const textures = maps.map((file): TextureSource => ({ name: file, file }));
    return { uv, texture, textures, ...(from.length > fileVertices && { twins: from, fileVertices }) };
  }

  private readLibraries(): Map<string, ObjMaterial> {
    const found = new Map<string, ObjMaterial>();
    for (const name of this.libraries) readLibrary(this.context.side!(name), { ...this.context, name }, found);
    return found;
  }

  private noCoordinate(number: number, line: number): Error {
    const message = `There are no texture coordinates ${number}; the file has ${this.coordinates.length / 2}.`;
    return refusal(this.context, { line }, message, 'The file may be cut off: export it again.');
  }
}

/** Colors of the vertices: those of the file, and those of materials. */
function colorsOf(
  { from, material }: ReturnType<typeof takeApart>,
  materials: readonly ObjMaterial[],
  own: Uint8Array | undefined,
): { colors?: Uint8Array } {
  if (!own && !materials.some(({ color }) => color)) return {};
  const colors = new Uint8Array(3 * from.length);
  for (let v = 0; v < from.length; v++) {
    const { color } = materials[material[v]!]!;
    for (let a = 0; a < 3; a++) colors[3 * v + a] = own ? own[3 * from[v]! + a]! : Math.round(255 * (color?.[a] ?? 1));
  }
  return { colors };
}

/** What is left of a line: names may have blanks. */
function restOf(words: Words): string {
  const all: string[] = [];
  for (let word = words.nextWord(); word !== undefined; word = words.nextWord()) all.push(word);
  return all.join(' ');
}

function readLibrary(bytes: Uint8Array, context: ReadContext, found: Map<string, ObjMaterial>): void {
  const words = new Words(bytes, { comment: '#' });
  let material: ObjMaterial | undefined;
  while (words.nextLine()) {
    const key = words.nextWord();
    if (key === 'newmtl') {
      material = {};
      found.set(restOf(words), material);
    } else if (key === 'Kd' && material) material.color = readColor(words, context);
    else if (key === 'map_Kd' && material) material.map = besideFile(context.name, readMap(words, context));
  }
}

function readColor(words: Words, context: ReadContext): readonly number[] {
  const line = words.line,
    values = [0, 1, 2].map(() => numberOf(words.nextWord()));
  if (values.every((value) => value >= 0 && value <= 1)) return values;
  throw refusal(
    context,
    { line },
    'A color needs three numbers from 0 to 1.',
    'Write a line such as "Kd 0.8 0.2 0.1".',
  );
}

/** The path of a picture; backslashes of Windows become slashes. */
function readMap(words: Words, context: ReadContext): string {
  const line = words.line,
    path = restOf(words).replaceAll('\\', '/');
  if (path !== '' && !path.startsWith('-')) return path;
  const message = path === '' ? 'map_Kd names no picture.' : `Options of map_Kd are not read: ${shown(path)}.`;
  throw refusal(context, { line }, message, 'Write the name of the picture alone, such as "map_Kd skin.png".');
}
