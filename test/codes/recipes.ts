// An example of every code: something that meets it, and the same done right. A code without one does not compile.

import { chmodSync } from 'node:fs';
import { loadScene } from '../../src/cache/scene-file.ts';
import type { ProblemCode } from '../../src/codes.ts';
import { MotionDesign, ShapeDesign, ShapeField } from '../../src/design/index.ts';
import { exportContext, FORMATS, type What } from '../../src/export/index.ts';
import { type SceneInput, World } from '../../src/index.ts';
import { followBake } from '../../src/make/bake-ranks.ts';
import { planSweep, runSweep } from '../../src/make/index.ts';
import { leftOut } from '../../src/make/plan-pieces.ts';
import { PATIENCE, stalled, Watchdog } from '../../src/make/watchdog.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';
import { joinRanks } from '../../src/mpi/join-ranks.ts';
import { librariesOf } from '../../src/mpi/library.ts';
import { type Problem, ThixoError } from '../../src/problem.ts';
import { encodeVideo } from '../../src/render/video.ts';
import { previewWarnings } from '../../src/scene/preview-scene.ts';
import { ARENA } from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import { bar } from '../design/bars.ts';
import { aloneInRanks, toldByRank0 } from '../helpers/lone-ranks.ts';
import { CACHE_RECIPES } from './cache-recipes.ts';
import { DESIGN_RECIPES } from './design-recipes.ts';
import { type ActRecipe, command, inFolder, type Recipe } from './recipe.ts';
import { SKIN_RECIPES } from './skin-recipes.ts';

const DROP: SceneInput = {
  dimension: 2,
  substances: { water: { preset: 'water' } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.5, 0], radius: 0.1 } }, spacing: 0.05 }],
};
/** A world whose positions somebody does something with. */
async function readFields(act: (positions: Float32Array) => void): Promise<void> {
  using world = await World.create(DROP);
  act(world.fields.position);
  world.advance();
}

const DROP_TEXT = JSON.stringify(DROP);
const TWO_BALLS: SceneInput = {
  dimension: 2,
  obstacles: [0, 1].map((x) => ({ shape: { sphere: { center: [x, 0, 0] as const, radius: 0.1 } }, rigid: {} })),
};
const GIB = 2 ** 30;

