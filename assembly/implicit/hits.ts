// Particles that hit a body in their drift. A hit takes the body for a wall that stays; where it is light, or many hit it at once, it
// gives way, and all of them keep a part of what the hits took. So a body never goes faster than what hits it. [ADR 55]
//   K = Σ m nᵀ A n over the hits of a body, A its compliance;  a hit counts by 1/(1 + K)

import { PRESSED_YIELD, REPORT_IMPULSE } from '../../src/wasm/layout';
import { chunkBegin, chunkEnd } from '../context';
import { addLoad, closeLoads, hitBody, hitX, hitY, hitZ, openLoads } from '../obstacles/loads';
import { massOf, positionOf, velocityOf } from '../schemes/shared/particle';
import { addVector, reportOf } from '../schemes/shared/report';
import { bodyOfPush, bodyRow, pushesOn, yielding } from './bodies';

/** Notes what bodies did to particle i on its way, in the place of its pushes, which have acted. */
export function rememberHit(i: i32): void {
  v128.store(pushesOn(i), f32x4(<f32>hitX, <f32>hitY, <f32>hitZ, <f32>(hitBody + 1)));
}

/** K of the bodies, by a chunk: in the place of the first number of their loads. */
export function weighHits(chunk: i32): void {
  const end = chunkEnd(chunk);
  openLoads(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const hit = pushesOn(i), body = bodyOfPush(hit);
    if (body < 0) continue;
    const x = <f64>load<f32>(hit), y = <f64>load<f32>(hit, 4), z = <f64>load<f32>(hit, 8), square = x * x + y * y + z * z;
    if (square > 0) addLoad(body, 0, 0, 0, (massOf(i) * yielding(bodyRow(body), positionOf(i), x, y, z)) / square, 0, 0);
  }
  closeLoads();
}

/** Gives particles of a chunk back what their hits took too much, and books it. */
export function softenHits(chunk: i32): void {
  const end = chunkEnd(chunk), report = reportOf(chunk);
  openLoads(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const hit = pushesOn(i), body = bodyOfPush(hit);
    if (body < 0) continue;
    const back = load<f64>(bodyRow(body), PRESSED_YIELD), v = velocityOf(i), x = positionOf(i), m = massOf(i);
    const ux = back * <f64>load<f32>(hit), uy = back * <f64>load<f32>(hit, 4), uz = back * <f64>load<f32>(hit, 8);
    v.set(v.x - ux, v.y - uy, v.z - uz);
    addLoad(body, x.x, x.y, x.z, -m * ux, -m * uy, -m * uz);
    addVector(report + REPORT_IMPULSE, -m * ux, -m * uy, -m * uz);
  }
  closeLoads();
}
