// Friction, rolling resistance and restitution of globules that touch: springs with memory between each two of them. [CS79, Lud08, ADR 33]
//   F_t = −k_t ξ − γ_t v_t,   |k_t ξ| ≤ μ F_n,  |F_t| ≤ μ F_n,   ξ̇ = v_t while two globules touch, turned with them
//   M   = −k_r ψ − γ_r ω_ij,  |k_r ψ| ≤ μ_r R F_n, |M| ≤ μ_r R F_n,   ψ̇ = ω_i − ω_j
//   F_d = −b √(2 m* F_e/y) v_n,  y = r₀ − D: the same part of the speed comes back from soft and from hard hits
// v_t is the velocity of the surfaces at the contact, which divides D as the radii do: angular momentum is kept with the linear one.
// A contact is remembered by the smaller globule (of equals by the one with the lower id), which has at most twelve neighbors of its own
// size or larger. What is added to a particle is rounded to one quantum in double precision, so that sums are exact in any order.

import {
  AT_CONTACT_SUM, AT_CONTACTS, AT_GLOBULE, AT_GROUP_REPORT, AT_ID, AT_RECORD, AT_SPIN, AT_SPIN_RATE, CONTACT_BYTES, CONTACT_ROUNDING,
  CONTACT_SLOTS, CONTACT_SUM_BYTES, DIMENSION, GLOBULE_BOUNCE, GLOBULE_BYTES, GLOBULE_FRICTION, GLOBULE_RECORD_DAMPING,
  GLOBULE_RECORD_DAMPING_RANGE, GLOBULE_RECORD_INVERSE_MASS, GLOBULE_RECORD_IS, GLOBULE_RECORD_RADIUS, GLOBULE_RECORD_RANGE,
  GLOBULE_RECORD_SHIFT, GLOBULE_RECORD_STRENGTH, GLOBULE_RECORD_SUBSTANCE, GLOBULE_TABLE, GROUP_BYTES, GROUP_DAMPING, RECORD_SHIFT,
  RECORD_VELOCITY, SPLAT_TINY, STEP,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, real } from '../context';
