// Capturing and restoring a simulation: for snapshots, and for putting a frame back that went wrong.

import { newAccount } from '../diagnose/ledger.ts';
import { noLimit } from '../engine/step-limit.ts';
import { requireBranch, requireFields } from '../scene/branch.ts';
import type { SceneInput } from '../scene/schema.ts';
import { layersOwed } from '../sources/emitter.ts';
import { familiesIn } from '../substances/families.ts';
import { type BuildOptions, prepareSimulation } from './build.ts';
import { isIndividual, type Simulation } from './simulation.ts';
import {
  encodeSnapshot,
  invalid,
  type OpenSnapshot,
  openSnapshot,
  type Snapshot,
  type SnapshotHeader,
  savedMemory,
} from './snapshot.ts';

export interface Captured {
  /** The buffer that holds the particle state: give it back for the next capture. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  encode(): Uint8Array;
  /** Puts the simulation back to what was captured. */
  putBack(): void;
}

/** Copies the state of a simulation; `buffer` is reused if it is large enough. */
export function capture(s: Simulation, buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0)): Captured {
  const { set, engine } = s,
    { ghosts } = engine,
    particleBytes = set.stateBytes,
    bytes = particleBytes + (ghosts?.stateBytes ?? 0);
  const room = buffer.length >= bytes ? buffer : new Uint8Array(bytes);
  const state = room.subarray(0, bytes),
    header = headerOf(s),
    place = set.part && { first: set.part.first, total: set.part.total };
  set.saveInto(state.subarray(0, particleBytes));
  ghosts?.saveInto(state.subarray(particleBytes));
  return {
    buffer: room,
    encode: () => encodeSnapshot(savedHeader(s, header), state),
    putBack: () => {
      load(s, header, state);
      if (place) Object.assign(s.set.part!, place);
    },
  };
}

/** Everything of a simulation but its particles, as it is now. */
export function headerOf(s: Simulation): Loaded {
  const { set, engine } = s,
    bodies = s.bodies?.save();
  return {
    fields: set.fields,
    frame: s.frame,
    count: set.count,
    nextId: set.nextId,
    steps: engine.steps,
    ...engine.memory,
    quanta: { ...engine.quanta },
    externalForce: [...engine.externalForce],
    wallForce: [...engine.wallForce],
    ...(bodies && { bodyForces: [...engine.bodyForces] }),
    lists: copyLists(engine.lists),
    emitters: structuredClone(s.emitters),
    account: structuredClone(s.books.account),
    limit: { ...s.limit },
    startGap: s.startGap,
    ...(bodies && { bodies }),
  };
}

/** The header of a snapshot. */
export function savedHeader(s: Simulation, { lists, limit, startGap, bodies, ...header }: Loaded): SnapshotHeader {
  const { fields = [], frame, count, nextId, steps, ...rest } = header,
    { ghosts } = s.engine;
  const { quanta, externalForce, wallForce, bodyForces, emitters, account, ...memory } = rest;
  return {
    scene: s.script.scene,
    ...{ fields, frame, count, nextId, steps, ...memory, quanta, externalForce, wallForce },
    ...(bodyForces && { bodyForces }),
    ...(Object.keys(lists!).length > 0 && { lists: lists! }),
    ...{ emitters, account },
    limit: limit && Number.isFinite(limit.dt) ? limit : null,
    startGap: startGap !== null && Number.isFinite(startGap) ? startGap : null,
    hash: hashOf(s),
    ...(bodies && { bodies }),
    ...(ghosts && { ghosts: ghosts.count }),
  };
}

/** A simulation that goes on where the snapshot was taken, with the snapshot's scene or with another that fits. */
export async function restore(snapshot: Snapshot, options: BuildOptions, scene?: SceneInput): Promise<Simulation> {
  const opened = openSnapshot(snapshot),
    s = await prepareFor(opened.header, options, scene);
  try {
    loadSnapshot(s, opened, scene !== undefined);
    return s;
  } catch (error) {
    s.set.team.stop();
    throw error;
  }
}

