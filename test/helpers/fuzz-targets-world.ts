// What reads files without a disk: scene texts and snapshots.

import type { SceneInput } from '../../src/index.ts';
import { World } from '../../src/index.ts';
import type { ThixoError } from '../../src/problem.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { readJson } from '../../src/scene/read-json.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import { decodeSnapshot } from '../../src/world/snapshot.ts';
import { SCENES } from '../scenes/index.ts';
import type { Dice } from './dice.ts';
import { mutateBytes } from './fuzz-bytes.ts';
import { faultOf } from './fuzz-judge.ts';
import type { FuzzTarget } from './fuzz-run.ts';
import { mutateNumbers, mutateScene, mutateValues, sceneTexts } from './fuzz-scenes.ts';

/** Particles and steps per frame of a scene that is tried out: it must answer within a second. */
const MOST_PARTICLES = 2000;
const MOST_STEPS = 64;

/** Scene texts: read and checked; and some of the accepted ones run. */
export function sceneTargets(trig: Trigonometry): FuzzTarget[] {
  const texts = sceneTexts();
  const values = texts.flatMap((text) => plainJson(text));
  return [
    {
      name: 'scene',
      share: 50,
      make: (dice) => utf8(mutateScene(texts, values, dice)),
      feed: (bytes) => feedScene(bytes, trig, false),
    },
    {
      name: 'scene, run',
      share: 4,
      make: (dice) => utf8(JSON.stringify(mutateNumbers(dice.pick(values), dice))),
      feed: (bytes) => feedScene(bytes, trig, true),
    },
  ];
}

/** Scenes as they are. */
export function sceneInputs(scenes: Readonly<Record<string, SceneInput>>, trig: Trigonometry): FuzzTarget[] {
  return Object.entries(scenes).map(([name, scene]) => ({
    name,
    share: 1,
    make: () => utf8(JSON.stringify(scene)),
    feed: (bytes) => feedScene(bytes, trig, true),
  }));
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function plainJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return []; // with comments: for tearing only
  }
}

async function feedScene(bytes: Uint8Array, trig: Trigonometry, run: boolean): Promise<string> {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = readJson(text).value;
  } catch (error) {
    return refused(error, 'pointer', text);
  }
  try {
    parseScene(value as SceneInput, trig);
  } catch (error) {
    return refused(error, 'pointer', value);
  }
  return run ? tryOut(value as SceneInput) : 'accepted';
}

/** Two frames of an accepted scene, small enough to answer soon. */
async function tryOut(scene: SceneInput): Promise<string> {
  const small: SceneInput = {
    ...scene,
    maxParticles: Math.min(scene.maxParticles ?? MOST_PARTICLES, MOST_PARTICLES),
    time: { ...scene.time, maxStepsPerFrame: Math.min(scene.time?.maxStepsPerFrame ?? MOST_STEPS, MOST_STEPS) },
  };
  try {
    return await withWorld(small, (world) => {
      const reports = [world.advance(), world.advance()];
      world.ledger();
      return reports.every(({ ok }) => ok) ? 'ran' : 'diverged';
    });
  } catch (error) {
    return refused(error, 'pointer', small);
  }
}

async function withWorld<T>(scene: SceneInput, use: (world: World) => T): Promise<T> {
  const world = await World.create(scene);
  try {
    return use(world);
  } finally {
    world.dispose();
  }
}

/** The code of a good refusal; throws if it is not one. */
export function refused(error: unknown, where: 'pointer' | 'offset', input: unknown): string {
  const fault = faultOf(error, where, input);
  if (fault) throw new Error(fault);
  return (error as ThixoError).problems[0]!.code;
}

/** Snapshots: decoded, and some restored. Half of them lie in a header whose checksum is right. */
export async function snapshotTargets(): Promise<FuzzTarget[]> {
  const good = await withWorld(SCENES.fountain!.scene, (world) => {
    world.advance();
    return world.snapshot();
  });
  const make = (dice: Dice) => (dice.chance(0.5) ? mutateBytes(good, dice) : lyingHeader(good, dice));
  return [
    {
      name: 'snapshot',
      share: 10,
      make,
      feed: (bytes) => answer(() => decodeSnapshot(bytes)),
    },
    {
      name: 'snapshot, restored',
      share: 6,
      make,
      feed: (bytes) => answer(() => restoreAndStep(bytes)),
    },
  ];
}

async function restoreAndStep(bytes: Uint8Array): Promise<void> {
  const world = await World.restore(bytes);
  world.advance();
  world.dispose();
}

/** 'read' if the reader took it, else the code of the refusal. `input` is a text whose words messages may repeat. */
export async function answer(read: () => unknown, input?: string): Promise<string> {
  try {
    await read();
    return 'read';
  } catch (error) {
    return refused(error, 'offset', input);
  }
}

const PREFIX = 20;

/** A snapshot whose header was changed and given the right length and checksum again. */
function lyingHeader(good: Uint8Array, dice: Dice): Uint8Array {
  const length = new DataView(good.buffer, good.byteOffset).getUint32(12, true);
  const header: unknown = JSON.parse(new TextDecoder().decode(good.subarray(PREFIX, PREFIX + length)));
  const text = new TextEncoder().encode(JSON.stringify(mutateValues(header, dice)));
  const bytes = new Uint8Array(PREFIX + text.length + good.length - PREFIX - length);
  bytes.set(good.subarray(0, PREFIX));
  bytes.set(text, PREFIX);
  bytes.set(good.subarray(PREFIX + length), PREFIX + text.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(12, text.length, true);
  let checksum = 0x811c9dc5;
  for (const byte of text) checksum = Math.imul(checksum ^ byte, 0x01000193);
  view.setUint32(16, checksum >>> 0, true);
  return bytes;
}
