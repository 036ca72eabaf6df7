// Makes the mesh of a figure, or of a dragon, a closed surface, for examples of skins and designs:
// `tsx tools/make-figure.ts figure.obj [voxel [figure|clay|dragon [figure.png]]]`. Limbs are filled with points, and the surface around them is the mesh.
// Its vertices have colors; or, if a picture is named, it is painted and the mesh gets texture coordinates: its front in the left half, its back
// in the right one. The same arguments give
// the same bytes.

import { writeFileSync } from 'node:fs';
import { encodePng } from '../src/render/png.ts';
import { signedDistance } from '../src/shapes/distance.ts';
import type { Shape, Vec3 } from '../src/shapes/shape.ts';
import { type Solid, solidOf } from '../src/shapes/solid.ts';
import { Surfacer } from '../src/surface/surfacer.ts';
import type { WorldFields } from '../src/world/published-fields.ts';

const SPACING = 0.02;
const limb = (from: Vec3, to: Vec3, radius: number): Shape => ({ capsule: { from, to, radius } });

interface Part {
  readonly shape: Shape;
  /** Of its vertices. */
  readonly color: Vec3;
}

/** Parts of the figure, m, feet at y = 0. */
const FIGURE: readonly Part[] = [
  { shape: limb([0, 0.42, 0], [0, 0.62, 0], 0.15), color: [0.85, 0.2, 0.15] },
  { shape: { sphere: { center: [0, 0.95, 0], radius: 0.16 } }, color: [0.95, 0.75, 0.6] },
  { shape: limb([0, 0.7, 0], [0, 0.85, 0], 0.08), color: [0.95, 0.75, 0.6] },
  { shape: limb([0.12, 0.66, 0], [0.42, 0.72, 0], 0.075), color: [0.95, 0.8, 0.2] },
  { shape: limb([-0.12, 0.66, 0], [-0.42, 0.72, 0], 0.075), color: [0.95, 0.8, 0.2] },
  { shape: limb([0.09, 0.36, 0], [0.14, 0.1, 0], 0.09), color: [0.15, 0.3, 0.7] },
  { shape: limb([-0.09, 0.36, 0], [-0.14, 0.1, 0], 0.09), color: [0.15, 0.3, 0.7] },
  { shape: limb([0.14, 0.08, 0], [0.14, 0.08, 0.1], 0.08), color: [0.2, 0.12, 0.08] },
  { shape: limb([-0.14, 0.08, 0], [-0.14, 0.08, 0.1], 0.08), color: [0.2, 0.12, 0.08] },
];

const GREEN: Vec3 = [0.25, 0.5, 0.3],
  PALE: Vec3 = [0.85, 0.8, 0.55],
  RED: Vec3 = [0.7, 0.2, 0.15];
/** Limbs on both sides. */
const both = (from: Vec3, to: Vec3, radius: number, color: Vec3): Part[] =>
  [1, -1].map((s) => ({
    shape: limb([from[0], from[1], s * from[2]], [to[0], to[1], s * to[2]], radius),
    color,
  }));

/** Parts of the dragon, m: it looks along x and stands at y = 0. */
const DRAGON: readonly Part[] = [
  { shape: limb([-0.2, 0.38, 0], [0.2, 0.42, 0], 0.14), color: GREEN },
  { shape: limb([0.25, 0.46, 0], [0.42, 0.72, 0], 0.085), color: GREEN },
  { shape: limb([0.44, 0.76, 0], [0.6, 0.74, 0], 0.09), color: GREEN },
  { shape: limb([0.6, 0.71, 0], [0.7, 0.7, 0], 0.06), color: PALE },
  { shape: limb([-0.25, 0.36, 0], [-0.55, 0.3, 0], 0.1), color: GREEN },
  { shape: limb([-0.55, 0.3, 0], [-0.85, 0.36, 0], 0.065), color: GREEN },
  { shape: limb([-0.85, 0.36, 0], [-1.05, 0.48, 0], 0.045), color: PALE },
  ...both([0.2, 0.34, 0.11], [0.24, 0.07, 0.15], 0.065, GREEN),
  ...both([-0.2, 0.32, 0.11], [-0.2, 0.07, 0.16], 0.075, GREEN),
  ...both([0.24, 0.06, 0.15], [0.32, 0.06, 0.16], 0.055, PALE),
  ...both([-0.2, 0.06, 0.16], [-0.1, 0.06, 0.17], 0.06, PALE),
  ...both([0.08, 0.5, 0.06], [-0.02, 0.72, 0.3], 0.05, RED),
  ...both([-0.02, 0.72, 0.3], [-0.22, 0.66, 0.52], 0.042, RED),
  ...both([-0.02, 0.66, 0.24], [-0.26, 0.56, 0.38], 0.045, RED),
];

