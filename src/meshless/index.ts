// The public toolkit for functions given at points, without a world: `thixo/meshless`. [AW09 §2-5]

export type { KernelName } from '../kernels/kernels.ts';
export type { Order } from './basis.ts';
export { DifferenceGradients, type DifferenceStencil } from './difference-gradients.ts';
export { MlsApproximation, type MlsOptions } from './mls.ts';
export { type Radial, radialKernel, radialWeight } from './radial.ts';
export type { CheckedSamples, SampleDimension, Samples } from './samples.ts';
export { type ShapeSamplingOptions, sampleShape } from './sampling/sample-shape.ts';
export type { ShapeSamples } from './sampling/sample-solid.ts';
export { CellGrid } from './search/cell-grid.ts';
export { HashGrid } from './search/hash-grid.ts';
export { KdTree } from './search/kd-tree.ts';
export type { PointSearch } from './search/search.ts';
export type { ShapeFunctions } from './shape-functions.ts';
export {
  type DivergenceForm,
  type GradientForm,
  type LaplacianForm,
  SphApproximation,
  type SphOptions,
} from './sph.ts';