export const RECIPES: Readonly<Record<ProblemCode, Recipe>> = {
  SCENE_NOT_FOUND: {
    fail: () => inFolder({ 'drop.json': DROP_TEXT }, (folder) => loadScene(`${folder}/dorp.json`)),
    pass: () => inFolder({ 'drop.json': DROP_TEXT }, (folder) => loadScene(`${folder}/drop.json`)),
  },
  SCENE_NOT_JSON: {
    ...texts('{\n  "duration": 2\n  "frameRate": 25\n}\n', '{\n  "duration": 2, // s\n  "frameRate": 25,\n}\n'),
    offset: 20,
  },
  SCENE_DUPLICATE_KEY: {
    ...texts('{\n  "duration": 2,\n  "duration": 3\n}\n', '{\n  "duration": 3\n}\n'),
    pointer: '/duration',
  },
  SCENE_FORBIDDEN_KEY: { pointer: '/substances/constructor' },
  SCENE_TOO_LARGE: { pointer: '', limits: 'sceneBytes=220' },
  SCENE_TOO_DEEP: { pointer: '/x-note/0/0/0/0/0/0/0', limits: 'sceneDepth=8' },
  SCENE_TOO_MANY_VALUES: { pointer: '/bodies/0/shape/points/positions/3', limits: 'sceneValues=22' },
  SCENE_STRING_TOO_LONG: { pointer: '/name', limits: 'stringLength=20' },

  SCENE_UNKNOWN_KEY: { pointer: '/gravty' },
  SCENE_MISSING_KEY: { pointer: '/bodies/0/spacing' },
  SCENE_WRONG_TYPE: { pointer: '/bodies/0/spacing' },
  SCENE_OUT_OF_RANGE: { pointer: '/frameRate' },
  SCENE_UNKNOWN_NAME: { pointer: '/substances/sweet/preset' },
  SCENE_INVALID: { pointer: '/look/background' },
  SCENE_FORMAT: { pointer: '/format' },
  SHAPE_UNKNOWN: { pointer: '/bodies/0/shape/shpere' },

  SCENE_UNKNOWN_SUBSTANCE: { pointer: '/bodies/0/substance' },
  SCENE_TOO_MANY_SUBSTANCES: { pointer: '/substances' },
  SCENE_MIXED_KERNELS: { pointer: '/substances/water/kernel' },
  SCENE_MIXED_SHEPARD: { pointer: '/substances/water/shepardInterval' },
  SCENE_MIXED_XSPH: { pointer: '/substances/water/xsphStored' },
  SCENE_GLOBULES: { pointer: '/substances/sand/attractionExponent' },
  SCENE_ELASTIC: { pointer: '/domain/periodic' },
  SCENE_GHOSTS: { pointer: '/obstacles/0/shape', frames: 0 },
  SCENE_IMPLICIT: { pointer: '/substances/water/density', frames: 0 },
  SCENE_TENSION: { pointer: '/substances/water/surfaceTension', frames: 0 },
  SCENE_VORTICITY: { pointer: '/substances/water/vorticity', frames: 0 },
  RIGID_BODY: { pointer: '/obstacles/0/shape' },
  SCENE_RANKS: {
    pointer: '/adaptivity',
    fail: () => World.create({ ...DROP, adaptivity: {} }, { ranks: aloneInRanks() }),
    pass: () => briefly(World.create(DROP, { ranks: aloneInRanks() })),
  },
  MPI_MISSING: { fail: () => joinRanks({}), pass: async () => librariesOf({ PMI_RANK: '0' })[0] },
  RANK_ENDED: { fail: () => follow('failed'), pass: () => follow('done') },
  RIGID_JOINT: { pointer: '/joints/0/hinge/bodies/0' },
  RIGID_OVERLAP: { pointer: '/obstacles/1/shape', frames: 0 },
  RAPIER_MISSING: {
    pointer: '/obstacles',
    fail: () => World.create(TWO_BALLS, { rapier: () => Promise.reject(new Error('Cannot find package')) }),
    pass: () => briefly(World.create(TWO_BALLS)),
  },
  SCENE_OFF_PLANE: { pointer: '/gravity/2' },
  DOMAIN_EMPTY: { pointer: '/domain/max/1' },
  DOMAIN_TOO_SMALL: { pointer: '/domain/max/0' },
  SHAPE_EMPTY: { pointer: '/obstacles/0/shape/box/max/1' },
  SHAPE_INVERTED: { pointer: '/bodies/0/shape/box/max/1' },
  SHAPE_NO_DIRECTION: { pointer: '/obstacles/0/shape/plane/normal' },
  SHAPE_OFF_PLANE: { pointer: '/obstacles/0/shape/sphere/center' },
  MESH_INVALID: { pointer: '/obstacles/0/shape/mesh' },
  MESH_OPEN: { pointer: '/bodies/0/shape/mesh' },
  MESH_REPAIRED: { pointer: '/obstacles/0/shape/mesh' },
  MESH_NOT_MANIFOLD: { pointer: '/obstacles/0/shape/mesh' },
  MOTION_OFF_PLANE: { pointer: '/obstacles/0/motion/velocity/2' },
  FIELDS_WRITTEN: { fail: () => readFields((x) => x.fill(0)), pass: () => readFields((x) => x.slice().fill(0)) },
  PERIOD_EMPTY: { pointer: '/obstacles/0/to' },
  CHANGE_INVALID: { pointer: '/changes/0/set/~1gravities' },
  MOTION_ORDER: { pointer: '/obstacles/0/motion/keyframes/1/time' },
  SOURCE_LATTICE: { pointer: '/bodies/0/lattice' },
  SOURCE_LENGTHS: { pointer: '/bodies/0/shape/points/velocities' },
  SOURCE_OFF_PLANE: { pointer: '/bodies/0/velocity/2' },
  SOURCE_UNBOUNDED: { pointer: '/bodies/0/shape' },
  SOURCE_TOO_MANY: { pointer: '/bodies/0/spacing' },
  SOURCE_EMPTY: { pointer: '/bodies/0/spacing' },
  EMITTER_DIRECTION: { pointer: '/emitters/0' },
  EMITTER_EMPTY: { pointer: '/emitters/0/shape' },
  EMITTER_SPEED: { pointer: '/emitters/0' },
  EMITTER_STILL: { pointer: '/emitters/0/speed' },
  EMITTER_WINDOW: { pointer: '/emitters/0/to' },
  HEAT_REGION: { pointer: '/heatRegions/0/flux' },
  HEAT_MELTING: { pointer: '/substances/wax/melting/to' },

  ASSET_MISSING: { pointer: '/bodies/0/shape/points/file' },
  ASSET_OUTSIDE: { pointer: '/bodies/0/shape/points/file' },
  ASSET_INVALID: { pointer: '/bodies/0/shape/points/file' },
  ASSET_TOO_LARGE: { pointer: '/bodies/0/shape/points/file', limits: 'assetBytes=20' },
  ASSET_NOT_LOADED: {
    pointer: '/bodies/0/shape/points/file',
    fail: () => World.create(withPoints({ file: 'cloud.xyz' })),
    pass: () => briefly(World.create(withPoints({ positions: [[0, 0, 0]] }))),
  },

  RESISTS_TURNING: { pointer: '/bodies/0' },
  NO_EFFECT: { pointer: '/obstacles/0/grip' },
  BODY_OUTSIDE: { pointer: '/bodies' },
  PREVIEW_POINTS: {
    pointer: '/bodies/0/shape',
    fail: () => previewed(withPoints({ positions: [[0, 0, 0]] })),
    pass: () => previewed(DROP),
  },
  START_OVERLAP: { pointer: '/bodies/1/shape', frames: 3 },
  INSIDE_OBSTACLE: { pointer: '/obstacles/1/motion', frames: 10 },
  WRONG_UNITS: { pointer: '/gravity', frames: 3 },
  LEFT_DOMAIN: { pointer: '/domain', frames: 6 },
  TOO_FAST: { pointer: '/bodies/0/velocity', frames: 2 },
  FORCE_TOO_STRONG: { pointer: '/forces/0/attractor/strength', frames: 2 },
  TOO_SOFT: { pointer: '/substances/water/stiffness', frames: 6 },
  TOO_STIFF: { pointer: '/substances/water/stiffness', frames: 3 },
  DENSITY_RATIO: { pointer: '/substances/oil/restDensity', frames: 5 },
  BODY_DENSITY: { pointer: '/bodies/0/density', frames: 2 },
  FRAME_TOO_LONG: { pointer: '/frameRate', frames: 2 },
  CONTAINER_TOO_SMALL: { pointer: '/obstacles/0/shape', frames: 2 },
  EMITTER_BLOCKED: { pointer: '/emitters/0/shape' },
  OBSTACLE_TOO_FAST: { pointer: '/obstacles/0/motion', frames: 3 },
  STEP_TOO_LARGE: { pointer: '/time/courant', frames: 3 },
  UNSTABLE: {
    pointer: '/time/courant',
    fail: () => afterPoke(Number.NaN),
    pass: () => afterPoke(0.1),
  },
  STEP_TOO_SMALL: { pointer: '/time/maxStepsPerFrame', frames: 3 },

  ...SKIN_RECIPES,
  SAMPLES_INVALID: {
    fail: () => new MlsApproximation({ dimension: 2, positions: [0, 0, 1], supportRadius: 1 }),
    pass: () => new MlsApproximation({ dimension: 2, positions: [0, 0, 1, 0], supportRadius: 1 }),
  },
  ...DESIGN_RECIPES,
  DESIGN_PARTICLES: {
    fail: () => new ShapeField(new MlsApproximation({ dimension: 3, positions: [0, 0, 0], supportRadius: 1 })),
    pass: () => bar(),
  },
  DESIGN_OUTSIDE: {
    pointer: '/handles/0/grip/points/0',
    fail: () => new ShapeDesign(bar()).setHandles([{ grip: { points: [3, 0, 0] } }]),
    pass: () => new ShapeDesign(bar()).setHandles([{ grip: { points: [0.3, 0, 0] } }]),
  },
  DESIGN_HANDLES: {
    pointer: '/handles/0/weight',
    fail: () => new ShapeDesign(bar()).setHandles([{ grip: { points: [0.3, 0, 0] }, weight: -1 }]),
    pass: () => new ShapeDesign(bar()).setHandles([{ grip: { points: [0.3, 0, 0] }, weight: 2 }]),
  },
  DESIGN_KEYFRAMES: {
    pointer: '/keyframes/1/time',
    fail: () => new MotionDesign(bar(), { keyframes: [0, 0].map((time) => ({ time, pose: {} })) }),
    pass: () => new MotionDesign(bar(), { keyframes: [0, 1].map((time) => ({ time, pose: {} })) }),
  },
  OPTION_UNKNOWN: {
    fail: () => World.create(DROP, { thread: 2 } as object),
    pass: () => briefly(World.create(DROP, { threads: 2 })),
  },
  OPTION_THREADS: {
    fail: () => World.create(DROP, { threads: 0 }),
    pass: () => briefly(World.create(DROP, { threads: 1 })),
  },
  OPTION_WASM: {
    fail: () => World.create(DROP, { wasmUrl: new URL('../../package.json', import.meta.url) }),
    pass: () => briefly(World.create(DROP, { wasmUrl: new URL('../../src/wasm/thixo.wasm', import.meta.url) })),
  },
  USAGE: {
    fail: () => command(['check', 'drop.json', '--strct'], { 'drop.json': DROP_TEXT }),
    pass: () => command(['check', 'drop.json', '--strict'], { 'drop.json': DROP_TEXT }),
  },
  SET_INVALID: {
    pointer: '/substances/water/viscocity',
    fail: () => command(['check', 'drop.json', '--set', 'substances.water.viscocity=2'], { 'drop.json': DROP_TEXT }),
    pass: () => command(['check', 'drop.json', '--set', 'substances.water.viscosity=2'], { 'drop.json': DROP_TEXT }),
  },

  EXPORT_IMPOSSIBLE: {
    fail: () => exported('surface'),
    pass: () => exported('particles'),
  },
  PIECES_LEFT_OUT: {
    fail: () => [leftOut(new Map([[40, { count: 70, largest: Array(64).fill(2), others: 9 }]]))],
    pass: () => leftOut(new Map([[40, { count: 64, largest: Array(64).fill(2), others: 0 }]])),
  },

  MEMORY_LIMIT: {
    fail: () => new SharedMemory(2 * ARENA).ensure(5 * GIB),
    pass: () => new SharedMemory(2 * ARENA).ensure(3 * ARENA),
  },
  LIMIT_MEMORY: { pointer: '/bodies', limits: 'memory=155MB' },
  LIMIT_PARTICLES: { pointer: '/bodies/0/spacing' },
  LIMIT_TRIANGLES: { pointer: '/obstacles/0/shape', limits: 'triangles=30' },
  LIMIT_OBJECTS: { pointer: '/sinks', limits: 'objects=2' },
  LIMIT_FRAMES: { pointer: '/duration' },

  ...CACHE_RECIPES,

  SNAPSHOT_INVALID: {
    fail: async () => World.restore((await snapshot()).subarray(0, 900)),
    pass: async () => briefly(World.restore(await snapshot())),
  },
  FARM_FAILED: { fail: () => sweepOn('slurm'), pass: () => sweepOn('local') },
  VIDEO_FAILED: { fail: () => video('none'), pass: () => video('ffmpeg') },
  STALLED: {
    fail: () => stuckFor(31),
    pass: () => stuckFor(29),
  },
  BUG: {
    fail: () => command(['examples'], {}, failingOnce),
    pass: () => command(['examples']),
  },
};

