// Filling in what a step brought from outside.

import type { LateSums } from '../particles/part.ts';
import * as at from '../wasm/layout.ts';
import type { Booking } from './booking.ts';
import type { Engine } from './engine.ts';
import { sumKept } from './reports.ts';

/** Begins the booking of a step: the forces of the last evaluation act over a time (s) before the new ones are known. */
export function openBooking({ booking, externalForce, wallForce }: Engine, time = 0): Booking {
  booking.isLate = false;
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
export function closeBooking(e: Engine, time = 0): Booking {
  const { set, booking, externalForce, wallForce } = e;
  booking.evaluated = set.everywhere;
  sumKept(set, booking.obstacles, [at.REPORT_EXTERNAL, at.REPORT_WALL], [externalForce, wallForce]);
  return bookForces(e, time);
}

/**
 * The same; where ranks share the world their sums wait for those of other steps, and go from rank to rank together. For steps that need
 * no sum before, and in which nothing else is booked.
 * @param time for which the forces act before the new ones are known, and again after, s
 */
export function closeBookingLater(e: Engine, time = 0): Booking {
  const { set, booking, guests } = e;
  if (!set.part || guests.length > 0) return closeBooking(e, time);
  set.part.postpone(time, [at.REPORT_EXTERNAL, at.REPORT_WALL]);
  booking.evaluated = set.everywhere;
  booking.isLate = true;
  return booking;
}

/** The booking of a step whose sums have come: impulse of obstacles, external forces and those of walls. */
export function bookLate(e: Engine, { time, sums }: LateSums): Booking {
  const booking = openBooking(e, time);
  [booking.obstacles, e.externalForce, e.wallForce].forEach((triple, k) => {
    for (let a = 0; a < 3; a++) triple[a] = sums[3 * k + a]!;
  });
  return bookForces(e, time);
}

function bookForces({ booking, externalForce, wallForce, guests }: Engine, time: number): Booking {
  for (const { walls } of guests) if (walls) for (let a = 0; a < 3; a++) wallForce[a]! += walls[a]!;
  for (let a = 0; a < 3; a++) {
    booking.externalAfter[a] = time * externalForce[a]!;
    booking.walls[a]! += time * wallForce[a]!;
  }
  return booking;
}
