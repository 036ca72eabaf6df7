// Skins that follow particles: rigid motions, stretches, the field between, the fast pass. [card §17, X31, X32, V43]
// Tolerances are those of the card: 1e-12 for rigid motions, 0.1° for normals.

import { describe, expect, test } from 'vitest';
import { MlsApproximation } from '../../src/meshless/index.ts';
import { randomSigned } from '../../src/random/random.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { type BindOptions, type BoundSkin, bindSkin } from '../../src/skin/bind-skin.ts';
import { deformSkin } from '../../src/skin/deform-skin.ts';
import { FastSkin } from '../../src/skin/fast-skin.ts';
import type { SkinMesh } from '../../src/skin/skin-mesh.ts';

type Map3 = (p: readonly number[]) => number[];

/** A jittered block of 5 × 6 × 4 particles, 0.1 m apart. */
function block(shift = 0, jitter = 0.02): Float64Array {
  const positions: number[] = [];
  for (let k = 0; k < 4; k++)
    for (let j = 0; j < 6; j++) for (let i = 0; i < 5; i++) positions.push(0.1 * i, 0.1 * j, 0.1 * k);
  return Float64Array.from(positions, (c, n) => c + shift + jitter * randomSigned(7, 1, n));
}

/** Points around the block with random normals. */
function cloud(count: number, shift = 0): SkinMesh {
  const positions = new Float64Array(3 * count),
    normals = new Float64Array(3 * count),
    size = [0.4, 0.5, 0.3];
  for (let v = 0; v < count; v++) {
    const n = [0, 1, 2].map((a) => randomSigned(9, 2, 3 * v + a)),
      length = Math.hypot(...n);
    for (let a = 0; a < 3; a++) {
      positions[3 * v + a] = shift + size[a]! / 2 + (size[a]! / 2 + 0.05) * randomSigned(11, 3, 3 * v + a);
      normals[3 * v + a] = n[a]! / length;
    }
  }
  return { positions, normals, triangles: new Uint32Array(0) };
}

function moved(reference: Float64Array, map: Map3): Float64Array {
  return Float64Array.from(
    { length: reference.length },
    (_, k) => map([...reference.subarray(k - (k % 3), k - (k % 3) + 3)])[k % 3]!,
  );
}

function shapeOf(skin: BoundSkin, present: Float64Array): { positions: Float64Array; normals: Float64Array } {
  const out = {
    positions: new Float64Array(skin.mesh.positions.length),
    normals: new Float64Array(skin.mesh.positions.length),
  };
  deformSkin(skin, present, out);
  return out;
}

function turn(axis: readonly number[], degrees: number): Map3 {
  const length = Math.hypot(...axis),
    [x, y, z] = axis.map((c) => c / length) as [number, number, number],
    [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return ([p, q, r]) => {
    const along = (1 - c) * (x * p! + y * q! + z * r!);
    return [
      c * p! + s * (y * r! - z * q!) + along * x,
      c * q! + s * (z * p! - x * r!) + along * y,
      c * r! + s * (x * q! - y * p!) + along * z,
    ];
  };
}

const largest = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let most = 0;
  for (let k = 0; k < a.length; k++) most = Math.max(most, Math.abs(a[k]! - b[k]!));
  return most;
};

/** Largest angle between unit vectors, degrees. */
function angle(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < a.length; k += 3) {
    const cross = Math.hypot(
        a[k + 1]! * b[k + 2]! - a[k + 2]! * b[k + 1]!,
        a[k + 2]! * b[k]! - a[k]! * b[k + 2]!,
        a[k]! * b[k + 1]! - a[k + 1]! * b[k]!,
      ),
      dot = a[k]! * b[k]! + a[k + 1]! * b[k + 1]! + a[k + 2]! * b[k + 2]!;
    most = Math.max(most, (Math.atan2(cross, dot) * 180) / Math.PI);
  }
  return most;
}

