// Makes the mesh of a figure, a closed surface with colored vertices, for examples of skins: `tsx tools/make-figure.ts figure.obj [voxel]`.
// A body, a head, arms and legs are filled with points, and the surface around them is the mesh. The same arguments give the same bytes.

import { writeFileSync } from 'node:fs';
import { signedDistance } from '../src/shapes/distance.ts';
import type { Shape, Vec3 } from '../src/shapes/shape.ts';
import { type Solid, solidOf } from '../src/shapes/solid.ts';
import { Surfacer } from '../src/surface/surfacer.ts';
import type { WorldFields } from '../src/world/published-fields.ts';

const SPACING = 0.02;
const limb = (from: Vec3, to: Vec3, radius: number): Shape => ({ capsule: { from, to, radius } });

/** Parts of the figure, m, feet at y = 0, each with the color of its vertices. */
const PARTS: readonly { readonly shape: Shape; readonly color: Vec3 }[] = [
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

const solids = PARTS.map(({ shape }) => solidOf(shape, Math));

function pointsInside(all: readonly Solid[]): Float32Array {
  const points: number[] = [];
  for (let x = -0.6; x <= 0.6; x += SPACING) {
    for (let y = -0.1; y <= 1.2; y += SPACING) {
      for (let z = -0.3; z <= 0.4; z += SPACING) {
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
    isStripe = Math.floor(y / 0.06) % 2 === 0 && Math.abs(x) < 0.2 && y > 0.35 && y < 0.78;
  return isStripe ? [0.95, 0.95, 0.9] : color;
}

const [file = 'figure.obj', voxel = '1'] = process.argv.slice(2);
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
const lines = ['# A figure, made by tools/make-figure.ts; meters, y up, colors behind the coordinates'];
for (let v = 0; v < positions.length; v += 3) {
  const point = [positions[v]!, positions[v + 1]!, positions[v + 2]!] as const;
  lines.push(`v ${point.map((c) => c.toFixed(4)).join(' ')} ${colorAt(...point).join(' ')}`);
}
for (let t = 0; t < elements.length; t += 3)
  lines.push(`f ${elements[t]! + 1} ${elements[t + 1]! + 1} ${elements[t + 2]! + 1}`);
writeFileSync(file, `${lines.join('\n')}\n`);
process.stdout.write(`${file}: ${positions.length / 3} vertices, ${elements.length / 3} triangles\n`);
