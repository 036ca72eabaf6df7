// The table of limits and how it is changed.

import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, LIMITS, parseLimits } from '../../src/scene/limits.ts';
import { problemsOf } from '../helpers/scene-check.ts';

describe('limits', () => {
  it('have a number, a unit and a sentence each', () => {
    for (const [name, limit] of Object.entries(LIMITS)) {
      expect(DEFAULT_LIMITS[name as keyof typeof LIMITS]).toBe(limit.default);
      expect(limit.unit).toMatch(/^[a-z]+$/);
      expect(limit.text).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each<[string, object]>([
    ['', {}],
    ['particles=5e6', { particles: 5_000_000 }],
    ['particles=5e6,memory=8GB', { particles: 5_000_000, memory: 8e9 }],
    [' frames = 10 , objects=2k ,', { frames: 10, objects: 2000 }],
    ['memory=0', { memory: 0 }],
    ['assetBytes=1.5M,assetBytes=2MB', { assetBytes: 2_000_000 }],
  ])('are changed by %j', (text, changed) => {
    expect(parseLimits(text)).toEqual({ ...DEFAULT_LIMITS, ...changed });
  });

  it.each<[string, RegExp, RegExp]>([
    ['particle=5', /no limit "particle"/, /Did you mean "particles"/],
    ['particles', /particles needs a number/, /particles=20000000/],
    ['particles=many', /"many"/, /number/],
    ['particles=-1', /"-1"/, /number/],
    ['particles=1e400', /"1e400"/, /number/],
    ['particles=NaN', /"NaN"/, /number/],
    ['__proto__=1', /"__proto__"/, /limits are/],
    ['=5', /no limit ""/, /limits are/],
  ])('refuse %j', (text, message, hint) => {
    const [found] = problemsOf(() => parseLimits(text));
    expect(found).toMatchObject({ code: 'USAGE' });
    expect(found!.message).toMatch(message);
    expect(found!.hint).toMatch(hint);
  });

  it('say all that is wrong at once', () => {
    expect(problemsOf(() => parseLimits('a=1,frames=b')).length).toBe(2);
  });
});
