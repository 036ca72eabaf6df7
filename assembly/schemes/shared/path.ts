// The way of a particle in a drift: where it wants to go, what obstacles make of it, and how far it came.

import {
  AT_ID, AT_SPIN, AT_SUBSTANCE, CHUNK_PARCELS, DOMAIN_MIN, ELASTIC_IS, HAS_CONTACTS, HAS_ELASTIC, OBSTACLE_COUNT, OBSTACLES,
  PARCEL_BYTES, PERIOD, REPORT_IMPULSE, REPORT_MOVE_MAX, REPORT_MOVE_MIN, SCRATCH, SCRATCH_BYTES, STEP, SUB_CONTACT_RADIUS,
  SUB_FRICTION,
} from '../../../src/wasm/layout';
import { address, int, real } from '../../context';
import { Vector, vectorAt } from '../../math/vector';
import { lawOf } from '../../elastic/law';
import { addMoves, clearMoves, firstParcel, parcelEnd, widenMoves } from '../../moves';
import { lendMemory } from '../../obstacles/gather';
import { carry, closeLoads, openLoads } from '../../obstacles/loads';
import { inertiaPart } from '../../globules/inertia';
import { overlapAtRest } from '../../obstacles/sides';
import { hitFriction, setFriction, sweepParticle, turnX, turnY, turnZ } from '../../obstacles/sweep';
import { touchWith } from '../../obstacles/touch';
import { isSmoothed, substanceOf } from '../../passes/pack';
import { threadIndex } from '../../thread';
import { lengthOf, massOf, positionOf, velocityOf } from './particle';
import { addVector, reportOf } from './report';

/** How much nearer than half a particle size some particles come to obstacles. */
const ROUGHNESS: f64 = 0.03;
/** Speed at which a solid comes out of an obstacle over the radius of its particles, 1/s. */
const OUT: f64 = 2;
/** Part of its radius that a particle keeps in any case. */
const LEAST_RADIUS: f64 = 0.01;
/** A particle with friction that a wall holds comes no faster to it than by this factor of what its velocity has just gained. */
const CALM: f64 = 1.1;
/** 2³²/φ: multiples of it spread evenly over the 32-bit numbers. */
const GOLDEN: u32 = 2654435769;
/** Bytes of the path; the memory behind it is lent to the obstacles. */
const PATH_BYTES: usize = 192;

/** The path of the particle in hand, in the scratch of this thread. */
@unmanaged export class Path {
  /** Where it ends, m. */
  @inline get end(): Vector { return vectorAt(changetype<usize>(this)); }
  /** Velocity gained at its beginning, m/s: obstacles that turn the velocity turn this too. */
  @inline get gain(): Vector { return vectorAt(changetype<usize>(this) + 24); }
  /** A vector for the scheme. */
  @inline get spare(): Vector { return vectorAt(changetype<usize>(this) + 48); }
  /** The part of it that the lists know already, m. */
  @inline get known(): Vector { return vectorAt(changetype<usize>(this) + 72); }
  /** Box of the moves of the parcel in hand, m. */
  @inline get moves(): usize { return changetype<usize>(this) + 96; }
  /** The parcel in hand. */
  @inline get parcel(): usize { return load<usize>(changetype<usize>(this) + 144); }
  @inline set parcel(parcel: usize) { store<usize>(changetype<usize>(this) + 144, parcel); }
  /** The last one of its chunk. Where no sort has cut parcels yet, as after a restore, nothing else ends them. */
  @inline get lastParcel(): usize { return load<usize>(changetype<usize>(this) + 148); }
  @inline set lastParcel(parcel: usize) { store<usize>(changetype<usize>(this) + 148, parcel); }
}

/** The path of this thread. */
@inline export function pathOfThread(): Path {
  return changetype<Path>(address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES));
}

/** Begins the drift of a chunk; returns its report. */
export function beginDrift(chunk: i32): usize {
  const report = reportOf(chunk);
  vectorAt(report + REPORT_MOVE_MIN).set(Infinity, Infinity, Infinity);
  vectorAt(report + REPORT_MOVE_MAX).set(-Infinity, -Infinity, -Infinity);
  vectorAt(report + REPORT_IMPULSE).set(0, 0, 0);
  const path = pathOfThread();
  path.parcel = firstParcel(chunk);
  path.lastParcel = path.parcel + <usize>(CHUNK_PARCELS - 1) * PARCEL_BYTES;
  clearMoves(path.moves);
  if (int(OBSTACLE_COUNT)) {
    lendMemory(changetype<usize>(path) + PATH_BYTES);
    openLoads(chunk);
  }
  return report;
}

/** Lends memory to the obstacles, for a look at where particles of a chunk would go. */
export function beginProbe(chunk: i32): void {
  lendMemory(changetype<usize>(pathOfThread()) + PATH_BYTES);
  openLoads(chunk);
}

/** Ends it. */
export function endProbe(): void {
  lendMemory(0);
  closeLoads();
}

