// Where the camera is at a given time: between its keyframes, on its way around the target, and along with what it follows.

import { solidMesh } from '../meshes/solid-mesh.ts';
import { identityPose } from '../obstacles/pose.ts';
import { poseSource } from '../obstacles/pose-source.ts';
import type { Camera, Scene } from '../scene/schema.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { rotationInto, type Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { boundsOfPoints } from './framing.ts';
import { along, middleOf, minus } from './vector.ts';
import { uprightView, type View } from './view.ts';

/** Whether the camera of a scene moves. */
export function moves({ keyframes, orbit, follow }: Camera): boolean {
  return keyframes !== undefined || orbit !== 0 || follow !== undefined;
}

/**
 * The view at a time (s), from that of the whole shot. First keyframes, then the turn around the target, then what is followed: the target
 * goes to its middle, and the camera along with it.
 */
export function viewAt(
  scene: Scene,
  view: View,
  time: number,
  fields: WorldFields,
  trig: Trigonometry = EXACT_TRIGONOMETRY,
): View {
  const { camera } = scene;
  if (!moves(camera)) return view;
  let { position, target, fieldOfView, height } = view;
  if (camera.keyframes) {
    position = vectorAt(camera.keyframes, 'position', time) ?? position;
    target = vectorAt(camera.keyframes, 'target', time) ?? target;
    fieldOfView = valueAt(camera.keyframes, ({ fieldOfView: angle }) => angle, time) ?? fieldOfView;
    if (height !== undefined) height = valueAt(camera.keyframes, ({ height: own }) => own, time) ?? height;
  }
  if (camera.orbit !== 0) position = turned(position, target, camera.up, camera.orbit * time);
  if (camera.follow) {
    const middle = followed(scene, camera.follow, time, fields, trig) ?? target;
    position = along(middle, 1, minus(position, target));
    target = middle;
  }
  return uprightView({ ...view, position, target, fieldOfView, height }, camera.up);
}

type Keyframe = NonNullable<Camera['keyframes']>[number];

function vectorAt(keyframes: readonly Keyframe[], key: 'position' | 'target', time: number): Vec3 | undefined {
  const at = (axis: number): number | undefined => valueAt(keyframes, (frame) => frame[key]?.[axis], time);
  const [x, y, z] = [at(0), at(1), at(2)];
  return x === undefined ? undefined : [x, y!, z!];
}

/**
 * A number that keyframes set, at a time: cubic between them, with the slope of the line through both neighbors at each, and at rest at
 * the two ends. Undefined if none sets it.
 */
function valueAt(
  keyframes: readonly Keyframe[],
  of: (keyframe: Keyframe) => number | undefined,
  time: number,
): number | undefined {
  const set = keyframes.filter((frame) => of(frame) !== undefined);
  const value = (k: number): number => of(set[k]!)!;
  if (set.length === 0) return undefined;
  const next = set.findIndex((frame) => frame.time > time);
  if (next === 0) return value(0);
  if (next < 0) return value(set.length - 1);
  const [a, b] = [next - 1, next];
  const length = set[b]!.time - set[a]!.time;
  const slope = (k: number): number =>
    k === 0 || k === set.length - 1 ? 0 : (value(k + 1) - value(k - 1)) / (set[k + 1]!.time - set[k - 1]!.time);
  const s = (time - set[a]!.time) / length;
  const rest = 1 - s;
  return (
    rest * rest * (1 + 2 * s) * value(a) +
    s * s * (3 - 2 * s) * value(b) +
    length * s * rest * (rest * slope(a) - s * slope(b))
  );
}

/** A point turned around an axis through another. */
function turned(point: Vec3, around: Vec3, axis: Vec3, degrees: number): Vec3 {
  const m = new Float64Array(9);
  rotationInto(m, axis, degrees, EXACT_TRIGONOMETRY);
  const [x, y, z] = minus(point, around);
  const row = (k: number): number => m[3 * k]! * x + m[3 * k + 1]! * y + m[3 * k + 2]! * z;
  return along(around, 1, [row(0), row(1), row(2)]);
}

/** The middle of what is followed; undefined if there is nothing of it. */
function followed(
  scene: Scene,
  { substance, obstacle }: NonNullable<Camera['follow']>,
  time: number,
  fields: WorldFields,
  trig: Trigonometry,
): Vec3 | undefined {
  if (substance !== undefined) return centerOfMass(fields, Object.keys(scene.substances).indexOf(substance));
  const one = scene.obstacles[obstacle!];
  if (!one) return undefined;
  const pose = identityPose();
  poseSource(one, obstacle!, trig, fields.poses).at(time, pose);
  const [x, y, z] = middleOf(boundsOfPoints(solidMesh(solidOf(one.shape, trig), trig).positions));
  const row = (k: number): number => pose[3 * k]! * x + pose[3 * k + 1]! * y + pose[3 * k + 2]! * z + pose[9 + k]!;
  return [row(0), row(1), row(2)];
}

/** The center of mass of a substance, m; undefined if there is none of it. */
function centerOfMass({ position, mass, substance, count }: WorldFields, wanted: number): Vec3 | undefined {
  let [x, y, z, sum] = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (substance[i] !== wanted) continue;
    x += mass[i]! * position[3 * i]!;
    y += mass[i]! * position[3 * i + 1]!;
    z += mass[i]! * position[3 * i + 2]!;
    sum += mass[i]!;
  }
  return sum > 0 ? [x / sum, y / sum, z / sum] : undefined;
}
