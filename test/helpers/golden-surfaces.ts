// Small surfaces whose hash is pinned in test/golden/surfaces.json, the same in Node and in a page. tools/update-goldens.ts writes them.

import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { SurfaceOptions } from '../../src/surface/surface-options.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { randomPoints, randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';
import { ball, block, fieldsAt, plainOptions } from './surface-clouds.ts';

export interface SurfaceInput {
  readonly fields: WorldFields;
  readonly options: SurfaceOptions;
}

const gas = (count: number, dimension: 2 | 3): Vec3[] =>
  randomPoints(count, dimension, randomStream(7)).map(([x, y, z]) => [12 * x, 12 * y, 12 * z]);
const sizes = (i: number) => [1, 2, 4][i % 3]!;
const finish = { smoothing: 5, settling: 0.15 };

/** What is made surfaces of, spacing 1 m. */
export const GOLDEN_SURFACES: Readonly<Record<string, SurfaceInput>> = {
  ball: { fields: fieldsAt(ball(6, 1, 0.2), { spacing: 1 }), options: plainOptions() },
  'finished ball': { fields: fieldsAt(ball(6, 1, 0.2), { spacing: 1 }), options: plainOptions(finish) },
  gas: { fields: fieldsAt(gas(500, 3), { spacing: 1 }), options: plainOptions({ voxel: 0.4 }) },
  'gas, fitted': {
    fields: fieldsAt(gas(500, 3), { spacing: 1 }),
    options: plainOptions({ voxel: 0.4, kernels: 'fitted' }),
  },
  'mixed sizes': {
    fields: fieldsAt(gas(300, 3), { spacing: sizes, substance: (i) => i % 2, compression: (i) => 1 + (i % 4) / 16 }),
    options: plainOptions({ ...finish, voxel: 0.5, field: 'characteristic' }),
  },
  'block in 2D': {
    fields: fieldsAt(block([30, 20, 1], 1, 0.3), { spacing: 1, dimension: 2 }),
    options: plainOptions({ ...finish, dimension: 2 }),
  },
};

/** Hashes of the golden surfaces, by name. */
export async function hashSurfaces(threads: number): Promise<Record<string, string>> {
  const surfacer = await Surfacer.create({ threads });
  try {
    const hashes = Object.entries(GOLDEN_SURFACES).map(([name, { fields, options }]) => [
      name,
      hashMesh(surfacer.build(fields, options)),
    ]);
    return Object.fromEntries(hashes);
  } finally {
    surfacer.dispose();
  }
}

/** FNV-1a over every byte of a surface, fields included. */
export function hashMesh({ positions, normals, elements, fields }: SurfaceMesh): string {
  const parts = [
    positions,
    normals,
    elements,
    ...Object.keys(fields)
      .sort()
      .map((name) => fields[name]!.values),
  ];
  let hash = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of parts) {
    hash = Math.imul(hash ^ byteLength, 0x01000193);
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
