// How much liquid a ray passes: against the chord of a sphere, cut off at what is behind, and the same for any order of triangles.

import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '../../src/meshes/surface-mesh.ts';
import { NOTHING } from '../../src/render/projection.ts';
import { walkSpheres } from '../../src/render/spheres.ts';
import { ThicknessAdder } from '../../src/render/thickness.ts';
import { Tint } from '../../src/render/tint.ts';
import { TriangleWalk } from '../../src/render/triangle-setup.ts';
import { Dice } from '../helpers/dice.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';
import { frontProjection, meshOf } from '../helpers/pictures.ts';

const [WIDTH, HEIGHT] = [90, 60];
const RADIUS = 1.2;

const views = [
  ['perspective', frontProjection(WIDTH, HEIGHT)],
  ['parallel view', frontProjection(WIDTH, HEIGHT, { height: 3.6 })],
] as const;

/** Depth passed through the ball around the origin by the ray of a sample, m along z. */
function chord({ perspective, scale, centerX, centerY }: (typeof views)[number][1], x: number, y: number): number {
  const [u, v] = [(x + 0.5 - centerX) / scale, (centerY - y - 0.5) / scale];
  const [a, b, c] = perspective ? [u * u + v * v + 1, -5, 25 - RADIUS ** 2] : [1, -5, u * u + v * v + 25 - RADIUS ** 2];
  return (2 * Math.sqrt(Math.max(0, b * b - a * c))) / a;
}

function thicknessOf(mesh: TriangleMesh, projection: (typeof views)[number][1], opaqueKey = NOTHING): ThicknessAdder {
  const opaque = new Float32Array(WIDTH * HEIGHT).fill(opaqueKey);
  const adder = new ThicknessAdder(opaque, WIDTH, projection.perspective, 8);
  new TriangleWalk(projection, WIDTH, HEIGHT).walk(mesh, 'both', adder);
  return adder;
}

const ball = meshOf({ sphere: { center: [0, 0, 0], radius: RADIUS } });

describe.each(views)('thickness in %s', (_name, projection) => {
  it('is the chord of a sphere', () => {
    const adder = thicknessOf(ball, projection);
    const spheres = new ThicknessAdder(
      new Float32Array(WIDTH * HEIGHT).fill(NOTHING),
      WIDTH,
      projection.perspective,
      8,
    );
    const one = { count: 1, centers: new Float32Array(3), radii: Float32Array.of(RADIUS) };
    walkSpheres(projection, WIDTH, HEIGHT, one, spheres);
    let [off, exact, through] = [0, 0, 0];
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const truth = chord(projection, x, y);
        if (truth > 1) through++;
        if (truth > 1 || truth === 0) off = Math.max(off, Math.abs(adder.depthAt(y * WIDTH + x) - truth));
        exact = Math.max(exact, Math.abs(spheres.depthAt(y * WIDTH + x) - truth));
      }
    }
    expect(through).toBeGreaterThan(800);
    expect(off).toBeLessThan(0.015); // the mesh has flat triangles
    expect(exact).toBeLessThan(1e-5);
  });

  it('ends at what is not transparent', () => {
    const behindHalf = projection.perspective ? 1 / 5 : -5; // a plane through the middle of the ball
    const adder = thicknessOf(ball, projection, behindHalf);
    const middle = (HEIGHT / 2) * WIDTH + WIDTH / 2;
    expect(adder.depthAt(middle)).toBeCloseTo(RADIUS, 2);
    expect(thicknessOf(ball, projection, projection.perspective ? 1 / 3 : -3).depthAt(middle)).toBe(0);
  });
});

it(
  'is the same to the last bit for any order of triangles',
  fuzzed,
  onSeeds((seed) => {
    const dice = new Dice(seed);
    const order = Array.from({ length: ball.elements.length / 3 }, (_, k) => k);
    for (let k = order.length - 1; k > 0; k--) {
      const n = dice.below(k + 1);
      [order[k], order[n]] = [order[n]!, order[k]!];
    }
    const shuffled = {
      ...ball,
      elements: Uint32Array.from(order.flatMap((t) => [...ball.elements.slice(3 * t, 3 * t + 3)])),
    };
    const [first, second] = [thicknessOf(ball, views[0][1]), thicknessOf(shuffled, views[0][1])];
    for (let k = 0; k < WIDTH * HEIGHT; k++) expect(second.depthAt(k)).toBe(first.depthAt(k));
  }),
);

it('is exact for what is much farther away than it was made for', () => {
  const adder = new ThicknessAdder(new Float32Array(WIDTH * HEIGHT).fill(NOTHING), WIDTH, true, 0.01);
  const narrow = frontProjection(WIDTH, HEIGHT, { fieldOfView: 1 });
  const tiny = { count: 1, centers: new Float32Array(3), radii: Float32Array.of(0.04) };
  walkSpheres(narrow, WIDTH, HEIGHT, tiny, adder); // 5 m is 500 times the reach
  expect(adder.depthAt((HEIGHT / 2) * WIDTH + WIDTH / 2)).toBeCloseTo(0.08, 4);
});

it('counts from the camera when it is inside', () => {
  const around = meshOf({ sphere: { center: [0, 0, 5], radius: 2 } });
  const adder = thicknessOf(around, views[0][1]);
  expect(adder.depthAt((HEIGHT / 2) * WIDTH + WIDTH / 2)).toBeCloseTo(2, 2);
});

describe('absorption', () => {
  it('leaves white light through nothing and the color through the full length, less through more', () => {
    const tint = new Tint(0.5);
    tint.pass(0.1, 0.4, 0.9, 0);
    expect([tint.red, tint.green, tint.blue]).toEqual([1, 1, 1]);
    tint.pass(0.1, 0.4, 0.9, 0.5);
    expect(tint.red).toBeCloseTo(0.1, 12);
    expect(tint.green).toBeCloseTo(0.4, 12);
    expect(tint.blue).toBeCloseTo(0.9, 12);
    let before = 1;
    for (let d = 0.05; d < 3; d += 0.05) {
      tint.pass(0.1, 0.4, 0.9, d);
      expect(tint.red).toBeLessThan(before);
      before = tint.red;
    }
  });

  it('follows the law of Beer and Lambert up to the full length', () => {
    const tint = new Tint(1);
    for (const c of [0.3, 0.5, 0.8]) {
      for (const d of [0.1, 0.25, 0.5, 0.75]) {
        tint.pass(c, c, c, d);
        expect(Math.abs(tint.green - c ** d)).toBeLessThan(0.02);
      }
    }
  });
});
