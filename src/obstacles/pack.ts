// Writes the obstacles of a scene for one step into the records of layout.ts. Nothing is allocated after `prepareObstacles`.

import type { Obstacle } from '../scene/schema.ts';
import { BOX } from '../shapes/kinds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import * as slot from './layout.ts';
import { packMesh, writeMesh } from './pack-mesh.ts';
import { composeInto, identityPose, isUnturned, type Pose, rigidVelocityInto, samePose } from './pose.ts';
import { type PoseSource, poseSource } from './pose-source.ts';
import { halfEdgesOf, stepBoxInto } from './step-box.ts';

/** One obstacle, ready to be placed at any time. */
export interface PreparedObstacle {
  readonly solid: Solid;
  readonly obstacle: Obstacle;
  /** Local frame → world at rest. */
  readonly rest: Pose;
  /** Rest position → position at a time. */
  readonly source: PoseSource;
  /** Which body it is, if its pose is simulated; −1 if it is none. */
  readonly body: number;
  /** Of the box around it in its local frame, m. */
  readonly halfEdges: Float64Array;
  /** Where its rows for single substances are in memory; 0: it has none. */
  touchAddress: number;
  /** Where the triangles of a mesh stand in memory: see `placeMeshes`. */
  meshAddress: number;
}

/** Bodies in the order of their loads: the obstacle that each is, and where its pose comes from. */
export type BodySources = ReadonlyMap<number, PoseSource>;

/** Prepares the obstacles of a scene; they must have passed `checkObstacle`. */
export function prepareObstacles(
  obstacles: readonly Obstacle[],
  trig: Trigonometry,
  dimension: 2 | 3,
  bodies: BodySources = new Map(),
): readonly PreparedObstacle[] {
  const order = [...bodies.keys()];
  return obstacles.map((obstacle, k) => {
    const solid = solidOf(obstacle.shape, trig, dimension);
    const rest = Float64Array.of(...Array.from(solid.rotation), ...solid.center);
    const halfEdges = halfEdgesOf(solid, obstacle.inside);
    const source = bodies.get(k) ?? poseSource(obstacle, k, trig);
    return { solid, obstacle, rest, source, body: order.indexOf(k), halfEdges, touchAddress: 0, meshAddress: 0 };
  });
}

/** Whether an obstacle may be elsewhere at another time, or larger. */
export function mayMove({ obstacle, source }: Pick<PreparedObstacle, 'obstacle' | 'source'>): boolean {
  return source.kind === 'simulated' || obstacle.motion !== undefined || swellTime(obstacle) > 0;
}

/** How long an obstacle that comes late takes to grow, s. */
const SWELL = 0.1;
/** Part of its size with which it begins. */
const SEED = 0.01;

/** How long an obstacle grows after it has come, s. */
function swellTime({ shape, inside, from = 0, swell = SWELL }: Obstacle): number {
  return from > 0 && !inside && !('plane' in shape || 'mesh' in shape || 'heightfield' in shape) ? swell : 0;
}

/** Part of its size that an obstacle has at a time (s). */
export function sizeAt(obstacle: Obstacle, time: number): number {
  const grows = swellTime(obstacle);
  return grows > 0 ? Math.min(1, Math.max(SEED, (time - obstacle.from!) / grows)) : 1;
}

/** Part of the viscous stress that acts at the surface of an obstacle: what sticks also grips, unless the scene says otherwise. */
export function gripOf({ grip, tangentRestitution }: Pick<Obstacle, 'grip' | 'tangentRestitution'>): number {
  return grip ?? 1 - tangentRestitution;
}

/** What an obstacle does to a substance. */
type Touch = Pick<Obstacle, 'normalRestitution' | 'tangentRestitution' | 'friction' | 'grip'>;

/** What an obstacle does to the substance of a name. A substance that is held less on hits also has less grip, unless the scene says otherwise. */
function touchOf(obstacle: Obstacle, name: string): Touch {
  const own = obstacle.substances?.[name] ?? {};
  return {
    normalRestitution: own.normalRestitution ?? obstacle.normalRestitution,
    tangentRestitution: own.tangentRestitution ?? obstacle.tangentRestitution,
    friction: own.friction ?? obstacle.friction,
    grip: own.grip ?? (own.tangentRestitution === undefined ? obstacle.grip : undefined),
  };
}

/** Whether an obstacle grips some substance. */
export function hasGrip(obstacle: Obstacle): boolean {
  const names = Object.keys(obstacle.substances ?? {});
  return gripOf(obstacle) > 0 || names.some((name) => gripOf(touchOf(obstacle, name)) > 0);
}

