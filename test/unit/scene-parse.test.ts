// From anything to a scene: all problems at once, within limits, whatever comes in.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { sceneSchema } from '../../src/scene/schema.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { codesAt, parse, problemsOf, sceneProblems } from '../helpers/scene-check.ts';
import { WRONG_SCENES } from '../helpers/wrong-scenes.ts';
import { SCENES } from '../scenes/index.ts';

const BALL = { sphere: { center: [0, 0, 0], radius: 1 } };
const ball = (substance: string, more: object = {}) => ({ substance, shape: BALL, spacing: 0.5, ...more });

describe('a right scene', () => {
  it.each(Object.entries(SCENES).map(([name, { scene }]) => [name, scene] as const))(
    '%s is what the schema makes of it',
    (_, scene) => {
      expect(parse(scene)).toEqual(sceneSchema.parse(scene));
    },
  );

  it('is frozen, and its source is not touched', () => {
    const source = { substances: { a: {} }, bodies: [ball('a')], gravity: [0, -0, 0], name: undefined };
    const copy = structuredClone(source);
    const scene = parse(source);
    expect(source).toEqual(copy);
    expect(Object.is(source.gravity[1], -0)).toBe(true);
    expect(() => Object.assign(scene.bodies[0]!, { spacing: 1 })).toThrow(TypeError);
    expect(() => Object.assign(scene.gravity, { 0: 1 })).toThrow(TypeError);
    expect(Object.isFrozen(source.gravity)).toBe(false);
  });

  it('is the same after a trip through JSON text', () => {
    const scene = parse({
      substances: { a: {} },
      bodies: [ball('a', { velocity: [-0, 1e-300, 0.1] })],
      gravity: [0, -0, 0],
    });
    expect(parse(JSON.parse(JSON.stringify(scene)))).toEqual(scene);
    expect(Object.is(scene.gravity[1], 0)).toBe(true);
    expect(Object.is(scene.bodies[0]!.velocity[0], 0)).toBe(true);
  });
});

