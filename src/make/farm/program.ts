// The program that does a job elsewhere: the same one, on a path that all machines see.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { invariant } from '../../problem.ts';

/** Node and the program. */
export function thixoProgram(): readonly [node: string, program: string] {
  const places = ['../../cli/main.js', '../../../dist/cli/main.js'].map((place) =>
      fileURLToPath(new URL(place, import.meta.url)),
    ),
    program = places.find(existsSync);
  invariant(program, 'the program is not built');
  return [process.execPath, program];
}

/** Words of the command that does a job. */
export function jobWords(folder: string, id: string, threads: number): string[] {
  return ['farm', 'work', folder, id, '--threads', String(threads)];
}
