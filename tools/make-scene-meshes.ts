// Writes the mesh files of the gallery, each into the folder of its scene: terrains by the generator that everybody has, figures, faces and
// bars as level sets of rounded shapes. The same files come out again. Run with `tsx tools/make-scene-meshes.ts [scene…]`.

import { mkdirSync, writeFileSync } from 'node:fs';
import createModule from 'manifold-3d';
import { terrainTriangles } from '../src/meshes/terrain.ts';
import type { TriangleSet } from '../src/shapes/triangle-set.ts';

type Point = readonly [x: number, y: number, z: number];

/** How far a point is outside a shape, about, m; negative inside. */
type Field = (point: Point) => number;

const length = ([x, y, z]: Point): number => Math.sqrt(x * x + y * y + z * z);

/** An ellipsoid, turned about the x axis. */
function ellipsoid(center: Point, radii: Point, degrees = 0): Field {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return ([x, y, z]) => {
    const [dx, dy, dz] = [x - center[0], y - center[1], z - center[2]];
    const local: Point = [dx, c * dy + s * dz, c * dz - s * dy];
    const once: Point = [local[0] / radii[0], local[1] / radii[1], local[2] / radii[2]],
      twice: Point = [once[0] / radii[0], once[1] / radii[1], once[2] / radii[2]];
    const k = length(once);
    return k === 0 ? -Math.min(...radii) : (k * (k - 1)) / length(twice);
  };
}

/** A rod with round ends. */
function rod(from: Point, to: Point, radius: number): Field {
  const along: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]],
    square = length(along) ** 2;
  return ([x, y, z]) => {
    const d: Point = [x - from[0], y - from[1], z - from[2]];
    const t = Math.min(1, Math.max(0, (d[0] * along[0] + d[1] * along[1] + d[2] * along[2]) / square));
    return length([d[0] - t * along[0], d[1] - t * along[1], d[2] - t * along[2]]) - radius;
  };
}

/** A box with round edges. */
function slab(center: Point, size: Point, radius: number): Field {
  return ([x, y, z]) => {
    const q: Point = [
      Math.abs(x - center[0]) - size[0] / 2 + radius,
      Math.abs(y - center[1]) - size[1] / 2 + radius,
      Math.abs(z - center[2]) - size[2] / 2 + radius,
    ];
    const outside = length([Math.max(q[0], 0), Math.max(q[1], 0), Math.max(q[2], 0)]);
    return outside + Math.min(Math.max(...q), 0) - radius;
  };
}

/** An upright cylinder between two heights, m. */
function lid(bottom: number, top: number, radius: number): Field {
  return ([x, y, z]) => Math.max(length([x, 0, z]) - radius, bottom - y, y - top);
}

/** Both shapes, run into each other over a width, m. */
function blend(a: number, b: number, width: number): number {
  const h = Math.max(width - Math.abs(a - b), 0) / width;
  return Math.min(a, b) - (h * h * width) / 4;
}

/** All shapes, run into each other over a width, m. */
function join(width: number, ...parts: readonly Field[]): Field {
  return (point) => parts.map((part) => part(point)).reduce((a, b) => blend(a, b, width));
}

/** A shape without others, over a width, m. */
function carve(width: number, body: Field, ...holes: readonly Field[]): Field {
  return (point) => holes.reduce((distance, hole) => -blend(-distance, hole(point), width), body(point));
}

/** Left and right. */
const mirrored =
  (part: Field): Field =>
  ([x, y, z]) =>
    part([Math.abs(x), y, z]);

/** A rabbit that sits and looks along z, 0.5 m high without its ears. */
const rabbit = join(
  0.05,
  ellipsoid([0, 0.19, -0.05], [0.16, 0.18, 0.21], 15), // body
  ellipsoid([0, 0.26, 0.1], [0.12, 0.14, 0.11]), // chest
  ellipsoid([0, 0.42, 0.15], [0.1, 0.1, 0.12], 10), // head
  ellipsoid([0, 0.39, 0.24], [0.05, 0.045, 0.05]), // muzzle
  ellipsoid([0, 0.14, -0.27], [0.07, 0.07, 0.07]), // tail
  mirrored(ellipsoid([0.15, 0.12, -0.07], [0.07, 0.12, 0.14])), // thighs
  mirrored(ellipsoid([0.15, 0.04, 0.05], [0.055, 0.045, 0.13])), // feet
  mirrored(ellipsoid([0.075, 0.1, 0.18], [0.05, 0.11, 0.055])), // arms
  mirrored(ellipsoid([0.06, 0.6, 0.08], [0.042, 0.16, 0.05], -15)), // ears
);