describe.each(['field', 'particles'] as const)('a skin that follows the %s', (follow) => {
  const reference = block(),
    mesh = cloud(200);

  test.each(['exact', 'cheap'] as const)('turns by 40° and moves with its body exactly, normals %s', (normals) => {
    const skin = bindSkin(mesh, reference, { follow, normals }),
      rotation = turn([1, 2, 3], 40),
      rigid: Map3 = (p) => rotation(p).map((c, a) => c + [1, -2, 0.5][a]!),
      now = shapeOf(skin, moved(reference, rigid));
    expect(largest(now.positions, moved(mesh.positions, rigid))).toBeLessThan(1e-12);
    expect(largest(now.normals, moved(mesh.normals, rotation))).toBeLessThan(1e-12);
  });

  test('exact normals are those of a stretched surface, cheap ones are not', () => {
    const stretch: Map3 = ([x, y, z]) => [2 * x!, y!, z!],
      flat = Math.SQRT1_2,
      tilted: SkinMesh = { ...mesh, normals: Float64Array.from(mesh.normals, (_, k) => [flat, flat, 0][k % 3]!) },
      // A facet at 45° to the stretch: its normal turns away from it.
      right = Float64Array.from(mesh.normals, (_, k) => [1 / Math.sqrt(5), 2 / Math.sqrt(5), 0][k % 3]!),
      present = moved(reference, stretch);
    const exact = shapeOf(bindSkin(tilted, reference, { follow, normals: 'exact' }), present),
      cheap = shapeOf(bindSkin(tilted, reference, { follow, normals: 'cheap' }), present);
    expect(angle(exact.normals, right)).toBeLessThan(0.1);
    expect(angle(cheap.normals, right)).toBeCloseTo(36.87, 2); // what X31 says
    expect(largest(exact.positions, moved(mesh.positions, stretch))).toBeLessThan(1e-12);
  });

  test('normals are those of the surface as it really moves: differences of positions', () => {
    const bend: Map3 = ([x, y, z]) => [x! + 0.4 * y! * y!, y! + 0.3 * x! * z!, z! + 0.5 * x! * x!],
      present = moved(reference, bend),
      h = 1e-5,
      inner = {
        ...mesh,
        positions: Float64Array.from(mesh.positions, (c) => 0.2 + 0.8 * (c - 0.2)),
      };
    const at = (a: number, d: number): Float64Array => {
      const shifted = Float64Array.from(inner.positions, (c, k) => (k % 3 === a ? c + d : c));
      return shapeOf(bindSkin({ ...inner, positions: shifted }, reference, { follow }), present).positions;
    };
    const columns = [0, 1, 2].map((a) => [at(a, h), at(a, -h)] as const),
      { normals } = shapeOf(bindSkin(inner, reference, { follow }), present),
      expected = new Float64Array(normals.length);
    for (let v = 0; v < normals.length; v += 3) {
      const F = (r: number, c: number): number => (columns[c]![0][v + r]! - columns[c]![1][v + r]!) / (2 * h),
        cofactor = (r: number, c: number): number => {
          const [p, q, s, t] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
          return F(p, s) * F(q, t) - F(p, t) * F(q, s);
        },
        n = [0, 1, 2].map((r) => [0, 1, 2].reduce((sum, c) => sum + cofactor(r, c) * inner.normals[v + c]!, 0));
      for (let a = 0; a < 3; a++) expected[v + a] = n[a]! / Math.hypot(...n);
    }
    expect(angle(normals, expected)).toBeLessThan(0.01);
  });

  test('weights add up to 1, their slopes to 0', () => {
    const { starts, values, slopes } = bindSkin(mesh, reference, { follow });
    for (let v = 0; v < 200; v++) {
      let [sum, slope] = [0, 0];
      for (let n = starts[v]!; n < starts[v + 1]!; n++) {
        sum += values[n]!;
        slope += slopes[2 * n]!;
      }
      expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
      expect(Math.abs(slope)).toBeLessThan(1e-9);
    }
  });

  test('is as exact far from the origin', () => {
    const far = block(100),
      skin = bindSkin(cloud(50, 100), far, { follow }),
      rotation = turn([0, 0, 1], 40),
      now = shapeOf(skin, moved(far, rotation));
    expect(largest(now.positions, moved(skin.mesh.positions, rotation))).toBeLessThan(1e-9); // 1e-12 of the distance, times ten
  });

  test('any number of threads gives the same bits', async () => {
    const reference = block(),
      skin = bindSkin(cloud(5000), reference),
      present = moved(reference, ([x, y, z]) => [1.2 * x!, y! + 0.1 * x! * z!, 0.9 * z!]),
      one = await FastSkin.create(skin),
      three = await FastSkin.create(skin, { threads: 3 });
    for (let call = 0; call < 3; call++) expect(three.deform(present)).toEqual(one.deform(present));
    expect(one.deform(present).positions.every(Number.isFinite)).toBe(true);
    three.dispose();
    one.dispose();
  });

  test('the fast pass says the same in single precision', async () => {
    const present = moved(reference, ([x, y, z]) => [x! + 0.4 * y! * y!, y! + 0.3 * x! * z!, z! + 1]);
    for (const normals of ['exact', 'cheap'] as const) {
      const skin = bindSkin(mesh, reference, { follow, normals }),
        slow = shapeOf(skin, present),
        fast = (await FastSkin.create(skin)).deform(present);
      expect(largest(fast.positions, slow.positions)).toBeLessThan(2e-6);
      expect(angle(fast.normals, slow.normals)).toBeLessThan(0.01);
    }
  });

  test('one layer, one row or one particle still carries it along, without a number that is none', () => {
    const layer = block(0, 0).filter((_, k) => k < 90),
      row = Float64Array.from({ length: 15 }, (_, k) => (k % 3 === 0 ? 0.1 * Math.floor(k / 3) : 0));
    for (const particles of [layer, row, Float64Array.of(0, 0, 0), Float64Array.of(0, 0, 0, 0, 0, 0)]) {
      const skin: SkinMesh = {
          positions: Float64Array.of(0.05, 0, 0.02),
          normals: Float64Array.of(0, 0, 1),
          triangles: new Uint32Array(0),
        },
        bound = bindSkin(skin, particles, { follow }),
        now = shapeOf(
          bound,
          particles.map((c) => c + 1),
        );
      expect(bound.flatCount).toBe(1);
      expect(largest(now.positions, [1.05, 1, 1.02])).toBeLessThan(1e-12);
      expect(largest(now.normals, [0, 0, 1])).toBeLessThan(1e-12);
    }
    // Within its plane a layer is exact for any linear field.
    const skin: SkinMesh = {
        positions: Float64Array.of(0.17, 0.23, 0),
        normals: Float64Array.of(0, 0, 1),
        triangles: new Uint32Array(0),
      },
      map: Map3 = ([x, y, z]) => [2 * x! + y!, 3 * y!, z! + x!];
    const now = shapeOf(bindSkin(skin, layer, { follow }), moved(layer, map));
    expect(largest(now.positions, map([0.17, 0.23, 0]))).toBeLessThan(1e-12);
  });
});