describe('all problems at once', () => {
  it('in the same body, in other bodies, in names and in numbers', () => {
    const scene = {
      gravtiy: [0, 0, 0],
      dimension: 2,
      substances: { water: { viscocity: 1 }, mud: { kernel: 'poly6', stiffness: -1 }, wax: { kernel: 'spiky' } },
      bodies: [
        ball('watr', { spcing: 1 }),
        ball('mudd'),
        ball('mud', { velocity: [0, 0, 1] }),
        { substance: 'air' },
        5,
      ],
      emitters: [{ substance: 'fog', shape: { disc: {} }, spacing: 1 }],
      obstacles: [{ shape: { sphere: { center: [0, 0, 1], radius: 1 } }, bounce: 1 }],
      sinks: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } } }],
      forces: [{ drag: {} }, { uniform: { acceleration: [0, 0, 1] } }],
      domain: { min: [0, 0, 0], max: [0, 1, 0] },
      duration: 1e9,
    };
    expect(new Set(codesAt(sceneProblems(scene)))).toEqual(
      new Set([
        'SCENE_UNKNOWN_KEY /gravtiy',
        'SCENE_UNKNOWN_KEY /substances/water/viscocity',
        'SCENE_OUT_OF_RANGE /substances/mud/stiffness',
        'SCENE_MIXED_KERNELS /substances/wax/kernel',
        'SCENE_UNKNOWN_KEY /bodies/0/spcing',
        'SCENE_UNKNOWN_SUBSTANCE /bodies/0/substance',
        'SCENE_UNKNOWN_SUBSTANCE /bodies/1/substance',
        'SOURCE_OFF_PLANE /bodies/2/velocity/2',
        'SCENE_MISSING_KEY /bodies/3/shape',
        'SCENE_MISSING_KEY /bodies/3/spacing',
        'SCENE_UNKNOWN_SUBSTANCE /bodies/3/substance',
        'SCENE_WRONG_TYPE /bodies/4',
        'SCENE_MISSING_KEY /emitters/0/shape/disc/center',
        'SCENE_MISSING_KEY /emitters/0/shape/disc/normal',
        'SCENE_MISSING_KEY /emitters/0/shape/disc/radius',
        'SCENE_UNKNOWN_SUBSTANCE /emitters/0/substance',
        'SCENE_UNKNOWN_KEY /obstacles/0/bounce',
        'SHAPE_OFF_PLANE /obstacles/0/shape/sphere/center',
        'SHAPE_OFF_PLANE /sinks/0/shape/plane/normal',
        'SCENE_MISSING_KEY /forces/0/drag/rate',
        'SCENE_OFF_PLANE /forces/1/uniform/acceleration/2',
        'DOMAIN_EMPTY /domain/max/0',
        'LIMIT_FRAMES /duration',
      ]),
    );
  });

  it('are all there when wrong scenes are put together', fuzzed, () => {
    const pairs = fc.tuple(fc.constantFrom(...WRONG_SCENES), fc.constantFrom(...WRONG_SCENES));
    holds(
      fc.property(pairs, ([[, a, codeA, pointerA], [, b, codeB, pointerB]]) => {
        const keysA = Object.keys(a as object);
        fc.pre(Object.keys(b as object).every((key) => !keysA.includes(key) || key === 'substances'));
        fc.pre(!('dimension' in (a as object)) && !('dimension' in (b as object)));
        const [first, second] = [a, b].map((scene) => (scene as { substances?: object }).substances ?? {});
        const substances = { ...first, ...second };
        fc.pre(Object.keys(substances).length === Object.keys(first!).length + Object.keys(second!).length);
        const found = codesAt(sceneProblems({ ...(a as object), ...(b as object), substances }));
        expect(found).toEqual(expect.arrayContaining([`${codeA} ${pointerA}`, `${codeB} ${pointerB}`]));
      }),
      { numRuns: 300 },
    );
  });

  it('suggest the substance that was meant', () => {
    const hint = (substances: object, name: string) => sceneProblems({ substances, bodies: [ball(name)] })[0]!.hint;
    expect(hint({ water: {}, mud: {} }, 'Water')).toBe('Did you mean "water"? The scene has: water, mud.');
    expect(hint({ mud: {} }, 'qqqqqq')).toBe('The scene has: mud.');
    expect(hint({ mud: {} }, 'honey')).toContain('"substances": { "honey": { "preset": "honey" } }');
    expect(hint({}, 'water')).toContain('"substances": { "water": { "preset": "water" } }');
  });

  it('name the bad force of a 2D scene, whatever its kind', () => {
    const forces = [
      { spring: { rate: 1, center: [0, 0, 1] } },
      { attractor: { strength: 1, center: [0, 0, 1] } },
      { vortex: { rate: 1, axis: [1, 0, 0] } },
      { drag: { rate: 1, wind: [0, 0, 1] } },
      { vortex: { rate: 1, axis: [0, 0, -1] } },
      { drag: { rate: 1 } },
    ];
    expect(codesAt(sceneProblems({ dimension: 2, forces }))).toEqual([
      'SCENE_OFF_PLANE /forces/0/spring/center/2',
      'SCENE_OFF_PLANE /forces/1/attractor/center/2',
      'SCENE_OFF_PLANE /forces/2/vortex/axis',
      'SCENE_OFF_PLANE /forces/3/drag/wind/2',
    ]);
    expect(sceneProblems({ dimension: 3, gravity: [0, 0, 1], forces })).toEqual([]);
  });

  it('take a dimension that is almost right for what was meant', () => {
    const scene = { dimension: '2', substances: { a: {} }, bodies: [ball('a', { lattice: 'hexagonal' })] };
    expect(codesAt(sceneProblems(scene))).toEqual(['SCENE_WRONG_TYPE /dimension']);
  });
});

