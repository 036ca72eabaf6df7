// From a scene to a simulation: memory, threads, particles, engine, scheme.

import { createEngine, type Engine } from '../engine/engine.ts';
import type { Family, Lead } from '../engine/family.ts';
import { type PeriodicBox, UNBOUNDED } from '../neighbors/neighbors.ts';
import type { Mover } from '../obstacles/body.ts';
import { prepareMotion } from '../obstacles/motion.ts';
import { mayMove } from '../obstacles/pack.ts';
import { fieldsOf } from '../particles/field-rows.ts';
import type { Feature, FieldRow } from '../particles/fields.ts';
import { ParticleSet } from '../particles/particle-set.ts';
import { requireFields } from '../scene/branch.ts';
import type { Limits } from '../scene/limits.ts';
import { parseScene } from '../scene/parse-scene.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import { Script } from '../scene/script.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { checkEmitter } from '../sources/check-emitter.ts';
import { makeJet } from '../sources/emitter.ts';
import { familiesIn, familyOf, type Present } from '../substances/families.ts';
import { preparedSubstances, type Substance, smoothingLength, smoothingOf } from '../substances/substance.ts';
import type { ModuleSource } from '../threads/module.ts';
import { Team } from '../threads/team.ts';
import { ARENA, CONTROL_BYTES, CONTROL_FAILED, LIST_EPOCH, MODULE_BASE } from '../wasm/layout.ts';
import { SharedMemory } from '../wasm/memory.ts';
import { createAdaptive, finestMasses } from './adaptive.ts';
import { Bodies } from './bodies.ts';
import { pressedBodies } from './pressed-bodies.ts';
import { type LoadRapier, rigidMover } from './rigid.ts';
import { ghostsOf, placeGhostsOn, withGhosts } from './scene-ghosts.ts';
import { Simulation, type SimulationParts } from './simulation.ts';
import { prepareTables, SceneTables } from './tables.ts';

/** How a simulation is built. */
export interface BuildOptions extends ModuleSource {
  readonly threads: number;
  readonly limits?: Limits;
  /** Moves some of the obstacles: their poses are part of the state. */
  readonly mover?: Mover;
  /** Imports Rapier, where its name alone does not. */
  readonly rapier?: LoadRapier | undefined;
}

/** Compiles a scene and starts its threads. */
export async function buildSimulation(input: SceneInput, options: BuildOptions): Promise<Simulation> {
  const simulation = await prepareSimulation(input, options);
  try {
    simulation.begin();
    return simulation;
  } catch (error) {
    simulation.set.team.stop();
    throw error;
  }
}

/** Compiles a scene without filling it: for a snapshot of a frame to be loaded into. */
export async function prepareSimulation(
  input: SceneInput,
  { threads, limits, mover, rapier, ...source }: BuildOptions,
  frame = 0,
): Promise<Simulation> {
  const shared = new SharedMemory(2 * ARENA, source.memoryBytes);
  const team = await Team.start(shared, threads, source);
  try {
    const script = new Script(parseScene(input, team.wasm, limits)),
      ground = { shared, team, mover: mover ?? (await rigidMover(script.scene, team.wasm, rapier)) };
    requireOneWorld(script, team.wasm);
    const simulation = new Simulation(compile(script, lastFrame(frame), ground));
    script.scene.emitters.forEach((emitter, k) => {
      const { dimension } = script.scene;
      simulation.warnings.push(...checkEmitter(emitter, `/emitters/${k}`, { dimension, trig: team.wasm }));
    });
    return simulation;
  } catch (error) {
    team.stop();
    throw error;
  }
}

/** The frame whose scene is in force in the state at the beginning of a frame: the one that led to it. */
export function lastFrame(frame: number): number {
  return Math.max(0, frame - 1);
}

/** Where a simulation stands. */
export interface Ground {
  readonly shared: SharedMemory;
  readonly team: Team;
  readonly mover: Mover | undefined;
}

