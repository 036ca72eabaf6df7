// How obstacles hold particles in the solve of an implicit step.

import { AT_SOLVE_HELD, AT_SOLVE_WALL } from '../../src/wasm/layout';
import { address } from '../context';

/** Not at all; all of its velocity is given; only that across the obstacle is; in a corner all of it, whatever that takes. */
export const FREE: f64 = 0, HELD: f64 = 1, SLIDING: f64 = 2, CORNER: f64 = 3;

/** Behind the normal of the obstacle: its μ, its friction over the unit, its velocity. */
export const WALL_MU: usize = 24, WALL_RUB: usize = 32, WALL_VELOCITY: usize = 56;
const WALL_BYTES: usize = 80;

/** How particle i is held. */
@inline export function wayOf(i: i32): f64 { return load<f64>(address(AT_SOLVE_HELD) + (<usize>i << 5), 24); }
@inline export function setWay(i: i32, way: f64): void { store<f64>(address(AT_SOLVE_HELD) + (<usize>i << 5), way, 24); }

/** What holds particle i. */
@inline export function wallOf(i: i32): usize { return address(AT_SOLVE_WALL) + <usize>i * WALL_BYTES; }
