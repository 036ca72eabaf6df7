// The books of a world: what came in, went out and acted from outside since it began.

import { newBodyAccounts } from '../diagnose/body-ledger.ts';
import { type Account, newAccount } from '../diagnose/ledger.ts';
import type { Booking, Triple } from '../engine/booking.ts';
import { enthalpy } from '../engine/heat.ts';
import { ACTED_NUMBERS } from '../obstacles/body.ts';
import { noDepartures, type ParticleSet } from '../particles/particle-set.ts';
import type { Substance } from '../substances/substance.ts';

export class Books {
  account: Account;
  private added = 0;
  private removed: number[] = [];

  /** Which body each of the loads of a booking is of. */
  private readonly owners: readonly number[];

  /** Empty books of a world, with bodies that loads belong to. */
  constructor(owners: readonly number[] = []) {
    const bodies = new Set(owners).size;
    this.owners = owners;
    this.account = { ...newAccount(), ...(bodies > 0 && { bodies: newBodyAccounts(bodies) }) };
  }

  /** Books what a step or an evaluation brought, and who left during its sort; not the sums that come late. */
  post(booking: Booking, set: ParticleSet, substances: readonly Substance[]): void {
    if (!booking.isLate) this.postSums(booking);
    this.account.evaluations += booking.evaluated;
    this.postLoads(booking.loads);
    this.postDepartures(set, substances);
  }

  /** Books the sums over particles of a step. */
  postSums(booking: Booking): void {
    const { account } = this;
    addTo(account.external, booking.externalBefore);
    addTo(account.external, booking.externalAfter);
    addTo(account.obstacles, booking.obstacles);
    addTo(account.obstacles, booking.walls);
    addTo(account.asymmetry, booking.asymmetry);
    account.heat.regions += booking.heat[0];
    account.heat.obstacles += booking.heat[1];
    account.heat.surroundings += booking.heat[2];
  }

  /** Books what bodies gave to particles, as what they got from them. */
  private postLoads(given: Float64Array): void {
    this.owners.forEach((body, k) => {
      const { impulse, angularImpulse } = this.account.bodies![body]!;
      for (let a = 0; a < 3; a++) {
        impulse[a]! -= given[6 * k + a]!;
        angularImpulse[a]! -= given[6 * k + 3 + a]!;
      }
    });
  }

  /** Books what else acted on bodies in a step: see `Mover.acted`. */
  postActed(acted: Float64Array): void {
    this.account.bodies?.forEach(({ external, contacts }, k) => {
      for (let a = 0; a < 3; a++) {
        const at = ACTED_NUMBERS * k + a;
        external.impulse[a]! += acted[at]!;
        external.angularImpulse[a]! += acted[at + 3]!;
        contacts.impulse[a]! += acted[at + 6]!;
        contacts.angularImpulse[a]! += acted[at + 9]!;
      }
    });
  }

  /** Books a new particle. `heat` is what it brings, J. */
  postArrival(mass: number, velocity: ArrayLike<number>, heat: number): void {
    const { added } = this.account;
    added.particles++;
    added.mass += mass;
    this.account.heat.added += heat;
    for (let a = 0; a < 3; a++) added.momentum[a]! += mass * velocity[a]!;
    this.added++;
  }

  /** What was added and removed since the last call. */
  takeNews(): { added: number; removed: number[] } {
    const news = { added: this.added, removed: this.removed };
    this.added = 0;
    this.removed = [];
    return news;
  }

  private postDepartures(set: ParticleSet, substances: readonly Substance[]): void {
    const { departed } = set,
      { removed, heat } = this.account;
    if (departed.ids.length === 0) return;
    removed.particles += departed.ids.length;
    removed.mass += departed.mass;
    addTo(removed.momentum, departed.momentum);
    for (const [substance, mass, T] of departed.warm) heat.removed += mass * enthalpy(substances[substance]!, T);
    for (const id of departed.ids) this.removed.push(id);
    set.departed = noDepartures();
  }
}

function addTo(sum: Triple, part: Readonly<Triple>): void {
  for (let a = 0; a < 3; a++) sum[a]! += part[a]!;
}