/** The rows that an obstacle has for the substances of a scene, `TOUCH_BYTES` each, if it does not treat them alike. */
export function touchRows(obstacle: Obstacle, names: readonly string[]): Float64Array {
  if (obstacle.substances === undefined) return new Float64Array();
  return Float64Array.from(
    names.flatMap((name) => {
      const { normalRestitution, tangentRestitution, friction, grip } = touchOf(obstacle, name);
      return [normalRestitution, tangentRestitution, friction ?? -1, gripOf({ grip, tangentRestitution })];
    }),
  );
}

/** Bytes that the meshes of obstacles take. */
export function meshBytes(obstacles: readonly PreparedObstacle[]): number {
  let bytes = 0;
  for (const { solid } of obstacles) if (solid.triangles) bytes += packMesh(solid.triangles).bytes;
  return bytes;
}

/** Writes the meshes of obstacles from an address on, a multiple of 16, and returns the first free one after them. */
export function placeMeshes(obstacles: readonly PreparedObstacle[], buffer: ArrayBufferLike, address: number): number {
  let next = address;
  for (const [index, obstacle] of obstacles.entries()) {
    if (!obstacle.solid.triangles) continue;
    const mesh = packMesh(obstacle.solid.triangles);
    obstacle.meshAddress = next;
    writeMesh(mesh, index, buffer, next);
    next += mesh.bytes;
  }
  return next;
}

/** Pose of an obstacle's local frame at `time` (s). */
export function obstaclePoseInto(out: Pose, prepared: PreparedObstacle, time: number): void {
  prepared.source.at(time, motionPose);
  composeInto(out, motionPose, prepared.rest);
}

/**
 * Writes all obstacles for the step from t0 to t1 (s): `RECORD_SLOTS` numbers each, one record after another.
 * @param waits whether they stay where the step begins, with the velocity that they will have
 */
export function packObstacles(
  obstacles: readonly PreparedObstacle[],
  t0: number,
  t1: number,
  trig: Trigonometry,
  out: Float64Array,
  waits = false,
): void {
  for (let n = 0; n < obstacles.length; n++) {
    const at = n * slot.RECORD_SLOTS;
    packOne(obstacles[n]!, t0, t1, trig, out, at);
    if (waits) out.copyWithin(at + slot.POSE_END, at + slot.POSE_START, at + slot.POSE_START + POSE_NUMBERS);
  }
}

/** Numbers of a pose. */
const POSE_NUMBERS = slot.POSE_END - slot.POSE_START;

function packOne(
  prepared: PreparedObstacle,
  t0: number,
  t1: number,
  trig: Trigonometry,
  out: Float64Array,
  at: number,
): void {
  const { solid, obstacle } = prepared;
  obstaclePoseInto(startPose, prepared, t0);
  obstaclePoseInto(endPose, prepared, t1);
  rigidVelocityInto(velocity, startPose, endPose, t1 - t0, trig);
  out[at + slot.KIND] = solid.kind;
  out[at + slot.SIDE] = obstacle.inside ? -1 : 1;
  out[at + slot.NORMAL_RESTITUTION] = obstacle.normalRestitution;
  out[at + slot.TANGENT_RESTITUTION] = obstacle.tangentRestitution;
  out[at + slot.GRIP] = gripOf(obstacle);
  out[at + slot.FRICTION] = obstacle.friction ?? -1;
  out[at + slot.SURFACES] = prepared.touchAddress;
  out[at + slot.TEMPERATURE] = obstacle.temperature ?? -1;
  out[at + slot.MOBILITY] = mobility(startPose, endPose);
  const size = sizeAt(obstacle, t1),
    sized = solid.kind === BOX ? size : 1;
  for (let a = 0; a < 3; a++) out[at + slot.VECTOR + a] = sized * solid.vector[a]!;
  out[at + slot.HALF_LENGTH] = size * solid.halfLength;
  out[at + slot.RADIUS] = size * solid.radius;
  out.set(startPose, at + slot.POSE_START);
  out.set(endPose, at + slot.POSE_END);
  out.set(velocity, at + slot.LINEAR_VELOCITY);
  out[at + slot.MESH_HEAD] = prepared.meshAddress;
  out[at + slot.ROUGHNESS] = obstacle.roughness ?? 0;
  out[at + slot.BODY] = prepared.body;
  stepBoxInto(out, at + slot.BOX_LOW, prepared.halfEdges, startPose, endPose);
  if (obstacle.cuts) out.fill(Number.POSITIVE_INFINITY, at + slot.BOX_LOW, at + slot.BOX_HIGH); // a blade cuts, and pushes nothing
}

function mobility(start: Pose, end: Pose): number {
  if (!samePose(start, end)) return slot.MOVING;
  return isUnturned(start) ? slot.SHIFTED : slot.TURNED;
}

const motionPose = identityPose();
const startPose = identityPose();
const endPose = identityPose();
const velocity = new Float64Array(6);
