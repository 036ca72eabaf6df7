// Signs of life of a bake: what it is at, and that it moves. Who looks from another thread can tell a long frame from one that is stuck.

/** What a bake is at, in the order in which it first comes to it. */
export const PHASES = [
  'starting',
  'reading the scene',
  'waiting for the lock of the cache',
  'opening the cache and building the world',
  'simulating',
  'writing',
  'saving the state of',
  'looking for the cause of the failure after',
] as const;

export type Phase = (typeof PHASES)[number];

/** Who hears of it. */
export interface Pulse {
  /** Something else begins; `frame` where it belongs to one. */
  enter(phase: Phase, frame?: number): void;
  /** It moves: called around every pass. */
  beat(): void;
}

/** Nobody hears of it. */
export const NO_PULSE: Pulse = { enter: () => {}, beat: () => {} };

const WORDS = { beats: 1, phase: 2, frame: 3 };
/** Words that the signs of life take, the first of which belongs to others. */
export const PULSE_WORDS = 4;

/** Writes the signs of life into words that threads share. */
export class SharedPulse implements Pulse {
  private readonly words: Int32Array;

  constructor(words: Int32Array) {
    this.words = words;
  }

  enter(phase: Phase, frame = -1): void {
    Atomics.store(this.words, WORDS.phase, PHASES.indexOf(phase));
    Atomics.store(this.words, WORDS.frame, frame);
    this.beat();
  }

  beat(): void {
    Atomics.add(this.words, WORDS.beats, 1);
  }
}

/** Filling bodies with millions of particles gives no sign of life, and takes its time. */
const SLOW: Phase = 'opening the cache and building the world';
const SLOWNESS = 10;

/** Reads them. `slowness`: how many times longer than others this may take without a sign. */
export function readPulse(words: Int32Array): {
  readonly count: number;
  readonly doing: string;
  readonly slowness: number;
} {
  const [count, phase, frame] = [WORDS.beats, WORDS.phase, WORDS.frame].map((word) => Atomics.load(words, word));
  return {
    count: count!,
    slowness: PHASES[phase!] === SLOW ? SLOWNESS : 1,
    doing: `${PHASES[phase!] ?? PHASES[0]}${frame! > -1 && phase! > 3 ? ` frame ${frame}` : ''}`,
  };
}