/** A head that lies on its back and looks up: the crown at −z, the chin at +z. */
const face = carve(
  0.05,
  join(
    0.08,
    ellipsoid([0, 0.05, -0.06], [0.42, 0.4, 0.52]), // skull
    ellipsoid([0, 0.1, 0.22], [0.32, 0.32, 0.42]), // jaw
    ellipsoid([0, 0.28, 0.52], [0.16, 0.12, 0.1]), // chin
    mirrored(ellipsoid([0.13, 0.4, -0.11], [0.15, 0.055, 0.06])), // brows
    mirrored(ellipsoid([0.2, 0.3, 0.14], [0.11, 0.09, 0.12])), // cheeks
    rod([0, 0.41, -0.06], [0, 0.53, 0.15], 0.045), // bridge of the nose
    ellipsoid([0, 0.51, 0.17], [0.07, 0.07, 0.06]),
    mirrored(ellipsoid([0.065, 0.46, 0.18], [0.045, 0.05, 0.045])), // wings of the nose
    ellipsoid([0, 0.41, 0.31], [0.13, 0.065, 0.04]), // lips
    ellipsoid([0, 0.39, 0.385], [0.11, 0.065, 0.045]),
    mirrored(ellipsoid([0.43, 0.06, 0.05], [0.05, 0.14, 0.12])), // ears
  ),
  mirrored(ellipsoid([0.16, 0.46, 0], [0.1, 0.08, 0.06])), // eye sockets
  ellipsoid([0, 0.47, 0.345], [0.11, 0.055, 0.016]), // between the lips
);
const faceWithEyes = join(0.015, face, mirrored(ellipsoid([0.155, 0.345, 0], [0.07, 0.065, 0.055])));

/** Hair on the back of the head, up to the temples, a little outside of it. */
const hair: Field = (point) =>
  Math.max(
    join(0.04, ellipsoid([0, 0.03, -0.08], [0.445, 0.42, 0.535]))(point),
    -ellipsoid([0, 0.62, 0.42], [0.62, 0.62, 0.82], 12)(point),
    point[2] + 0.02 - 0.2 * point[1],
  );

/** Lips of another color, a little outside of those of the face. */
const lips = carve(
  0.02,
  join(0.02, ellipsoid([0, 0.408, 0.308], [0.128, 0.069, 0.043]), ellipsoid([0, 0.391, 0.392], [0.112, 0.077, 0.052])),
  ellipsoid([0, 0.475, 0.347], [0.12, 0.045, 0.01]),
);

/** A chair, 0.55 m high. */
const chair = join(
  0.02,
  slab([0, 0.28, 0], [0.4, 0.09, 0.4], 0.03), // seat
  mirrored(rod([0.15, 0.05, 0.15], [0.15, 0.28, 0.15], 0.05)), // legs
  mirrored(rod([0.15, 0.05, -0.15], [0.15, 0.28, -0.15], 0.05)),
  mirrored(rod([0.15, 0.3, -0.15], [0.15, 0.66, -0.2], 0.05)), // back
  slab([0, 0.58, -0.19], [0.36, 0.16, 0.09], 0.03),
);

/** The bones of a finger, from knuckle to tip: rods with thicker joints. */
function finger(...joints: readonly Point[]): Field {
  const parts = joints.slice(1).map((joint, i) => rod(joints[i]!, joint, 0.03));
  return join(0.025, ...parts, ...joints.map((joint) => ellipsoid(joint, [0.042, 0.038, 0.042])));
}

/** The skeleton of a hand, palm up, that grows out of a foot below the wrist. */
const hand = join(
  0.03,
  slab([0, 0.03, -0.62], [0.42, 0.06, 0.3], 0.03), // foot
  rod([0.07, 0.03, -0.62], [0.06, 0.3, -0.4], 0.04), // forearm
  rod([-0.07, 0.03, -0.62], [-0.06, 0.3, -0.4], 0.04),
  ellipsoid([0, 0.32, -0.33], [0.13, 0.05, 0.09]), // wrist
  finger([-0.07, 0.32, -0.32], [-0.17, 0.31, 0.02], [-0.2, 0.33, 0.22], [-0.21, 0.41, 0.35], [-0.21, 0.49, 0.38]),
  finger([-0.02, 0.32, -0.3], [-0.045, 0.31, 0.06], [-0.05, 0.34, 0.3], [-0.05, 0.43, 0.44], [-0.05, 0.53, 0.47]),
  finger([0.03, 0.32, -0.3], [0.08, 0.31, 0.04], [0.1, 0.34, 0.26], [0.11, 0.43, 0.4], [0.11, 0.52, 0.43]),
  finger([0.08, 0.32, -0.32], [0.2, 0.31, -0.02], [0.26, 0.34, 0.15], [0.29, 0.42, 0.25], [0.3, 0.49, 0.28]),
  finger([-0.1, 0.32, -0.36], [-0.27, 0.34, -0.24], [-0.38, 0.4, -0.1], [-0.42, 0.48, 0.02]), // thumb
);

/** A snowman of three balls that stands on the ground, 0.92 m high, and the hat for it. */
const snowman = join(
  0.03,
  ellipsoid([0, 0.235, 0], [0.26, 0.25, 0.26]),
  ellipsoid([0, 0.56, 0], [0.19, 0.19, 0.19]),
  ellipsoid([0, 0.81, 0], [0.13, 0.13, 0.13]),
);
const hat = carve(
  0.005,
  join(0.005, lid(0.87, 0.93, 0.2), lid(0.9, 1.11, 0.13)),
  ellipsoid([0, 0.81, 0], [0.165, 0.165, 0.165]), // room for the head
);

