// The implicit step of solids: A Δv = b by conjugate gradients, with masses or a factor as preconditioner. [ADR 39]
//   A = M (1 + held) + w K + t C,   b = t M a + held − w₀ K v,   t the time of the kick, w and w₀ by the host, K and C by derivative.ts
// With masses alone every direction is 1/m times a force of the solid: momentum and angular momentum stay even if the solve ends early.
// With the factor of the host (src/substances/elastic/factor.ts) momentum does, angular momentum as far as the solve goes.
// Anchors act at the end of the step. Particles that an obstacle holds are given their change of velocity.

import {
  ALPHA, ANCHOR_BYTES, ANCHOR_HOLDS, ANCHOR_POSE, ANCHOR_RATE, ANCHOR_TABLE, AT_ANCHOR, AT_ANCHORED, AT_ELASTIC_FORCE, AT_NODE_VELOCITY,
  AT_SOLVE_CHANGE, AT_SOLVE_HELD, AT_SOLVE_LOAD, AT_SOLVE_RESIDUAL, BETA, ELASTIC_HOLD, FIRST_KICK, REPORT_CURVATURE,
  REPORT_DESCENT, REPORT_REFERENCE, REPORT_REMAINDER, STEP, SUB_MASS_DAMPING,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { Vector, vectorAt } from '../math/vector';
import { substanceOf } from '../passes/pack';
import { along } from '../schemes/shared/external';
import { accelerationOf, lengthOf, positionOf, relativeMassOf, velocityOf } from '../schemes/shared/particle';
import { reportOf } from '../schemes/shared/report';
import { lawOf, nodeOf } from './law';
import { CORNER, RUBBING, stickOf, WALL_RUB, wallOf, wayOf } from './held';

@inline export function rowOf(slot: usize, i: i32): usize { return address(slot) + (<usize>i << 5); }
@inline export function changeOf(i: i32): Vector { return vectorAt(rowOf(AT_SOLVE_CHANGE, i)); }
@inline function loadOf(i: i32): Vector { return vectorAt(rowOf(AT_SOLVE_LOAD, i)); }
@inline export function residualOf(i: i32): Vector { return vectorAt(rowOf(AT_SOLVE_RESIDUAL, i)); }
@inline function forceOf(i: i32): Vector { return vectorAt(rowOf(AT_ELASTIC_FORCE, i)); }
@inline export function directionOf(i: i32): Vector { return vectorAt(rowOf(AT_NODE_VELOCITY, nodeOf(i))); }
/** What stands beside the load: the diagonal of what is no stiffness, m (1 + …) over the unit. */
@inline function diagonalOf(i: i32): f64 { return load<f64>(rowOf(AT_SOLVE_LOAD, i), 24); }
@inline function isHeld(i: i32): bool { return wayOf(i) == CORNER; }
/** The diagonal with what friction adds to it. */
@inline function wholeOf(i: i32): f64 { return diagonalOf(i) + stickOf(i); }
/** r over the diagonal, or what the host made of r. It stands before the mark of what is held. */
@inline function conditionedOf(i: i32): Vector { return vectorAt(rowOf(AT_SOLVE_HELD, i)); }
@inline export function dot(a: Vector, b: Vector): f64 { return a.x * b.x + a.y * b.y + a.z * b.z; }
/** What of vector a a particle can follow: nothing across the obstacle that it touches. */
@inline function follow(i: i32, a: Vector): void {
  if (wayOf(i) != RUBBING) return;
  const n = vectorAt(wallOf(i)), across = dot(a, n);
  a.set(a.x - across * n.x, a.y - across * n.y, a.z - across * n.z);
}
/** |r|² of what it can follow. */
@inline function leftOf(i: i32, r: Vector): f64 {
  const across = wayOf(i) == RUBBING ? dot(r, vectorAt(wallOf(i))) : 0;
  return r.square - across * across;
}

/** Loads and diagonals of a chunk, and the first guess: no change. The forces of the solid are −w₀ K v. */
export function loadSolids(chunk: i32): void {
  const end = chunkEnd(chunk), dt = real(STEP), time = real(FIRST_KICK) * dt;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const m = relativeMassOf(i), a = accelerationOf(i), v = velocityOf(i), f = forceOf(i), b = loadOf(i), t = time * m;
    let diagonal = m + 0.5 * t * load<f64>(substanceOf(i), SUB_MASS_DAMPING);
    b.set(t * a.x + f.x, t * a.y + f.y, t * a.z + f.z);
    const anchor = anchorOf(i);
    if (anchor) {
      const k = holdOf(i, anchor), c = Math.sqrt(k), x = positionOf(i), X = vectorAt(address(AT_ANCHORED) + <usize>i * 24);
      diagonal += t * (dt * k + c);
      b.set(b.x + t * pull(anchor, 0, X, k, c, dt, x.x, v.x), b.y + t * pull(anchor, 1, X, k, c, dt, x.y, v.y),
        b.z + t * pull(anchor, 2, X, k, c, dt, x.z, v.z));
    }
    store<f64>(rowOf(AT_SOLVE_LOAD, i), diagonal, 24);
    changeOf(i).set(0, 0, 0);
    directionOf(i).set(0, 0, 0);
    store<f64>(rowOf(AT_SOLVE_HELD, i), 0, 24);
  }
}

