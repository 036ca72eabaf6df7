// The WASM sweep past meshes, called ball by ball, and what the mesh looks like at a time.

import { RECORD_SLOTS } from '../../src/obstacles/layout.ts';
import { meshBytes, obstaclePoseInto, packObstacles, placeMeshes, prepareObstacles } from '../../src/obstacles/pack.ts';
import { identityPose } from '../../src/obstacles/pose.ts';
import type { Motion, Obstacle } from '../../src/scene/schema.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';
import { compileObstacles } from './obstacle-module.ts';

interface SweepModule extends Trigonometry {
  memory: WebAssembly.Memory;
  lendMemory(address: number): void;
  sweepParticle(...values: number[]): number;
  obstacleDistance(obstacles: number, index: number, point: number, radius: number): number;
  isOnWrongSide(obstacles: number, index: number, point: number): number;
  nearestTriangle(mesh: number, x: number, y: number, z: number, reach: number): number;
  leastClearance(mesh: number, x: number, y: number, z: number): number;
  coveredPart(obstacles: number, count: number, point: number, R: number, flat: boolean): number;
}

const FROM = 32768;
const [TO, VELOCITY, GAIN, RECORDS] = [FROM + 24, FROM + 48, FROM + 72, FROM + 96];
const LENT = 65536;
const MESHES = 2 * 65536;

/** An obstacle made of triangles. */
export function meshWall(set: TriangleSet, more: Partial<Obstacle> = {}): Obstacle {
  const shape: Shape = { mesh: { positions: [...set.positions], triangles: [...set.triangles] } };
  return { shape, inside: false, normalRestitution: 0, tangentRestitution: 1, roughness: 0, ...more };
}

/** The triangles of a mesh as points. */
export function trianglesOf({ positions, triangles }: TriangleSet): Vec3[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map(
      (c) => [...positions.subarray(3 * triangles[3 * t + c]!, 3 * triangles[3 * t + c]! + 3)] as unknown as Vec3,
    ),
  );
}

/** One ball's way. */
export interface Moved {
  readonly hits: number;
  readonly to: Vec3;
  readonly velocity: Vec3;
}

/** Obstacles in the memory of a module of their own. */
export class MeshSweep {
  readonly wasm: SweepModule;
  readonly memory: Float64Array;
  readonly prepared: ReturnType<typeof prepareObstacles>;

  private constructor(wasm: SweepModule, obstacles: readonly Obstacle[]) {
    this.wasm = wasm;
    this.prepared = prepareObstacles(obstacles, wasm, 3);
    const missing = MESHES + meshBytes(this.prepared) - wasm.memory.buffer.byteLength;
    if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
    placeMeshes(this.prepared, wasm.memory.buffer, MESHES);
    wasm.lendMemory(LENT);
    this.memory = new Float64Array(wasm.memory.buffer, FROM, 12);
    this.place(0, 0);
  }

  private static module: Promise<SweepModule> | undefined;

  static async of(obstacles: readonly Obstacle[]): Promise<MeshSweep> {
    MeshSweep.module ??= compileObstacles<SweepModule>();
    return new MeshSweep(await MeshSweep.module, obstacles);
  }

  /** Places the obstacles for a step from t0 to t1, s. */
  place(t0: number, t1: number): void {
    const rows = new Float64Array(this.wasm.memory.buffer, RECORDS, this.prepared.length * RECORD_SLOTS);
    packObstacles(this.prepared, t0, t1, this.wasm, rows);
  }

  /** Moves a ball; its velocity fits a step of `dt` seconds unless it is given. */
  move(from: Vec3, to: Vec3, radius: number, { dt = 1, velocity = undefined as Vec3 | undefined } = {}): Moved {
    this.memory.set(from, 0);
    this.memory.set(to, 3);
    this.memory.set(velocity ?? [0, 1, 2].map((a) => (to[a]! - from[a]!) / dt), 6);
    this.memory.fill(0, 9, 12);
    const hits = this.wasm.sweepParticle(RECORDS, this.prepared.length, FROM, TO, VELOCITY, GAIN, radius);
    const read = (k: number): Vec3 => [this.memory[k]!, this.memory[k + 1]!, this.memory[k + 2]!];
    return { hits, to: read(3), velocity: read(6) };
  }

  /** Room to an obstacle at the end of the step, m, and whether a point is on its wrong side. */
  roomAt(point: Vec3, index = 0): { room: number; wrong: boolean } {
    this.memory.set(point, 0);
    return {
      room: this.wasm.obstacleDistance(RECORDS, index, FROM, 0),
      wrong: this.wasm.isOnWrongSide(RECORDS, index, FROM) !== 0,
    };
  }

  /** Least clearance and distance of a point in the local frame of an obstacle, m. */
  clearanceAt([x, y, z]: Vec3, index = 0): { least: number; distance: number } {
    const mesh = this.prepared[index]!.meshAddress;
    const distance = this.wasm.nearestTriangle(mesh, x, y, z, Number.POSITIVE_INFINITY);
    return { least: this.wasm.leastClearance(mesh, x, y, z), distance };
  }

  /** Part of the kernel of radius R that is covered. */
  coverAt(point: Vec3, R: number): number {
    this.memory.set(point, 0);
    return this.wasm.coveredPart(RECORDS, this.prepared.length, FROM, R, false);
  }

  /** A world point in the local frame of an obstacle at a time, s. */
  localAt(point: Vec3, time: number, index = 0): Vec3 {
    const pose = identityPose();
    obstaclePoseInto(pose, this.prepared[index]!, time);
    const d = [0, 1, 2].map((k) => point[k]! - pose[9 + k]!);
    return [0, 1, 2].map((k) => pose[k]! * d[0]! + pose[3 + k]! * d[1]! + pose[6 + k]! * d[2]!) as unknown as Vec3;
  }

  /** The triangles of an obstacle in its local frame. */
  localTriangles(index = 0): Vec3[][] {
    return trianglesOf(this.prepared[index]!.solid.triangles!);
  }
}

/** A turn about the origin. */
export function spin(axis: Vec3, degreesPerSecond: number): Motion {
  return { rotation: { center: [0, 0, 0], axis, degreesPerSecond } };
}
