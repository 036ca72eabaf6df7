// Colors by piece: the largest is calm, others are told apart and keep their color; particles, surfaces and drawings in the plane agree.

import { describe, expect, it } from 'vitest';
import { linearColor, parseColor } from '../../src/colors/color.ts';
import { distance, oklabOf } from '../../src/colors/oklab.ts';
import { colorsOf } from '../../src/colors/particle-colors.ts';
import { PIECE_COLORS, pieceColorNumbers, pieceColors } from '../../src/colors/piece-colors.ts';
import { piecesOf, type Scene, Surfacer, surfaceOptions, type WorldFields } from '../../src/index.ts';
import { legendOf } from '../../src/render/legend.ts';
import type { Picture } from '../../src/render/picture.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { frameView } from '../../src/render/view.ts';
import { sceneSchema } from '../../src/scene/schema.ts';
import { surfaceWithPieces } from '../../src/surface/surface-pieces.ts';

/** Pieces of these ids: the number of the color of each. */
function numbersOf(...pieces: readonly (readonly number[])[]): number[] {
  const piece = pieces.flatMap((ids, label) => ids.map(() => label)),
    numbers = pieceColorNumbers(piece, pieces.flat());
  return pieces.map((_, label) => numbers[piece.indexOf(label)]!);
}

describe('the numbers of the colors', () => {
  it('give the largest piece the first color, and no other piece', () => {
    const singles = Array.from({ length: 100 }, (_, k) => [k + 10]),
      [first, ...others] = numbersOf([1, 2, 3], ...singles);
    expect(first).toBe(0);
    expect(Math.min(...others)).toBe(1);
    expect(Math.max(...others)).toBe(PIECE_COLORS.length - 1);
  });

  it('are all different as long as there are colors, then again', () => {
    const bright = PIECE_COLORS.length - 1;
    for (const shift of [1, 50, 1234]) {
      const singles = Array.from({ length: 2 * bright }, (_, k) => [shift + 3 * k]),
        others = numbersOf([0, 7777], ...singles).slice(1);
      expect(new Set(others.slice(0, bright)).size).toBe(bright);
      expect(new Set(others.slice(bright)).size).toBe(bright);
    }
  });

  it('stay when pieces change their rank or lose particles', () => {
    const [, a, b] = numbersOf([0, 1, 2, 3], [10, 11, 12], [20, 21]),
      [, b2, a2] = numbersOf([0, 1, 2, 3], [20, 21], [10]);
    expect([a2, b2]).toEqual([a, b]);
    expect(a).not.toBe(b);
  });
});

describe('the colors', () => {
  it('look different', () => {
    const seen = PIECE_COLORS.map((color) => oklabOf(linearColor(parseColor(color))));
    for (const [k, p] of seen.entries()) for (const q of seen.slice(0, k)) expect(distance(p, q)).toBeGreaterThan(0.1);
  });

  it('are those of the scene, the first for the largest piece only', () => {
    const look = (colors: string[]) => sceneOf({ colorBy: 'piece', colors });
    const hex = (scene: Scene) => pieceColors(scene).map((c) => c.map((v) => Math.round(255 * v)).join());
    expect(hex(look(['#010101', '#020202', '#030303'])).slice(0, 5)).toEqual([
      '1,1,1',
      '2,2,2',
      '3,3,3',
      '2,2,2',
      '3,3,3',
    ]);
    expect(new Set(hex(look(['#010101'])))).toEqual(new Set(['1,1,1']));
    const bySubstance = sceneOf({ colorBy: 'substance', colors: ['#010101'] });
    expect(pieceColors(bySubstance)).toEqual(PIECE_COLORS.map(parseColor));
  });

  it('need no legend', () => expect(legendOf(sceneOf({ colorBy: 'piece' }), [0, 1])).toBeUndefined());
});

function sceneOf(look: object, dimension: 2 | 3 = 3): Scene {
  const view = { position: [0, 0, 3], target: [0, 0, 0], fieldOfView: 40 };
  return sceneSchema.parse({
    ...{ dimension, substances: { clay: { preset: 'clay' } }, camera: view, gravity: [0, 0, 0] },
    look: { ground: false, finish: 'matte', ...look },
  });
}

