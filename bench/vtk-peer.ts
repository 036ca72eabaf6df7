// VTK beside us: starts bench/vtk-surface.py, which makes one surface for every line it is sent.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./vtk-surface.py', import.meta.url));
/** Debian's packages serve Debian's Python, whatever else is on the path. */
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

export interface PeerSettings {
  /** x, y, z of every particle, m. */
  readonly positions: Float32Array;
  /** m */
  readonly spacing: number;
  /** Over the spacing. */
  readonly voxel: number;
  /** Support radius of the kernel over the spacing. */
  readonly support: number;
  readonly level: number;
}

/** One surface of the peer. Times in ms. */
export interface PeerRound {
  readonly interpolateMs: number;
  readonly contourMs: number;
  readonly cpuMs: number;
  readonly triangles: number;
  /** m³ */
  readonly volume: number;
}

/** Why there is no peer. */
export class NoPeer extends Error {}

export class VtkPeer {
  readonly version: string;
  private readonly process: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private readonly folder: string;

  private constructor(process: ChildProcess, lines: AsyncIterator<string>, folder: string, version: string) {
    this.process = process;
    this.lines = lines;
    this.folder = folder;
    this.version = version;
  }

  /** Starts VTK on one thread. Throws NoPeer if it is not installed. */
  static async start({ positions, spacing, voxel, support, level }: PeerSettings): Promise<VtkPeer> {
    const folder = mkdtempSync(join(tmpdir(), 'thixo-bench-')),
      file = join(folder, 'particles.f32');
    writeFileSync(file, positions);
    const numbers = [spacing, voxel, support, level].map(String);
    const process = spawn(PYTHON, [SCRIPT, file, ...numbers], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(process, 'exit').catch(() => undefined); // an error event means that there is no such program
    const reader: Interface = createInterface({ input: process.stdout! }),
      lines = reader[Symbol.asyncIterator](),
      first = await Promise.race([lines.next(), ended.then(() => ({ done: true, value: '' }))]);
    const said = first.done ? { missing: `${PYTHON} does not run` } : JSON.parse(first.value);
    if (said.missing) {
      rmSync(folder, { recursive: true });
      throw new NoPeer(`${said.missing}; install Debian's python3-vtk9 or name another Python in PYTHON`);
    }
    return new VtkPeer(process, lines, folder, said.version);
  }

  /** Makes the surface once. */
  async round(): Promise<PeerRound> {
    this.process.stdin!.write('\n');
    const { value, done } = await this.lines.next();
    if (done) throw new Error('VTK has stopped');
    return JSON.parse(value);
  }

  stop(): void {
    this.process.stdin!.end();
    rmSync(this.folder, { recursive: true });
  }
}
