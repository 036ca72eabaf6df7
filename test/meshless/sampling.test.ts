// Samples of shapes: how many, how evenly, whose neighbors. Bounds were set before the first run, but for those that say otherwise.

import { describe, expect, test } from 'vitest';
import { sampleShape } from '../../src/meshless/sampling/sample-shape.ts';
import type { ShapeSamples } from '../../src/meshless/sampling/sample-solid.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import { boxMesh } from '../shapes/mesh-samples.ts';

/** Two fingers on a palm, 1 m wide each, with a gap between them. */
function hand(gap: number): { positions: number[]; triangles: number[] } {
  const w = 2 + gap,
    outline = [
      [0, 0], [w, 0], [w, 1], [w, 5], [1 + gap, 5], [1 + gap, 1], [1, 1], [1, 5], [0, 5], [0, 1],
    ] as const, // biome-ignore format: a list of corners
    cap = [0, 1, 2, 0, 2, 5, 0, 5, 6, 0, 6, 9, 2, 3, 4, 2, 4, 5, 6, 7, 8, 6, 8, 9],
    n = outline.length;
  const positions = [0, 1].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const sides = outline.flatMap((_, k) => {
    const next = (k + 1) % n;
    return [k, next, next + n, k, next + n, k + n];
  });
  return { positions, triangles: [...cap.toReversed(), ...cap.map((v) => v + n), ...sides] };
}

const neighborsOf = ({ starts, neighbors }: ShapeSamples, i: number) => neighbors.subarray(starts[i], starts[i + 1]);

function counts(samples: ShapeSamples): number[] {
  return Array.from({ length: samples.count }, (_, i) => neighborsOf(samples, i).length);
}

/** Distance to the nearest other sample in space, over the mean spacing. */
function evenness({ count, positions, volume }: ShapeSamples): { least: number; most: number } {
  const spacing = Math.cbrt(volume / count);
  const nearest = Array.from({ length: count }, (_, i) => {
    let least = Infinity;
    for (let j = 0; j < count; j++) {
      if (j === i) continue;
      least = Math.min(least, Math.hypot(...[0, 1, 2].map((a) => positions[3 * i + a]! - positions[3 * j + a]!)));
    }
    return least / spacing;
  });
  return { least: Math.min(...nearest), most: Math.max(...nearest) };
}

describe('samples of a shape', () => {
  const shapes: Record<string, Shape> = {
    box: { box: { min: [0, 0, 0], max: [1, 2, 0.5] } },
    ball: { sphere: { center: [5, 0, 0], radius: 0.4 } },
    capsule: { capsule: { from: [0, 0, 0], to: [1, 1, 1], radius: 0.2 } },
    mesh: { mesh: { positions: [...boxMesh(1, 0.5, 0.5).positions], triangles: [...boxMesh(1, 0.5, 0.5).triangles] } },
  };

  test.each(Object.entries(shapes))('a %s is filled evenly, with 18 to 26 neighbors each', (_, shape) => {
    const samples = sampleShape(shape, { count: 120 }),
      { least, most } = evenness(samples);
    expect(least).toBeGreaterThan(0.6);
    expect(most).toBeLessThan(1.5);
    for (const count of counts(samples)) {
      expect(count).toBeGreaterThanOrEqual(18);
      expect(count).toBeLessThanOrEqual(26);
    }
    for (let i = 0; i < samples.count; i++) {
      const near = samples.distances.subarray(samples.starts[i], samples.starts[i + 1]);
      expect(near.at(-1)!).toBeLessThanOrEqual(samples.supportRadii[i]!);
    }
  });

  test('volumes add up to that of the shape to the last bit', () => {
    const { volumes, volume } = sampleShape(shapes.ball!, { count: 90 });
    expect(volume).toBe((4 / 3) * (Math.PI * 0.4 * 0.4) * 0.4);
    expect(volumes.reduce((a, b) => a + b, 0)).toBe(volume);
    expect(Math.min(...volumes)).toBeGreaterThan(0.4 * (volume / 90));
  });

  test('shells that overlap count once what is inside both', () => {
    const one = boxMesh(0.5, 0.5, 0.5),
      positions = [...one.positions, ...Array.from(one.positions, (c, k) => (k % 3 === 0 ? c + 0.5 : c))],
      triangles = [...one.triangles, ...Array.from(one.triangles, (v) => v + one.positions.length / 3)],
      { volume, volumes } = sampleShape({ mesh: { positions, triangles } }, { count: 60 });
    expect(Math.abs(volume - 1.5)).toBeLessThan(0.15);
    expect(volumes.reduce((a, b) => a + b, 0)).toBe(volume);
  });

  test('the same seed gives the same samples, another one others', () => {
    const at = (seed: number) => sampleShape(shapes.box!, { count: 60, seed }).positions;
    expect(at(7)).toEqual(at(7));
    expect(at(7)).not.toEqual(at(8));
  });
});

