// Every call of the disk fails in turn, once or for good, in every way: the bake ends well or says what the disk did and where, nothing
// that was announced is lost, and the same command goes on when the disk is well again.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { finishedName } from '../../src/cache/disk.ts';
import type { SceneFile } from '../../src/cache/scene-file.ts';
import { CODES, EXIT } from '../../src/codes.ts';
import { World } from '../../src/index.ts';
import { ThixoError } from '../../src/problem.ts';
import {
  bakeOn,
  expectFinished,
  expectResumes,
  expectRight,
  framesIn,
  HOME,
  type Reference,
  referenceRun,
  SMALL_SCENE,
  sceneFile,
} from '../helpers/crash-bakes.ts';
import { crashImage } from '../helpers/crash-image.ts';
import { Dice } from '../helpers/dice.ts';
import { DOES_NOT_FAIL, type FaultKind, failAt } from '../helpers/fake-faults.ts';
import { type Call, FakeFiles } from '../helpers/fake-files.ts';

const FRAMES = 3;
const OPTIONS = { checkpointEvery: 2 };

const FAULTS: readonly [kind: FaultKind, lasting: 'once' | 'forever'][] = [
  ...(['ENOSPC', 'EIO', 'EACCES', 'EMFILE', 'EROFS'] as const).flatMap((kind) => [
    [kind, 'once'] as const,
    [kind, 'forever'] as const,
  ]),
  ['EDQUOT', 'once'],
  ['short', 'once'],
  ['short', 'forever'],
  ['short-then-full', 'once'],
] as [FaultKind, 'once' | 'forever'][];

let source: SceneFile;
/** Every world that a bake has made. */
const worlds: World[] = [];
let reference: Reference;
/** The files of a run that stopped after frame 1, of which the checkpoint is damaged and the last line torn. */
let halfDone: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  for (const name of ['create', 'branch', 'restore'] as const) {
    const make = World[name] as (...args: unknown[]) => Promise<World>;
    vi.spyOn(World, name).mockImplementation(async (...args: unknown[]) => {
      const world = await make.apply(World, args);
      worlds.push(world);
      return world;
    });
  }
  source = await sceneFile({ ...SMALL_SCENE, duration: FRAMES / 50 });
  reference = await referenceRun(source, OPTIONS);
  const disk = new FakeFiles(HOME);
  let frames = 0;
  await bakeOn(disk, source, {
    ...OPTIONS,
    onEvent: ({ event }) => {
      if (event === 'frame') frames++;
    },
    shouldStop: () => frames >= 2,
  });
  const files = disk.files();
  for (const [path, content] of files) {
    if (path.endsWith('manifest.ndjson')) files.set(path, Buffer.concat([content, Buffer.from('{"kind":"fra')]));
  }
  halfDone = files;
});

afterAll(() => vi.restoreAllMocks());

/** The calls of a bake that nothing disturbs. */
async function callsOf(files: ReadonlyMap<string, Uint8Array>): Promise<readonly Call[]> {
  const disk = FakeFiles.holding(files, HOME);
  await bakeOn(disk, source, OPTIONS);
  return disk.calls;
}

/** One bake with a fault, and everything that must be true afterwards. */
async function tryFault(
  files: ReadonlyMap<string, Uint8Array>,
  call: Call,
  index: number,
  fault: (typeof FAULTS)[number],
) {
  const disk = FakeFiles.holding(files, HOME);
  const before = [...files.keys()].filter((path) => path.endsWith('.frame')).length;
  let committed = before;
  disk.fault = failAt(index, ...fault);
  try {
    const { events } = await bakeOn(disk, source, {
      ...OPTIONS,
      onEvent: ({ event }) => {
        if (event === 'frame') committed++;
      },
    });
    expect(before + framesIn(events)).toBe(committed);
    expect(committed).toBe(FRAMES + 1);
  } catch (error) {
    expectDiskProblem(error, call, fault);
  }
  expect(disk.openFiles).toEqual([]);
  expect(worlds.splice(0).filter(isAlive).length, 'worlds that nobody has disposed of').toBe(0);
  disk.fault = DOES_NOT_FAIL;
  expectRight(disk, committed, reference);
  expectRight(crashImage(disk, new Dice(1, index)), committed, reference); // the power fails as well
  await expectResumes(disk, source, reference, OPTIONS);
  const afterwards = crashImage(disk, new Dice(2, index));
  expectRight(afterwards, FRAMES + 1, reference);
  await expectResumes(afterwards, source, reference, OPTIONS);
  expectFinished(afterwards, reference);
  worlds.length = 0;
}

