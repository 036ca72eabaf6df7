// Builds the 64-byte f32 records that the pair passes read, from the f64 state. [design: mixed precision]
// Volumes are those at rest, V₀ = m/ρ₀, and densities are compressions, N = ρ/ρ₀: between two substances masses and densities jump,
// these do not. [X53, docs/adr/0030]
// Predicted values v* = v½ + ½dt a and ρ* = ρ½ + ½dt ρ̇ go into the record: forces are evaluated at (x, v*, ρ*). [card §6]
// With individual steps the active particles have their own dt; of the others, position, velocity and density now are predicted.

import {
  ADAPTIVE, AT_ACCELERATION, AT_DENSITY, AT_DENSITY_RATE, AT_DENSITY_SCALE, AT_MASS, AT_POSITION, AT_RECORD,
  AT_REST_DENSITY, AT_SMOOTHING_LENGTH, AT_SUBSTANCE, AT_SUM, AT_VELOCITY, DIMENSION, FLOW, INDIVIDUAL, KERNEL_NORM, LAST_KICK, PAIR_UNIT,
  HAS_GHOSTS, OBSTACLE_COUNT, ORIGIN, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_LENGTH, RECORD_LINEAR,
  RECORD_PRESSURE, RECORD_QUADRATIC, RECORD_SHIFT, RECORD_VELOCITY, RECORD_VISCOSITY, RECORD_VOLUME, RECORD_XSPH, SOLVES_PRESSURE, STEP,
  STEP_NEW, SUBSTANCE_BYTES, SUBSTANCE_TABLE, SUB_BULK, SUB_FINEST, SUB_GRADIENT_SCALE, SUB_LEAST_LINEAR, SUB_LINEAR, SUB_PACE,
  SUB_QUADRATIC, SUB_REST_DENSITY, SUB_SHEPARD, SUB_SMOOTHED, SUB_SOUND_SPEED, SUB_SUMMATION, SUB_SUM_SCALE, SUB_VISCOSITY,
  SUB_XSPH, UNEVEN,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { ageOf, coordinateNow, isActive, stepOf } from '../individual';
import { findOpenSpace, isInTheOpen } from '../obstacles/open-space';
import { coverOf } from '../obstacles/walls';
import { feltPressure, pressure } from '../state-equation';

/** Lengths h over which a summed density forgets a split or merge. */
const RELAXATION: f64 = 20;

@inline export function substanceOf(i: i32): usize {
  return SUBSTANCE_TABLE + <usize>load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)) * SUBSTANCE_BYTES;
}

/** Whether particle i is smoothed: it weighs in the sums over neighbors. */
@inline export function isSmoothed(i: i32): bool {
  return load<f64>(substanceOf(i), SUB_SMOOTHED) != 0;
}

/** Factor of the squared |v|/h in the criterion of speed: that of globules is |v| dt < 0.1 r. */
@inline export function paceOf(i: i32): f64 {
  return load<f64>(substanceOf(i), SUB_PACE);
}

/** Records of a chunk. */
export function packRecords(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), twoD = real(DIMENSION) == 2, individual = int(INDIVIDUAL) != 0;
  let half = int(FLOW) ? 0 : real(LAST_KICK) * real(STEP);
  const position = address(AT_POSITION), velocity = address(AT_VELOCITY), acceleration = address(AT_ACCELERATION);
  const density = address(AT_DENSITY), rate = address(AT_DENSITY_RATE), mass = address(AT_MASS), lengths = address(AT_SMOOTHING_LENGTH);
  const ox = real(ORIGIN), oy = real(ORIGIN + 8), oz = real(ORIGIN + 16), unit = real(PAIR_UNIT), norm = 0.5 * real(KERNEL_NORM) * unit;
  const uneven = int(UNEVEN) != 0, densities = address(AT_REST_DENSITY);
  for (let i = begin; i < end; i++) {
    const record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT), at3 = <usize>i * 24, at = <usize>i << 3;
    const x = position + at3, v = velocity + at3, a = acceleration + at3, substance = substanceOf(i), behind = individual && !isActive(i);
    if (individual) half = behind ? ageOf(stepOf(i)) : 0.5 * ageOf(stepOf(i));
    const h = load<f64>(lengths + at), R = 2 * h, rho0 = load<f64>(substance, SUB_REST_DENSITY);
    store<f32>(record, <f32>((behind ? coordinateNow(i, 0) : load<f64>(x)) - ox));
    store<f32>(record, <f32>((behind ? coordinateNow(i, 8) : load<f64>(x, 8)) - oy), 4);
    store<f32>(record, <f32>((behind ? coordinateNow(i, 16) : load<f64>(x, 16)) - oz), 8);
    store<f32>(record, <f32>(1 / R), RECORD_INVERSE_SUPPORT);
    store<f32>(record, <f32>(load<f64>(v) + half * load<f64>(a)), RECORD_VELOCITY);
    store<f32>(record, <f32>(load<f64>(v, 8) + half * load<f64>(a, 8)), RECORD_VELOCITY + 4);
    store<f32>(record, <f32>(load<f64>(v, 16) + half * load<f64>(a, 16)), RECORD_VELOCITY + 8);
    store<f32>(record, isSmoothed(i) ? <f32>(load<f64>(mass + at) / (rho0 * unit)) : 0, RECORD_VOLUME); // others weigh nothing
    const rho = load<f64>(density + at) + half * load<f64>(rate + at);
    packState(record, substance, rho);
    dampSound(i, substance, rho, load<f64>(rate + at));
    store<f32>(record, <f32>(norm / (twoD ? R * R * R : R * R * R * R)), RECORD_KERNEL);
    store<f32>(record, <f32>(0.05 * h), RECORD_LENGTH);
    store<f32>(record, <f32>(10 * rho0 * load<f64>(substance, SUB_LINEAR) * linearPart(substance, h)), RECORD_LINEAR);
    store<f32>(record, <f32>(100 * rho0 * load<f64>(substance, SUB_QUADRATIC)), RECORD_QUADRATIC);
    store<f32>(record, <f32>load<f64>(substance, SUB_VISCOSITY), RECORD_VISCOSITY);
    store<f32>(record, <f32>(rho0 * load<f64>(substance, SUB_XSPH)), RECORD_XSPH);
    if (uneven) store<f32>(densities + (<usize>i << 2), <f32>(load<f64>(substance, SUB_SUMMATION) == 1 ? rho0 : -rho0));
  }
}

