// Mistakes in scene files, each with what the answer must say: which code, which place, which way out.

import type { ProblemCode } from '../../src/codes.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import { DROP } from './harness.ts';

export interface Mistake {
  /** What the person did. */
  readonly did: string;
  /** Files in the folder they work in; objects are written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Commands before, which go well. */
  readonly before?: readonly (readonly string[])[];
  readonly argv: readonly string[];
  readonly exit: number;
  readonly code: ProblemCode;
  /** The answer must name this place. */
  readonly place: RegExp;
  /** And this way out. */
  readonly fix: RegExp;
  /** As somebody who may not read or write `locked`. */
  readonly locked?: string;
}

const [SPHERE] = DROP.bodies!;
const BODY = { ...SPHERE! };

/** The drop, changed. */
const drop = (change: object): object => ({ ...DROP, ...change });
/** The drop with another body. */
const withBody = (change: object): object => drop({ bodies: [{ ...BODY, ...change }] });
const withSubstance = (change: object): object =>
  drop({ substances: { water: { preset: 'desbrun-1999', ...change } } });
const withObstacle = (obstacle: object): object => drop({ obstacles: [obstacle] });
const without = (key: string): object => {
  const { [key as 'shape']: _, ...rest } = BODY;
  return drop({ bodies: [rest] });
};
const JET = {
  substance: 'water',
  shape: { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } },
  spacing: 0.04,
};

/** A scene that is wrong, and what is wrong with it. */
function wrongScene(
  did: string,
  scene: unknown,
  answer: Pick<Mistake, 'code' | 'place' | 'fix'> & Partial<Pick<Mistake, 'exit' | 'argv'>>,
): Mistake {
  return { did, files: { 'scene.json': scene }, argv: ['check', 'scene.json'], exit: 3, ...answer };
}

const TYPOS: readonly Mistake[] = [
  wrongScene('misspelled a key', drop({ gravty: [0, -9.81, 0] }), {
    ...{ code: 'SCENE_UNKNOWN_KEY', place: /scene\.json:\d+:\d+.*gravty/, fix: /"gravity"/ },
  }),
  wrongScene('misspelled a key of a body', withBody({ veloctiy: [1, 0, 0] }), {
    ...{ code: 'SCENE_UNKNOWN_KEY', place: /bodies\/0\/veloctiy/, fix: /"velocity"/ },
  }),
  wrongScene('misspelled a key of a substance', withSubstance({ viscocity: 2 }), {
    ...{ code: 'SCENE_UNKNOWN_KEY', place: /substances\/water\/viscocity/, fix: /"viscosity"/ },
  }),
  wrongScene('used the word of another program', drop({ materials: {} }), {
    ...{ code: 'SCENE_UNKNOWN_KEY', place: /\/materials/, fix: /"substances"/ },
  }),
  wrongScene('misspelled a preset', drop({ substances: { water: { preset: 'hony' } } }), {
    ...{ code: 'SCENE_UNKNOWN_NAME', place: /substances\/water\/preset/, fix: /"honey"/ },
  }),
  wrongScene('misspelled the substance of a body', withBody({ substance: 'wtaer' }), {
    ...{ code: 'SCENE_UNKNOWN_SUBSTANCE', place: /bodies\/0\/substance/, fix: /water/ },
  }),
  wrongScene('named a shape that there is not', withBody({ shape: { cube: { min: [0, 0, 0], max: [1, 1, 1] } } }), {
    ...{ code: 'SHAPE_UNKNOWN', place: /bodies\/0\/shape/, fix: /box/ },
  }),
  wrongScene(
    'gave a body two shapes',
    withBody({ shape: { sphere: { center: [0, 1, 0], radius: 0.1 }, box: { min: [0, 0, 0], max: [1, 1, 1] } } }),
    { code: 'SHAPE_UNKNOWN', place: /bodies\/0\/shape/, fix: /one of/ },
  ),
];

