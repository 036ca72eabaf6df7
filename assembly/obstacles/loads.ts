// What obstacles whose pose is simulated give to particles, booked per chunk of particles and body. Chunks are added up in order, so that
// the sums never depend on threads. Worlds without bodies book nothing. [ADR 27]

import { BODY } from '../../src/obstacles/layout';
import { AT_LOADS, BODY_COUNT, LOAD_BYTES } from '../../src/wasm/layout';
import { address, int } from '../context';
import { slot } from './solid';

// Rows of the chunk at hand, 0 if nothing is booked, and the mass of the particle at hand, kg. Globals belong to one thread.
let rows: usize = 0;
let mass: f64 = 0;

/** What bodies have changed the velocity of the particle at hand by, m/s, and the last of them; −1: none has. */
export let hitX: f64 = 0, hitY: f64 = 0, hitZ: f64 = 0;
export let hitBody: i32 = -1;

/** Books for a chunk from now on, from zero. */
export function openLoads(chunk: i32): void {
  const bytes = <usize>int(BODY_COUNT) * LOAD_BYTES;
  if (bytes == 0) return;
  rows = address(AT_LOADS) + <usize>chunk * bytes;
  memory.fill(rows, 0, bytes);
}

/** Books nothing from now on. */
export function closeLoads(): void {
  rows = 0;
}

/** Says what the next particle weighs, kg. */
@inline export function carry(m: f64): void {
  mass = m;
  hitX = 0; hitY = 0; hitZ = 0; hitBody = -1;
}

/** Books that an obstacle changed the velocity of the particle at x, y, z (m) by u, v, w (m/s). */
@inline export function bookLoad(record: usize, x: f64, y: f64, z: f64, u: f64, v: f64, w: f64): void {
  if (rows == 0) return;
  const body = <i32>slot(record, BODY);
  addLoad(body, x, y, z, mass * u, mass * v, mass * w);
  if (body < 0) return;
  hitX += u; hitY += v; hitZ += w; hitBody = body;
}

/** Adds an impulse (N·s) on particles at a place to a body; −1 is none. */
export function addLoad(body: i32, x: f64, y: f64, z: f64, px: f64, py: f64, pz: f64): void {
  if (body < 0) return;
  const row = rows + <usize>body * LOAD_BYTES;
  store<f64>(row, load<f64>(row) + px);
  store<f64>(row, load<f64>(row, 8) + py, 8);
  store<f64>(row, load<f64>(row, 16) + pz, 16);
  store<f64>(row, load<f64>(row, 24) + (y * pz - z * py), 24);
  store<f64>(row, load<f64>(row, 32) + (z * px - x * pz), 32);
  store<f64>(row, load<f64>(row, 40) + (x * py - y * px), 40);
}
