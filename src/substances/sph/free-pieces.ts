// Viscous forces change neither momentum nor angular momentum of a piece that touches no wall, but a solve that ends early does. What it
// did is taken back here, per piece, as the rigid motion that it is. [docs/adr/0029-the-full-symmetric-stress.md]

import type { Part } from '../../particles/part.ts';
import * as at from '../../wasm/layout.ts';
import { findPieces } from './find-pieces.ts';
import type { Smoothed } from './smoothed.ts';
import type { ViscousPieces } from './viscous-pieces.ts';

/**
 * Numbers of a piece: mass, center, momentum and angular momentum of the change, inertia xx yy zz xy yz zx, whether it touches a wall,
 * angular momentum, stiff mass.
 */
const NUMBERS = 21;
const MASS = 0;
const CENTER = 1;
const MOMENTUM = 4;
const SPIN = 7;
const INERTIA = 10;
const HELD = 16;
const WHOLE_SPIN = 17;
const STIFF = 20;

/** Radius of gyration of a particle over its h: next to nothing, but what has no size would turn with rounding over rounding. */
const OWN_RADIUS = 1e-4;

/**
 * Takes the rigid motion of every free piece out of the change of velocity δ.
 * @param guess whether δ is the guess of a solve: its directions are then the velocities that go with it
 * @param momentum gets Σ m δ, N·s
 */
export function freePieces(s: Smoothed, guess: boolean, momentum: [number, number, number]): void {
  const { pieces, set, neighbors } = s,
    { part } = set;
  if (isPeriodic(set)) return; // what goes around has no center
  if (pieces.lists !== neighbors.builds) {
    findPieces(s, NUMBERS);
    pieces.lists = neighbors.builds;
  }
  const memory = memoryOf(s),
    dt = set.shared.f64[at.STEP / 8]!;
  pieces.sums.fill(0);
  inOrder(part, pieces, () => addMoments(memory, pieces, set.count));
  takeCenters(pieces.sums);
  if (!someAreFree(pieces.sums, part)) {
    if (!guess) sumMomentum(memory, set, momentum);
    return;
  }
  inOrder(part, pieces, () => addSpins(memory, pieces, set.count, dt));
  for (let k = 0; k < pieces.sums.length; k += NUMBERS) settle(pieces.sums, k);
  const half = (guess ? -0.5 : 0.5) * dt; // the guess goes on as the last step ended: straighten it
  for (const field of guess ? [memory.delta, memory.direction] : [memory.delta]) {
    takeMotion(memory, pieces, set.count, field);
    bendPaths(memory, pieces, set.count, field, half);
  }
  if (guess) part?.share([at.AT_DIRECTION]);
  else sumMomentum(memory, set, momentum);
}

/** Adds to the sums of pieces; to those of pieces that several ranks have parts of, in the order of all particles. */
function inOrder(part: Part | undefined, { sums, shared }: ViscousPieces, add: () => void): void {
  if (!part || shared === 0) {
    add();
    return;
  }
  const all = part.chain(NUMBERS * shared, (before) => {
    if (part.comm.rank > 0) sums.set(before);
    add();
    before.set(sums.subarray(0, before.length));
  });
  sums.set(all);
}

function someAreFree(sums: Float64Array, part: Part | undefined): boolean {
  let isAnyFree = false;
  for (let k = HELD; k < sums.length; k += NUMBERS) isAnyFree ||= sums[k] === 0;
  return part ? part.largest(Number(isAnyFree)) > 0 : isAnyFree;
}

function isPeriodic({ shared: { f64 } }: Smoothed['set']): boolean {
  return [0, 1, 2].some((a) => f64[at.PERIOD / 8 + a]! > 0);
}

interface Memory {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  /** First entries of the fields, in numbers of their type. */
  readonly x: number;
  readonly m: number;
  readonly v: number;
  readonly h: number;
  readonly density: number;
  readonly viscosity: number;
  readonly delta: number;
  readonly direction: number;
  readonly wall: number;
}

