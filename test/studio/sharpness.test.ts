// A picture that moves is drawn coarser where drawing is slow, and never otherwise.

import { describe, expect, it } from 'vitest';
import { Sharpness } from '../../studio/view/sharpness.ts';

/** Draws pictures that keep the page for a while, one after the other; returns when the last one is done. */
function draw(sharpness: Sharpness, pictures: number, each: number, from = 1): number {
  let now = from;
  for (let k = 0; k < pictures; k++) {
    sharpness.drawn(now);
    now += each;
    sharpness.free(now);
  }
  return now;
}

describe('sharpness', () => {
  it('stays where drawing is quick, also at thirty pictures a second', () => {
    for (const each of [8, 17, 34]) {
      const sharpness = new Sharpness();
      draw(sharpness, 200, each);
      expect(sharpness.moving, `${each} ms`).toBe(1);
    }
  });

  it('is less where drawing is slow, in steps, to a half at the least, and comes back', () => {
    const sharpness = new Sharpness();
    let now = draw(sharpness, 5, 90);
    expect(sharpness.moving).toBe(0.75);
    now = draw(sharpness, 200, 90, now);
    expect(sharpness.moving).toBe(0.5);
    draw(sharpness, 200, 10, now);
    expect(sharpness.moving).toBe(1);
  });

  it('seldom goes to and fro where only coarse pictures are quick', () => {
    const sharpness = new Sharpness(true);
    let now = 1,
      changes = 0;
    for (let k = 0; k < 1000; k++) {
      const before = sharpness.moving;
      now = draw(sharpness, 1, before === 0.5 ? 10 : 60, now);
      if (sharpness.moving !== before) changes++;
    }
    expect(changes).toBeGreaterThan(2);
    expect(changes).toBeLessThan(20);
  });

  it('begins coarse where drawing is known to be slow', () => {
    const sharpness = new Sharpness(true);
    expect(sharpness.moving).toBe(0.5);
    draw(sharpness, 200, 10);
    expect(sharpness.moving).toBe(1);
  });

  it('does not take a shader that is made, or a page that was hidden, for a slow picture', () => {
    const sharpness = new Sharpness();
    let now = 1;
    for (let k = 0; k < 50; k++) now = draw(sharpness, 1, 17, draw(sharpness, 1, 3000, now));
    expect(sharpness.moving).toBe(1);
  });

  it('rests when nothing has changed for a while', () => {
    const sharpness = new Sharpness();
    const now = draw(sharpness, 3, 20);
    expect(sharpness.rests(now)).toBe(false);
    expect(sharpness.rests(now + 400)).toBe(true);
  });
});
