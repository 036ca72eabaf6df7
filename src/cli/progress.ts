// Progress on stderr: a bar that is redrawn in a terminal, a plain line now and then elsewhere. Colors follow NO_COLOR.

import { performance } from 'node:perf_hooks';

/** Characters of the bar. */
const WIDTH = 30;
/** Lines that a whole run prints where nothing can be redrawn. */
const PLAIN_LINES = 5;

/** Where progress goes: `process.stderr`, or anything like it. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export class Progress {
  private readonly total: number;
  private readonly terminal: Terminal;
  private readonly colored: boolean;
  private readonly begin = performance.now();

  /** @param total frames of the run */
  constructor(total: number, terminal: Terminal = process.stderr) {
    this.total = total;
    this.terminal = terminal;
    this.colored = terminal.isTTY === true && !process.env.NO_COLOR;
  }

  /** Wall time since the start, s. */
  get seconds(): number {
    return (performance.now() - this.begin) / 1000;
  }

  /** Shows that `done` frames are ready; `note` is printed behind. */
  show(done: number, note: string): void {
    const left = (this.seconds / done) * (this.total - done);
    const when = done < this.total ? `ETA ${formatSeconds(left)}` : formatSeconds(this.seconds);
    const text = `frame ${String(done).padStart(String(this.total).length)}/${this.total}  ${when}  ${note}`;
    if (this.terminal.isTTY) this.terminal.write(`\r\u001b[K${this.bar(done)} ${text}`);
    else if (isMilestone(done, this.total)) this.terminal.write(`${text}\n`);
  }

  /** Ends the line of the bar. */
  end(): void {
    if (this.terminal.isTTY) this.terminal.write('\n');
  }

  private bar(done: number): string {
    const full = Math.round((WIDTH * done) / this.total),
      bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    return this.colored ? `\u001b[36m${bar}\u001b[0m` : bar;
  }
}

/** Whether a plain log shows this frame: about PLAIN_LINES of them, the last one always. */
function isMilestone(done: number, total: number): boolean {
  return Math.floor((done * PLAIN_LINES) / total) > Math.floor(((done - 1) * PLAIN_LINES) / total);
}

/** `7 s`, `2 min 05 s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
