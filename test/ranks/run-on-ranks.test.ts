// `thixo run --ranks mpi` with a real MPI: the cache of one process, resumed on another number of ranks; kills, signals, refusals.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { spawnThixo, temporaryFolder } from '../cli/harness.ts';
import { DIST, endOfRanks, type Launcher, MPICH, OPEN_MPI, startRanks } from './harness.ts';
import { SCENES } from './scenes.ts';

const LONG = process.env.LONG_TESTS !== undefined,
  MAIN = join(DIST, 'cli/main.js');

/** A folder with a scene of a few frames. */
function folderWith(scene: object, frames: number): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'scene.json'), JSON.stringify({ ...scene, duration: frames / 250, frameRate: 250 }));
  return folder;
}

const runArgs = (output: string, more: readonly string[] = []) => [
  ...['run', 'scene.json', '-o', output, '--checkpoint-every', '1', ...more],
];

/** Runs the scene in one process. */
const alone = (cwd: string) => spawnThixo([...runArgs('one'), '--threads', '1'], { cwd });

/** Runs the scene on ranks to its end. */
const onRanks = (folder: string, output: string, ranks: number, more: readonly string[] = []) =>
  endOfRanks(startRanks(MPICH, ranks, [MAIN, ...runArgs(output, ['--ranks', 'mpi', ...more])], folder));

/** A scene whose numbers go wrong in its third frame. */
const DIVERGING = {
  ...SCENES['2D'],
  emitters: [
    {
      substance: 'water',
      shape: { disc: { center: [1.5, 0.5, 0], normal: [-1, 0, 0], radius: 0.1 } },
      ...{ spacing: 0.02, speed: 1e5, from: 0.009 },
    },
  ],
  time: { maxStepsPerFrame: 256 },
} as const;

const LAUNCHERS: readonly Launcher[] = [MPICH, OPEN_MPI];