describe('two fingers side by side', () => {
  const finger = (x: number, y: number, gap: number): number => (y < 1 ? 0 : x < 1 + gap / 2 ? 1 : 2);

  /** The finger of every sample in the frame of the hand. */
  function fingers(samples: ShapeSamples, gap: number, back: (p: Vec3) => Vec3 = (p) => p): number[] {
    return Array.from({ length: samples.count }, (_, i) => {
      const [x, y] = back([...samples.positions.subarray(3 * i, 3 * i + 3)] as unknown as Vec3);
      return finger(x, y, gap);
    });
  }

  /** Shortest way that a pair of neighbors in different fingers could have: down to the palm and up again. */
  function crossings(samples: ShapeSamples, gap: number, height: number): number {
    const where = fingers(samples, gap);
    let wrong = 0;
    for (let i = 0; i < samples.count; i++) {
      for (const j of neighborsOf(samples, i)) {
        const isHigh = samples.positions[3 * i + 1]! > height && samples.positions[3 * j + 1]! > height;
        if (isHigh && where[i]! + where[j]! === 3) wrong++;
      }
    }
    return wrong;
  }

  test.each([0.5, 0.05, 0.002])('do not become neighbors over a gap of %d m', (gap) => {
    const samples = sampleShape({ mesh: hand(gap) }, { count: 150 }),
      spacing = Math.cbrt(samples.volume / samples.count);
    expect(new Set(fingers(samples, gap))).toEqual(new Set([0, 1, 2]));
    // Two ways of a spacing down to the palm and up again is beyond all supports of three spacings and less.
    expect(crossings(samples, gap, 1 + 2 * spacing)).toBe(0);
    // In space they are: this is what the distances within the shape are for.
    const where = fingers(samples, gap);
    let close = 0;
    for (let i = 0; i < samples.count; i++) {
      for (let j = 0; j < samples.count; j++) {
        const d = Math.hypot(...[0, 1, 2].map((a) => samples.positions[3 * i + a]! - samples.positions[3 * j + a]!));
        const isHigh =
          samples.positions[3 * i + 1]! > 1 + 2 * spacing && samples.positions[3 * j + 1]! > 1 + 2 * spacing;
        if (isHigh && where[i]! + where[j]! === 3 && d < samples.supportRadii[i]!) close++;
      }
    }
    expect(close).toBeGreaterThan(0);
  });

  test('a way around a corner is as long as the corner says', () => {
    const samples = sampleShape({ mesh: hand(0.05) }, { count: 150 }),
      where = fingers(samples, 0.05),
      spacing = Math.cbrt(samples.volume / samples.count);
    let checked = 0;
    for (let i = 0; i < samples.count; i++) {
      for (let n = samples.starts[i]!; n < samples.starts[i + 1]!; n++) {
        const j = samples.neighbors[n]!;
        if (where[i]! + where[j]! !== 3) continue;
        const leg = (k: number) =>
          Math.hypot(samples.positions[3 * k]! - 1.025, Math.max(0, samples.positions[3 * k + 1]! - 1));
        const exact = Math.hypot(leg(i) + leg(j), samples.positions[3 * i + 2]! - samples.positions[3 * j + 2]!);
        expect(Math.abs(samples.distances[n]! - exact)).toBeLessThan(0.35 * spacing);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(0);
  });

  test('nor in any turn of the hand', () => {
    for (const degrees of [20, 45, 110]) {
      const rotation = { axis: [1, 2, 3] as const, degrees },
        samples = sampleShape({ mesh: { ...hand(0.05), rotation } }, { count: 100 }),
        back = turnBack([1, 2, 3], degrees),
        where = fingers(samples, 0.05, back),
        { least, most } = evenness(samples),
        spacing = Math.cbrt(samples.volume / samples.count);
      expect(least).toBeGreaterThan(0.55);
      expect(most).toBeLessThan(1.6);
      for (let i = 0; i < samples.count; i++) {
        for (const j of neighborsOf(samples, i)) {
          const heights = [i, j].map(
            (k) => back([...samples.positions.subarray(3 * k, 3 * k + 3)] as unknown as Vec3)[1],
          );
          if (Math.min(...heights) > 1 + 2 * spacing) expect(where[i]! + where[j]!).not.toBe(3);
        }
      }
    }
  });
});

describe('what is hard to sample', () => {
  test('a thin sheet that is turned hangs together: everybody has neighbors on all sides', () => {
    const samples = sampleShape(
      { box: { center: [0, 0, 0], size: [1, 1, 0.01], rotation: { axis: [1, 2, 3], degrees: 33 } } },
      { count: 80 },
    );
    expect(samples.volume).toBeCloseTo(0.01, 12);
    for (const count of counts(samples)) expect(count).toBeGreaterThanOrEqual(18);
    // The 26th neighbor of a sheet of 80 samples is at most four of its spacings away, and six in a corner.
    expect(Math.max(...samples.supportRadii)).toBeLessThan(6 * Math.sqrt(1 / 80));
  });

  test('a disc of the plane has 8 to 12 neighbors, all at z = 0', () => {
    const samples = sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 60, dimension: 2 });
    expect(samples.volume).toBeCloseTo(Math.PI, 12);
    for (const count of counts(samples)) {
      expect(count).toBeGreaterThanOrEqual(8);
      expect(count).toBeLessThanOrEqual(12);
    }
    for (let i = 0; i < 60; i++) expect(samples.positions[3 * i + 2]).toBe(0);
  });

  test('fewer samples than neighbors: all of them are', () => {
    const samples = sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 5 });
    expect(counts(samples)).toEqual([4, 4, 4, 4, 4]);
    expect(counts(sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 1 }))).toEqual([0]);
  });

  test('an open mesh, a plane, no samples and a hair are refused with advice', () => {
    const { positions, triangles } = hand(0.5);
    const codeOf = (make: () => unknown): string => {
      try {
        make();
      } catch (error) {
        const { problems } = error as { problems: { code: string; hint: string }[] };
        expect(problems[0]!.hint.length).toBeGreaterThan(10);
        return problems[0]!.code;
      }
      return 'none';
    };
    expect(codeOf(() => sampleShape({ mesh: { positions, triangles: triangles.slice(3) } }, { count: 60 }))).toBe(
      'MESH_OPEN',
    );
    expect(codeOf(() => sampleShape({ plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, { count: 60 }))).toBe(
      'SAMPLES_INVALID',
    );
    expect(codeOf(() => sampleShape({ mesh: { positions, triangles } }, { count: 0 }))).toBe('SAMPLES_INVALID');
    const hair = { capsule: { from: [0, 0, 0], to: [1, 1, 1], radius: 1e-4 } } as const;
    expect(codeOf(() => sampleShape(hair, { count: 60 }))).toBe('SAMPLES_INVALID');
  });
});

/** The inverse of a rotation of a scene. */
function turnBack(axis: Vec3, degrees: number): (p: Vec3) => Vec3 {
  const length = Math.hypot(...axis),
    [x, y, z] = axis.map((c) => c / length) as [number, number, number],
    angle = (-degrees * Math.PI) / 180,
    [s, c] = [Math.sin(angle), Math.cos(angle)];
  return (p) => {
    const along = (1 - c) * (x * p[0] + y * p[1] + z * p[2]);
    return [
      c * p[0] + s * (y * p[2] - z * p[1]) + along * x,
      c * p[1] + s * (z * p[0] - x * p[2]) + along * y,
      c * p[2] + s * (x * p[1] - y * p[0]) + along * z,
    ];
  };
}
