// Cameras that move, lenses and shutters: where they are, what stays sharp, and what is blurred how far.

import { describe, expect, it } from 'vitest';
import { ThixoError } from '../../src/problem.ts';
import { viewAt } from '../../src/render/camera-path.ts';
import { exposuresOf } from '../../src/render/exposures.ts';
import type { Picture } from '../../src/render/picture.ts';
import { projectionOf, projectPoint } from '../../src/render/projection.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import type { RenderInput } from '../../src/render/render-input.ts';
import { frameView } from '../../src/render/view.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { particlesAt, pixelAt, sceneWith, trig } from '../helpers/pictures.ts';

const BOUNDS = { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] } as const;
const [WIDTH, HEIGHT] = [96, 54];
const still = { position: [0, 0, 4] as Vec3, target: [0, 0, 0] as Vec3 };

function inputOf(part: object, points: readonly Vec3[] = [], over: Partial<RenderInput> = {}): RenderInput {
  const scene = sceneWith({ look: { style: 'spheres', ground: false, legend: false }, ...part });
  const view = frameView(scene, BOUNDS, WIDTH / HEIGHT);
  return { scene, time: 0, fields: particlesAt(points, 0.2), width: WIDTH, height: HEIGHT, view, trig, ...over };
}

function cameraAt(camera: object, time: number, points: readonly Vec3[] = [], part: object = {}) {
  const { scene, view, fields } = inputOf({ ...part, camera }, points);
  return viewAt(scene, view, time, fields, trig);
}

const near = (a: Vec3, b: readonly number[], off = 1e-9): void => {
  for (let k = 0; k < 3; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(off);
};

describe('a camera with keyframes', () => {
  const keyframes = [
    { time: 1, position: [0, 0, 4] },
    { time: 2, position: [2, 0, 4], fieldOfView: 20 },
    { time: 4, position: [2, 2, 4], fieldOfView: 40 },
  ];

  it('is where they say, rests at both ends, and goes smoothly between', () => {
    for (const { time, position } of keyframes) near(cameraAt({ ...still, keyframes }, time).position, position);
    near(cameraAt({ ...still, keyframes }, 0).position, [0, 0, 4]);
    near(cameraAt({ ...still, keyframes }, 9).position, [2, 2, 4]);
    const at = (time: number): number => cameraAt({ ...still, keyframes }, time).position[0];
    const speed = (time: number): number => (at(time + 1e-4) - at(time - 1e-4)) / 2e-4;
    expect(Math.abs(speed(1))).toBeLessThan(1e-3);
    expect(Math.abs(speed(2 - 2e-4) - speed(2 + 2e-4))).toBeLessThan(1e-2);
    expect(speed(1.5)).toBeGreaterThan(1);
  });

  it('keeps what no keyframe sets, and begins with the first that does', () => {
    const moved = cameraAt({ ...still, keyframes }, 1.2);
    near(moved.target, [0, 0, 0]);
    expect(moved.fieldOfView).toBe(20);
    expect(cameraAt({ ...still, keyframes }, 3).fieldOfView).toBeCloseTo(30, 9);
  });

  it('must have rising times', () => {
    expect(() => sceneWith({ camera: { keyframes: [keyframes[1], keyframes[0]] } })).toThrow(ThixoError);
    expect(() => sceneWith({ camera: { keyframes: [keyframes[0]] } })).toThrow(ThixoError);
  });
});

describe('a camera that goes around', () => {
  it('keeps its distance and its height, and is back after a turn', () => {
    const camera = { position: [0, 1, 4], target: [0, 0, 0], orbit: 90 };
    near(cameraAt(camera, 1).position, [4, 1, 0]);
    near(cameraAt(camera, 4).position, [0, 1, 4]);
    const { up, position, target } = cameraAt(camera, 0.7);
    expect(Math.abs(up[0] * (position[0] - target[0]) + up[1] * position[1] + up[2] * position[2])).toBeLessThan(1e-9);
  });

  it('sees all of the scene from every side, if it may choose where it stands', () => {
    const long = { min: [-2, 0, -0.1], max: [2, 0.4, 0.1] } as const;
    const scene = sceneWith({ camera: { orbit: 30 } });
    const view = frameView(scene, long, WIDTH / HEIGHT);
    for (let time = 0; time < 12; time++) {
      const projection = projectionOf(viewAt(scene, view, time, particlesAt([]), trig), WIDTH, HEIGHT);
      for (const x of [-2, 2]) {
        const place = projectPoint(projection, [x, 0.2, 0]);
        expect(place.x).toBeGreaterThan(0);
        expect(place.x).toBeLessThan(WIDTH);
      }
    }
  });
});

describe('a camera that follows', () => {
  it('has the center of mass of a substance in the middle, seen from the same side', () => {
    const points: Vec3[] = [
      [1, 0, 0],
      [3, 2, 0],
    ];
    const { position, target } = cameraAt({ ...still, follow: { substance: 'water' } }, 0, points);
    near(target, [2, 1, 0], 1e-6);
    near(position, [2, 1, 4], 1e-6);
    near(cameraAt({ ...still, follow: { substance: 'water' } }, 0).target, [0, 0, 0]);
  });

  it('goes along with an obstacle that moves', () => {
    const ball = { shape: { sphere: { center: [0, 1, 0], radius: 0.2 } }, motion: { velocity: [1, 0, 0] } };
    near(cameraAt({ ...still, follow: { obstacle: 0 } }, 2, [], { obstacles: [ball] }).target, [2, 1, 0], 1e-6);
  });

  it('says what is not there', () => {
    expect(() => sceneWith({ camera: { follow: { substance: 'milk' } } })).toThrow(/SCENE_UNKNOWN_SUBSTANCE.*follow/);
    expect(() => sceneWith({ camera: { follow: { obstacle: 3 } } })).toThrow(/There is no obstacle 3/);
    expect(() => sceneWith({ camera: { follow: {} } })).toThrow(ThixoError);
  });
});

const light = (picture: Picture, x: number, y: number): number =>
  pixelAt(picture, x, y).reduce((sum, byte) => sum + byte, 0);

/** Light of the middle row. */
function rowOf(picture: Picture): number[] {
  return Array.from({ length: WIDTH }, (_, x) => light(picture, x, HEIGHT / 2));
}

const darkWidth = (picture: Picture): number => rowOf(picture).filter((sum) => sum < 762).length;

describe('a lens', () => {
  const lens = { aperture: 0.5, focus: 4 };

  it('leaves a point at the focus where it is, from every point of the lens, and moves others', () => {
    const shots = exposuresOf(inputOf({ camera: { ...still, lens } }));
    expect(shots).toHaveLength(12);
    const places = (point: Vec3) =>
      shots
        .map(({ view }) => projectPoint(projectionOf(view, WIDTH, HEIGHT), point))
        .map(({ x, y }) => [x, y] as const);
    for (const point of [
      [0, 0, 0],
      [0.7, 0.3, 0],
    ] as Vec3[]) {
      const wanted = projectPoint(projectionOf(inputOf({ camera: still }).view, WIDTH, HEIGHT), point);
      for (const [x, y] of places(point)) {
        expect(x).toBeCloseTo(wanted.x, 9);
        expect(y).toBeCloseTo(wanted.y, 9);
      }
    }
    const xs = places([0, 0, 2]).map(([x]) => x);
    // At half the distance the circle is as wide as the opening looks from there: aperture (1/2 − 1/4).
    const { scale } = projectionOf(inputOf({ camera: still }).view, WIDTH, HEIGHT);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(0.75 * 0.5 * 0.25 * scale);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.5 * 0.25 * scale);
  });

  it('blurs what is near in the picture, fast and fine', () => {
    for (const quality of ['fast', 'fine']) {
      const look = { style: 'spheres', ground: false, quality, rays: 12, colors: ['#203080'], finish: 'matte' };
      const sharp = renderFrame(inputOf({ look, camera: still }, [[0, 0, 2.4]]));
      const blurred = renderFrame(inputOf({ look, camera: { ...still, lens } }, [[0, 0, 2.4]]));
      const focused = renderFrame(
        inputOf({ look, camera: { ...still, lens: { ...lens, focus: 1.6 } } }, [[0, 0, 2.4]]),
      );
      const slope = (picture: Picture): number => {
        const row = rowOf(picture);
        return Math.max(...row.slice(1).map((sum, k) => Math.abs(sum - row[k]!)));
      };
      expect(slope(blurred)).toBeLessThan(0.7 * slope(sharp));
      expect(slope(focused)).toBeGreaterThan(0.8 * slope(sharp));
    }
  });

  it('is refused in a parallel view', () => {
    expect(() => sceneWith({ camera: { height: 1, lens } })).toThrow(/parallel view/);
    expect(() => sceneWith({ dimension: 2, camera: { lens } })).toThrow(/parallel view/);
  });
});