/** Ends the drift of a chunk. */
export function endDrift(report: usize): void {
  const path = pathOfThread();
  addMoves(path.parcel, path.moves, report);
  lendMemory(0);
  closeLoads();
}

/**
 * Bends the path of particle i around obstacles; their impulse goes to the report. [card §12]
 * @returns whether one was in the way: then velocity and gain have changed
 */
@inline export function meetsObstacle(i: i32, path: Path, report: usize): bool {
  const count = int(OBSTACLE_COUNT);
  if (count == 0) return false;
  const v = velocityOf(i), vx = v.x, vy = v.y, vz = v.z;
  const from = changetype<usize>(positionOf(i)), to = changetype<usize>(path.end), gain = changetype<usize>(path.gain);
  const m = massOf(i);
  carry(m);
  touchWith(load<u32>(address(AT_SUBSTANCE) + (<usize>i << 2)));
  setFriction(load<f64>(substanceOf(i), SUB_FRICTION), CALM, real(STEP));
  if (!sweepParticle(address(OBSTACLES), count, from, to, changetype<usize>(v), gain, radiusNow(i, from, count))) return false;
  addVector(report + REPORT_IMPULSE, m * (v.x - vx), m * (v.y - vy), m * (v.z - vz));
  if (hitFriction > 0 && int(HAS_CONTACTS)) holdSpin(i, hitFriction, v.x - vx, v.y - vy, v.z - vz);
  return true;
}

/** Takes from the spin of globule i, as seen from the wall, as much as a push (m/s) can hold: it does not roll on a wall. [ADR 33] */
function holdSpin(i: i32, mu: f64, x: f64, y: f64, z: f64): void {
  const spin = vectorAt(address(AT_SPIN) + <usize>i * 24), ox = spin.x - turnX, oy = spin.y - turnY, oz = spin.z - turnZ;
  const square = ox * ox + oy * oy + oz * oz, most = (mu * Math.sqrt(x * x + y * y + z * z)) / (inertiaPart() * contactRadius(i));
  const left = square > most * most ? 1 - most / Math.sqrt(square) : 0;
  spin.set(turnX + left * ox, turnY + left * oy, turnZ + left * oz);
}

/** a = gain/time, what is left of the acceleration after an obstacle: only v* sees it, the kick renews it. */
@inline export function keepGain(a: Vector, path: Path, time: f64): void {
  const gain = path.gain;
  if (time > 0) a.set(gain.x / time, gain.y / time, gain.z / time);
}

/** Distance at which obstacles hold particle i: a film on a wall is never quite flat, so that it falls. [ADR 12] */
@inline function contactRadius(i: i32): f64 {
  const part = isSmoothed(i) ? roughness(load<u32>(address(AT_ID) + (<usize>i << 2))) : 1;
  return lengthOf(i) * load<f64>(substanceOf(i), SUB_CONTACT_RADIUS) * part;
}

/**
 * The same in this step. A solid that begins too near to an obstacle at rest, because it was filled or froze there, comes out of it
 * slowly: its lowest layer would else be thrown into it, and it would jump. What moves pushes as ever.
 */
@inline function radiusNow(i: i32, from: usize, count: i32): f64 {
  const radius = contactRadius(i);
  if (!int(HAS_ELASTIC) || load<f64>(lawOf(i), ELASTIC_IS) == 0) return radius;
  const overlap = overlapAtRest(address(OBSTACLES), count, from, radius) - OUT * radius * real(STEP);
  return overlap > 0 ? Math.max(radius - overlap, LEAST_RADIUS * radius) : radius;
}

@inline function roughness(id: u32): f64 {
  return 1 - ROUGHNESS * (<f64>(id * GOLDEN) / 4294967296);
}

/** Puts particle i at the end of its path. Lists must hear of all of its moves, m: here of that from (x, y, z). */
@inline export function arrive(i: i32, path: Path, report: usize, x: f64, y: f64, z: f64): void {
  const end = path.end;
  noteMove(i, path, report, end.x - x, end.y - y, end.z - z);
  positionOf(i).set(wrap(end.x, 0), wrap(end.y, 8), wrap(end.z, 16));
}

/** Notes a move of particle i, m. Particles come in order. */
@inline export function noteMove(i: i32, path: Path, report: usize, dx: f64, dy: f64, dz: f64): void {
  while (i >= parcelEnd(path.parcel) && path.parcel < path.lastParcel) nextParcel(path, report);
  widenMoves(path.moves, dx, dy, dz);
}

function nextParcel(path: Path, report: usize): void {
  addMoves(path.parcel, path.moves, report);
  clearMoves(path.moves);
  path.parcel += PARCEL_BYTES;
}

/** A coordinate inside the domain; `axis` 0, 8 or 16. */
@inline function wrap(x: f64, axis: usize): f64 {
  const period = real(PERIOD + axis);
  return period == 0 ? x : x - period * Math.floor((x - real(DOMAIN_MIN + axis)) / period);
}
