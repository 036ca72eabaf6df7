// Moves the base node of an active surface by whole blocks, so that lengths counted from it stay short however far the substance goes.

import type { ActiveState } from './active-state.ts';
import { BLOCK_NODES } from './layout.ts';
import { PARTICLE_ROW } from './particle-paths.ts';

/** Farthest that the middle of the particles may be from the base, voxels. */
const FARTHEST = 4096;
/** What a key grows by from one block to the next along x, y, z. */
const KEY_STEPS = [1n << 40n, 1n << 20n, 1n];

/** The same surface counted from another base near `middle` (voxels), if the old one is far away. */
export function rebased(state: ActiveState, middle: readonly number[], dimension: 2 | 3): ActiveState {
  const { grid, particles } = state;
  if (!grid) return state;
  const blocks = grid.base.map((b, a) =>
    a < dimension && Math.abs(middle[a]! - b) > FARTHEST ? Math.round((middle[a]! - b) / BLOCK_NODES) : 0,
  );
  if (blocks.every((n) => n === 0)) return state;
  const shift = blocks.reduce((sum, n, a) => sum + BigInt(n) * KEY_STEPS[a]!, 0n);
  const rows = particles.rows.map((value, k) => {
    const a = k % PARTICLE_ROW;
    return a < 3 ? value - BLOCK_NODES * blocks[a]! : value;
  });
  return {
    ...state,
    grid: { ...grid, base: grid.base.map((b, a) => b + BLOCK_NODES * blocks[a]!) },
    keys: state.keys.map((key) => key - shift),
    particles: { ids: particles.ids, rows },
  };
}