import { add, first, mul, xyz0 } from '../math/simd';
import { Vector, vectorAt } from '../math/vector';
import { distance2, FOUR, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { besideRecords, LONG_ROW, longRowOf } from '../passes/sums';
import { inertiaPart } from './inertia';

/** k_t over S/r₀: soft enough for the step that contacts allow anyway, (1 + 1/0.4) k_t < 0.4 S/r₀. */
const TANGENT_STIFFNESS: f64 = 0.1;
/** γ_t over √(k_t m*), and γ_r over √(k_r I*). */
const TANGENT_DAMPING: f64 = 0.15;
/** k_r over k_t R². */
const ROLLING_STIFFNESS: f64 = 1;
/** μ_r over μ: grains are no balls. */
const ROLLING_PART: f64 = 0.2;
/** √(I/(m r²)) of a ball and of a disc, times the root of k_r over k_t R². */
const ROOT_BALL: f64 = 0.6324555320336759, ROOT_DISC: f64 = 0.7071067811865476;
/** D in the force is at least this part of r₀, as in forces.ts. */
const NEAREST: f64 = 0.1;

/** The largest k (1/M + 1/M) of a damper so far in the group in hand, 1/s. Globals belong to one instance, hence to one thread. */
let dampest: f64 = 0;

/** A remembered contact: 1 + id of the other globule (0: none), ξ and ψ of the one that remembers against the other, whether seen. */
@unmanaged class Contact {
  other: u32;
  xiX: f32; xiY: f32; xiZ: f32;
  psiX: f32; psiY: f32; psiZ: f32;
  seen: u32;
}

/** Contacts of particle i. */
@inline function contactsOf(i: i32): usize { return address(AT_CONTACTS) + <usize>i * (CONTACT_SLOTS * CONTACT_BYTES); }
@inline function contactAt(place: usize): Contact { return changetype<Contact>(place); }
@inline function idOf(i: i32): u32 { return load<u32>(address(AT_ID) + (<usize>i << 2)); }
@inline function sumOf(i: i32): usize { return address(AT_CONTACT_SUM) + <usize>i * CONTACT_SUM_BYTES; }
@inline function spinOf(i: i32): Vector { return vectorAt(address(AT_SPIN) + <usize>i * 24); }

/** Forgets the contacts of a chunk that the last pass did not see, closes the gaps, and clears the sums. */
export function ageContacts(chunk: i32): void {
  const end = chunkEnd(chunk);
  for (let i = chunkBegin(chunk); i < end; i++) {
    clear(sumOf(i), CONTACT_SUM_BYTES);
    const begin = contactsOf(i), stop = begin + CONTACT_SLOTS * CONTACT_BYTES;
    let kept = begin;
    for (let at = begin; at < stop && contactAt(at).other; at += CONTACT_BYTES) {
      if (!contactAt(at).seen) continue;
      contactAt(at).seen = 0;
      if (kept != at) {
        v128.store(kept, v128.load(at));
        v128.store(kept, v128.load(at, 16), 16);
      }
      kept += CONTACT_BYTES;
    }
    for (; kept < stop && contactAt(kept).other; kept += CONTACT_BYTES) clear(kept, CONTACT_BYTES);
  }
}

/** Zeros; a call of the memory instructions takes longer than so few bytes. */
@inline function clear(begin: usize, bytes: usize): void {
  for (let at = begin; at < begin + bytes; at += 16) v128.store(at, i32x4.splat(0));
}

/** ω̇ = M/I of a chunk. */
export function turnGlobules(chunk: i32): void {
  const end = chunkEnd(chunk), part = inertiaPart();
  for (let i = chunkBegin(chunk); i < end; i++) {
    const own = address(AT_GLOBULE) + (<usize>i << GLOBULE_RECORD_SHIFT), r = <f64>load<f32>(own, GLOBULE_RECORD_RADIUS);
    const torque = vectorAt(sumOf(i) + 32), perInertia = <f64>load<f32>(own, GLOBULE_RECORD_INVERSE_MASS) / (part * r * r);
    vectorAt(address(AT_SPIN_RATE) + <usize>i * 24).set(perInertia * torque.x, perInertia * torque.y, perInertia * torque.z);
  }
}

/** Carries the contacts of a group of slabs on by one step, and adds their forces and torques to the sums, which must be clear. */
@inline export function addContacts<W, E>(task: i32): void {
  const globules = besideRecords(AT_GLOBULE, LONG_ROW), end = taskEnd<EachPair>(task);
  dampest = 0;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), r_i = v128.load32_splat(longRowOf(p, globules));
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), D2 = distance2(dx, dy, dz);
      const r0 = add(r_i, first(
        v128.load32_zero(longRowOf(four.j0, globules)), v128.load32_zero(longRowOf(four.j1, globules)),
        v128.load32_zero(longRowOf(four.j2, globules)), v128.load32_zero(longRowOf(four.j3, globules)),
      ));
      const touching = i32x4.bitmask(v128.and(f32x4.lt(D2, mul(r0, r0)), f32x4.gt(D2, v128.load(SPLAT_TINY))));
      if (!touching) continue;
      if (touching & 1) touch<E>(i, four.j0, f32x4.extract_lane(dx, 0), f32x4.extract_lane(dy, 0), f32x4.extract_lane(dz, 0));
      if (touching & 2) touch<E>(i, four.j1, f32x4.extract_lane(dx, 1), f32x4.extract_lane(dy, 1), f32x4.extract_lane(dz, 1));
      if (touching & 4) touch<E>(i, four.j2, f32x4.extract_lane(dx, 2), f32x4.extract_lane(dy, 2), f32x4.extract_lane(dz, 2));
      if (touching & 8) touch<E>(i, four.j3, f32x4.extract_lane(dx, 3), f32x4.extract_lane(dy, 3), f32x4.extract_lane(dz, 3));
    }
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max<f32>(load<f32>(report, GROUP_DAMPING), <f32>dampest), GROUP_DAMPING);
}