describe('limits', () => {
  it('count objects of all kinds', () => {
    const scene = {
      substances: { a: {} },
      bodies: [ball('a'), ball('a')],
      sinks: [{ shape: BALL }],
      forces: [{ drag: { rate: 1 } }],
    };
    expect(sceneProblems(scene, { ...DEFAULT_LIMITS, objects: 4 })).toEqual([]);
    expect(codesAt(sceneProblems(scene, { ...DEFAULT_LIMITS, objects: 3 }))).toEqual(['LIMIT_OBJECTS /bodies']);
  });

  it('count frames', () => {
    const limits = { ...DEFAULT_LIMITS, frames: 50 };
    expect(sceneProblems({ duration: 2 }, limits)).toEqual([]);
    expect(codesAt(sceneProblems({ duration: 2.04 }, limits))).toEqual(['LIMIT_FRAMES /duration']);
  });

  it('add up the particles of all bodies', () => {
    const box = { box: { min: [0, 0, 0], max: [1, 1, 1] } };
    const cube = { substance: 'a', shape: box, spacing: 0.1, lattice: 'cubic' };
    const scene = { substances: { a: {} }, bodies: [cube, cube, cube] };
    const four = { ...scene, bodies: [cube, cube, cube, cube] };
    expect(codesAt(sceneProblems(four, { ...DEFAULT_LIMITS, particles: 2999 }))).toEqual([
      'LIMIT_PARTICLES /bodies/2/spacing',
    ]);
    expect(sceneProblems(scene, { ...DEFAULT_LIMITS, particles: 3000 })).toEqual([]);
    expect(codesAt(sceneProblems(scene, { ...DEFAULT_LIMITS, particles: 2999 }))).toEqual([
      'LIMIT_PARTICLES /bodies/2/spacing',
    ]);
    expect(codesAt(sceneProblems({ ...scene, maxParticles: 999 }))).toContain('SOURCE_TOO_MANY /bodies/0/spacing');
    expect(sceneProblems({ ...scene, maxParticles: 1000 })).toEqual([]);
  });

  it('bound the preparation of emitters', () => {
    const disc = (radius: number) => ({ disc: { center: [0, 0, 0], normal: [0, 1, 0], radius } });
    const jet = { substance: 'a', shape: disc(1), speed: 1, spacing: 0.004 };
    const many = sceneProblems({ substances: { a: {} }, emitters: new Array(1000).fill(jet) });
    expect(codesAt(many)).toEqual([expect.stringMatching(/^SOURCE_TOO_MANY \/emitters\/\d+\/spacing$/)]);
    const thin = { box: { min: [0, 0, 0], max: [2, 0.001, 0.0005] } };
    const slit = sceneProblems({
      substances: { a: {} },
      emitters: [{ ...jet, shape: thin, direction: [0, 1, 0], spacing: 0.001 }],
    });
    expect(codesAt(slit)).toEqual(['SOURCE_TOO_MANY /emitters/0/spacing']);
  });

  it('bound the report', () => {
    const problems = sceneProblems({ bodies: new Array(500).fill({ substance: 'a', shape: BALL, spacing: -1 }) });
    expect(problems.length).toBe(101);
    expect(problems.at(-1)).toMatchObject({ code: 'SCENE_INVALID', pointer: '' });
    expect(problems.at(-1)!.message).toContain('900 more');
  });

  it.each<[string, () => unknown, string]>([
    ['bodies', () => ({ substances: { a: {} }, bodies: new Array(1e5).fill(ball('a')) }), 'LIMIT_OBJECTS'],
    ['wrong bodies', () => ({ bodies: new Array(1e5).fill({}) }), 'LIMIT_OBJECTS'],
    [
      'unknown keys',
      () => Object.fromEntries(Array.from({ length: 1e5 }, (_, k) => [`key${k}`, k])),
      'SCENE_UNKNOWN_KEY',
    ],
    [
      'substances',
      () => ({ substances: Object.fromEntries(Array.from({ length: 1e5 }, (_, k) => [`s${k}`, {}])) }),
      'SCENE_TOO_MANY_SUBSTANCES',
    ],
    [
      'wrong points',
      () => ({
        bodies: [{ substance: 'a', spacing: 1, shape: { points: { positions: new Array(1e5).fill(['x', 1]) } } }],
      }),
      'SCENE_OUT_OF_RANGE',
    ],
    [
      'keyframes',
      () => ({ obstacles: [{ shape: BALL, motion: { keyframes: new Array(2e5).fill({ time: 0 }) } }] }),
      'MOTION_ORDER',
    ],
    ['no items at all', () => ({ bodies: new Array(2 ** 32 - 1) }), 'SCENE_TOO_MANY_VALUES'],
  ])('are kept by 100000 %s', (_, make, code) => {
    const problems = sceneProblems(make());
    expect(problems.length).toBeLessThanOrEqual(101);
    expect(problems.map((found) => found.code)).toContain(code);
  });

  it('let explicit particles be more than the values of a file', () => {
    const positions = Array.from({ length: 400_000 }, (_, k) => [k, 0, 0]);
    expect(sceneProblems({ substances: { a: {} }, bodies: [ball('a', { shape: { points: { positions } } })] })).toEqual(
      [],
    );
  });
});

