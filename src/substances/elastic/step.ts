// One step of a world of elastic solids. [AW09 §7, card §14-15] Where other families lead, solids take part in their step.
// Velocities stand in the middle of steps: a kick goes from the middle of the last step to the middle of this one.

import { closeBooking, openBooking } from '../../engine/book-step.ts';
import type { Booking } from '../../engine/booking.ts';
import { conductHeat } from '../../engine/conduct-heat.ts';
import type { Engine } from '../../engine/engine.ts';
import { drift, findPairs, packRecords, renewPairs, sumForces } from '../../engine/move.ts';
import * as at from '../../wasm/layout.ts';
import { growCracks } from './cracks/grow-cracks.ts';
import { isElastic } from './parameters.ts';
import { renewReference } from './renew-reference.ts';
import { ensureLinks, type Solids } from './solids.ts';
import { elasticRow } from './tables.ts';

/** Of the last step, no more than so many of this one count. */
const MOST_OVERHANG = 2;

/** Advances all solids by dt (s). Obstacles for the step must be in place. */
export function stepElastic(s: Solids, dt: number): Booking {
  const { engine } = s,
    booking = openBooking(engine, openKick(engine, dt));
  drift(engine, at.PASS_DRIFT_GLOBULES, booking); //    v ← v + ½(dt + last dt) a, x ← x + dt v, bounce off obstacles  [card §12]
  renewPairs(engine); //                                what may touch
  evaluate(s); //                                       ∇u → ε → ε_p → σ → f                                           [AW09 eq. 61-66, 69]
  closeBooking(engine);
  if (engine.set.hasHeat) conductHeat(engine, booking);
  engine.steps++;
  return booking;
}

/** Tells the passes of a step of dt (s). Returns the time from the middle of the last step to the middle of this one, s. */
export function openKick({ set: { shared }, memory }: Engine, dt: number): number {
  const time = 0.5 * (Math.min(memory.lastElasticStep!, MOST_OVERHANG * dt) + dt);
  shared.setReal(at.STEP, dt);
  shared.setReal(at.FIRST_KICK, time / dt);
  memory.lastElasticStep = dt;
  return time;
}

/** Accelerations of the solids where they are: needed once before the first step. */
export function startElastic(s: Solids): Booking {
  const { engine } = s;
  engine.set.shared.setReal(at.STEP, 0);
  openBooking(engine);
  findPairs(engine);
  evaluate(s);
  return closeBooking(engine);
}

/** Accelerations of the solids where they are, after the plastic flow of the step. */
export function evaluate(s: Solids): void {
  const { engine } = s;
  packRecords(engine);
  packSolids(s);
  sumForces(engine, () => addContacts(engine));
  deform(s);
  engine.set.team.run(at.PASS_ACCELERATE_GLOBULES, engine.set.chunks); // a = f/m + g
}

/** What the passes of solids read. */
export function packSolids(s: Solids): void {
  ensureLinks(s);
  const { set } = s.engine;
  set.team.run(at.PASS_PACK_ELASTIC, set.chunks);
}

/** Adds the contacts of solids to the sums. */
export function addContacts({ neighbors, loop }: Engine): void {
  neighbors.runPairs(at.PASS_ELASTIC_CONTACTS + (loop >> 3));
}

/** Forces of the solids on their particles, after the plastic flow of the step. */
export function deform(s: Solids): void {
  const { set } = s.engine;
  writeCreep(s);
  set.team.run(at.PASS_ELASTIC_PLACES, set.chunks);
  set.team.run(at.PASS_ELASTIC_STRESS, set.chunks); //   F, ε, ε_p, σ, P
  growCracks(s); //                                      where tension passes the strength                            [card §16]
  set.team.run(at.PASS_ELASTIC_FORCES, set.chunks); //   f_i = Σ (V_i P_i g_ij − V_j P_j g_ji)
  renewReference(s); //                                  where much has flowed                                        [X36]
}

/** c = 1 − exp(−creep dt) of every solid that yields. [X37] */
function writeCreep({ engine: { set, substances } }: Solids): void {
  const { shared, team } = set,
    dt = shared.real(at.STEP);
  substances.forEach((p, index) => {
    if (!isElastic(p) || p.yieldStrain === undefined) return;
    shared.setReal(elasticRow(index) + at.ELASTIC_CREEP, 1 - team.wasm.pow(Math.E, -p.creep * dt));
  });
}
