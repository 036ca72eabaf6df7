// The kernel factor of ghosts, which all have one size.

import { DIMENSION, GHOST_LENGTH, KERNEL_NORM, PAIR_UNIT } from '../../src/wasm/layout';
import { real } from '../context';

/** Half of a_d PAIR_UNIT/Rᵈ⁺¹, as in the records of particles. */
export function ghostFactor(): f64 {
  const R = 2 * real(GHOST_LENGTH);
  return (0.5 * real(KERNEL_NORM) * real(PAIR_UNIT)) / (real(DIMENSION) == 2 ? R * R * R : R * R * R * R);
}
