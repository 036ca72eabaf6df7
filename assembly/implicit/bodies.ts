// Bodies as unknowns of the solve for the pressure: what each Pa of a particle does to the bodies beside it, and how these answer. [ADR 55]
//   a body takes −Σ μ w at the places of the particles; its motion V + Ω × x is part of what compresses them

import {
  AT_PRESSED, AT_PRESSED_BODIES, BODY_COUNT, PAIR_UNIT, PRESSED_BYTES, PRESSED_CENTER, PRESSED_COMPLIANCE, PRESSED_FIRST,
  PRESSED_SPIN, PRESSED_VELOCITY, PRESSING_BYTES,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { Vector } from '../math/vector';
import { addLoad, closeLoads, openLoads } from '../obstacles/loads';
import { positionOf } from '../schemes/shared/particle';
import { UNKNOWN, unknownsOf } from './unknowns';

/** Bytes of one push: its vector, and the number of the body from 1 on, all f32. */
export const PUSH_BYTES: usize = 16;
/** One of the pushes of a particle is of all that is no body. */
const REST: f32 = -1;

/** The pushes of particle i, at most PRESSING_BYTES; a body 0 ends them. */
@inline export function pushesOn(i: i32): usize { return address(AT_PRESSED) + <usize>i * PRESSING_BYTES; }
/** Where they end at the latest. */
@inline export function lastPush(pushes: usize): usize { return pushes + PRESSING_BYTES; }
/** The body of a push, from 0 on; less than 0: none. */
@inline export function bodyOfPush(push: usize): i32 { return <i32>load<f32>(push, 12) - 1; }
/** Whether there is a push at all. */
@inline export function isPush(push: usize, end: usize): bool { return push < end && load<f32>(push, 12) != 0; }

/** Whether any obstacle is a body. */
@inline export function hasBodies(): bool { return int(BODY_COUNT) != 0; }

/** Forgets the pushes on particle i. */
@inline export function clearPushes(i: i32): void {
  const at = pushesOn(i);
  for (let push = at; push < lastPush(at); push += PUSH_BYTES) store<f32>(push, 0, 12);
}

/** Adds a push of a body for each Pa; false, and nothing is added, if there is no room for another body. Its parts are one. */
export function pushBy(i: i32, body: i32, x: f64, y: f64, z: f64): bool {
  const at = pushesOn(i), end = lastPush(at) - PUSH_BYTES; // the last is for the rest
  const name = <f32>load<f64>(bodyRow(body), PRESSED_FIRST) + 1;
  for (let push = at; push < end; push += PUSH_BYTES) {
    const known = load<f32>(push, 12);
    if (known != 0 && known != name) continue;
    let sx = <f32>x, sy = <f32>y, sz = <f32>z;
    if (known != 0) { sx += load<f32>(push); sy += load<f32>(push, 4); sz += load<f32>(push, 8); }
    v128.store(push, f32x4(sx, sy, sz, name));
    return true;
  }
  return false;
}

/** Adds what is pushed by no body, and returns the whole push as a row; its last number is 0. Without bodies nothing is noted. */
export function addRest(i: i32, x: f32, y: f32, z: f32): v128 {
  const at = pushesOn(i), end = lastPush(at);
  let push = at, sx = x, sy = y, sz = z;
  for (; isPush(push, end); push += PUSH_BYTES) {
    sx += load<f32>(push); sy += load<f32>(push, 4); sz += load<f32>(push, 8);
  }
  if (push > at && push < end && (x != 0 || y != 0 || z != 0)) v128.store(push, f32x4(x, y, z, REST));
  return f32x4(sx, sy, sz, 0);
}

/** Row of a body. */
@inline export function bodyRow(body: i32): usize { return address(AT_PRESSED_BODIES) + <usize>body * PRESSED_BYTES; }

/** What the unknowns beside the places do to bodies, or rather these to the particles, N: a chunk. */
export function pressBodies(chunk: i32): void {
  const end = chunkEnd(chunk), unit = real(PAIR_UNIT);
  openLoads(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    const pushes = pushesOn(i);
    if (load<f32>(pushes, 12) == 0) continue;
    bookPushes(i, pushes, unit * <f64>load<f32>(unknownsOf(i), UNKNOWN));
  }
  closeLoads();
}

/** Books what bodies do to particle i by a pressure, times a time. */
export function bookPushes(i: i32, pushes: usize, pressure: f64): void {
  const x = positionOf(i), last = lastPush(pushes);
  for (let push = pushes; isPush(push, last); push += PUSH_BYTES) {
    const wx = <f64>load<f32>(push), wy = <f64>load<f32>(push, 4), wz = <f64>load<f32>(push, 8);
    addLoad(max<i32>(bodyOfPush(push), -1), x.x, x.y, x.z, pressure * wx, pressure * wy, pressure * wz);
  }
}

/** Σ w·(V + Ω × x) of the bodies beside particle i. */
export function rateOfBodies(i: i32): f64 {
  const x = positionOf(i), pushes = pushesOn(i), last = lastPush(pushes);
  let sum = 0.0;
  for (let push = pushes; isPush(push, last); push += PUSH_BYTES) {
    const body = bodyOfPush(push);
    if (body < 0) continue;
    const row = bodyRow(body), ox = load<f64>(row, PRESSED_SPIN);
    const oy = load<f64>(row, PRESSED_SPIN + 8), oz = load<f64>(row, PRESSED_SPIN + 16);
    const ux = load<f64>(row, PRESSED_VELOCITY) + oy * x.z - oz * x.y;
    const uy = load<f64>(row, PRESSED_VELOCITY + 8) + oz * x.x - ox * x.z;
    const uz = load<f64>(row, PRESSED_VELOCITY + 16) + ox * x.y - oy * x.x;
    sum += <f64>load<f32>(push) * ux + <f64>load<f32>(push, 4) * uy + <f64>load<f32>(push, 8) * uz;
  }
  return sum;
}

/** What bodies add to the diagonal of particle i, over dt²: Σ jᵀ A j, j = (w, r × w), A the compliance of a body. */
export function diagonalOfBodies(i: i32): f64 {
  const x = positionOf(i), pushes = pushesOn(i), last = lastPush(pushes);
  let sum = 0.0;
  for (let push = pushes; isPush(push, last); push += PUSH_BYTES) {
    const body = bodyOfPush(push);
    if (body < 0) continue;
    const row = bodyRow(body), wx = <f64>load<f32>(push), wy = <f64>load<f32>(push, 4), wz = <f64>load<f32>(push, 8);
    sum += yielding(row, x, wx, wy, wz);
  }
  return real(PAIR_UNIT) * sum;
}

/** How far a body gives way at x along an impulse (wx, wy, wz), times it. */
export function yielding(row: usize, x: Vector, wx: f64, wy: f64, wz: f64): f64 {
  const rx = x.x - load<f64>(row, PRESSED_CENTER), ry = x.y - load<f64>(row, PRESSED_CENTER + 8);
  const rz = x.z - load<f64>(row, PRESSED_CENTER + 16);
  return quadratic(row + PRESSED_COMPLIANCE, wx, wy, wz, ry * wz - rz * wy, rz * wx - rx * wz, rx * wy - ry * wx);
}

/** jᵀ A j of a symmetric matrix with six rows. */
function quadratic(A: usize, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): f64 {
  return a * row(A, a, b, c, d, e, f) + b * row(A + 48, a, b, c, d, e, f) + c * row(A + 96, a, b, c, d, e, f) +
    d * row(A + 144, a, b, c, d, e, f) + e * row(A + 192, a, b, c, d, e, f) + f * row(A + 240, a, b, c, d, e, f);
}

@inline function row(A: usize, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): f64 {
  return a * load<f64>(A) + b * load<f64>(A, 8) + c * load<f64>(A, 16) + d * load<f64>(A, 24) + e * load<f64>(A, 32) + f * load<f64>(A, 40);
}
