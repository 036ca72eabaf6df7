// Starting ranks with the launchers that are installed.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type SceneInput, World } from '../../src/index.ts';

/** An MPI and how it starts processes. */
export interface Launcher {
  readonly name: string;
  /** Why it cannot be used; undefined if it can. */
  readonly missing: string | undefined;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const found = (name: string): string | undefined =>
  ['/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path));

/** MPICH and Open MPI of Debian: both may be installed beside each other. */
export const MPICH: Launcher = {
  name: 'MPICH',
  missing: found('mpiexec.mpich') ? undefined : 'no mpiexec.mpich; install mpich',
  command: ['mpiexec.mpich'],
  env: {},
};
export const OPEN_MPI: Launcher = {
  name: 'Open MPI',
  missing: found('mpiexec.openmpi') ? undefined : 'no mpiexec.openmpi; install openmpi-bin',
  command: ['mpiexec.openmpi', '--oversubscribe', '--mca', 'btl', 'self,vader'],
  env: { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' },
};

export const DIST = resolve('dist');
const PROGRAM = resolve('test/ranks/rank-program.mjs');

/** What a program said and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts ranks of Node. */
export function startRanks(
  { command, env }: Launcher,
  ranks: number,
  args: readonly string[],
  cwd = '.',
): ChildProcess {
  const [program, ...options] = command;
  return spawn(program!, [...options, '-n', String(ranks), process.execPath, ...args], {
    ...{ cwd, env: { ...process.env, ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
}

/** Waits for the end. */
export function endOfRanks(child: ChildProcess): Promise<Ended> {
  let stdout = '',
    stderr = '';
  child.stdout!.on('data', (text) => (stdout += text));
  child.stderr!.on('data', (text) => (stderr += text));
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

/** What rank 0 printed of a scene. */
export interface Told {
  readonly name: string;
  readonly hashes: readonly string[];
  readonly ledgers: readonly unknown[];
  readonly steps: number;
  readonly count: number;
  readonly before: { readonly bytes: number; readonly messages: number; readonly reductions: number };
  readonly after: { readonly bytes: number; readonly messages: number; readonly reductions: number };
}

/** Simulates scenes on ranks. */
export async function onRanks(
  launcher: Launcher,
  scenes: Readonly<Record<string, SceneInput>>,
  { ranks, threads, frames }: { readonly ranks: number; readonly threads: number; readonly frames: number },
): Promise<Told[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'thixo-ranks-')), 'scenes.json');
  writeFileSync(file, JSON.stringify(scenes));
  const { code, stdout, stderr } = await endOfRanks(
    startRanks(launcher, ranks, [PROGRAM, DIST, file, String(frames), String(threads)]),
  );
  if (code !== 0) throw new Error(`Ranks ended with ${code}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Told);
}

/** The same in one process. */
export async function inOneProcess(
  scenes: Readonly<Record<string, SceneInput>>,
  frames: number,
): Promise<Pick<Told, 'name' | 'hashes' | 'ledgers' | 'count'>[]> {
  const told = [];
  for (const [name, scene] of Object.entries(scenes)) {
    using world = await World.create(scene, { threads: 2 });
    const hashes = [world.hash()],
      ledger = (): unknown => JSON.parse(JSON.stringify(world.ledger())),
      ledgers = [ledger()];
    for (let frame = 0; frame < frames; frame++) {
      world.advance();
      hashes.push(world.hash());
      ledgers.push(ledger());
    }
    told.push({ name, hashes, ledgers, count: world.fields.count });
  }
  return told;
}
