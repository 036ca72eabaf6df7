// Colors: the sRGB curve against the formula, the map for numbers evenly lighter and safe for color-blind people, colors by any field.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteOf,
  type Color,
  LINEAR_OF_BYTE,
  linearColor,
  linearOf,
  luminance,
  parseColor,
  srgbOf,
} from '../../src/colors/color.ts';
import { colorMap, gradient, NUMBER_MAP } from '../../src/colors/color-map.ts';
import { niceRange, niceTicks } from '../../src/colors/nice-numbers.ts';
import { distance, linearOfOklab, oklabOf } from '../../src/colors/oklab.ts';
import {
  colorRange,
  colorsOf,
  mergeRanges,
  placeIn,
  rangeOf,
  valuesOf,
  vertexValues,
} from '../../src/colors/particle-colors.ts';
import { difference, SUBSTANCE_COLORS, substanceColors } from '../../src/colors/substance-colors.ts';
import { type Scene, type SceneInput, sceneSchema } from '../../src/scene/schema.ts';
import { colorFields, colorName } from '../../src/substances/known-fields.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const STEPS = 400;
const along = (): number[] => Array.from({ length: STEPS + 1 }, (_, k) => k / STEPS);
const sceneOf = (input: SceneInput): Scene => sceneSchema.parse(input);

describe('the sRGB curve', () => {
  it('is the formula of the standard to the last bits', () => {
    for (const c of along()) {
      const formula = c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      expect(linearOf(c)).toBeCloseTo(formula, 14);
      const back = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
      expect(srgbOf(c)).toBeCloseTo(back, 14);
    }
  });

  it('takes every byte there and back', () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(byteOf(LINEAR_OF_BYTE[byte]!)).toBe(byte);
      expect(Math.round(255 * srgbOf(linearOf(byte / 255)))).toBe(byte);
    }
  });

  it('rounds to the nearest byte, also outside of 0 to 1', fuzzed, () => {
    holds(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (light) => {
        expect(Math.abs(byteOf(light) - 255 * srgbOf(light))).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
    expect([byteOf(-1), byteOf(Number.NaN), byteOf(2), byteOf(Number.POSITIVE_INFINITY)]).toEqual([0, 0, 255, 255]);
  });
});

describe('the map for numbers', () => {
  const light = (t: number): Color => {
    const out: [number, number, number] = [0, 0, 0];
    NUMBER_MAP.linearInto(t, out, 0);
    return out;
  };

  it('gets lighter all the way, in equal steps', () => {
    const lightness = along().map((t) => oklabOf(light(t))[0]);
    const rise = (lightness.at(-1)! - lightness[0]!) / STEPS;
    for (let k = 1; k <= STEPS; k++) {
      expect(luminance(light(k / STEPS))).toBeGreaterThan(luminance(light((k - 1) / STEPS)));
      expect((lightness[k]! - lightness[k - 1]!) / rise).toBeCloseTo(1, 1);
    }
  });

  it('changes evenly: equal steps of the number look alike', () => {
    const steps = along()
      .slice(1)
      .map((t) => distance(oklabOf(light(t)), oklabOf(light(t - 1 / STEPS))));
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.25);
  });

  it('is exact at its ends and holds them beyond', () => {
    const ends = [linearOfOklab([0.28, 0.05, -0.13]), linearOfOklab([0.92, -0.035, 0.165])];
    for (const [t, end] of [
      [0, 0],
      [-3, 0],
      [Number.NaN, 0],
      [1, 1],
      [7, 1],
    ] as const) {
      expect(light(t).map(Math.fround)).toEqual(ends[end]!.map(Math.fround));
    }
    const srgb = [0, 0, 0, 9];
    colorMap(1, srgb, 0);
    expect(srgb).toEqual(
      [...light(1).map((c) => Math.fround(srgbOf(Math.fround(c)))), 9].map((c) => expect.closeTo(c, 6)),
    );
  });

  it('stays inside of what a screen shows', () => {
    for (const t of along()) {
      const again = linearOfOklab(oklabOf(light(t)));
      for (const c of again) expect(c > -1e-6 && c < 1 + 1e-6).toBe(true);
      for (const c of light(t)) expect(c > 0 && c < 1).toBe(true);
    }
  });
});