/** The contact of particle i with the one of a record, x_ij apart. */
function touch<E>(i: i32, record: usize, dx: f64, dy: f64, dz: f64): void {
  const j = <i32>((record - address(AT_RECORD)) >> RECORD_SHIFT);
  const a = address(AT_GLOBULE) + (<usize>i << GLOBULE_RECORD_SHIFT), b = address(AT_GLOBULE) + (<usize>j << GLOBULE_RECORD_SHIFT);
  if (load<f32>(a, GLOBULE_RECORD_IS) == 0 || load<f32>(b, GLOBULE_RECORD_IS) == 0) return;
  const lawA = lawOfRecord(a), lawB = lawOfRecord(b);
  const mu = min<f64>(load<f64>(lawA, GLOBULE_FRICTION), load<f64>(lawB, GLOBULE_FRICTION));
  const bounce = 0.5 * (load<f64>(lawA, GLOBULE_BOUNCE) + load<f64>(lawB, GLOBULE_BOUNCE));
  if (mu == 0 && bounce == 0) return;

  const r_i = <f64>load<f32>(a, GLOBULE_RECORD_RADIUS), r_j = <f64>load<f32>(b, GLOBULE_RECORD_RADIUS), r0 = r_i + r_j;
  const D = Math.sqrt(dx * dx + dy * dy + dz * dz), perD = 1 / D, nx = dx * perD, ny = dy * perD, nz = dz * perD;
  const p = recordOf(i) + RECORD_VELOCITY, q = record + RECORD_VELOCITY;
  const vx = <f64>load<f32>(p) - <f64>load<f32>(q), vy = <f64>load<f32>(p, 4) - <f64>load<f32>(q, 4);
  const vz = <f64>load<f32>(p, 8) - <f64>load<f32>(q, 8), vn = vx * nx + vy * ny + vz * nz;
  const perMass = <f64>load<f32>(a, GLOBULE_RECORD_INVERSE_MASS) + <f64>load<f32>(b, GLOBULE_RECORD_INVERSE_MASS);
  const size = real(DIMENSION) == 3 ? r0 * r0 : r0;
  const S = size * (<f64>load<f32>(a, GLOBULE_RECORD_STRENGTH) + <f64>load<f32>(b, GLOBULE_RECORD_STRENGTH));
  const elastic = elasticForce<E>(a, b, S, perD, r0), braked = dampingForce(a, b, size, D, r0, vn), y = r0 - D;
  const damper = bounce > 0 && y > 0 ? bounce * Math.sqrt((2 * elastic) / (y * perMass)) : 0, more = -damper * vn;
  dampest = max<f64>(dampest, damper * perMass);
  const normal = max<f64>(elastic + braked + more, 0), extra = max<f64>(more, -(elastic + braked)); // they part without being pulled
  if (mu == 0) addForce(i, j, extra * nx, extra * ny, extra * nz);
  else rub(i, j, mu, normal, extra, S / r0, perMass, r_i, r_j, D, nx, ny, nz, vx - vn * nx, vy - vn * ny, vz - vn * nz);
}

@inline function lawOfRecord(own: usize): usize {
  return GLOBULE_TABLE + <usize>load<f32>(own, GLOBULE_RECORD_SUBSTANCE) * GLOBULE_BYTES;
}

/** S s_r (q^(m−1) − q^(n−1)), as in forces.ts. [MP89 eq. 2-3] */
@inline function elasticForce<E>(a: usize, b: usize, S: f64, perD: f64, r0: f64): f64 {
  const exponents = changetype<E>(0), alike = load<f32>(a, GLOBULE_RECORD_SUBSTANCE) == load<f32>(b, GLOBULE_RECORD_SUBSTANCE);
  const range: f64 = alike ? <f64>load<f32>(a, GLOBULE_RECORD_RANGE) + <f64>load<f32>(b, GLOBULE_RECORD_RANGE) : 1;
  const far = range * r0 * perD, q = min<f64>(r0 * perD, 1 / NEAREST);
  return S * max<f64>(1 - 1 / (far * far), 0) * (power(q, exponents.m - 1) - power(q, exponents.n - 1));
}

