// The package as `npm install` would put it into somebody's project, without a network: packed, unpacked, its dependencies linked.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A file of the package: its path in it and its bytes. */
export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export interface Project {
  /** Folder of a project that has Thixo in its node_modules. */
  readonly folder: string;
  /** Folder of Thixo in it. */
  readonly thixo: string;
  /** Bytes of the package as it is downloaded. */
  readonly size: number;
  readonly files: readonly PackedFile[];
}

/** A new project with the package of this repository, as it was built last. */
export function packIntoProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'thixo-package-')),
    modules = join(folder, 'node_modules');
  mkdirSync(modules);
  const [packed] = JSON.parse(run('npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder)) as [
    { filename: string; files: PackedFile[] },
  ];
  const archive = join(folder, packed.filename);
  run('tar', '-xzf', archive, '-C', modules);
  renameSync(join(modules, 'package'), join(modules, 'thixo'));
  const { dependencies } = JSON.parse(readFileSync(join(modules, 'thixo', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) {
    mkdirSync(join(modules, dependency, '..'), { recursive: true });
    symlinkSync(resolve('node_modules', dependency), join(modules, dependency), 'junction');
  }
  return { folder, thixo: join(modules, 'thixo'), size: statSync(archive).size, files: packed.files };
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
