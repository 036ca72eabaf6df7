// What a ray hits first, and the box around a scene.

import type { Ray } from 'three';
import type { Scene } from '../../src/scene/schema.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';

/** The particle that a ray meets first, as a ball half a smoothing length wide. */
export function hitParticle(
  ray: Ray,
  fields: WorldFields,
): { readonly particle: number; readonly distance: number } | undefined {
  const { count, position, smoothingLength } = fields,
    { origin: o, direction: d } = ray;
  let particle = -1,
    distance = Infinity;
  for (let i = 0; i < count; i++) {
    const x = position[3 * i]! - o.x,
      y = position[3 * i + 1]! - o.y,
      z = position[3 * i + 2]! - o.z,
      along = x * d.x + y * d.y + z * d.z,
      r = 0.6 * smoothingLength[i]!,
      off = x * x + y * y + z * z - along * along;
    if (along <= 0 || off > r * r) continue;
    const t = along - Math.sqrt(r * r - off);
    if (t < distance) {
      distance = t;
      particle = i;
    }
  }
  return particle < 0 ? undefined : { particle, distance };
}

/** The middle and the diagonal of what a scene begins with: particles, openings and solids. */
export function boundsOf(
  scene: Scene,
  { count, position }: WorldFields,
): { middle: [number, number, number]; size: number } {
  const min = [Infinity, Infinity, Infinity],
    max = [-Infinity, -Infinity, -Infinity];
  const add = (point: readonly number[], r = 0): void => {
    for (let a = 0; a < 3; a++) {
      min[a] = Math.min(min[a]!, point[a]! - r);
      max[a] = Math.max(max[a]!, point[a]! + r);
    }
  };
  for (let i = 0; i < count; i++) add(position.subarray(3 * i, 3 * i + 3) as unknown as number[]);
  for (const { shape } of [...scene.emitters, ...scene.obstacles]) addShape(shape as never, add);
  if (!(max[0]! >= min[0]!)) add([0, 0, 0], 0.5);
  const span = max.map((x, a) => x - min[a]!),
    middle = max.map((x, a) => (x + min[a]!) / 2) as [number, number, number];
  return { middle, size: Math.hypot(...span) || 1 };
}

type Parts = Readonly<Record<string, { readonly [key: string]: unknown }>>;

function addShape(shape: Parts, add: (point: readonly number[], r?: number) => void): void {
  const [kind, part = {}] = Object.entries(shape)[0] ?? [];
  if (kind === 'plane' || kind === 'mesh' || kind === 'heightfield') return;
  const radius = typeof part.radius === 'number' ? part.radius : 0;
  for (const key of ['center', 'min', 'max', 'from', 'to'])
    if (Array.isArray(part[key])) add(part[key] as number[], radius);
}
