// When the next frame of a world in a worker is due, and how fast it goes: in real time at most, and never far ahead of the page.

/** Frames that are on their way to a page that has not taken them. */
const MOST_WAITING = 2;
/** Part of the last frame in the mean speed. */
const LATEST = 0.2;

export class Pace {
  /** Simulated seconds per second of computing, lately. */
  speed = 0;
  private waiting = 0;
  private due = 0;
  private readonly most: number;

  /** @param most frames on their way: with 1 the page answers to a hand at once, with more computing and drawing overlap */
  constructor(most = MOST_WAITING) {
    this.most = most;
  }

  /** Whether the page has as many frames before it as it may have. */
  get isFull(): boolean {
    return this.waiting >= this.most;
  }

  /** A frame was sent to the page. */
  sent(): void {
    this.waiting++;
  }

  /** The page has taken a frame. */
  taken(): void {
    this.waiting = Math.max(0, this.waiting - 1);
  }

  /** Waits for nothing any more. */
  reset(): void {
    this.waiting = this.due = 0;
  }

  /** How long to wait for the next frame if they come at an interval, ms. What is late by more than one is not made up for. */
  delay(interval: number): number {
    const now = performance.now();
    if (this.due < now - interval) this.due = now;
    this.due = Math.min(this.due, now + interval); // frames that nobody waited for are not waited for later
    return Math.max(0, this.due - now);
  }

  /** A frame of some seconds was simulated; the next is due an interval (ms) after it was. */
  took(milliseconds: number, seconds: number, interval: number): void {
    const factor = (1000 * seconds) / Math.max(milliseconds, 1e-3);
    this.speed = this.speed === 0 ? factor : (1 - LATEST) * this.speed + LATEST * factor;
    this.due += interval;
  }
}
