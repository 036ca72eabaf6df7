// Did you mean …?

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, nearest, typos } from '../../src/scene/suggest.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const SCENE = [
  'name',
  'dimension',
  'gravity',
  'duration',
  'frameRate',
  'substances',
  'bodies',
  'emitters',
  'time',
  'look',
];
const SUBSTANCE = ['preset', 'restDensity', 'kernel', 'stiffness', 'density', 'viscosity', 'xsph', 'xsphStored'];

describe('the nearest name', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['gravtiy', SCENE, 'gravity'],
    ['Gravity', SCENE, 'gravity'],
    ['frame_rate', SCENE, 'frameRate'],
    ['framerate', SCENE, 'frameRate'],
    ['fps', SCENE, 'frameRate'],
    ['dt', SCENE, 'time'],
    ['materials', SCENE, 'substances'],
    ['fluids', SCENE, 'substances'],
    ['fluids', ['bodies', 'sinks'], 'bodies'],
    ['colour', SCENE, 'look'],
    ['viscocity', SUBSTANCE, 'viscosity'],
    ['viskosity', SUBSTANCE, 'viscosity'],
    ['VISCOSTIY', SUBSTANCE, 'viscosity'],
    ['rho', SUBSTANCE, 'restDensity'],
    ['material', ['substance', 'shape', 'spacing'], 'substance'],
    ['spcing', ['substance', 'shape', 'spacing'], 'spacing'],
    ['position', ['center', 'radius'], 'center'],
    ['position', ['position', 'center'], 'position'],
    ['centre', ['center', 'radius'], 'center'],
    ['temperature', SUBSTANCE, undefined],
    ['sink', ['sinks', 'links'], 'sinks'],
    ['zzz', SCENE, undefined],
    ['', SCENE, undefined],
    ['constructor', SCENE, undefined],
    ['__proto__', SCENE, undefined],
  ])('to %j', (written, known, meant) => {
    expect(nearest(written, known)).toBe(meant);
  });

  it('is put into words', () => {
    expect(didYouMean('gravty', SCENE)).toBe('Did you mean "gravity"? ');
    expect(didYouMean('qqqqqqqq', SCENE)).toBe('');
  });

  it('is found among others for one typo in a long name', fuzzed, () => {
    const typo = fc.record({
      name: fc.constantFrom(...SCENE.filter((n) => n.length > 5)),
      at: fc.nat(),
      letter: fc.constantFrom('q', 'z', ''),
    });
    holds(
      fc.property(typo, ({ name, at, letter }) => {
        const k = at % name.length;
        expect(nearest(name.slice(0, k) + letter + name.slice(k + 1), SCENE)).toBe(name);
      }),
    );
  });
});

describe('typos', () => {
  /** Straight from the definition: the fewest edits, where swapped neighbors count once. */
  function slowly(a: string, b: string): number {
    if (a === '' || b === '') return a.length + b.length;
    const differ = a.at(-1) === b.at(-1) ? 0 : 1;
    const ways = [
      slowly(a.slice(0, -1), b) + 1,
      slowly(a, b.slice(0, -1)) + 1,
      slowly(a.slice(0, -1), b.slice(0, -1)) + differ,
    ];
    if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
      ways.push(slowly(a.slice(0, -2), b.slice(0, -2)) + 1);
    }
    return Math.min(...ways);
  }

  it('are counted as the definition says', fuzzed, () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    holds(
      fc.property(word, word, (a, b) => {
        expect(typos(a, b, 99)).toBe(slowly(a, b));
      }),
    );
  });

  it('are not counted beyond the bound', fuzzed, () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    holds(
      fc.property(word, word, fc.nat(4), (a, b, most) => {
        const exact = slowly(a, b);
        const found = typos(a, b, most);
        expect(exact <= most ? found === exact : found > most).toBe(true);
      }),
    );
  });
});