/** A rank that rank 0 tells nothing but how the run has ended. */
function follow(outcome: string): Promise<unknown> {
  const job = { scene: 'drop', output: 'out', options: {} };
  return followBake(toldByRank0({ order: 'end', outcome }), job, new Int32Array(new SharedArrayBuffer(64)), () => {});
}

/** A sweep of one frame where there is no Slurm. */
function sweepOn(on: string): Promise<unknown> {
  return inFolder({ 'drop.json': DROP_TEXT }, async (cwd) => {
    await planSweep('drop.json', { cwd, output: 'study', grid: ['seed=1,2'], frames: 0 });
    return runSweep('study', { cwd, on, env: { PATH: '' }, contactSheet: false });
  });
}

/** What is said of work that stands still for so long, s. */
function stuckFor(seconds: number): void {
  let now = 0;
  const sign = () => ({ count: 1, doing: 'writing frame 7' }),
    dog = new Watchdog({ sign, now: () => now, processorTime: () => 0, patience: PATIENCE });
  dog.look();
  now = 1000 * seconds;
  const stall = dog.look();
  if (stall) throw new ThixoError([stalled(stall, 'error')]);
}

/** Scene files that are not JSON are written when they are needed: editors and formatters would complain. */
/** What a drop says of its next frame when a velocity in its memory is changed: nothing in the scene is wrong. */
async function afterPoke(velocity: number): Promise<Problem[]> {
  using world = await World.create(DROP);
  const { simulation } = world as unknown as { simulation: Simulation };
  simulation.set.f64('velocity')[0] = velocity;
  const { problem } = world.advance();
  return problem ? [problem] : [];
}

