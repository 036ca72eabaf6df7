// What a world has beside its simulation where it is spread over ranks: on rank 0 a simulation of all particles, filled when somebody asks.

import { type Measurement, measureSpread } from '../diagnose/ledger.ts';
import { problem, ThixoError } from '../problem.ts';
import { broadcastText, type Communicator, largest } from '../ranks/communicator.ts';
import type { SceneInput } from '../scene/schema.ts';
import { type BuildOptions, prepareSimulation } from './build.ts';
import type { PartBytes } from './parts.ts';
import { PublishedFields, type WorldFields } from './published-fields.ts';
import { giveOrder } from './rank-orders.ts';
import { requireSpreadable } from './require-spreadable.ts';
import type { Simulation } from './simulation.ts';
import { type OpenSnapshot, openSnapshot, type Snapshot, type SnapshotHeader } from './snapshot.ts';
import { gatherInto, loadSpread, spreading } from './spread.ts';
import { spreadFrameParts, spreadStateParts } from './spread-parts.ts';
import { completeLoad, hashOf, headerOf, prepareFor, requireFit, savedHeader } from './state.ts';

export class RankedWorld {
  /** The simulation of this rank. */
  readonly own: Simulation;
  /** That of all particles, on rank 0. */
  readonly whole: Simulation | undefined;
  readonly comm: Communicator;
  /** Whether `whole` is at the frame of `own`. */
  private isGathered = false;
  /** Hash of the state of all ranks, once it was asked for. */
  private hashed: string | undefined;

  private constructor(own: Simulation, whole: Simulation | undefined, comm: Communicator) {
    this.own = own;
    this.whole = whole;
    this.comm = comm;
    own.gather = () => {
      gatherInto(whole, own);
      return whole;
    };
  }

  /** Fills a world in parts. If one rank cannot, none has a world. */
  static create(scene: SceneInput, options: BuildOptions, comm: Communicator): Promise<RankedWorld> {
    return RankedWorld.build(
      comm,
      () => prepareSimulation(scene, options),
      () => prepareSimulation(scene, { ...options, threads: 1 }),
      (own, agree) => own.begin(spreading(own, comm, agree)),
    );
  }

  /** Loads a snapshot, which rank 0 reads, in parts; with another scene it is a branch. */
  static restore(
    snapshot: Snapshot,
    options: BuildOptions,
    comm: Communicator,
    scene?: SceneInput,
  ): Promise<RankedWorld> {
    const isBranch = scene !== undefined,
      opened = agreed(
        comm,
        () => openSnapshot(snapshot),
        ({ header }) => header,
      );
    return RankedWorld.build(
      comm,
      () => prepareFor(opened.header, options, scene),
      () => prepareFor(opened.header, { ...options, threads: 1 }, scene),
      (own, agree) => {
        requireFit(own, opened.header, isBranch);
        loadSpread(own, comm, opened.header, opened.found, agree);
        completeLoad(own, opened.header, isBranch);
      },
    );
  }

  /**
   * @param fill puts the particles into a simulation: first what each rank does alone; when all could, it is told by the call of the second, and they
   * go on together
   */
  private static async build(
    comm: Communicator,
    prepare: () => Promise<Simulation>,
    prepareWhole: () => Promise<Simulation>,
    fill: (own: Simulation, agree: () => void) => void,
  ): Promise<RankedWorld> {
    let isAgreed = false,
      own: Simulation | undefined,
      whole: Simulation | undefined;
    const agree = (failed = false): void => {
      isAgreed = true;
      if (largest(comm, Number(failed)) > 0 && !failed) throw otherRank();
    };
    try {
      own = await prepare();
      requireSpreadable(own);
      whole = comm.rank === 0 ? await prepareWhole() : undefined;
      fill(own, agree);
      whole?.noteStart(own);
      return new RankedWorld(own, whole, comm);
    } catch (error) {
      for (const { set } of [own, whole].filter((s) => s !== undefined)) set.team.stop();
      if (!isAgreed) agree(true);
      else if (!isOfAll(error)) comm.isLost = true;
      throw error;
    }
  }

  /** The particles have moved. */
  forget(): void {
    this.isGathered = false;
    this.hashed = undefined;
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

  /** Hash of the state of all ranks, each going on where the one before has ended. */
  hash(): string {
    if (this.hashed === undefined) giveOrder(this.comm, { order: 'hash' });
    this.hashed ??= hashOf(this.own);
    return this.hashed;
  }

  /** Mass, momenta and energies of all ranks, added up in the order of the particles. */
  measure(): Measurement {
    const { set, substances, scene, engine, books } = this.own,
      measured = { set, substances, dimension: scene.dimension, box: engine.neighbors.box };
    giveOrder(this.comm, { order: 'ledger' });
    return measureSpread(measured, scene, books.account);
  }

  /** The frame in parts by id; they come out on rank 0. */
  frameParts(most: number, encode: (part: WorldFields) => Uint8Array): Generator<PartBytes> {
    const { own, comm } = this,
      { set, script } = own;
    giveOrder(comm, { order: 'frame', most });
    const { views } = new PublishedFields(set, script.scene),
      { everywhere: total, nextId } = set;
    return spreadFrameParts(comm, views, { total, nextId }, most, encode);
  }

  /** The state in parts; they come out on rank 0. */
  stateParts(most: number, encode: (snapshot: Uint8Array) => Uint8Array): Generator<PartBytes> {
    const { own, comm } = this;
    giveOrder(comm, { order: 'state', most });
    const header = savedHeader(own, { ...headerOf(own), count: own.set.everywhere });
    return spreadStateParts(own, header, most, encode);
  }
}

interface Agreed {
  readonly header: SnapshotHeader;
  /** On rank 0. */
  readonly found: OpenSnapshot | undefined;
}

/** What rank 0 finds, and what of it all must know. What it throws, all throw. */
function agreed(comm: Communicator, find: () => OpenSnapshot, known: (found: OpenSnapshot) => SnapshotHeader): Agreed {
  let found: OpenSnapshot | undefined,
    text = '';
  if (comm.rank === 0) {
    try {
      found = find();
      text = JSON.stringify({ header: known(found) });
    } catch (error) {
      text = JSON.stringify({ problems: error instanceof ThixoError ? error.problems : [] });
      broadcastText(comm, text);
      throw error;
    }
  }
  const told = JSON.parse(broadcastText(comm, text)) as { header: SnapshotHeader; problems?: ThixoError['problems'] };
  if (told.problems) throw new ThixoError(told.problems);
  return { header: told.header, found };
}

/** Whether an error of what ranks do together is that of all of them: memory is a matter of one. */
function isOfAll(error: unknown): boolean {
  const lonely = ['MEMORY_LIMIT', 'LIMIT_MEMORY'];
  return error instanceof ThixoError && !error.problems.some(({ code }) => lonely.includes(code));
}

function otherRank(): ThixoError {
  const hint = 'See what that rank says.';
  return new ThixoError([problem('MEMORY_LIMIT', '', 'Another rank could not build its part of the world.', hint)]);
}
