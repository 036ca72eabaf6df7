// Looks: what substances and solids show, what patterns do, and that looks never change the physics.

import { describe, expect, it } from 'vitest';
import { areSeparate, substanceLooks } from '../../src/colors/surface-looks.ts';
import { ThixoError } from '../../src/problem.ts';
import { Pattern } from '../../src/render/pattern.ts';
import type { Picture } from '../../src/render/picture.ts';
import { projectionOf, projectPoint } from '../../src/render/projection.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import type { RenderInput } from '../../src/render/render-input.ts';
import { restOfVertices } from '../../src/render/rest-places.ts';
import { partOfSurface } from '../../src/render/surface-part.ts';
import { frameView } from '../../src/render/view.ts';
import { physicsOf } from '../../src/scene/physics.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { joinedSurfaces } from '../../src/surface/scene-skins.ts';
import { separateSurfaces, surfaceOfEach } from '../../src/surface/substance-surfaces.ts';
import { meshOf, particlesAt, pixelAt, sceneWith, surfaceOf, trig } from '../helpers/pictures.ts';

const [WIDTH, HEIGHT] = [80, 45];
const BOUNDS = { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] } as const;
const camera = { position: [0, 0.9, 3], target: [0, 0.45, 0] };
const ball = surfaceOf(meshOf({ sphere: { center: [0, 0.5, 0], radius: 0.4 } }));
const dough = { substances: { dough: { preset: 'dough' } }, camera };
const two = { substances: { oil: { preset: 'oil' }, sand: { preset: 'clay' } }, camera };

function shoot(part: object, over: Partial<RenderInput> = {}): Picture {
  const scene = sceneWith(part);
  const view = frameView(scene, BOUNDS, WIDTH / HEIGHT);
  return renderFrame({
    scene,
    time: 0,
    fields: particlesAt([]),
    surface: ball,
    width: WIDTH,
    height: HEIGHT,
    view,
    trig,
    ...over,
  });
}

function colorAt(picture: Picture, part: object, point: Vec3): [number, number, number] {
  const view = frameView(sceneWith(part), BOUNDS, WIDTH / HEIGHT);
  const { x, y } = projectPoint(projectionOf(view, WIDTH, HEIGHT), point);
  return pixelAt(picture, Math.floor(x), Math.floor(y));
}

const sum = (color: readonly number[]): number => color.reduce((a, b) => a + b);

