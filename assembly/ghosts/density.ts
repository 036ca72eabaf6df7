// Density sums between particles and ghosts, both ways: Σ V₀ W̄ and Σ V W̄. [AW09 eq. 55, ADR 41]

import {
  AT_GHOST_COMPRESSION, AT_GHOST_FORCE, AT_GHOST_VOLUME, AT_SUM, GHOST_HEAD_COUNT, GHOST_LENGTH, RECORD_INVERSE_SUPPORT, RECORD_KERNEL,
  RECORD_VOLUME,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { add, div, madd, mul, sumOf } from '../math/simd';
import { distance, nearness, recordOf } from '../passes/four-pairs';
import { isSmoothed } from '../passes/pack';
import { lengthOf, positionOf } from '../schemes/shared/particle';
import { ghostFactor } from './factor';
import { giveFour, SUM_QUANTA } from './received';
import { findRuns, fourOf, fourUntil, ghostDx, ghostDy, ghostDz, headAt, runBegin, runEnd } from './runs';

/** After the density pass over pairs: adds what ghosts add to the particles of a chunk, and gives the ghosts their part. */
@inline export function addGhostDensity<K>(chunk: i32): void {
  const kernel = changetype<K>(0), end = chunkEnd(chunk), heads = int(GHOST_HEAD_COUNT), Rg = 2 * real(GHOST_LENGTH);
  const invRg = f32x4.splat(<f32>(1 / Rg)), cg = f32x4.splat(<f32>(ghostFactor() * Rg)), zero = f32x4.splat(0);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const p = recordOf(i), R = 2 * lengthOf(i), x = positionOf(i), force = address(AT_GHOST_FORCE) + (<usize>i << 5);
    store<f64>(force, 0, 24);
    if (!isSmoothed(i)) continue;
    const invR = v128.load32_splat(p, RECORD_INVERSE_SUPPORT), V = v128.load32_splat(p, RECORD_VOLUME);
    const c = mul(v128.load32_splat(p, RECORD_KERNEL), f32x4.splat(<f32>R));
    let rest = zero, volume = zero;
    for (let n = 0; n < heads; n++) {
      const runs = findRuns(headAt(n), x, max<f64>(R, Rg));
      for (let run = 0; run < runs; run++) {
        const stop = runEnd(run);
        for (let k = runBegin(run); k < stop; k += 4) {
          const r = distance(ghostDx(k), ghostDy(k), ghostDz(k));
          const W = madd(c, kernel.value(nearness(r, invR)), mul(cg, kernel.value(nearness(r, invRg))));
          const toI = mul(fourUntil(AT_GHOST_VOLUME, k, stop), W);
          rest = add(rest, toI);
          volume = add(volume, div(toI, fourOf(AT_GHOST_COMPRESSION, k)));
          giveFour(k, stop, mul(V, W), SUM_QUANTA);
        }
      }
    }
    const sum = address(AT_SUM) + (<usize>i << 4), covered = sumOf(rest);
    store<f32>(sum, load<f32>(sum) + covered);
    store<f32>(sum, load<f32>(sum, 4) + sumOf(volume), 4);
    store<f64>(force, <f64>covered, 24);
  }
}
