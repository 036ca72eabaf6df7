// Cameras: what the scene says is kept, and what it leaves open is chosen so that everything is in the picture, and not by what is huge.

import { describe, expect, it } from 'vitest';
import { boundsOfPoints } from '../../src/render/framing.ts';
import { projectionOf, projectPoint } from '../../src/render/projection.ts';
import { frameView, type View } from '../../src/render/view.ts';
import type { Bounds } from '../../src/shapes/bounds.ts';
import { tanDegrees } from '../../src/shapes/exact-trigonometry.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { sceneWith } from '../helpers/pictures.ts';

const BOX: Bounds = { min: [1, 0, -2], max: [3, 1, -1] };
const [WIDTH, HEIGHT] = [1280, 720];

const cornersOf = ({ min, max }: Bounds): Vec3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]]);

/** The part of the picture that a box takes: 0 to 1 from the left and from the top. */
function placeOf(view: View, box: Bounds, width = WIDTH, height = HEIGHT) {
  const projection = projectionOf(view, width, height);
  const points = cornersOf(box).map((corner) => projectPoint(projection, corner));
  const [xs, ys] = [points.map(({ x }) => x / width), points.map(({ y }) => y / height)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    nearest: Math.min(...points.map(({ z }) => z)),
  };
}

function expectInside(view: View, box: Bounds): void {
  const { left, right, top, bottom, nearest } = placeOf(view, box);
  expect(Math.min(left, top)).toBeGreaterThan(0.05);
  expect(Math.max(right, bottom)).toBeLessThan(0.95);
  expect(nearest).toBeGreaterThan(0);
}

