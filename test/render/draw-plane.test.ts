// Pictures of 2D scenes: areas and places are what they must be, to the part of a pixel; the same input gives the same bytes.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINEAR_OF_BYTE } from '../../src/colors/color.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { drawPlane, type PlaneInput } from '../../src/render/draw-plane.ts';
import { createPicture, type Picture } from '../../src/render/picture.ts';
import { drawDisc } from '../../src/render/plane-discs.ts';
import { PlaneFill } from '../../src/render/plane-fill.ts';
import { planeMap } from '../../src/render/plane-view.ts';
import { type SceneInput, sceneSchema } from '../../src/scene/schema.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const trig = { sin: Math.sin, cos: Math.cos };

/** Particles of rest volume 0.1 m × 0.1 m at the given places. */
function particles(places: readonly (readonly [number, number])[], substance = 0): WorldFields {
  const count = places.length;
  return {
    count,
    position: Float32Array.from(places.flatMap(([x, y]) => [x, y, 0])),
    velocity: Float32Array.from(places.flatMap(([x]) => [x, 0, 0])),
    density: new Float32Array(count).fill(1000),
    mass: new Float32Array(count).fill(10),
    smoothingLength: new Float32Array(count).fill(0.13),
    id: Uint32Array.from(places.keys()),
    substance: new Uint32Array(count).fill(substance),
  };
}

/** 200 × 100 pixels of a scene, 100 pixels per meter around the origin. */
function draw(scene: SceneInput, fields: WorldFields, more: Partial<PlaneInput> = {}): Picture {
  const parsed = sceneSchema.parse({ dimension: 2, substances: { water: { preset: 'water' } }, ...scene });
  const view = { target: [0, 0, 0], up: [0, 1, 0], height: 1 } as const;
  return drawPlane({ scene: parsed, time: 0, fields, width: 200, height: 100, view, trig, ...more });
}

const pixelOf = ({ width, pixels }: Picture, x: number, y: number): number[] => [
  ...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
];
const NONE = particles([]);
/** A block of particles with gaps of one spacing. */
const BLOCK = particles(Array.from({ length: 36 }, (_, k) => [((k % 6) - 2.5) / 10, (Math.floor(k / 6) - 2.5) / 10]));
const hashOf = ({ pixels }: Picture): string => createHash('sha256').update(pixels).digest('hex').slice(0, 16);

describe('discs', () => {
  it('cover π r² pixels, however small and wherever they are', fuzzed, () => {
    holds(
      fc.property(
        fc.double({ min: 0.2, max: 30, noNaN: true }),
        fc.tuple(fc.double({ min: 35, max: 45, noNaN: true }), fc.double({ min: 35, max: 45, noNaN: true })),
        (radius, [x, y]) => {
          const picture = createPicture(80, 80, [0, 0, 0]);
          drawDisc(picture, x, y, radius, [1, 1, 1]);
          let area = 0;
          for (let k = 0; k < 6400; k++) {
            const light = LINEAR_OF_BYTE[picture.pixels[4 * k]!]!;
            area += radius < 3 ? light : Math.min(2 * light, 1); // larger ones have a rim of half the light
          }
          expect(Math.abs(area / (Math.PI * radius * radius) - 1)).toBeLessThan(radius < 1 ? 0.03 : 0.01); // faint bytes are coarse
        },
      ),
      { numRuns: 150 },
    );
  });

  it('have the color of their substance and touch at a radius of half a spacing', () => {
    const scene = { substances: { a: {}, b: {} }, look: { colors: ['#ff0000', '#0000ff'] } } as const;
    const one = particles([
      [-0.05, 0],
      [0.05, 0],
    ]);
    one.substance[1] = 1;
    const picture = draw(scene, one);
    expect(pixelOf(picture, 94, 50)).toEqual([255, 0, 0]);
    expect(pixelOf(picture, 105, 50)).toEqual([0, 0, 255]);
    expect(pixelOf(picture, 100, 40)).toEqual([255, 255, 255]);
    expect(pixelOf(picture, 88, 50)).toEqual([255, 255, 255]);
  });
});

