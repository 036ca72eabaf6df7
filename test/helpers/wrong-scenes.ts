// Scenes that must be refused, with the problem that says why.

const WATER = { substances: { water: {} } };
const BOX = { box: { min: [0, 0, 0], max: [1, 1, 1] } } as const;
const BALL = { sphere: { center: [0, 0, 0], radius: 1 } } as const;

/** A scene with one body of water, some of whose keys are other. */
function body(more: object): object {
  return { ...WATER, bodies: [{ substance: 'water', shape: BOX, spacing: 0.5, ...more }] };
}

/** A scene with one jet of water, some of whose keys are other. */
function jet(more: object): object {
  const shape = { disc: { center: [0, 0, 0], normal: [0, 1, 0], radius: 0.5 } };
  return { ...WATER, emitters: [{ substance: 'water', shape, speed: 1, spacing: 0.1, ...more }] };
}

/** What is wrong, the scene, the code and the pointer of the problem. */
export const WRONG_SCENES: [what: string, scene: unknown, code: string, pointer: string][] = [
  ['an unknown key', { gravtiy: [0, 0, 0] }, 'SCENE_UNKNOWN_KEY', '/gravtiy'],
  [
    'an unknown key of a substance',
    { substances: { water: { hue: 1 } } },
    'SCENE_UNKNOWN_KEY',
    '/substances/water/hue',
  ],
  ['an unknown key of a body', body({ spcing: 1 }), 'SCENE_UNKNOWN_KEY', '/bodies/0/spcing'],
  ['a forbidden key', JSON.parse('{ "__proto__": { "a": 1 } }'), 'SCENE_FORBIDDEN_KEY', '/__proto__'],
  [
    'a missing key',
    { ...WATER, bodies: [{ substance: 'water', shape: BOX }] },
    'SCENE_MISSING_KEY',
    '/bodies/0/spacing',
  ],
  ['a string for a number', body({ spacing: '0.5' }), 'SCENE_WRONG_TYPE', '/bodies/0/spacing'],
  ['not a number', { gravity: [0, Number.NaN, 0] }, 'SCENE_WRONG_TYPE', '/gravity/1'],
  ['two components', { gravity: [0, -9.81] }, 'SCENE_OUT_OF_RANGE', '/gravity'],
  ['a negative spacing', body({ spacing: -1 }), 'SCENE_OUT_OF_RANGE', '/bodies/0/spacing'],
  ['an unknown kernel', { substances: { a: { kernel: 'cubic' } } }, 'SCENE_UNKNOWN_NAME', '/substances/a/kernel'],
  ['another format', { format: 2 }, 'SCENE_FORMAT', '/format'],
  ['a picture of one color name', { look: { background: 'red' } }, 'SCENE_INVALID', '/look/background'],
  ['an unknown shape', body({ shape: { shpere: {} } }), 'SHAPE_UNKNOWN', '/bodies/0/shape/shpere'],
  ['two shapes at once', body({ shape: { ...BOX, ...BALL } }), 'SHAPE_UNKNOWN', '/bodies/0/shape'],
  [
    'a typo within a shape',
    body({ shape: { box: { min: [0, 0, 0], mx: [1, 1, 1] } } }),
    'SCENE_UNKNOWN_KEY',
    '/bodies/0/shape/box/mx',
  ],
  [
    'a file that nobody read',
    body({ shape: { points: { file: 'a.xyz' } } }),
    'ASSET_NOT_LOADED',
    '/bodies/0/shape/points/file',
  ],
  ['an unknown substance', body({ substance: 'watr' }), 'SCENE_UNKNOWN_SUBSTANCE', '/bodies/0/substance'],
  [
    'a name that every object has',
    body({ substance: 'constructor' }),
    'SCENE_UNKNOWN_SUBSTANCE',
    '/bodies/0/substance',
  ],
  [
    'too many substances',
    { substances: Object.fromEntries(Array.from({ length: 33 }, (_, k) => [`s${k}`, {}])) },
    'SCENE_TOO_MANY_SUBSTANCES',
    '/substances',
  ],
  [
    'two kernels',
    { substances: { a: { kernel: 'dc' }, b: { kernel: 'poly6' } } },
    'SCENE_MIXED_KERNELS',
    '/substances/b/kernel',
  ],
  [
    'an XSPH velocity stored by one of two substances',
    { substances: { a: { xsph: 0.5, xsphStored: true }, b: {} } },
    'SCENE_MIXED_XSPH',
    '/substances/b/xsphStored',
  ],
  [
    'two intervals of renewal',
    { substances: { a: { shepardInterval: 20 }, b: { shepardInterval: 30 } } },
    'SCENE_MIXED_SHEPARD',
    '/substances/b/shepardInterval',
  ],
  ['gravity out of the plane', { dimension: 2, gravity: [0, 0, -9.81] }, 'SCENE_OFF_PLANE', '/gravity/2'],
  [
    'a force out of the plane',
    { dimension: 2, forces: [{ uniform: { acceleration: [0, 0, 1] } }] },
    'SCENE_OFF_PLANE',
    '/forces/0/uniform/acceleration/2',
  ],
  ['a domain without extent', { domain: { min: [0, 0, 0], max: [1, 0, 1] } }, 'DOMAIN_EMPTY', '/domain/max/1'],
  [
    'a period shorter than two supports',
    { ...body({}), domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, false, false] } },
    'DOMAIN_TOO_SMALL',
    '/domain/max/0',
  ],
  [
    'a shape without size',
    body({ shape: { box: { min: [0, 0, 0], max: [0, 1, 1] } } }),
    'SHAPE_EMPTY',
    '/bodies/0/shape/box/max/0',
  ],
  [
    'a box inside out',
    body({ shape: { box: { min: [2, 0, 0], max: [0, 1, 1] } } }),
    'SHAPE_INVERTED',
    '/bodies/0/shape/box/max/0',
  ],
  [
    'a plane without direction',
    { obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 0, 0] } } }] },
    'SHAPE_NO_DIRECTION',
    '/obstacles/0/shape/plane/normal',
  ],
  [
    'a shape off the plane',
    { ...body({ shape: { sphere: { center: [0, 0, 1], radius: 1 } } }), dimension: 2 },
    'SHAPE_OFF_PLANE',
    '/bodies/0/shape/sphere/center',
  ],
  [
    'an obstacle that leaves the plane',
    { dimension: 2, obstacles: [{ shape: BALL, motion: { velocity: [0, 0, 1] } }] },
    'MOTION_OFF_PLANE',
    '/obstacles/0/motion/velocity/2',
  ],
  [
    'keyframes out of order',
    { obstacles: [{ shape: BALL, motion: { keyframes: [{ time: 1 }, { time: 0 }] } }] },
    'MOTION_ORDER',
    '/obstacles/0/motion/keyframes/1/time',
  ],
  ['a lattice of the other dimension', body({ lattice: 'hexagonal' }), 'SOURCE_LATTICE', '/bodies/0/lattice'],
  [
    'a velocity too few',
    body({
      shape: {
        points: {
          positions: [
            [0, 0, 0],
            [1, 0, 0],
          ],
          velocities: [[0, 0, 0]],
        },
      },
    }),
    'SOURCE_LENGTHS',
    '/bodies/0/shape/points/velocities',
  ],
  [
    'a body that leaves the plane',
    { ...body({ velocity: [0, 0, 1] }), dimension: 2 },
    'SOURCE_OFF_PLANE',
    '/bodies/0/velocity/2',
  ],
  [
    'a body without end',
    body({ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }),
    'SOURCE_UNBOUNDED',
    '/bodies/0/shape',
  ],
  [
    'more particles than allowed',
    { ...body({ spacing: 0.1 }), maxParticles: 10 },
    'SOURCE_TOO_MANY',
    '/bodies/0/spacing',
  ],
  ['more particles than the limit', body({ spacing: 1e-6 }), 'LIMIT_PARTICLES', '/bodies/0/spacing'],
  ['a box that emits nowhere', jet({ shape: BOX }), 'EMITTER_DIRECTION', '/emitters/0'],
  [
    'an opening without area',
    jet({ shape: { box: { min: [0, 0, 0], max: [0, 0, 1] } }, direction: [0, 1, 0] }),
    'EMITTER_EMPTY',
    '/emitters/0/shape',
  ],
  ['a jet without speed', jet({ speed: undefined }), 'EMITTER_SPEED', '/emitters/0'],
  ['a jet that ends before it starts', jet({ from: 2, to: 1 }), 'EMITTER_WINDOW', '/emitters/0/to'],
  ['a layer with too many particles', jet({ spacing: 1e-4 }), 'SOURCE_TOO_MANY', '/emitters/0/spacing'],
  ['too many objects', { sinks: new Array(10_001).fill({ shape: BALL }) }, 'LIMIT_OBJECTS', '/sinks'],
  ['too many frames', { duration: 1e6 }, 'LIMIT_FRAMES', '/duration'],
];
