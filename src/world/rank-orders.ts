// What rank 0 tells the others to do, where it leads: they make the same calls, so that all meet in them.

import { broadcastText, type Communicator } from '../ranks/communicator.ts';
import type { SceneInput } from '../scene/schema.ts';

/** What to do next. */
export type Order =
  | { readonly order: 'create'; readonly scene: SceneInput }
  | { readonly order: 'restore'; readonly scene?: SceneInput | undefined }
  | { readonly order: 'advance' | 'gather' | 'hash' | 'ledger' | 'ask whether to stop' | 'dispose' }
  | { readonly order: 'frame' | 'state'; readonly most: number }
  | { readonly order: 'end'; readonly outcome: string };

/** Tells the others, if this rank leads them and they listen. */
export function giveOrder(comm: Communicator | undefined, order: Order): void {
  if (comm?.leads && comm.rank === 0 && !comm.isLost) broadcastText(comm, JSON.stringify(order));
}

/** What rank 0 tells. */
export function takeOrder(comm: Communicator): Order {
  return JSON.parse(broadcastText(comm, '')) as Order;
}
