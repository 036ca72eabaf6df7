// Whole pictures: what is in them, that they are the same every time, and that nothing breaks them.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finishOf } from '../../src/colors/finish.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import type { Picture } from '../../src/render/picture.ts';
import { projectionOf, projectPoint } from '../../src/render/projection.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import type { RenderInput } from '../../src/render/render-input.ts';
import { frameView } from '../../src/render/view.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { Dice } from '../helpers/dice.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';
import { meshOf, particlesAt, pixelAt, sceneWith, surfaceOf, trig } from '../helpers/pictures.ts';

const [WIDTH, HEIGHT] = [160, 90];
const BOUNDS = { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] } as const;
const camera = { position: [0, 0.9, 3], target: [0, 0.45, 0] };
const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } };
const ball = surfaceOf(meshOf({ sphere: { center: [0, 0.5, 0], radius: 0.4 } }));
const dough = { substances: { dough: { preset: 'dough' } }, camera };
const water = { substances: { water: { preset: 'water' } }, camera };

interface Shot {
  readonly part?: object;
  readonly surface?: SurfaceMesh | undefined;
  readonly points?: readonly Vec3[];
  readonly over?: Partial<RenderInput>;
}

function inputOf({ part = dough, surface = ball, points = [], over = {} }: Shot): RenderInput {
  const scene = sceneWith(part);
  const view = frameView(scene, BOUNDS, WIDTH / HEIGHT);
  return { scene, time: 0, fields: particlesAt(points), surface, width: WIDTH, height: HEIGHT, view, trig, ...over };
}

const shoot = (shot: Shot = {}): Picture => renderFrame(inputOf(shot));
const hashOf = ({ pixels }: Picture): string => createHash('sha256').update(pixels).digest('hex').slice(0, 16);

/** Color of the pixel that shows a point of the world. */
function colorOf(picture: Picture, shot: Shot, point: Vec3): [number, number, number] {
  const { x, y } = projectPoint(projectionOf(inputOf(shot).view, picture.width, picture.height), point);
  return pixelAt(picture, Math.floor(x), Math.floor(y));
}
const sum = (color: readonly number[]): number => color.reduce((a, b) => a + b);