/** The parts of a simulation of the scene that is in force during a frame. */
export function compile(script: Script, frame: number, { shared, team, mover }: Ground): SimulationParts {
  clearContext(shared);
  const scene = script.at(frame),
    stage = script.stageAt(frame),
    measured = measure(scene, lasting(scene, stage), team.wasm),
    { substances, jets, masses, finest } = measured;
  const families = familiesIn(substances),
    features = scene === stage ? featuresOf(scene, substances, finest) : featuresOfStage(stage, team.wasm),
    bodies = mover && new Bodies(mover, scene, team.wasm),
    prepared = prepareTables(scene, team.wasm, bodies?.sources),
    meshes = prepared.obstacles.filter(({ solid }) => solid.triangles).length,
    extra = families.flatMap(({ family }) => family.fields ?? []),
    ghosts = ghostsOf(scene, substances, features, prepared.obstacles),
    room = withGhosts(prepared.bytes, ghosts),
    set = new ParticleSet(shared, team, room, features, meshes, extra, bodies?.sources.size),
    tables = new SceneTables(shared, scene, team.wasm, prepared),
    engine = engineOf(scene, substances, set, families);
  const smoothing = substances.map((p) => smoothingOf(p, scene.dimension)),
    setup = { engine, scene, finest, smoothing },
    [lead, ...guests] = families;
  for (const { family, own } of families) family.write(setup, own);
  if (ghosts) placeGhostsOn(engine, ghosts, prepared.bytes);
  const scheme = lead.family.scheme(setup, lead.own);
  for (const { family, own } of guests) engine.guests.push(family.guest!(setup, own)); // the scene check has made sure of it
  const adaptive =
    scene.adaptivity &&
    createAdaptive(scene.adaptivity, scene, engine, scheme, masses, jets, prepared.obstacles.some(mayMove));
  if (bodies && 'driftsLast' in scheme) engine.pressed = pressedBodies(set, bodies);
  return { script, frame, scene, substances, engine, scheme, tables, jets, adaptive, bodies };
}

/** Clears what another scene may have left; threads remember the count of lists. */
function clearContext(shared: SharedMemory): void {
  const lists = shared.int(LIST_EPOCH);
  shared.u8.fill(0, CONTROL_FAILED + CONTROL_BYTES, MODULE_BASE);
  shared.setInt(LIST_EPOCH, lists);
}

/** Substances with the numbers that are chosen for them, emitters, and the finest particles. */
function measure(scene: Scene, chosenFor: Scene, trig: Trigonometry) {
  const context = { dimension: scene.dimension, trig, seed: scene.seed },
    substances = preparedSubstances(chosenFor, trig),
    densityOf = (name: string) => substances.find((p) => p.name === name)!.restDensity,
    jets = scene.emitters.map((emitter, k) => {
      const pose = emitter.motion && prepareMotion(emitter.motion, trig);
      return makeJet(emitter, k, densityOf(emitter.substance), context, pose);
    }),
    masses = finestMasses(scene, substances, jets),
    finest = substances.map((p, k) => smoothingLength(p, masses[k]!, scene.dimension));
  return { substances, jets, masses, finest };
}

/** The scene that numbers such as a speed of sound are chosen for: with the obstacles of its start, so that strokes do not change them. */
function lasting(scene: Scene, stage: Scene): Scene {
  const obstacles = stage.obstacles.filter(({ from = 0 }) => from === 0);
  return { ...scene, obstacles };
}

/** What the world of a whole stage has, also of what comes later. */
function featuresOfStage(stage: Scene, trig: Trigonometry): Feature[] {
  const { substances, finest } = measure(stage, lasting(stage, stage), trig);
  return featuresOf(stage, substances, finest);
}