/** Frames and saved states of a cache, by name. */
function contentsOf(folder: string): Map<string, string> {
  const files = ['frames', 'checkpoints'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => join(kind, name)),
  );
  return new Map(files.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

/** Frames that the manifest commits, in order. */
const framesIn = (folder: string): number[] =>
  readFileSync(join(folder, 'manifest.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; frame: number })
    .filter(({ kind }) => kind === 'frame')
    .map(({ frame }) => frame);

describe('thixo run --ranks mpi', () => {
  it.for([
    ['one file each', {}],
    ['parts', { output: { particlesPerFile: 300 } }],
  ] as const)(
    'writes the bytes of one process, in %s, also if it goes on with another number of ranks',
    async ([, more], context) => {
      if (MPICH.missing) return context.skip(MPICH.missing);
      const folder = folderWith({ ...SCENES['2D']!, ...more }, 3);
      expect((await alone(folder)).code).toBe(0);
      expect((await onRanks(folder, 'two', 3, ['--frames', '1'])).code).toBe(0);
      const { code, stderr } = await onRanks(folder, 'two', 2);
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(/2 ranks of 1 thread, into two/);
      expect(contentsOf(join(folder, 'two'))).toEqual(contentsOf(join(folder, 'one')));
      expect(framesIn(join(folder, 'two'))).toEqual([0, 1, 2, 3]);
    },
  );

  it('refuses what cannot be spread, once, with the place in the scene', async (context) => {
    if (MPICH.missing) return context.skip(MPICH.missing);
    const folder = folderWith({ ...SCENES['2D'], adaptivity: {} }, 1),
      { code, stderr } = await onRanks(folder, 'none', 2);
    expect(code).toBe(3);
    expect(stderr.match(/SCENE_RANKS/g)).toHaveLength(1);
    expect(stderr).toMatch(/\/adaptivity/);
  });

  it('says what is missing where nobody has started it as a rank', async () => {
    const folder = folderWith(SCENES['2D']!, 1),
      { code, stderr } = await spawnThixo(runArgs('none', ['--ranks', 'mpi']), { cwd: folder });
    expect(code).toBe(3);
    expect(stderr).toMatch(/MPI_MISSING[\s\S]*mpiexec/);
  });

  it('ends all ranks with 4 where numbers go wrong, and keeps the last good frame', async (context) => {
    if (MPICH.missing) return context.skip(MPICH.missing);
    const folder = folderWith(DIVERGING, 6);
    expect((await alone(folder)).code).toBe(4);
    const { code, stderr } = await onRanks(folder, 'two', 2);
    expect(code, stderr).toBe(4);
    expect(stderr.match(/TOO_FAST/g)).toHaveLength(1);
    expect(framesIn(join(folder, 'two'))).toEqual([0, 1, 2]);
    expect(contentsOf(join(folder, 'two'))).toEqual(contentsOf(join(folder, 'one')));
  });

  describe.each(LAUNCHERS.filter(({ missing }) => !missing))('$name', (launcher) => {
    const start = (folder: string, output: string, env: Readonly<Record<string, string>> = {}) =>
      startRanks(
        { ...launcher, env: { ...launcher.env, ...env } },
        ...([3, [MAIN, ...runArgs(output, ['--ranks', 'mpi'])], folder] as const),
      );

    it.runIf(LONG).each([0, 1])(
      'a trap of WASM on rank %i is an error that ends all',
      { tags: 'long' },
      async (rank) => {
        const folder = folderWith(SCENES['2D']!, 6),
          trap = resolve('test/ranks/trap.mjs');
        const { code, stderr } = await endOfRanks(
          start(folder, 'trap', { TRAP_RANK: `${rank}`, TRAP_DIST: DIST, NODE_OPTIONS: `--import ${trap}` }),
        );
        expect(code).not.toBe(0);
        expect(stderr).toMatch(/memory access out of bounds/);
        expect(framesIn(join(folder, 'trap'))).toEqual([0, 1, 2]);
      },
    );

    it.runIf(LONG)('a disk error ends all with 5', { tags: 'long' }, async () => {
      const folder = folderWith(SCENES['2D']!, 6),
        child = start(folder, 'full'),
        ended = endOfRanks(child),
        frames = join(folder, 'full', 'frames');
      await vi.waitUntil(() => hasFrames(join(folder, 'full')), { timeout: 60_000 });
      rmSync(frames, { recursive: true });
      writeFileSync(frames, 'no folder');
      expect((await ended).code).toBe(5);
    });
  });

  it.runIf(LONG)('says so where the launcher is that of another MPI', { tags: 'long' }, async (context) => {
    if (MPICH.missing ?? OPEN_MPI.missing) return context.skip('needs both');
    const folder = folderWith(SCENES['2D']!, 1),
      other = { ...MPICH, env: { ...OPEN_MPI.env, THIXO_MPI_LIBRARY: 'libmpi.so.40' } };
    const { code, stderr } = await endOfRanks(
      startRanks(other, 2, [MAIN, ...runArgs('none', ['--ranks', 'mpi'])], folder),
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/MPI_MISSING[\s\S]*another MPI/);
  });

  it.runIf(LONG)('all pairs of ranks r → r′ up to 4 go on to the same bytes', { tags: 'long' }, async (context) => {
    if (MPICH.missing) return context.skip(MPICH.missing);
    const output = { particlesPerFile: 512 },
      folder = folderWith({ ...SCENES['an emitter that ends, and particles that leave']!, output }, 4);
    await alone(folder);
    for (const first of [1, 2, 3, 4]) {
      for (const then of [1, 2, 3, 4]) {
        const cache = `${first}-${then}`;
        expect((await onRanks(folder, cache, first, ['--frames', '2'])).code).toBe(0);
        expect((await onRanks(folder, cache, then)).code).toBe(0);
        expect(contentsOf(join(folder, cache)), cache).toEqual(contentsOf(join(folder, 'one')));
      }
    }
  });

  it.runIf(LONG)(
    'a rank that is killed ends the run, which goes on to the same bytes; no line twice, none lost',
    { tags: 'long' },
    async (context) => {
      if (MPICH.missing) return context.skip(MPICH.missing);
      const folder = folderWith(SCENES['2D']!, 6),
        kills = Number(process.env.RANK_KILLS ?? 50);
      await alone(folder);
      let done = 0;
      while (done < kills) {
        const output = `kill-${done}`;
        for (let again = 0; again < 3; again++, done++) {
          const child = startRanks(MPICH, 3, [MAIN, ...runArgs(output, ['--ranks', 'mpi'])], folder),
            ended = endOfRanks(child);
          const pids = await ranksOf(child.pid!, 3);
          await new Promise((soon) => setTimeout(soon, 700 + 137 * ((done * 7) % 23)));
          const victim = pids[done % pids.length];
          try {
            if (victim) process.kill(victim, 'SIGKILL');
          } catch {
            // it was faster
          }
          await ended;
        }
        expect((await onRanks(folder, output, 2)).code).toBe(0);
        expect(framesIn(join(folder, output))).toEqual([0, 1, 2, 3, 4, 5, 6]);
        expect([...contentsOf(join(folder, output))].filter(([name]) => name.startsWith('frames'))).toEqual(
          [...contentsOf(join(folder, 'one'))].filter(([name]) => name.startsWith('frames')),
        );
      }
    },
  );

  it.runIf(LONG)('asked to stop it saves, ends with 130, and goes on', { tags: 'long' }, async (context) => {
    if (MPICH.missing) return context.skip(MPICH.missing);
    const folder = folderWith(SCENES['2D']!, 6);
    await alone(folder);
    const child = startRanks(MPICH, 3, [MAIN, ...runArgs('stopped', ['--ranks', 'mpi'])], folder),
      ended = endOfRanks(child),
      pids = await ranksOf(child.pid!, 3);
    await vi.waitUntil(() => child.exitCode !== null || hasFrames(join(folder, 'stopped')), { timeout: 60_000 });
    for (const pid of pids) process.kill(pid, 'SIGTERM');
    expect((await ended).code).toBe(130);
    expect((await onRanks(folder, 'stopped', 2)).code).toBe(0);
    expect(framesIn(join(folder, 'stopped'))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.runIf(LONG)('starts 200 times without a crash', { tags: 'long' }, async (context) => {
    if (MPICH.missing) return context.skip(MPICH.missing);
    const folder = folderWith(SCENES['2D']!, 1),
      starts = Number(process.env.RANK_STARTS ?? 200);
    for (let k = 0; k < starts; k++) {
      const { code, stderr } = await onRanks(folder, `start-${k}`, 2, ['--frames', '0']);
      expect(code, stderr).toBe(0);
    }
  });
});

const hasFrames = (folder: string): boolean => {
  try {
    return framesIn(folder).length > 1;
  } catch {
    return false;
  }
};

/** Processes of Node below a launcher. */
async function ranksOf(launcher: number, count: number): Promise<number[]> {
  const below = (pid: number): number[] => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
    return children.flatMap((child) => [child, ...below(child)]);
  };
  const isRank = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(process.execPath);
  const look = (): number[] => {
    try {
      return below(launcher).filter(isRank);
    } catch {
      return [];
    }
  };
  await vi.waitUntil(() => look().length >= count, { timeout: 30_000, interval: 50 });
  return look();
}
