// From the gradient of the velocity to density, viscosity and pressure of every particle. [PV09 eq. 3-6, 8, 10; card §9]
//   D = ∇v + ∇vᵀ, γ̇ = √(½ D:D) (X13),  η = (τ₀/γ̇₁) η*(γ̇/γ̇₁),  η*(D) = (1 − e^{−(J+1)D})(D^{n−1} + 1/D)
//   ρ ← ρ + dt ρ̇,  ρ̇ = −ρ ∇·v (X15)

import {
  AT_DENSITY, AT_DENSITY_RATE, AT_RECORD, AT_SMOOTHING_LENGTH, AT_SOLVED, AT_STRAIN, AT_SUM, AT_TEMPERATURE, AT_VELOCITY, AT_VISCOSITY,
  AT_WALL, HAS_ELASTIC, HAS_HEAT, HAS_WALLS, IMPLICIT, RECORD_COMPRESSION, RECORD_PRESSURE, RECORD_SHIFT, RECORD_VISCOSITY, RECORD_VOLUME,
  SOLVES_PRESSURE, STEP, STRAIN_DIVERGENCE, STRAIN_SHIFT, SUB_GRADIENT_SCALE, SUB_JUMP_LIQUID, SUB_JUMP_SOLID, SUB_LIQUIDUS, SUB_POWER,
  SUB_RATE_UNIT, SUB_REST_DENSITY, SUB_SOLIDUS, SUB_SOUND_SPEED, SUB_SUMMATION, SUB_TENSOR_STRESS, SUB_VISCOSITY, SUB_VISCOSITY_UNIT,
  SUB_VISCOUS_SCALE, SUB_YIELDS, SYMMETRIC, WALL_PULL, WALL_SHIFT, WALL_SLIP_DRAG,
} from '../../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from '../context';
import { findWalls } from '../obstacles/walls';
import { dampSound, packState, substanceOf } from '../passes/pack';
import { isIsolated, LEAST_DENSITY } from '../schemes/shared/density';
import { feltPressure } from '../state-equation';
import { invertShape, isAlone } from './inverse-shape';
import { takeShape } from './shape';
import { shearRate } from './shear-rate';
import { keepSurfacePressure } from './surface-pressure';
import { XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from './strain';
import {
  CONTROL, expansionOf, keepFrame, shearRateOf, takeTensionOf, tensionOf, wallForceX, wallForceY, wallForceZ,
} from './tension';
import {
  addWallForces, addWallPush, addWallSamples, addWallShear, clearWall, gripWeight, slipWeight, stillX, stillY, stillZ,
} from './walls';

/** Largest η dt/(ρ R²) of the symmetric form: what is stiffer moves as little, and rounding would be all that moves it. */
const STIFFEST: f64 = 1e5;
/** Below this rate, over γ̇₁, η* is J + 1 to the last bit that matters. */
const LEAST_RATE: f64 = 1e-14;
/** Everything stiffer is as solid, Pa·s; products of two viscosities must be numbers in single precision. */
const MOST_VISCOSITY: f64 = 1e15;

/** η* of a rate of deformation D over γ̇₁. Finite everywhere: J + 1 at 0, at most about J + 1.5. [card §9] */
export function dimensionlessViscosity(D: f64, jump: f64, n: f64): f64 {
  if (D < LEAST_RATE) return jump + 1;
  return -Math.expm1(-(jump + 1) * D) * ((n == 0.5 ? 1 / Math.sqrt(D) : Math.pow(D, n - 1)) + 1 / D);
}

/** J at a temperature (K): linear between the solidus and the liquidus, held beyond. [PV09 §2c, X16] */
@inline function jumpAt(substance: usize, T: f64): f64 {
  const from = load<f64>(substance, SUB_SOLIDUS), to = load<f64>(substance, SUB_LIQUIDUS), solid = load<f64>(substance, SUB_JUMP_SOLID);
  if (!(to > from)) return solid;
  const u = min<f64>(max<f64>((T - from) / (to - from), 0), 1);
  return (1 - u) * solid + u * load<f64>(substance, SUB_JUMP_LIQUID);
}

/** Viscosity of a substance at a rate of deformation (1/s) and temperature (K), Pa·s. */
export function viscosityAt(substance: usize, rate: f64, T: f64): f64 {
  if (load<f64>(substance, SUB_YIELDS) == 0) return load<f64>(substance, SUB_VISCOSITY);
  const D = rate / load<f64>(substance, SUB_RATE_UNIT);
  const eta = dimensionlessViscosity(D, jumpAt(substance, T), load<f64>(substance, SUB_POWER));
  return min<f64>(load<f64>(substance, SUB_VISCOSITY_UNIT) * eta, MOST_VISCOSITY);
}

/** 2P/ρ of particle i as forces feel it, m²/s²: by its density, or by the last pressure that was solved for. [ADR 43] */
@inline export function pushBy(i: i32, substance: usize, rho: f64): f64 {
  if (!int(SOLVES_PRESSURE)) return (2 * feltPressure(substance, rho)) / rho;
  const rho0 = load<f64>(substance, SUB_REST_DENSITY);
  return (2 * load<f64>(address(AT_SOLVED) + (<usize>i << 3)) * rho) / (rho0 * rho0);
}

/** Part of the sums of a liquid that elastic solids fill, and what they do to its divergence, 1/s. [elastic/wetting.ts] */
@inline function filledOf(i: i32): f64 { return int(HAS_ELASTIC) ? <f64>load<f32>(address(AT_SUM) + (<usize>i << 4), 8) : 0; }
@inline function spreadOf(i: i32): f64 { return int(HAS_ELASTIC) ? <f64>load<f32>(address(AT_SUM) + (<usize>i << 4), 12) : 0; }

/** Density, pressure and viscosity of a chunk, from the rows of `addStrain`. */
export function flowState(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), walls = int(HAS_WALLS) != 0, heat = int(HAS_HEAT) != 0;
  const densities = address(AT_DENSITY), lengths = address(AT_SMOOTHING_LENGTH), viscosities = address(AT_VISCOSITY);
  const temperatures = address(AT_TEMPERATURE), symmetric = int(SYMMETRIC) != 0;
  for (let i = begin; i < end; i++) {
    const at = <usize>i << 3, substance = substanceOf(i), row = address(AT_STRAIN) + (<usize>i << STRAIN_SHIFT);
    const record = address(AT_RECORD) + (<usize>i << RECORD_SHIFT);
    const R = 2 * load<f64>(lengths + at), T = heat ? load<f64>(temperatures + at) : 0;
    const near = walls ? findWalls(i, R) : 0;
    if (symmetric) { symmetricState(i, near, R, substance, T, row, record); continue; }
    takeShape(i, row);
    addWallShear(i, near, R, row);
    if (load<f64>(substance, SUB_SUMMATION) == 0) {
      const divergence = <f64>load<f32>(row + XX) + <f64>load<f32>(row + YY) + <f64>load<f32>(row + ZZ);
      takeDensityAlong(i, substance, load<f64>(substance, SUB_GRADIENT_SCALE) * (divergence + spreadOf(i)), record);
    }
    const eta = viscosityAt(substance, shearRate(row), T);
    store<f64>(viscosities + at, eta);
    if (near > 0) {
      const rho = load<f64>(densities + at);
      addWallForces(i, near, R, substance, eta, T, pushBy(i, substance, rho));
    } else clearWall(i);
    const tensor = load<f64>(substance, SUB_TENSOR_STRESS) != 0;
    store<f32>(record, tensor ? 0 : <f32>(eta * load<f64>(substance, SUB_VISCOUS_SCALE)), RECORD_VISCOSITY);
    toStress(row, tensor ? <f32>eta : 0);
  }
}

