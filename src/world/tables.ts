// The scene's obstacles, sinks and force fields as the passes read them: rows of f64 at the start of the arena.

import { RECORD_SLOTS } from '../obstacles/layout.ts';
import { type PreparedObstacle, packObstacles, prepareObstacles } from '../obstacles/pack.ts';
import type { Obstacle, Scene } from '../scene/schema.ts';
import { type Trigonometry, unit } from '../shapes/rotation.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';

const FORCE_SLOTS = 8;
const KINDS = ['uniform', 'spring', 'attractor', 'vortex', 'drag'] as const;

/** Bytes that a scene's tables take. */
export function tableBytes(scene: Scene): number {
  const solids = scene.obstacles.length + scene.sinks.length;
  return 8 * (solids * RECORD_SLOTS + scene.forces.length * FORCE_SLOTS) + 64;
}

export class SceneTables {
  private readonly shared: SharedMemory;
  private readonly trig: Trigonometry;
  private readonly obstacles: readonly PreparedObstacle[];
  private readonly rows: Float64Array;
  /** Nothing moves: placing once is enough. */
  private readonly still: boolean;
  private placed = false;

  constructor(shared: SharedMemory, scene: Scene, trig: Trigonometry) {
    this.shared = shared;
    this.trig = trig;
    this.obstacles = prepareObstacles(scene.obstacles, trig, scene.dimension);
    this.still = scene.obstacles.every(({ motion }) => motion === undefined);
    this.rows = new Float64Array(scene.obstacles.length * RECORD_SLOTS);
    const sinks = at.ARENA + this.rows.byteLength,
      forces = sinks + 8 * scene.sinks.length * RECORD_SLOTS;
    shared.setInt(at.OBSTACLES, at.ARENA);
    shared.setInt(at.OBSTACLE_COUNT, scene.obstacles.length);
    shared.setInt(at.HAS_WALLS, Number(scene.obstacles.length > 0));
    shared.setInt(at.SINKS, sinks);
    shared.setInt(at.SINK_COUNT, scene.sinks.length);
    shared.setInt(at.FORCES, forces);
    shared.setInt(at.FORCE_COUNT, scene.forces.length);
    this.writeSinks(scene, sinks);
    scene.forces.forEach((force, k) => {
      this.shared.f64.set(forceRow(force), (forces >> 3) + k * FORCE_SLOTS);
    });
    this.writeDomain(scene);
    this.placeObstacles(0, 0);
  }

  /** Puts the obstacles in place for the step from t0 to t1 (s). */
  placeObstacles(t0: number, t1: number): void {
    if (this.obstacles.length === 0 || (this.placed && this.still)) return;
    this.placed = true;
    packObstacles(this.obstacles, t0, t1, this.trig, this.rows);
    this.shared.f64.set(this.rows, at.ARENA >> 3);
  }

  private writeSinks(scene: Scene, address: number): void {
    const still = scene.sinks.map(
      ({ shape }): Obstacle => ({ shape, inside: false, normalRestitution: 0, tangentRestitution: 0 }),
    );
    const rows = new Float64Array(still.length * RECORD_SLOTS);
    packObstacles(prepareObstacles(still, this.trig, scene.dimension), 0, 0, this.trig, rows);
    this.shared.f64.set(rows, address >> 3);
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

/** kind, vector, rate, extra vector: see assembly/fields.ts. */
function forceRow(force: Scene['forces'][number]): number[] {
  if ('uniform' in force) return [KINDS.indexOf('uniform'), ...force.uniform.acceleration, 0, 0, 0, 0];
  if ('spring' in force) return [KINDS.indexOf('spring'), ...force.spring.center, force.spring.rate, 0, 0, 0];
  if ('attractor' in force) {
    const { center, strength, softening } = force.attractor;
    return [KINDS.indexOf('attractor'), ...center, strength, softening, 0, 0];
  }
  if ('vortex' in force)
    return [KINDS.indexOf('vortex'), ...force.vortex.center, force.vortex.rate, ...unit(force.vortex.axis)];
  return [KINDS.indexOf('drag'), ...force.drag.wind, force.drag.rate, 0, 0, 0];
}
