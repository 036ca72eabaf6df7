// What is said about a scene whose structure is wrong: code, place, and words a person can act on.

import { describe, expect, it } from 'vitest';
import { codesAt, parse, sceneProblems } from '../helpers/scene-check.ts';

const BALL = { sphere: { center: [0, 0, 0], radius: 1 } };
const body = (more: object) => ({
  substances: { a: {} },
  bodies: [{ substance: 'a', shape: BALL, spacing: 0.5, ...more }],
});
const shape = (value: unknown) => body({ shape: value });
const obstacle = (more: object) => ({ obstacles: [{ shape: BALL, ...more }] });

/** The one problem of a scene, as a line. */
function said(input: unknown): string {
  const problems = sceneProblems(input);
  expect(problems.length).toBe(1);
  const { code, pointer, message, hint } = problems[0]!;
  return `${code} ${pointer}: ${message} ${hint}`;
}

describe('a value that is not allowed', () => {
  it.each<[string, unknown, RegExp]>([
    // Keys.
    [
      'a typo',
      body({ spcing: 1, spacing: undefined }),
      /^SCENE_UNKNOWN_KEY \/bodies\/0\/spcing: bodies\[0\] has no key "spcing"\. Did you mean "spacing"\? Distance .*, m\.$/,
    ],
    ['a key of another tool', { fps: 30 }, /^SCENE_UNKNOWN_KEY \/fps: .*Did you mean "frameRate"\?/],
    [
      'a key of another part',
      { viscosity: 1 },
      /^SCENE_UNKNOWN_KEY \/viscosity: A scene has no key "viscosity"\. It is a key of a substance\.$/,
    ],
    [
      'a key of three other parts',
      { substances: { a: { look: {} } } },
      /^SCENE_UNKNOWN_KEY \/substances\/a\/look: "a" has no key "look"\. It is a key of the scene itself, of an obstacle and of a piece of scenery\.$/,
    ],
    [
      'a key that is there under its right name',
      { substances: {}, materials: {} },
      /\/materials: .*Did you mean "substances"\? That key is already there/,
    ],
    ['a key like nothing', { qqqqqqqqq: 1 }, /\/qqqqqqqqq: .*Its keys are: \$schema, format, name/],
    ['a key with slashes', { 'a/b~c': 1 }, /^SCENE_UNKNOWN_KEY \/a~1b~0c: /],
    [
      'a missing key',
      { bodies: [{ substance: 'a', shape: BALL }], substances: { a: {} } },
      /^SCENE_MISSING_KEY \/bodies\/0\/spacing: spacing is missing\. Distance .*, m\./,
    ],
    ['a missing shape', { sinks: [{}] }, /^SCENE_MISSING_KEY \/sinks\/0\/shape: shape is missing\./],
    // Types.
    [
      'a preset for a substance',
      { substances: { water: 'water' } },
      /^SCENE_WRONG_TYPE \/substances\/water: "water" must be an object \{ … \}, not "water"\. Write \{ "preset": "water" \}\./,
    ],
    [
      'a word for a substance',
      { substances: { goo: 'mayonnaise' } },
      /"goo" must be an object \{ … \}, not "mayonnaise"\. Write for example \{"preset":"honey"\}\./,
    ],
    [
      'one number for a size',
      shape({ box: { center: [0, 0, 0], size: 1 } }),
      /^SCENE_WRONG_TYPE \/bodies\/0\/shape\/box\/size: .*for example \[1, 1, 1\]\./,
    ],
    ['one number for a vector', { gravity: -2 }, /\/gravity: .*for example \[0, -2, 0\]\./],
    [
      'one flag for all axes',
      { domain: { min: [0, 0, 0], max: [9, 9, 9], periodic: true } },
      /\/domain\/periodic: .*for example \[true, true, true\]\./,
    ],
    ['a list for a scene', [], /^SCENE_WRONG_TYPE : The scene must be an object \{ … \}, not an empty list\./],
    ['nothing for a scene', undefined, /^SCENE_MISSING_KEY : /],
    [
      'a number in quotes',
      body({ spacing: '0.05' }),
      /^SCENE_WRONG_TYPE .*must be a number, not "0\.05"\. Write 0\.05 without quotes\./,
    ],
    ['a number with a unit', body({ spacing: '5 cm' }), /^SCENE_WRONG_TYPE .*Write 0\.05\. Distance/],
    ['a number with a decimal comma', body({ spacing: '0,5' }), /Write 0\.5 without quotes/],
    ['a number with an unknown unit', body({ spacing: '5 furlongs' }), /Write 5 without a unit/],
    ['words for a number', body({ spacing: 'fine' }), /must be a number, not "fine"\. Distance/],
    ['null', body({ jitter: null }), /^SCENE_WRONG_TYPE \/bodies\/0\/jitter: .*not null\. Leave the key out/],
    [
      'a number for a vector',
      { gravity: -9.81 },
      /^SCENE_WRONG_TYPE \/gravity: gravity must be a list of 3 \[x, y, z\], not -9\.81\. .*\[0, -9\.81, 0\].*Unit: m\/s²/,
    ],
    [
      'two components',
      { gravity: [0, -9.81] },
      /^SCENE_OUT_OF_RANGE \/gravity: gravity must have 3 components \[x, y, z\], not 2\. Give z as well/,
    ],
    [
      'a component that is none',
      { gravity: [0, 'down', 0] },
      /^SCENE_WRONG_TYPE \/gravity\/1: y of gravity must be a number, not "down"\. .*Unit: m\/s²/,
    ],
    ['NaN', { gravity: [0, Number.NaN, 0] }, /^SCENE_WRONG_TYPE \/gravity\/1: .*not NaN/],
    ['infinity', { duration: Number.POSITIVE_INFINITY }, /^SCENE_OUT_OF_RANGE \/duration: .*not Infinity/],
    [
      'a fraction for a whole number',
      { seed: 1.5 },
      /^SCENE_WRONG_TYPE \/seed: seed must be a whole number, not 1\.5\. Use 2/,
    ],
    [
      'an object for a list',
      { bodies: {} },
      /^SCENE_WRONG_TYPE \/bodies: bodies must be a list \[ … \], not an object\. Put it in brackets/,
    ],
    ['a list for named things', { substances: [{}] }, /^SCENE_WRONG_TYPE \/substances: .*Name its entries/],
    ['a list for a number', { duration: [1] }, /^SCENE_WRONG_TYPE \/duration: .*not \[1\]\. Give a single number/],
    ['a number for a string', { name: 5 }, /^SCENE_WRONG_TYPE \/name: .*double quotes/],
    [
      'yes or no in quotes',
      obstacle({ inside: 'true' }),
      /\/obstacles\/0\/inside: inside must be true or false, not "true"\. Write true without quotes/,
    ],
    ['yes or no as a number', obstacle({ inside: 1 }), /Write true\./],
    ['a function', { name: () => 0 }, /not a function/],
    ['a big integer', { duration: 10n }, /not 10n/],
    // Ranges.
    [
      'too small',
      body({ spacing: 0 }),
      /^SCENE_OUT_OF_RANGE \/bodies\/0\/spacing: spacing must be from 0.000001 to 1000000, not 0\. Distance/,
    ],
    [
      'too large',
      { frameRate: 1e6 },
      /^SCENE_OUT_OF_RANGE \/frameRate: .*larger than 0 and at most 100000, not 1000000/,
    ],
    ['outside', { substances: { a: { smoothing: 0.05 } } }, /smoothing must be from 0\.6 to 4, not 0\.05/],
    [
      'percent',
      obstacle({ normalRestitution: 50 }),
      /must be from 0 to 1, not 50\. It is a fraction: for 50 % write 0\.5/,
    ],
    ['far too large', { seed: 1e20 }, /^SCENE_OUT_OF_RANGE \/seed: .*from 0 to 4294967295/],
    [
      'an odd width',
      { output: { width: 1281 } },
      /^SCENE_OUT_OF_RANGE \/output\/width: .*multiple of 2, not 1281\. Use 1282/,
    ],
    [
      'no keyframe',
      obstacle({ motion: { keyframes: [] } }),
      /^SCENE_OUT_OF_RANGE \/obstacles\/0\/motion\/keyframes: .*at least one/,
    ],
    [
      'no direction',
      obstacle({ shape: { plane: { point: [0, 0, 0], normal: [0, 0, 0] } } }),
      /^SHAPE_NO_DIRECTION .*normal is zero/,
    ],
    // Names.
    [
      'a preset with a typo',
      { substances: { a: { preset: 'hony' } } },
      /^SCENE_UNKNOWN_NAME \/substances\/a\/preset: There is no preset "hony"\. Did you mean "honey"\? Use one of: .*lava/,
    ],
    [
      'a kernel by its number',
      { substances: { a: { kernel: 3 } } },
      /^SCENE_WRONG_TYPE \/substances\/a\/kernel: kernel must be "dc", .* or "wendland-c2", not 3/,
    ],
    ['a fourth dimension', { dimension: 4 }, /^SCENE_OUT_OF_RANGE \/dimension: dimension must be 2 or 3, not 4/],
    ['a dimension in quotes', { dimension: '2' }, /^SCENE_WRONG_TYPE \/dimension: .*Write 2 without quotes/],
    ['a later format', { format: 2 }, /^SCENE_FORMAT \/format: The scene is of format 2; this version reads format 1/],
    [
      'a color by name',
      { look: { background: 'red' } },
      /^SCENE_INVALID \/look\/background: background must be of the form #rrggbb, not "red"/,
    ],
    [
      'a camera in its target',
      { camera: { position: [0, 0, 0], target: [0, 0, 0] } },
      /^SCENE_INVALID \/camera\/target: /,
    ],
    // Kinds.
    [
      'a shape with a typo',
      shape({ shpere: {} }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape\/shpere: "shpere" is not a kind of shape .*Did you mean "sphere"\? Give one of the keys plane, box, sphere, capsule, cylinder, mesh, heightfield or points/,
    ],
    [
      'a mesh with a file and numbers',
      shape({
        mesh: {
          file: 'a.obj',
          positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
          triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
        },
      }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape\/mesh: mesh has "file" and "positions" and "triangles", which exclude each other/,
    ],
    [
      'a scale with two components',
      shape({ mesh: { packed: '', scale: [1, 2] } }),
      /^SCENE_OUT_OF_RANGE \/bodies\/0\/shape\/mesh\/scale: scale must have 3 components \[x, y, z\], not 2/,
    ],
    [
      'a scale in words',
      shape({ mesh: { packed: '', scale: 'mm' } }),
      /^SCENE_WRONG_TYPE \/bodies\/0\/shape\/mesh\/scale: scale must be a number, not "mm"/,
    ],
    ['a shape of emitters only', shape({ disc: {} }), /^SHAPE_UNKNOWN \/bodies\/0\/shape\/disc: /],
    [
      'a shape by its name',
      shape('sphere'),
      /^SCENE_WRONG_TYPE \/bodies\/0\/shape: .*not "sphere"\. Write for example \{"sphere":\{"center"/,
    ],
    [
      'a shape in the style of other tools',
      shape({ type: 'box', size: [1, 1, 1] }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape\/type: .*Write for example \{"box":/,
    ],
    [
      'two shapes',
      shape({ box: {}, ...BALL }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape: shape has "box" and "sphere", which exclude each other/,
    ],
    ['no shape', shape({}), /^SHAPE_UNKNOWN \/bodies\/0\/shape: shape is empty/],
    [
      'a box of both kinds',
      shape({ box: { min: [0, 0, 0], size: [1, 1, 1] } }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape\/box: box has "min" and "size".*min and max, or center and size/,
    ],
    [
      'a box with a typo',
      shape({ box: { min: [0, 0, 0], mx: [1, 1, 1] } }),
      /^SCENE_UNKNOWN_KEY \/bodies\/0\/shape\/box\/mx: .*"max"/,
    ],
    [
      'a box with only a typo',
      shape({ box: { cnter: [0, 0, 0], size: [1, 1, 1] } }),
      /^SCENE_UNKNOWN_KEY \/bodies\/0\/shape\/box\/cnter: .*"center"/,
    ],
    ['a box without a corner', shape({ box: { min: [0, 0, 0] } }), /^SCENE_MISSING_KEY \/bodies\/0\/shape\/box\/max: /],
    [
      'an empty box',
      shape({ box: {} }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape\/box: box is empty\. Give min and max, or center and size/,
    ],
    [
      'points of two sources',
      shape({ points: { file: 'a', positions: [] } }),
      /^SHAPE_UNKNOWN \/bodies\/0\/shape\/points: /,
    ],
    [
      'a wrong radius',
      shape({ sphere: { center: [0, 0, 0], radius: '1' } }),
      /^SCENE_WRONG_TYPE \/bodies\/0\/shape\/sphere\/radius: /,
    ],
    [
      'a bad point of many',
      shape({
        points: {
          positions: [
            [0, 0, 0],
            [0, 0],
            [0, 0, 0],
          ],
        },
      }),
      /^SCENE_OUT_OF_RANGE \/bodies\/0\/shape\/points\/positions\/1: /,
    ],
    [
      'a motion with a typo',
      obstacle({ motion: { velocty: [0, 0, 0] } }),
      /^SHAPE_UNKNOWN \/obstacles\/0\/motion\/velocty: .*not a kind of motion.*Did you mean "velocity"/,
    ],
    [
      'a motion without its main key',
      obstacle({ motion: { pivot: [0, 0, 0] } }),
      /^SCENE_MISSING_KEY \/obstacles\/0\/motion\/keyframes: /,
    ],
    [
      'a wrong keyframe',
      obstacle({ motion: { keyframes: [{ time: 0 }, { time: -1 }] } }),
      /^SCENE_OUT_OF_RANGE \/obstacles\/0\/motion\/keyframes\/1\/time: /,
    ],
    [
      'an unknown force',
      { forces: [{ magnet: {} }] },
      /^SHAPE_UNKNOWN \/forces\/0\/magnet: "magnet" is not a kind of force /,
    ],
    [
      'a model with a typo',
      { substances: { a: { model: 'globule', kind: 'powder' } } },
      /^SCENE_UNKNOWN_NAME \/substances\/a\/model: There is no model "globule"\. Did you mean "globules"\?/,
    ],
    [
      'a key of another model',
      { substances: { a: { model: 'globules', kernel: 'dc' } } },
      /^SCENE_UNKNOWN_KEY \/substances\/a\/kernel: "a" has no key "kernel"\. It is a key of those with "model": "sph"\.$/,
    ],
    [
      'a key of globules without their model',
      { substances: { a: { radiusVariation: 0.1 } } },
      /^SCENE_UNKNOWN_KEY \/substances\/a\/radiusVariation: .* those with "model": "globules"\.$/,
    ],
    [
      'a preset of another model',
      { substances: { a: { preset: 'jelly' } } },
      /^SCENE_UNKNOWN_NAME \/substances\/a\/preset: There is no preset "jelly" here\. It is a preset of those with "model": "elastic"\.$/,
    ],
    ['a wrong force', { forces: [{ drag: { rate: -1 } }] }, /^SCENE_OUT_OF_RANGE \/forces\/0\/drag\/rate: /],
  ])('%s', (_, input, expected) => {
    expect(said(input)).toMatch(expected);
  });

  it('is never reported with a place inside of what is not there', () => {
    expect(codesAt(sceneProblems({ bodies: [{}] }))).toEqual([
      'SCENE_MISSING_KEY /bodies/0/substance',
      'SCENE_MISSING_KEY /bodies/0/shape',
      'SCENE_MISSING_KEY /bodies/0/spacing',
    ]);
  });

  it('is explained for the kind whose keys were misspelled', () => {
    expect(codesAt(sceneProblems(shape({ box: { cntre: [0, 0, 0], sze: [1, 1, 1] } })))).toEqual([
      'SCENE_UNKNOWN_KEY /bodies/0/shape/box/cntre',
      'SCENE_UNKNOWN_KEY /bodies/0/shape/box/sze',
    ]);
  });

  it('is shown in short', () => {
    const [found] = sceneProblems({ name: 'ok', [`k${'y'.repeat(60_000)}`]: 1, duration: 'z'.repeat(60_000) });
    expect(found!.message.length).toBeLessThan(120);
  });
});

describe('notes', () => {
  it('may stand anywhere', () => {
    const note = { 'x-note': { anything: [1, { 'x-': null }] } };
    const scene = {
      ...note,
      substances: { a: { ...note }, 'x-b': { nothing: 1 } },
      bodies: [{ substance: 'a', shape: { ...BALL, ...note }, spacing: 0.5, ...note }],
      time: { ...note, courant: 0.2 },
      look: note,
    };
    const { 'x-note': _, ...clean } = scene;
    expect(parse(scene)).toEqual(
      parse({
        ...clean,
        substances: { a: {} },
        bodies: [{ substance: 'a', shape: BALL, spacing: 0.5 }],
        time: { courant: 0.2 },
        look: {},
      }),
    );
  });

  it('are no substances', () => {
    const [found] = sceneProblems({ ...body({ substance: 'x-a' }) });
    expect(found).toMatchObject({ code: 'SCENE_UNKNOWN_SUBSTANCE' });
    expect(found!.hint).toContain('notes');
  });
});