/**
 * What changes from step to step in the records of a chunk: x, v*, ρ* and P. Sizes, masses and parameters stay as packed until the next
 * sort. All particles have the same step.
 */
export function packMotion(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), half = real(LAST_KICK) * real(STEP);
  const position = address(AT_POSITION), velocity = address(AT_VELOCITY), acceleration = address(AT_ACCELERATION);
  const density = address(AT_DENSITY), rate = address(AT_DENSITY_RATE);
  const ox = real(ORIGIN), oy = real(ORIGIN + 8), oz = real(ORIGIN + 16);
  for (let i = begin; i < end; i++) {
    const record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT), at3 = <usize>i * 24, at = <usize>i << 3;
    const x = position + at3, v = velocity + at3, a = acceleration + at3;
    const rho = load<f64>(density + at) + half * load<f64>(rate + at);
    store<f32>(record, <f32>(load<f64>(x) - ox));
    store<f32>(record, <f32>(load<f64>(x, 8) - oy), 4);
    store<f32>(record, <f32>(load<f64>(x, 16) - oz), 8);
    store<f32>(record, <f32>(load<f64>(v) + half * load<f64>(a)), RECORD_VELOCITY);
    store<f32>(record, <f32>(load<f64>(v, 8) + half * load<f64>(a, 8)), RECORD_VELOCITY + 4);
    store<f32>(record, <f32>(load<f64>(v, 16) + half * load<f64>(a, 16)), RECORD_VELOCITY + 8);
    packState(record, substanceOf(i), rho);
    dampSound(i, substanceOf(i), rho, load<f64>(rate + at));
  }
}

/** N = ρ/ρ₀ and P/N² of a density into a record, P over what sums make of a gradient. [ADR 31] */
@inline export function packState(record: usize, substance: usize, rho: f64): void {
  const N = rho / load<f64>(substance, SUB_REST_DENSITY);
  store<f32>(record, <f32>N, RECORD_COMPRESSION);
  store<f32>(record, <f32>(feltPressure(substance, rho) / (N * N)), RECORD_PRESSURE);
}

/**
 * Adds to the pressure in the record of particle i what damps sound: ζ ρ̇/ρ, ζ a bulk viscosity that grows with h, never more than the
 * pressure itself. [ADR 31]
 */
@inline export function dampSound(i: i32, substance: usize, rho: f64, rate: f64): void {
  const bulk = load<f64>(substance, SUB_BULK), P = bulk > 0 ? pressure(substance, rho) : 0;
  if (P <= 0) return;
  const N = rho / load<f64>(substance, SUB_REST_DENSITY), record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT);
  const damping = bulk * load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3)) * rate;
  const felt = load<f64>(substance, SUB_GRADIENT_SCALE) * (P + min<f64>(max<f64>(damping, -P), P));
  store<f32>(record, <f32>(felt / (N * N)), RECORD_PRESSURE);
}

/** Part of the linear viscosity that a particle of this h has: ν ≈ η h c/20 shall not depend on the resolution. [ADR 16] */
@inline export function linearPart(substance: usize, h: f64): f64 {
  return int(ADAPTIVE) ? Math.max(load<f64>(substance, SUB_LEAST_LINEAR), load<f64>(substance, SUB_FINEST) / h) : 1;
}

/**
 * After the density pass: substances with summed density take ρ = ρ₀ s (Σ V₀ W̄ + Γ) [AW09 eq. 5, X53]; s makes their rest lattice
 * ρ₀, and Γ is the part of the kernel that obstacles cover, as if the substance went on there at rest. [ADR 12]
 */
