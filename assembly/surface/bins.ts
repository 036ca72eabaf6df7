// Particles sorted into bins: on level L cubes of 8·2^L voxels hold the particles whose radius is at most that. Serial and linear; the
// order of bins and within a bin is that of the particles, so it never depends on anything else.

import {
  AT_BIN_KEY, AT_BIN_OF, AT_BIN_START, AT_BIN_TABLE, AT_GAIN, AT_PARTICLE, AT_SORTED, AT_SOURCE, BIN_TABLE_BITS, BINS, LEVEL_MASK,
  LEVEL_RADII, MAX_LEVELS, PARTICLE_BYTES, PARTICLE_RADIUS, PARTICLE_WEIGHT, PARTICLES,
} from '../../src/surface/layout';
import { address, int } from '../context';
import { findOrAdd, keyOf } from './table';

/** Level of a radius, voxels. */
@inline function levelOf(radius: f32): i32 {
  let level = 0;
  while (level < MAX_LEVELS - 2 && radius > <f32>(8 << level)) level++;
  return level;
}

/** Sorts the particles by bin. `rooted`: their records hold the cube roots of weights. */
export function binParticles(rooted: bool): void {
  const count = int(PARTICLES), bins = countBins(count), start = address(AT_BIN_START), binOf = address(AT_BIN_OF);
  let sum = 0;
  for (let b = 0; b < bins; b++) {
    const at = start + (<usize>b << 2), here = load<i32>(at);
    store<i32>(at, sum);
    sum += here;
  }
  const from = address(AT_PARTICLE), to = address(AT_SORTED), source = address(AT_SOURCE), gain = address(AT_GAIN);
  for (let i = 0; i < count; i++) {
    const next = start + (<usize>load<i32>(binOf + (<usize>i << 2)) << 2), place = <usize>load<i32>(next);
    store<i32>(next, <i32>place + 1);
    memory.copy(to + place * PARTICLE_BYTES, from + <usize>i * PARTICLE_BYTES, PARTICLE_BYTES);
    store<i32>(source + (place << 2), i);
    const weight = load<f32>(from + <usize>i * PARTICLE_BYTES, PARTICLE_WEIGHT);
    store<f32>(gain + (place << 2), rooted ? weight : <f32>Math.cbrt(<f64>weight));
  }
  for (let b = bins; b > 0; b--) store<i32>(start + (<usize>b << 2), load<i32>(start + (<usize>(b - 1) << 2)));
  store<i32>(start, 0);
}

/** Finds the bin of every particle and how many each holds. */
function countBins(count: i32): i32 {
  const particles = address(AT_PARTICLE), binOf = address(AT_BIN_OF), keys = address(AT_BIN_KEY), start = address(AT_BIN_START);
  const table = address(AT_BIN_TABLE), bits = int(BIN_TABLE_BITS);
  let bins = 0, levels = 0;
  memory.fill(LEVEL_RADII, 0, MAX_LEVELS << 3);
  for (let i = 0; i < count; i++) {
    const p = particles + <usize>i * PARTICLE_BYTES, radius = load<f32>(p, PARTICLE_RADIUS), level = levelOf(radius);
    const inverse: f32 = 1 / <f32>(8 << level);
    const key = keyOf(level, floorOf(load<f32>(p) * inverse), floorOf(load<f32>(p, 4) * inverse), floorOf(load<f32>(p, 8) * inverse));
    const bin = findOrAdd(table, bits, key, bins);
    if (bin == bins) {
      store<u64>(keys + (<usize>bin << 3), key);
      store<i32>(start + (<usize>bin << 2), 0);
      bins++;
    }
    const held = start + (<usize>bin << 2);
    store<i32>(held, load<i32>(held) + 1);
    store<i32>(binOf + (<usize>i << 2), bin);
    levels |= 1 << level;
    const most = LEVEL_RADII + (<usize>level << 3);
    store<f64>(most, Math.max(load<f64>(most), <f64>radius));
  }
  store<i32>(BINS, bins);
  store<i32>(LEVEL_MASK, levels);
  return bins;
}

@inline export function floorOf(x: f32): i32 { return <i32>Mathf.floor(x); }
