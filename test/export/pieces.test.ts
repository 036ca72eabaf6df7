// Small parts of the exporters by themselves: loops, turns, text of people.

import fc from 'fast-check';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { loopsOf } from '../../src/export/loops.ts';
import { quaternionOf } from '../../src/export/quaternion.ts';
import { commentText, quotedText, xmlText } from '../../src/export/text.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

describe('loops', () => {
  test('of segments in any order are followed from vertex to vertex', () => {
    // 0 → 2 → 4 → 0 and 1 → 5 → 3 → 1, mixed.
    const { order, lengths } = loopsOf(Uint32Array.of(2, 4, 5, 3, 0, 2, 1, 5, 4, 0, 3, 1));
    expect(Array.from(order)).toEqual([0, 2, 4, 1, 5, 3]);
    expect(Array.from(lengths)).toEqual([3, 3]);
  });

  test('of nothing are none', () => {
    expect(loopsOf(new Uint32Array(0)).lengths).toHaveLength(0);
  });
});

test('a rotation matrix and its quaternion turn alike, also by half a turn', fuzzed, () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true });
  const angle = fc.oneof(fc.double({ min: -7, max: 7, noNaN: true }), fc.constant(Math.PI));
  holds(
    fc.property(part, part, part, angle, (x, y, z, turn) => {
      fc.pre(Math.hypot(x, y, z) > 1e-3);
      const axis = new Vector3(x, y, z).normalize();
      const m = new Matrix4().makeRotationAxis(axis, turn).transpose().elements;
      const rows = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
      const given = new Quaternion(...quaternionOf(rows));
      const expected = new Quaternion().setFromAxisAngle(axis, turn);
      expect(Math.abs(given.dot(expected))).toBeCloseTo(1, 12);
    }),
    { numRuns: 500 },
  );
});

test('titles cannot end a comment, a line or a string', () => {
  const title = 'a\n*/ --> "b" \\ \u2028<c> & d\u0007';
  expect(commentText(title)).toBe('a * / - -> "b" \\  <c> & d');
  for (const dashes of ['--->', '---->', '-----><x>']) expect(commentText(dashes)).not.toContain('--');
  expect(quotedText(title)).toBe('"a * / - -> \\"b\\" \\\\  <c> & d"');
  expect(xmlText('<a> & "b"')).toBe('&lt;a&gt; &amp; &quot;b&quot;');
});
