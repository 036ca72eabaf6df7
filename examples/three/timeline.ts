// The track below: keyframes one can click and drag, a head one can drag, seconds.

export interface TimelineEvents {
  /** The head was put at a time, s. */
  seek(time: number): void;
  /** A keyframe was clicked. */
  choose(time: number): void;
  /** A keyframe was dragged. */
  move(from: number, to: number): void;
}

/** Shortest time shown, s. */
const LEAST = 4;
/** Times are whole twentieths of a second. */
const STEP = 0.05;
/** Room at both ends of the track, pixels. */
const RIM = 12;

export class Timeline {
  readonly #track = document.querySelector<HTMLElement>('.track')!;
  readonly #keys = document.querySelector<HTMLElement>('.keys')!;
  readonly #head = document.querySelector<HTMLElement>('.head')!;
  readonly #clock = document.querySelector('time')!;
  #length = LEAST;
  #time = 0;

  constructor(events: TimelineEvents) {
    let held: number | undefined, // the keyframe that is dragged, by its time
      hasMoved = false;
    this.#track.addEventListener('pointerdown', (event) => {
      const key = (event.target as HTMLElement).dataset.time;
      held = key === undefined ? undefined : Number(key);
      hasMoved = false;
      this.#track.setPointerCapture(event.pointerId);
      if (held === undefined) events.seek(this.#at(event));
    });
    this.#track.addEventListener('pointermove', (event) => {
      if (!this.#track.hasPointerCapture(event.pointerId)) return;
      const to = this.#at(event);
      if (held === undefined) return events.seek(to);
      if (to === held) return;
      events.move(held, to);
      hasMoved = true;
      held = to;
    });
    this.#track.addEventListener('pointerup', () => {
      if (held !== undefined && !hasMoved) events.choose(held);
    });
    this.#track.addEventListener('keydown', ({ key }) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP }[key];
      if (by !== undefined) events.seek(this.#rounded(this.#time + by));
    });
  }

  /** Shows where time is, and the keyframes. */
  show(time: number, keys: readonly number[]): void {
    this.#time = time;
    const length = Math.max(LEAST, Math.ceil((keys.at(-1) ?? 0) + 1)),
      place = (t: number) => `calc(${RIM}px + (100% - ${2 * RIM}px) * ${t / length})`;
    if (length !== this.#length || this.#ticks.childElementCount === 0) {
      this.#length = length;
      const seconds = Array.from({ length }, (_, s) => s);
      this.#ticks.replaceChildren(...seconds.map((s) => made('span', `${s} s`, place(s))));
    }
    this.#keys.replaceChildren(
      ...keys.map((t) => {
        const key = made('button', '', place(t));
        Object.assign(key.dataset, { time: String(t) });
        key.setAttribute('aria-label', `Keyframe at ${t} s`);
        key.classList.toggle('here', Math.abs(t - time) < STEP / 2);
        return key;
      }),
    );
    this.#head.style.left = place(time);
    this.#clock.textContent = `${time.toFixed(2)} s`;
    this.#track.setAttribute('aria-valuenow', time.toFixed(2));
    this.#track.setAttribute('aria-valuemax', String(length));
  }

  get #ticks(): HTMLElement {
    return this.#track.querySelector<HTMLElement>('.ticks')!;
  }

  #at({ clientX }: PointerEvent): number {
    const { left, width } = this.#track.getBoundingClientRect();
    return this.#rounded(((clientX - left - RIM) / (width - 2 * RIM)) * this.#length);
  }

  #rounded(time: number): number {
    return Math.round(Math.min(Math.max(time, 0), this.#length) / STEP) / (1 / STEP);
  }
}

function made(tag: 'span' | 'button', text: string, left: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.style.left = left;
  if (tag === 'span') element.className = 'tick';
  return element;
}
