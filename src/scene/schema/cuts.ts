// Where elastic solids are cut before they start.

import * as z from 'zod';
import { about, DIMENSIONLESS, direction, length, part, quantity, vec3 } from '../../schema/field.ts';
import { mesh, shape } from './shapes.ts';

/** Most cuts of a scene, and most cells of one. */
export const MOST_CUTS = 1000,
  MOST_CELLS = 10000;

const plane = part(
  z.strictObject({
    plane: about(
      z.strictObject({
        point: quantity(vec3, 'm', 'Any point of the plane.'),
        normal: about(direction, 'Across the cut.'),
      }),
      'A plane through everything.',
    ),
  }),
  'cutplane',
  'A plane, which cuts through everything.',
  { snippets: { 'cut by a plane': { plane: { point: [0, 0, 0], normal: [1, 0, 0] } } } },
);

const disc = part(
  z.strictObject({
    disc: about(
      z.strictObject({
        center: quantity(vec3, 'm', 'Center of the disc.'),
        normal: about(direction, 'Across the cut.'),
        radius: quantity(length, 'm', 'Radius of the disc; half the length of the segment in 2D.'),
      }),
      'A disc, or a segment in 2D.',
    ),
  }),
  'cutdisc',
  'A flat round cut that ends inside the body, or a notch; a segment in 2D.',
  { snippets: { 'cut by a disc': { disc: { center: [0, 0, 0], normal: [1, 0, 0], radius: 0.02 } } } },
);

const cells = part(
  z.strictObject({
    cells: about(
      z.strictObject({
        min: quantity(vec3, 'm', 'Lower corner of the box in which the centers of the cells are.'),
        max: quantity(vec3, 'm', 'Upper corner of that box.'),
        count: quantity(z.int().min(2).max(MOST_CELLS), 'cells', 'How many cells.'),
        seed: quantity(
          z.int().nonnegative().max(0xffffffff).default(1),
          DIMENSIONLESS,
          'Another seed gives other cells.',
        ),
      }),
      'Cells around random centers.',
    ),
  }),
  'cutcells',
  'Cuts between cells: all places whose nearest center is the same are one cell (Voronoi).',
  { snippets: { 'cut into cells': { cells: { min: [-0.1, 0, -0.1], max: [0.1, 0.2, 0.1], count: 20 } } } },
);

/** The shape of a cut. */
const cutShape = part(
  z.union([plane, disc, mesh, cells]),
  'cutShape',
  'Where a solid is cut: an object with exactly one of the keys below. A mesh may be open.',
);

const cut = part(
  z.strictObject({
    shape: about(cutShape, 'The surface along which it is cut.'),
    body: quantity(z.int().nonnegative().optional(), DIMENSIONLESS, 'The body that it cuts, counted from 0.', {
      defaultText: 'all of elastic solids',
    }),
  }),
  'cut',
  'A cut through elastic solids as they are at the start: what lies on its two sides does not hold together.',
  { snippets: { cut: { shape: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } } } } },
);

const unbreakableRegion = part(
  z.strictObject({ region: about(shape, 'What starts in it holds together. It is closed.') }),
  'unbreakable',
  'A region of elastic solids, as they are at the start, where no crack begins and none runs into. Cuts and blades go through.',
  { snippets: { unbreakable: { region: { box: { min: [-0.1, 0, -0.1], max: [0.1, 0.02, 0.1] } } } } },
);

export const unbreakable = about(
  z.array(unbreakableRegion).max(MOST_CUTS).readonly().default([]),
  'Regions of elastic solids that cannot break.',
);

export const cuts = about(z.array(cut).max(MOST_CUTS).readonly().default([]), 'Cuts through elastic solids.');
