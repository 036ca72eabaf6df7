// Being asked to stop: the first time what is in work is finished, the second time everything ends at once.

import { EXIT } from '../codes.ts';
import type { Io, StopReason } from './io.ts';

/** Whether a command was asked to stop. */
export class Stop {
  /** Aborted when it was. */
  readonly signal: AbortSignal;
  /** Called the first time, to tell the person what happens now; undefined while there is nothing to finish: then the command ends. */
  tell: ((reason: StopReason) => void) | undefined;
  /** Stops listening. */
  readonly release: () => void;

  constructor(io: Io) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.release = io.onStop((reason) => {
      const nothingToFinish = !this.tell || this.asked;
      if (nothingToFinish && reason !== 'EPIPE') io.leave(EXIT.interrupted);
      if (this.asked) return;
      controller.abort();
      this.tell?.(reason);
    });
  }

  get asked(): boolean {
    return this.signal.aborted;
  }
}