describe('looks', () => {
  it('are no physics: neither of substances nor of solids', () => {
    const obstacle = { shape: { sphere: { center: [0, 0, 0], radius: 1 } } };
    const plain = sceneWith({ ...dough, obstacles: [obstacle] });
    const dressed = sceneWith({
      ...dough,
      look: { stage: 'night', substances: { dough: { finish: 'wax', pattern: { kind: 'checker' } } } },
      obstacles: [{ ...obstacle, look: { finish: 'metal', color: '#808890' } }],
    });
    expect(physicsOf(dressed)).toEqual(physicsOf(plain));
  });

  it('give a substance the color and finish that the scene names', () => {
    const part = { ...dough, look: { substances: { dough: { color: '#2030c0', finish: 'matte' } } } };
    const [red, , blue] = colorAt(shoot(part), part, [0, 0.6, 0.38]);
    expect(blue).toBeGreaterThan(2 * red);
    expect(substanceLooks(sceneWith(part))[0]).toMatchObject({ finish: 'matte', roughness: 1, style: 'surface' });
  });

  it('refuse names of substances that the scene does not have', () => {
    const wrong = (): unknown => sceneWith({ ...dough, look: { substances: { doug: { finish: 'wax' } } } });
    expect(wrong).toThrow(ThixoError);
    expect(wrong).toThrow(/dough/);
  });

  it('refuse fine pictures that would not fit into memory', () => {
    const output = { width: 16384, height: 16384 };
    expect(() => sceneWith({ ...dough, look: { quality: 'fine' }, output })).toThrow(/too large/);
    expect(() => sceneWith({ ...dough, output })).not.toThrow();
  });

  it('light each stage in its own way, the same every time', () => {
    const stages = ['plain', 'studio', 'daylight', 'night', 'table', 'dark'];
    const pictures = stages.map((stage) => shoot({ ...dough, look: { stage } }).pixels);
    expect(new Set(pictures.map((p) => p.join())).size).toBe(stages.length);
    expect(shoot({ ...dough, look: { stage: 'table' } }).pixels).toEqual(pictures[4]);
    const corner = (k: number): number => sum([...pictures[k]!.subarray(0, 3)]);
    expect(corner(5)).toBeLessThan(corner(1));
    expect(corner(3)).toBeLessThan(corner(2));
  });

  it('show nothing of a hidden solid', () => {
    const solid = { shape: { sphere: { center: [0, 0.5, 0], radius: 0.3 } } };
    const [shown, hidden] = [false, true].map((h) => {
      const part = { ...dough, look: { ground: false }, obstacles: [{ ...solid, look: { hidden: h } }] };
      return colorAt(shoot(part, { surface: undefined }), part, [0, 0.5, 0.3]);
    });
    expect(hidden).toEqual([255, 255, 255]);
    expect(sum(shown!)).toBeLessThan(700);
  });

  it('let hot matter shine by its temperature, and cold matter not', () => {
    const part = { ...dough, look: { stage: 'dark', finish: 'emissive', colors: ['#201c1a'] } };
    const heated = (kelvin: number): [number, number, number] => {
      const values = new Float32Array(ball.positions.length / 3).fill(kelvin);
      const surface = { ...ball, fields: { ...ball.fields, temperature: { components: 1 as const, values } } };
      const fields = { ...particlesAt([]), temperature: new Float32Array(0) };
      return colorAt(shoot(part, { surface, fields }), part, [0, 0.5, 0.4]);
    };
    const [cold, warm, hot] = [heated(400), heated(1100), heated(1500)];
    expect(warm![0]).toBeGreaterThan(cold![0] + 40);
    expect(hot![0]).toBeGreaterThan(warm![0] + 20);
    expect(hot![1]).toBeGreaterThan(2 * hot![2]);
    expect(cold![0]).toBeLessThan(90);
  });

  it('cool the plates of a crust, and no other pattern', () => {
    const shown = (kind: string): Picture => {
      const look = { finish: 'emissive', color: '#201c1a', pattern: { kind, size: 0.2 } };
      const part = { ...dough, look: { stage: 'dark', substances: { dough: look } } };
      const values = new Float32Array(ball.positions.length / 3).fill(1400);
      const temperature = { components: 1 as const, values };
      const surface = { ...ball, fields: { ...ball.fields, temperature } };
      return shoot(part, { surface, fields: { ...particlesAt([]), temperature: new Float32Array(0) } });
    };
    const reds = (picture: Picture): number[] =>
      Array.from({ length: 20 }, (_, n) => colorAt(picture, dough, [0.3 - 0.03 * n, 0.5, 0.2])[0]);
    const [crust, stone] = [reds(shown('crust')), reds(shown('stone'))];
    expect(Math.max(...crust) - Math.min(...crust)).toBeGreaterThan(100);
    expect(Math.max(...stone) - Math.min(...stone)).toBeLessThan(40);
  });

  it('have a backdrop of one color where the scene names one, but not on the plain stage', () => {
    const cornerOf = (look: object): [number, number, number] =>
      pixelAt(shoot({ ...dough, look: { ground: false, ...look } }), 2, 20);
    const [red, green, blue] = cornerOf({ stage: 'studio', backdrop: '#c02020' });
    expect(red).toBeGreaterThan(2 * green);
    expect(red).toBeGreaterThan(2 * blue);
    expect(cornerOf({ backdrop: '#c02020' })).toEqual(cornerOf({}));
  });
});