function memoryOf({ set: { shared } }: Smoothed): Memory {
  const of = (slot: number, shift: number) => shared.u32[slot >> 2]! >> shift;
  return {
    f64: shared.f64,
    f32: shared.f32,
    x: of(at.AT_POSITION, 3),
    m: of(at.AT_MASS, 3),
    v: of(at.AT_VELOCITY, 3),
    h: of(at.AT_SMOOTHING_LENGTH, 3),
    density: of(at.AT_DENSITY, 3),
    viscosity: of(at.AT_VISCOSITY, 3),
    delta: of(at.AT_DELTA, 2),
    direction: of(at.AT_DIRECTION, 2),
    wall: of(at.AT_WALL, 2),
  };
}

/** Mass, mass times center, and momentum of every piece. */
function addMoments({ f64, f32, x, m, delta, wall }: Memory, { piece, sums }: ViscousPieces, count: number): void {
  const arm = at.WALL_ARM / 4,
    slip = at.WALL_SLIP / 4;
  for (let i = 0; i < count; i++) {
    const k = piece[i]! * NUMBERS,
      mass = f64[m + i]!,
      w = wall + i * (at.WALL_BYTES / 4);
    sums[k] = sums[k]! + mass;
    for (let a = 0; a < 3; a++) {
      sums[k + CENTER + a]! += mass * f64[x + 3 * i + a]!;
      sums[k + MOMENTUM + a]! += mass * f32[delta + 4 * i + a]!;
    }
    if (f32[w + arm] !== 0 || f32[w + arm + 1] !== 0 || f32[w + arm + 2] !== 0 || f32[w + slip] !== 0)
      sums[k + HELD] = 1;
  }
}

function takeCenters(sums: Float64Array): void {
  for (let k = 0; k < sums.length; k += NUMBERS) for (let a = 0; a < 3; a++) sums[k + CENTER + a]! /= sums[k + MASS]!;
}

/** Angular momentum and inertia of every piece about its center, and its mass that moves like a solid within a time (s). */
function addSpins(memory: Memory, { piece, sums }: ViscousPieces, count: number, dt: number): void {
  const { f64, f32, x, m, v, h, density, viscosity, delta } = memory;
  for (let i = 0; i < count; i++) {
    const k = piece[i]! * NUMBERS,
      mass = f64[m + i]!,
      rx = f64[x + 3 * i]! - sums[k + CENTER]!,
      ry = f64[x + 3 * i + 1]! - sums[k + CENTER + 1]!,
      rz = f64[x + 3 * i + 2]! - sums[k + CENTER + 2]!;
    const d = delta + 4 * i;
    addCross(sums, k + SPIN, rx, ry, rz, mass * f32[d]!, mass * f32[d + 1]!, mass * f32[d + 2]!);
    addCross(
      sums,
      k + WHOLE_SPIN,
      rx,
      ry,
      rz,
      mass * f64[v + 3 * i]!,
      mass * f64[v + 3 * i + 1]!,
      mass * f64[v + 3 * i + 2]!,
    );
    const h2 = f64[h + i]! * f64[h + i]!,
      own = OWN_RADIUS * OWN_RADIUS * h2,
      reach = (f64[viscosity + i]! * dt) / (f64[density + i]! * h2); // ≫ 1: the solve leaves nothing but rigid motion
    sums[k + STIFF]! += mass - mass / (1 + reach * reach);
    sums[k + INERTIA]! += mass * (ry * ry + rz * rz + own);
    sums[k + INERTIA + 1]! += mass * (rz * rz + rx * rx + own);
    sums[k + INERTIA + 2]! += mass * (rx * rx + ry * ry + own);
    sums[k + INERTIA + 3]! -= mass * rx * ry;
    sums[k + INERTIA + 4]! -= mass * ry * rz;
    sums[k + INERTIA + 5]! -= mass * rz * rx;
  }
}

