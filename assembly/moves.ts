// How much closer two particles may have come since the lists were built. [ADR 7]
// Neighbors move alike, so only neighbors are compared. A parcel is up to 32 particles in a row of the sorted order that stand together;
// it keeps the box of their displacements since the sort. A region is a box of space that unites the displacements of all parcels within
// half the reach of it. Two particles not farther apart than the reach both count where the middle between them is: neither has come closer
// to the other by more than the diagonal there. Cost: 50 ns per parcel, and only when the box of all moves is too large already.

import {
  AT_PARCEL, AT_REGION, CHUNK_PARCELS, MOVED_REACH, PARCEL_BYTES, PARCEL_COUNT, PARCEL_END, PARCEL_FIRST, PARCEL_MOVED, PARCEL_PARTICLES,
  REGION_BYTES, REGION_INVERSE_SIZE, REGION_MIN, REGION_RING, REGIONS, REPORT_MOVE_MAX, REPORT_MOVE_MIN,
} from '../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from './context';
import { coordinateNow } from './individual';
import { vectorAt } from './math/vector';

/** Largest extent of a parcel, over the reach: a row ends, and the next one begins elsewhere. */
const EXTENT: f64 = 2;

/** First parcel of a chunk. The last one in use ends with the chunk. */
@inline export function firstParcel(chunk: i32): usize {
  return address(AT_PARCEL) + <usize>(chunk * CHUNK_PARCELS) * PARCEL_BYTES;
}

/** One past the last particle of a parcel. */
@inline export function parcelEnd(parcel: usize): i32 {
  return load<i32>(parcel, PARCEL_END);
}

/** A box of moves of nobody: smallest displacement along x, y, z, and minus the largest. */
@inline export function clearMoves(box: usize): void {
  vectorAt(box).set(Infinity, Infinity, Infinity);
  vectorAt(box + 24).set(Infinity, Infinity, Infinity);
}

/** Widens a box by a move, m. What is no number stays in it. */
@inline export function widenMoves(box: usize, dx: f64, dy: f64, dz: f64): void {
  v128.store(box, f64x2.min(v128.load(box), f64x2(dx, dy)));
  v128.store(box, f64x2.min(v128.load(box, 16), f64x2(dz, -dx)), 16);
  v128.store(box, f64x2.min(v128.load(box, 32), f64x2(-dy, -dz)), 32);
}

/** Adds the box of moves of a drift to what a parcel has moved, and unites it with the moves of its chunk. */
export function addMoves(parcel: usize, box: usize, report: usize): void {
  const least = vectorAt(box), minus = vectorAt(box + 24);
  if (least.x == Infinity) return; // nobody
  for (let at: usize = 0; at < 48; at += 8) {
    store<f64>(parcel + at, load<f64>(parcel + at, PARCEL_MOVED) + load<f64>(box + at), PARCEL_MOVED);
  }
  const low = vectorAt(report + REPORT_MOVE_MIN), high = vectorAt(report + REPORT_MOVE_MAX);
  low.set(Math.min(low.x, least.x), Math.min(low.y, least.y), Math.min(low.z, least.z));
  high.set(Math.max(high.x, -minus.x), Math.max(high.y, -minus.y), Math.max(high.z, -minus.z));
}

/** After a sort: cuts a chunk into parcels and notes the regions near them. Nothing has moved. */
export function cutParcels(chunk: i32): void {
  const end = chunkEnd(chunk), widest = EXTENT * real(MOVED_REACH);
  let parcel = firstParcel(chunk), left = CHUNK_PARCELS, begin = chunkBegin(chunk);
  let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity, z0 = Infinity, z1 = -Infinity;
  for (let i = begin; i < end; i++) {
    const x = coordinateNow(i, 0), y = coordinateNow(i, 8), z = coordinateNow(i, 16);
    const u0 = Math.min(x0, x), u1 = Math.max(x1, x), v0 = Math.min(y0, y), v1 = Math.max(y1, y);
    const w0 = Math.min(z0, z), w1 = Math.max(z1, z);
    const apart = Math.max(u1 - u0, Math.max(v1 - v0, w1 - w0)) > widest;
    if (left > 1 && i > begin && (apart || i - begin == PARCEL_PARTICLES)) {
      place(parcel, i, x0, x1, y0, y1, z0, z1);
      parcel += PARCEL_BYTES;
      left--;
      begin = i;
      x0 = x; x1 = x; y0 = y; y1 = y; z0 = z; z1 = z;
    } else {
      x0 = u0; x1 = u1; y0 = v0; y1 = v1; z0 = w0; z1 = w1;
    }
  }
  place(parcel, end, x0, x1, y0, y1, z0, z1);
}