describe('a shutter', () => {
  it('draws what moves along its way, as far as it goes while the shutter is open', () => {
    const look = { style: 'spheres', ground: false, colors: ['#203080'], finish: 'matte' };
    const fields = particlesAt([[0, 0, 0]], 0.2);
    const moving = { ...fields, velocity: Float32Array.of(12, 0, 0) };
    const shoot = (shutter: number, shown: typeof fields): Picture =>
      renderFrame(
        inputOf({ look, camera: { ...still, shutter, exposures: 32 }, frameRate: 10 }, [], { fields: shown }),
      );
    const { scale } = projectionOf(inputOf({ camera: still }).view, WIDTH, HEIGHT);
    const wide = (0.5 * 12 * scale) / (10 * 4);
    const [closed, open] = [darkWidth(shoot(0, moving)), darkWidth(shoot(0.5, moving))];
    expect(Math.abs(open - closed - wide)).toBeLessThan(0.15 * wide + 2);
    expect(shoot(0.5, fields).pixels).toEqual(shoot(0, fields).pixels);
  });

  it('works in 2D, and takes the obstacles along', () => {
    const look = { style: 'spheres', colors: ['#203080'] };
    const fast = { shape: { sphere: { center: [0, 0, 0], radius: 0.1 } }, motion: { velocity: [8, 0, 0] } };
    const shoot = (shutter: number): Picture =>
      renderFrame(
        inputOf({ dimension: 2, look, camera: { target: [0, 0, 0], height: 2, shutter }, obstacles: [fast] }),
      );
    expect(darkWidth(shoot(1))).toBeGreaterThan(darkWidth(shoot(0)) + 2);
  });

  it('is refused for pictures that do not fit into memory', () => {
    const output = { width: 16384, height: 16384 };
    expect(() => sceneWith({ output, camera: { shutter: 0.5 } })).toThrow(/too large/);
    expect(() => sceneWith({ output })).not.toThrow();
  });
});
