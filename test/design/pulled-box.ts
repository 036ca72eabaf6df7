// The box of figure 13 of AW09: its bottom is fixed and its top is moved up. The tutorial does not print sizes; ours gains what it says, 53 %.

import { ShapeDesign, sampledField } from '../../src/design/index.ts';

/** A box of 1 × 1 × 2 m whose top goes up by 1.45 m. */
export function pulledBox(count: number, volume: number): ShapeDesign {
  const design = new ShapeDesign(sampledField({ box: { min: [0, 0, 0], max: [1, 1, 2] } }, { count }), { volume });
  design.setHandles([
    { grip: { region: { box: { min: [-1, -1, -1], max: [2, 2, 0.35] } } } },
    { grip: { region: { box: { min: [-1, -1, 1.65], max: [2, 2, 3] } } }, translate: [0, 0, 1.45] },
  ]);
  return design;
}
