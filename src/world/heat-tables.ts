// The scene's heat regions and surroundings as the warming pass reads them: regions are records like those of sinks.

import { STEFAN_BOLTZMANN } from '../engine/heat.ts';
import { RECORD_SLOTS, REGION_FLUX, REGION_POWER, TEMPERATURE } from '../obstacles/layout.ts';
import type { PreparedObstacle } from '../obstacles/pack.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { Regions } from './regions.ts';

type HeatRegion = Scene['heatRegions'][number];

export class HeatTables {
  private readonly shared: SharedMemory;
  private readonly regions: readonly HeatRegion[];
  private readonly address: number;
  private readonly places: Regions;

  /** @param address where `RECORD_SLOTS` numbers per region may stand */
  constructor(
    shared: SharedMemory,
    scene: Scene,
    trig: Trigonometry,
    solids: readonly PreparedObstacle[],
    address: number,
  ) {
    this.shared = shared;
    this.regions = scene.heatRegions;
    this.address = address;
    this.places = new Regions(shared, solids, trig, address);
    shared.setInt(at.HEAT_REGIONS, address);
    shared.setInt(at.HEAT_REGION_COUNT, solids.length);
    const { temperature = 0, convection = 0, emissivity = 0 } = scene.surroundings ?? {};
    shared.setReal(at.AIR_TEMPERATURE, temperature);
    shared.setReal(at.AIR_CONVECTION, convection);
    shared.setReal(at.AIR_RADIATION, emissivity * STEFAN_BOLTZMANN);
  }

  /** Turns the regions on and off for the step from t0 to t1 (s); one that acts during a part of it gives that part of its heat. */
  place(t0: number, t1: number): void {
    this.places.place(t0, t1);
    this.regions.forEach((region, k) => {
      const row = (this.address >> 3) + k * RECORD_SLOTS,
        part = activePart(region, t0, t1),
        { f64 } = this.shared;
      f64[row + TEMPERATURE] = part > 0 ? (region.temperature ?? -1) : -1;
      f64[row + REGION_POWER] = part * (region.power ?? 0);
      f64[row + REGION_FLUX] = part * (region.flux ?? 0);
    });
  }
}

/** Part of the time from t0 to t1 (s) in which a region acts. */
function activePart({ from, to = Number.POSITIVE_INFINITY }: HeatRegion, t0: number, t1: number): number {
  if (!(t1 > t0)) return Number(from <= t0 && t0 < to);
  return Math.max(0, Math.min(to, t1) - Math.max(from, t0)) / (t1 - t0);
}