/** The same of particle i with the symmetric form, from its row of `addGradient`: leaves its frame and what forces begin with. [ADR 29] */
function symmetricState(i: i32, near: i32, R: f64, substance: usize, T: f64, row: usize, record: usize): void {
  const m = load<f32>(record, RECORD_VOLUME), V = m > 0 ? <f64>(m / load<f32>(record, RECORD_COMPRESSION)) : 0, tension = tensionOf(i);
  addWallSamples(i, near, R, V, load<f32>(record, RECORD_PRESSURE) > 0, row);
  invertShape(row, V, 0.5 * real(STEP)); // as M: in the middle of the way
  const rate = shearRateOf(row, V);
  const integrated = load<f64>(substance, SUB_SUMMATION) == 0;
  // B knows what stands around, and no wall holds it.
  const whole = filledOf(i) == 0 && (near == 0 || (near == 1 && slipWeight > 0 && gripWeight == 0));
  const scale = load<f64>(substance, SUB_GRADIENT_SCALE);
  const divergence = <f64>load<f32>(row, STRAIN_DIVERGENCE) + spreadOf(i);
  if (integrated) takeDensityAlong(i, substance, whole ? expansionOf(row, V) : scale * divergence, record);
  invertShape(row, V, 0);
  keepSurfacePressure(i, record, scale, integrated && whole);
  const found = viscosityAt(substance, rate, T), dt = real(STEP), most = load<f64>(address(AT_DENSITY) + (<usize>i << 3)) * R * R;
  const eta = isAlone ? 0 : dt > 0 ? min<f64>(found, (STIFFEST * most) / dt) : found, control = CONTROL * eta;
  store<f64>(address(AT_VISCOSITY) + (<usize>i << 3), found);
  store<f32>(record, <f32>eta, RECORD_VISCOSITY);
  const rho = load<f64>(address(AT_DENSITY) + (<usize>i << 3)), wall = address(AT_WALL) + (<usize>i << WALL_SHIFT);
  if (near > 0) addWallPush(i, near, R, substance, pushBy(i, substance, rho));
  store<f32>(wall, <f32>(control * slipWeight), WALL_SLIP_DRAG);
  const fx = control * stillX, fy = control * stillY, fz = control * stillZ;
  if (int(IMPLICIT) != 0) {
    keepFrame(row, V, eta, gripWeight);
    v128.store(tension, f32x4(load<f32>(tension, 32), <f32>fx, <f32>fy, <f32>fz), 32);
    return;
  }
  const v = address(AT_VELOCITY) + <usize>i * 24;
  memory.copy(tension, row, 36);
  keepFrame(row, V, eta, gripWeight);
  takeTensionOf(i, load<f64>(v), load<f64>(v, 8), load<f64>(v, 16), false);
  v128.store(tension, f32x4(load<f32>(tension, 32), <f32>control, 0, 0), 32);
  if (near > 0 && V > 0) { // per volume, as the drag of other forms
    store<f32>(wall, -<f32>((fx + wallForceX) / V), WALL_PULL);
    store<f32>(wall, -<f32>((fy + wallForceY) / V), WALL_PULL + 4);
    store<f32>(wall, -<f32>((fz + wallForceZ) / V), WALL_PULL + 8);
  }
}

