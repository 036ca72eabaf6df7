// Compression and pressure of ghosts. [card §20, ADR 41] Beside substances whose density is summed it is summed, over particles and ghosts,
// and never below that at rest. Beside others it is integrated as theirs is, in the same steps.

import {
  AT_GHOST_COMPRESSION, AT_GHOST_PRESSURE, AT_GHOST_SUM, CHUNK_SIZE, GHOST_COUNT, GHOST_PRESSURE_BYTES, GHOST_SCALE, GHOST_STATE_CLOSED,
  GHOST_STATE_COMPRESSION, GHOST_STATE_RATE, GHOST_SUBSTANCES, STEP, SUB_REST_DENSITY, SUB_SMOOTHED, SUBSTANCE_BYTES, SUBSTANCE_TABLE,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { heldTo } from '../passes/settle';
import { LEAST_DENSITY } from '../schemes/shared/density';
import { feltPressure } from '../state-equation';
import { ghostState, RATE_QUANTA, SUM_QUANTA, take } from './received';

@inline function begin(chunk: i32): i32 { return chunk * int(CHUNK_SIZE); }
@inline function end(chunk: i32): i32 { return min(int(GHOST_COUNT), (chunk + 1) * int(CHUNK_SIZE)); }

/** Σ V W over particles and ghosts, over that of a lattice at rest. */
@inline function summed(k: i32): f64 {
  return real(GHOST_SCALE) * (take(k, SUM_QUANTA) + load<f64>(address(AT_GHOST_SUM) + (<usize>k << 3)));
}

/** After the density sums of all particles: the compression of a chunk of ghosts. What stands beside nothing has no tension. */
export function sumGhosts(chunk: i32): void {
  for (let k = begin(chunk), stop = end(chunk); k < stop; k++)
    store<f64>(ghostState(k), max<f64>(summed(k), 1), GHOST_STATE_COMPRESSION);
}

/** Where particles fill less than this of what ghosts leave open around a ghost, single ones are near it, and air gives way. */
const OPEN: f64 = 0.6;
/** Where they fill this much, the substance reaches up to the surface: a whole layer fills three quarters. */
const CLOSED: f64 = 0.8;
/** No less than this is taken to be open around a ghost. */
const LEAST_OPEN: f64 = 0.01;

/**
 * The same for integrated ones: they are held to the sums as those of particles beside walls are. It also finds how far the substance
 * reaches up to them: those beside single particles rest. They would push them from where they go and pull them back to where they were,
 * and so hold them on the wall.
 */
export function settleGhosts(chunk: i32): void {
  for (let k = begin(chunk), stop = end(chunk); k < stop; k++) {
    const state = ghostState(k), sum = summed(k), ghosts = real(GHOST_SCALE) * load<f64>(address(AT_GHOST_SUM) + (<usize>k << 3));
    const filled = (sum - ghosts) / max<f64>(1 - ghosts, LEAST_OPEN);
    const closed = min<f64>(max<f64>((filled - OPEN) / (CLOSED - OPEN), 0), 1);
    const N = heldTo(load<f64>(state, GHOST_STATE_COMPRESSION), sum, 0);
    store<f64>(state, 1 + (N - 1) * closed, GHOST_STATE_COMPRESSION);
    store<f64>(state, closed, GHOST_STATE_CLOSED);
  }
}

/** N* = N + dt Ṅ of a chunk of ghosts, and the pressure that each substance has at it. */
export function pressGhosts(chunk: i32): void {
  const dt = real(STEP), substances = int(GHOST_SUBSTANCES);
  for (let k = begin(chunk), stop = end(chunk); k < stop; k++) {
    const state = ghostState(k), N = load<f64>(state, GHOST_STATE_COMPRESSION) + dt * load<f64>(state, GHOST_STATE_RATE);
    const compression = max<f64>(N, LEAST_DENSITY);
    store<f32>(address(AT_GHOST_COMPRESSION) + (<usize>k << 2), <f32>compression);
    for (let s = 0; s < substances; s++) {
      const row = SUBSTANCE_TABLE + <usize>s * SUBSTANCE_BYTES;
      const at = address(AT_GHOST_PRESSURE) + <usize>s * <usize>int(GHOST_PRESSURE_BYTES);
      if (load<f64>(row, SUB_SMOOTHED) == 0) continue;
      const P = feltPressure(row, compression * load<f64>(row, SUB_REST_DENSITY));
      store<f32>(at + (<usize>k << 2), <f32>(P / (compression * compression)));
    }
  }
}

/** N ← N + ½dt (Ṅ + Ṅ new) of a chunk of ghosts, as far as the substance reaches up to them. */
export function kickGhosts(chunk: i32): void {
  const half = 0.5 * real(STEP);
  for (let k = begin(chunk), stop = end(chunk); k < stop; k++) {
    const state = ghostState(k), closed = load<f64>(state, GHOST_STATE_CLOSED), rate = closed * take(k, RATE_QUANTA);
    const N = load<f64>(state, GHOST_STATE_COMPRESSION) + half * (load<f64>(state, GHOST_STATE_RATE) + rate);
    store<f64>(state, closed == 0 ? 1 : max<f64>(N, LEAST_DENSITY), GHOST_STATE_COMPRESSION);
    store<f64>(state, rate, GHOST_STATE_RATE);
  }
}
