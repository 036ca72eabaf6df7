// How sharp a picture is drawn: as sharp as the screen at rest, coarser while it moves on devices that are slow at drawing, so that the page
// answers in time. Nothing else of the picture changes.

/** Pixels along an edge, over those of the screen. */
const STEPS: readonly number[] = [1, 0.75, 0.5];
/** A picture may keep the page from the next one for so long, ms; below the second number the next one may be sharper. */
const SLOW = 40;
const FAST = 20;
/** Longer than this it was something else: a shader that was made, a page that was hidden, ms. */
const OTHER = 800;
/** Pictures after which one may judge. */
const ENOUGH = 5;
/** After a step that was too sharp, so many times as many pictures before it is tried again, each time; and the most. */
const LONGER = 4;
const LONGEST = 320;
/** After so long without a change the picture rests, ms. */
const REST = 300;

export class Sharpness {
  private step: number;
  private count = 0;
  /** Pictures before a sharper one is tried. */
  private patience = ENOUGH;
  private cost = 0;
  private drawnAt = 0;
  private changedAt = 0;

  /** @param isSlow whether drawing is known to be slow: then moving pictures begin coarse */
  constructor(isSlow = false) {
    this.step = isSlow ? STEPS.length - 1 : 0;
  }

  /** Part of the pixels along an edge while the picture moves. */
  get moving(): number {
    return STEPS[this.step]!;
  }

  /** A picture was drawn. */
  drawn(now: number): void {
    this.drawnAt = this.changedAt = now;
  }

  /** The page may draw again: how long the last picture has kept it decides how sharp the next ones are. */
  free(now: number): void {
    const took = now - this.drawnAt;
    if (this.drawnAt === 0) return;
    this.drawnAt = 0;
    if (took > OTHER) return;
    this.cost += (took - this.cost) / Math.min(++this.count, ENOUGH);
    const isSlow = this.count >= ENOUGH && this.cost > SLOW,
      isFast = this.count >= this.patience && this.cost < FAST,
      next = Math.max(0, Math.min(this.step + (isSlow ? 1 : isFast ? -1 : 0), STEPS.length - 1));
    if (next === this.step) return;
    // Going to and fro would be seen more than coarse pixels.
    if (isSlow) this.patience = Math.min(LONGER * this.patience, LONGEST);
    this.step = next;
    this.count = 0;
  }

  /** Whether nothing has changed for a while. */
  rests(now: number): boolean {
    return now - this.changedAt > REST;
  }
}
