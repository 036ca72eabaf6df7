// Individual power-of-two steps in double precision, written from the card: every particle has the step frame/2^q, q its level. At a tick
// the state of all is predicted from their last evaluations, those whose step ends are evaluated and corrected. Brute force, nothing
// shared with the engine. [DC99 §5, card §6]

import { copyState } from './arrangements.ts';
import { dot, type Material, type RateOptions, type Rates, rates, type State, vectorAt } from './sph.ts';

/** How steps are chosen. */
export interface IndividualSettings {
  readonly materials: readonly Material[];
  readonly options?: Omit<RateOptions, 'only'>;
  /** Length of a frame, s. */
  readonly frame: number;
  /** Ticks of a frame, a power of two: the shortest step is frame/ticks. */
  readonly ticks: number;
  /** λ₁, λ₂, λ₃ of DC99 eq. 15-16. */
  readonly courant: number;
  readonly acceleration: number;
  readonly divergence: number;
  /** No step is longer than frame/2^least. */
  readonly least?: number;
  /** Steps of neighbors differ by at most this many levels; 2 if left out. */
  readonly apart?: number;
  /** All take the shortest step. */
  readonly shared?: boolean;
}

/** Particles with steps of their own. */
export class IndividualSteps {
  /** As the last evaluation of each particle left it: of different times between frames, of one time at their ends. */
  readonly state: State;
  readonly level: Int32Array;
  /** Evaluations of single particles so far. */
  evaluations = 0;
  /** Ticks at which anything was evaluated. */
  usedTicks = 0;
  /** Where in the frame the particles stand. */
  tick = 0;
  private readonly settings: IndividualSettings;
  private readonly last: Rates;
  /** Tick of the last evaluation. */
  private readonly since: Int32Array;
  private readonly woken: Uint8Array;

  /** Evaluates all particles at the beginning of a frame and chooses their first steps. */
  constructor(state: State, settings: IndividualSettings) {
    const n = state.mass.length;
    this.state = copyState(state);
    this.settings = settings;
    this.level = new Int32Array(n).fill(settings.least ?? 0);
    this.since = new Int32Array(n);
    this.woken = new Uint8Array(n);
    this.last = rates(this.state, settings.materials, settings.options);
    this.evaluations = n;
    for (let i = 0; i < n; i++) this.level[i] = this.nextLevel(i, 0, settings.least ?? 0);
    this.limitLevels(() => true);
  }

  /** All particles from one frame to the next. */
  advanceFrame(): void {
    do this.advanceTick();
    while (this.tick > 0);
  }

  /** From one used tick to the next: as far as the shortest step goes. */
  advanceTick(): void {
    const { ticks } = this.settings;
    this.tick += ticks >> Math.max(...this.level);
    this.advanceTo(this.tick);
    if (this.tick < ticks) return;
    this.tick = 0;
    this.since.fill(0);
  }

  private advanceTo(tick: number): void {
    const { settings, state, last, since, woken } = this;
    const active = this.level.map((q, i) => (tick % (settings.ticks >> q) === 0 || woken[i] === 1 ? 1 : 0));
    const now = this.predict(tick);
    const fresh = rates(now, settings.materials, { ...settings.options, only: (i) => active[i] === 1 });
    for (let i = 0; i < active.length; i++) {
      if (active[i] === 0) continue;
      const dt = this.age(i, tick);
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        state.position[c] = now.position[c]!; // x + dt v + ½dt² a
        state.velocity[c]! += (dt / 2) * (last.acceleration[c]! + fresh.acceleration[c]!);
        last.acceleration[c] = fresh.acceleration[c]!;
      }
      state.density[i]! += (dt / 2) * (last.densityRate[i]! + fresh.densityRate[i]!);
      last.densityRate[i] = fresh.densityRate[i]!;
      since[i] = tick;
      woken[i] = 0;
      this.evaluations++;
    }
    // A step may grow by one level, when all corrections are made.
    for (let i = 0; i < active.length; i++)
      if (active[i] === 1) this.level[i] = this.nextLevel(i, tick, Math.max(settings.least ?? 0, this.level[i]! - 1));
    this.limitLevels((i) => active[i] === 1);
    this.usedTicks++;
  }

  /** Time since the last evaluation of particle i, s. */
  private age(i: number, tick: number): number {
    return ((tick - this.since[i]!) * this.settings.frame) / this.settings.ticks;
  }

  /** x + v τ + ½ a τ², v + a τ, ρ + ρ̇ τ for everyone. */
  private predict(tick: number): State {
    const now = copyState(this.state);
    const { acceleration, densityRate } = this.last;
    for (let i = 0; i < now.mass.length; i++) {
      const tau = this.age(i, tick);
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        now.position[c]! += tau * now.velocity[c]! + (tau ** 2 / 2) * acceleration[c]!;
        now.velocity[c]! += tau * acceleration[c]!;
      }
      now.density[i]! += tau * densityRate[i]!;
    }
    return now;
  }

  /** Longest stable step of particle i, s. [DC99 eq. 15-16, X7] */
  private limitOf(i: number): number {
    const { state, last, settings } = this;
    const m = settings.materials[state.material[i]!]!;
    const h = state.smoothingLength[i]!;
    const c = Math.sqrt(m.stiffness);
    const v = Math.sqrt(dot(vectorAt(state.velocity, i), vectorAt(state.velocity, i)));
    const a = Math.sqrt(dot(vectorAt(last.acceleration, i), vectorAt(last.acceleration, i)));
    const divergence = Math.abs(last.densityRate[i]!) / Math.max(state.density[i]!, m.restDensity);
    return Math.min(
      (settings.courant * h) / Math.max(c * (1 + 0.25 * m.artificialViscosity), v),
      settings.acceleration * Math.sqrt(h / a),
      settings.divergence / divergence,
    );
  }

  /** The longest step within the limit that is not longer than `shallowest` and begins at a multiple of itself. */
  private nextLevel(i: number, tick: number, shallowest: number): number {
    const { ticks, frame } = this.settings;
    const limit = this.limitOf(i);
    for (let level = shallowest; ticks >> level >= 1; level++)
      if (frame / 2 ** level <= limit && tick % (ticks >> level) === 0) return level;
    throw new Error(`no tick is short enough for ${limit} s`);
  }

  /** Particles just evaluated take steps at most 2^apart times those of their neighbors, and wake neighbors that lag behind them. */
  private limitLevels(active: (i: number) => boolean): void {
    const { level, settings, woken } = this;
    const { apart = 2 } = settings;
    const deepest = Math.max(...level);
    if (settings.shared) level.fill(deepest);
    if (settings.shared || deepest <= Math.min(...level) + apart) return;
    const before = level.slice();
    for (let i = 0; i < level.length; i++) {
      if (!active(i)) continue;
      for (const j of this.near(i)) {
        level[i] = Math.max(level[i]!, before[j]! - apart);
        if (before[j]! + apart < before[i]! && !active(j)) woken[j] = 1;
      }
    }
  }

  /** Neighbors of particle i where the last evaluations left them. */
  near(i: number): number[] {
    const { position: x, smoothingLength: h } = this.state;
    const found: number[] = [];
    for (let j = 0; j < h.length; j++) {
      const r = Math.hypot(x[3 * i]! - x[3 * j]!, x[3 * i + 1]! - x[3 * j + 1]!, x[3 * i + 2]! - x[3 * j + 2]!);
      if (j !== i && r < 2 * Math.max(h[i]!, h[j]!)) found.push(j);
    }
    return found;
  }
}
