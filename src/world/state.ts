// Capturing and restoring a simulation: for snapshots, and for putting a frame back that went wrong.

import { FIELD_NAMES, STATE_BYTES } from '../particles/fields.ts';
import type { StepLimit } from '../substances/sph/limits.ts';
import { prepareSimulation, type Simulation } from './simulation.ts';
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
    bytes = set.count * STATE_BYTES;
  const room = buffer.length >= bytes ? buffer : new Uint8Array(bytes);
  const state = room.subarray(0, bytes),
    account = structuredClone(s.account),
    emitters = structuredClone(s.emitters);
  const { count, nextId } = set,
    { steps } = smoothed,
    quanta = { ...smoothed.quanta },
    { limit, frame, startGap } = s;
  const externalForce: [number, number, number] = [...s.externalForce];
  set.saveInto(state);
  const finite = (x: number) => (Number.isFinite(x) ? x : null);
  return {
    buffer: room,
    encode: () =>
      encodeSnapshot(
        {
          scene: s.scene,
          fields: FIELD_NAMES,
          frame,
          count,
          nextId,
          steps,
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
      const header = { frame, count, nextId, steps, quanta, externalForce, emitters, account, limit, startGap };
      load(s, header, state);
    },
  };
}

/** A simulation that goes on where the snapshot was taken. */
export async function restore(bytes: Uint8Array, threads: number): Promise<Simulation> {
  const { header, state } = decodeSnapshot(bytes);
  const s = await prepareSimulation(header.scene, threads);
  try {
    if (header.emitters.length !== s.jets.length) throw invalid('The snapshot does not fit its scene.');
    load(s, header, state);
    if (hashOf(s) !== header.hash) throw invalid('The state in the snapshot is damaged: its hash is another.');
    return s;
  } catch (error) {
    s.set.team.stop();
    throw error;
  }
}

const NO_LIMIT: StepLimit = { criterion: 'none', dt: Number.POSITIVE_INFINITY };

function load(s: Simulation, h: Omit<SnapshotHeader, 'scene' | 'fields' | 'hash'>, state: Uint8Array): void {
  const { set, smoothed } = s;
  set.load(state, h.count, h.nextId);
  smoothed.steps = h.steps;
  Object.assign(smoothed.quanta, h.quanta);
  smoothed.neighbors.invalidate();
  s.frame = h.frame;
  s.limit = h.limit ?? NO_LIMIT;
  s.startGap = h.startGap ?? Number.POSITIVE_INFINITY;
  s.externalForce = [...h.externalForce];
  s.emitters = structuredClone(h.emitters) as Simulation['emitters'];
  s.account = structuredClone(h.account);
}

function hashOf({ set, frame }: Simulation): string {
  return set.hash(BigInt(frame)).toString(16).padStart(16, '0');
}