describe('a view chosen by the program', () => {
  it.each([
    ['a box', BOX],
    ['a tall thing', { min: [0, 0, 0], max: [0.1, 9, 0.1] }],
    ['a flat thing', { min: [-4, 0, -3], max: [4, 0.01, 3] }],
    ['a long thing', { min: [-50, 0, 0], max: [50, 1, 1] }],
    ['something tiny and far off', { min: [1000, 1000, 1000], max: [1000.001, 1000.001, 1000.001] }],
  ] as [string, Bounds][])('holds %s with a margin and fills the picture', (_name, box) => {
    const view = frameView(sceneWith({}), box);
    expectInside(view, box);
    const { left, right, top, bottom } = placeOf(view, box);
    expect(Math.max(right - left, bottom - top)).toBeGreaterThan(0.75);
  });

  it('is as near as most of the particles of all frames allow, and not as far as the corners of the box around them', () => {
    // A flat ring of 300 particles, and three that fly far off.
    const ring = Array.from({ length: 300 }, (_, i) => {
      const [c, s] = [Math.cos((i * Math.PI) / 150), Math.sin((i * Math.PI) / 150)];
      return [c, 0.1, s] as const;
    });
    const far = [20, 0.1, 0, 0, 9, 0, 0, 0.1, -20];
    const bounds: Bounds = { min: [-1, 0, -20], max: [20, 9, 1] };
    const view = frameView(sceneWith({}), bounds, WIDTH / HEIGHT, [...ring.flat(), ...far]);
    const projection = projectionOf(view, WIDTH, HEIGHT);
    const xs = ring.map((point) => projectPoint(projection, point).x / WIDTH);
    expect(Math.min(...xs)).toBeGreaterThan(0.03);
    expect(Math.max(...xs)).toBeLessThan(0.97);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(0.8);
    expect(view.bounds).toEqual(frameView(sceneWith({}), bounds).bounds);
    // What stands beside them is not left out.
    const post = { shape: { box: { min: [1.1, 0, -0.1], max: [1.3, 0.4, 0.1] } } } as const;
    const beside = frameView(sceneWith({ obstacles: [post] }), bounds, WIDTH / HEIGHT, ring.flat());
    expectInside(beside, { min: [1.1, 0, -0.1], max: [1.3, 0.4, 0.1] });
    // One place says nothing about how large things are.
    expect(frameView(sceneWith({}), BOX, WIDTH / HEIGHT, [2, 0.5, -1.5])).toEqual(frameView(sceneWith({}), BOX));
  });

  it('is so in 2D too', () => {
    const row = Array.from({ length: 200 }, (_, i) => [i / 100, 0.1, 0]).flat();
    const bounds: Bounds = { min: [0, 0, 0], max: [50, 1, 0] };
    const { height, target } = frameView(sceneWith({ dimension: 2 }), bounds, 2, [...row, 50, 0.1, 0]);
    expect(target[0]).toBeGreaterThan(0.8);
    expect(target[0]).toBeLessThan(1.2);
    expect(2 * height!).toBeGreaterThan(2);
    expect(2 * height!).toBeLessThan(3);
  });

  it.each([1, 20, 40, 90, 150])('does so with a field of view of %d°', (fieldOfView) => {
    expectInside(frameView(sceneWith({ camera: { fieldOfView } }), BOX), BOX);
  });

  it('looks from above, from the front and from the right', () => {
    const { position, target, up } = frameView(sceneWith({}), BOX);
    expect(position[0]).toBeGreaterThan(target[0]);
    expect(position[1]).toBeGreaterThan(target[1]);
    expect(position[2]).toBeGreaterThan(target[2]);
    expect(up[1]).toBeGreaterThan(0.9);
  });

  it('turns with the direction that is up', () => {
    const view = frameView(sceneWith({ camera: { up: [0, 0, 1] } }), BOX);
    expectInside(view, BOX);
    expect(view.position[2]).toBeGreaterThan(view.target[2]);
    expect(view.position[1]).toBeLessThan(view.target[1]);
    expect(view.up[2]).toBeGreaterThan(0.9);
  });

  it('shows nearby obstacles, also where they move to, but does not let what is huge decide', () => {
    const shape = { box: { min: [3, 0, -2], max: [3.3, 1, -1] } };
    const near = frameView(sceneWith({ obstacles: [{ shape }] }), BOX);
    expectInside(near, { min: [1, 0, -2], max: [3.3, 1, -1] });
    const motion = { keyframes: [{ time: 0 }, { time: 1, translate: [0.3, 0, 0] }] };
    expectInside(frameView(sceneWith({ obstacles: [{ shape, motion }] }), BOX), { min: [1, 0, -2], max: [3.6, 1, -1] });
    const huge = [
      { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
      { shape: { box: { min: [-100, 0, -100], max: [100, 50, 100] } }, inside: true },
    ];
    const { left, right } = placeOf(frameView(sceneWith({ obstacles: huge }), BOX), BOX);
    expect(right - left).toBeGreaterThan(0.4);
    const hidden = frameView(sceneWith({ obstacles: [{ shape }], look: { obstacles: false } }), BOX);
    expect(hidden).toEqual(frameView(sceneWith({}), BOX));
  });

  it.each([
    ['nothing', boundsOfPoints([])],
    ['one particle', boundsOfPoints([1, 2, 3])],
    ['what is no number', { min: [Number.NaN, 0, 0], max: [1, 1, 1] }],
    ['what has no end', { min: [0, 0, 0], max: [Number.POSITIVE_INFINITY, 1, 1] }],
  ] as [string, Bounds][])('is made of numbers for %s', (_name, box) => {
    for (const dimension of [2, 3]) {
      const { position, target, up, bounds, height } = frameView(sceneWith({ dimension }), box);
      for (const c of [...position, ...target, ...up, ...bounds.min, ...bounds.max])
        expect(Number.isFinite(c)).toBe(true);
      expect(height === undefined || height > 0).toBe(true);
      expect(position).not.toEqual(target);
    }
  });

  it('shows the obstacles when there is nothing else', () => {
    const obstacles = [{ shape: { sphere: { center: [5, 5, 5], radius: 1 } } }];
    expectInside(frameView(sceneWith({ obstacles }), boundsOfPoints([])), { min: [4, 4, 4], max: [6, 6, 6] });
  });
});

describe('the camera of the scene', () => {
  it('stands where it says', () => {
    const camera = { position: [3, 2, 4], target: [0, 0.5, 0], fieldOfView: 35 };
    const view = frameView(sceneWith({ camera }), BOX);
    expect([view.position, view.target, view.fieldOfView, view.height]).toEqual([
      [3, 2, 4],
      [0, 0.5, 0],
      35,
      undefined,
    ]);
    const ahead = [0, 1, 2].map((k) => view.target[k]! - view.position[k]!);
    expect(Math.abs(ahead[0]! * view.up[0] + ahead[1]! * view.up[1] + ahead[2]! * view.up[2])).toBeLessThan(1e-12);
  });

  it('looks at the middle of the scene from a given place, and stands back from a given target', () => {
    expect(
      frameView(sceneWith({ camera: { position: [0, 3, 9] } }), BOX).target.map((c) => Math.round(c * 1e9) / 1e9),
    ).toEqual([2, 0.5, -1.5]);
    const aimed = frameView(sceneWith({ camera: { target: [1, 0, -2] } }), BOX);
    expect(aimed.target).toEqual([1, 0, -2]);
    expectInside(aimed, BOX);
  });

  it('takes a parallel view of the given height', () => {
    const view = frameView(sceneWith({ camera: { height: 4 } }), BOX);
    expect(view.height).toBe(4);
    const { top, bottom } = placeOf(view, { min: [2, 0, -1.5], max: [2, 1, -1.5] });
    expect(bottom - top).toBeCloseTo(0.25 * view.up[1], 9);
  });

  it('may look straight down', () => {
    const view = frameView(sceneWith({ camera: { position: [0, 5, 0], target: [0, 0, 0] } }), BOX);
    expect(Math.hypot(...view.up)).toBeCloseTo(1, 12);
    expect(Math.abs(view.up[1])).toBeLessThan(1e-12);
  });
});

it('shows the plane of a 2D scene straight on, whole', () => {
  const view = frameView(sceneWith({ dimension: 2 }), { min: [-1, 0, 0], max: [3, 1, 0] });
  expect(view.target[0]).toBeCloseTo(1, 12);
  expect(view.target[1]).toBeCloseTo(0.5, 12);
  expect([...view.up]).toEqual([0, 1, 0]);
  expect(view.height).toBeGreaterThan((4 * HEIGHT) / WIDTH);
  expect(view.height).toBeLessThan((5 * HEIGHT) / WIDTH);
});

it('knows the tangent to the last bits', () => {
  for (const degrees of [0.5, 10, 20, 45, 60, 85]) {
    expect(tanDegrees(degrees) / Math.tan((degrees * Math.PI) / 180)).toBeCloseTo(1, 14);
  }
});
