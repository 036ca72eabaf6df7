// What the command line sees of the outside: two outputs, the environment, a clock, signals, a person who can answer. Tests bring
// their own.

/** A stream that text goes to: `process.stdout`, or anything like it. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal in characters. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Why a command is asked to stop: a signal, or nobody reads its output any more. */
export type StopReason = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'EPIPE';

export interface Io {
  /** Results and nothing else. */
  readonly stdout: Output;
  /** Everything said to a person. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** A clock, ms. */
  now(): number;
  /** Puts a question to the person at the terminal; undefined where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Calls `handler` instead of ending the process when it is asked to stop; returns a function that undoes this. */
  onStop(handler: (reason: StopReason) => void): () => void;
  /** Ends everything at once with an exit code, without waiting for anything that still runs. */
  leave(code: number): void;
}

/** Whether text may be colored: --no-color and NO_COLOR, then FORCE_COLOR, then TERM=dumb, then what the stream is. */
export function mayColor(output: Output, env: Io['env'], noColor: boolean): boolean {
  if (noColor || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return mayRedraw(output, env);
}

/** Whether a line may be drawn over the one before. */
export function mayRedraw(output: Output, env: Io['env']): boolean {
  return output.isTTY === true && env.TERM !== 'dumb';
}