describe('a picture', () => {
  it('shows the background in its own color', () => {
    for (const background of ['#ffffff', '#123456']) {
      const part = { ...dough, look: { background, ground: false } };
      const code = Number.parseInt(background.slice(1), 16);
      expect(pixelAt(shoot({ part }), 2, 2)).toEqual([code >> 16, (code >> 8) & 255, code & 255]);
    }
  });

  it('shows the substance in its color, lit from the left above', () => {
    const part = { ...dough, look: { colors: ['#c03020'] } };
    const picture = shoot({ part });
    const [left, right] = [colorOf(picture, { part }, [-0.2, 0.7, 0.3]), colorOf(picture, { part }, [0.25, 0.3, 0.3])];
    for (const [r, g, b] of [left, right]) expect(r > 2 * g && g > b).toBe(true);
    expect(sum(left)).toBeGreaterThan(1.2 * sum(right));
  });

  it('has a shadow on the floor to the right of what is lit from the left, and light where nothing is in the way', () => {
    const part = { ...dough, obstacles: [floor] };
    const picture = shoot({ part });
    const [shadow, open] = [colorOf(picture, { part }, [0.62, 0, -0.1]), colorOf(picture, { part }, [-0.9, 0, 0])];
    expect(sum(shadow)).toBeLessThan(0.85 * sum(open));
  });

  it('has a floor of its own under a scene without one, unless it is not wanted', () => {
    const [with_, without] = [shoot(), shoot({ part: { ...dough, look: { ground: false } } })];
    expect(sum(pixelAt(with_, 20, HEIGHT - 3))).toBeLessThan(3 * 250);
    expect(pixelAt(without, 20, HEIGHT - 3)).toEqual([255, 255, 255]);
  });

  it('has smooth edges with more samples', () => {
    const between = (samples: number): number => {
      const picture = shoot({ part: { ...dough, look: { ground: false, colors: ['#202020'] }, output: { samples } } });
      const sums = Array.from({ length: WIDTH * HEIGHT }, (_, k) =>
        sum(pixelAt(picture, k % WIDTH, Math.floor(k / WIDTH))),
      );
      return sums.filter((light) => light > 300 && light < 750).length;
    };
    expect(between(1)).toBe(0);
    expect(between(2)).toBeGreaterThan(60);
    expect(between(4)).toBeGreaterThan(between(2));
  });

  it('shows solids in gray and containers as glass: their edges, and what is behind', () => {
    const box = { box: { min: [-0.6, 0, -0.6], max: [0.6, 1.1, 0.6] } };
    const bare = shoot({ part: dough });
    const glass = shoot({ part: { ...dough, obstacles: [{ shape: box, inside: true }] } });
    const solid = shoot({ part: { ...dough, obstacles: [{ shape: box }] } });
    const middle: Vec3 = [-0.1, 0.6, 0.38];
    const seen = colorOf(glass, {}, middle);
    for (let c = 0; c < 3; c++) expect(Math.abs(seen[c]! - colorOf(bare, {}, middle)[c]!)).toBeLessThan(12);
    const [r, g, b] = colorOf(solid, {}, middle);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(30);
    expect(sum(colorOf(glass, {}, [0.6, 0.8, 0.6]))).toBeLessThan(sum(colorOf(bare, {}, [0.6, 0.8, 0.6])) - 20);
    expect(hashOf(shoot({ part: { ...dough, obstacles: [{ shape: box }], look: { obstacles: false } } }))).toBe(
      hashOf(bare),
    );
  });

  it('has no bright or dark dots along the creases of boxes and cylinders, matte or metal', () => {
    const shapes = [
      { box: { min: [-0.5, 0.1, -0.5], max: [0.5, 0.7, 0.5] } },
      { cylinder: { from: [0, 0.1, 0], to: [0, 0.8, 0], radius: 0.4 } },
    ];
    const camera = { position: [1.8, 1.3, 1.9], target: [0, 0.4, 0], fieldOfView: 30 };
    for (const shape of shapes) {
      for (const look of [undefined, { finish: 'metal', roughness: 0.2 }]) {
        const part = { ...dough, camera, obstacles: [{ shape, ...(look && { look }) }], look: { stage: 'studio' } };
        const picture = renderFrame(inputOf({ part, over: { surface: undefined } }));
        const light = (x: number, y: number): number => sum(pixelAt(picture, x, y));
        for (let y = 2; y < HEIGHT - 2; y++) {
          for (let x = 2; x < WIDTH - 2; x++) {
            const around = [light(x - 2, y), light(x + 2, y), light(x, y - 2), light(x, y + 2)];
            around.push(light(x - 2, y - 2), light(x + 2, y - 2), light(x - 2, y + 2), light(x + 2, y + 2));
            expect(light(x, y)).toBeLessThan(Math.max(...around) + 30);
            expect(light(x, y)).toBeGreaterThan(Math.min(...around) - 60);
          }
        }
      }
    }
  });

  it('has no dashed line along the dark edge of a thin rod, where light from behind is narrower than a pixel', () => {
    const rods = [0.05, 0.17].map((radius, k) => ({
      shape: { cylinder: { from: [k - 0.5, 0.1, 0], to: [1.3 * (k - 0.5), 0.9, 0.2 * k], radius } },
    }));
    const camera = { position: [1, 1, 2.6], target: [0, 0.45, 0], fieldOfView: 40 };
    const part = { ...dough, camera, obstacles: rods, look: { stage: 'dark' } };
    const [width, height] = [3 * WIDTH, 3 * HEIGHT];
    const picture = renderFrame(inputOf({ part, over: { surface: undefined, width, height } }));
    const light = (x: number, y: number): number => sum(pixelAt(picture, x, y));
    let dots = 0;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const rows = [y - 1, y, y + 1].map((row) =>
          Math.max(light(x - 1, row), row === y ? 0 : light(x, row), light(x + 1, row)),
        );
        if (light(x, y) > Math.max(...rows) + 30) dots++;
      }
    }
    expect(dots).toBe(0);
  });

  it('has no bright line along the crease of two faces', () => {
    const box = { box: { min: [-0.5, 0, -0.5], max: [0.5, 0.6, 0.5] } };
    const part = { ...dough, camera: { position: [0.6, 1.3, 2], target: [0, 0.4, 0] }, obstacles: [{ shape: box }] };
    const input = inputOf({ part, over: { surface: undefined } });
    const picture = renderFrame(input);
    const projection = projectionOf(input.view, WIDTH, HEIGHT);
    for (let x = -0.4; x <= 0.4; x += 0.01) {
      const crease = projectPoint(projection, [x, 0.6, 0.5]);
      const light = (rows: number) => sum(pixelAt(picture, Math.floor(crease.x), Math.floor(crease.y) + rows));
      const [dark, bright] = [light(-4), light(4)].sort((a, b) => a - b) as [number, number];
      for (const rows of [-1, 0, 1]) {
        expect(light(rows)).toBeLessThan(bright + 9);
        expect(light(rows)).toBeGreaterThan(dark - 9);
      }
    }
  });

  it('draws particles as spheres where they are, or as globules', () => {
    const points: Vec3[] = [
      [-0.4, 0.4, 0],
      [0.3, 0.7, 0],
    ];
    for (const style of ['spheres', 'globules']) {
      const shot = { part: { ...dough, look: { style, colors: ['#203080'] } }, points, surface: undefined };
      const picture = shoot(shot);
      for (const point of points) {
        const [r, , b] = colorOf(picture, shot, point);
        expect(b).toBeGreaterThan(1.5 * r);
      }
      const [r, , b] = colorOf(picture, shot, [0, 0.55, 0]);
      expect(Math.abs(b - r)).toBeLessThan(10);
    }
  });

  it('colors by a number, with a legend unless it is not wanted', () => {
    const points: Vec3[] = [
      [-0.4, 0.4, 0],
      [0.3, 0.7, 0],
    ];
    const fields = { ...particlesAt(points), velocity: Float32Array.of(0, 0, 0, 3, 0, 0) };
    const shot = (legend: boolean): Shot => ({
      part: { ...dough, look: { style: 'spheres', colorBy: 'speed', legend } },
      over: { fields, range: [0, 3], width: 3 * WIDTH, height: 3 * HEIGHT },
    });
    const [with_, without] = [shoot(shot(true)), shoot(shot(false))];
    const [slow, fast] = points.map((point) => colorOf(without, shot(false), point));
    expect(slow![2]).toBeGreaterThan(slow![0]); // indigo
    expect(fast![0]).toBeGreaterThan(fast![2]); // yellow
    expect(hashOf(with_)).not.toBe(hashOf(without));
  });
});