describe('closed lines', () => {
  /** A star around a point, with the substance on the left, as pixels. */
  const polygons = fc
    .tuple(
      fc.array(fc.double({ min: 2, max: 45, noNaN: true }), { minLength: 3, maxLength: 9 }),
      fc.double({ min: -10, max: 70, noNaN: true }),
      fc.double({ min: -10, max: 50, noNaN: true }),
    )
    .map(([radii, x, y]) =>
      radii.map(
        (r, k) =>
          [
            x + r * Math.cos((2 * Math.PI * k) / radii.length),
            y - r * Math.sin((2 * Math.PI * k) / radii.length),
          ] as const,
      ),
    );

  const fill = (points: readonly (readonly [number, number])[], width: number, height: number): Float32Array => {
    const area = new PlaneFill(width, height);
    for (const [k, [x, y]] of points.entries()) {
      const [nextX, nextY] = points[(k + 1) % points.length]!;
      area.line(x, y, nextX, nextY);
    }
    return area.coverage();
  };

  it('enclose exactly their area', fuzzed, () => {
    holds(
      fc.property(polygons, (points) => {
        const moved = points.map(([x, y]) => [x + 60, y + 60] as const);
        let exact = 0;
        for (const [k, [x, y]] of moved.entries()) {
          const [nextX, nextY] = moved[(k + 1) % moved.length]!;
          exact += (nextX * y - x * nextY) / 2;
        }
        const area = fill(moved, 180, 180).reduce((sum, part) => sum + part, 0);
        expect(area).toBeCloseTo(Math.abs(exact), 2);
      }),
    );
  });

  it('enclose the same when the picture cuts them', fuzzed, () => {
    holds(
      fc.property(polygons, (points) => {
        const whole = fill(
          points.map(([x, y]) => [x + 64, y + 64] as const),
          200,
          200,
        );
        const part = fill(points, 40, 30);
        for (let k = 0; k < 1200; k++) {
          expect(part[k]).toBeCloseTo(whole[200 * (64 + Math.floor(k / 40)) + 64 + (k % 40)]!, 5);
        }
      }),
    );
  });
});

describe('the map of the plane', () => {
  it('goes there and back, with up pointing up', fuzzed, () => {
    const map = planeMap({ target: [1, 2, 0], up: [0, 1, 0], height: 2 }, 300, 200);
    expect([map.scale, map.pixelX(1, 2), map.pixelY(1, 2)]).toEqual([100, 150, 100]);
    expect([map.pixelX(1.5, 2.5), map.pixelY(1.5, 2.5)]).toEqual([200, 50]);
    const turned = planeMap({ target: [1, 2, 0], up: [3, -4, 0], height: 2 }, 300, 200);
    holds(
      fc.property(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true }), (x, y) => {
        const [px, py] = [turned.pixelX(x, y), turned.pixelY(x, y)];
        expect([turned.worldX(px, py), turned.worldY(px, py)]).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
      }),
    );
    expect(turned.pixelY(1 + 0.6, 2 - 0.8)).toBeCloseTo(0, 9);
  });
});

