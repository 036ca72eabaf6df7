// No flicker: on a body at rest the number of splits and merges goes to zero.

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { withWorld } from '../helpers/worlds.ts';

const FRAME_RATE = 25;

/** A block of 560 particles that fills the bottom of a box. */
function still(preset: 'desbrun-1999' | 'water', adaptivity: NonNullable<SceneInput['adaptivity']>): SceneInput {
  return {
    frameRate: FRAME_RATE,
    substances: { filling: { preset, stiffness: 100 } },
    bodies: [{ substance: 'filling', shape: { box: { min: [0, 0, 0], max: [0.4, 0.3, 0.4] } }, spacing: 0.05 }],
    obstacles: [{ shape: { box: { min: [0, 0, 0], max: [0.4, 2, 0.4] } }, inside: true }],
    adaptivity,
  };
}

/** Splits and merges in each of some seconds. */
function changesPerSecond(world: World, seconds: number): number[] {
  return Array.from({ length: seconds }, () => {
    let changes = 0;
    for (let frame = 0; frame < FRAME_RATE; frame++) {
      const { ok, splits, merges } = world.advance();
      expect(ok).toBe(true);
      changes += splits + merges;
    }
    return changes;
  });
}

describe('a body at rest', () => {
  it.each([
    ['detail', 0.5, 2],
    ['detail', 1, 3],
    ['detail', 2, 2],
    ['density', 0.5, 2],
    ['density', 1, 2],
    ['density', 2, 2],
  ] as const)('is left alone: criterion %s, detail %d, after %i s', async (criterion, detail, settling) => {
    await withWorld(still('desbrun-1999', { criterion, detail }), (world) => {
      expect(changesPerSecond(world, settling + 1).at(-1)).toBe(0);
    });
  });

  // Where two walls meet, coarse particles counted as thin once: they were split, absorbed and replaced without end.
  it('is left alone if it is of water', async () => {
    await withWorld(still('water', { detail: 1 }), (world) => {
      expect(changesPerSecond(world, 7).at(-1)).toBe(0);
    });
  });
});