/** Not a gradient: its end would be blue. */
const COLORS = ['#d0d0d0', ...Array<string>(14).fill('#e01010'), '#1010e0'];
const SPACING = 0.08;

/** A large block on the left and a small one on the right, without the field `piece`, as frames of a cache are. */
function blocks(dimension: 2 | 3): WorldFields {
  const places: number[][] = [];
  const add = (x: number, side: number) => {
    for (let n = 0; n < side ** dimension; n++) {
      const cell = [n % side, Math.floor(n / side) % side, Math.floor(n / side ** 2)];
      places.push(cell.map((k, a) => (dimension === 2 && a === 2 ? 0 : SPACING * (k - side / 2)) + (a === 0 ? x : 0)));
    }
  };
  add(-0.4, 6);
  add(0.5, 4);
  const count = places.length;
  return {
    count,
    position: Float32Array.from(places.flat()),
    velocity: new Float32Array(3 * count),
    density: new Float32Array(count).fill(1800),
    mass: new Float32Array(count).fill(1800 * SPACING ** dimension),
    smoothingLength: new Float32Array(count).fill(0.1),
    id: Uint32Array.from(places.keys()),
    substance: new Uint32Array(count),
  };
}

/** Red in excess of green on the left and on the right of a picture, pixels with the background left out. */
function redness({ width, height, pixels }: Picture): [number, number] {
  const sides: [number, number] = [0, 0];
  for (let k = 0; k < width * height; k++) {
    const excess = pixels[4 * k]! - pixels[4 * k + 1]!;
    if (excess > 60) sides[k % width < width / 2 ? 0 : 1]++;
  }
  return sides;
}

describe.each([2, 3] as const)('pictures in %i dimensions', (dimension) => {
  it.each(['spheres', 'globules', 'surface'])('as %s show pieces of frames in their colors', async (style) => {
    const scene = sceneOf({ style, colorBy: 'piece', colors: COLORS }, dimension),
      fields = blocks(dimension),
      surfacer = await Surfacer.create();
    const surface = style === 'surface' ? surfacer.build(fields, surfaceOptions(scene)) : undefined;
    surfacer.dispose();
    const view = frameView(scene, { min: [-0.8, -0.5, -0.5], max: [0.8, 0.5, 0.5] }, 2);
    for (const shown of surface ? [surface, undefined] : [undefined]) {
      const picture = renderFrame({ scene, time: 0, fields, surface: shown, width: 120, height: 60, view });
      const [left, right] = redness(picture);
      expect(left).toBe(0);
      expect(right).toBeGreaterThan(60);
    }
  });
});

describe('a surface', () => {
  it('has the pieces and colors of its particles', async () => {
    const scene = sceneOf({ colorBy: 'piece' }),
      fields = blocks(3),
      surfacer = await Surfacer.create(),
      mesh = surfacer.build(fields, surfaceOptions(scene));
    surfacer.dispose();
    const { piece, pieceColor } = surfaceWithPieces(scene, mesh, fields).fields,
      { piece: ofParticles } = piecesOf(scene, fields);
    const numbers = pieceColorNumbers(ofParticles, fields.id);
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      const expected = mesh.positions[3 * v]! < 0 ? 0 : 1;
      expect(piece!.values[v]).toBe(expected);
      expect(pieceColor!.values[v]).toBe(numbers[ofParticles.indexOf(expected)]);
    }
  });

  it('without ids stays as it is', () => {
    const bare = {
      ...{ dimension: 3 as const, positions: new Float32Array(9), normals: new Float32Array(9) },
      ...{ elements: Uint32Array.of(0, 1, 2), fields: {} },
    };
    expect(surfaceWithPieces(sceneOf({}), bare, blocks(3))).toEqual(bare);
  });

  it('is colored gray where particles have no piece', () => {
    const colors = colorsOf(sceneOf({ colorBy: 'piece' }), { id: Uint32Array.of(1), pieceColor: Uint32Array.of(99) });
    expect([...colors]).toEqual([0.5, 0.5, 0.5]);
  });
});