test('the field is that of moving least squares with a common support', () => {
  const reference = block(),
    mesh = cloud(20),
    { starts, particles, values } = bindSkin(mesh, reference, { follow: 'field' });
  for (let v = 0; v < 20; v++) {
    const place = [...mesh.positions.subarray(3 * v, 3 * v + 3)],
      distances = Array.from({ length: 120 }, (_, i) =>
        Math.hypot(...place.map((c, a) => c - reference[3 * i + a]!)),
      ).sort((a, b) => a - b),
      mls = new MlsApproximation(
        { dimension: 3, positions: reference, supportRadius: distances[16]! },
        { order: 1, weight: 'poly6' },
      );
    for (let n = starts[v]!; n < starts[v + 1]!; n++) {
      const one = new Float64Array(120);
      one[particles[n]!] = 1;
      expect(mls.value(one, place)).toBeCloseTo(values[n]!, 10);
    }
  }
});

test('a printed transpose would turn the wrong way (X32): the second way moves by ∇u, and not by its transpose', () => {
  const reference = block(),
    mesh = cloud(50),
    shear: Map3 = ([x, y, z]) => [x! + 0.5 * y!, y!, z!],
    now = shapeOf(bindSkin(mesh, reference, { follow: 'particles' }), moved(reference, shear));
  expect(largest(now.positions, moved(mesh.positions, shear))).toBeLessThan(1e-12);
});

