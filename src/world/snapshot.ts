// Snapshots: the whole state of a world in one self-contained block of bytes. Plain data with bounds checks; the header has
// a checksum and holds the state's hash, so a damaged block is refused.
//   "THIXOSNP" | version u32 | header bytes u32 | header checksum u32 | header (JSON, UTF-8) | particle state, field after field

import type { BodyImpulses } from '../diagnose/body-ledger.ts';
import type { Account } from '../diagnose/ledger.ts';
import type { Quanta } from '../engine/quanta.ts';
import type { StepLimit } from '../engine/step-limit.ts';
import { BODY_NUMBERS } from '../obstacles/body.ts';
import { fieldsOf, stateBytes, TABLE_ROWS } from '../particles/field-rows.ts';
import type { FieldRow } from '../particles/fields.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { EmitterState } from '../sources/emitter.ts';
import { allFamilies } from '../substances/families.ts';
import { knownFields } from '../substances/known-fields.ts';
import type { SavedBody } from './bodies.ts';

const MAGIC = 'THIXOSNP';
const VERSION = 3;
/** Bytes before the header. */
const PREFIX = 20;
/** Bytes of what is saved of a ghost. */
const GHOST_BYTES = 24;

/** Everything but the particles. */
export interface SnapshotHeader {
  readonly scene: Scene;
  readonly fields: readonly string[];
  readonly frame: number;
  readonly count: number;
  readonly nextId: number;
  readonly steps: number;
  readonly quanta: Quanta;
  readonly limit: StepLimit | null;
  readonly externalForce: readonly [number, number, number];
  readonly wallForce: readonly [number, number, number];
  readonly emitters: readonly EmitterState[];
  readonly account: Account;
  readonly startGap: number | null;
  readonly hash: string;
  /** Lists that families let grow, as far as they have numbers. */
  readonly lists?: Readonly<Record<string, readonly number[]>>;
  /** What walls whose pose is simulated gave at the last evaluation: see `Engine.bodyForces`. */
  readonly bodyForces?: readonly number[];
  /** Only of worlds with obstacles whose pose is simulated. */
  readonly bodies?: readonly SavedBody[];
  /** Of a part of a snapshot: the place of its first particle among all, and how many there are. */
  readonly of?: { readonly first: number; readonly total: number };
  /** How many ghosts have their state behind that of the particles; only of worlds whose obstacles act by them. */
  readonly ghosts?: number;
}

/** A snapshot in parts, each of which is read when it is needed. */
export interface SnapshotParts {
  readonly parts: number;
  /** Of all parts. */
  readonly particles: number;
  /** The bytes of a part. */
  read(part: number): Uint8Array;
}

/** The whole state of a world, in one block of bytes or in several. */
export type Snapshot = Uint8Array | SnapshotParts;

/** What the families of the world kept from step to step: numbers of the header under the names that families have for them. */
export function savedMemory(header: object): Record<string, number> {
  const names = allFamilies().flatMap(({ memory }) => Object.keys(memory ?? {})),
    saved = header as Readonly<Record<string, number>>;
  return Object.fromEntries(names.filter((name) => name in saved).map((name) => [name, saved[name]!]));
}

/** Writes a snapshot. */
export function encodeSnapshot(header: SnapshotHeader, state: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(PREFIX + text.length + state.length),
    view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  view.setUint32(16, checksum(text), true);
  bytes.set(text, PREFIX);
  bytes.set(state, PREFIX + text.length);
  return bytes;
}

/** Particles in a row of a snapshot. */
export interface SavedRun {
  readonly first: number;
  readonly count: number;
  /** Their state, field after field. */
  readonly state: Uint8Array;
}

/** A snapshot whose particles come part after part. */
export interface OpenSnapshot {
  /** Of all particles. */
  readonly header: SnapshotHeader;
  /** The state of ghosts of obstacles. */
  readonly ghosts: Uint8Array;
  runs(): Iterable<SavedRun>;
}