describe('liquids', () => {
  const board = { shape: { box: { min: [-0.1, 0, -0.9], max: [0.1, 1, -0.8] } } };

  it('let what is behind them through, tinted and darker', () => {
    const liquid = shoot({ part: { ...water, look: { ground: false } } });
    const [r, g, b] = colorOf(liquid, {}, [0, 0.35, 0.4]);
    expect(b).toBeGreaterThan(g);
    expect(g).toBeGreaterThan(r);
    expect(b).toBeGreaterThan(100);
    const matte = shoot({ part: { ...water, look: { ground: false, finish: 'matte' } } });
    expect(hashOf(matte)).not.toBe(hashOf(liquid));
  });

  it('hide nothing in front of them', () => {
    const front = { shape: { box: { min: [-0.5, 0, 0.8], max: [0.5, 1, 0.9] } } };
    const part = { ...water, obstacles: [front] };
    const [wet, dry] = [
      shoot({ part }),
      shoot({ part, surface: surfaceOf(meshOf({ sphere: { center: [0, -9, 0], radius: 0.1 } })) }),
    ];
    expect(pixelAt(wet, 80, 40)).toEqual(pixelAt(dry, 80, 40));
  });

  it('do not show what is in front of them as if it were behind', () => {
    const part = { ...water, look: { ground: false, colors: ['#e8f4ff'] } };
    const post = { shape: { box: { min: [-0.14, 0, 0.8], max: [-0.1, 1, 0.84] } } };
    const [without, with_] = [shoot({ part }), shoot({ part: { ...part, obstacles: [post] } })];
    const row = Array.from({ length: 50 }, (_, k) => 55 + k);
    const changed = row.filter((x) => Math.abs(pixelAt(with_, x, 45)[0] - pixelAt(without, x, 45)[0]) > 20);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(6); // the post itself
  });

  it('show a board behind them, bent', () => {
    const part = { ...water, look: { ground: false } };
    const [without, with_] = [shoot({ part }), shoot({ part: { ...part, obstacles: [board] } })];
    let changed = 0;
    for (let x = 60; x < 100; x++) if (pixelAt(with_, x, 45).join() !== pixelAt(without, x, 45).join()) changed++;
    expect(changed).toBeGreaterThan(3);
  });

  it('may be made of spheres', () => {
    const points: Vec3[] = [[0, 0.5, 0]];
    const part = { ...water, look: { style: 'spheres', finish: 'liquid', sphereRadius: 2 } };
    const [r, , b] = pixelAt(shoot({ part, points }), 80, 43);
    expect(b).toBeGreaterThan(r);
  });
});