/** A simulation for a snapshot to be loaded into. */
export async function prepareFor(
  header: SnapshotHeader,
  options: BuildOptions,
  scene?: SceneInput,
): Promise<Simulation> {
  const s = await prepareSimulation(scene === undefined ? header.scene : scene, options, header.frame);
  try {
    if (scene) requireBranch(header.scene, s.script.scene, header.frame, s.bodies && [...s.bodies.sources.keys()]);
    return s;
  } catch (error) {
    s.set.team.stop();
    throw error;
  }
}

/**
 * Loads a snapshot into a simulation that was compiled for it.
 * @param isBranch whether the scene is another than that of the snapshot
 */
export function loadSnapshot(s: Simulation, { header, ghosts, runs }: OpenSnapshot, isBranch: boolean): void {
  requireFit(s, header, isBranch);
  s.set.begin(header.count, header.nextId);
  for (const { first, count, state } of runs()) s.set.place(state, first, count, header.fields);
  s.engine.ghosts?.load(ghosts);
  loadBeside(s, header);
  completeLoad(s, header, isBranch);
}

/** Throws unless the particles of a snapshot fit a simulation. */
export function requireFit(s: Simulation, header: SnapshotHeader, isBranch: boolean): void {
  const isFit = header.fields.join() === s.set.fields.join() && header.emitters.length <= s.jets.length;
  if (isBranch) requireFields(header.fields, s.set.rows);
  else if (!isFit) throw invalid('The snapshot does not match its scene.');
  requireSameBodies(header, s);
  requireSameGhosts(header, s);
}

/** Throws unless what was loaded has the hash of its snapshot; then fits it to another scene. */
export function completeLoad(s: Simulation, header: SnapshotHeader, isBranch: boolean): void {
  if (hashOf(s, savedMemory(header), header.fields) !== header.hash)
    throw invalid('The state in the snapshot is damaged: its hash is wrong.');
  if (isBranch) refit(s);
  else requirePunctual(s);
}

/** Throws SNAPSHOT_INVALID if an emitter owes more than a world can owe: it would release all of that at once. */
function requirePunctual(s: Simulation): void {
  const { scene, frame, jets, emitters } = s,
    pause = isIndividual(s) ? s.adaptive.checkEvery / s.adaptive.ticks : 1 / scene.time.maxStepsPerFrame;
  emitters.forEach((state, k) => {
    const owed = layersOwed(jets[k]!, state, frame / scene.frameRate),
      most = 4 + (2 * pause) / scene.frameRate / jets[k]!.interval;
    if (owed > most) throw invalid(`Emitter ${k} of the snapshot is ${owed} layers behind its time.`);
  });
}

/** Throws SNAPSHOT_INVALID unless the simulation moves the obstacles that the snapshot has the poses of. */
function requireSameBodies({ bodies = [] }: SnapshotHeader, s: Simulation): void {
  const saved = bodies.map(({ obstacle }) => obstacle),
    moved = s.bodies?.mover.bodies.map(({ obstacle }) => obstacle) ?? [];
  if (saved.join() !== moved.join())
    throw invalid(`The snapshot has the poses of ${listed(saved)}; the mover of this world moves ${listed(moved)}.`);
}

/** Throws SNAPSHOT_INVALID unless the obstacles of the simulation have as many ghosts as the snapshot has the states of. */
function requireSameGhosts({ ghosts = 0 }: SnapshotHeader, { engine }: Simulation): void {
  const count = engine.ghosts?.count ?? 0;
  if (ghosts !== count)
    throw invalid(`The snapshot has the states of ${ghosts} ghosts; the obstacles of this scene have ${count}.`);
}

function listed(obstacles: readonly number[]): string {
  return obstacles.length === 0 ? 'no obstacle' : `obstacle ${obstacles.join(', ')}`;
}

/** Fits the particles to a scene that changed, and emitters to those that there are. */
export function refit({ set, substances, scene, engine }: Simulation): void {
  const world = { set, substances, dimension: scene.dimension, box: engine.neighbors.box };
  for (const { family } of familiesIn(substances)) family.refit?.(world);
}

