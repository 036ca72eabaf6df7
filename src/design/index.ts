// Shape and motion design with a meshless field: `thixo/design`. [AW09 §8]

export type { Grip, Handle } from './handles.ts';
export type { Descent } from './levenberg-marquardt.ts';
export { fitRigid, type Quaternion, type RigidMotion } from './rigid-fit.ts';
export {
  SHAPE_WEIGHTS,
  ShapeDesign,
  type ShapeReport,
  type ShapeState,
  type ShapeWeights,
  type SolveOptions,
} from './shape-design.ts';
export type { EnergyParts } from './shape-energy.ts';
export { ShapeField, type ShapeFunctionSource } from './shape-field.ts';
