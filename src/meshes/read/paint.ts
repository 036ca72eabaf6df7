// How the surface of a mesh file is painted: texture coordinates and pictures, vertex by vertex. Corners of one vertex that are painted
// differently become several vertices, behind those of the file.

import type { TriangleSet } from '../../shapes/triangle-set.ts';

/** A picture that a mesh file names, or holds. `name` is for messages. */
export type TextureSource =
  | { readonly name: string; readonly file: string }
  | { readonly name: string; readonly bytes: Uint8Array };

/** The paint of a mesh. */
export interface MeshPaint {
  /** u, v of every vertex: (0, 0) is the lower left corner of a picture, (1, 1) the upper right one. */
  readonly uv: Float32Array;
  /** For every vertex the number of its picture, from 1; 0 for none. */
  readonly texture: Uint8Array;
  readonly textures: readonly TextureSource[];
  /** For every vertex the first one at the same point of the surface, with which it shares its normal; undefined if all are points of their own. */
  readonly twins?: Uint32Array | undefined;
  /** Vertices that the file has, where corners had to be taken apart: those behind are copies. */
  readonly fileVertices?: number | undefined;
}

/** Most pictures of a mesh. */
export const MOST_TEXTURES = 255;

/** What a corner of a triangle is painted with. */
export interface CornerPaint {
  /** Number of its texture coordinates; −1 for none. */
  readonly coordinate: Int32Array;
  /** Number of its material, from 0. */
  readonly material: Uint32Array;
}

/** A mesh whose vertices have one paint each. */
export interface TakenApart {
  readonly triangleSet: TriangleSet;
  /** For every vertex the vertex of the file, its texture coordinates (−1 for none) and its material. */
  readonly from: Uint32Array;
  readonly coordinate: Int32Array;
  readonly material: Uint32Array;
}

/** Takes vertices apart whose corners have several paints. The vertices of the file stay, each with the paint of its first corner; copies follow. */
export function takeApart({ positions, triangles }: TriangleSet, paint: CornerPaint): TakenApart {
  const count = positions.length / 3,
    from = Array.from({ length: count }, (_, v) => v),
    coordinate: number[] = new Array(count).fill(-1),
    material: number[] = new Array(count).fill(0),
    isPainted = new Uint8Array(count),
    /** The next vertex that is a copy of the same one. */
    next: number[] = new Array(count).fill(-1),
    corners = new Uint32Array(triangles.length);
  for (let k = 0; k < corners.length; k++) {
    const [uv, made] = [paint.coordinate[k]!, paint.material[k]!];
    let v = triangles[k]!;
    if (!isPainted[v]) {
      isPainted[v] = 1;
      coordinate[v] = uv;
      material[v] = made;
    }
    while (coordinate[v] !== uv || material[v] !== made) {
      if (next[v]! < 0) {
        next[v] = from.length;
        from.push(triangles[k]!);
        coordinate.push(uv);
        material.push(made);
        next.push(-1);
      }
      v = next[v]!;
    }
    corners[k] = v;
  }
  const moved = new Float64Array(3 * from.length);
  for (let v = 0; v < from.length; v++) moved.set(positions.subarray(3 * from[v]!, 3 * from[v]! + 3), 3 * v);
  return {
    triangleSet: { positions: moved, triangles: corners },
    from: Uint32Array.from(from),
    coordinate: Int32Array.from(coordinate),
    material: Uint32Array.from(material),
  };
}

/** The path of a file that another one names by a path beside itself. */
export function besideFile(name: string, path: string): string {
  return name.includes('/') ? `${name.slice(0, name.lastIndexOf('/'))}/${path}` : path;
}