function texts(wrong: string, right: string): ActRecipe {
  const load = (text: string) => inFolder({ 'scene.json': text }, (folder) => loadScene(`${folder}/scene.json`));
  return { fail: () => load(wrong), pass: () => load(right) };
}

function withPoints(points: object): SceneInput {
  return { ...DROP, bodies: [{ substance: 'water', shape: { points }, spacing: 0.05 }] } as SceneInput;
}

/** What a preview of a scene warns about. */
async function previewed(scene: SceneInput): Promise<readonly Problem[]> {
  const load = async (folder: string) => (await loadScene(`${folder}/scene.json`, { preview: true })).scene;
  return await inFolder({ 'scene.json': JSON.stringify(scene) }, async (folder) => previewWarnings(await load(folder)));
}

async function briefly(world: Promise<World>): Promise<void> {
  (await world).dispose();
}

/** A frame without a surface as PLY. */
async function exported(what: What): Promise<void> {
  using world = await World.create(DROP);
  const { frame, time, fields, scene } = world;
  FORMATS.ply.encode({ frame, time, fields }, await exportContext(scene, { what }));
}

async function snapshot(): Promise<Uint8Array> {
  using world = await World.create(DROP);
  return world.snapshot();
}

/** A video of one picture by a program that keeps what it is given, or by one that is not there. */
async function video(program: 'ffmpeg' | 'none'): Promise<void> {
  await inFolder(
    { 'drop.png': '', ffmpeg: '#!/bin/sh\nfor last; do :; done\ncat > "$(echo "$last" | sed s/^file://)"\n' },
    async (folder) => {
      chmodSync(`${folder}/ffmpeg`, 0o755);
      const options = { frameRate: 25, env: program === 'none' ? { PATH: '' } : { PATH: folder } };
      await encodeVideo([`${folder}/drop.png`], `${folder}/drop.mp4`, options);
    },
  );
}

/** An output that fails as only a mistake of the program would make it fail. */
function failingOnce(output: { write(text: string): unknown }): { write(text: string): unknown } {
  let failed = false;
  return {
    write: (text) => {
      if (failed) return output.write(text);
      failed = true;
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
}