/** The row of the anchor that holds particle i, or 0. */
@inline export function anchorOf(i: i32): usize {
  const anchor = load<u32>(address(AT_ANCHOR) + (<usize>i << 2));
  if (anchor == 0) return 0;
  const row = ANCHOR_TABLE + <usize>(anchor - 1) * ANCHOR_BYTES;
  return load<f64>(row, ANCHOR_HOLDS) != 0 ? row : 0;
}

/** Stiffness of an anchor per mass, 1/s². */
@inline export function holdOf(i: i32, anchor: usize): f64 {
  const h = lengthOf(i);
  return load<f64>(anchor, ANCHOR_HOLDS) * (load<f64>(lawOf(i), ELASTIC_HOLD) / (h * h));
}

/** A component of the pull of an anchor at the end of the step, were it reached at velocity v, m/s². */
@inline export function pull(anchor: usize, axis: usize, X: Vector, k: f64, c: f64, dt: f64, x: f64, v: f64): f64 {
  return k * (along(anchor + ANCHOR_POSE, axis, X) - x - dt * v) + c * (along(anchor + ANCHOR_RATE, axis, X) - v);
}

/** Residual and first direction of a chunk. The forces of the solid are those of the guess, which is the direction. */
export function beginElasticSolve(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk);
  let descent = 0.0, remainder = 0.0, reference = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const r = residualOf(i), p = directionOf(i), b = loadOf(i), f = forceOf(i), d = changeOf(i), s = diagonalOf(i);
    r.set(b.x - s * d.x + f.x, b.y - s * d.y + f.y, b.z - s * d.z + f.z);
    reference += b.square / s; // of what is held too: the load of a body at rest is all there
    const stick = stickOf(i), whole = s + stick;
    if (wayOf(i) == RUBBING) {
      const rub = vectorAt(wallOf(i) + WALL_RUB), n = vectorAt(wallOf(i)), across = dot(d, n);
      r.set(r.x + rub.x - stick * (d.x - across * n.x), r.y + rub.y - stick * (d.y - across * n.y),
        r.z + rub.z - stick * (d.z - across * n.z));
    }
    if (isHeld(i)) {
      p.set(0, 0, 0);
      continue;
    }
    p.set(r.x / whole, r.y / whole, r.z / whole);
    follow(i, p);
    conditionedOf(i).set(p.x, p.y, p.z);
    descent += leftOf(i, r) / whole;
    remainder += leftOf(i, r) / whole;
  }
  store<f64>(report, descent, REPORT_DESCENT);
  store<f64>(report, remainder, REPORT_REMAINDER);
  store<f64>(report, reference, REPORT_REFERENCE);
}

/** A p in place of the forces, and p·A p. */
export function applyElasticMatrix(chunk: i32): void {
  const end = chunkEnd(chunk);
  let curvature = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const p = directionOf(i), f = forceOf(i), s = wholeOf(i);
    f.set(s * p.x - f.x, s * p.y - f.y, s * p.z - f.z);
    curvature += dot(p, f);
  }
  store<f64>(reportOf(chunk), curvature, REPORT_CURVATURE);
}

/** Δv ← Δv + α p, r ← r − α A p, and what is left. */
export function descendElastic(chunk: i32): void {
  const report = reportOf(chunk), end = chunkEnd(chunk), alpha = real(ALPHA);
  let descent = 0.0;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const p = directionOf(i), f = forceOf(i), d = changeOf(i), r = residualOf(i);
    d.set(d.x + alpha * p.x, d.y + alpha * p.y, d.z + alpha * p.z);
    r.set(r.x - alpha * f.x, r.y - alpha * f.y, r.z - alpha * f.z);
    const s = wholeOf(i);
    if (!isHeld(i)) descent += leftOf(i, r) / s;
    conditionedOf(i).set(r.x / s, r.y / s, r.z / s);
    follow(i, conditionedOf(i));
  }
  store<f64>(report, descent, REPORT_DESCENT);
  store<f64>(report, descent, REPORT_REMAINDER);
}

/** p ← z + β p. */
export function turnElastic(chunk: i32): void {
  const end = chunkEnd(chunk), beta = real(BETA);
  for (let i = chunkBegin(chunk); i < end; i++) {
    if (isHeld(i)) continue;
    const p = directionOf(i), z = conditionedOf(i);
    p.set(z.x + beta * p.x, z.y + beta * p.y, z.z + beta * p.z);
  }
}