/** Opens a snapshot; throws SNAPSHOT_INVALID, also while it is read, if it is none. */
export function openSnapshot(snapshot: Snapshot): OpenSnapshot {
  const isWhole = !(typeof snapshot === 'object' && snapshot !== null && 'parts' in snapshot),
    part = (k: number): DecodedSnapshot => decodeSnapshot(isWhole ? snapshot : snapshot.read(k)),
    first = part(0),
    { of, ...header } = first.header,
    total = of?.total ?? header.count,
    parts = isWhole ? 1 : snapshot.parts;
  if (total !== (isWhole ? header.count : snapshot.particles))
    throw invalid(`This is a part of a snapshot: ${header.count} of ${total} particles.`);
  const particles = ({ header: h, state }: DecodedSnapshot) =>
    state.subarray(0, state.length - GHOST_BYTES * (h.ghosts ?? 0));
  function* runs(): Generator<SavedRun> {
    let end = 0;
    for (let k = 0; k < parts; k++) {
      const each = k === 0 ? first : part(k),
        { count, hash } = each.header;
      if ((each.header.of?.first ?? 0) !== end || hash !== header.hash) throw invalid(`Part ${k} belongs elsewhere.`);
      yield { first: end, count, state: particles(each) };
      end += count;
    }
    if (end !== total) throw invalid(`Parts of the snapshot are missing: it has ${end} of ${total} particles.`);
  }
  return { header: { ...header, count: total }, ghosts: first.state.subarray(particles(first).length), runs };
}

/** What a snapshot holds. */
export interface DecodedSnapshot {
  readonly header: SnapshotHeader;
  readonly state: Uint8Array;
}

