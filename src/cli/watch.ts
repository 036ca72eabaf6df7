// Work of the library under the eyes of the command line: its events are shown, signals are handed on to it.

import type { Context } from './context.ts';
import type { StopReason } from './io.ts';
import { Stop } from './stop.ts';

/** Shows what is told. */
export interface View<Event> {
  show(event: Event): void;
  /** It was asked to stop and will. */
  stopping(reason: StopReason): void;
  /** Nothing more will come. */
  end(): void;
}

/** What the command line gives to every function of the library. */
export interface Watched<Event> {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  now(): number;
  onEvent(event: Event): void;
}

/** Does the work. Before it has started something there is nothing to finish: then a signal ends the command at once. */
export async function watch<Event extends { readonly event: string }, Result>(
  { io }: Context,
  view: View<Event>,
  work: (watched: Watched<Event>) => Promise<Result>,
): Promise<Result> {
  const stop = new Stop(io),
    { cwd, env } = io,
    { signal } = stop;
  const onEvent = (event: Event): void => {
    if (event.event === 'start') stop.tell = (reason) => view.stopping(reason);
    view.show(event);
  };
  try {
    return await work({ cwd, env, signal, now: () => io.now(), onEvent });
  } finally {
    stop.release();
    view.end();
  }
}
