// The triangles of every cube: for each pattern of corners inside, and each choice of which corners are joined on ambiguous faces, the
// loops that the surface cuts out of the six faces, and triangles that fill them. No triangle side runs across a face between two
// corners of a loop: the neighboring cube could have the same side, and four triangles would meet there. Where that cannot be avoided the
// loop gets a vertex in its middle. After Lewiner 2003, but derived here and not copied; tunnels inside a cube are not made.

/** What assembly/surface/cubes.ts reads. */
export interface CubeCases {
  /** 256 bytes: ambiguous faces of each sign pattern; then u16: where the case (signs, choice) begins in `data`. */
  readonly index: Uint8Array;
  /** Per case: triangles, centers, three corners per triangle (edge 0-11, or 12 + center), per center its loop: length, edges. */
  readonly data: Uint8Array;
}

type Loop = readonly number[];
type Triangle = readonly [number, number, number];

const FACES = [0, 1, 2, 3, 4, 5] as const;

/** Corner of the cube: x + 2y + 4z. */
const cornerAt = (x: number, y: number, z: number): number => x + 2 * y + 4 * z;

/** The four corners of face 2·axis + side, counterclockwise seen from outside. */
function faceCorners(face: number): readonly number[] {
  const axis = face >> 1,
    side = face & 1,
    round = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
  const corners = round.map(([u, v]) => {
    const at = [0, 0, 0];
    at[axis] = side;
    at[(axis + 1) % 3] = u;
    at[(axis + 2) % 3] = v;
    return cornerAt(at[0]!, at[1]!, at[2]!);
  });
  return side === 1 ? corners : corners.reverse();
}

const FACE_CORNERS: readonly (readonly number[])[] = FACES.map(faceCorners);

/** Edge between two neighboring corners: 4·axis + position across. */
function edgeBetween(a: number, b: number): number {
  const low = Math.min(a, b),
    x = low & 1,
    y = (low >> 1) & 1,
    z = low >> 2;
  const axis = (a ^ b) >> 1; // 1, 2, 4 → 0, 1, 2
  return 4 * axis + (axis === 0 ? y + 2 * z : axis === 1 ? x + 2 * z : x + 2 * y);
}

/** Faces that an edge lies on, as bits. */
const FACES_OF_EDGE: readonly number[] = (() => {
  const faces = new Array<number>(12).fill(0);
  for (const face of FACES) {
    const corners = FACE_CORNERS[face]!;
    corners.forEach((corner, k) => {
      faces[edgeBetween(corner, corners[(k + 1) % 4]!)]! |= 1 << face;
    });
  }
  return faces;
})();

const isInside = (signs: number, corner: number): boolean => ((signs >> corner) & 1) === 1;

/** Whether a face has two corners inside that face each other. */
function isAmbiguous(signs: number, face: number): boolean {
  const [a, b, c, d] = FACE_CORNERS[face]!.map((corner) => isInside(signs, corner));
  return a === c && b === d && a !== b;
}

/**
 * The pieces of the surface on a face, from edge to edge. Seen from outside the cube the substance lies to the right of a piece, so that the
 * loops run counterclockwise seen from outside the substance.
 */
function facePieces(signs: number, face: number, joined: boolean): [number, number][] {
  const corners = FACE_CORNERS[face]!;
  const pieces: [number, number][] = [];
  const out: number[] = [], // edges where one leaves the substance, going around counterclockwise
    into: number[] = [];
  corners.forEach((corner, k) => {
    const next = corners[(k + 1) % 4]!,
      edge = edgeBetween(corner, next);
    if (isInside(signs, corner) && !isInside(signs, next)) out.push(edge);
    if (!isInside(signs, corner) && isInside(signs, next)) into.push(edge);
  });
  if (out.length === 1) pieces.push([into[0]!, out[0]!]);
  if (out.length === 2) {
    // Around the face edges out of and into the substance alternate. A piece around a separated corner begins where its stretch begins.
    const order = corners.map((corner, k) => edgeBetween(corner, corners[(k + 1) % 4]!));
    for (const edge of out) {
      const k = order.indexOf(edge);
      pieces.push([joined ? order[(k + 1) % 4]! : order[(k + 3) % 4]!, edge]);
    }
  }
  return pieces;
}

/** The closed loops of a cube. */
export function cubeLoops(signs: number, choice: number): Loop[] {
  const next = new Map<number, number>();
  for (const face of FACES) {
    for (const [from, to] of facePieces(signs, face, ((choice >> face) & 1) === 1)) next.set(from, to);
  }
  const loops: Loop[] = [];
  while (next.size > 0) {
    const [start] = next.keys(),
      loop: number[] = [];
    for (let edge = start!; next.has(edge); ) {
      loop.push(edge);
      const following = next.get(edge)!;
      next.delete(edge);
      edge = following;
    }
    loops.push(loop);
  }
  return loops;
}

/** Triangles that fill a loop without a side across a face, or undefined. */
function fillLoop(loop: Loop): Triangle[] | undefined {
  const n = loop.length;
  const allowed = (a: number, b: number): boolean =>
    b - a === 1 || (a === 0 && b === n - 1) || (FACES_OF_EDGE[loop[a]!]! & FACES_OF_EDGE[loop[b]!]!) === 0;
  const known = new Map<number, Triangle[] | undefined>();
  const fill = (a: number, b: number): Triangle[] | undefined => {
    if (b - a < 2) return [];
    const key = a * 16 + b;
    if (!known.has(key)) known.set(key, fillAnew(a, b));
    return known.get(key);
  };
  const fillAnew = (a: number, b: number): Triangle[] | undefined => {
    for (let m = a + 1; m < b; m++) {
      if (!allowed(a, m) || !allowed(m, b)) continue;
      const left = fill(a, m),
        right = left && fill(m, b);
      if (left && right) return [...left, ...right, [loop[a]!, loop[m]!, loop[b]!]];
    }
    return undefined;
  };
  return fill(0, n - 1);
}

/** Triangles of a case, and the loops that got a center. */
export function cubeTriangles(signs: number, choice: number): { triangles: Triangle[]; centers: Loop[] } {
  const triangles: Triangle[] = [],
    centers: Loop[] = [];
  for (const loop of cubeLoops(signs, choice)) {
    const filled = fillLoop(loop);
    if (filled) triangles.push(...filled);
    else {
      const center = 12 + centers.length;
      loop.forEach((edge, k) => {
        triangles.push([edge, loop[(k + 1) % loop.length]!, center]);
      });
      centers.push(loop);
    }
  }
  return { triangles, centers };
}

/** Every case in the form that the cubes pass reads. */
export function buildCubeCases(): CubeCases {
  const index = new Uint8Array(256 + 2 * 256 * 64),
    starts = new DataView(index.buffer, 256),
    data: number[] = [];
  for (let signs = 0; signs < 256; signs++) {
    const ambiguous = FACES.reduce<number>((bits, face) => bits | (isAmbiguous(signs, face) ? 1 << face : 0), 0);
    index[signs] = ambiguous;
    for (let choice = 0; choice < 64; choice++) {
      if ((choice & ~ambiguous) !== 0) continue;
      starts.setUint16(2 * (64 * signs + choice), data.length, true);
      const { triangles, centers } = cubeTriangles(signs, choice);
      data.push(triangles.length, centers.length, ...triangles.flat(), ...centers.flatMap((l) => [l.length, ...l]));
    }
  }
  return { index, data: Uint8Array.from(data) };
}
