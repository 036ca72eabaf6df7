// The camera of an export: its axes and its lens, in the words of the formats that hold one.

import type { Bounds } from '../shapes/bounds.ts';
import { cosDegrees, sinDegrees, type Trigonometry, unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { diagonalOf, middleOf } from './extent.ts';
import type { ExportContext, ExportView } from './format.ts';

/** A camera with its axes: it looks along −back, as in glTF and USD. */
export interface CameraPose extends ExportView {
  readonly right: Vec3;
  readonly back: Vec3;
}

/** From the middle of a scene to the camera that is chosen for it. */
const FROM_MIDDLE: Vec3 = unit([0.45, 0.35, 0.8]);
const DEFAULT_FIELD_OF_VIEW = 40;

/** The camera of the context, or one from the front, the right and above that sees the whole extent. */
export function cameraOf(context: ExportContext, extent: Bounds): CameraPose {
  const { position, target, up, fieldOfView, height } = context.view ?? framed(context, extent);
  const back = unit([position[0] - target[0], position[1] - target[1], position[2] - target[2]], [0, 0, 1]);
  const right = unit(cross(up, back), unit(cross([0, 0, 1], back), [1, 0, 0]));
  return { position, target, up: cross(back, right), fieldOfView, height, right, back };
}

function framed({ scene }: ExportContext, extent: Bounds): ExportView {
  const target = middleOf(extent);
  const diagonal = diagonalOf(extent);
  const [x, y, z] = scene.dimension === 2 ? [0, 0, 1] : FROM_MIDDLE;
  const from = upAxis(scene) === 'Z' ? [x, -z, y] : [x, y, z];
  const away = 1.2 * diagonal;
  const position: Vec3 = [target[0] + away * from[0]!, target[1] + away * from[1]!, target[2] + away * from[2]!];
  const height = scene.dimension === 2 ? 1.1 * (extent.max[1] - extent.min[1] || 1) : undefined;
  return { position, target, up: scene.camera.up, fieldOfView: DEFAULT_FIELD_OF_VIEW, height };
}

/** The axis that points up in the scene. */
export function upAxis({ camera }: ExportContext['scene']): 'Y' | 'Z' {
  return Math.abs(camera.up[2]) > Math.abs(camera.up[1]) ? 'Z' : 'Y';
}

/** Distance from the eye at which the picture is 1 high: 1 / (2 tan(fieldOfView / 2)). */
export function focalLength(fieldOfView: number, trig: Trigonometry): number {
  return cosDegrees(fieldOfView / 2, trig) / (2 * sinDegrees(fieldOfView / 2, trig));
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
