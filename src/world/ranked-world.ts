// What a world has beside its simulation where it is spread over ranks: on rank 0 a simulation of all particles, filled when somebody asks.

import { problem, ThixoError } from '../problem.ts';
import { broadcastText, type Communicator, largest } from '../ranks/communicator.ts';
import type { BuildOptions } from './build.ts';
import { giveOrder } from './rank-orders.ts';
import { requireSpreadable } from './require-spreadable.ts';
import type { Simulation } from './simulation.ts';
import { gatherInto, partOf } from './spread.ts';

export class RankedWorld {
  /** The simulation of this rank. */
  readonly own: Simulation;
  /** That of all particles, on rank 0. */
  readonly whole: Simulation | undefined;
  readonly comm: Communicator;
  /** Whether `whole` is at the frame of `own`. */
  private isGathered = false;

  private constructor(own: Simulation, whole: Simulation | undefined, comm: Communicator) {
    this.own = own;
    this.whole = whole;
    this.comm = comm;
    own.gather = () => {
      gatherInto(whole, own);
      return whole;
    };
  }

  /** Spreads a simulation that every rank builds alike. If one of them cannot, none has a world. */
  static async spread(built: Promise<Simulation>, options: BuildOptions, comm: Communicator): Promise<RankedWorld> {
    const [made] = await Promise.allSettled([built.then((whole) => spreadAlone(whole, options, comm))]),
      failed = made.status === 'rejected';
    if (largest(comm, Number(failed)) === 0 && !failed) return new RankedWorld(made.value.own, made.value.whole, comm);
    if (failed) throw made.reason;
    for (const { set } of [made.value.own, made.value.whole].filter((s) => s !== undefined)) set.team.stop();
    const hint = 'See what that rank says.';
    throw new ThixoError([problem('MEMORY_LIMIT', '', 'Another rank could not build its part of the world.', hint)]);
  }

  /** The particles have moved. */
  forget(): void {
    this.isGathered = false;
  }

  /** What all do together has failed on this rank. */
  lose(): void {
    this.comm.isLost = true;
  }

  /** Throws a ThixoError (SCENE_RANKS): a change in place would not reach the parts of all ranks alike. */
  refuse(change: string, instead: string): never {
    const message = `A world that is spread over ranks cannot be ${change}.`;
    throw new ThixoError([problem('SCENE_RANKS', '', message, `Take a snapshot, and go on with World.${instead}.`)]);
  }

  /** Fills the simulation of all particles, unless it is filled. */
  gather(): void {
    if (this.isGathered) return;
    giveOrder(this.comm, { order: 'gather' });
    gatherInto(this.whole, this.own);
    this.isGathered = true;
  }

  /** An answer about all particles, for all ranks; where rank 0 leads, for itself. */
  ask<T>(question: (whole: Simulation) => T): T {
    this.gather();
    if (this.comm.leads && this.whole) return question(this.whole);
    const answer = this.whole && JSON.stringify(question(this.whole));
    return JSON.parse(broadcastText(this.comm, answer ?? '')) as T;
  }
}

interface Spread {
  readonly own: Simulation;
  readonly whole: Simulation | undefined;
}

async function spreadAlone(whole: Simulation, options: BuildOptions, comm: Communicator): Promise<Spread> {
  try {
    requireSpreadable(whole);
    const own = await partOf(whole, options, comm);
    if (comm.rank === 0) return { own, whole };
    whole.set.team.stop();
    return { own, whole: undefined };
  } catch (error) {
    whole.set.team.stop();
    throw error;
  }
}
