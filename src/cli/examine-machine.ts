// What the machine has: each finding says whether it is there, and what Thixo needs it for.

import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, freemem, platform, release, tmpdir, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { version } from '../cache/version.ts';
import { failureOf } from '../make/failure.ts';
import type { SceneInput } from '../scene/schema.ts';
import { formatBytes } from './format.ts';
import type { Io } from './io.ts';

/** One thing looked for. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** Whether Thixo cannot work without it. */
  readonly needed: boolean;
  /** What was found, or why not. */
  readonly detail: string;
  /** What it is for. */
  readonly purpose: string;
}

/** The oldest Node that works. */
const NODE: readonly [number, number] = [20, 11];
/** Less free disk than this is worth a word, bytes. */
const LITTLE_DISK = 1e9;
/** Bytes written to measure the disk. */
const SAMPLE = 16 << 20;

/** Looks at everything. Never throws: what fails is a finding. */
export async function examineMachine(io: Io): Promise<Finding[]> {
  const [simd, threads] = [await findSimd(), await findThreads()];
  return [
    { name: 'thixo', ok: true, needed: true, detail: version(), purpose: 'this program' },
    findNode(),
    { name: 'system', ok: true, needed: false, detail: `${platform()} ${release()} ${arch()}`, purpose: '' },
    findCores(),
    findMemory(),
    findDisk(io.cwd),
    findSpeed(),
    simd,
    findSharedMemory(),
    threads,
    findProgram(io, 'ffmpeg', ['ffmpeg'], 'video files'),
    findProgram(io, 'chromium', ['chromium', 'chromium-browser', 'google-chrome', 'chrome'], 'the tests in a browser'),
    findProgram(io, 'blender', ['blender'], 'pictures made with Blender'),
  ];
}

function findNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > NODE[0] || (major === NODE[0] && minor >= NODE[1]);
  const detail = ok ? process.version : `${process.version}: ${NODE.join('.')} or newer is needed`;
  return { name: 'node', ok, needed: true, detail, purpose: 'runs Thixo' };
}

function findCores(): Finding {
  const cores = availableParallelism();
  const model = cpus()[0]?.model.trim() ?? '';
  return {
    name: 'cores',
    ok: true,
    needed: false,
    detail: `${cores}${model ? ` × ${model}` : ''}`,
    purpose: '--threads',
  };
}

function findMemory(): Finding {
  const detail = `${formatBytes(totalmem())}, ${formatBytes(freemem())} free`;
  return { name: 'memory', ok: true, needed: false, detail, purpose: 'about 1 kB per particle' };
}

function findDisk(folder: string): Finding {
  return attempt({ name: 'disk', needed: false, purpose: 'frames and saved states' }, () => {
    const { bavail, bsize } = statfsSync(folder),
      free = bavail * bsize;
    return { ok: free >= LITTLE_DISK, detail: `${formatBytes(free)} free here` };
  });
}

/** Writes a file and waits until the disk has it. */
function findSpeed(): Finding {
  return attempt({ name: 'disk speed', needed: false, purpose: 'frames and saved states' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'thixo-doctor-'));
    try {
      const file = openSync(join(folder, 'sample'), 'w');
      const begin = performance.now();
      writeSync(file, Buffer.alloc(SAMPLE, 0x5a));
      fsyncSync(file);
      const seconds = (performance.now() - begin) / 1000;
      closeSync(file);
      return { ok: true, detail: `${formatBytes(SAMPLE / seconds)}/s in ${tmpdir()}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function findSimd(): Promise<Finding> {
  const what = { name: 'WASM SIMD', needed: true, purpose: 'the engine' };
  try {
    const bytes = await readFile(new URL('../wasm/thixo.wasm', import.meta.url));
    const ok = WebAssembly.validate(new Uint8Array(bytes));
    return { ...what, ok, detail: ok ? 'the module loads' : 'this Node refuses the module' };
  } catch (error) {
    return { ...what, ok: false, detail: wordsOf(error) };
  }
}

function findSharedMemory(): Finding {
  return attempt({ name: 'shared memory', needed: true, purpose: 'the engine' }, () => {
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
    return { ok: buffer instanceof SharedArrayBuffer, detail: 'available' };
  });
}

const DROP: SceneInput = {
  substances: { water: {} },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 1, 0], radius: 0.1 } }, spacing: 0.03 }],
};

/** Simulates a drop on one thread and on two. */
async function findThreads(): Promise<Finding> {
  const what = { name: 'threads', needed: true, purpose: 'the engine; results do not depend on their number' };
  try {
    const { World } = await import('../world/world.ts');
    const hashes: string[] = [];
    for (const threads of [1, 2]) {
      const world = await World.create(DROP, { threads });
      world.advance();
      hashes.push(world.hash());
      world.dispose();
    }
    const ok = hashes[0] === hashes[1];
    const detail = ok ? `one and two give the same state, ${hashes[0]}` : `one and two differ: ${hashes.join(', ')}`;
    return { ...what, ok, detail };
  } catch (error) {
    return { ...what, ok: false, detail: wordsOf(error) };
  }
}

/** Looks for a program in PATH. */
function findProgram({ env }: Io, name: string, files: readonly string[], purpose: string): Finding {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) =>
    files.flatMap((file) => endings.map((ending) => join(folder, file + ending))),
  );
  const found = candidates.find(isProgram);
  return { name, ok: found !== undefined, needed: false, detail: found ?? 'not found in PATH', purpose };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function attempt(
  what: Pick<Finding, 'name' | 'needed' | 'purpose'>,
  look: () => Pick<Finding, 'ok' | 'detail'>,
): Finding {
  try {
    return { ...what, ...look() };
  } catch (error) {
    return { ...what, ok: false, detail: wordsOf(error) };
  }
}

function wordsOf(error: unknown): string {
  return failureOf(error)
    .problems.map((p) => p.message)
    .join(' ');
}
