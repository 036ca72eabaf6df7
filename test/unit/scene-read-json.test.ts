// The text of a scene: what is read, what is refused, and what a person is told about it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThixoError } from '../../src/problem.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { readJson, scanJson } from '../../src/scene/read-json.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { codesAt, problemsOf } from '../helpers/scene-check.ts';

const LIMITS = { ...DEFAULT_LIMITS, sceneBytes: 1000, sceneDepth: 5, sceneValues: 50, stringLength: 20 };

/** The one problem of a text. */
function problemOf(text: string, limits = DEFAULT_LIMITS) {
  const problems = problemsOf(() => readJson(text, limits, 'a.json'));
  expect(problems.length).toBe(1);
  return problems[0]!;
}

describe('a JSON text', () => {
  it('may have comments, trailing commas and a byte order mark', () => {
    const text = '\ufeff// a scene\n{ "a": [1, -2.5e3, true, false, null, "\\u00b5\\n",], /* b */ "b": { }, }\n';
    expect(readJson(text).value).toEqual({ a: [1, -2500, true, false, null, 'µ\n'], b: {} });
  });

  it('is read as JSON.parse reads it', fuzzed, () => {
    holds(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(text));
        expect(readJson(text).value).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string, RegExp, RegExp]>([
    ['nothing', '', /line 1, column 1.*nothing/, /\{\}/],
    ['only a comment', '// later\n', /line 2, column 1.*nothing/, /\{\}/],
    ['no comma in an object', '{\n  "a": 1\n  "b": 2 }', /line 3, column 3.*comma.*"b"/, /commas/],
    ['no comma in a list', '{ "a": [1 2] }', /column 11.*comma.*2/, /commas/],
    ['a comma too many', '{ "a": 1,, "b": 2 }', /column 10.*comma too many/, /Remove/],
    ['an empty place in a list', '[1,,2]', /column 4.*missing before the comma/, /remove/],
    ['no colon', '{ "a" 1 }', /column 7.*colon/, /"key": value/],
    ['an equals sign', '{ "a" = 1 }', /column 7.*colon/, /"key": value/],
    ['no value', '{ "a": }', /column 8.*value is missing/, /value/],
    ['a key without quotes', '{ gravity: 1 }', /column 3.*gravity has no quotes/, /"gravity"/],
    ['a string without quotes', '{ "a": water }', /column 8.*water/, /"water"/],
    ['single quotes', "{ 'a': 1 }", /column 3.*'/, /double quotes/],
    ['curly quotes', '{ “a”: 1 }', /column 3.*“/, /straight/],
    ['NaN', '{ "a": NaN }', /column 8.*NaN/, /finite/],
    ['minus infinity', '{ "a": -Infinity }', /column 8.*-Infinity/, /finite/],
    ['Python', '{ "a": True }', /column 8.*True/, /true in small letters/],
    ['undefined', '{ "a": undefined }', /undefined/, /Leave/],
    ['a plus sign', '[+1]', /\+1/, /plus/],
    ['no digit before the point', '[.5]', /\.5/, /digit/],
    ['no digit after the point', '[1.]', /not complete/, /0\.5/],
    ['a unit', '{ "a": 5cm }', /cm/, /unit/],
    ['a unit after a blank', '{ "a": 5 mm }', /mm/, /unit/],
    ['a decimal comma', '{ "a": 0,5 }', /key is expected, not the number 5/, /point/],
    ['a leading zero', '[05]', /comma.*5/, /zero/],
    ['# for a comment', '{ # no\n }', /#/, /\/\//],
    ['a semicolon', '{ "a": 1; "b": 2 }', /semicolon/, /comma/],
    ['an open brace', '{ "a": {\n "b": 1 }', /line 2, column 10.*the \{ of line 1, column 1 is still open/, /\}/],
    ['an open bracket', '{ "a": [1, 2', /the \[ of line 1, column 8 is still open/, /\]/],
    ['the wrong bracket', '{ "a": [1, 2 } }', /\} cannot close the \[ of line 1, column 8/, /\] first/],
    ['a brace too many', '{ "a": 1 } }', /column 12.*after the end/, /too many/],
    ['an open string', '{ "a: 1 }\n', /column 3.*does not end/, /double quote/],
    ['an open comment', '{ "a": 1 } /* b', /column 12.*comment/, /\*\//],
    ['a backslash', '{ "a": "C:\\points" }', /backslash/, /\\\\/],
    ['a bad escape', '{ "a": "\\u12" }', /four hexadecimal/, /\\u00b5/],
    ['a tab in a string', '{ "a": "1\t2" }', /invisible/, /\\t/],
    ['a hard blank', '{ \u00a0"a": 1 }', /U\+00A0/, /blank/],
    ['a web page', '<html></html>', /HTML/, /right file/],
    ['a colon in a list', '["a": 1]', /colon/, /list/],
  ])('with %s is refused with advice', (_, text, message, hint) => {
    const found = problemOf(text);
    expect(found).toMatchObject({ code: 'SCENE_NOT_JSON', severity: 'error' });
    expect(found.message).toMatch(message);
    expect(found.hint).toMatch(hint);
  });

  it('says where it is wrong: line, column, byte and the place in the scene', () => {
    const found = problemOf('{\r\n  "µ": [\r\n    1, x ] }');
    expect(found).toMatchObject({ place: 'a.json:3:8', offset: 21, pointer: '/µ/1' });
  });

  it('keeps no key twice', () => {
    const text = '{ "a": { "b": 1,\n "b": 2 }, "a": { "b": 1 } }';
    const problems = problemsOf(() => readJson(text, DEFAULT_LIMITS, 'a.json'));
    expect(problems.map(({ code, pointer, place }) => [code, pointer, place])).toEqual([
      ['SCENE_DUPLICATE_KEY', '/a/b', 'a.json:2:2'],
      ['SCENE_DUPLICATE_KEY', '/a', 'a.json:2:12'],
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype', '__pro\\u0074o__'])('does not take the key %s', (key) => {
    const { value, problems } = scanJson(`{ "a": { "${key}": { "polluted": 1 }, "b": 2 } }`);
    expect(codesAt(problems)).toEqual([`SCENE_FORBIDDEN_KEY /a/${key.replace('\\u0074', 't')}`]);
    expect(value).toEqual({ a: { b: 2 } });
    expect(Object.getPrototypeOf((value as { a: object }).a)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('the limits of a text', () => {
  it.each<[string, string, string, string]>([
    ['bytes', `"${'a'.repeat(999)}"`, 'SCENE_TOO_LARGE', ''],
    ['bytes, not characters', `["${'µ'.repeat(400)}", "${'µ'.repeat(200)}"]`, 'SCENE_TOO_LARGE', ''],
    ['levels', '{"a":[[[[[1]]]]]}', 'SCENE_TOO_DEEP', '/a/0/0/0/0'],
    ['values', `[${'1,'.repeat(60)}]`, 'SCENE_TOO_MANY_VALUES', '/49'],
    ['characters of a string', `["${'a'.repeat(21)}"]`, 'SCENE_STRING_TOO_LONG', '/0'],
    ['characters of a key', `{"${'a'.repeat(21)}": 1}`, 'SCENE_STRING_TOO_LONG', ''],
  ])('%s', (_, text, code, pointer) => {
    expect(problemOf(text, LIMITS)).toMatchObject({ code, pointer });
  });

  it('are not passed by what is just allowed', () => {
    expect(readJson(`{"a":[[[[]]]], "b": "${'a'.repeat(20)}"}`, LIMITS).value).toBeDefined();
    expect(readJson(`[${'1,'.repeat(49)}]`, LIMITS).value).toHaveLength(49);
    expect(readJson(`"${'a'.repeat(18)}"${' '.repeat(980)}`, LIMITS).value).toBeDefined();
  });

  it.each(['[', '{"a":', '[{"a":', '[}[}', '{"a" [}'])('a million times %s does not overflow the stack', (piece) => {
    const limits = { ...DEFAULT_LIMITS, sceneDepth: 1e9 };
    expect(problemsOf(() => readJson(piece.repeat(1_000_000), limits)).length).toBe(1);
  });

  it('bound the report too', () => {
    const problems = problemsOf(() => readJson(`{${'"a":1,'.repeat(100_000)}}`));
    expect(problems.length).toBe(101);
    expect(problems.at(-1)!.message).toContain('99899 more');
  });
});

describe('a place in a text', () => {
  const { locate } = readJson('{\n  "a": [\n    1,\n    { "b~/c": 2 } ],\r\n  "d": { }\n}');

  it.each<[string, number, number]>([
    ['', 1, 1],
    ['/a', 2, 3],
    ['/a/0', 3, 5],
    ['/a/1', 4, 5],
    ['/a/1/b~0~1c', 4, 7],
    ['/d', 5, 3],
    ['/d/missing', 5, 3],
    ['/a/7/x', 2, 3],
    ['/nowhere', 1, 1],
    ['/a/1/b~0~1c/deeper', 4, 7],
  ])('%j is found', (pointer, line, column) => {
    expect(locate(pointer)).toEqual({ line, column });
  });
});

describe('any text', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"__proto__"',
    '1',
    '-',
    '1e',
    'true',
    'nul',
    '//',
    '/*',
    '*/',
    '\n',
    '\\',
    "'",
    '\u0000',
  ];

  it('is read or refused with a code and a place', fuzzed, () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
    );
    holds(
      fc.property(texts, (text) => {
        try {
          const read = readJson(text, LIMITS, 'a.json');
          read.locate('/a/0');
        } catch (error) {
          expect(error).toBeInstanceOf(ThixoError);
          for (const { message, hint, place } of (error as ThixoError).problems) {
            expect(message.length * hint.length).toBeGreaterThan(0);
            expect(place).toMatch(/^a\.json:\d+:\d+$/);
          }
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });
});