describe('patterns', () => {
  it('are stripes and cubes of the size that is asked for, each half of the time', () => {
    const axis = [1, 0, 0] as const;
    const stripes = new Pattern({ kind: 'stripes', size: 0.1, axis }, 1);
    expect(stripes.at(0.05, 3, 7, 1e-6)).toBe(0);
    expect(stripes.at(0.15, 3, 7, 1e-6)).toBe(1);
    expect(stripes.at(0.25, 3, 7, 1e-6)).toBe(0);
    const checker = new Pattern({ kind: 'checker', axis }, 0.1);
    expect(checker.at(0.05, 0.05, 0.05, 1e-6)).toBe(0);
    expect(checker.at(0.15, 0.05, 0.05, 1e-6)).toBe(1);
    expect(checker.at(0.15, 0.15, 0.05, 1e-6)).toBe(0);
    for (const pattern of [stripes, checker]) expect(pattern.at(0.13, 0.02, 0.01, 10)).toBeCloseTo(0.5, 12);
  });

  it('stay between both colors, and do not jump between near points', () => {
    for (const kind of ['wood', 'stone', 'crust', 'boards', 'speckles'] as const) {
      const pattern = new Pattern({ kind, size: 1, axis: [0, 1, 0] }, 1);
      for (let n = 0; n < 300; n++) {
        const found = pattern.at(0.37 * n, 0.21 * n, 0.11 * n, 0.01);
        expect(found >= 0 && found <= 1).toBe(true);
      }
    }
  });

  it('follow the matter: a turned and shifted body carries its pattern along', () => {
    const points: Vec3[] = [];
    for (let x = 0; x < 6; x++)
      for (let y = 0; y < 6; y++) for (let z = 0; z < 6; z++) points.push([0.1 * x, 0.1 * y, 0.1 * z]);
    const start = particlesAt(points);
    const moved = points.map(([x, y, z]): Vec3 => [3 - y, x + 1, z]);
    const now = particlesAt(moved);
    const mesh = meshOf({ box: { min: [2.5, 1, 0], max: [3, 1.5, 0.5] } });
    const nearest = (p: Vec3): number => {
      const d = moved.map((q) => (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 + (q[2] - p[2]) ** 2);
      return d.indexOf(Math.min(...d));
    };
    const at = (k: number): Vec3 => [mesh.positions[3 * k]!, mesh.positions[3 * k + 1]!, mesh.positions[3 * k + 2]!];
    const ids = Uint32Array.from({ length: mesh.positions.length / 3 }, (_, k) => nearest(at(k)));
    const surface = {
      dimension: 3 as const,
      ...mesh,
      elements: new Uint32Array(0),
      fields: { id: { components: 1 as const, values: ids } },
    };
    const rest = restOfVertices(surface, now, start)!;
    for (let k = 0; k < ids.length; k++) {
      const [x, y, z] = at(k);
      expect(rest[3 * k]!).toBeCloseTo(y - 1, 5);
      expect(rest[3 * k + 1]!).toBeCloseTo(3 - x, 5);
      expect(rest[3 * k + 2]!).toBeCloseTo(z, 5);
    }
    expect(restOfVertices(surface, now, particlesAt(points.slice(1)))).toBeUndefined();
  });
});

describe('one surface per substance', () => {
  const part = { ...two, look: { substances: { oil: { finish: 'liquid' }, sand: { style: 'grains' } } } };

  it('is asked for by looks of single substances, and leaves grains out', () => {
    expect(areSeparate(sceneWith(two))).toBe(false);
    expect(separateSurfaces(sceneWith(two))).toBeUndefined();
    expect(separateSurfaces(sceneWith(part))).toEqual([0]);
    const fields = {
      ...particlesAt([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ]),
      substance: Uint32Array.of(0, 1, 0),
    };
    const seen: number[][] = [];
    surfaceOfEach(sceneWith(part), fields, (some) => {
      seen.push([...some.id]);
      return ball;
    });
    expect(seen).toEqual([[0, 2]]);
  });

  it('is what a solid gets beside others, unless it melts into one of them', () => {
    const jelly = { model: 'elastic', preset: 'jelly' },
      scene = (solid: object) => sceneWith({ substances: { water: { preset: 'water' }, jelly: solid } });
    expect(separateSurfaces(scene(jelly))).toEqual([0, 1]);
    expect(substanceLooks(scene(jelly)).map(({ finish }) => finish)).toEqual(['liquid', 'wax']);
    const melting = { ...jelly, melted: 'water', melting: { from: 300, to: 310 } };
    expect(areSeparate(scene(melting))).toBe(false);
  });

  it('is taken apart again without a triangle lost', () => {
    const other = {
      ...ball,
      fields: {
        ...ball.fields,
        substance: { components: 1 as const, values: new Uint32Array(ball.positions.length / 3).fill(1) },
      },
    };
    const first = {
      ...ball,
      fields: {
        ...ball.fields,
        substance: { components: 1 as const, values: new Uint32Array(ball.positions.length / 3) },
      },
    };
    const joined = joinedSurfaces([first, other]);
    for (const k of [0, 1]) {
      const found = partOfSurface(joined, k);
      expect(found.elements.length).toBe(ball.elements.length);
      expect([...found.fields.substance!.values].every((s) => s === k)).toBe(true);
    }
    expect(partOfSurface(joined, 2).elements.length).toBe(0);
  });

  it('shows opaque grains inside of a clear liquid, in their own color', () => {
    const dressed = {
      ...two,
      look: {
        ground: false,
        colors: ['#80b0e0', '#c02020'],
        substances: { oil: { transparency: 0.95 }, sand: { style: 'grains' } },
      },
    };
    const fields = { ...particlesAt([[0, 0.5, 0]], 0.3), substance: Uint32Array.of(1) };
    const clear = {
      ...ball,
      fields: {
        ...ball.fields,
        substance: { components: 1 as const, values: new Uint32Array(ball.positions.length / 3) },
      },
    };
    const [red, green] = colorAt(shoot(dressed, { surface: clear, fields }), dressed, [0, 0.5, 0.15]);
    expect(red).toBeGreaterThan(1.6 * green);
  });
});

describe('boards', () => {
  it('have gaps that get fainter, and not dashed, where they are narrower than a pixel', () => {
    const floor = new Pattern({ kind: 'boards', size: 1, axis: [1, 0, 0] }, 1);
    const gapAt = (blur: number, shift: number): number =>
      floor.at(3 + shift, 0, 0.5, blur) - floor.at(3.4, 0, 0.5, blur);
    expect(gapAt(0.001, 0)).toBeGreaterThan(0.4);
    // Wherever samples fall, a wide one sees about the same of the gap.
    const seen = [-0.03, -0.01, 0, 0.01, 0.03].map((shift) => floor.at(3 + shift, 0, 0.5, 0.1));
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(0.15);
  });
});
