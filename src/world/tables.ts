// The scene's obstacles, sinks, force fields and heat regions as the passes read them: rows of f64 at the start of the arena, and the
// triangles of meshes after them.

import { RECORD_SLOTS } from '../obstacles/layout.ts';
import {
  type BodySources,
  mayMove,
  meshBytes,
  type PreparedObstacle,
  packObstacles,
  placeMeshes,
  prepareObstacles,
  touchRows,
} from '../obstacles/pack.ts';
import { closeSeams } from '../obstacles/seams.ts';
import type { Obstacle, Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { sphParameters } from '../substances/sph/presets.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { AnchorTable } from './anchor-table.ts';
import { FORCE_SLOTS, ForceTables } from './force-tables.ts';
import { HeatTables } from './heat-tables.ts';
import { Regions } from './regions.ts';

/** Solids of a scene before they have a place in memory. */
export interface PreparedTables {
  readonly obstacles: readonly PreparedObstacle[];
  readonly sinks: readonly PreparedObstacle[];
  readonly heatRegions: readonly PreparedObstacle[];
  /** Room that the tables take. */
  readonly bytes: number;
}

/** Prepares the tables of a scene. `bodies`: where simulated poses come from. */
export function prepareTables(scene: Scene, trig: Trigonometry, bodies?: BodySources): PreparedTables {
  const prepared = prepareObstacles(scene.obstacles, trig, scene.dimension, bodies),
    obstacles = countsWalls(scene) ? closeSeams(prepared) : prepared,
    sinks = prepareObstacles(scene.sinks.map(asObstacle), trig, scene.dimension),
    heatRegions = prepareObstacles(scene.heatRegions.map(asObstacle), trig, scene.dimension);
  const meshes = [obstacles, sinks, heatRegions].reduce((sum, solids) => sum + meshBytes(solids), 0);
  return { obstacles, sinks, heatRegions, bytes: rowBytes(scene) + touchBytes(scene) + meshes + 64 };
}

/** Whether what is behind obstacles counts in a density: edges and seams matter to none but summed ones. */
function countsWalls({ boundary, substances }: Scene): boolean {
  return (
    boundary !== 'ghosts' &&
    Object.entries(substances).some(([name, p]) => p.model === 'sph' && sphParameters(name, p).density === 'summation')
  );
}

/** Bytes of the rows, a multiple of 16. */
function rowBytes({ obstacles, sinks, heatRegions, forces }: Scene): number {
  const solids = obstacles.length + sinks.length + heatRegions.length;
  return (8 * (solids * RECORD_SLOTS + forces.length * FORCE_SLOTS) + 15) & ~15;
}

/** Bytes of the rows of obstacles that do not treat all substances alike. */
function touchBytes({ obstacles, substances }: Scene): number {
  const names = Object.keys(substances);
  return obstacles.reduce((sum, obstacle) => sum + touchRows(obstacle, names).byteLength, 0);
}

/** A region as a solid. */
function asObstacle({ shape, motion }: Scene['sinks'][number] | Scene['heatRegions'][number]): Obstacle {
  return { shape, inside: false, normalRestitution: 0, tangentRestitution: 0, motion };
}

export class SceneTables {
  private readonly shared: SharedMemory;
  private readonly trig: Trigonometry;
  private readonly obstacles: readonly PreparedObstacle[];
  private readonly rows: Float64Array;
  /** Nothing moves: placing once is enough. */
  private readonly still: boolean;
  private placed = false;
  private readonly sinks: Regions;
  private readonly heat: HeatTables;
  private readonly anchors: AnchorTable;
  private readonly forces: ForceTables;

  /** The memory must have room for the tables from the start of the arena on. */
  constructor(shared: SharedMemory, scene: Scene, trig: Trigonometry, tables: PreparedTables) {
    this.shared = shared;
    this.trig = trig;
    this.obstacles = tables.obstacles;
    this.still = !tables.obstacles.some(mayMove);
    this.rows = new Float64Array(scene.obstacles.length * RECORD_SLOTS);
    const sinks = at.ARENA + this.rows.byteLength,
      forces = sinks + 8 * scene.sinks.length * RECORD_SLOTS;
    shared.setInt(at.OBSTACLES, at.ARENA);
    shared.setInt(at.OBSTACLE_COUNT, scene.obstacles.length);
    shared.setInt(at.HAS_WALLS, Number(scene.obstacles.length > 0 && scene.boundary !== 'ghosts'));
    shared.setInt(at.STILL_OBSTACLES, Number(this.still && isPlain(scene)));
    shared.setInt(at.SINKS, sinks);
    shared.setInt(at.SINK_COUNT, scene.sinks.length);
    const { buffer } = shared.memory;
    let next = at.ARENA + rowBytes(scene);
    next = this.writeTouch(scene, next);
    for (const solids of [tables.obstacles, tables.sinks, tables.heatRegions]) next = placeMeshes(solids, buffer, next);
    this.sinks = new Regions(shared, tables.sinks, trig, sinks);
    this.forces = new ForceTables(shared, scene.forces, trig, forces);
    this.heat = new HeatTables(shared, scene, trig, tables.heatRegions, forces + 8 * scene.forces.length * FORCE_SLOTS);
    this.anchors = new AnchorTable(shared, scene, trig);
    this.writeDomain(scene);
    this.placeObstacles(0, 0);
  }

  /**
   * Puts the obstacles in place and turns heat regions on for the step from t0 to t1 (s).
   * @param waits whether obstacles stay where the step begins: particles drift last, and feel them before
   */
  placeObstacles(t0: number, t1: number, waits = false): void {
    this.sinks.place(t0, t1);
    this.heat.place(t0, t1);
    this.anchors.place(t0, t1);
    this.forces.place(t0, t1);
    if (this.obstacles.length === 0 || (this.placed && this.still)) return;
    this.placed = true;
    packObstacles(this.obstacles, t0, t1, this.trig, this.rows, waits);
    this.shared.f64.set(this.rows, at.ARENA >> 3);
  }

  /** Writes what obstacles do to single substances, from an address on, and returns the first free one after it. */
  private writeTouch({ substances }: Scene, address: number): number {
    const names = Object.keys(substances);
    let next = address;
    for (const prepared of this.obstacles) {
      const rows = touchRows(prepared.obstacle, names);
      if (rows.length === 0) continue;
      prepared.touchAddress = next;
      this.shared.f64.set(rows, next >> 3);
      next += rows.byteLength;
    }
    return next;
  }

  private writeDomain({ domain, dimension, gravity }: Scene): void {
    const { shared } = this;
    shared.setVector(at.GRAVITY, dimension === 2 ? [gravity[0], gravity[1], 0] : gravity);
    shared.setInt(at.HAS_DOMAIN, domain && domain.onLeave === 'remove' ? 1 : 0);
    if (!domain) return;
    const flat = dimension === 2;
    shared.setVector(at.DOMAIN_MIN, flat ? [domain.min[0], domain.min[1], -1] : domain.min);
    shared.setVector(at.DOMAIN_MAX, flat ? [domain.max[0], domain.max[1], 1] : domain.max);
  }
}

/** There are obstacles, none of triangles, and no axis wraps: the gap to them shrinks no faster than particles move. */
function isPlain({ obstacles, domain }: Scene): boolean {
  if (obstacles.length === 0 || domain?.periodic.some(Boolean)) return false;
  return obstacles.every(({ shape }) => !('mesh' in shape || 'heightfield' in shape));
}