const SYNTAX: readonly Mistake[] = [
  wrongScene('forgot a comma', '{\n  "duration": 1\n  "frameRate": 25\n}\n', {
    ...{ code: 'SCENE_NOT_JSON', place: /scene\.json:[23]:\d+/, fix: /comma/i },
  }),
  wrongScene('forgot to close a brace', '{\n  "bodies": [\n    { "spacing": 1 }\n  ]\n', {
    ...{ code: 'SCENE_NOT_JSON', place: /scene\.json:\d+:\d+/, fix: /brace|\}|close/i },
  }),
  wrongScene('wrote single quotes', "{ 'duration': 1 }\n", {
    ...{ code: 'SCENE_NOT_JSON', place: /scene\.json:1:\d+/, fix: /quot/i },
  }),
  wrongScene('gave an empty file', '', { code: 'SCENE_NOT_JSON', place: /scene\.json/, fix: /empty|example|\{/i }),
  wrongScene('gave a file of another format', 'v 0 0 0\nv 1 0 0\nf 1 2 3\n', {
    ...{ code: 'SCENE_NOT_JSON', place: /scene\.json:1:1/, fix: /JSON|scene|double quotes/ },
  }),
  wrongScene('wrote NaN', '{ "duration": NaN }\n', {
    code: 'SCENE_NOT_JSON',
    place: /scene\.json:1:\d+/,
    fix: /number/i,
  }),
  wrongScene('wrote a key twice', '{\n  "duration": 1,\n  "duration": 2\n}\n', {
    ...{ code: 'SCENE_DUPLICATE_KEY', place: /scene\.json:3:\d+.*duration/s, fix: /one|remove/i },
  }),
];