/** What is loaded beside the particles. */
export type Loaded = Omit<SnapshotHeader, 'scene' | 'fields' | 'hash'> & { readonly fields?: readonly string[] };

/** Puts a state into a simulation that was compiled for it. */
export function load(s: Simulation, h: Loaded, state: Uint8Array): void {
  const { set, engine } = s;
  const ghostBytes = engine.ghosts?.stateBytes ?? 0;
  set.load(state.subarray(0, state.length - ghostBytes), h.count, h.nextId, h.fields);
  engine.ghosts?.load(state.subarray(state.length - ghostBytes));
  loadBeside(s, h);
}

/** Puts everything of a state but its particles into a simulation. */
export function loadBeside(s: Simulation, h: Loaded): void {
  const { engine } = s;
  engine.steps = h.steps;
  Object.assign(engine.memory, savedMemory(h));
  for (const [name, list] of Object.entries(engine.lists)) {
    list.length = 0;
    for (const x of h.lists?.[name] ?? []) list.push(x);
  }
  Object.assign(engine.quanta, h.quanta);
  engine.neighbors.invalidate();
  s.set.part?.takeLate(false);
  s.scheme.forget?.();
  s.frame = h.frame;
  s.bodies?.load(h.bodies!, h.frame / s.scene.frameRate);
  Object.assign(s.limit, h.limit ?? noLimit());
  s.startGap = h.startGap ?? Number.POSITIVE_INFINITY;
  for (let a = 0; a < 3; a++) engine.externalForce[a] = h.externalForce[a]!;
  for (let a = 0; a < 3; a++) engine.wallForce[a] = h.wallForce[a]!;
  engine.bodyForces.set(h.bodyForces ?? []);
  s.emitters = structuredClone(h.emitters.slice(0, s.jets.length)) as Simulation['emitters'];
  s.books.account = { ...newAccount(), ...structuredClone(h.account) };
}

/**
 * 64 bits over everything that decides how the simulation goes on: the particles and the counters beside them.
 * @param memory what families keep from step to step; those of a branch may be the first of theirs
 * @param fields of the particles; a branch may have more
 */
export function hashOf(
  s: Simulation,
  memory: Readonly<Record<string, number>> = s.engine.memory,
  fields: readonly string[] = s.set.fields,
): string {
  const { set, frame, engine, emitters, limit } = s;
  const { quanta, steps } = engine;
  let seed = 0n;
  for (const x of [frame, set.nextId, steps, quanta.force, quanta.xsph, limit.dt]) seed = mix(seed, x);
  if (set.has('flow')) seed = mix(seed, Number(limit.implicit));
  if (set.hasHeat) seed = mix(seed, quanta.heat);
  if (set.has('implicitPressure')) seed = mix(seed, quanta.pressure);
  for (const x of Object.values(memory)) seed = mix(seed, x);
  for (const list of Object.values(engine.lists)) {
    if (list.length > 0) seed = mix(seed, list.length);
    for (const x of list) seed = mix(seed, x);
  }
  const begun = emitters.findLastIndex(({ layers }) => layers > 0); // one that has done nothing is not part of the state
  for (const { layers, particles } of emitters.slice(0, begun + 1)) seed = mix(mix(seed, layers), particles);
  for (const state of s.bodies?.states ?? []) for (const x of state) seed = mix(seed, x);
  if (engine.ghosts) seed = engine.ghosts.hash(seed);
  return set.hash(seed, fields).toString(16).padStart(16, '0');
}

/** Those lists of families that have numbers. */
function copyLists(lists: Readonly<Record<string, readonly number[]>>): Record<string, number[]> {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return Object.fromEntries(filled.map(([name, list]) => [name, [...list]]));
}

const bits = new DataView(new ArrayBuffer(8));

function mix(hash: bigint, x: number): bigint {
  bits.setFloat64(0, x);
  const mixed = (hash ^ bits.getBigUint64(0)) * 0x9e3779b185ebca87n;
  return BigInt.asUintN(64, mixed ^ (mixed >> 29n));
}
