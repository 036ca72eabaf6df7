// Changes of the text of a scene: a value is found token by token, and nothing else of the text changes.

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { scanJson, scanJsonInPortions } from '../../src/scene/read-json.ts';
import { setAt } from '../../studio/model/edit-text.ts';
import { at, isSame, type Path } from '../../studio/model/value.ts';

const TEXT = `{
  // "a": 1, { [ is a comment
  "a": { "b": [1, -2.5e3, { "c": "x, ] }" }, [], [[7]],], /* { */ "d": null },
  "é\\"k": true, "empty": {}, "list": [ ],
  "last": false,
}`;
const PATHS: readonly Path[] = [
  [],
  ['a'],
  ['a', 'b'],
  ['a', 'b', 0],
  ['a', 'b', 1],
  ['a', 'b', 2, 'c'],
  ['a', 'b', 3],
  ['a', 'b', 4, 0, 0],
  ['a', 'd'],
  ['é"k'],
  ['empty'],
  ['list'],
  ['last'],
];

describe('a value', () => {
  it.each(PATHS.map((path) => [path.join('/'), path] as const))('at "%s" is replaced where it stands', (_, path) => {
    const { offset, length } = findNodeAtLocation(parseTree(TEXT, [], { allowTrailingComma: true })!, [...path])!,
      after = setAt(TEXT, path, 4.5);
    expect(after).toBe(`${TEXT.slice(0, offset)}4.5${TEXT.slice(offset + length)}`);
  });

  it.each([['a', 'new'], ['empty', 'x'], ['list', 0], ['a', 'b', 5], ['b']])(
    'that is missing is added: %s %s %s',
    (...path) => {
      const after = setAt(TEXT, path, 4.5);
      expect(after).toContain('is a comment');
      expect(at(scanJson(after).value, path)).toBe(4.5);
    },
  );

  it('that is taken away leaves the rest', () => {
    const value = scanJson(setAt(TEXT, ['a', 'd'], undefined)).value;
    expect(at(value, ['a'])).not.toHaveProperty('d');
    expect(at(value, ['last'])).toBe(false);
  });
});

describe('a large text', () => {
  const items = Array.from({ length: 9000 }, (_, k) => `{ "time": ${k}, "at": [${k / 7}, "é"] }`);

  it.each([`[${items.join()}]`, `// c\n{ "a": [${items.join()}], "a": 1, "__proto__": 2 }`, TEXT, '5', ' "x" '])(
    'is the same when it is read in portions (text %#), and the page may do something between them',
    async (text) => {
      let pauses = 0;
      const slow = await scanJsonInPortions(text, async () => pauses++),
        quick = scanJson(text);
      expect(slow.value).toEqual(quick.value);
      expect(slow.problems).toEqual(quick.problems);
      expect(pauses > 10).toBe(text.length > 10_000);
    },
  );

  it('that cannot be read is refused as it is at once', async () => {
    const text = `[${items.join()}, ]]`,
      refused = scanJsonInPortions(text, async () => {});
    await expect(refused).rejects.toThrow(/./);
    expect(await refused.catch((error) => error.problems)).toEqual(
      await Promise.resolve()
        .then(() => scanJson(text))
        .catch((error) => error.problems),
    );
  });
});

it('values are the same only in the same order', () => {
  const value = { a: [1, { b: null }], c: 'x' };
  expect(isSame(value, structuredClone(value))).toBe(true);
  expect(isSame(value, { c: 'x', a: [1, { b: null }] })).toBe(false);
  expect(isSame(value, { a: [1, { b: null, d: 1 }], c: 'x' })).toBe(false);
  expect(isSame(value, { a: [1, { b: undefined }], c: 'x' })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame([1], [1, 2])).toBe(false);
});