const VALUES: readonly Mistake[] = [
  wrongScene('put a number in quotes', withBody({ spacing: '0.04' }), {
    ...{ code: 'SCENE_WRONG_TYPE', place: /bodies\/0\/spacing/, fix: /number|quot/i },
  }),
  wrongScene('gave a vector two components', drop({ gravity: [0, -9.81] }), {
    ...{ code: 'SCENE_OUT_OF_RANGE', place: /\/gravity/, fix: /3|three/i },
  }),
  wrongScene('gave one body instead of a list', drop({ bodies: BODY }), {
    ...{ code: 'SCENE_WRONG_TYPE', place: /\/bodies/, fix: /list|\[/i },
  }),
  wrongScene('forgot the spacing', without('spacing'), {
    ...{ code: 'SCENE_MISSING_KEY', place: /bodies\/0/, fix: /"?spacing"?/ },
  }),
  wrongScene('forgot the shape', without('shape'), { code: 'SCENE_MISSING_KEY', place: /bodies\/0/, fix: /"?shape"?/ }),
  wrongScene('gave a negative spacing', withBody({ spacing: -0.04 }), {
    ...{ code: 'SCENE_OUT_OF_RANGE', place: /bodies\/0\/spacing/, fix: /from 0.000001/ },
  }),
  wrongScene('asked for no frames per second', drop({ frameRate: 0 }), {
    ...{ code: 'SCENE_OUT_OF_RANGE', place: /\/frameRate/, fix: /larger than 0/ },
  }),
  wrongScene('asked for four dimensions', drop({ dimension: 4 }), {
    ...{ code: 'SCENE_OUT_OF_RANGE', place: /\/dimension/, fix: /2.*3/ },
  }),
  wrongScene('wrote a scene for a later version', drop({ format: 2 }), {
    ...{ code: 'SCENE_FORMAT', place: /\/format/, fix: /format 1/ },
  }),
  wrongScene('swapped the corners of a box', withBody({ shape: { box: { min: [1, 1, 1], max: [0, 0, 0] } } }), {
    ...{ code: 'SHAPE_INVERTED', place: /bodies\/0\/shape/, fix: /min|swap|max/i },
  }),
  wrongScene('filled a plane', withBody({ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }), {
    ...{ code: 'SOURCE_UNBOUNDED', place: /bodies\/0\/shape/, fix: /box|sphere|bounded/i },
  }),
  wrongScene('gave an emitter no speed', drop({ emitters: [JET] }), {
    ...{ code: 'EMITTER_SPEED', place: /emitters\/0/, fix: /speed.*flowRate|flowRate.*speed/s },
  }),
  wrongScene('let an emitter end before it starts', drop({ emitters: [{ ...JET, speed: 1, from: 2, to: 1 }] }), {
    ...{ code: 'EMITTER_WINDOW', place: /emitters\/0/, fix: /`to`.*`from`/ },
  }),
  wrongScene('let gravity leave the plane of a 2D scene', drop({ dimension: 2, gravity: [0, 0, -9.81] }), {
    ...{ code: 'SCENE_OFF_PLANE', place: /\/gravity/, fix: /to 0|dimension/ },
  }),
  wrongScene(
    'gave a wall a direction of zero',
    withObstacle({ shape: { plane: { point: [0, 0, 0], normal: [0, 0, 0] } } }),
    {
      ...{
        code: 'SHAPE_NO_DIRECTION',
        place: /obstacles\/0\/shape\/plane\/normal/,
        fix: /zero|direction|\[0, 1, 0\]/i,
      },
    },
  ),
];

const MILLIMETERS: SceneInput = {
  ...DROP,
  bodies: [{ ...BODY, shape: { sphere: { center: [0, 300, 0], radius: 100 } }, spacing: 40 }],
};

const SIZES: readonly Mistake[] = [
  wrongScene('wrote millimeters for the body', withBody({ shape: { sphere: { center: [0, 300, 0], radius: 100 } } }), {
    ...{ exit: 6, code: 'LIMIT_PARTICLES', place: /bodies/, fix: /meter|spacing/ },
  }),
  wrongScene('wrote millimeters for the spacing', withBody({ spacing: 40 }), {
    ...{ exit: 0, code: 'SOURCE_EMPTY', place: /scene\.json:\d+:\d+ .*bodies\/0/, fix: /spacing/ },
  }),
  wrongScene('wrote everything in millimeters', MILLIMETERS, {
    ...{ exit: 0, code: 'WRONG_UNITS', place: /scene\.json:\d+:\d+ .*bodies/, fix: /meter/ },
  }),
  wrongScene('wrote gravity in millimeters', drop({ gravity: [0, -9810, 0] }), {
    ...{ exit: 0, code: 'WRONG_UNITS', place: /scene\.json:\d+:\d+ .*gravity/, fix: /meter/ },
  }),
  wrongScene('wrote the duration in milliseconds', drop({ duration: 5000, frameRate: 100 }), {
    ...{ exit: 6, code: 'LIMIT_FRAMES', place: /\/duration/, fix: /duration|frames/ },
  }),
  wrongScene('asked for more than the machine has', withBody({ spacing: 0.001 }), {
    ...{ exit: 6, code: 'LIMIT_MEMORY', place: /scene\.json:\d+:\d+ .*bodies/, fix: /spacing|memory/ },
    argv: ['check', 'scene.json', '--limits', 'memory=1GB'],
  }),
];

const ARRANGEMENTS: readonly Mistake[] = [
  wrongScene('forgot the bodies', drop({ bodies: [] }), {
    ...{ exit: 0, code: 'SOURCE_EMPTY', place: /bodies/, fix: /Add a body/ },
  }),
  wrongScene('put two bodies into each other', drop({ bodies: [BODY, BODY] }), {
    ...{ exit: 0, code: 'START_OVERLAP', place: /scene\.json:\d+:\d+ .*bodies/, fix: /apart/ },
  }),
  wrongScene('put a body into a wall', withBody({ shape: { sphere: { center: [0, 0, 0], radius: 0.1 } } }), {
    ...{ exit: 0, code: 'INSIDE_OBSTACLE', place: /scene\.json:\d+:\d+ .*obstacles\/0/, fix: /Move/ },
  }),
  wrongScene('put a body outside the domain', drop({ domain: { min: [1, 1, 1], max: [2, 2, 2] } }), {
    ...{ exit: 0, code: 'BODY_OUTSIDE', place: /scene\.json:\d+:\d+ .*bodies/, fix: /inside|enlarge/ },
  }),
  {
    did: 'asked for an absurd stiffness',
    files: { 'scene.json': withSubstance({ stiffness: 1e15 }) },
    argv: ['run', 'scene.json'],
    ...{
      exit: 4,
      code: 'TOO_STIFF',
      place: /scene\.json:\d+:\d+ .*water\/stiffness/,
      fix: /stiffness=\d+ the run goes on/,
    },
  },
];

const ASSETS: readonly Mistake[] = [
  wrongScene('named a file that is not there', withBody({ shape: { points: { file: 'drop.csv' } } }), {
    ...{ code: 'ASSET_MISSING', place: /bodies\/0\/shape\/points\/file/, fix: /drop\.csv/ },
  }),
  wrongScene('named a file outside the folder', withBody({ shape: { points: { file: '../drop.csv' } } }), {
    ...{ code: 'ASSET_OUTSIDE', place: /bodies\/0\/shape\/points\/file/, fix: /folder|beside/ },
  }),
  {
    did: 'named a file that is something else',
    files: { 'scene.json': withBody({ shape: { points: { file: 'drop.csv' } } }), 'drop.csv': 'x,y,z\n1,2,three\n' },
    argv: ['check', 'scene.json'],
    ...{ exit: 3, code: 'ASSET_INVALID', place: /drop\.csv/, fix: /number/i },
  },
];

export const MISTAKES_IN_SCENES: readonly Mistake[] = [
  ...[...TYPOS, ...SYNTAX, ...VALUES],
  ...[...SIZES, ...ARRANGEMENTS, ...ASSETS],
];
