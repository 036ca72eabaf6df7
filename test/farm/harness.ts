// A study whose runs take a moment, and what must be the same however they were done.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planSweep } from '../../src/make/index.ts';
import { TINY, temporaryFolder, writeFiles } from '../cli/harness.ts';

/** A folder with the study `s` of three runs of so many frames, or of one for each of some spacings. */
export async function studyOf(frames: number, spacings = '0.06,0.07,0.08'): Promise<string> {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'tiny.json': { ...TINY, output: { ...TINY.output, checkpointEvery: 5 } } });
  await planSweep('tiny.json', {
    cwd,
    output: 's',
    grid: [`bodies[0].spacing=${spacings}`],
    frames,
    measure: ['bounds.max[0]'],
  });
  return cwd;
}

/** The table and the frames of a study. */
export function resultsIn(cwd: string): Record<string, string> {
  const all: Record<string, string> = { table: readFileSync(join(cwd, 's/sweep.csv'), 'utf8') };
  for (const run of readdirSync(join(cwd, 's/runs')).sort())
    for (const name of readdirSync(join(cwd, 's/runs', run, 'frames')).sort())
      all[`${run}/${name}`] = readFileSync(join(cwd, 's/runs', run, 'frames', name)).toString('base64');
  return all;
}

/** Resolves when a program has written a text, or ends. */
export function says(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  return new Promise((resolve) => {
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes(text)) resolve();
    });
    child.on('close', () => resolve());
  });
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