const [file = 'figure.obj', voxel = '1', kind = 'figure', picture] = process.argv.slice(2);
const PARTS = kind === 'dragon' ? DRAGON : FIGURE;
const solids = PARTS.map(({ shape }) => solidOf(shape, Math));

function pointsInside(all: readonly Solid[]): Float32Array {
  const points: number[] = [];
  for (let x = kind === 'dragon' ? -1.2 : -0.6; x <= (kind === 'dragon' ? 0.9 : 0.6); x += SPACING) {
    for (let y = -0.1; y <= 1.2; y += SPACING) {
      for (let z = kind === 'dragon' ? -0.6 : -0.3; z <= (kind === 'dragon' ? 0.6 : 0.4); z += SPACING) {
        if (all.some((solid) => signedDistance(solid, x, y, z) < -SPACING / 2)) points.push(x, y, z);
      }
    }
  }
  return Float32Array.from(points);
}

/** The color of the part that a vertex is nearest to, with stripes across, so that one sees how the skin moves. */
function colorAt(x: number, y: number, z: number): Vec3 {
  const distances = solids.map((solid) => signedDistance(solid, x, y, z)),
    { color } = PARTS[distances.indexOf(Math.min(...distances))]!,
    isStripe = kind === 'figure' && Math.floor(y / 0.06) % 2 === 0 && Math.abs(x) < 0.2 && y > 0.35 && y < 0.78;
  return isStripe ? [0.95, 0.95, 0.9] : color;
}

/** Pixels along a side of each half of the picture, and the part of the x-y plane that it shows, m. */
const SIDE = kind === 'clay' ? 512 : 256;
const [LEFT, BOTTOM, EXTENT] = [-0.6, -0.03, 1.2];
const SKIN: Vec3 = [0.95, 0.75, 0.6];
const DARK: Vec3 = [0.15, 0.1, 0.1];

/** The picture of clay: a lump of one color for each part, a face and buttons. */
function clayAt(x: number, y: number, isFront: boolean): Vec3 {
  const distances = solids.map((solid) => signedDistance(solid, x, y, 0)),
    part = distances.indexOf(Math.min(...distances)),
    near = (cx: number, cy: number): number => Math.hypot(x - cx, y - cy);
  if (part === 1 || part === 2) {
    if (!isFront) return [0.86, 0.6, 0.4];
    for (const side of [-1, 1]) {
      if (near(0.06 * side, 0.985) < 0.016) return DARK;
      if (near(0.06 * side, 0.985) < 0.034) return [0.96, 0.94, 0.88];
    }
    if (near(0, 0.945) < 0.02) return [0.8, 0.3, 0.22];
    if (Math.abs(near(0, 0.955) - 0.085) < 0.01 && y < 0.91) return [0.5, 0.12, 0.1];
    return [0.86, 0.6, 0.4];
  }
  if (part >= 7 || y < 0.12) return [0.3, 0.2, 0.16];
  if (part >= 5 || y < 0.37) return [0.13, 0.32, 0.5];
  if (part >= 3 && Math.abs(x) > 0.38) return [0.86, 0.6, 0.4];
  return isFront && [0.5, 0.6, 0.7].some((cy) => near(0, cy) < 0.022) ? [0.95, 0.8, 0.3] : [0.78, 0.3, 0.18];
}

/** The picture: stripes, checks, buttons and a face. */
function paintedAt(x: number, y: number, isFront: boolean): Vec3 {
  if (kind === 'clay') return clayAt(x, y, isFront);
  const distances = solids.map((solid) => signedDistance(solid, x, y, 0)),
    part = distances.indexOf(Math.min(...distances)),
    near = (cx: number, cy: number): number => Math.hypot(x - cx, y - cy);
  if (part === 1 || part === 2) {
    if (!isFront) return y > 0.9 ? [0.35, 0.2, 0.1] : SKIN;
    if (y > 1.05 - 0.5 * x * x) return [0.35, 0.2, 0.1];
    if (near(0.055, 0.99) < 0.018 || near(-0.055, 0.99) < 0.018) return DARK;
    if (Math.abs(near(0, 0.96) - 0.075) < 0.009 && y < 0.93) return [0.7, 0.15, 0.15];
    return near(0.085, 0.93) < 0.025 || near(-0.085, 0.93) < 0.025 ? [0.95, 0.6, 0.5] : SKIN;
  }
  if (part === 0) {
    if (isFront && [0.45, 0.54, 0.63].some((cy) => near(0, cy) < 0.02)) return [0.95, 0.8, 0.2];
    return Math.floor(y / 0.05) % 2 === 0 ? [0.95, 0.95, 0.9] : [0.8, 0.15, 0.12];
  }
  if (part <= 4)
    return Math.abs(x) > 0.4 ? SKIN : Math.floor(Math.abs(x) / 0.05) % 2 === 0 ? [0.95, 0.8, 0.2] : [0.9, 0.5, 0.1];
  if (part >= 7 || y < 0.1) return [0.25, 0.14, 0.08];
  return (Math.floor(x / 0.03) + Math.floor(y / 0.03)) % 2 === 0 ? [0.1, 0.25, 0.65] : [0.45, 0.6, 0.85];
}

