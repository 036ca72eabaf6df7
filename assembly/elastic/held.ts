// How obstacles hold particles in the solve of an implicit step.

import { AT_SOLVE_HELD, AT_SOLVE_WALL, AT_STICK_FRICTION, AT_STICK_PUSH, FIRST_KICK, STEP, STICK_BYTES } from '../../src/wasm/layout';
import { address, real } from '../context';
import { Vector, vectorAt } from '../math/vector';
import { relativeMassOf } from '../schemes/shared/particle';

/** Not at all; its velocity across the obstacle is given, and friction acts along it; in a corner all of it, whatever that takes. */
export const FREE: f64 = 0, RUBBING: f64 = 1, CORNER: f64 = 2;
/** It touched in this step and was let go. */
export const LEFT: f64 = 3;

/**
 * Behind the normal of the obstacle: its μ, its friction f over the unit were Δv 0, its velocity, −∂f/∂Δv over the unit, the push N that
 * limits f, and whether N has turned out to pull.
 */
export const WALL_MU: usize = 24, WALL_RUB: usize = 32, WALL_VELOCITY: usize = 56, WALL_HOLD: usize = 80, WALL_N: usize = 88,
  WALL_WARY: usize = 96;

/** How particle i is held. */
@inline export function wayOf(i: i32): f64 { return load<f64>(address(AT_SOLVE_HELD) + (<usize>i << 5), 24); }
@inline export function setWay(i: i32, way: f64): void { store<f64>(address(AT_SOLVE_HELD) + (<usize>i << 5), way, 24); }

/** What holds particle i. */
@inline export function wallOf(i: i32): usize { return address(AT_SOLVE_WALL) + <usize>i * STICK_BYTES; }
/** −∂f/∂Δv of particle i, 0 if nothing rubs it. */
@inline export function stickOf(i: i32): f64 { return wayOf(i) == RUBBING ? load<f64>(wallOf(i), WALL_HOLD) : 0; }

/** What particle i remembers of the obstacle that it touched in the last step: friction and push per mass, m/s². */
@inline export function frictionOf(i: i32): Vector { return vectorAt(address(AT_STICK_FRICTION) + <usize>i * 24); }
@inline export function pushOf(i: i32): f64 { return load<f64>(address(AT_STICK_PUSH) + (<usize>i << 3)); }
@inline export function setPush(i: i32, push: f64): void { store<f64>(address(AT_STICK_PUSH) + (<usize>i << 3), push); }
/** Its mass over the unit times the time of the kick, s. */
@inline export function timedMassOf(i: i32): f64 { return real(FIRST_KICK) * real(STEP) * relativeMassOf(i); }
