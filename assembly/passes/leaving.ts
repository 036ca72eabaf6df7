// Which particles leave: those outside of the domain, and those in a sink. The next sort drops them.

import {
  AT_LEAVING, AT_POSITION, DOMAIN_MAX, DOMAIN_MIN, HAS_DOMAIN, PERIOD, REPORT_LEAVING, SINK_COUNT, SINKS,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int } from '../context';
import { isOnWrongSide } from '../obstacles/sides';
import { reportOf } from '../schemes/shared/report';

/** Marks the particles of a chunk that left the domain or entered a sink. */
export function markLeaving(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), position = address(AT_POSITION), leaving = address(AT_LEAVING);
  const sinks = address(SINKS), count = int(SINK_COUNT), bounded = int(HAS_DOMAIN) != 0;
  let gone = 0;
  for (let i = begin; i < end; i++) {
    const x = position + <usize>i * 24;
    let leaves = bounded && isOutside(x);
    for (let k = 0; k < count && !leaves; k++) leaves = isOnWrongSide(sinks, k, x);
    store<u8>(leaving + i, leaves ? 1 : 0);
    if (leaves) gone++;
  }
  store<f64>(reportOf(chunk), <f64>gone, REPORT_LEAVING);
}

@inline function isOutside(x: usize): bool {
  for (let axis: usize = 0; axis < 24; axis += 8) {
    if (load<f64>(PERIOD + axis) != 0) continue;
    const c = load<f64>(x + axis);
    if (c < load<f64>(DOMAIN_MIN + axis) || c > load<f64>(DOMAIN_MAX + axis)) return true;
  }
  return false;
}