describe('every time and everywhere the same', () => {
  const scenes: Record<string, object> = {
    matte: { ...dough, obstacles: [floor, { shape: { sphere: { center: [0.6, 0.2, 0.2], radius: 0.2 } } }] },
    liquid: { ...water, obstacles: [{ shape: { box: { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] } }, inside: true }] },
  };

  it.each(Object.entries(scenes))('a %s picture has the bytes it always had', (name, part) => {
    expect(hashOf(shoot({ part }))).toBe(GOLDEN[name]);
    expect(hashOf(shoot({ part }))).toBe(GOLDEN[name]);
  });

  it('bands of rows show no seam', () => {
    for (const part of Object.values(scenes)) {
      const whole = renderFrame(inputOf({ part }));
      const banded = renderFrame(inputOf({ part }), 160 * 70 * 4);
      expect(hashOf(banded)).toBe(hashOf(whole));
    }
  });

  it(
    'the order of triangles does not matter',
    fuzzed,
    onSeeds((seed) => {
      const dice = new Dice(seed);
      const order = Array.from({ length: ball.elements.length / 3 }, (_, k) => k);
      for (let k = order.length - 1; k > 0; k--) {
        const n = dice.below(k + 1);
        [order[k], order[n]] = [order[n]!, order[k]!];
      }
      const elements = Uint32Array.from(order.flatMap((t) => [...ball.elements.slice(3 * t, 3 * t + 3)]));
      for (const part of [dough, water]) {
        expect(hashOf(shoot({ part, surface: { ...ball, elements } }))).toBe(hashOf(shoot({ part })));
      }
    }),
  );
});

/** Beginnings of the SHA-256 of the pixels; a deliberate change of the look changes them. */
const GOLDEN: Readonly<Record<string, string>> = { matte: '86cd6c21ded7b6c4', liquid: 'e8852ba40e5207c8' };

