// V43: a skin moves with its body: exactly when it turns, with the normals of the surface when it is stretched. [card §17, V43, X31, X32; AW09 §7.2]

import { randomSigned } from '../../src/random/random.ts';
import { bindSkin } from '../../src/skin/bind-skin.ts';
import { deformSkin } from '../../src/skin/deform-skin.ts';
import { type Check, defineCase, within } from '../case.ts';

type Map3 = (x: number, y: number, z: number) => readonly [number, number, number];

export const v43 = defineCase({
  number: 43,
  title: 'Skin that follows',
  proves: 'A skin turns with its body exactly, in both ways to follow; exact normals are those of a stretched surface.',
  parameters: {
    across: { value: 5, meaning: 'particles along each edge of the unit cube' },
    jitter: { value: 0.2, meaning: 'by which they are moved at most, over their spacing' },
    vertices: { value: 100, meaning: 'of the skin, up to half a spacing outside of the cube' },
    degrees: { value: 40, meaning: 'of the turn' },
    stretch: { value: 2, meaning: 'along x' },
  },
  async run({ across, jitter, vertices, degrees, stretch }): Promise<Check[]> {
    const reference = cube(across, jitter),
      positions = Float64Array.from(
        { length: 3 * vertices },
        (_, k) => 0.5 + (0.5 + 0.5 / across) * randomSigned(2, 1, k),
      ),
      // A facet at 45° to the stretch.
      normals = Float64Array.from({ length: 3 * vertices }, (_, k) => [Math.SQRT1_2, Math.SQRT1_2, 0][k % 3]!),
      mesh = { positions, normals, triangles: new Uint32Array(0) },
      [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)],
      turn: Map3 = (x, y, z) => [c * x - s * y, s * x + c * y, z],
      pull: Map3 = (x, y, z) => [stretch * x, y, z],
      length = Math.sqrt(stretch * stretch + 1);
    const checks: Check[] = [];
    for (const follow of ['field', 'particles'] as const) {
      const skin = bindSkin(mesh, reference, { follow }),
        out = { positions: new Float64Array(3 * vertices), normals: new Float64Array(3 * vertices) };
      deformSkin(skin, moved(reference, turn), out);
      checks.push(
        within(`${follow}: error of positions in a turn, m`, farthest(out.positions, moved(positions, turn)), 0, 1e-12),
      );
      checks.push(
        within(`${follow}: error of normals in a turn`, farthest(out.normals, moved(normals, turn)), 0, 1e-12),
      );
      deformSkin(skin, moved(reference, pull), out);
      const right = Float64Array.from(normals, (_, k) => [1 / length, stretch / length, 0][k % 3]!);
      checks.push(
        within(`${follow}: normals of a stretched surface, °`, (farthest(out.normals, right) * 180) / Math.PI, 0, 0.1),
      );
    }
    return checks;
  },
});

function cube(across: number, jitter: number): Float64Array {
  return Float64Array.from({ length: 3 * across ** 3 }, (_, k) => {
    const cell = Math.floor(Math.floor(k / 3) / across ** (k % 3)) % across;
    return (cell + 0.5 + jitter * randomSigned(1, 0, k)) / across;
  });
}

function moved(points: Float64Array, map: Map3): Float64Array {
  const out = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) out.set(map(points[k]!, points[k + 1]!, points[k + 2]!), k);
  return out;
}

/** Largest distance between points of two lists. */
function farthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let k = 0; k < a.length; k += 3)
    most = Math.max(most, Math.hypot(a[k]! - b[k]!, a[k + 1]! - b[k + 1]!, a[k + 2]! - b[k + 2]!));
  return most;
}