/** −k_d s_d v_n, as in forces.ts. [MP89 eq. 2, 4] */
@inline function dampingForce(a: usize, b: usize, size: f64, D: f64, r0: f64, vn: f64): f64 {
  const c_a = <f64>load<f32>(a, GLOBULE_RECORD_DAMPING_RANGE), c_b = <f64>load<f32>(b, GLOBULE_RECORD_DAMPING_RANGE);
  const alike = load<f32>(a, GLOBULE_RECORD_SUBSTANCE) == load<f32>(b, GLOBULE_RECORD_SUBSTANCE);
  const far = D / ((alike ? c_a + c_b : 2 * min<f64>(c_a, c_b)) * r0);
  const k_d = size * (<f64>load<f32>(a, GLOBULE_RECORD_DAMPING) + <f64>load<f32>(b, GLOBULE_RECORD_DAMPING));
  return -k_d * max<f64>(1 - far * far, 0) * vn;
}

@inline function power(x: f64, k: i32): f64 {
  let product: f64 = 1;
  for (let n = 0; n < k; n++) product *= x;
  return product;
}

/** The springs of a contact: (ux, uy, uz) is how fast the centers slide past each other, `extra` acts along the normal. */
function rub(
  i: i32, j: i32, mu: f64, normal: f64, extra: f64, stiffness: f64, perMass: f64, r_i: f64, r_j: f64, D: f64,
  nx: f64, ny: f64, nz: f64, ux: f64, uy: f64, uz: f64,
): void {
  const w_i = spinOf(i), w_j = spinOf(j), dt = real(STEP), share = r_i / (r_i + r_j), a_i = D * share, a_j = D - a_i;
  const wx = a_i * w_i.x + a_j * w_j.x, wy = a_i * w_i.y + a_j * w_j.y, wz = a_i * w_i.z + a_j * w_j.z;
  const vx = ux - (wy * nz - wz * ny), vy = uy - (wz * nx - wx * nz), vz = uz - (wx * ny - wy * nx);
  const ox = w_i.x - w_j.x, oy = w_i.y - w_j.y, oz = w_i.z - w_j.z;
  const k_t = TANGENT_STIFFNESS * stiffness, most = mu * normal;
  const R = 2 * r_j * share, k_r = ROLLING_STIFFNESS * k_t * R * R, mostTorque = ROLLING_PART * R * most;

  const own = r_i < r_j || (r_i == r_j && idOf(i) < idOf(j)), contact = own ? contactOf(i, idOf(j)) : contactOf(j, idOf(i));
  let xiX: f64 = 0, xiY: f64 = 0, xiZ: f64 = 0, psiX: f64 = 0, psiY: f64 = 0, psiZ: f64 = 0;
  if (contact) {
    const deep = real(DIMENSION) == 3, memory = contactAt(contact), sign: f64 = own ? 1 : -1;
    const hx = 0.5 * dt * (w_i.x + w_j.x), hy = 0.5 * dt * (w_i.y + w_j.y), hz = 0.5 * dt * (w_i.z + w_j.z);
    xiX = sign * <f64>memory.xiX; xiY = sign * <f64>memory.xiY; xiZ = sign * <f64>memory.xiZ;
    psiX = sign * <f64>memory.psiX; psiY = sign * <f64>memory.psiY; psiZ = sign * <f64>memory.psiZ;
    // Turned with the contact, at the same length: ξ stays in its plane.
    const long = xiX * xiX + xiY * xiY + xiZ * xiZ, longRoll = psiX * psiX + psiY * psiY + psiZ * psiZ;
    const tx = xiX + hy * xiZ - hz * xiY, ty = xiY + hz * xiX - hx * xiZ, tz = xiZ + hx * xiY - hy * xiX;
    const off = tx * nx + ty * ny + tz * nz;
    xiX = tx - off * nx; xiY = ty - off * ny; xiZ = tz - off * nz;
    const keep = sameLength(long, xiX * xiX + xiY * xiY + xiZ * xiZ);
    const px = psiX + hy * psiZ - hz * psiY, py = psiY + hz * psiX - hx * psiZ, pz = psiZ + hx * psiY - hy * psiX;
    const keepRoll = deep ? sameLength(longRoll, px * px + py * py + pz * pz) : 1; // in the plane ψ and ω are parallel
    xiX = keep * xiX + dt * vx; xiY = keep * xiY + dt * vy; xiZ = keep * xiZ + dt * vz;
    psiX = keepRoll * px + dt * ox; psiY = keepRoll * py + dt * oy; psiZ = keepRoll * pz + dt * oz;
    const slip = atMost(most, k_t, xiX, xiY, xiZ), roll = atMost(mostTorque, k_r, psiX, psiY, psiZ);
    xiX *= slip; xiY *= slip; xiZ *= slip;
    psiX *= roll; psiY *= roll; psiZ *= roll;
    memory.xiX = <f32>(sign * xiX); memory.xiY = <f32>(sign * xiY); memory.xiZ = <f32>(sign * xiZ);
    memory.psiX = <f32>(sign * psiX); memory.psiY = <f32>(sign * psiY); memory.psiZ = <f32>(sign * psiZ);
  }

  const gamma = TANGENT_DAMPING * Math.sqrt(k_t / perMass);
  dampest = max<f64>(dampest, 3.5 * gamma * perMass); // 1 + 1/0.4: a force at the rim also turns
  let fx = -k_t * xiX - gamma * vx, fy = -k_t * xiY - gamma * vy, fz = -k_t * xiZ - gamma * vz;
  const slides = atMost(most, 1, fx, fy, fz);
  fx *= slides; fy *= slides; fz *= slides;
  const gammaRoll = gamma * R * R * (real(DIMENSION) == 3 ? ROOT_BALL : ROOT_DISC);
  let mx = -k_r * psiX - gammaRoll * ox, my = -k_r * psiY - gammaRoll * oy, mz = -k_r * psiZ - gammaRoll * oz;
  const rolls = atMost(mostTorque, 1, mx, my, mz);
  mx *= rolls; my *= rolls; mz *= rolls;
  addForce(i, j, fx + extra * nx, fy + extra * ny, fz + extra * nz);
  const cx = ny * fz - nz * fy, cy = nz * fx - nx * fz, cz = nx * fy - ny * fx;
  addTo(sumOf(i) + 32, mx - a_i * cx, my - a_i * cy, mz - a_i * cz);
  addTo(sumOf(j) + 32, -mx - a_j * cx, -my - a_j * cy, -mz - a_j * cz);
}

