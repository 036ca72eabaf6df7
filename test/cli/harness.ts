// The command line under test: called in this process with an Io of our own, or started as a program from dist/.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { main } from '../../src/cli/command-line.ts';
import type { Io, StopReason } from '../../src/cli/io.ts';
import type { SceneInput } from '../../src/scene/schema.ts';

/** How a command ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FakeOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Both outputs are a terminal of this width. */
  readonly columns?: number;
  /** What the person answers. */
  readonly answer?: string;
  /** Clock, ms. */
  readonly now?: () => number;
}

/** An Io that remembers everything. */
export interface FakeIo extends Io {
  readonly out: string[];
  readonly err: string[];
  readonly asked: string[];
  readonly left: number[];
  stop(reason: StopReason): void;
}

export function fakeIo(options: FakeOptions = {}): FakeIo {
  const out: string[] = [],
    err: string[] = [],
    asked: string[] = [],
    left: number[] = [];
  let handler: ((reason: StopReason) => void) | undefined;
  const terminal = options.columns === undefined ? {} : { isTTY: true, columns: options.columns };
  return {
    ...{ out, err, asked, left },
    stdout: { ...terminal, write: (text) => out.push(text) },
    stderr: { ...terminal, write: (text) => err.push(text) },
    env: options.env ?? {},
    cwd: options.cwd ?? tmpdir(),
    now: options.now ?? (() => 0),
    ask:
      options.answer === undefined
        ? undefined
        : async (question) => {
            asked.push(question);
            return options.answer!;
          },
    onStop: (given) => {
      handler = given;
      return () => {
        handler = undefined;
      };
    },
    leave: (code) => left.push(code),
    stop: (reason) => handler?.(reason),
  };
}

/** Runs a command line in this process. */
export async function thixo(argv: readonly string[], options: FakeOptions = {}): Promise<Ran> {
  const io = fakeIo(options);
  const code = await main(argv, io);
  return { code, stdout: io.out.join(''), stderr: io.err.join('') };
}

/** A new folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thixo-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, given by relative path, into a folder; objects become JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

/** A drop that falls on a floor: small, and right in every respect. */
export const DROP: SceneInput = {
  name: 'Drop',
  duration: 0.4,
  frameRate: 25,
  substances: { water: { preset: 'desbrun-1999' } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0.3, 0], radius: 0.1 } }, spacing: 0.04 }],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
};

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface SpawnOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  /** Another program than the one in dist/. */
  readonly program?: string;
}

/** Starts the built program. */
export function startThixo(argv: readonly string[], options: SpawnOptions): ChildProcessWithoutNullStreams {
  const { cwd, env = {}, program = PROGRAM } = options;
  if (!existsSync(program)) throw new Error('dist/ is not there: npm run build');
  return spawn(process.execPath, [program, ...argv], { cwd, env: { ...cleanEnv(), ...env } });
}

/** Runs the built program to its end. */
export async function spawnThixo(argv: readonly string[], options: SpawnOptions): Promise<Ran> {
  return endOf(startThixo(argv, options));
}

/** Runs a line of shell to its end. */
export async function runShell(line: string, cwd: string): Promise<Ran> {
  return endOf(spawn('sh', ['-c', line], { cwd, env: cleanEnv() }));
}

/** Collects what a program writes until it ends; a program that dies of a signal has code −1. */
export async function endOf(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const stdout: string[] = [],
    stderr: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => resolve(exit ?? -1));
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** The environment without what this test run itself sets. */
function cleanEnv(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _f, NO_COLOR: _n, NODE_OPTIONS: _o, VITEST: _v, ...rest } = process.env;
  return rest;
}

/** A few large particles and four frames: surfaces and pictures of it take milliseconds. */
export const TINY: SceneInput = {
  ...DROP,
  name: 'Tiny',
  duration: 0.16,
  bodies: [{ ...DROP.bodies![0]!, spacing: 0.08 }],
  surface: { voxel: 1, smoothing: 0 },
  look: { style: 'spheres' },
  output: { width: 32, height: 16, samples: 1 },
};

/** A folder with tiny.json and its cache `x`, simulated to frame 4. */
export async function tinyCache(changes: Partial<SceneInput> = {}, frames = 4): Promise<string> {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tiny.json': { ...TINY, ...changes } });
  const { code, stderr } = await thixo(['run', 'tiny.json', '-o', 'x', '--frames', String(frames), '-q'], { cwd });
  if (code !== 0) throw new Error(stderr);
  return cwd;
}

/** Every file below a folder, by its relative path. */
export function contentOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

/** One event per line. */
export function eventsOf(stdout: string): { readonly event: string; readonly [key: string]: unknown }[] {
  return stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Numbers of the frames that were made. */
export function framesMade(stdout: string, stage?: string): number[] {
  return eventsOf(stdout)
    .filter(({ event, stage: of }) => event === 'frame' && (stage === undefined || of === stage))
    .map(({ frame }) => frame as number)
    .sort((a, b) => a - b);
}
