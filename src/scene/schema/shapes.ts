// Shapes of the scene format: solids, and what only bodies (points) or only emitters (disc) may have.

import * as z from 'zod';
import {
  about,
  count,
  DIMENSIONLESS,
  direction,
  finite,
  kind,
  length,
  part,
  positive,
  quantity,
  signed,
  vec3,
} from '../../schema/field.ts';

export const rotation = part(
  z.strictObject({
    axis: about(direction, 'Axis of the turn.'),
    degrees: quantity(signed, '°', 'Angle of the rotation, counterclockwise when the axis points at you.'),
  }),
  'rotation',
  'A rotation about an axis.',
  { snippets: { rotation: { axis: [0, 0, 1], degrees: 30 } } },
);

const plane = kind(
  'plane',
  z.strictObject({
    point: quantity(vec3, 'm', 'Any point of the plane.'),
    normal: about(direction, 'Points out of the solid, into the free space.'),
  }),
  'Everything on one side of a plane, such as a floor.',
  { plane: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
);

const boxByCorners = about(
  z.strictObject({
    min: quantity(vec3, 'm', 'Lower corner.'),
    max: quantity(vec3, 'm', 'Upper corner; each component larger than that of `min`.'),
  }),
  'A box along the axes, from corner to corner.',
);
const boxByCenter = about(
  z.strictObject({
    center: quantity(vec3, 'm', 'Center of the box.'),
    size: quantity(vec3, 'm', 'Edge lengths before the rotation.', { equalComponents: true }),
    rotation: about(rotation.optional(), 'Rotation about the center.', { defaultText: 'not rotated' }),
  }),
  'A box given by its center and size; it may be rotated.',
);
export const box = kind('box', z.union([boxByCorners, boxByCenter]), 'A box, along the axes or rotated.', {
  'box from corner to corner': { box: { min: [0, 0, 0], max: [1, 0.5, 1] } },
  'box by center, turned': {
    box: { center: [0, 1, 0], size: [1, 0.2, 1], rotation: { axis: [0, 0, 1], degrees: 30 } },
  },
});

const sphere = kind(
  'sphere',
  z.strictObject({
    center: quantity(vec3, 'm', 'Center of the sphere.'),
    radius: quantity(length, 'm', 'Radius of the sphere.'),
  }),
  'A ball; a disc in 2D.',
  { sphere: { sphere: { center: [0, 1, 0], radius: 0.3 } } },
);

const alongSegment = z.strictObject({
  from: quantity(vec3, 'm', 'One end of the axis.'),
  to: quantity(vec3, 'm', 'Other end of the axis.'),
  radius: quantity(length, 'm', 'Distance of the surface from the axis.'),
});
const capsule = kind('capsule', alongSegment, 'A rod with round ends, which extend beyond its axis by the radius.', {
  capsule: { capsule: { from: [-0.5, 1, 0], to: [0.5, 1, 0], radius: 0.1 } },
});
const cylinder = kind('cylinder', alongSegment, 'A cylinder with flat ends.', {
  cylinder: { cylinder: { from: [0, 0, 0], to: [0, 1, 0], radius: 0.2 } },
});

/** The file is replaced by its content when a scene is loaded, and parseScene refuses what is left of them, so a Scene never has one. */
type Loaded<Inline extends z.ZodType, File extends z.ZodType> = z.ZodType<z.output<Inline>, z.input<File>>;
const placement = {
  scale: quantity(
    z
      .union([quantity(signed, DIMENSIONLESS, 'For all axes.'), quantity(vec3, DIMENSIONLESS, 'One per axis.')])
      .optional(),
    DIMENSIONLESS,
    'Factor for the coordinates, or one per axis: 0.001 for a file in millimeters.',
    { defaultText: '1', rangeText: 'not 0; a number, or three' },
  ),
  rotation: about(rotation.optional(), 'Rotation about the origin, after scaling.', { defaultText: 'not rotated' }),
  translate: quantity(vec3.optional(), 'm', 'Shift, after scaling and rotating.', { defaultText: 'none' }),
  open: about(
    z.boolean().optional(),
    'Whether the mesh is meant to be open, as a thin wall. If not, an open mesh gives a warning.',
    {
      defaultText: 'false',
    },
  ),
};
const inlineMesh = about(
  z.strictObject({
    positions: quantity(
      z.array(quantity(finite, 'm', 'One coordinate.')).readonly(),
      'm',
      'Coordinates x, y, z of every vertex, one after another.',
    ),
    triangles: quantity(
      z.array(quantity(finite, DIMENSIONLESS, 'One vertex.')).readonly(),
      DIMENSIONLESS,
      'Three vertices for each triangle, counted from 0, counterclockwise seen from outside.',
    ),
    ...placement,
  }),
  'A mesh written in the scene.',
);
const packedMesh = about(
  z.strictObject({
    packed: about(z.string(), 'A mesh as text, as `packTriangles` of the library writes it.'),
    repaired: about(z.string().max(1000).optional(), 'What was repaired when the file was read.', {
      defaultText: 'nothing',
    }),
    ...placement,
  }),
  'A mesh as caches keep it.',
);
const meshFile = about(
  z.strictObject({
    file: about(z.string().min(1), 'Mesh in a file: .obj, .stl, .ply, .gltf or .glb.', {
      rangeText: 'a relative path inside the folder of the scene',
    }),
    repair: about(
      z.boolean().default(true),
      'Whether to repair a broken mesh: separate vertices at one place, wrong sides, duplicates, small holes.',
    ),
    ...placement,
  }),
  'A mesh in a file next to the scene.',
);
/** A design whose shape is meant. */
const designFile = {
  design: about(z.string().min(1), 'A design: see docs/design.md.', {
    rangeText: 'a relative path inside the folder of the scene',
  }),
  pose: about(z.string().optional(), 'Which of its `poses`.', { defaultText: 'what its `handles` make' }),
};
const meshDesign = about(
  z.strictObject({ ...designFile, ...placement }),
  'The mesh of a design, as its handles pull it.',
  {
    snippets: { 'designed mesh': { design: 'bent.json' } },
  },
);
export const mesh = kind(
  'mesh',
  z.union([
    meshFile as unknown as Loaded<typeof packedMesh, typeof meshFile>,
    packedMesh,
    inlineMesh,
    meshDesign as unknown as Loaded<typeof packedMesh, typeof meshDesign>,
  ]),
  'Triangles: thin walls that nothing crosses from either side. A closed mesh also has an inside. 3D only.',
  {
    'mesh written out': {
      mesh: {
        positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
        triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
        translate: [0, 0.5, 0],
      },
    },
  },
);

/** Where a skin is put: that of a mesh, which a skin may be open without being asked. */
const { open: _open, ...skinPlacement } = placement;
const inlineSkin = about(
  z.strictObject({ positions: inlineMesh.shape.positions, triangles: inlineMesh.shape.triangles, ...skinPlacement }),
  'A mesh written in the scene.',
);
const packedPaint = about(
  z.strictObject({
    uv: about(z.string(), 'Texture coordinates of the vertices.'),
    texture: about(z.string(), 'Number of the picture of every vertex, from 1; 0 for none.'),
    textures: about(z.array(about(z.string(), 'A PNG file in base64.')).max(255).readonly(), 'The pictures.'),
    twins: about(z.string().optional(), 'For every vertex the first one at the same point.', { defaultText: 'itself' }),
    fileVertices: quantity(count.optional(), 'vertices', 'Vertices that the file has.', { defaultText: 'all' }),
  }),
  'Texture coordinates and pictures, as caches keep them.',
);
/** The paint of a skin as caches keep it. */
export type PackedPaint = z.infer<typeof packedPaint>;
const packedSkin = about(
  z.strictObject({
    packed: packedMesh.shape.packed,
    colors: about(z.string().optional(), 'Colors of the vertices, as caches keep them.', { defaultText: 'none' }),
    paint: about(packedPaint.optional(), 'Texture coordinates and pictures, as caches keep them.', {
      defaultText: 'none',
    }),
    ...skinPlacement,
  }),
  'A mesh as caches keep it.',
);
const skinFile = about(
  z.strictObject({
    file: meshFile.shape.file,
    texture: about(z.string().min(1).optional(), 'PNG picture for all of the mesh, by its texture coordinates.', {
      rangeText: 'a relative path inside the folder of the scene',
      defaultText: 'those that the file names',
    }),
    ...skinPlacement,
  }),
  'A mesh in a file next to the scene. Vertices stay as they are in the file.',
);
/** The mesh of a skin. */
export const skinMesh = part(
  z.union([skinFile as unknown as Loaded<typeof packedSkin, typeof skinFile>, packedSkin, inlineSkin]),
  'skinMesh',
  'Triangles of a skin, closed or open.',
);

const vec2 = z.tuple([signed, signed]).readonly();
const ground = {
  min: quantity(vec2, 'm', 'Position x, z of the first height.', { components: ['x', 'z'] }),
  max: quantity(vec2, 'm', 'Position x, z of the last height.', { components: ['x', 'z'] }),
  depth: quantity(length.default(1), 'm', 'Thickness of the ground below its lowest point.'),
};
const inlineHeights = about(
  z.strictObject({
    heights: quantity(
      z.array(z.array(quantity(finite, 'm', 'One height.')).readonly()).readonly(),
      'm',
      'Rows along z of heights along x, at least two of each.',
    ),
    ...ground,
  }),
  'Heights written in the scene.',
);
const heightsFile = about(
  z.strictObject({
    file: about(z.string().min(1), 'Text file with a line of heights (m) along x for each row along z.', {
      rangeText: 'a relative path inside the folder of the scene',
    }),
    ...ground,
  }),
  'Heights in a file next to the scene.',
);
const heightfield = kind(
  'heightfield',
  z.union([inlineHeights, heightsFile as unknown as Loaded<typeof inlineHeights, typeof heightsFile>]),
  'Ground with heights given on a grid, closed at its sides and below. 3D only.',
  {
    heightfield: {
      heightfield: {
        heights: [
          [0, 0.1],
          [0.1, 0.4],
        ],
        min: [-1, -1],
        max: [1, 1],
        depth: 0.2,
      },
    },
  },
);

export const shape = part(
  z.union([plane, box, sphere, capsule, cylinder, mesh, heightfield]),
  'shape',
  'A solid or a region: an object with exactly one of the keys below.',
);

const path = about(
  z.strictObject({
    frameRate: quantity(positive.max(100_000), 'frames/s', 'Frames per second.'),
    packed: about(z.string(), 'Places x, y and z (m) of all particles in frame 0, 1 and so on: float32 as base64.'),
  }),
  'The places of particles in time, smooth between frames; they rest after the last.',
);
const pointsDesign = about(
  z.strictObject({
    ...designFile,
    as: about(z.enum(['start', 'rest', 'motion']).default('start'), 'What the design says of an elastic solid.', {
      meanings: {
        start: 'It starts as the handles pull it, and springs back.',
        rest: 'It starts at rest in the shape of the design, and strives for what the handles make of it.',
        motion: 'It moves as the keyframes say, whatever acts on it: an obstacle that bends.',
      },
    }),
    translate: quantity(vec3.optional(), 'm', 'Shift of the whole design.', { defaultText: 'none' }),
    particles: quantity(z.int().min(8).max(5000).optional(), 'particles', 'So many, in place of those of the design.', {
      defaultText: 'as many as the design says',
    }),
  }),
  'The particles of a design. The body gets its spacing and its skin too.',
  { snippets: { 'designed points': { design: 'bent.json', as: 'start' } } },
);
const inlinePoints = about(
  z.strictObject({
    positions: quantity(
      z.array(quantity(vec3, 'm', 'Center of one particle.')).readonly(),
      'm',
      'One position per particle.',
    ),
    velocities: quantity(
      z
        .array(quantity(vec3, 'm/s', 'Velocity of one particle.'))
        .readonly()
        .optional(),
      'm/s',
      'One velocity per particle, in the order of the positions.',
      { defaultText: 'the velocity of the body' },
    ),
    rest: quantity(
      z
        .array(quantity(vec3, 'm', 'Place of one particle.'))
        .readonly()
        .optional(),
      'm',
      'Where each particle is in the shape at rest of an elastic solid.',
      { defaultText: 'the positions' },
    ),
    path: about(path.optional(), 'Where the particles of an elastic solid are at every time, whatever acts on them.', {
      defaultText: 'they move freely',
    }),
  }),
  'Points written in the scene.',
);
const pointsFile = about(
  z.strictObject({
    file: about(
      z.string().min(1),
      'Text file with a line `x y z` or `x y z vx vy vz` (m and m/s) for each particle; `#` starts a comment.',
      { rangeText: 'a relative path inside the folder of the scene' },
    ),
  }),
  'Points in a file next to the scene.',
);
const points = kind(
  'points',
  z.union([
    inlinePoints,
    pointsFile as unknown as Loaded<typeof inlinePoints, typeof pointsFile>,
    pointsDesign as unknown as Loaded<typeof inlinePoints, typeof pointsDesign>,
  ]),
  'Particles one by one instead of a region to fill.',
  {
    points: {
      points: {
        positions: [
          [0, 1, 0],
          [0.05, 1, 0],
        ],
      },
    },
  },
);

export const bodyShape = part(
  z.union([plane.meta({ hidden: true }), box, sphere, capsule, cylinder, mesh, heightfield, points]),
  'bodyShape',
  'A region to fill with particles, or the particles one by one.',
);

const disc = kind(
  'disc',
  z.strictObject({
    center: quantity(vec3, 'm', 'Center of the opening.'),
    normal: about(direction, 'Direction in which the jet leaves.'),
    radius: quantity(length, 'm', 'Radius of the opening.'),
  }),
  'A round opening that emits along its normal; a slit in 2D.',
  { disc: { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } } },
);

export const emitterShape = part(z.union([disc, box]), 'emitterShape', 'The opening of a jet.');
