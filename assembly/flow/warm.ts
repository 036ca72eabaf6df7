// The heat of every particle over a step, in f64: what was conducted to it, and what regions, walls and surroundings give and take.
//   m H(T′) = m H(T) + dt [Q + P m/ρ₀ + q A + Σ G (T_wall − T′) + U A (T_air − T′)],   G = 2 k V ∫F (1 + s/d) dV,
//   U = h_c + εσ (T_air² + T²)(T_air + T)                                                                           [card §10, ADR 22]
// Exchanges with walls and air are taken at the new temperature: however strong, they never overshoot.
// A = f V (|n| − n₀) is the free surface of a particle, 0 inside; beyond walls the substance is taken to go on: they close the surface.

import { REGION_FLUX, REGION_POWER, RECORD_SLOTS, TEMPERATURE } from '../../src/obstacles/layout';
import {
  AIR_CONVECTION, AIR_RADIATION, AIR_TEMPERATURE, AT_CHUNK_REPORT, AT_MASS, AT_NEIGHBOR_COUNT, AT_POSITION, AT_SMOOTHING_LENGTH,
  AT_SUM_HEAT, AT_TEMPERATURE, DIMENSION, HEAT_REGION_COUNT, HEAT_REGIONS, PAIR_UNIT, REPORT_BYTES, REPORT_HEAT, STEP, SUB_CONDUCTIVITY,
  SUB_REST_DENSITY, SURFACE_FACTOR, SURFACE_LEAST,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { slot } from '../obstacles/solid';
import { isOnWrongSide } from '../obstacles/sides';
import { ISOLATED } from '../schemes/shared/density';
import { substanceOf } from '../passes/pack';
import { closureX, closureY, closureZ, exchange, exchangeHeat, lookAtWalls } from './beside-walls';
import { volumeOf } from './conduct';
import { enthalpy, temperatureWith } from './enthalpy';

// What `lookAround` found of a particle: G (W/K) and G T_wall (W) of the walls, and its part of the free surface, m².
let wallRate: f64 = 0, wallHeat: f64 = 0, area: f64 = 0;
// What `enterRegions` found: temperature it is held at (K) or −1, W/m³, W/m².
let held: f64 = 0, power: f64 = 0, flux: f64 = 0;

/** New temperatures of a chunk; reports the heat that came from outside. */
export function warm(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), dt = real(STEP), unit = real(PAIR_UNIT), air = real(AIR_TEMPERATURE);
  const convection = real(AIR_CONVECTION), radiation = real(AIR_RADIATION), open = convection > 0 || radiation > 0;
  let fromRegions = 0.0, fromWalls = 0.0, fromAir = 0.0;
  for (let i = begin; i < end; i++) {
    const at = <usize>i << 3, T = load<f64>(address(AT_TEMPERATURE) + at), m = load<f64>(address(AT_MASS) + at), substance = substanceOf(i);
    const conducted = dt * unit * <f64>load<f32>(address(AT_SUM_HEAT) + (<usize>i << 4), 12);
    enterRegions(i);
    lookAround(i, volumeOf(i, substance), load<f64>(substance, SUB_CONDUCTIVITY), open || flux != 0);
    const given = dt * ((power * m) / load<f64>(substance, SUB_REST_DENSITY) + flux * area);
    const U = open ? area * (convection + radiation * (air * air + T * T) * (air + T)) : 0;
    if (held < 0 && conducted == 0 && given == 0 && wallRate == 0 && U == 0) continue;
    const before = enthalpy(substance, T), received = conducted + given + dt * (wallHeat + U * air);
    const warmer = held >= 0 ? held : max<f64>(temperatureWith(substance, (dt * (wallRate + U)) / m, before + received / m), 0);
    store<f64>(address(AT_TEMPERATURE) + at, warmer);
    let byWalls = dt * (wallHeat - wallRate * warmer), byAir = dt * U * (air - warmer);
    // What came from outside; the strongest source is booked as what is left of it.
    const gain = m * (enthalpy(substance, warmer) - before) - conducted;
    if (held >= 0 || (given != 0 && warmer == 0)) fromRegions += gain - byWalls - byAir;
    else {
      fromRegions += given;
      if (U > wallRate) byAir = gain - given - byWalls;
      else if (wallRate > 0) byWalls = gain - given - byAir;
    }
    fromWalls += byWalls;
    fromAir += byAir;
  }
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES + REPORT_HEAT;
  store<f64>(report, fromRegions); store<f64>(report, fromWalls, 8); store<f64>(report, fromAir, 16);
}

/** What the regions that particle i is in do to it. Of several that hold a temperature the last counts. */
function enterRegions(i: i32): void {
  const count = int(HEAT_REGION_COUNT), regions = address(HEAT_REGIONS), point = address(AT_POSITION) + <usize>i * 24;
  held = -1; power = 0; flux = 0;
  for (let k = 0; k < count; k++) {
    const record = regions + <usize>k * (RECORD_SLOTS << 3), T = slot(record, TEMPERATURE);
    if ((T < 0 && slot(record, REGION_POWER) == 0 && slot(record, REGION_FLUX) == 0) || !isOnWrongSide(regions, k, point)) continue;
    if (T >= 0) held = T;
    power += slot(record, REGION_POWER);
    flux += slot(record, REGION_FLUX);
  }
}

/** Walls within the support radius of particle i of volume V (m³) and conductivity k, and its free surface if `surface` asks for it. */
function lookAround(i: i32, V: f64, k: f64, surface: bool): void {
  const sum = address(AT_SUM_HEAT) + (<usize>i << 4), R = 2 * load<f64>(address(AT_SMOOTHING_LENGTH) + (<usize>i << 3));
  let nx = <f64>load<f32>(sum), ny = <f64>load<f32>(sum, 4), nz = <f64>load<f32>(sum, 8);
  const least = real(SURFACE_LEAST) / R, near = surface && nx * nx + ny * ny + nz * nz > least * least;
  lookAtWalls(i, R, k > 0, near);
  wallRate = V * k * exchange; wallHeat = V * k * exchangeHeat; area = 0;
  if (!surface) return;
  if (load<i32>(address(AT_NEIGHBOR_COUNT) + (<usize>i << 2)) < ISOLATED) {
    area = real(DIMENSION) == 2 ? 2 * Math.sqrt(Math.PI * V) : Math.cbrt(36 * Math.PI * V * V); // of the disc or ball that it is
  } else if (near) {
    nx += closureX; ny += closureY; nz += closureZ;
    area = real(SURFACE_FACTOR) * V * max<f64>(Math.sqrt(nx * nx + ny * ny + nz * nz) - least, 0);
  }
}