describe('anything', () => {
  it('that contains itself is refused', () => {
    const scene: Record<string, unknown> = { bodies: [] };
    (scene.bodies as unknown[]).push(scene);
    expect(sceneProblems(scene)).toMatchObject([{ code: 'SCENE_TOO_DEEP' }]);
    expect(problemsOf(() => parse(scene, { ...DEFAULT_LIMITS, sceneDepth: 1e9 }))).toMatchObject([
      { code: 'SCENE_TOO_DEEP' },
    ]);
  });

  it.each([
    null,
    0,
    'scene',
    true,
    Symbol('a'),
    1n,
    () => 0,
    new Date(0),
    new Map(),
    new Float64Array(3),
    [[]],
    new Error('no'),
  ])('that is no scene is refused or empty: %s', (input) => {
    for (const { code } of sceneProblems(input)) expect(code).toMatch(/^SCENE_/);
  });

  const KEYS = [
    'substances',
    'bodies',
    'emitters',
    'obstacles',
    'sinks',
    'forces',
    'domain',
    'time',
    'gravity',
    'dimension',
    'shape',
    'box',
    'min',
    'max',
    'center',
    'size',
    'sphere',
    'radius',
    'points',
    'positions',
    'file',
    'spacing',
    'substance',
    'motion',
    'keyframes',
    'disc',
    'normal',
    'speed',
    'direction',
    'x-a',
    '__proto__',
    'constructor',
    'water',
    'plane',
    'point',
    'cylinder',
    'from',
    'to',
  ];
  const leaf = fc.oneof(
    fc.constantFrom(
      0,
      1,
      -1,
      2,
      3,
      0.5,
      1e300,
      -1e-300,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      undefined,
      true,
      'water',
      '',
      '1',
    ),
    fc.constantFrom([0, 0, 0], [0, 1, 0], [1, 1, 1], [1, 2], []),
    fc.double(),
    fc.string(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('tree'), { maxKeys: 5 }),
    ),
  }));

  it('is a scene or a list of problems, and changes no prototype', fuzzed, () => {
    holds(
      fc.property(tree, (input) => {
        const problems = sceneProblems(input, { ...DEFAULT_LIMITS, particles: 1e5 });
        for (const { code, pointer, message, hint, severity } of problems) {
          expect(severity).toBe('error');
          expect(pointer === '' || pointer.startsWith('/')).toBe(true);
          expect(`${code}`.length * message.length * hint.length).toBeGreaterThan(0);
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it('that is right with one part replaced is refused at that part, or right', fuzzed, () => {
    const scenes = Object.values(SCENES).map(({ scene }) => JSON.parse(JSON.stringify(scene)) as unknown);
    holds(
      fc.property(fc.constantFrom(...scenes), fc.array(fc.nat(), { maxLength: 6 }), tree, (scene, path, value) => {
        const [changed, pointer] = replaced(scene, path, value, '');
        const problems = sceneProblems(changed, { ...DEFAULT_LIMITS, particles: 1e6 });
        const isStructural = problems.filter(({ code }) =>
          /^SCENE_(?:UNKNOWN_KEY|MISSING_KEY|WRONG_TYPE|UNKNOWN_NAME)$/.test(code),
        );
        const parent = pointer.slice(0, pointer.lastIndexOf('/'));
        for (const found of isStructural) expect(found.pointer.startsWith(parent)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  /** A copy in which the part that the path leads to is another value, and the pointer of that part. */
  function replaced(value: unknown, path: readonly number[], other: unknown, pointer: string): [unknown, string] {
    const [step, ...rest] = path;
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (step === undefined || keys.length === 0) return [other, pointer];
    const key = keys[step % keys.length]!;
    const [inner, at] = replaced((value as Record<string, unknown>)[key], rest, other, `${pointer}/${key}`);
    return [
      Array.isArray(value) ? Object.assign([...value], { [key]: inner }) : { ...(value as object), [key]: inner },
      at,
    ];
  }
});