describe('a skin that does not fit', () => {
  const mesh = cloud(30);
  const failure = (act: () => unknown): { code: string; message: string; hint: string; pointer: string } => {
    try {
      act();
    } catch (error) {
      return (error as { problems: never[] }).problems[0]!;
    }
    throw new Error('nothing was refused');
  };

  test('one that leaves the body is refused, with the vertex and a way out', () => {
    const positions = mesh.positions.slice();
    positions[1] = 4;
    const { code, message, hint, pointer } = failure(() =>
      bindSkin({ ...mesh, positions }, block(), { pointer: '/bodies/0/skin' }),
    );
    expect(code).toBe('SKIN_OFF_BODY');
    expect(pointer).toBe('/bodies/0/skin');
    expect(message).toContain('1 of its 30 vertices');
    expect(message).toContain('Vertex 0');
    expect(hint).toContain('translate');
  });

  test('a body without particles is refused', () => {
    expect(failure(() => bindSkin(mesh, new Float64Array(0))).code).toBe('SKIN_OFF_BODY');
  });
});

test('the skin of a finger follows its finger, and not the one beside it', () => {
  // Two bars with a gap of 0.02 m; particles 0.1 m apart; the right one is lifted.
  const bars = [0, 0.42].flatMap((x) => boxAt(x, 0, 0, 0.4, 1, 0.4)),
    positions = bars.flatMap((box) => box.positions),
    triangles = bars.flatMap((box, k) => box.triangles.map((v) => v + 8 * k)),
    solid = solidOf({ mesh: { positions, triangles } }, { sin: Math.sin, cos: Math.cos }),
    particles: number[] = [];
  for (const x of [0, 0.42]) {
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 10; j++)
        for (let k = 0; k < 4; k++) particles.push(x + 0.05 + 0.1 * i, 0.05 + 0.1 * j, 0.05 + 0.1 * k);
  }
  const reference = Float64Array.from(particles),
    lifted = reference.map((c, n) => (n % 3 === 1 && reference[n - 1]! > 0.41 ? c + 1 : c)),
    skin: SkinMesh = {
      positions: Float64Array.of(0.4, 0.5, 0.2, 0.42, 0.5, 0.2),
      normals: Float64Array.of(1, 0, 0, -1, 0, 0),
      triangles: new Uint32Array(0),
    };
  const heights = (options: BindOptions): number[] => {
    const { positions: now } = shapeOf(bindSkin(skin, reference, options), lifted);
    return [now[1]!, now[4]!];
  };
  for (const follow of ['field', 'particles'] as const) {
    const within = heights({ follow, solid });
    expect(Math.abs(within[0]! - 0.5)).toBeLessThan(1e-12);
    expect(Math.abs(within[1]! - 1.5)).toBeLessThan(1e-12);
    // Measured in space both follow a mixture.
    expect(heights({ follow })[0]).toBeGreaterThan(0.55);
  }
});

function boxAt(
  x: number,
  y: number,
  z: number,
  w: number,
  h: number,
  d: number,
): [{ positions: number[]; triangles: number[] }] {
  const positions = Array.from({ length: 8 }, (_, k) => [
    x + w * (k & 1),
    y + h * ((k >> 1) & 1),
    z + d * (k >> 2),
  ]).flat();
  return [
    {
      positions,
      triangles: [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
      ],
    },
  ];
}
