// The predictor velocity-Verlet scheme of smoothed particles, in f64; all have the same step. [card §6]
//   drift: v½ = v + ½dt a, ρ½ = ρ + ½dt ρ̇, x ← x + dt (v½ + Δv)
//   kick:  v ← v½ + ½dt a, ρ ← ρ½ + ½dt ρ̇ with the new a, ρ̇
// Between the two, velocity and density hold the half-step values. Called by src/substances/sph/step.ts.

import {
  AT_GHOST_FORCE, BODY_COUNT, HAS_GHOSTS, HAS_WALLS, HAS_XSPH, REPORT_WALL, STEP, SUB_KINEMATIC_VISCOSITY, SUB_REST_DENSITY,
  SUB_SIGNAL_SPEED,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { Vector, vectorAt } from '../math/vector';
import { closeLoads, openLoads } from '../obstacles/loads';
import { findOpenSpace, isInTheOpen } from '../obstacles/open-space';
import { substanceOf } from '../passes/pack';
import { completeDensity, densityRateOf, isIntegrated, isIsolated, predictDensity } from './shared/density';
import { addSolidExternal, externalAt, noteExternal } from './shared/external';
import {
  beginKick, endKick, expansion, feltSpeed, noteBad, noteCompression, notePush, noteRates, noteSpeed, stiffening, withQuadratic,
} from './shared/extremes';
import { accelerated, addForcesOf, smoothVelocity } from './shared/kick';
import {
  accelerationOf, correctionOf, densityOf, lengthOf, massOf, positionOf, relativeMassOf, velocityOf,
} from './shared/particle';
import { arrive, beginDrift, endDrift, keepGain, meetsObstacle, pathOfThread } from './shared/path';
import { addVector } from './shared/report';
import { addWalls, bookWallsOf, fromWallsX, fromWallsY, fromWallsZ } from './shared/walls';

/** Half kick and drift of a chunk. */
export function driftPredictor(chunk: i32): void {
  const report = beginDrift(chunk), path = pathOfThread(), end = chunkEnd(chunk), dt = real(STEP), half = 0.5 * dt;
  for (let i = chunkBegin(chunk); i < end; i++) {
    const x = positionOf(i), v = velocityOf(i), a = accelerationOf(i), e = correctionOf(i), gain = path.gain;
    gain.set(half * a.x, half * a.y, half * a.z);
    v.set(v.x + gain.x, v.y + gain.y, v.z + gain.z);
    path.end.set(x.x + dt * (v.x + e.x), x.y + dt * (v.y + e.y), x.z + dt * (v.z + e.z));
    if (meetsObstacle(i, path, report)) keepGain(a, path, half);
    arrive(i, path, report, x.x, x.y, x.z);
    predictDensity(i, half);
  }
  endDrift(report);
}

/** Accelerations and rates from the sums, second half kick, and the extremes that choose the next step. */
export function kickPredictor(chunk: i32): void {
  const report = beginKick(chunk), path = pathOfThread(), end = chunkEnd(chunk), dt = real(STEP), half = 0.5 * dt;
  const walls = int(HAS_WALLS) != 0, ghosts = int(HAS_GHOSTS) != 0;
  openLoads(chunk);
  if (walls) findOpenSpace(2 * lengthOf(chunkBegin(chunk)));
  for (let i = chunkBegin(chunk); i < end; i++) {
    const v = velocityOf(i), a = accelerationOf(i), m = relativeMassOf(i), h = lengthOf(i), substance = substanceOf(i);
    accelerated(v, half, a, path.spare); // fields act on v*
    externalAt(positionOf(i), path.spare, a);
    addSolidExternal(i, substance, positionOf(i), path.spare, a);
    noteExternal(report, a, m);
    if (walls && !isInTheOpen(i, 2 * h)) meetWalls(report, i, path.spare, a);
    if (ghosts) addGhosts(report, i, m, a);
    const a2 = addForcesOf(i, m, a), v2 = accelerated(v, half, a, v), h2 = h * h;
    if (int(HAS_XSPH)) smoothVelocity(i, substance, v, m, dt);
    const rate = isIntegrated(substance) ? completeDensity(i, half, dt, isIsolated(i)) : densityRateOf(i, substance);

    const rho = densityOf(i), compression = rho / load<f64>(substance, SUB_REST_DENSITY), stiffer = stiffening(substance, compression, h);
    const signals = withQuadratic(substance, load<f64>(substance, SUB_SIGNAL_SPEED) * stiffer, v2, h);
    noteSpeed(report, i, v2 / h2);
    notePush(report, a2 / h2, dt);
    noteCompression(report, i, compression);
    noteRates(
      report, expansion(substance, rho, rate), feltSpeed(substance) * stiffer, signals,
      load<f64>(substance, SUB_KINEMATIC_VISCOSITY) / h2,
    );
    noteBad(report, i, v2 + a2);
  }
  endKick(report);
  closeLoads();
}

/** Adds what walls do to what acts on particle i from outside, and books it as a force for those that are bodies. */
@inline function meetWalls(report: usize, i: i32, v: Vector, a: Vector): void {
  const found = addWalls(report, i, v, a);
  if (found == 0) return;
  const x = a.x + fromWallsX, y = a.y + fromWallsY, z = a.z + fromWallsZ;
  if (int(BODY_COUNT)) bookWallsOf(i, found, 1, massOf(i), v, a);
  a.set(x, y, z);
}

/** Adds what the ghosts of obstacles do to what acts on particle i, of mass m over the unit, and notes the force. [AW09 §6.3, ADR 41] */
@inline function addGhosts(report: usize, i: i32, m: f64, a: Vector): void {
  const f = vectorAt(address(AT_GHOST_FORCE) + (<usize>i << 5));
  addVector(report + REPORT_WALL, f.x, f.y, f.z);
  a.set(a.x + f.x / m, a.y + f.y / m, a.z + f.z / m);
}