/** Throws BRANCH_FIXED where particles need other fields after a change than before it. */
export function requireOneWorld({ stages }: Script, trig: Trigonometry): void {
  if (stages.length < 2) return;
  const names = fieldsOfStage(stages[0]!.scene, trig).map(({ name }) => name);
  for (const { scene } of stages.slice(1))
    requireFields(
      names,
      fieldsOfStage(scene, trig).map((row) => ({ ...row, late: false })),
    );
}

/** The fields of the particles of a stage. */
export function fieldsOfStage(stage: Scene, trig: Trigonometry): readonly FieldRow[] {
  const families = familiesIn(preparedSubstances(lasting(stage, stage), trig));
  return fieldsOf(
    featuresOfStage(stage, trig),
    families.flatMap(({ family }) => family.fields ?? []),
  );
}

/**
 * What the world of a scene has, and so which fields its particles carry. Heat flows where anything has a temperature.
 * @param finest h of the finest particles of each substance, m
 */
function featuresOf(scene: Scene, substances: readonly Substance[], finest: readonly number[]): Feature[] {
  const heat = hasHeat(scene, substances),
    finestOf = (own: readonly Substance[]) => own.map((p) => finest[substances.indexOf(p)]!),
    features = familiesIn(substances).flatMap(({ family, own }) => family.features(scene, own, finestOf(own), heat));
  return [...features, ...(heat ? ['heat' as const] : []), ...(scene.adaptivity ? ['adaptive' as const] : [])];
}

/** Whether temperatures matter in a scene. */
function hasHeat(scene: Scene, substances: readonly Substance[]): boolean {
  return (
    scene.surroundings !== undefined ||
    scene.heatRegions.length > 0 ||
    [...scene.bodies, ...scene.emitters, ...scene.obstacles].some(({ temperature }) => temperature !== undefined) ||
    substances.some((p) => p.conductivity > 0 || p.latentHeat > 0 || familyOf(p).heeds(p))
  );
}

function engineOf(
  scene: Scene,
  substances: readonly Substance[],
  set: ParticleSet,
  families: readonly Present[],
): Engine {
  const { dimension, time } = scene,
    { family, own } = families[0]!,
    lead = family.lead(own, set.features);
  return createEngine({
    ...{ set, substances, dimension, time },
    ...lead,
    box: periodicBox(scene),
    pairUnit: pairUnit(scene, substances, lead.unit),
    largestSmoothing: Math.max(0, ...substances.map((p) => smoothingOf(p, dimension))),
    countsNeighbors: set.hasHeat || families.some((present) => present.family.countsNeighbors(present.own)),
    memory: Object.assign({}, ...families.map((present) => memoryOf(present.family, set.features))),
    lists: families.flatMap((present) => present.family.lists ?? []),
  });
}

/** What a family keeps in a world. */
function memoryOf(
  { memory }: Pick<Family, 'memory'>,
  features: readonly Feature[],
): Readonly<Record<string, number>> | undefined {
  return typeof memory === 'function' ? memory(features) : memory;
}

/** Sums of pair passes are relative to a typical particle, so that f32 never over- or underflows: its volume (m³) or its mass (kg). */
function pairUnit(
  { bodies, emitters, dimension }: Scene,
  substances: readonly Substance[],
  unit: Lead['unit'],
): number {
  const source = bodies[0] ?? emitters[0];
  if (!source) return 1;
  const { spacing } = source,
    { restDensity } = substances.find((p) => p.name === source.substance)!;
  return (unit === 'mass' ? restDensity : 1) * spacing * spacing * (dimension === 3 ? spacing : 1);
}

function periodicBox({ domain, dimension }: Scene): PeriodicBox {
  if (!domain?.periodic.some(Boolean)) return UNBOUNDED;
  const period = [0, 1, 2].map((a) => (domain.periodic[a] && a < dimension ? domain.max[a]! - domain.min[a]! : 0));
  return { min: [domain.min[0], domain.min[1], domain.min[2]], period: period as [number, number, number] };
}