function place(parcel: usize, end: i32, x0: f64, x1: f64, y0: f64, y1: f64, z0: f64, z1: f64): void {
  store<i32>(parcel, end, PARCEL_END);
  vectorAt(parcel + PARCEL_MOVED).set(0, 0, 0);
  vectorAt(parcel + PARCEL_MOVED + 24).set(0, 0, 0);
  placeAlong(parcel, 0, x0, x1);
  placeAlong(parcel, 1, y0, y1);
  placeAlong(parcel, 2, z0, z1);
}

/** Regions within half the reach of a parcel that stands between `low` and `high` along an axis. */
function placeAlong(parcel: usize, axis: usize, low: f64, high: f64): void {
  const n = <f64>load<i32>(REGIONS + (axis << 2)), ring = load<i32>(REGION_RING + (axis << 2)) != 0, reach = 0.5 * real(MOVED_REACH);
  const min = real(REGION_MIN + (axis << 3)), inverse = real(REGION_INVERSE_SIZE + (axis << 3));
  let first = Math.floor((low - reach - min) * inverse), last = Math.floor((high + reach - min) * inverse);
  if (ring) {
    const turns = n * Math.floor(first / n);
    last = Math.min(last, first + n - 1) - turns;
    first -= turns;
  } else {
    first = Math.max(0, Math.min(n - 1, first));
    last = Math.max(0, Math.min(n - 1, last));
  }
  store<u8>(parcel + axis, <u8>first, PARCEL_FIRST);
  store<u8>(parcel + axis, <u8>(last - first + 1), PARCEL_COUNT);
}

/** How much closer any two particles may have come that were not farther apart than the reach at the last sort, m. */
export function measureApproach(chunks: i32): f64 {
  uniteMoves(chunks);
  return largestApproach();
}

@inline function endOfRegions(regions: usize): usize {
  return regions + <usize>(int(REGIONS) * int(REGIONS + 4) * int(REGIONS + 8)) * REGION_BYTES;
}

/** Unites the moves of all parcels with those of the regions near them. */
export function uniteMoves(chunks: i32): void {
  const regions = address(AT_REGION), end = endOfRegions(regions);
  for (let at = regions; at < end; at += 16) v128.store(at, f64x2.splat(Infinity));
  for (let chunk = 0; chunk < chunks; chunk++) {
    const last = chunkEnd(chunk);
    let parcel = firstParcel(chunk);
    for (; parcelEnd(parcel) < last; parcel += PARCEL_BYTES) uniteNear(parcel, regions);
    uniteNear(parcel, regions);
  }
}

/** The largest approach within a region, m. */
export function largestApproach(): f64 {
  const regions = address(AT_REGION), end = endOfRegions(regions);
  let square = 0.0;
  for (let region = regions; region < end; region += REGION_BYTES) {
    const low = vectorAt(region), minus = vectorAt(region + 24), x = low.x + minus.x, y = low.y + minus.y, z = low.z + minus.z;
    if (x <= 0) square = Math.max(square, x * x + y * y + z * z); // else nobody is near
  }
  return Math.sqrt(square);
}

/** Unites the moves of a parcel with those of all regions near it. */
function uniteNear(parcel: usize, regions: usize): void {
  const nx = int(REGIONS), ny = int(REGIONS + 4), nz = int(REGIONS + 8), x0 = first(parcel, 0), x1 = x0 + count(parcel, 0);
  const y0 = first(parcel, 1), y1 = y0 + count(parcel, 1), z0 = first(parcel, 2), z1 = z0 + count(parcel, 2);
  const a = v128.load(parcel, PARCEL_MOVED), b = v128.load(parcel, PARCEL_MOVED + 16), c = v128.load(parcel, PARCEL_MOVED + 32);
  for (let z = z0; z < z1; z++) {
    for (let y = y0; y < y1; y++) {
      const row = regions + <usize>((inRing(z, nz) * ny + inRing(y, ny)) * nx) * REGION_BYTES;
      for (let x = x0; x < x1; x++) {
        const region = row + <usize>inRing(x, nx) * REGION_BYTES;
        v128.store(region, f64x2.pmin(v128.load(region), a));
        v128.store(region, f64x2.pmin(v128.load(region, 16), b), 16);
        v128.store(region, f64x2.pmin(v128.load(region, 32), c), 32);
      }
    }
  }
}

@inline function first(parcel: usize, axis: usize): i32 { return <i32>load<u8>(parcel + axis, PARCEL_FIRST); }
@inline function count(parcel: usize, axis: usize): i32 { return <i32>load<u8>(parcel + axis, PARCEL_COUNT); }
@inline function inRing(k: i32, n: i32): i32 { return k < n ? k : k - n; }