export function updateDensity(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), density = address(AT_DENSITY), sums = address(AT_SUM);
  const lengths = address(AT_SMOOTHING_LENGTH), walls = int(OBSTACLE_COUNT) != 0 && int(HAS_GHOSTS) == 0;
  const individual = int(INDIVIDUAL) != 0, keeps = individual || (int(ADAPTIVE) != 0 && int(SOLVES_PRESSURE) != 0);
  if (walls) findOpenSpace(2 * load<f64>(lengths + (<usize>begin << 3)));
  for (let i = begin; i < end; i++) {
    const substance = substanceOf(i);
    if (load<f64>(substance, SUB_SUMMATION) != 1 || (individual && !isActive(i))) continue;
    let N = <f64>load<f32>(sums + (<usize>i << 4));
    if (walls) {
      const R = 2 * load<f64>(lengths + (<usize>i << 3));
      N += feltPart(i, substance, N, isInTheOpen(i, R) ? 0 : coverOf(i, R));
    }
    let rho = N * load<f64>(substance, SUB_SUM_SCALE) * load<f64>(substance, SUB_REST_DENSITY);
    if (keeps) rho *= keptPart(i, density, lengths, substance, rho);
    const dt = stepSince(i), rate = dt > 0 ? (rho - load<f64>(density + (<usize>i << 3))) / dt : 0;
    setDensity(i, density, substance, rho);
    dampSound(i, substance, rho, rate);
  }
}

/** Lengths h over which sound forgets how a particle came to a wall. */
const FORGETTING: f64 = 500;
/** Where particles and walls fill less than this of the kernel, the way to the wall is open, and what comes nearer is no sound. */
const OPEN: f64 = 0.9;
/** Where they fill this much, the substance reaches up to the wall. */
const CLOSED: f64 = 0.98;

/**
 * What of the kernel of particle i counts as covered by obstacles, Γ now: 2Γ − Γ̄, Γ̄ the mean of the last while in which the substance,
 * Σ now, reached up to the wall. What is behind a wall is a mirror image, and comes nearer by as much as the particle does; only so does
 * the push of walls conserve energy. [ADR 31] Γ̄ has the place of the density rate, which a summed density does not have.
 */
@inline function feltPart(i: i32, substance: usize, sum: f64, covered: f64): f64 {
  const at = <usize>i << 3, mean = address(AT_DENSITY_RATE) + at, old = load<f64>(mean);
  if (covered == 0 && old == 0) return 0;
  const step = stepSince(i), h = load<f64>(address(AT_SMOOTHING_LENGTH) + at), c = load<f64>(substance, SUB_SOUND_SPEED);
  const closed = (load<f64>(substance, SUB_SUM_SCALE) * (sum + covered) - OPEN) / (CLOSED - OPEN);
  const follows = step > 0 ? max<f64>(1 - closed, min<f64>(1, (step * c) / (FORGETTING * h))) : 1;
  const next = old + (covered - old) * min<f64>(follows, 1);
  store<f64>(mean, next);
  return 2 * covered - next;
}

/** Time since the last evaluation of particle i, s; 0 if there was none. */
@inline function stepSince(i: i32): f64 {
  if (int(INDIVIDUAL) == 0) return real(STEP);
  return (stepOf(i) & STEP_NEW) != 0 ? 0 : ageOf(stepOf(i));
}

/**
 * Factor of a summed density: a particle that was just split off or merged, or whose neighbor was, keeps its density (factor 0 asks for it)
 * and lets go of it over the time sound takes through RELAXATION of its lengths, so that the sum over a new arrangement is no sudden push.
 */
function keptPart(i: i32, density: usize, lengths: usize, substance: usize, sum: f64): f64 {
  const scale = address(AT_DENSITY_SCALE) + (<usize>i << 3), individual = int(INDIVIDUAL) != 0, step = individual ? stepOf(i) : 0;
  let kept = load<f64>(scale);
  if (kept == 0) kept = load<f64>(density + (<usize>i << 3)) / sum;
  else if (kept != 1 && (step & STEP_NEW) == 0) {
    const h = load<f64>(lengths + (<usize>i << 3));
    const age = individual ? ageOf(step) : real(STEP);
    kept += (1 - kept) * Math.min(1, (age * load<f64>(substance, SUB_SOUND_SPEED)) / (RELAXATION * h));
  }
  store<f64>(scale, kept);
  return kept;
}

/** After the density pass: continuity densities are re-initialised to ρ₀ Σ V₀ W̄ / Σ V W̄. [card §4] */
export function applyShepard(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), density = address(AT_DENSITY), sums = address(AT_SUM);
  for (let i = begin; i < end; i++) {
    const substance = substanceOf(i), sum = sums + (<usize>i << 4);
    if (load<f64>(substance, SUB_SHEPARD) == 0) continue;
    const N = <f64>load<f32>(sum) / <f64>load<f32>(sum, 4);
    setDensity(i, density, substance, N * load<f64>(substance, SUB_REST_DENSITY));
  }
}

@inline function setDensity(i: i32, density: usize, substance: usize, rho: f64): void {
  store<f64>(density + (<usize>i << 3), rho);
  packState(address(AT_RECORD) + (<usize>i << RECORD_SHIFT), substance, rho);
}