/** Reads a snapshot; throws SNAPSHOT_INVALID with a reason if it is not one. */
export function decodeSnapshot(bytes: Uint8Array): DecodedSnapshot {
  if (!(bytes instanceof Uint8Array)) throw invalid(`A snapshot is a Uint8Array, not ${kindOf(bytes)}.`);
  if (bytes.length < PREFIX || new TextDecoder().decode(bytes.slice(0, 8)) !== MAGIC)
    throw invalid('This is not a Thixo snapshot.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true),
    length = view.getUint32(12, true);
  if (version !== VERSION)
    throw invalid(`The snapshot has version ${version}; this program reads version ${VERSION}.`, 8);
  if (PREFIX + length > bytes.length) throw invalid('The snapshot is cut off in its header.', 12);
  const text = bytes.slice(PREFIX, PREFIX + length);
  if (checksum(text) !== view.getUint32(16, true)) throw invalid('The header of the snapshot is damaged.', PREFIX);
  const header = parseHeader(new TextDecoder().decode(text));
  const state = bytes.subarray(PREFIX + length);
  const needed = header.count * stateBytes(rowsOf(header.fields)) + GHOST_BYTES * (header.ghosts ?? 0);
  if (state.length !== needed) {
    throw invalid(
      `The snapshot holds ${state.length} bytes of state; ${header.count} particles need ${needed}.`,
      PREFIX + length,
    );
  }
  return { header, state };
}

function parseHeader(text: string): SnapshotHeader {
  let header: SnapshotHeader;
  try {
    header = JSON.parse(text) as SnapshotHeader;
  } catch {
    throw invalid('The header of the snapshot is damaged.', PREFIX);
  }
  if (!isFieldList(header?.fields))
    throw invalid('The snapshot has different particle fields from this program.', PREFIX);
  if (!isComplete(header)) throw invalid('The header of the snapshot is incomplete.', PREFIX);
  return header;
}

/** Whether there are worlds whose particles have just these fields. */
function isFieldList(names: unknown): boolean {
  if (!Array.isArray(names)) return false;
  const rows = rowsOf(names),
    features = rows.flatMap(({ feature = [] }) => feature),
    brought = rows.filter((row) => !TABLE_ROWS.includes(row)),
    fitting = fieldsOf(features, brought).map(({ name }) => name);
  return JSON.stringify(fitting) === JSON.stringify(names);
}

/** The rows of the named fields, as far as this program knows them. */
function rowsOf(names: readonly string[]): FieldRow[] {
  return knownFields().filter(({ name }) => names.includes(name));
}

const isNumber = (x: unknown): boolean => typeof x === 'number' && Number.isFinite(x);
const isCount = (x: unknown): boolean => Number.isSafeInteger(x) && (x as number) >= 0;
const isTriple = (x: unknown): boolean => Array.isArray(x) && x.length === 3 && x.every(isNumber);
const isExchange = (x: Account['added'] | undefined): boolean =>
  isCount(x?.particles) && isNumber(x?.mass) && isTriple(x?.momentum);

const isAdaptations = (x: Account['adaptations'] | undefined): boolean =>
  isCount(x?.splits) && isCount(x?.merges) && isNumber(x?.energyLost) && isTriple(x?.spinLost);

/** Snapshots of worlds without heat may know nothing of it. */
const isHeat = ({ fields, quanta, account }: Pick<SnapshotHeader, 'fields' | 'quanta' | 'account'>): boolean =>
  fields.includes('temperature')
    ? isNumber(quanta?.heat) && isHeatAccount(account?.heat)
    : account?.heat === undefined || isHeatAccount(account.heat);

const isLists = (lists: SnapshotHeader['lists']): boolean =>
  lists === undefined ||
  (typeof lists === 'object' &&
    lists !== null &&
    Object.values(lists).every((list) => Array.isArray(list) && list.every(isNumber)));

const isHeatAccount = (x: Account['heat'] | undefined): boolean =>
  (['added', 'removed', 'regions', 'obstacles', 'surroundings'] as const).every((k) => isNumber(x?.[k]));

/** Only worlds with simulated poses have bodies, each with its account. */
const isBodies = ({ bodies, account }: Pick<SnapshotHeader, 'bodies' | 'account'>): boolean =>
  bodies === undefined
    ? account.bodies === undefined
    : Array.isArray(bodies) &&
      bodies.every(
        (body) =>
          isCount(body?.obstacle) &&
          Array.isArray(body.state) &&
          body.state.length === BODY_NUMBERS &&
          body.state.every(isNumber),
      ) &&
      Array.isArray(account.bodies) &&
      account.bodies.length === bodies.length &&
      account.bodies.every((body) => [body, body?.external, body?.contacts].every(isImpulses));

const isImpulses = (x: BodyImpulses | undefined): boolean => isTriple(x?.impulse) && isTriple(x?.angularImpulse);

/** Whether everything that restoring reads is there and of its kind; the scene is checked as any other. */
function isComplete({ frame, count, nextId, steps, ...h }: SnapshotHeader): boolean {
  return (
    [frame, count, nextId, steps].every(isCount) &&
    [h.quanta?.force, h.quanta?.xsph, h.quanta?.pressure ?? 0, ...Object.values(savedMemory(h))].every(isNumber) &&
    (h.limit === null ||
      (isNumber(h.limit?.dt) && typeof h.limit?.criterion === 'string' && typeof h.limit?.implicit === 'boolean')) &&
    (h.startGap === null || isNumber(h.startGap)) &&
    isTriple(h.externalForce) &&
    isTriple(h.wallForce) &&
    Array.isArray(h.emitters) &&
    h.emitters.every((state) => isCount(state?.layers) && isCount(state?.particles)) &&
    [h.account?.added, h.account?.removed].every(isExchange) &&
    [h.account?.external, h.account?.obstacles, h.account?.asymmetry].every(isTriple) &&
    isAdaptations(h.account?.adaptations) &&
    isHeat(h) &&
    isBodies(h) &&
    isLists(h.lists) &&
    (h.ghosts === undefined || isCount(h.ghosts)) &&
    (h.of === undefined || (isCount(h.of?.first) && isCount(h.of.total) && h.of.first + count <= h.of.total)) &&
    isNumber(h.account?.evaluations) &&
    typeof h.hash === 'string'
  );
}

/** What a value is, in a word. */
function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 40);
  return `a value of type ${value.constructor?.name || 'Object'}`;
}

/** FNV-1a, 32 bits. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The error of a snapshot that cannot be used. */
export function invalid(message: string, offset = 0): ThixoError {
  const hint = 'Use a snapshot written by this version, or run the scene again.';
  return new ThixoError([{ ...problem('SNAPSHOT_INVALID', '', message, hint), offset }]);
}
