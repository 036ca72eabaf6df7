// Events of a world: delivered after the frame is committed, in a fixed order. What a handler throws keeps no other from being told; the first
// such error reaches the caller of advance. The frame stays.

import type { Divergence } from '../diagnose/inspect.ts';
import type { FrameDone } from './report.ts';

/** What a world tells after a frame. */
export interface WorldEvents {
  /** Particles came into being during the frame: their number. */
  added: { readonly count: number; readonly frame: number };
  /** Particles were removed during the frame: their ids. */
  removed: { readonly ids: readonly number[]; readonly frame: number };
  /** A frame was not committed. */
  diverged: Divergence;
  /** A frame was committed. */
  frame: FrameDone;
}

const NAMES: readonly (keyof WorldEvents)[] = ['added', 'removed', 'diverged', 'frame'];

type Handler<K extends keyof WorldEvents> = (event: WorldEvents[K]) => void;

export class EventBoard {
  private readonly handlers = new Map<keyof WorldEvents, Set<Handler<never>>>();
  private readonly thrown: unknown[] = [];

  /** Calls `handler` on every such event; returns a function that stops it. */
  on<K extends keyof WorldEvents>(name: K, handler: Handler<K>): () => void {
    if (!NAMES.includes(name)) throw new TypeError(`there is no event "${name}" (have: ${NAMES.join(', ')})`);
    if (typeof handler !== 'function') throw new TypeError(`the handler of "${name}" is not a function`);
    const set = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, set);
    set.add(handler as Handler<never>);
    return () => set.delete(handler as Handler<never>);
  }

  emit<K extends keyof WorldEvents>(name: K, event: WorldEvents[K]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])]) {
      try {
        (handler as Handler<K>)(event);
      } catch (error) {
        this.thrown.push(error);
      }
    }
  }

  /** Throws the first error of handlers since this was last asked. */
  rethrow(): void {
    if (this.thrown.length > 0) throw this.thrown.splice(0)[0];
  }
}