describe('a gradient of given colors', () => {
  it('has them exactly at equal distances', () => {
    const colors = ['#102030', '#ff0000', '#ffffff', '#000000', '#12ab9f'];
    const map = gradient(colors);
    const out = [0, 0, 0];
    for (const [k, text] of colors.entries()) {
      map.srgbInto(k / 4, out, 0);
      expect(out.map((c) => Math.round(255 * c))).toEqual(parseColor(text).map((c) => Math.round(255 * c)));
    }
  });

  it('of one color is that color', () => {
    const out = [0, 0, 0];
    gradient(['#4088d9']).srgbInto(0.7, out, 0);
    expect(out.map((c) => Math.round(255 * c))).toEqual([0x40, 0x88, 0xd9]);
  });
});

describe('round numbers', () => {
  const numbers = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  const pairs = fc.tuple(numbers, numbers).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const isRound = (tick: number): boolean =>
    String(tick)
      .replace(/e.*|[-.]/g, '')
      .replace(/^0+|0+$/g, '').length <= 12;

  it('stand inside of any range, two or more, evenly', fuzzed, () => {
    holds(
      fc.property(pairs, fc.integer({ min: 5, max: 12 }), ([low, high], most) => {
        fc.pre(high - low > 1e-10 * Math.max(Math.abs(low), Math.abs(high)) && high - low > 1e-290);
        const ticks = niceTicks(low, high, most);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(most);
        const step = ticks[1]! - ticks[0]!;
        expect(Number(step.toPrecision(4)).toExponential()).toMatch(/^[125]e/);
        for (const [k, tick] of ticks.entries()) {
          expect(tick >= low && tick <= high && isRound(tick)).toBe(true);
          if (k > 0) expect((tick - ticks[k - 1]!) / step).toBeCloseTo(1, 4);
        }
      }),
      {
        numRuns: 500,
        examples: [
          [[0, 2.7], 6],
          [[0, 1], 5],
          [[-1e-9, 1e-9], 5],
          [[995, 1005], 6],
        ],
      },
    );
  });

  it('are what one would write', () => {
    expect(niceTicks(0, 2.7, 6)).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
    expect(niceTicks(0, 0.3, 5)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(niceTicks(985, 1025, 5)).toEqual([990, 1000, 1010, 1020]);
    expect(niceTicks(3, 3, 5)).toEqual([3]);
    expect(niceTicks(1, 0, 5)).toEqual([]);
    expect(niceTicks(0, Number.NaN, 5)).toEqual([]);
    expect(niceRange(0.02, 2.93)).toEqual([0, 3]);
    expect(niceRange(1000, 1000)).toEqual([950, 1050]);
    expect(niceRange(0, 0)).toEqual([0, 1]);
    expect(niceRange(2, Number.NaN)).toEqual([0, 1]);
  });

  it('make a range that holds the given one and is hardly wider', fuzzed, () => {
    holds(
      fc.property(pairs, ([low, high]) => {
        fc.pre(high - low > 1e-10 * Math.max(Math.abs(low), Math.abs(high)) && high - low > 1e-290);
        const [from, to] = niceRange(low, high);
        expect(from <= low && to >= high).toBe(true);
        expect(to - from).toBeLessThan(1.26 * (high - low));
      }),
      { numRuns: 500 },
    );
  });
});

describe('colors of substances', () => {
  it('of the palette can be told apart by everyone', () => {
    for (const a of SUBSTANCE_COLORS)
      for (const b of SUBSTANCE_COLORS) if (a < b) expect(difference(a, b), `${a} ${b}`).toBeGreaterThan(0.08);
  });

  it('are those of the material, unless two would look alike', () => {
    const one = substanceColors(sceneOf({ substances: { goo: { preset: 'honey' } } }));
    expect(one).toEqual([parseColor('#e68c14')]);
    const alike = sceneOf({
      substances: { a: { preset: 'water' }, b: { preset: 'water' }, c: { preset: 'lava' }, d: {} },
    });
    const chosen = substanceColors(alike);
    expect(chosen[0]).toEqual(parseColor('#4088d9'));
    expect(chosen[2]).toEqual(parseColor('#f2590d'));
    const codes = chosen.map(
      (c) =>
        `#${c
          .map((v) =>
            Math.round(255 * v)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
    );
    for (const a of codes) for (const b of codes) if (a < b) expect(difference(a, b)).toBeGreaterThan(0.08);
    expect(new Set(codes).size).toBe(4);
  });

  it('are those of the scene where it names some', () => {
    const scene = sceneOf({ substances: { a: {}, b: {} }, look: { colors: ['#010203'] } });
    expect(substanceColors(scene)[0]).toEqual(parseColor('#010203'));
    expect(substanceColors(scene)).toHaveLength(2);
  });

  it('never run out', () => {
    const substances = Object.fromEntries(Array.from({ length: 32 }, (_, k) => [`s${k}`, {}]));
    expect(substanceColors(sceneOf({ substances }))).toHaveLength(32);
  });
});

describe('colors of particles', () => {
  const fields = {
    velocity: Float32Array.of(3, 4, 0, 0, 0, 0, 0, 0, -2),
    density: Float32Array.of(990, 1000, 1010),
    mass: Float32Array.of(1, 2, 3),
    smoothingLength: Float32Array.of(0.1, 0.2, 0.3),
    id: Uint32Array.of(7, 8, 9),
    substance: Uint32Array.of(1, 0, 5),
  };

  it('know every field of the format', () => {
    expect([...valuesOf('speed', fields)]).toEqual([5, 0, 2]);
    for (const name of ['density', 'mass', 'smoothingLength', 'id', 'substance'] as const) {
      expect(valuesOf(name, fields)).toBe(fields[name]);
    }
    expect(valuesOf('speed', {})).toHaveLength(0);
    const vertices = vertexValues({ velocity: { values: fields.velocity }, density: { values: fields.density } });
    expect([...valuesOf('speed', vertices)]).toEqual([5, 0, 2]);
    expect(
      colorFields()
        .filter(({ color }) => !color.category)
        .map(colorName),
    ).toEqual([
      ...[
        'speed',
        'density',
        'mass',
        'smoothingLength',
        'temperature',
        'viscosity',
        'pressure',
        'strain',
        'stress',
        'plasticStrain',
        'eddySpin',
        'id',
      ],
    ]);
  });

  it('show temperatures by a map that glows, and viscosities by their logarithm', () => {
    const temperature = Float32Array.of(300, 1500),
      viscosity = Float32Array.of(0.001, 1, 2, 9.99, 1e6, 3.7e-5),
      scene = sceneOf({ look: { colorBy: 'temperature' } }),
      colors = colorsOf(scene, { temperature });
    expect(valuesOf('temperature', { temperature })).toBe(temperature);
    expect(luminance([colors[0]!, colors[1]!, colors[2]!])).toBeLessThan(0.05);
    expect(luminance([colors[3]!, colors[4]!, colors[5]!])).toBeGreaterThan(0.8);
    const logarithms = valuesOf('viscosity', { viscosity });
    viscosity.forEach((eta, i) => {
      expect(logarithms[i]).toBeCloseTo(Math.log10(eta), 3);
    });
    expect(valuesOf('viscosity', {})).toHaveLength(0);
  });

  it('have the range of the scene, or round numbers around what there is', () => {
    const speed = sceneOf({ look: { colorBy: 'speed' } });
    expect(colorRange(speed, [1, 4.9])).toEqual([0, 5]);
    expect(colorRange(sceneOf({ look: { colorBy: 'density' } }), [991, 1008])).toEqual([991, 1008]);
    expect(colorRange(sceneOf({ look: { colorBy: 'speed', range: [2, 3] } }), [1, 4.9])).toEqual([2, 3]);
    expect(colorRange(speed, undefined)).toEqual([0, 1]);
    expect(rangeOf(Float32Array.of(3, Number.NaN, -1, Number.POSITIVE_INFINITY))).toEqual([-1, 3]);
    expect(rangeOf(new Float32Array(0))).toBeUndefined();
    expect(mergeRanges([0, 2], [-1, 1])).toEqual([-1, 2]);
    expect(mergeRanges(undefined, [-1, 1])).toEqual([-1, 1]);
    expect([placeIn([2, 2], 2), placeIn([0, 4], 1), placeIn([4, 0], 1), placeIn([0, 1], 9)]).toEqual([
      0.5, 0.25, 0.75, 1,
    ]);
  });

  it('are linear light, by number or by substance', () => {
    const scene = sceneOf({ substances: { a: {}, b: {} }, look: { colors: ['#804020', '#ffffff'] } });
    const bySubstance = colorsOf(scene, fields);
    expect([...bySubstance.subarray(0, 3)]).toEqual([1, 1, 1]);
    expect([...bySubstance.subarray(3, 6)]).toEqual(linearColor(parseColor('#804020')).map(Math.fround));
    expect(bySubstance).toHaveLength(9);
    const bySpeed = colorsOf(sceneOf({ look: { colorBy: 'speed', colors: ['#000000', '#ffffff'] } }), fields, [0, 4]);
    expect([...bySpeed.subarray(0, 6)]).toEqual([1, 1, 1, 0, 0, 0].map((c) => expect.closeTo(c, 6)));
    const half = bySpeed[6]!;
    expect(half).toBeCloseTo(0.125, 3); // half way in OKLab: the lightness is the cube root of the light
  });
});
