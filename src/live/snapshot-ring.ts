// Snapshots of a run within a budget of memory. When they are too many, every other one goes: their spacing doubles, and the first stays.

/** A snapshot of a frame. */
export interface KeptSnapshot {
  readonly frame: number;
  readonly snapshot: Uint8Array;
}

/**
 * Keeps snapshots of a run, from which any frame can be reached again.
 * @example
 * const ring = new SnapshotRing({ bytes: 64e6 });
 * ring.offer(world.frame, () => world.snapshot());
 * world.rewind(ring.before(10)!.snapshot);
 */
export class SnapshotRing {
  /** Most bytes. */
  readonly budget: number;
  private spacing = 1;
  private total = 0;
  /** In order of frames. */
  private kept: KeptSnapshot[] = [];

  constructor({ bytes = 256e6 }: { readonly bytes?: number } = {}) {
    this.budget = bytes;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.total;
  }

  /** Frames from one snapshot to the next. */
  get every(): number {
    return this.spacing;
  }

  /** The frames that are kept, ascending. */
  get frames(): readonly number[] {
    return this.kept.map(({ frame }) => frame);
  }

  /** Keeps a snapshot of a frame if its turn has come and it is not there yet; `take` is called only then. */
  offer(frame: number, take: () => Uint8Array): boolean {
    if (this.kept.length > 0 && frame % this.spacing !== 0) return false;
    const place = this.kept.findLastIndex((one) => one.frame <= frame);
    if (this.kept[place]?.frame === frame) return false;
    const snapshot = take();
    this.kept.splice(place + 1, 0, { frame, snapshot });
    this.total += snapshot.byteLength;
    while (this.total > this.budget && this.kept.length > 1) this.thin();
    return this.kept.some((one) => one.frame === frame);
  }

  /** The last snapshot that is not later than a frame. */
  before(frame: number): KeptSnapshot | undefined {
    return this.kept.findLast((one) => one.frame <= frame);
  }

  /** Forgets what comes after a frame: the run goes on differently from there. */
  dropAfter(frame: number): void {
    this.keep((one) => one.frame <= frame);
  }

  private thin(): void {
    this.spacing *= 2;
    const first = this.kept[0]!;
    this.keep((one) => one === first || one.frame % this.spacing === 0);
  }

  private keep(test: (one: KeptSnapshot) => boolean): void {
    this.kept = this.kept.filter(test);
    this.total = this.kept.reduce((sum, { snapshot }) => sum + snapshot.byteLength, 0);
  }
}