const solids = await createModule();
solids.setup();

/** The surface of a shape within a box, of triangles with edges of about a length, m, joined where that moves it by less than a part of it. */
function surface(field: Field, min: Point, max: Point, edge: number, joined = 0.02): TriangleSet {
  const level = solids.Manifold.levelSet((p) => -field(p), { min: [...min], max: [...max] }, edge),
    solid = level.simplify(joined * edge),
    { numProp, vertProperties, triVerts } = solid.getMesh(),
    positions = new Float64Array((vertProperties.length / numProp) * 3);
  for (let v = 0; 3 * v < positions.length; v++) {
    for (let a = 0; a < 3; a++) positions[3 * v + a] = vertProperties[numProp * v + a]!;
  }
  return { positions, triangles: new Uint32Array(triVerts) };
}

/** OBJ, to a hundredth of a millimeter. */
function obj({ positions, triangles }: TriangleSet, name: string): string {
  const lines = [`# ${name}: made by tools/make-scene-meshes.ts`];
  for (let i = 0; i < positions.length; i += 3) {
    lines.push(`v ${[...positions.subarray(i, i + 3)].map((x) => Number(x.toFixed(5)) + 0).join(' ')}`);
  }
  for (let i = 0; i < triangles.length; i += 3) {
    lines.push(`f ${[...triangles.subarray(i, i + 3)].map((v) => v + 1).join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A can with walls of a thickness (m), open at the top. */
function can(radius: number, height: number, wall: number, sides: number): TriangleSet {
  const positions: number[] = [],
    triangles: number[] = [],
    low = 0.002;
  const ring = (r: number, y: number): number => {
    const first = positions.length / 3;
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      positions.push(r * Math.cos(angle), y, r * Math.sin(angle));
    }
    return first;
  };
  const center = (y: number): number => positions.push(0, y, 0) / 3 - 1;
  const rings = [ring(radius, low), ring(radius, height), ring(radius - wall, height), ring(radius - wall, low + wall)],
    [below, within] = [center(low), center(low + wall)];
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    for (let n = 0; n < 3; n++) {
      const [a, b] = [rings[n]!, rings[n + 1]!];
      triangles.push(a + k, b + k, b + next, a + k, b + next, a + next);
    }
    triangles.push(below, rings[0]! + k, rings[0]! + next, within, rings[3]! + next, rings[3]! + k);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const mountain = () => terrainTriangles({ kind: 'mountain', size: 4, height: 1, triangles: 9566, seed: 3 });
const hill = () => terrainTriangles({ kind: 'mountain', size: 2.4, height: 0.55, triangles: 1600, seed: 8 });

const FILES: Readonly<Record<string, Readonly<Record<string, () => TriangleSet>>>> = {
  'chair-through-hand': {
    'chair.obj': () => surface(chair, [-0.3, -0.05, -0.35], [0.3, 0.8, 0.3], 0.035),
    'bones.obj': () => surface(hand, [-0.6, -0.01, -0.85], [0.5, 0.7, 0.6], 0.033, 0.05),
    'hand.obj': () => surface(hand, [-0.6, -0.01, -0.85], [0.5, 0.7, 0.6], 0.0545, 0.08),
  },
  'figure-on-face': {
    'face.obj': () => surface(faceWithEyes, [-0.6, -0.1, -0.7], [0.6, 0.7, 0.8], 0.0305),
    'hair.obj': () => surface(hair, [-0.6, -0.1, -0.75], [0.6, 0.6, 0.6], 0.03),
    'lips.obj': () => surface(lips, [-0.2, 0.25, 0.2], [0.2, 0.6, 0.5], 0.012),
    'rabbit.obj': () => surface(rabbit, [-0.3, -0.1, -0.4], [0.3, 0.85, 0.4], 0.03),
  },
  'lava-lobes': { 'hill.obj': hill },
  'lava-lobes-adaptive': { 'hill.obj': hill },
  'lava-mountain': { 'mountain.obj': mountain },
  'lava-no-slip': { 'mountain.obj': mountain },
  'tin-can': { 'can.obj': () => can(0.045, 0.12, 0.013, 40) },
  snowman: {
    'hat.obj': () => surface(hat, [-0.25, 0.8, -0.25], [0.25, 1.2, 0.25], 0.02),
    'snowman.obj': () => surface(snowman, [-0.35, -0.1, -0.35], [0.35, 1, 0.35], 0.03),
  },
};

const wanted = process.argv.slice(2);
for (const [scene, files] of Object.entries(FILES)) {
  if (wanted.length > 0 && !wanted.includes(scene)) continue;
  const folder = new URL(`../scenes/${scene}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, make] of Object.entries(files)) {
    const triangles = make(),
      text = obj(triangles, name);
    writeFileSync(new URL(name, folder), text);
    console.log(`scenes/${scene}/${name}: ${triangles.triangles.length / 3} triangles, ${text.length} bytes`);
  }
}