describe('the field and its contour', () => {
  const look = { style: 'surface', colors: ['#ff0000'] } as const;

  it('are as gray as the substance is dense', () => {
    const picture = draw({ look }, BLOCK);
    const gray = pixelOf(picture, 100, 50);
    expect(new Set(gray).size).toBe(1);
    expect(gray[0]! / 255).toBeCloseTo(1 - 0.55, 1);
    expect(pixelOf(picture, 5, 50)).toEqual([255, 255, 255]);
    const dark = draw({ look: { ...look, background: '#000000' } }, BLOCK);
    expect(pixelOf(dark, 100, 50)[0]! / 255).toBeCloseTo(0.55, 1);
    const rows = Array.from({ length: 40 }, (_, k) => pixelOf(picture, 100 + k, 50)[1]!);
    for (let k = 1; k < 25; k++) expect(rows[k]!).toBeGreaterThanOrEqual(rows[k - 1]! - 3);
  });

  it('run where the lines of the surface are, in the color of the substance', () => {
    const corners = [
      [-0.4, -0.3],
      [0.4, -0.3],
      [0.4, 0.3],
      [-0.4, 0.3],
    ] as const;
    const surface: SurfaceMesh = {
      dimension: 2,
      positions: Float32Array.from(corners.flatMap(([x, y]) => [x, y, 0])),
      normals: new Float32Array(12),
      elements: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 0),
      fields: { substance: { components: 1, values: new Uint32Array(4) } },
    };
    const picture = draw({ look }, NONE, { surface });
    for (const [x, y] of [
      [100, 20],
      [60, 50],
      [139, 50],
      [100, 79],
      [60, 20],
    ] as const) {
      const near = [-1, 0].flatMap((dx) => [-1, 0].map((dy) => pixelOf(picture, x + dx, y + dy)[1]!));
      expect(Math.min(...near), `${x}, ${y}`).toBeLessThan(140);
    }
    expect(pixelOf(picture, 100, 50)).toEqual([255, 255, 255]);
    let light = 0;
    for (let y = 40; y < 60; y++)
      for (let x = 50; x < 70; x++) light += 1 - LINEAR_OF_BYTE[pixelOf(picture, x, y)[1]!]!;
    expect(light / 20).toBeCloseTo(1.4 * 1.25, 1); // the width of the line
    const speed = draw({ look: { ...look, colorBy: 'speed', legend: false, colors: ['#0000ff', '#00ff00'] } }, BLOCK, {
      surface,
      range: [5, 6],
    });
    expect(pixelOf(speed, 100, 50)).toEqual([0, 0, 255]);
    expect(pixelOf(speed, 62, 23)).toEqual([0, 0, 255]);
    expect(pixelOf(speed, 57, 50)).toEqual([255, 255, 255]);
  });

  it('run at the level of the field where there is no surface', () => {
    const picture = draw({ look }, BLOCK);
    const row = Array.from({ length: 100 }, (_, k) => pixelOf(picture, 100 + k, 50));
    const reddest = row.reduce((best, [r, g], k) => (r! - g! > row[best]![0]! - row[best]![1]! ? k : best), 0);
    expect(Math.abs(reddest - 29.5)).toBeLessThanOrEqual(2); // half a spacing outside of the last particle, at 0.3 m
  });

  it('mix numbers, not their colors: half way between two is the color of the mean', () => {
    const halves = { ...BLOCK, velocity: BLOCK.position.map((x, n) => (n % 3 === 0 && x > 0 ? 1 : 0)) };
    const colors = ['#ff0000', '#00ff00', '#0000ff'];
    for (const style of ['surface', 'globules'] as const) {
      const picture = draw({ look: { style, colorBy: 'speed', legend: false, colors } }, halves, { range: [0, 1] });
      const [left, middle, right] = [72, 99, 127].map((x) => pixelOf(picture, x, 46)) as [number[], number[], number[]];
      expect(left[0]!, style).toBeGreaterThan(5 * left[2]! + 100);
      expect(right[2]!, style).toBeGreaterThan(5 * right[0]! + 100);
      expect(middle[1]!, style).toBeGreaterThan(200);
    }
  });

  it('of globules are shaded by the field, lighter towards the light', () => {
    const globules = { look: { style: 'globules', colors: ['#808080'] } } as const;
    const picture = draw(globules, BLOCK);
    const [upperLeft, middle, lowerRight] = [
      [74, 24],
      [95, 45],
      [126, 76],
    ].map(([x, y]) => pixelOf(picture, x!, y!)[0]!);
    expect(upperLeft!).toBeGreaterThan(middle! + 5);
    expect(lowerRight!).toBeLessThan(middle! - 5);
    expect(pixelOf(picture, 100, 10)).toEqual([255, 255, 255]);
    const lone = draw(globules, particles([[0, 0]]));
    expect(pixelOf(lone, 100, 50)[0]!).toBeLessThan(200);
  });
});

