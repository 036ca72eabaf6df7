// Programs of the machine: whether they are there, how they are started, and how Debian installs them.

import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Debian's Python, which its packages install for; another one in the PATH has none of them. */
const PYTHON = '/usr/bin/python3';
const MOST_OUTPUT = 64 * 2 ** 20;

/** Whether a command ends without an error. */
export function runs(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Whether Debian's Python has a module. */
export function hasPython(module: string): boolean {
  return runs(PYTHON, ['-c', `import ${module}`]);
}

/** What a program printed; throws with its complaints if it fails. */
export function outputOf(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${(stderr + stdout).trim().slice(-2000)}`);
  return stdout;
}

/** What a script of this folder answers, run by Debian's Python: the JSON that it prints. */
export function askPython<T>(script: string, ...args: string[]): T {
  return JSON.parse(outputOf(PYTHON, [scriptPath(script), ...args])) as T;
}

/** Path of a file in this folder. */
export function scriptPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Installs Debian packages; says why if it cannot. */
export function install(packages: readonly string[]): string | undefined {
  if (!runs('apt-get', ['--version'])) return 'no apt-get here';
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...args] = [...asRoot, 'apt-get', ...words];
    try {
      execFileSync(command!, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    } catch (error) {
      return String(error);
    }
  }
  return undefined;
}
