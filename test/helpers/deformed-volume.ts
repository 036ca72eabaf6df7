// The volume that the particles of solids take up as they are deformed, from their places alone: Σ V det F with F the best fit of the neighbors
// at the start that are in the same part.

import type { World } from '../../src/index.ts';

/** Neighbors are so near, over the size of a particle. */
const NEAR = 1.8;

/** Measures volumes of a world in 3D, m³, as it goes on; bodies must not lose particles. */
export function volumeMeter(world: World): () => number {
  const { fields } = world,
    start = fields.position.slice(),
    volumes = Float64Array.from(fields.mass, (m, i) => m / fields.density[i]!),
    near = Array.from(fields.id, (_, i) =>
      Array.from(fields.id.keys()).filter((j) => j !== i && distance(start, i, j) < NEAR * Math.cbrt(volumes[i]!)),
    );
  return () => {
    const { position, id } = world.fields,
      part = world.fields.get('part')!;
    if (id.length !== volumes.length) throw new Error('Particles were lost.');
    return volumes.reduce((sum, V, i) => {
      const own = near[i]!.filter((j) => part[j] === part[i]);
      return sum + V * (own.length < 4 ? 1 : stretchOf(start, position, i, own));
    }, 0);
  };
}

const distance = (x: ArrayLike<number>, i: number, j: number) =>
  Math.hypot(x[3 * j]! - x[3 * i]!, x[3 * j + 1]! - x[3 * i + 1]!, x[3 * j + 2]! - x[3 * i + 2]!);

/** det F = det Σ x Xᵀ / det Σ X Xᵀ over neighbors; 1 where they lie in a plane. */
function stretchOf(X: ArrayLike<number>, x: ArrayLike<number>, i: number, near: readonly number[]): number {
  const [A, B] = [new Float64Array(9), new Float64Array(9)];
  for (const j of near)
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        const d = X[3 * j + c]! - X[3 * i + c]!;
        A[3 * r + c]! += (x[3 * j + r]! - x[3 * i + r]!) * d;
        B[3 * r + c]! += (X[3 * j + r]! - X[3 * i + r]!) * d;
      }
  const size = (B[0]! + B[4]! + B[8]!) / 3,
    whole = determinant(B);
  return whole > 1e-3 * size * size * size ? determinant(A) / whole : 1;
}

const determinant = (m: Float64Array) =>
  m[0]! * (m[4]! * m[8]! - m[5]! * m[7]!) -
  m[1]! * (m[3]! * m[8]! - m[5]! * m[6]!) +
  m[2]! * (m[3]! * m[7]! - m[4]! * m[6]!);
