// The ghosts of a world while it runs: how many there are, and the part of their state that goes on from step to step. [ADR 41]

import type { Team } from '../../threads/team.ts';
import * as at from '../../wasm/layout.ts';
import type { SharedMemory } from '../../wasm/memory.ts';
import { type PackedGhosts, placeGhosts } from './pack-ghosts.ts';

/** Numbers of a ghost that are saved: compression, its rate, how far the substance reaches up to it. What it receives is 0 between steps. */
const SAVED = [at.GHOST_STATE_COMPRESSION / 8, at.GHOST_STATE_RATE / 8, at.GHOST_STATE_CLOSED / 8];
const NUMBERS = at.GHOST_STATE_BYTES / 8;

/** What the passes must know of the ghosts of a world. */
export interface GhostConstants {
  /** h of the ghosts, m. */
  readonly length: number;
  /** What makes the density sum of a lattice 1. */
  readonly sumScale: number;
  /** Whether the densities of the substances are integrated; else they are summed. */
  readonly integrates: boolean;
}

export class Ghosts {
  readonly count: number;
  readonly integrates: boolean;
  private readonly shared: SharedMemory;
  private readonly team: Team;

  /** Places the ghosts in memory from an address on, a multiple of 64, where they have room. The unit of pair passes must be known. */
  constructor(packed: PackedGhosts, shared: SharedMemory, team: Team, address: number, constants: GhostConstants) {
    this.count = packed.count;
    this.integrates = constants.integrates;
    this.shared = shared;
    this.team = team;
    placeGhosts(packed, shared, address, shared.real(at.PAIR_UNIT));
    shared.setInt(at.HAS_GHOSTS, 1);
    shared.setInt(at.GHOSTS_INTEGRATE, Number(constants.integrates));
    shared.setInt(at.GHOST_SUBSTANCES, packed.substances);
    shared.setReal(at.GHOST_LENGTH, constants.length);
    shared.setReal(at.GHOST_SCALE, constants.sumScale);
    for (let k = 0; k < this.count; k++) this.rows.set([1, 0, 0, 1], NUMBERS * k);
  }

  /** Tasks of a pass over all ghosts. */
  get chunks(): number {
    return Math.ceil(this.count / this.shared.int(at.CHUNK_SIZE));
  }

  /** Bytes of what is saved. */
  get stateBytes(): number {
    return 8 * SAVED.length * this.count;
  }

  private get rows(): Float64Array {
    return new Float64Array(this.shared.memory.buffer, this.shared.u32[at.AT_GHOST_STATE >> 2]!, NUMBERS * this.count);
  }

  /** Forgets what particles added, where nobody asked for it. */
  forgetSums(): void {
    const { rows } = this;
    for (let n = at.GHOST_STATE_RECEIVED / 8; n < rows.length; n += NUMBERS) rows[n] = 0;
  }

  /** Copies the state into `out`, which may begin anywhere. */
  saveInto(out: Uint8Array): void {
    const { rows } = this,
      values = new Float64Array(SAVED.length * this.count);
    for (let k = 0, n = 0; k < this.count; k++) for (const c of SAVED) values[n++] = rows[NUMBERS * k + c]!;
    out.set(new Uint8Array(values.buffer));
  }

  /** Replaces the state by one that `saveInto` wrote. */
  load(state: Uint8Array): void {
    const { rows } = this,
      values = new Float64Array(state.slice().buffer);
    for (let k = 0, n = 0; k < this.count; k++) for (const c of SAVED) rows[NUMBERS * k + c] = values[n++]!;
  }

  /** Hash over the state. */
  hash(seed: bigint): bigint {
    const address = this.shared.u32[at.AT_GHOST_STATE >> 2]!;
    return BigInt.asUintN(64, this.team.wasm.hashMemory(address, at.GHOST_STATE_BYTES * this.count, seed));
  }
}