function paintPicture(picture: string): void {
  const pixels = new Uint8Array(4 * 2 * SIDE * SIDE).fill(255);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < 2 * SIDE; column++) {
      const isFront = column < SIDE,
        across = ((column % SIDE) + 0.5) / SIDE,
        x = LEFT + EXTENT * (isFront ? across : 1 - across),
        y = BOTTOM + EXTENT * (1 - (row + 0.5) / SIDE),
        color = paintedAt(x, y, isFront);
      pixels.set(
        color.map((c) => Math.round(255 * c)),
        4 * (2 * SIDE * row + column),
      );
    }
  }
  writeFileSync(picture, encodePng({ width: 2 * SIDE, height: SIDE, pixels }));
}

/** Lines of texture coordinates and of faces: a face shows the front of the picture if it looks to the front. */
function paintedFaces(p: Float32Array, corners: Uint32Array): string[] {
  const numbers = new Map<string, number>(),
    coordinates: string[] = [],
    faces: string[] = [];
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t]!, corners[t + 1]!, corners[t + 2]!],
      isFront =
        (p[3 * b]! - p[3 * a]!) * (p[3 * c + 1]! - p[3 * a + 1]!) -
          (p[3 * b + 1]! - p[3 * a + 1]!) * (p[3 * c]! - p[3 * a]!) >=
        0;
    const words = [a, b, c].map((v) => {
      const across = (p[3 * v]! - LEFT) / EXTENT,
        u = isFront ? across / 2 : 1 - across / 2,
        text = `vt ${u.toFixed(4)} ${((p[3 * v + 1]! - BOTTOM) / EXTENT).toFixed(4)}`;
      if (!numbers.has(text)) numbers.set(text, coordinates.push(text));
      return `${v + 1}/${numbers.get(text)}`;
    });
    faces.push(`f ${words.join(' ')}`);
  }
  return [...coordinates, ...faces];
}

const position = pointsInside(solids),
  count = position.length / 3,
  fields = {
    ...{ count, position, velocity: new Float32Array(3 * count) },
    ...{ mass: new Float32Array(count).fill(1000 * SPACING ** 3), density: new Float32Array(count).fill(1000) },
    ...{ smoothingLength: new Float32Array(count).fill(SPACING) },
    ...{ id: Uint32Array.from({ length: count }, (_, k) => k), substance: new Uint32Array(count) },
  } as unknown as WorldFields;
const surfacer = await Surfacer.create(),
  { positions, elements } = surfacer.build(fields, {
    ...{
      dimension: 3,
      restDensities: [1000],
      voxel: Number(voxel),
      level: 0.5,
      smoothing: 8,
      settling: 0,
      field: 'density',
    },
  });
surfacer.dispose();
const lines = [
  `# A ${kind}, made by tools/make-figure.ts; meters, y up, ${picture ? 'texture coordinates' : 'colors behind the coordinates'}`,
];
for (let v = 0; v < positions.length; v += 3) {
  const point = [positions[v]!, positions[v + 1]!, positions[v + 2]!] as const;
  const color = picture ? '' : ` ${colorAt(...point).join(' ')}`;
  lines.push(`v ${point.map((c) => c.toFixed(4)).join(' ')}${color}`);
}
if (picture) {
  paintPicture(picture);
  lines.push(...paintedFaces(positions, elements));
} else {
  for (let t = 0; t < elements.length; t += 3)
    lines.push(`f ${elements[t]! + 1} ${elements[t + 1]! + 1} ${elements[t + 2]! + 1}`);
}
writeFileSync(file, `${lines.join('\n')}\n`);
process.stdout.write(`${file}: ${positions.length / 3} vertices, ${elements.length / 3} triangles\n`);
