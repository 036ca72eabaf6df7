// Which compiled pass serves which kernel: `dc` and `spiky` share one shape.

import { KERNEL_NAMES, type KernelName } from './kernels.ts';

/** Name of the generated AssemblyScript class → a kernel that has this shape. The order is the shape's number in the pass table. */
export const SHAPE_CLASSES = {
  Spiky: 'dc',
  Quartic: 'quartic',
  Poly6: 'poly6',
  CubicSpline: 'cubic-spline',
  WendlandC2: 'wendland-c2',
} as const satisfies Record<string, KernelName>;

/** Number of the shape that a kernel is compiled into. */
export function shapeIndex(name: KernelName): number {
  const index = Object.values(SHAPE_CLASSES).indexOf((name === 'spiky' ? 'dc' : name) as 'dc');
  if (index < 0) throw new Error(`unknown kernel ${name} (have ${KERNEL_NAMES.join(', ')})`);
  return index;
}
