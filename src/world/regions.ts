// Regions of the scene, sinks and those of heat, as the passes read them: records like those of obstacles.

import { RECORD_SLOTS } from '../obstacles/layout.ts';
import { mayMove, type PreparedObstacle, packObstacles } from '../obstacles/pack.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { SharedMemory } from '../wasm/memory.ts';

export class Regions {
  private readonly shared: SharedMemory;
  private readonly solids: readonly PreparedObstacle[];
  private readonly trig: Trigonometry;
  private readonly address: number;
  private readonly rows: Float64Array;
  private readonly moves: boolean;

  /** @param address where `RECORD_SLOTS` numbers per region may stand */
  constructor(shared: SharedMemory, solids: readonly PreparedObstacle[], trig: Trigonometry, address: number) {
    this.shared = shared;
    this.solids = solids;
    this.trig = trig;
    this.address = address;
    this.rows = new Float64Array(solids.length * RECORD_SLOTS);
    this.moves = solids.some(mayMove);
    this.write(0, 0);
  }

  /** Puts the regions where they are in the step from t0 to t1 (s). Other numbers of their records must be written after this. */
  place(t0: number, t1: number): void {
    if (this.moves) this.write(t0, t1);
  }

  private write(t0: number, t1: number): void {
    packObstacles(this.solids, t0, t1, this.trig, this.rows);
    this.shared.f64.set(this.rows, this.address >> 3);
  }
}
