// What walls whose pose is simulated give to a substance that flows beside them in a step: their pressure and their grip, booked per chunk
// and body. Runs only in worlds with bodies: before the kick for what acts at once, and after a solve for the grip that was solved for,
// with the velocities that it found. [ADR 27]

import {
  AT_DENSITY, AT_MASS, AT_SMOOTHING_LENGTH, AT_TEMPERATURE, AT_VISCOSITY, AT_WALL, HAS_HEAT, IMPLICIT, STEP, WALL_DRAG,
  WALL_NEAR, WALL_SHIFT,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { closeLoads, openLoads } from '../obstacles/loads';
import { findWalls } from '../obstacles/walls';
import { substanceOf } from '../passes/pack';
import { pushBy } from './rheology';
import { bookWalls } from './walls';

/** Books what acts at once: pressure, and grip unless it is solved for. */
export function bookWallForces(chunk: i32): void {
  bookChunk(chunk, true, int(IMPLICIT) == 0);
}

/** Books the grip that was solved for. */
export function bookWallGrip(chunk: i32): void {
  bookChunk(chunk, false, true);
}

function bookChunk(chunk: i32, pushes: bool, grips: bool): void {
  const dt = real(STEP), heat = int(HAS_HEAT) != 0;
  openLoads(chunk);
  for (let i = chunkBegin(chunk), end = chunkEnd(chunk); i < end; i++) {
    const row = address(AT_WALL) + (<usize>i << WALL_SHIFT), drag = grips ? <f64>load<f32>(row, WALL_DRAG) : 0, at = <usize>i << 3;
    if (drag == 0 && !(pushes && load<f32>(row, WALL_NEAR) != 0)) continue;
    const R = 2 * load<f64>(address(AT_SMOOTHING_LENGTH) + at), substance = substanceOf(i);
    const rho = load<f64>(address(AT_DENSITY) + at);
    const T = heat ? load<f64>(address(AT_TEMPERATURE) + at) : 0, eta = load<f64>(address(AT_VISCOSITY) + at);
    const push = pushes ? pushBy(i, substance, rho) : 0;
    bookWalls(i, findWalls(i, R), R, substance, eta, T, push, drag, dt, load<f64>(address(AT_MASS) + at), rho, int(IMPLICIT) == 0);
  }
  closeLoads();
}
