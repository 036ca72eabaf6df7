// Individual steps: who is evaluated at the current tick, how old everyone's state is, and who must not lag behind its neighbors.
// Between two evaluations the state of a particle is what its last one left; where it is now follows from it: x + τv + ½τ²a, v + τa,
// ρ + τρ̇. [DC99 §5, card §6] A step has TICKS >> q ticks and begins at a multiple of that, so its begin needs no memory.

import {
  AT_ACCELERATION, AT_ACTIVE, AT_ASKED_LEVEL, AT_CHUNK_REPORT, AT_DRIFT, AT_LIST, AT_POSITION, AT_RECORD, AT_STEP, AT_VELOCITY, AT_WAKE,
  INDIVIDUAL, LEVELS_APART, ONLY_NEW, RECORD_SHIFT, REPORT_ACTIVE, REPORT_BYTES, STEP_BITS, STEP_NEW, STEP_WAKE, TICK, TICK_SECONDS, TICKS,
} from '../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from './context';

/** Time since the last evaluation of a particle with this AT_STEP, s; 0 if there was none. */
@inline export function ageOf(step: u32): f64 {
  if ((step & STEP_NEW) != 0 || int(ONLY_NEW) != 0) return 0;
  const tick = int(TICK), length = int(TICKS) >> <i32>(step & STEP_BITS);
  return <f64>(tick - ((tick - 1) & ~(length - 1))) * real(TICK_SECONDS);
}

@inline export function stepOf(i: i32): u32 { return load<u32>(address(AT_STEP) + (<usize>i << 2)); }
@inline export function isActive(i: i32): bool { return load<u8>(address(AT_ACTIVE) + i) != 0; }

/** Coordinate of particle i now; `axis` 0, 8 or 16. */
@inline export function coordinateNow(i: i32, axis: usize): f64 {
  const at = <usize>i * 24 + axis, x = load<f64>(address(AT_POSITION) + at);
  if (int(INDIVIDUAL) == 0 || isActive(i)) return x;
  const age = ageOf(stepOf(i)), moves = load<f64>(address(AT_VELOCITY) + at) + load<f64>(address(AT_DRIFT) + at);
  return x + age * (moves + 0.5 * age * load<f64>(address(AT_ACCELERATION) + at));
}

/** Marks the particles of a chunk whose step ends at this tick, that were woken, or that are new. */
export function markActive(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), steps = address(AT_STEP), active = address(AT_ACTIVE), wake = address(AT_WAKE);
  const tick = int(TICK), ticks = int(TICKS), onlyNew = int(ONLY_NEW) != 0;
  let count = 0;
  for (let i = begin; i < end; i++) {
    let step = load<u32>(steps + (<usize>i << 2));
    const calls = load<u8>(wake + i);
    if (calls) {
      step |= STEP_WAKE;
      store<u32>(steps + (<usize>i << 2), step);
      store<u8>(wake + i, 0);
    }
    const due = (tick & ((ticks >> <i32>(step & STEP_BITS)) - 1)) == 0 || (step & STEP_WAKE) != 0;
    const acts = onlyNew ? (step & (STEP_NEW | STEP_WAKE)) != 0 : due || (step & STEP_NEW) != 0;
    store<u8>(active + i, acts ? 1 : 0);
    if (acts) count++;
  }
  store<f64>(address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES, <f64>count, REPORT_ACTIVE);
}

/**
 * After the kick: an active particle wakes neighbors whose step is more than two levels longer than its own, so that what is about to be
 * hit is evaluated in time, and leaves in AT_ASKED_LEVEL the level that its own neighbors ask for.
 */
export function limitLevels(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), steps = address(AT_STEP), active = address(AT_ACTIVE), wake = address(AT_WAKE);
  const lists = address(AT_LIST), records = address(AT_RECORD), limits = address(AT_ASKED_LEVEL);
  for (let i = begin; i < end; i++) {
    let asked = 0;
    if (load<u8>(active + i)) {
      const level = <i32>(load<u32>(steps + (<usize>i << 2)) & STEP_BITS), stop = load<usize>(lists + (<usize>i << 3), 4);
      for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 4) {
        const j = <i32>((load<usize>(l) - records) >> RECORD_SHIFT), other = <i32>(load<u32>(steps + (<usize>j << 2)) & STEP_BITS);
        asked = max(asked, other - LEVELS_APART);
        if (other + LEVELS_APART < level && !load<u8>(active + j)) store<u8>(wake + j, 1); // whoever writes, writes 1
      }
    }
    store<i32>(limits + (<usize>i << 2), asked);
  }
}

/** Shortens the steps of a chunk to what `limitLevels` found. */
export function applyLimits(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), steps = address(AT_STEP), limits = address(AT_ASKED_LEVEL);
  for (let i = begin; i < end; i++) {
    const step = load<u32>(steps + (<usize>i << 2)), asked = load<u32>(limits + (<usize>i << 2));
    if (asked > (step & STEP_BITS)) store<u32>(steps + (<usize>i << 2), (step & ~STEP_BITS) | asked);
  }
}
