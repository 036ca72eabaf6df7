// What rank 0 tells the others to do, where it leads: they make the same calls, so that all meet in them.

import { broadcastText, type Communicator, sharedBytes } from '../ranks/communicator.ts';
import type { SceneInput } from '../scene/schema.ts';

/** What to do next. A branch is followed by the bytes of its snapshot. */
export type Order =
  | { readonly order: 'create'; readonly scene: SceneInput }
  | { readonly order: 'branch'; readonly scene?: SceneInput | undefined; readonly bytes: number }
  | { readonly order: 'advance' | 'gather' | 'ask whether to stop' | 'dispose' }
  | { readonly order: 'end'; readonly outcome: string };

/** Tells the others, if this rank leads them and they listen. */
export function giveOrder(comm: Communicator | undefined, order: Order): void {
  if (comm?.leads && comm.rank === 0 && !comm.isLost) broadcastText(comm, JSON.stringify(order));
}

/** What rank 0 tells. */
export function takeOrder(comm: Communicator): Order {
  return JSON.parse(broadcastText(comm, '')) as Order;
}

/** The bytes that follow an order: on rank 0 given, on all returned. */
export function passBytes(comm: Communicator, bytes: Uint8Array | number): Uint8Array {
  const room = sharedBytes(typeof bytes === 'number' ? bytes : bytes.length);
  if (typeof bytes !== 'number') room.set(bytes);
  comm.broadcast(room, 0);
  return room.slice();
}
