// The box of figure 13 of AW09: its bottom is fixed and its top is moved up. The tutorial prints neither sizes nor weights; the pull of 0.985 m is
// chosen so that our box gains what it says, 53 %.

import { ShapeDesign, ShapeField } from '../../src/design/index.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';

/** A box of 1 × 1 × 2 m, sampled by a grid of 4 × 4 × 8 particles. */
export function gridBox(): ShapeField {
  const positions: number[] = [];
  for (let k = 0; k < 8; k++) {
    for (let j = 0; j < 4; j++) {
      for (let i = 0; i < 4; i++) positions.push(0.125 + 0.25 * i, 0.125 + 0.25 * j, 0.125 + 0.25 * k);
    }
  }
  return new ShapeField(new MlsApproximation({ dimension: 3, positions, supportRadius: 0.5 }));
}

/** The box with its top moved up. */
export function pulledBox(field: ShapeField, pull: number, volume: number): ShapeDesign {
  const design = new ShapeDesign(field, { volume });
  design.setHandles([
    { grip: { region: { box: { min: [-1, -1, -1], max: [2, 2, 0.35] } } } },
    { grip: { region: { box: { min: [-1, -1, 1.65], max: [2, 2, 3] } } }, translate: [0, 0, pull] },
  ]);
  return design;
}
