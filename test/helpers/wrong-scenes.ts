// Scenes that must be refused, with the problem that says why.

const WATER = { substances: { water: {} } };
const BOX = { box: { min: [0, 0, 0], max: [1, 1, 1] } } as const;
/** What is wrong, the scene, the code and the pointer of the problem. */
export const WRONG_SCENES: [what: string, scene: unknown, code: string, pointer: string][] = [
  ['an unknown key', { gravtiy: [0, 0, 0] }, 'SCENE_UNKNOWN_KEY', ''],
  ['an unknown key of a substance', { substances: { water: { colour: 1 } } }, 'SCENE_UNKNOWN_KEY', '/substances/water'],
  [
    'an unknown substance',
    { ...WATER, bodies: [{ substance: 'watr', shape: BOX, spacing: 0.5 }] },
    'SCENE_UNKNOWN_SUBSTANCE',
    '/bodies/0/substance',
  ],
  [
    'a name that every object has',
    { ...WATER, bodies: [{ substance: 'constructor', shape: BOX, spacing: 0.5 }] },
    'SCENE_UNKNOWN_SUBSTANCE',
    '/bodies/0/substance',
  ],
  [
    'a shape without size',
    { ...WATER, bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0, 1, 1] } }, spacing: 0.5 }] },
    'SHAPE_EMPTY',
    '/bodies/0/shape/box/max/0',
  ],
  [
    'a negative spacing',
    { ...WATER, bodies: [{ substance: 'water', shape: BOX, spacing: -1 }] },
    'SCENE_INVALID',
    '/bodies/0/spacing',
  ],
  ['not a number', { gravity: [0, Number.NaN, 0] }, 'SCENE_INVALID', '/gravity/1'],
  ['a domain without extent', { domain: { min: [0, 0, 0], max: [1, 0, 1] } }, 'DOMAIN_EMPTY', '/domain/max/1'],
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
    'a period shorter than two supports',
    {
      ...WATER,
      domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, false, false] },
      bodies: [{ substance: 'water', shape: BOX, spacing: 0.5 }],
    },
    'DOMAIN_TOO_SMALL',
    '/domain/max/0',
  ],
  [
    'more particles than allowed',
    { ...WATER, maxParticles: 10, bodies: [{ substance: 'water', shape: BOX, spacing: 0.1 }] },
    'SOURCE_TOO_MANY',
    '/bodies/0/spacing',
  ],
];