/** Factor that gives a vector of squared length `now` the squared length `was`; 1 if it has none. */
@inline function sameLength(was: f64, now: f64): f64 { return now > 0 ? Math.sqrt(was / now) : 1; }

/** Factor that makes |k (x, y, z)| at most `most`. */
@inline function atMost(most: f64, k: f64, x: f64, y: f64, z: f64): f64 {
  const square = k * k * (x * x + y * y + z * z);
  return square > most * most ? most / Math.sqrt(square) : 1;
}

/** The memory of the contact of particle i with another: found, or made if there is room, else 0. */
function contactOf(i: i32, other: u32): usize {
  const begin = contactsOf(i), stop = begin + CONTACT_SLOTS * CONTACT_BYTES;
  for (let at = begin; at < stop; at += CONTACT_BYTES) {
    const contact = contactAt(at);
    if (contact.other && contact.other != other + 1) continue;
    contact.other = other + 1;
    contact.seen = 1;
    return at;
  }
  return 0;
}

/** Gives a force to particle i and takes it from j, as a whole number of quanta: its sums are exact. [docs/adr/0006] */
@inline function addForce(i: i32, j: i32, x: f64, y: f64, z: f64): void {
  const rounding = real(CONTACT_ROUNDING), fx = x + rounding - rounding, fy = y + rounding - rounding, fz = z + rounding - rounding;
  addTo(sumOf(i), fx, fy, fz);
  addTo(sumOf(j), -fx, -fy, -fz);
}

@inline function addTo(sum: usize, x: f64, y: f64, z: f64): void {
  const v = vectorAt(sum);
  v.set(v.x + x, v.y + y, v.z + z);
}
