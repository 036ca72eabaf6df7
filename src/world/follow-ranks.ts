// The other ranks of a run that rank 0 leads.

import { type Communicator, largest } from '../ranks/communicator.ts';
import type { WorldFields } from './published-fields.ts';
import { takeOrder } from './rank-orders.ts';
import { World, type WorldOptions } from './world.ts';

/** What a follower has to say. */
export interface Follower {
  /** Whether this rank was asked to stop. */
  shouldStop(): boolean;
  /** Called now and then while it works. */
  beat(): void;
  /** The bytes of a file: of a part of a frame, of a part of a state. */
  encodeFrame(part: WorldFields, frame: number, time: number): Uint8Array;
  encodeState(snapshot: Uint8Array): Uint8Array;
}

/** Does what rank 0 says until it says that this is the end; returns how it ended. */
export async function followRanks(comm: Communicator, options: WorldOptions, follower: Follower): Promise<string> {
  let world: World | undefined;
  const make = async (making: () => Promise<World>): Promise<void> => {
    try {
      world = await making();
      world.timeWork(() => {
        follower.beat();
        return 0;
      });
    } catch {
      world = undefined; // rank 0 has failed too, and says why
    }
  };
  for (;;) {
    follower.beat();
    const order = takeOrder(comm);
    switch (order.order) {
      case 'create':
        await make(() => World.create(order.scene, { ...options, ranks: comm }));
        break;
      case 'restore':
        await make(() => World.follow(order.scene, { ...options, ranks: comm }));
        break;
      case 'advance':
        world!.advance();
        break;
      case 'gather':
        void world!.fields;
        break;
      case 'hash':
        world!.hash();
        break;
      case 'ledger':
        world!.ledger();
        break;
      case 'frame':
        exhaust(world!.frameParts(order.most, (part) => follower.encodeFrame(part, world!.frame, world!.time)));
        break;
      case 'state':
        exhaust(world!.stateParts(order.most, follower.encodeState));
        break;
      case 'ask whether to stop':
        await breathe();
        largest(comm, Number(follower.shouldStop()));
        break;
      case 'dispose':
        world?.dispose();
        world = undefined;
        break;
      case 'end':
        return order.outcome;
    }
  }
}

/** Takes part in what rank 0 gets. */
function exhaust(parts: Iterable<unknown>): void {
  for (const _ of parts);
}

/** Lets signals have their turn. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
