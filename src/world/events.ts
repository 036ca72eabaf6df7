// Events of a world: delivered after the frame is committed, in a fixed order. An error that a handler throws reaches the caller of
// advance; the frame stays.

import type { Divergence } from '../diagnose/inspect.ts';
import type { FrameReport } from './report.ts';

/** What a world tells after a frame. */
export interface WorldEvents {
  /** Particles came into being during the frame: their number. */
  added: { readonly count: number; readonly frame: number };
  /** Particles were removed during the frame: their ids. */
  removed: { readonly ids: readonly number[]; readonly frame: number };
  /** A frame was not committed. */
  diverged: Divergence;
  /** A frame was committed. */
  frame: FrameReport;
}

const NAMES: readonly (keyof WorldEvents)[] = ['added', 'removed', 'diverged', 'frame'];

type Handler<K extends keyof WorldEvents> = (event: WorldEvents[K]) => void;

export class EventBoard {
  private readonly handlers = new Map<keyof WorldEvents, Set<Handler<never>>>();

  /** Calls `handler` on every such event; returns a function that stops it. */
  on<K extends keyof WorldEvents>(name: K, handler: Handler<K>): () => void {
    if (!NAMES.includes(name)) throw new TypeError(`there is no event "${name}" (have: ${NAMES.join(', ')})`);
    const set = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, set);
    set.add(handler as Handler<never>);
    return () => set.delete(handler as Handler<never>);
  }

  emit<K extends keyof WorldEvents>(name: K, event: WorldEvents[K]): void {
    for (const handler of this.handlers.get(name) ?? []) (handler as Handler<K>)(event);
  }
}
