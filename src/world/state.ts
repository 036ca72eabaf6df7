// Capturing and restoring a simulation: for snapshots, and for putting a frame back that went wrong.

import { newAccount } from '../diagnose/ledger.ts';
import type { SceneInput } from '../scene/schema.ts';
import { noLimit } from '../substances/sph/limits.ts';
import { isGlobules, smoothingLength } from '../substances/substance.ts';
import { HAS_CLEARANCE } from '../wasm/layout.ts';
import { requireBranch, requireFields } from './branch.ts';
import { type BuildOptions, prepareSimulation, type Simulation } from './simulation.ts';
import { decodeSnapshot, encodeSnapshot, invalid, type SnapshotHeader } from './snapshot.ts';

export interface Captured {
  /** The buffer that holds the particle state: give it back for the next capture. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  encode(): Uint8Array;
  /** Puts the simulation back to what was captured. */
  putBack(): void;
}

/** Copies the state of a simulation; `buffer` is reused if it is large enough. */
export function capture(s: Simulation, buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0)): Captured {
  const { set, smoothed } = s,
    bytes = set.stateBytes;
  const room = buffer.length >= bytes ? buffer : new Uint8Array(bytes);
  const state = room.subarray(0, bytes),
    account = structuredClone(s.account),
    emitters = structuredClone(s.emitters);
  const { count, nextId } = set,
    { steps, lastStep } = smoothed,
    quanta = { ...smoothed.quanta },
    { frame, startGap } = s,
    limit = { ...s.limit };
  const externalForce: [number, number, number] = [...s.externalForce];
  set.saveInto(state);
  const finite = (x: number) => (Number.isFinite(x) ? x : null);
  return {
    buffer: room,
    encode: () =>
      encodeSnapshot(
        {
          scene: s.scene,
          fields: set.fields,
          frame,
          count,
          nextId,
          steps,
          ...(set.hasGlobules ? { lastStep } : {}),
          quanta,
          externalForce,
          emitters,
          account,
          limit: Number.isFinite(limit.dt) ? limit : null,
          startGap: finite(startGap),
          hash: hashOf(s),
        },
        state,
      ),
    putBack: () => {
      const header = {
        frame,
        count,
        nextId,
        steps,
        lastStep,
        quanta,
        externalForce,
        emitters,
        account,
        limit,
        startGap,
      };
      load(s, header, state);
    },
  };
}

/** A simulation that goes on where the snapshot was taken, with the snapshot's scene or with another that fits. */
export async function restore(bytes: Uint8Array, options: BuildOptions, scene?: SceneInput): Promise<Simulation> {
  const { header, state } = decodeSnapshot(bytes);
  const s = await prepareSimulation(scene ?? header.scene, options);
  try {
    if (scene) requireBranch(header.scene, s.scene, header.frame);
    if (scene) requireFields(header.fields, s.set.fields);
    if (header.fields.join() !== s.set.fields.join()) throw invalid('The snapshot does not fit its scene.');
    if (header.emitters.length > s.jets.length) throw invalid('The snapshot does not fit its scene.');
    const added = s.emitters.slice(header.emitters.length);
    load(s, header, state);
    if (hashOf(s, header.lastStep !== undefined) !== header.hash)
      throw invalid('The state in the snapshot is damaged: its hash is another.');
    s.emitters.push(...added);
    if (scene) fitGlobules(s);
    return s;
  } catch (error) {
    s.set.team.stop();
    throw error;
  }
}

/** Gives globules the reach that the law of a changed scene has; their size stays. */
function fitGlobules({ set, substances, scene }: Simulation): void {
  const lengths = set.f64('smoothingLength'),
    masses = set.f64('mass'),
    kinds = set.u32('substance');
  for (let i = 0; i < set.count; i++) {
    const p = substances[kinds[i]!]!;
    if (isGlobules(p)) lengths[i] = smoothingLength(p, masses[i]!, scene.dimension);
  }
}

function load(s: Simulation, h: Omit<SnapshotHeader, 'scene' | 'fields' | 'hash'>, state: Uint8Array): void {
  const { set, smoothed } = s;
  set.load(state, h.count, h.nextId);
  smoothed.steps = h.steps;
  smoothed.lastStep = h.lastStep ?? 0;
  Object.assign(smoothed.quanta, h.quanta);
  smoothed.neighbors.invalidate();
  set.shared.setInt(HAS_CLEARANCE, 0);
  s.frame = h.frame;
  Object.assign(s.limit, h.limit ?? noLimit());
  s.startGap = h.startGap ?? Number.POSITIVE_INFINITY;
  s.externalForce = [...h.externalForce];
  s.emitters = structuredClone(h.emitters) as Simulation['emitters'];
  s.account = { ...newAccount(), ...structuredClone(h.account) };
}

/**
 * 64 bits over everything that decides how the simulation goes on: the particles and the counters beside them.
 * @param hasGlobules whether some of the particles are globules; those of a branch may be the first
 */
export function hashOf(s: Simulation, hasGlobules = s.set.hasGlobules): string {
  const { set, frame, smoothed, emitters, limit } = s;
  const { quanta, steps, lastStep } = smoothed;
  let seed = 0n;
  for (const x of [frame, set.nextId, steps, quanta.force, quanta.xsph, limit.dt]) seed = mix(seed, x);
  if (set.flows) seed = mix(seed, Number(limit.implicit));
  if (set.hasHeat) seed = mix(seed, quanta.heat);
  if (hasGlobules) seed = mix(seed, lastStep);
  for (const { layers, particles } of emitters) seed = mix(mix(seed, layers), particles);
  return set.hash(seed).toString(16).padStart(16, '0');
}

const bits = new DataView(new ArrayBuffer(8));

function mix(hash: bigint, x: number): bigint {
  bits.setFloat64(0, x);
  const mixed = (hash ^ bits.getBigUint64(0)) * 0x9e3779b185ebca87n;
  return BigInt.asUintN(64, mixed ^ (mixed >> 29n));
}
