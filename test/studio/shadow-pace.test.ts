// The shadow is drawn with every picture, or where that is slow with every third one and the last.

import { expect, it } from 'vitest';
import { ShadowPace } from '../../studio/view/shadow-pace.ts';

function drawnOf(isSlow: boolean, last: readonly boolean[]): boolean[] {
  const shadowMap = { autoUpdate: true, needsUpdate: false },
    pace = new ShadowPace({ shadowMap } as never, isSlow);
  return last.map((isLast) => {
    pace.next(isLast);
    const isDrawn = shadowMap.autoUpdate || shadowMap.needsUpdate;
    expect(pace.isOld).toBe(!isDrawn);
    shadowMap.needsUpdate = false;
    return isDrawn;
  });
}

it('is in every picture of a graphics card', () => {
  expect(drawnOf(false, [false, false, true])).toEqual([true, true, true]);
});

it('is in every third picture without one, and in the last', () => {
  expect(drawnOf(true, [false, false, false, false, true, false])).toEqual([false, false, true, false, true, false]);
});
