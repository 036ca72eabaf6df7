// Node scripts that are part of a build: no shell, so that it runs on every system.

import { spawnSync } from 'node:child_process';

/** Runs a script with this Node; ends the process with its code if it fails. */
export function runNode(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
