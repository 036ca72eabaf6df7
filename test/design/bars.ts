// Shapes for the tests of designs: grids of particles, as in the reference set of the card.

import { ShapeField } from '../../src/design/index.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';
import type { Shape } from '../../src/shapes/shape.ts';

/** Particles of a grid, x fastest. */
export function gridPositions([nx, ny, nz]: readonly [number, number, number], spacing: number): number[] {
  const positions: number[] = [];
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) positions.push(i * spacing, j * spacing, k * spacing);
  }
  return positions;
}

/** A bar of particles along z; 3 × 3 × 7 with 0.25 m between them is that of the card. [card §18] */
export function bar(
  size: readonly [number, number, number] = [3, 3, 7],
  spacing = 0.25,
  support = 2.2 * spacing,
): ShapeField {
  return new ShapeField(
    new MlsApproximation({ dimension: 3, positions: gridPositions(size, spacing), supportRadius: support }),
  );
}

/** Everything between two heights. */
export function slab(low: number, high: number): Shape {
  return { box: { min: [-1000, -1000, low], max: [1000, 1000, high] } };
}