describe('obstacles', () => {
  const fill = [219, 219, 219]; // 14 % of the way from white to black
  const obstacle = (shape: object, more: object = {}): SceneInput =>
    ({ obstacles: [{ shape, ...more }] }) as SceneInput;
  const at = (scene: SceneInput, x: number, y: number, time = 0): number[] =>
    pixelOf(draw(scene, NONE, { time }), x, y);

  it('are filled where they are, with a dark edge', () => {
    const ball = obstacle({ sphere: { center: [0.2, 0.1, 0], radius: 0.2 } });
    expect(at(ball, 120, 40)).toEqual(fill);
    expect(at(ball, 130, 40)).toEqual(fill);
    expect(at(ball, 145, 40)).toEqual([255, 255, 255]);
    expect(at(ball, 139, 40)[0]!).toBeLessThan(190);
    const box = obstacle({
      box: { center: [0, 0, 0], size: [0.4, 0.1, 1], rotation: { axis: [0, 0, 1], degrees: 90 } },
    });
    expect(at(box, 100, 35)).toEqual(fill);
    expect(at(box, 115, 50)).toEqual([255, 255, 255]);
    expect(at(obstacle({ capsule: { from: [-0.3, 0, 0], to: [0.3, 0, 0], radius: 0.1 } }), 137, 50)).toEqual(fill);
  });

  it('without end are hatched below their surface', () => {
    const floor = obstacle({ plane: { point: [0, -0.2, 0], normal: [0, 1, 0] } });
    const picture = draw(floor, NONE);
    const below = Array.from({ length: 200 }, (_, x) => pixelOf(picture, x, 85)[0]!);
    expect(Math.max(...below)).toBe(fill[0]);
    expect(Math.min(...below)).toBeLessThan(205);
    for (let x = 0; x < 200; x++) expect(pixelOf(picture, x, 60)).toEqual([255, 255, 255]);
  });

  it('that hold things are walls around them, and hide what is outside', () => {
    const tank = obstacle({ box: { min: [-0.3, -0.3, 0], max: [0.3, 0.3, 0] } }, { inside: true });
    expect(at(tank, 100, 50)).toEqual([255, 255, 255]);
    expect(at(tank, 134, 50)).toEqual(fill);
    expect(at(tank, 145, 50)).toEqual([255, 255, 255]);
    const leaking = draw({ ...tank, look: { colors: ['#ff0000'], sphereRadius: 1 } }, particles([[0.28, 0]]));
    expect(pixelOf(leaking, 128, 50)).toEqual([255, 0, 0]);
    expect(pixelOf(leaking, 134, 50)).toEqual(fill);
  });

  it('move, and are left out when the look says so', () => {
    const ball = obstacle({ sphere: { center: [-0.5, 0, 0], radius: 0.1 } }, { motion: { velocity: [0.5, 0, 0] } });
    expect(at(ball, 50, 50)).toEqual(fill);
    expect(at(ball, 50, 50, 1)).toEqual([255, 255, 255]);
    expect(at(ball, 100, 50, 1)).toEqual(fill);
    expect(at({ ...ball, look: { obstacles: false } }, 50, 50)).toEqual([255, 255, 255]);
  });
});

describe('a picture of a 2D scene', () => {
  it('has the background of the look and nothing else when there is nothing', () => {
    const picture = draw({ look: { background: '#123456' } }, NONE);
    for (let k = 0; k < 200 * 100; k++)
      expect([...picture.pixels.subarray(4 * k, 4 * k + 4)]).toEqual([0x12, 0x34, 0x56, 255]);
  });

  it('survives particles that are nowhere or have no size', () => {
    const block = Array.from({ length: 9 }, (_, k) => [(k % 3) / 10 - 0.1, Math.floor(k / 3) / 10 - 0.1] as const);
    const odd = particles([[Number.NaN, 0], [1e30, 0], [0.5, 0], ...block]);
    odd.mass[2] = 0;
    for (const style of ['spheres', 'globules', 'surface'] as const) {
      const picture = draw({ look: { style, colorBy: 'speed' } }, odd);
      expect(pixelOf(picture, 100, 50)).not.toEqual([255, 255, 255]);
      expect(pixelOf(picture, 190, 5)).toEqual([255, 255, 255]);
    }
  });

  it('is the same on every machine', () => {
    const scene: SceneInput = {
      obstacles: [
        { shape: { plane: { point: [0, -0.35, 0], normal: [0.1, 1, 0] } } },
        { shape: { box: { min: [-0.8, -0.4, 0], max: [0.8, 0.4, 0] } }, inside: true },
      ],
    };
    const hashes = (['spheres', 'globules', 'surface'] as const).map((style) =>
      hashOf(draw({ ...scene, look: { style, colorBy: 'speed' } }, BLOCK, { width: 400, height: 240 })),
    );
    expect(hashes).toEqual(['2f3eeeab1bdf8460', 'd3dba07ae5b4f6eb', 'bcfb4f6044791984']);
  });
});
