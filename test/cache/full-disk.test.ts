// A really full file system: a few megabytes of memory, filled up while a bake runs. It says so, nothing is lost, and the same command
// ends with the same bytes when there is room again. Needs root, to mount it.

import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BakeResult, bake } from '../../src/cache/bake.ts';
import { openCache } from '../../src/cache/cache.ts';
import { loadScene, type SceneFile } from '../../src/cache/scene-file.ts';
import { ThixoError } from '../../src/problem.ts';
import { SMALL_SCENE } from '../helpers/crash-bakes.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const PAGE = 4096;
const LAST_FRAME = 12;
/** Frames of a run that lasts longer than it takes to fill the disk beside it. */
const LONG_RUN = 250;

let folder: string;
let disk: string;
let why: string | undefined;
let source: SceneFile;
let hash: string;
let frames: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  folder = fs.mkdtempSync(join(tmpdir(), 'thixo-full-'));
  disk = join(folder, 'disk');
  fs.mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    why = `cannot mount a small file system: ${(error as Error).message.split('\n')[0]}`;
    return;
  }
  const scene = join(folder, 'small.json');
  fs.writeFileSync(scene, JSON.stringify({ ...SMALL_SCENE, emitters: [], output: { checkpointEvery: 3 } }));
  source = await loadScene(scene);
  ({ hash } = await bake(source, join(disk, 'undisturbed')));
  frames = frameFiles(join(disk, 'undisturbed'));
  fs.rmSync(join(disk, 'undisturbed'), { recursive: true });
});

afterAll(() => {
  if (!why) execFileSync('umount', [disk]);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Fills the disk but for some pages. */
function fill(pagesLeft: number): void {
  const file = fs.openSync(join(disk, 'ballast'), 'a');
  try {
    for (const size of [1 << 20, PAGE]) for (;;) if (!tryWrite(file, size)) break;
    fs.ftruncateSync(file, Math.max(0, fs.fstatSync(file).size - pagesLeft * PAGE));
  } finally {
    fs.closeSync(file);
  }
}

function tryWrite(file: number, size: number): boolean {
  try {
    return fs.writeSync(file, new Uint8Array(size)) === size;
  } catch {
    return false;
  }
}

const makeRoom = (): void => fs.rmSync(join(disk, 'ballast'), { force: true });

function frameFiles(output: string): Map<string, Buffer> {
  const names = fs.existsSync(join(output, 'frames')) ? fs.readdirSync(join(output, 'frames')).sort() : [];
  return new Map(names.map((name) => [name, fs.readFileSync(join(output, 'frames', name))]));
}

function expectSameFrames(output: string, wanted: ReadonlyMap<string, Buffer>): void {
  const found = frameFiles(output);
  expect([...found.keys()]).toEqual([...wanted.keys()]);
  for (const [name, bytes] of found) expect(bytes.equals(wanted.get(name)!), name).toBe(true);
}

describe('a full disk', () => {
  it('pauses a bake at whatever it was writing', async (context) => {
    if (why) return context.skip(why);
    const codes = new Set<string>();
    for (const [frame, pagesLeft] of [0, 1, 2, 3, 5, 8, 11].flatMap((f) => [0, 1, 2, 3, 6].map((p) => [f, p]))) {
      const output = join(disk, 'cache');
      let announced = 0;
      const error = await bake(source, output, {
        onEvent: (event) => {
          if (event.event !== 'frame') return;
          announced++;
          if (event.frame === frame) fill(pagesLeft!);
        },
      }).then(
        (result: BakeResult) => result,
        (thrown: unknown) => thrown,
      );
      if (error instanceof ThixoError) {
        codes.add(error.problems[0]!.code);
        expect(error.problems[0]!.message).toContain(output);
        expect(error.problems[0]!.message).toMatch(/needs \d.* free/);
        expect(openCache(output).frames.length).toBeGreaterThanOrEqual(announced);
      } else expect(error).toMatchObject({ outcome: 'done', hash });
      makeRoom();
      expect(await bake(source, output)).toEqual({ outcome: 'done', frame: LAST_FRAME, hash });
      expectSameFrames(output, frames);
      fs.rmSync(output, { recursive: true });
    }
    expect([...codes]).toEqual(['DISK_FULL']);
  });

  it('ends `thixo run` with exit code 5, and the same command finishes it', async (context) => {
    if (why) return context.skip(why);
    if (!fs.existsSync(PROGRAM)) throw new Error('The package is not built: run `npm run build` first.');
    const output = join(disk, 'of-the-program');
    const { hash: last, outcome } = await bake(source, output, { frames: LONG_RUN });
    expect(outcome).toBe('done');
    const undisturbed = frameFiles(output);
    fs.rmSync(output, { recursive: true });
    const flags = ['--json', '--threads', '1', '--frames', String(LONG_RUN)];
    const command = [PROGRAM, 'run', source.path, '-o', output, ...flags];
    const paused = await run(command, (line) => {
      if (line.event === 'frame' && line.frame === 0) fill(1);
    });
    expect(paused.code).toBe(5);
    const problem = paused.lines.find(({ event }) => event === 'error');
    expect(problem).toMatchObject({ code: 'DISK_FULL', message: expect.stringContaining(output) });
    expect(openCache(output).frames.length).toBeGreaterThanOrEqual(1);
    makeRoom();
    const finished = await run(command);
    expect(finished.code).toBe(0);
    expect(finished.lines.at(-1)).toMatchObject({ event: 'done', frame: LONG_RUN, hash: last });
    expectSameFrames(output, undisturbed);
    fs.rmSync(output, { recursive: true });
  });

  it('is refused before the start when the frames cannot fit', async (context) => {
    if (why) return context.skip(why);
    fill(2);
    try {
      const error = await bake(source, join(disk, 'never')).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ThixoError);
      const [problem] = (error as ThixoError).problems;
      expect(problem).toMatchObject({ code: 'DISK_SPACE', message: expect.stringContaining(join(disk, 'never')) });
      expect(fs.existsSync(join(disk, 'never', 'manifest.ndjson'))).toBe(false);
    } finally {
      makeRoom();
    }
    expect(fs.statfsSync(disk).bavail).toBeGreaterThan(100);
  });
});

type Line = Readonly<Record<string, unknown>>;

/** Runs Node; `onLine` is called for each line while the program waits for nobody. */
function run(args: readonly string[], onLine?: (line: Line) => void): Promise<{ lines: Line[]; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: Line[] = [];
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (text + chunk).split('\n');
      text = parts.pop()!;
      for (const part of parts) {
        lines.push(JSON.parse(part) as Line);
        onLine?.(lines.at(-1)!);
      }
    });
    child.on('error', reject).on('close', (code) => resolve({ lines, code }));
  });
}
