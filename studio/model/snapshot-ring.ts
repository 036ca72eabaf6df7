// Saved states of a run within a budget of memory. When it is used up, every second one goes, and from then on fewer are kept.

export class SnapshotRing {
  private readonly budget: number;
  private readonly states = new Map<number, Uint8Array>();
  private every = 1;
  bytes = 0;

  /** @param budget bytes */
  constructor(budget: number) {
    this.budget = budget;
  }

  /** Frames that have a state, in order. */
  get frames(): number[] {
    return [...this.states.keys()].sort((a, b) => a - b);
  }

  /** Whether a state of this frame would be kept. */
  wants(frame: number): boolean {
    return frame % this.every === 0 && !this.states.has(frame);
  }

  add(frame: number, state: Uint8Array): void {
    if (!this.wants(frame)) return;
    this.states.set(frame, state);
    this.bytes += state.byteLength;
    while (this.bytes > this.budget && this.states.size > 2) this.thin();
  }

  /** The last state at or before a frame. */
  before(frame: number): { readonly frame: number; readonly state: Uint8Array } | undefined {
    let found = -1;
    for (const k of this.states.keys()) if (k <= frame && k > found) found = k;
    return found < 0 ? undefined : { frame: found, state: this.states.get(found)! };
  }

  /** Forgets what comes after a frame. */
  dropAfter(frame: number): void {
    for (const k of this.states.keys()) if (k > frame) this.drop(k);
  }

  private thin(): void {
    this.every *= 2;
    for (const k of this.states.keys()) if (k % this.every !== 0) this.drop(k);
  }

  private drop(frame: number): void {
    this.bytes -= this.states.get(frame)!.byteLength;
    this.states.delete(frame);
  }
}