describe('nothing breaks a picture', () => {
  const nothing = surfaceOf({
    positions: new Float32Array(0),
    normals: new Float32Array(0),
    elements: new Uint32Array(0),
  });
  const broken = surfaceOf({
    positions: Float32Array.of(
      Number.NaN,
      0,
      0,
      1,
      Number.POSITIVE_INFINITY,
      0,
      0,
      1,
      0,
      0.2,
      0.2,
      0,
      0.4,
      0.2,
      0,
      0.2,
      0.6,
      0,
    ),
    normals: Float32Array.of(0, 0, 0, Number.NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    elements: Uint32Array.of(0, 1, 2, 3, 4, 5),
  });
  const shots: Record<string, Shot> = {
    'no particles': { surface: nothing },
    'no particles, spheres': { part: { ...dough, look: { style: 'spheres' } } },
    'one particle': { part: { ...dough, look: { style: 'globules' } }, points: [[0, 0.5, 0]] },
    'particles at one place': {
      part: { ...dough, look: { style: 'globules' } },
      points: Array.from({ length: 30 }, (): Vec3 => [0, 0.5, 0]),
    },
    'a particle that is no number': {
      part: { ...dough, look: { style: 'globules' } },
      points: [
        [Number.NaN, 0, 0],
        [0, 0.5, 0],
      ],
    },
    'particles far away': {
      part: { ...dough, look: { style: 'globules' } },
      points: [
        [1e30, 0, 0],
        [0, -1e12, 0],
        [0, 0.5, 0],
      ],
    },
    'a broken mesh': { surface: broken },
    'a broken liquid': { surface: broken, part: water },
    'no liquid': { surface: nothing, part: water },
    'a surface that is missing': { surface: undefined, points: [[0, 0.5, 0]] },
    'the camera in the substance': { part: { ...dough, camera: { position: [0, 0.5, 0.1], target: [0, 0.5, 0] } } },
    'the camera in the liquid': { part: { ...water, camera: { position: [0, 0.5, 0.1], target: [0, 0.5, 0] } } },
    'the substance behind the camera': { part: { ...water, camera: { position: [0, 0.5, 3], target: [0, 0.5, 9] } } },
    'a parallel view of a liquid': { part: { ...water, camera: { height: 2 } } },
    'the camera under the floor': {
      part: { ...dough, obstacles: [floor], camera: { position: [0, -1, 2], target: [0, 0, 0] } },
    },
    'a huge wall': {
      part: { ...dough, obstacles: [{ shape: { box: { min: [-1e6, -1, -1e6], max: [1e6, 0, 1e6] } } }] },
    },
    'the camera in a solid': {
      part: { ...dough, obstacles: [{ shape: { sphere: { center: [0, 1, 3], radius: 1 } } }] },
    },
    'the camera in a container': {
      part: { ...water, obstacles: [{ shape: { sphere: { center: [0, 1, 0], radius: 9 } }, inside: true }] },
    },
    'no gravity': { part: { ...dough, gravity: [0, 0, 0] } },
    'gravity sideways': { part: { ...dough, gravity: [9.81, 0, 0] } },
    'a ceiling that keeps things below': { part: { ...dough, obstacles: [{ ...floor, inside: true }] } },
    'four samples': { part: { ...water, output: { samples: 4 } } },
  };

  it.each(Object.entries(shots))('%s', (_name, shot) => {
    const picture = shoot(shot);
    expect(picture.pixels.length).toBe(4 * WIDTH * HEIGHT);
    let dark = 0;
    for (let k = 0; k < picture.pixels.length; k += 4) {
      if (picture.pixels[k]! + picture.pixels[k + 1]! + picture.pixels[k + 2]! < 6) dark++; // NaN becomes black
    }
    expect(dark).toBe(0);
  });

  it('pictures of 16 × 16 pixels', () => {
    expect(shoot({ part: water, over: { width: 16, height: 16 } }).pixels.length).toBe(1024);
  });
});

describe('the finish', () => {
  const finish = (substances: object, look: object = {}): string => finishOf(sceneWith({ substances, look }));

  it('suits the substances unless the scene says', () => {
    expect(finish({ a: { preset: 'water' } })).toBe('liquid');
    expect(finish({ a: { preset: 'water' }, b: { preset: 'oil' } })).toBe('liquid');
    expect(finish({ a: { preset: 'water' }, b: { preset: 'mud' } })).toBe('glossy');
    expect(finish({ a: { preset: 'mud' }, b: { preset: 'clay' } })).toBe('matte');
    expect(finish({ a: {} })).toBe('glossy');
    expect(finish({})).toBe('glossy');
    expect(finish({ a: { preset: 'water' } }, { finish: 'matte' })).toBe('matte');
  });

  it('is not transparent where colors stand for numbers or particles are drawn, unless the scene says', () => {
    expect(finish({ a: { preset: 'water' } }, { colorBy: 'speed' })).toBe('glossy');
    expect(finish({ a: { preset: 'water' } }, { style: 'spheres' })).toBe('glossy');
    expect(finish({ a: { preset: 'water' } }, { style: 'spheres', finish: 'liquid' })).toBe('liquid');
  });
});