/** ρ ← ρ + dt ρ̇, and the pressure of it. */
@inline function takeDensityAlong(i: i32, substance: usize, divergence: f64, record: usize): void {
  const at = <usize>i << 3, dt = real(STEP), rho0 = load<f64>(substance, SUB_REST_DENSITY), floor = rho0 * LEAST_DENSITY;
  const old = load<f64>(address(AT_DENSITY) + at);
  let rate = -old * divergence, rho = old + dt * rate;
  if (isIsolated(i)) {
    rho += (rho0 - rho) * min<f64>(1, (dt * load<f64>(substance, SUB_SOUND_SPEED)) / load<f64>(address(AT_SMOOTHING_LENGTH) + at));
  }
  if (rho < floor) { rho = floor; rate = max<f64>(rate, 0); }
  store<f64>(address(AT_DENSITY) + at, rho);
  store<f64>(address(AT_DENSITY_RATE) + at, rate);
  packState(record, substance, rho);
  if (dt > 0) dampSound(i, substance, rho, rate);
}

/** S = η D in place of the row: S_xx S_yy S_zz S_xy S_yz S_zx. */
@inline function toStress(row: usize, eta: f32): void {
  const xx = load<f32>(row + XX), yy = load<f32>(row + YY), zz = load<f32>(row + ZZ);
  const xy = load<f32>(row + XY) + load<f32>(row + YX), yz = load<f32>(row + YZ) + load<f32>(row + ZY);
  const zx = load<f32>(row + ZX) + load<f32>(row + XZ);
  v128.store(row, f32x4.mul(f32x4.splat(eta), f32x4(2 * xx, 2 * yy, 2 * zz, xy)));
  v128.store(row, f32x4.mul(f32x4.splat(eta), f32x4(yz, zx, 0, 0)), 16);
}
