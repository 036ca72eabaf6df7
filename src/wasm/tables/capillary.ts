// Surface tension: points that color a sparse grid, its blocks, and the samples of the surface in them. [ADR 54, ADR 63]

import { constant, f32, f64, type Owner, u32 } from './rows.ts';

const POINTS = ['PASS_PLACE_CAPILLARY'] as const;
const BINS = ['PASS_COUNT_CAPILLARY'] as const;
const CUTS = ['PASS_CUT_CAPILLARY'] as const;

/** The rows of surface tension. */
export const CAPILLARY: Owner = {
  owner: 'capillary',
  about: 'Surface tension.',
  blocks: [
    {
      name: 'capillary point',
      prefix: 'POINT_',
      start: 0,
      limit: 32,
      size: { name: 'POINT_BYTES', multiple: 32 },
      ordered: true,
    },
    {
      name: 'capillary block',
      prefix: 'CBLOCK_',
      start: 0,
      limit: 64,
      size: { name: 'CBLOCK_BYTES', multiple: 8 },
      ordered: true,
    },
    {
      name: 'capillary sample',
      prefix: 'SAMPLE_',
      start: 0,
      limit: 128,
      size: { name: 'SAMPLE_BYTES', multiple: 64 },
      ordered: true,
    },
  ],
  constants: [
    constant('CAPILLARY_NODES', 512, 'nodes of a block: 8 a side'),
    constant('CAPILLARY_MARK_BYTES', 1088, 'of a block: u16 per node, 1 + number of its sample; a bit per node'),
    constant(
      'CAPILLARY_IMAGES',
      8,
      'points of a particle where walls are wetted: itself and what up to three walls mirror',
    ),
  ],
  slots: {
    context: [
      u32('CAPILLARY_SUBSTANCE', 'the substance in hand'),
      u32('CAPILLARY_SLOTS', 'points for each particle: 1, or CAPILLARY_IMAGES where walls are wetted'),
      u32('CAPILLARY_FLAT', '1: in two dimensions'),
      u32('AT_CAPILLARY_POINT', 'POINT_BYTES for each point'),
      u32('AT_CAPILLARY_TABLE', 'u32: 1 + number of a block by its place, 0: none'),
      u32('CAPILLARY_MASK', 'entries of the table − 1, a power of two'),
      u32('AT_CAPILLARY_BLOCK', 'CBLOCK_BYTES for each block'),
      u32('CAPILLARY_ROOM', 'blocks that there is room for'),
      u32('CAPILLARY_BLOCKS', 'blocks; more than the room: the rest is not there', { writer: BINS }),
      u32('CAPILLARY_ENTRIES', 'points of all blocks', { writer: BINS }),
      u32('AT_CAPILLARY_ENTRY', 'u32: points of the blocks, block after block'),
      u32('AT_CAPILLARY_COLOR', 'f32: colors of the nodes of the blocks'),
      u32('AT_CAPILLARY_MARK', 'CAPILLARY_MARK_BYTES for each block'),
      u32('AT_CAPILLARY_SAMPLE', 'SAMPLE_BYTES for each sample, in pages of CAPILLARY_NODES'),
      u32('CAPILLARY_PAGES', 'pages that there is room for'),
      u32('CAPILLARY_NEXT_PAGE', 'pages in use', { writer: CUTS, alone: true }),
      u32('AT_CAPILLARY_WORK', 'u32: blocks in the order in which they are cut'),
      u32('CAPILLARY_FIRST', 'place in that order of the first task'),
      u32('AT_CAPILLARY_FELT', 'three f64 for each particle: force in quanta'),
      f64('CAPILLARY_INVERSE_NODE', '1/g, g the distance of nodes, 1/m'),
      f64('CAPILLARY_ORIGIN', 'nodes that places are relative to, whole blocks', { count: 3 }),
      f64('CAPILLARY_DENSITY', 'ρ₀, kg/m³'),
      f64('CAPILLARY_REACH', 'reach of a color over the size of a particle'),
      f64('CAPILLARY_SCALE', 'σ g (2D: σ) over the quantum of forces'),
      f64('CAPILLARY_AMBIENT', 'pressure of the air, over the quantum, for the area of a particle (2D: its size)'),
      f64('CAPILLARY_IMAGE', '∛ of what an image colors over its particle'),
    ],
    'capillary point': [
      f32('POINT_PLACE', 'x, y, z in nodes, from CAPILLARY_ORIGIN on', { count: 3, writer: POINTS }),
      f32('POINT_SQUARE', 'R², nodes²; 0: no point', { writer: POINTS }),
      f32('POINT_REACH', 'R, nodes', { writer: POINTS }),
      f32('POINT_FACTOR', '(R² − r²) times this is the cube root of its color', { writer: POINTS }),
      u32('POINT_OWNER', 'the particle that feels its part, or −1: an image', { writer: POINTS }),
    ],
    'capillary block': [
      u32('CBLOCK_PLACE', 'x, y, z in blocks', { count: 3, writer: BINS }),
      u32('CBLOCK_COUNT', 'points that reach it', { writer: BINS }),
      u32('CBLOCK_BEGIN', 'the first of its entries', { writer: ['PASS_FILL_CAPILLARY'] }),
      u32('CBLOCK_FILLED', 'entries that are written', { writer: ['PASS_FILL_CAPILLARY'] }),
      u32('CBLOCK_SAMPLES', 'samples on its nodes', { writer: ['PASS_COLOR_CAPILLARY', ...CUTS] }),
      u32('CBLOCK_PAGE', 'address of its samples', { writer: CUTS }),
      f64('CBLOCK_AREA', 'of the surface in its cells, nodes² (2D: nodes)', { writer: CUTS }),
    ],
    'capillary sample': [
      f32('SAMPLE_PLACE', 'x, y, z in nodes of the block, and 1: the sum over its corners, later their mean', {
        count: 4,
        writer: CUTS,
      }),
      f32('SAMPLE_FORCE', 'in quanta: whole numbers, and 0', { count: 4, writer: CUTS }),
      f32('SAMPLE_GIVEN', 'quanta that were handed over, and 0', { count: 4, writer: ['PASS_HAND_CAPILLARY'] }),
      f32('SAMPLE_TOTAL', 'Σ of the colors there', { writer: ['PASS_HAND_CAPILLARY'] }),
      f32('SAMPLE_PASSED', 'the same of the points before the one in hand', { writer: ['PASS_HAND_CAPILLARY'] }),
    ],
  },
  passes: [
    {
      name: 'PASS_PLACE_CAPILLARY',
      run: 'placeCapillaryPoints',
      from: 'capillary/points',
      task: 'chunk',
      kind: 'forces',
      meaning: 'points of the particles, and their images behind walls',
    },
    {
      name: 'PASS_COUNT_CAPILLARY',
      run: 'countEntries',
      from: 'capillary/bins',
      task: 'block',
      kind: 'forces',
      meaning: 'blocks that points reach, in one task',
    },
    {
      name: 'PASS_FILL_CAPILLARY',
      run: 'fillEntries',
      from: 'capillary/bins',
      task: 'block',
      kind: 'forces',
      meaning: 'points of the blocks, in one task',
    },
    {
      name: 'PASS_COLOR_CAPILLARY',
      run: 'colorBlock',
      from: 'capillary/color',
      task: 'block',
      kind: 'forces',
      meaning: 'colors of nodes; nothing of the surface is known',
    },
    {
      name: 'PASS_CUT_CAPILLARY',
      run: 'cutBlock',
      from: 'capillary/cut',
      task: 'block',
      kind: 'forces',
      meaning: 'the surface in the cells of a block, and its forces on samples',
    },
    {
      name: 'PASS_HAND_CAPILLARY',
      run: 'handBlock',
      from: 'capillary/hand',
      task: 'block',
      kind: 'forces',
      meaning: 'forces of samples go to the particles around them',
    },
  ],
};
