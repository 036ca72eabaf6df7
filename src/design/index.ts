// Shape and motion design with a meshless field: `thixo/design`. [AW09 §8]

export type { Grip, Handle } from './handles.ts';
export type { Keyframe, Pose } from './keyframes.ts';
export type { Descent } from './levenberg-marquardt.ts';
export {
  MOTION_WEIGHTS,
  MotionDesign,
  type MotionOptions,
  type MotionReport,
  type MotionSolve,
  type MotionState,
} from './motion-design.ts';
export type { MotionParts } from './motion-energy.ts';
export type { MotionWeights } from './motion-terms.ts';
export type { MotionObstacle } from './obstacle-field.ts';
export { fitRigid, type Quaternion, type RigidMotion } from './rigid-fit.ts';
export { type FieldSampling, sampledField } from './sampled-field.ts';
export {
  SHAPE_WEIGHTS,
  ShapeDesign,
  type ShapeReport,
  type ShapeState,
  type ShapeWeights,
  type SolveOptions,
} from './shape-design.ts';
export type { EnergyParts } from './shape-energy.ts';
export { type Rows, ShapeField, type ShapeFunctionSource } from './shape-field.ts';