/** A world that is not disposed of keeps its threads, and they keep the process. */
function isAlive(world: World): boolean {
  try {
    return world.hash() !== '';
  } catch {
    return false;
  }
}

function expectDiskProblem(error: unknown, { name, path }: Call, [kind]: (typeof FAULTS)[number]): void {
  if (!(error instanceof ThixoError)) throw error;
  for (const { code, message, hint } of error.problems) {
    expect(CODES[code].exit).toBe(EXIT.disk);
    // What is closed or cleaned up is on the disk already: not that is told, but what fails next.
    expect(message).toContain(['close', 'remove'].includes(name) ? HOME : finishedName(path));
    expect(hint).not.toBe('');
    if ((kind === 'ENOSPC' || kind === 'EDQUOT' || kind === 'short-then-full') && name === 'write') {
      expect(code).toBe('DISK_FULL');
      expect(message).toMatch(/needs \d.* free/);
    }
  }
}

describe.each(FAULTS)('%s, %s', { timeout: 600_000 }, (...fault) => {
  it.each(['a new run', 'a resumed run'])('at each call of %s', async (which) => {
    const files = which === 'a new run' ? new Map<string, Uint8Array>() : halfDone;
    const calls = await callsOf(files);
    expect(calls.length).toBeGreaterThan(30);
    for (const [index, call] of calls.entries()) {
      if (fault[0].startsWith('short') && call.name !== 'write') continue;
      try {
        await tryFault(files, call, index, fault);
      } catch (error) {
        const where = `${fault.join(', ')} at call ${index}, ${call.name} ${call.path}`;
        throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});

describe('a disk that gets full', () => {
  it('at any size: says so with path and bytes, and goes on when there is room', async () => {
    const whole = FakeFiles.holding(new Map(), HOME);
    await bakeOn(whole, source, OPTIONS);
    const most = whole.usedBytes;
    for (let capacity = 0; capacity < most + 600; capacity += 331) {
      const disk = new FakeFiles(HOME);
      disk.capacity = capacity;
      disk.saysFree = 1e9; // the estimate before the start is not what is tested here
      let committed = 0;
      const run = bakeOn(disk, source, {
        ...OPTIONS,
        onEvent: ({ event }) => {
          if (event === 'frame') committed++;
        },
      });
      const error = await run.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (capacity < most) expect(error).toBeInstanceOf(ThixoError);
      for (const { code, message } of (error as ThixoError | undefined)?.problems ?? []) {
        expect([code, message]).toEqual(['DISK_FULL', expect.stringMatching(/\/home\/out\/small.* needs \d.* free/)]);
      }
      expectRight(disk, committed, reference);
      disk.capacity = Number.POSITIVE_INFINITY;
      await expectResumes(disk, source, reference, OPTIONS);
    }
  });

  it('is seen before the start when the frames cannot fit', async () => {
    const disk = new FakeFiles(HOME);
    disk.saysFree = 500;
    const error = await bakeOn(disk, source, OPTIONS).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ThixoError);
    expect((error as ThixoError).problems[0]).toMatchObject({ code: 'DISK_SPACE' });
    expect((error as ThixoError).problems[0]!.message).toMatch(/500 bytes/);
  });
});
