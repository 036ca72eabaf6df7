// Filling in what a step brought from outside.

import * as at from '../wasm/layout.ts';
import type { Booking } from './booking.ts';
import type { Engine } from './engine.ts';
import { sumKept } from './reports.ts';

/** Begins the booking of a step: the forces of the last evaluation act over a time (s) before the new ones are known. */
export function openBooking({ booking, externalForce, wallForce }: Engine, time = 0): Booking {
  booking.evaluated = 0;
  booking.loads.fill(0);
  for (let a = 0; a < 3; a++) {
    booking.externalBefore[a] = time * externalForce[a]!;
    booking.externalAfter[a] = 0;
    booking.obstacles[a] = 0;
    booking.walls[a] = time * wallForce[a]!;
    booking.asymmetry[a] = 0;
    booking.heat[a] = 0;
  }
  return booking;
}

/** Ends the booking of a step of all particles, whose new forces acted over a time (s). */
export function closeBooking({ set, booking, externalForce, wallForce, guests }: Engine, time = 0): Booking {
  booking.evaluated = set.everywhere;
  sumKept(set, booking.obstacles, [at.REPORT_EXTERNAL, at.REPORT_WALL], [externalForce, wallForce]);
  for (const { walls } of guests) if (walls) for (let a = 0; a < 3; a++) wallForce[a]! += walls[a]!;
  for (let a = 0; a < 3; a++) {
    booking.externalAfter[a] = time * externalForce[a]!;
    booking.walls[a]! += time * wallForce[a]!;
  }
  return booking;
}