/** Velocity and rate of turning in place of momentum and angular momentum; 0 for a piece that a wall holds. */
function settle(sums: Float64Array, k: number): void {
  const free = sums[k + HELD] === 0 ? 1 : 0,
    xx = sums[k + INERTIA]!,
    yy = sums[k + INERTIA + 1]!,
    zz = sums[k + INERTIA + 2]!,
    xy = sums[k + INERTIA + 3]!,
    yz = sums[k + INERTIA + 4]!,
    zx = sums[k + INERTIA + 5]!;
  const cxx = yy * zz - yz * yz,
    cyy = xx * zz - zx * zx,
    czz = xx * yy - xy * xy,
    cxy = yz * zx - xy * zz,
    cyz = xy * zx - yz * xx,
    czx = xy * yz - zx * yy;
  const determinant = xx * cxx + xy * cxy + zx * czx,
    inverse = determinant > 0 ? free / determinant : 0;
  for (let a = 0; a < 3; a++) sums[k + MOMENTUM + a]! *= free / sums[k + MASS]!;
  for (const spin of [k + SPIN, k + WHOLE_SPIN]) {
    const lx = sums[spin]!,
      ly = sums[spin + 1]!,
      lz = sums[spin + 2]!;
    sums[spin] = inverse * (cxx * lx + cxy * ly + czx * lz);
    sums[spin + 1] = inverse * (cxy * lx + cyy * ly + cyz * lz);
    sums[spin + 2] = inverse * (czx * lx + cyz * ly + czz * lz);
  }
}

/** Adds (x, y, z) × (a, b, c) to three numbers. */
function addCross(
  sums: Float64Array,
  k: number,
  x: number,
  y: number,
  z: number,
  a: number,
  b: number,
  c: number,
): void {
  sums[k]! += y * c - z * b;
  sums[k + 1]! += z * a - x * c;
  sums[k + 2]! += x * b - y * a;
}

/**
 * δ ← δ + ½dt ω × (ω × r): a stiff piece that turns goes along its circles. With the velocities of their beginning it would grow by ½(ω dt)²
 * in every step, and its volume would be right only if it became flatter. What is liquid flies on straight.
 */
function bendPaths(
  { f64, f32, x }: Memory,
  { piece, sums }: ViscousPieces,
  count: number,
  field: number,
  half: number,
): void {
  for (let i = 0; i < count; i++) {
    const k = piece[i]! * NUMBERS,
      wx = sums[k + WHOLE_SPIN]!,
      wy = sums[k + WHOLE_SPIN + 1]!,
      wz = sums[k + WHOLE_SPIN + 2]!;
    const rx = f64[x + 3 * i]! - sums[k + CENTER]!,
      ry = f64[x + 3 * i + 1]! - sums[k + CENTER + 1]!,
      rz = f64[x + 3 * i + 2]! - sums[k + CENTER + 2]!,
      along = wx * rx + wy * ry + wz * rz,
      square = wx * wx + wy * wy + wz * wz,
      bend = (half * sums[k + STIFF]!) / sums[k + MASS]!;
    f32[field + 4 * i]! += bend * (wx * along - square * rx);
    f32[field + 4 * i + 1]! += bend * (wy * along - square * ry);
    f32[field + 4 * i + 2]! += bend * (wz * along - square * rz);
  }
}

/** Takes v + ω × r from a field: δ, or the directions. */
function takeMotion({ f64, f32, x }: Memory, { piece, sums }: ViscousPieces, count: number, field: number): void {
  for (let i = 0; i < count; i++) {
    const k = piece[i]! * NUMBERS,
      rx = f64[x + 3 * i]! - sums[k + CENTER]!,
      ry = f64[x + 3 * i + 1]! - sums[k + CENTER + 1]!,
      rz = f64[x + 3 * i + 2]! - sums[k + CENTER + 2]!;
    const wx = sums[k + SPIN]!,
      wy = sums[k + SPIN + 1]!,
      wz = sums[k + SPIN + 2]!;
    f32[field + 4 * i]! -= sums[k + MOMENTUM]! + wy * rz - wz * ry;
    f32[field + 4 * i + 1]! -= sums[k + MOMENTUM + 1]! + wz * rx - wx * rz;
    f32[field + 4 * i + 2]! -= sums[k + MOMENTUM + 2]! + wx * ry - wy * rx;
  }
}

function sumMomentum(memory: Memory, { count, part }: Smoothed['set'], out: [number, number, number]): void {
  out.fill(0);
  if (part) out.splice(0, 3, ...part.chain(3, (before) => addMomentum(memory, count, before)));
  else addMomentum(memory, count, out);
}

function addMomentum({ f64, f32, m, delta }: Memory, count: number, out: number[] | Float64Array): void {
  for (let i = 0; i < count; i++) for (let a = 0; a < 3; a++) out[a]! += f64[m + i]! * f32[delta + 4 * i + a]!;
}
